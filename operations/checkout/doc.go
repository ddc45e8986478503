// Package checkout declares carts, guests' carts, the placement of orders, and coupons. A coupon is a price rule with a code (shapes-sales
// §3).
//
// A cart is read from its stream and quoted at that moment in its own store, so its prices are always current. The same quote is the basis
// of the order.
package checkout
