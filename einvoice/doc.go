// Package einvoice makes electronic invoices by EN 16931 from invoices and credit memos: XML in the syntax Cross Industry Invoice (CII,
// UN/CEFACT D16B), as Factur-X and ZUGFeRD embed it into a PDF (profile EN 16931), and as XRechnung 3.0.
//
// # Amounts
//
// The XML has the totals of the invoice: its tax, its grand total, what is left to pay. Amounts without tax come from
// documents.TaxSplit, which divides the totals by line to the cent. EN 16931 knows net amounts only. In a shop whose prices include tax the
// net amount of a line is what is left of its discounted price after its tax, and rounding may move it by a cent, so that
//
//	net amounts of lines + charges − allowances + tax = grand total before gift cards
//
// holds without a rounding amount (BT-114). The tax of a rate is what the shop charges. It may differ by rounding from the rate's
// percentage
// of the taxable amount, since shops round by line or by unit; the official rules tolerate less than 1.00 (BR-CO-17, BR-S-09). A larger
// difference is refused: the tax is then no percentage of what is paid, as in shops that tax prices before discount.
//
// # Categories of VAT
//
// Taxed amounts have the category S. Untaxed amounts have that of the setting sales/invoice/untaxed; if it is not set: E if the shop has an
// exemption note, K or AE for businesses in other countries of the EU, G for exports from the EU, else Z.
package einvoice
