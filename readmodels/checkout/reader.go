// Package checkout reads the index of carts, and tables of shipping rates. The contents of a cart are read from its stream.
package checkout

import (
	"tradelog/domain/shipping"
	"tradelog/internal/lru"
	"tradelog/readmodels"
)

// Reader finds carts and reads shipping rates. Make it with New.
type Reader struct {
	*readmodels.Reader
	masks  lru.Cache[string, int64] // carts by masked ID
	tables readmodels.Cache[tableKey, *shipping.RateTable]
}

// New makes a reader.
func New(engine *readmodels.Reader) *Reader {
	return &Reader{
		Reader: engine, masks: lru.New[string, int64](50_000), tables: readmodels.NewCache[tableKey, *shipping.RateTable](engine, 100),
	}
}
