// Package tradelog is a client of a shop over REST v2. It needs only the standard library.
//
//	shop, err := tradelog.New("https://shop.example", tradelog.Options{Login: tradelog.ServiceLogin(id, secret)})
//	order, err := tradelog.Get[api.Order](ctx, shop, tradelog.Path("orders", 42), nil)
//
// A Client logs in and renews its token. It repeats failed requests with the same idempotency key, remembers answers by their ETag, and
// reads its own writes. List walks through lists, Client.Follow follows the feed of changes, Verifier checks webhooks. Package api has the
// types of answers and bodies. Errors are of type *Error.
package tradelog

// Version is the version of this library.
const Version = "1.0.0"
