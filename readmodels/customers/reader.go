// Package customers reads customers, their wishlists, reviews and stock alerts, and subscribers of the newsletter.
package customers

import (
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Reader reads customers. Make it with New.
type Reader struct {
	*readmodels.Reader
	known readmodels.Cache[int64, *Customer]
	ahead *readmodels.Ahead[int64, *Customer]
}

// New makes a reader.
func New(engine *readmodels.Reader) *Reader {
	r := &Reader{Reader: engine}
	r.known = readmodels.NewCache[int64, *Customer](engine, 20_000)
	r.ahead = readmodels.NewAhead(engine, func(id int64) []scopes.Scope { return []scopes.Scope{scopes.Customer(id)} }, loadCustomers)
	return r
}
