// Package papers prints documents that a shop hands or sends to buyers and packers. They are invoices, credit memos, order confirmations,
// packing slips, gift cards, and receipts of the log's records of orders.
//
// A page is drawn from top to bottom on a sheet, which begins a new page when something does not fit. Page numbers come last, when the
// number of pages is known. Package pdf shapes the text, in all scripts. A paper with a character that no font has is refused with the
// reason.
//
// The same input gives the same bytes: the dates of the file are those of the document. So printed papers can be compared.
package papers
