// Package sales reads orders, their invoices, credit memos and shipments.
package sales

import "tradelog/readmodels"

// Reader reads orders and their documents. Make it with New.
type Reader struct {
	*readmodels.Reader
}

// New makes a reader.
func New(engine *readmodels.Reader) *Reader { return &Reader{engine} }
