// Package giftcard decides about gift cards. Each card is a stream, and its balance is what its events left:
//
//	Created ──▶ Charged(order) ──▶ Credited(refund, cancellation)    the order was placed
//	                 └────────────▶ ChargeUndone                      the order never came into being
//	            Adjusted, StatusChanged                               by the shop
//	            Expired                                               by time
//
// Charging an order again, or crediting the same refund again, changes nothing, and an order never gets back more than it
// was charged. Every event that moves the balance carries what it moved it to, so that the card's history is its events.
//
// Balances are in the base currency of the card's websites.
package giftcard
