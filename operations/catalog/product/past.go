package product

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/operations/catalog/scope"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// past renders a product as of the past that the call asks for. now is the present product, whose stock, rating and parts it shows: the
// stock ledger is one stream of the whole shop, and would have to be read from its beginning. missing tells why there is none now.
func (h *handlers) past(ctx context.Context, c *operations.Call, id int64, now *catalog.Product, missing error) (
	documents.Doc[documents.ProductItem], error) {
	if missing != nil && fault.KindOf(missing) != fault.NotFound {
		return nil, missing
	}
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
	p, err := catalog.FoldProduct(s.State, storeID, pricedIn(c, storeID), s.Created, s.Updated)
	if err != nil {
		return nil, err
	}
	if err := scope.CheckWebsites(c, p.WebsiteIDs); err != nil {
		return nil, err
	}
	if missing == nil {
		p.Choices, p.Managed, p.Unmanaged, p.Rating = now.Choices, now.Managed, now.Unmanaged, now.Rating
		p = p.WithLevel(now.Level, now.HasLevel)
	}
	moment, err := c.Moment(ctx)
	if err != nil {
		return nil, err
	}
	v, err := h.items(ctx, c, storeID, p)
	if err != nil {
		return nil, err
	}
	v.date = c.Shop.Today(c.Store.ID, moment)
	return v.show(p, standalone)
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
