// Package einvoice makes electronic invoices by EN 16931 from invoices and credit memos. They are XML in one of two syntaxes: Cross
// Industry Invoice (CII, UN/CEFACT D16B) and Universal Business Language (UBL 2.1, OASIS). A form is a profile of the standard in a
// syntax: that which Factur-X and ZUGFeRD embed into a PDF (profile EN 16931), Peppol BIS Billing 3.0, and XRechnung 3.0 in both.
//
// # One model, two syntaxes
//
// A printer computes the terms of EN 16931 from an order and one of its documents: the type invoice. writeCII and writeUBL write them and
// compute nothing, so all forms of a document say the same.
//
// # Amounts
//
// The XML has the amounts of the invoice: its tax, and what is left to pay. Amounts without tax come from documents.TaxSplit, which
// divides the totals by line to the cent, so that
//
//	net amounts of lines + charges - allowances + tax = grand total before gift cards
//
// EN 16931 computes the tax from the net amount (BR-CO-17): tax = taxable amount × rate, rounded. Prices with tax are not always such a
// sum: 9.99 has a tax of 19 % of 1.60, but the tax on 8.39 is 1.59. Shops that round taxes by line or by unit may be off by more. The
// amounts stay those of the paper, because the official rules tolerate a difference of less than 1.00. A larger one is refused: the tax is
// then no percentage of what is paid, as in shops that tax prices before discount.
//
// # Categories of VAT
//
// Taxed amounts have the category S. Untaxed amounts have the category of the setting sales/invoice/untaxed. If it is not set, it is E if
// the shop has an exemption note. The category is K or AE for businesses in other countries of the EU, G for exports from the EU, else Z.
package einvoice
