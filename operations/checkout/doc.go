// Package checkout declares carts, guests' carts and the placement of orders.
//
// A cart is read from its stream and priced at that moment in its own store: nothing of it goes stale. The same pricing
// makes the quote an order is placed from.
package checkout
