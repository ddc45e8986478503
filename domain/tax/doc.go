// Package tax computes taxes.
//
// A product has a tax class, and so has a customer through the customer group. Rules join classes of both kinds with rates, and a rate
// applies to a location:
//
//	customer class ─┐
//	                ├─ rule (priority, calculate subtotal) ── rates (country, region, postcode, percent)
//	product class ──┘
//
// Table finds the rates that apply to a product at a location, as plain percentages (Rates). Calculator computes amounts from them, on top
// of a price or within it, rounded by one of three algorithms. Package totals decides what is taxed in which order.
//
// Classes, rates and rules are plain records; this package defines their kinds, fields and errors.
package tax
