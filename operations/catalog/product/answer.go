package product

import (
	"context"
	"errors"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

// written answers a write with the product in its new state, in the written scope. If the read models are behind, it is folded from the
// streams.
func (h *handlers) written(ctx context.Context, c *operations.Call, id, storeID int64) (documents.Doc[documents.ProductItem], error) {
	var p *catalog.Product
	err := c.Settled(ctx)
	switch {
	case errors.Is(err, freshness.ErrBehind):
		p, err = h.foldProduct(ctx, c, id, storeID)
	case err == nil:
		if p, err = h.reader.Product(ctx, storeID, id); fault.KindOf(err) == fault.NotFound {
			p, err = h.reader.ProductAnywhere(ctx, storeID, pricedIn(c, storeID), id)
		}
	}
	if err != nil {
		return nil, err
	}
	return h.item(ctx, c, storeID, p)
}

func (h *handlers) foldProduct(ctx context.Context, c *operations.Call, id, storeID int64) (*catalog.Product, error) {
	s, err := h.commands.FoldProduct(ctx, id)
	if err != nil {
		return nil, err
	}
	index, err := h.reader.Categories(ctx)
	if err != nil {
		return nil, err
	}
	if err := leaveCategories(s.State, func(id int64) (bool, error) { return index.Exists(id), nil }); err != nil {
		return nil, err
	}
	p, err := catalog.FoldProduct(s.State, storeID, pricedIn(c, storeID), s.Created, s.Updated)
	if err != nil {
		return nil, err
	}
	if err := h.reader.Rate(ctx, storeID, p); err != nil {
		return nil, err
	}
	levels, err := h.commands.Levels(ctx, []int64{id})
	level, has := levels[id]
	return p.WithLevel(level, has), err
}
