// Package taxes reads tax rates and rules.
package taxes

import (
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Reader reads taxes. Of returns it.
type Reader struct {
	*readmodels.Reader
	taxes *readmodels.Snapshot[*Taxes]
}

// Of returns the reader of taxes that goes with an engine, always the same one: hooks of plain records have only the engine.
func Of(engine *readmodels.Reader) *Reader {
	return readmodels.Shared(engine, func() *Reader {
		return &Reader{engine, readmodels.NewSnapshot(engine, loadTaxes, scopes.Taxes...)}
	})
}
