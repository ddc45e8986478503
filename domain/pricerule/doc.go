// Package pricerule decides about cart price rules and their coupons: the discount of a rule, when it applies, and its number of uses. A
// rule with a coupon code applies only to carts with that code; a rule without one applies by itself.
//
// Each rule has a stream, which counts its uses:
//
//	Created ──▶ Changed* ──▶ Deleted
//	               Redeemed(order) ──▶ Returned(order)
//
// A rule with a limit can be redeemed only while the limit is not reached. So of two checkouts racing for the last use exactly one wins.
// Redeeming and returning the same order again changes nothing.
//
// Package totals computes the discount of a rule on a cart or an order.
package pricerule
