// Package reviews reads reviews of products.
package reviews

import "tradelog/readmodels"

// Reader reads reviews. Make it with New.
type Reader struct {
	*readmodels.Reader
}

// New makes a reader.
func New(engine *readmodels.Reader) *Reader { return &Reader{engine} }
