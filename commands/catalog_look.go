package commands

import (
	"context"
	"time"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/record"
	"tradelog/domain/stock"
)

// Product returns a product as its stream has it. record.ErrNotFound: there is none, or no longer.
func (c *Commands) Product(ctx context.Context, id int64) (record.State, error) {
	return look(ctx, c.products, id)
}

// Category returns a category as its stream has it. record.ErrNotFound: there is none, or no longer.
func (c *Commands) Category(ctx context.Context, id int64) (record.State, error) {
	return look(ctx, c.categories, id)
}

func look(ctx context.Context, r *Repository[record.State], id int64) (found record.State, err error) {
	err = r.View(ctx, r.Stream(id), func(s record.State, _ bool) error {
		if !s.Live() {
			return record.ErrNotFound
		}
		found = s // folding makes new states and leaves this one as it is
		return nil
	})
	return found, err
}

// ProductOfSKU finds the product that has a SKU, in any case, in the log itself: for the moment in which a read model has
// not heard of it. record.ErrNotFound: nobody has it.
func (c *Commands) ProductOfSKU(ctx context.Context, sku string) (record.State, error) {
	owner := ""
	if err := c.claims.View(ctx, claim.SKU(sku), func(s claim.State, _ bool) error { owner = s.Owner; return nil }); err != nil {
		return record.State{}, err
	}
	if owner == "" {
		return record.State{}, record.ErrNotFound
	}
	return c.Product(ctx, domain.StreamID(owner))
}

// StockLevel returns what the ledger has of a product; known is false when it never had a level.
func (c *Commands) StockLevel(ctx context.Context, productID int64) (level stock.Level, known bool, err error) {
	err = c.ledger.View(ctx, stock.Stream, func(l *stock.Ledger, _ bool) error {
		if has := l.Levels[productID]; has != nil {
			level, known = *has, true
		}
		return nil
	})
	return level, known, err
}

// Dated is a record, when it was made, and when its newest change was recorded.
type Dated struct {
	record.State
	Created, Updated time.Time
}

// FoldProduct folds a product from its stream, with its times: what an answer is made of while a projector is behind.
func (c *Commands) FoldProduct(ctx context.Context, id int64) (Dated, error) {
	return c.foldRecord(ctx, catalog.Products.Stream(id))
}

// FoldCategory does the same for a category.
func (c *Commands) FoldCategory(ctx context.Context, id int64) (Dated, error) {
	return c.foldRecord(ctx, catalog.Categories.Stream(id))
}

func (c *Commands) foldRecord(ctx context.Context, stream string) (d Dated, err error) {
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
