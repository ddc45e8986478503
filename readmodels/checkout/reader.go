// Package checkout reads carts and tables of shipping rates. What a cart holds is read from its stream.
package checkout

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"tradelog/domain/shipping"
	"tradelog/readmodels"
)

// Reader reads what carts are found by, and shipping rates. Make it with New.
type Reader struct {
	*readmodels.Reader
	masks  *lru.Cache[string, int64] // carts by masked ID
	tables *readmodels.Cache[tableKey, *shipping.RateTable]
}

// New makes a reader.
func New(engine *readmodels.Reader) *Reader {
	r := &Reader{Reader: engine}
	r.tables = readmodels.NewCache[tableKey, *shipping.RateTable](engine, 100)
	var err error
	if r.masks, err = lru.New[string, int64](50_000); err != nil {
		panic(err)
	}
	return r
}
