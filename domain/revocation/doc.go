// Package revocation decides about requests of customers to revoke a contract (shapes-sales §14). Each is a
// stream of its own, and several may be about one order:
//
//	Submitted ──▶ Processed(accepted, rejected, info_requested)   any number of times, in any order
//	          ──▶ Noted                                          what the back office writes down
//
// A declaration takes effect by being received: it is stored whatever becomes of e-mails, and processing it changes neither
// the order nor any payment. Orders are refunded by credit memos.
//
// Receipts are counted by address, each in a stream of its own that names the address by a digest. A customer who submits
// again and again is told once a day.
package revocation
