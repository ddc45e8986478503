// Package revocation decides about customers' requests to revoke a contract (shapes-sales §14). Each request is a stream, and several may
// be about one order:
//
//	Submitted ──▶ Processed(accepted, rejected, info_requested)   any number of times, in any order
//	          ──▶ Noted                                          what the back office writes down
//
// A declaration takes effect when it is received. The declaration is stored whether or not e-mails are sent, and processing it changes
// neither the order nor any payment. Orders are refunded by credit memos.
//
// Receipts are counted by address, each in a stream that names the address by a digest. A limit per day applies to them, so that repeated
// submissions do not flood an address with e-mails.
package revocation
