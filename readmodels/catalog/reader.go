// Package catalog reads products, their stock and categories, the texts of pages, blocks and the blog, and media files.
package catalog

import (
	"context"

	"tradelog/domain/review"
	"tradelog/domain/stock"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Reader reads the catalog. Make it with New.
type Reader struct {
	*readmodels.Reader
	accounts     func(context.Context) (documents.Names, error)
	categories   *readmodels.Snapshot[*CategoryIndex]
	assigned     *readmodels.Snapshot[map[int64]int64]
	paths        *readmodels.Snapshot[*Paths]
	cartProducts cartProducts
	whole        *readmodels.Ahead[viewKey, *Product]
	beside       *readmodels.Ahead[viewKey, *Product] // without parts
	ratings      readmodels.Cache[viewKey, review.Summary]
	marked       readmodels.Cache[string, marked]
	names        readmodels.Cache[int64, *nameOrder] // by store view
	resembling   readmodels.Cache[similarityKey, bool]
	dated        readmodels.Cache[string, bool]
}

// New makes a reader. accounts returns the names that accounts of the back office have had.
func New(engine *readmodels.Reader, accounts func(context.Context) (documents.Names, error)) *Reader {
	r := &Reader{Reader: engine, accounts: accounts}
	r.categories = readmodels.NewSnapshot(engine, loadCategories, scopes.Categories)
	r.assigned = readmodels.NewSnapshot(engine, loadAssigned, scopes.Assignments)
	r.paths = readmodels.NewSnapshot(engine, loadPaths, scopes.Paths)
	r.ratings = readmodels.NewCache[viewKey, review.Summary](engine, 10_000)
	r.marked = readmodels.NewCache[string, marked](engine, 200)
	r.names = readmodels.NewCache[int64, *nameOrder](engine, 16)
	r.resembling = readmodels.NewCache[similarityKey, bool](engine, 10_000)
	r.dated = readmodels.NewCache[string, bool](engine, 1)
	r.cartProducts = cartProducts{
		views: readmodels.NewCache[viewKey, *Product](engine, 10_000), variants: readmodels.NewCache[viewKey, *Product](engine, 2_000),
		levels: readmodels.NewCache[int64, *stock.Level](engine, 10_000), skus: readmodels.NewCache[skuKey, int64](engine, 10_000),
	}
	r.whole = readmodels.NewAhead(engine, scopesOfRated, loadRated)
	r.beside = readmodels.NewAhead(engine, scopesOfView, loadBeside)
	engine.Tracker().Watch(r.cartProducts.learn)
	return r
}
