// Package revocations reads revocation requests.
package revocations

import "tradelog/readmodels"

// Reader reads revocation requests. Make it with New.
type Reader struct {
	*readmodels.Reader
}

// New makes a reader.
func New(engine *readmodels.Reader) *Reader { return &Reader{engine} }
