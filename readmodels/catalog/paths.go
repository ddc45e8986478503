package catalog

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/readmodels"
)

// Paths maps the URL keys of products and categories that are published under another path, because something else has theirs.
type Paths struct{ own map[pathOf]string }

type pathOf struct {
	kind string
	id   int64
	key  string
}

// Paths returns the paths, from memory while nothing changed.
func (r *Reader) Paths(ctx context.Context) (*Paths, error) { return r.paths.Get(ctx) }

func loadPaths(ctx context.Context, from readmodels.Source) (*Paths, error) {
	p := &Paths{map[pathOf]string{}}
	rows, err := from.Query(ctx, `SELECT kind, id, key, path FROM read.url_addresses WHERE path <> key AND stores <> '{}'`)
	if err != nil {
		return nil, err
	}
	var at pathOf
	var path string
	_, err = pgx.ForEachRow(rows, []any{&at.kind, &at.id, &at.key, &path}, func() error {
		p.own[at] = path
		return nil
	})
	return p, err
}

// Product returns the path under which the URL key of a product is published.
func (p *Paths) Product(id int64, key string) string { return p.of(catalog.Products.Name, id, key) }

// Category returns the path segment under which the URL key of a category is published, below its parent.
func (p *Paths) Category(id int64, key string) string { return p.of(catalog.Categories.Name, id, key) }

func (p *Paths) of(kind string, id int64, key string) string {
	if p == nil || len(p.own) == 0 {
		return key
	}
	if own, ok := p.own[pathOf{kind, id, key}]; ok {
		return own
	}
	return key
}

// PageOf returns the name of a product in a store view, and the path of the page that sells it. The page is its own, or that of the
// composite of which it is a part if it has none. suffix is the configured end of paths. The name is empty if the product is not for sale
// there.
func (r *Reader) PageOf(ctx context.Context, storeID, id int64, suffix string) (name, page string, err error) {
	shown, err := r.ProductsByID(ctx, storeID, []int64{id})
	p := shown[id]
	if err != nil || p == nil || !p.Enabled {
		return "", "", err
	}
	name = p.Name
	if !p.InCatalog && !p.InSearch {
		whole, err := r.SoldAs(ctx, storeID, id, "configurable", "grouped", "bundle")
		if err != nil {
			return "", "", err
		}
		if shown, err = r.ProductsByID(ctx, storeID, []int64{whole}); err != nil {
			return "", "", err
		}
		if p = shown[whole]; p == nil {
			return name, "/", nil
		}
	}
	var doc struct {
		URLKey string `json:"urlKey"`
	}
	if err := json.Unmarshal(p.Doc, &doc); err != nil || doc.URLKey == "" {
		return name, "/", err
	}
	paths, err := r.Paths(ctx)
	if err != nil {
		return "", "", err
	}
	return name, "/" + paths.Product(p.ID, doc.URLKey) + suffix, nil
}
