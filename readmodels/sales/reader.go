// Package sales reads orders, their invoices, credit memos and shipments. It also reads price rules with their coupons, gift cards,
// revocation requests, tables of shipping rates and the index of carts. The contents of a cart are read from its stream.
package sales

import (
	"context"

	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Reader reads orders and their documents. Make it with New.
type Reader struct {
	*readmodels.Reader
	names func(context.Context) (documents.Names, error)
	ahead *readmodels.Ahead[int64, *Order]
}

// New makes a reader. names returns the names that accounts of the back office have had.
func New(engine *readmodels.Reader, names func(context.Context) (documents.Names, error)) *Reader {
	ahead := readmodels.NewAhead(engine, func(id int64) []scopes.Scope { return []scopes.Scope{scopes.Order(id)} }, loadOrders)
	return &Reader{engine, names, ahead}
}
