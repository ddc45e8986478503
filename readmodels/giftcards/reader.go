// Package giftcards reads gift cards.
package giftcards

import (
	"tradelog/domain/giftcard"
	"tradelog/readmodels"
)

// Reader reads gift cards. Make it with New.
type Reader struct {
	*readmodels.Reader
	cards readmodels.Cache[int64, *giftcard.Card]
}

// New makes a reader.
func New(engine *readmodels.Reader) *Reader {
	r := &Reader{Reader: engine}
	r.cards = readmodels.NewCache[int64, *giftcard.Card](engine, 5000)
	return r
}
