// Package tax computes the taxes of a shop.
//
// A product has a class and a customer, through the group, has one too. Rules join classes of both kinds with rates, and a
// rate holds at a place:
//
//	customer class ─┐
//	                ├─ rule (priority, calculate subtotal) ── rates (country, region, postcode, percent)
//	product class ──┘
//
// Table finds the rates that apply to a product at a place; they are plain percentages from then on (Rates). Calculator
// turns them into amounts, on top of a price or within it, and rounds as one of the shop's three algorithms says. What is
// taxed in which order is the business of the totals package.
//
// Classes, rates and rules are plain records; this package has their kinds, their fields and their refusals.
package tax
