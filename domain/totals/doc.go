// Package totals adds up a cart: the same function is used when a cart is read and when its order is placed, so totals are
// never stale and an order is what its cart showed.
//
// Steps run in the order of shapes-sales §2.1:
//
//	subtotal ─▶ tax within the prices ─▶ shipping and its tax ─▶ discounts ─▶ tax ─▶ gift cards ─▶ grand total
//	    └─▶ free shipping, which the carriers ask for before shipping has a price
//
// Everything is computed twice, in the website's base currency and in the display currency, each from its own unit price, so
// that each adds up by itself. Which rules hold is decided once, in the base currency.
//
// What goes in are plain values: the tax package has found the rates of each line, the pricerule package the rules the cart
// may get, and whoever asks has looked up the balances of the gift cards. Nothing here knows where they came from.
//
// Every step rounds to cents as the rules of the shop say (half away from zero, or with a carry where amounts must add up), so
// the header is a sum of cents. The last rounding of all totals (shapes-sales §2.5) could therefore change nothing and is not
// there; a property test holds every amount to whole cents instead.
package totals
