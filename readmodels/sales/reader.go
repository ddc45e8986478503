// Package sales reads orders, their invoices, credit memos and shipments.
package sales

import (
	"context"

	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// Reader reads orders and their documents. Make it with New.
type Reader struct {
	*readmodels.Reader
	names func(context.Context) (documents.Names, error)
}

// New makes a reader. names returns the names that accounts of the back office have had.
func New(engine *readmodels.Reader, names func(context.Context) (documents.Names, error)) *Reader {
	return &Reader{engine, names}
}
