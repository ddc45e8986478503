// Package catalog has the commands on products, whose SKUs are unique, on the category tree, and on the stock ledger, which is one
// stream. Inventory is the ledger alone, for orders.
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
)

// Catalog are the commands.
type Catalog struct {
	*commands.Engine
	*Inventory
	products   commands.Repository[record.State]
	categories commands.Repository[record.State]
}

// New makes the commands.
func New(e *commands.Engine, settings Settings) *Catalog {
	return &Catalog{
		Engine: e, Inventory: newInventory(e, settings),
		products: commands.OpenRecords(e, catalog.Products), categories: commands.OpenRecords(e, catalog.Categories),
	}
}

// Product returns a product as its stream has it. record.ErrNotFound: there is none, or no longer.
func (c *Catalog) Product(ctx context.Context, id int64) (record.State, error) {
	return c.products.Get(ctx, id)
}

// Category returns a category as its stream has it. record.ErrNotFound: there is none, or no longer.
func (c *Catalog) Category(ctx context.Context, id int64) (record.State, error) {
	return c.categories.Get(ctx, id)
}

// ProductOfSKU returns the product that has a SKU, in any case, from the log: the read model may lack it for a moment.
// record.ErrNotFound: no product has it.
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

// Dated is a record, when it was made, and when its newest change was recorded.
type Dated struct {
	record.State
	Created, Updated time.Time
}

// FoldProduct folds a product from its stream, with its times: what an answer is made of while a projector is behind.
func (c *Catalog) FoldProduct(ctx context.Context, id int64) (Dated, error) {
	return c.fold(ctx, catalog.Products.Stream(id))
}

// FoldCategory does the same for a category.
func (c *Catalog) FoldCategory(ctx context.Context, id int64) (Dated, error) {
	return c.fold(ctx, catalog.Categories.Stream(id))
}

func (c *Catalog) fold(ctx context.Context, stream string) (d Dated, err error) {
	err = c.EachEvent(ctx, stream, func(e domain.Event, at domain.Times) {
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

// Install makes the roots of the category tree.
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

// member decodes a member of a record; the zero value if it has none of that type.
func member[T any](values record.Values, name string) (v T) {
	if json.Unmarshal(values[name], &v) != nil {
		return *new(T)
	}
	return v
}
