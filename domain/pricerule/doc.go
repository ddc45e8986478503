// Package pricerule decides about cart price rules and their coupons: what a rule takes off a cart, when it holds, and how
// often it was used. A rule either has a coupon code, and then holds for carts with that code only, or holds by itself.
//
// There is one stream for each rule, which counts its uses:
//
//	RuleCreated ──▶ RuleChanged* ──▶ RuleDeleted
//	                   Redeemed(order) ──▶ Returned(order)
//
// A rule with a limit is redeemed once more only while the limit is not reached, so that of two checkouts racing for the
// last use exactly one wins. Redeeming and returning the same order again changes nothing.
//
// How much a rule takes off is computed by the totals package, which every cart and order goes through.
package pricerule
