// Package papers prints invoices, and receipts of what the log has of orders, as A4 pages.
//
// A page is drawn from top to bottom on a sheet, which begins a new page when something does not fit. Page numbers come last,
// when the number of pages is known. The fonts are the Go fonts (BSD licence, which allows embedding), with Latin, Greek and
// Cyrillic letters. Other characters are replaced.
//
// The same input gives the same bytes: the dates of the file are those of the invoice. So printed invoices can be compared.
package papers
