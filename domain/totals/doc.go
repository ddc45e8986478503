// Package totals computes the totals of a cart. The same function is used when a cart is read and when its order is placed. So totals are
// never stale, and an order has the totals that its cart showed.
//
// Steps run in the order of shapes-sales §2.1:
//
//	subtotal ─▶ tax within the prices ─▶ shipping and its tax ─▶ discounts ─▶ tax ─▶ gift cards ─▶ grand total
//	    └─▶ free shipping, which the carriers need before shipping has a price
//
// Everything is computed twice, in the website's base currency and in the display currency. Each uses its own unit price, so that each adds
// up by itself. The rules that apply are selected once, in the base currency.
//
// The input is plain values. They are the rates of each line from package tax, the rules that may apply from package pricerule, and the
// balances of the gift cards. This package does not know where they come from.
//
// Every step rounds to cents by the rules of the shop (half away from zero, or with a carry where amounts must add up). So the totals are
// sums of cents. The last rounding of all totals (shapes-sales §2.5) would therefore change nothing and is omitted; a property test checks
// that every amount is whole cents.
package totals
