// Package directory reads the structure and configuration of the shop, and its tax rates and rules.
package directory

import (
	"tradelog/domain/settings"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Reader reads the shop. Make it with New.
type Reader struct {
	*readmodels.Reader
	settings *settings.Table
	shop     *readmodels.Snapshot[*Shop]
}

// New makes a reader. table holds the defaults of the configuration.
func New(engine *readmodels.Reader, table *settings.Table) *Reader {
	r := &Reader{Reader: engine}
	r.settings = table
	r.shop = readmodels.NewSnapshot(engine, r.loadShop, scopes.Shop)
	return r
}
