// Package promotions reads price rules and coupons.
package promotions

import (
	"tradelog/domain/pricerule"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Reader reads price rules. Make it with New.
type Reader struct {
	*readmodels.Reader
	automatic *readmodels.Snapshot[[]pricerule.Offer]
	coupons   readmodels.Cache[string, *pricerule.Offer]
}

// New makes a reader.
func New(engine *readmodels.Reader) *Reader {
	r := &Reader{Reader: engine}
	r.automatic = readmodels.NewSnapshot(engine, loadAutomatic, scopes.AutomaticRules)
	r.coupons = readmodels.NewCache[string, *pricerule.Offer](engine, 5000)
	return r
}
