// Package giftcard decides about gift cards. Each card is a stream; its balance follows from its events:
//
//	Created ──▶ Charged(order) ──▶ Credited(refund, cancellation)    the order was placed
//	                 └────────────▶ ChargeUndone                      the order was not placed
//	            Adjusted, StatusChanged                               by the shop
//	            Expired                                               by time
//
// Charging an order again, or crediting the same refund again, changes nothing, and an order never gets back more than it was charged.
// Every event that changes the balance carries the new balance, so that the events are the card's history.
//
// Balances are in the base currency of the card's websites.
package giftcard
