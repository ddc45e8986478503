// Package checkout declares carts, guests' carts and the placement of orders.
//
// A cart is read from its stream and quoted at that moment in its own store, so its prices are always current. The same quote is the basis
// of the order.
package checkout
