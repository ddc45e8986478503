package product

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/operations/catalog/scope"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// past renders a product alone as of the past that the call asks for.
func (h *handlers) past(ctx context.Context, c *operations.Call, id int64) (documents.Doc[documents.ProductItem], error) {
	p, moment, err := h.pastProduct(ctx, c, id)
	if err != nil {
		return nil, err
	}
	v, err := h.items(ctx, c, scope.Viewed(c), p)
	if err != nil {
		return nil, err
	}
	v.date = c.Shop.Today(c.Store.ID, moment)
	return v.show(p, standalone)
}

// pastRow renders the row that lists had of a product in the past that the call asks for.
func (h *handlers) pastRow(ctx context.Context, c *operations.Call, in productPath) (documents.Doc[documents.ProductRow], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	p, moment, err := h.pastProduct(ctx, c, in.ID)
	if err != nil {
		return nil, err
	}
	v := ViewOf(ctx, c, h.reader)
	v.date = c.Shop.Today(c.Store.ID, moment)
	return v.show(p, row)
}

// pastProduct returns a product as of the past that the call asks for, and the time of then. Its stock, its rating and what its parts cost
// are of the present: the stock ledger is one stream of the whole shop, and would have to be read from its beginning.
func (h *handlers) pastProduct(ctx context.Context, c *operations.Call, id int64) (p *catalog.Product, moment time.Time, err error) {
	now, missing := Readable(ctx, c, h.reader, id)
	if missing != nil && fault.KindOf(missing) != fault.NotFound {
		return nil, moment, missing
	}
	if p, err = h.foldPast(ctx, c, id); err != nil {
		return nil, moment, err
	}
	if err := scope.CheckWebsites(c, p.WebsiteIDs); err != nil {
		return nil, moment, err
	}
	if missing == nil {
		p.Choices, p.Managed, p.Unmanaged, p.Rating = now.Choices, now.Managed, now.Unmanaged, now.Rating
		p = p.WithLevel(now.Level, now.HasLevel)
	}
	moment, err = c.Moment(ctx)
	return p, moment, err
}

// foldPast folds a product as of the past that the call asks for, with the categories that it had then.
func (h *handlers) foldPast(ctx context.Context, c *operations.Call, id int64) (*catalog.Product, error) {
	s, err := h.commands.ProductUntil(ctx, id, c.AsOf())
	if err != nil {
		return nil, err
	}
	index, err := h.reader.Categories(ctx)
	if err != nil {
		return nil, err
	}
	if err := leaveCategories(s.State, func(id int64) (bool, error) {
		if index.Exists(id) {
			return true, nil
		}
		category, err := h.commands.CategoryUntil(ctx, id, c.AsOf())
		if errors.Is(err, record.ErrNotFound) {
			if category.Deleted && category.Updated.After(s.Updated) {
				s.Updated = category.Updated // losing the category changed the product
			}
			return false, nil
		}
		return err == nil, err
	}); err != nil {
		return nil, err
	}
	storeID := scope.Viewed(c)
	return catalog.FoldProduct(s.State, storeID, pricedIn(c, storeID), s.Created, s.Updated)
}

// leaveCategories removes categories that do not exist from the state of a product: the deletion of a category removes it from products
// without an event of theirs.
func leaveCategories(s record.State, exists func(id int64) (bool, error)) error {
	var categories []int64
	if json.Unmarshal(s.Values[0]["categoryIds"], &categories) != nil {
		return nil
	}
	known := []int64{}
	for _, id := range categories {
		is, err := exists(id)
		if err != nil {
			return err
		}
		if is {
			known = append(known, id)
		}
	}
	if slices.Equal(known, categories) {
		return nil
	}
	return input.Set(s.Values[0], "categoryIds", known)
}
