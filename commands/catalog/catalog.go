// Package catalog has the commands on products, whose SKUs are unique, on the category tree, and on the stock ledger, which is one stream.
// Inventory has the commands on the ledger alone, for orders. MediaFiles has the commands on the files of pictures and pages.
package catalog

import (
	"context"
	"encoding/json"
	"time"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/record"
	"tradelog/eventstore"
)

// Catalog carries out the commands on products, categories and stock.
type Catalog struct {
	*commands.Engine
	*Inventory
	products   commands.Repository[record.State]
	categories commands.Repository[record.State]
	days       commands.Repository[catalog.Days]
}

// NewCatalog returns the commands.
func NewCatalog(e *commands.Engine, settings Settings) *Catalog {
	return &Catalog{
		Engine: e, Inventory: newInventory(e, settings),
		products: commands.OpenRecords(e, catalog.Products), categories: commands.OpenRecords(e, catalog.Categories),
		days: commands.Open(e, days),
	}
}

// Product returns the state of a product from its stream. record.ErrNotFound: there is none, or it was deleted.
func (c *Catalog) Product(ctx context.Context, id int64) (record.State, error) {
	return c.products.Get(ctx, id)
}

// Category returns the state of a category from its stream. record.ErrNotFound: there is none, or it was deleted.
func (c *Catalog) Category(ctx context.Context, id int64) (record.State, error) {
	return c.categories.Get(ctx, id)
}

// ProductOfSKU returns the product with a SKU, in any case. It reads the log, because the read model may be behind. record.ErrNotFound: no
// product has the SKU.
func (c *Catalog) ProductOfSKU(ctx context.Context, sku string) (record.State, error) {
	owner, err := c.Holder(ctx, claim.SKU(sku))
	if err != nil {
		return record.State{}, err
	}
	if owner == "" {
		return record.State{}, record.ErrNotFound
	}
	return c.Product(ctx, domain.StreamID(owner))
}

// Dated is a record with the times of its creation and of its newest change.
type Dated struct {
	record.State
	Created, Updated time.Time
}

// FoldProduct folds a product from its stream, with its times. Responses use it while a projector is behind.
func (c *Catalog) FoldProduct(ctx context.Context, id int64) (Dated, error) {
	return c.ProductUntil(ctx, id, eventstore.Until{})
}

// ProductUntil is FoldProduct as of the past. record.ErrNotFound: there was none then.
func (c *Catalog) ProductUntil(ctx context.Context, id int64, until eventstore.Until) (Dated, error) {
	return c.fold(ctx, catalog.Products.Stream(id), until)
}

// FoldCategory folds a category from its stream, with its times.
func (c *Catalog) FoldCategory(ctx context.Context, id int64) (Dated, error) {
	return c.CategoryUntil(ctx, id, eventstore.Until{})
}

// CategoryUntil is FoldCategory as of the past. record.ErrNotFound: there was none then.
func (c *Catalog) CategoryUntil(ctx context.Context, id int64, until eventstore.Until) (Dated, error) {
	return c.fold(ctx, catalog.Categories.Stream(id), until)
}

func (c *Catalog) fold(ctx context.Context, stream string, until eventstore.Until) (d Dated, err error) {
	err = c.EachUntil(ctx, stream, until, func(e domain.Event, at domain.Times) {
		if !d.Exists {
			d.Created = at.Occurred
		}
		d.State, d.Updated = record.Evolve(d.State, e), at.Recorded
	})
	if err == nil && !d.Live() {
		err = record.ErrNotFound
	}
	return d, err
}

// Install creates the roots of the category tree.
func (c *Catalog) Install(ctx context.Context) error {
	for _, root := range []catalog.Category{
		{ID: catalog.TreeRoot, Name: "Root Catalog", IsActive: true, Position: 0},
		{ID: 2, Name: "Default Category", ParentID: catalog.TreeRoot, IsActive: true, Position: 1},
	} {
		if err := commands.Seed(ctx, c.categories, catalog.Categories, root.ID, root); err != nil {
			return err
		}
	}
	return nil
}

// member decodes a member of a record. It returns the zero value if the member is missing or has another type.
func member[T any](values record.Values, name string) (v T) {
	if json.Unmarshal(values[name], &v) != nil {
		return *new(T)
	}
	return v
}
