package product

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	catalogcommands "tradelog/commands/catalog"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// past renders a single product of the requested past.
func (h *handlers) past(ctx context.Context, c *operations.Call, id int64) (documents.Doc[documents.ProductItem], error) {
	then := input.PastOf(c, h.commands, h.reader)
	p, moment, err := h.pastProduct(ctx, c, then, id)
	if err != nil {
		return nil, err
	}
	v, err := h.items(ctx, c, input.Viewed(c), p)
	if err != nil {
		return nil, err
	}
	v.date = c.Shop.Today(c.Store.ID, moment)
	for _, id := range slices.Concat(catalog.PartsOf(p.Type, p.Parts)...) {
		part, err := h.soldThen(ctx, c, then, id)
		if err != nil {
			return nil, err
		}
		if v.Others[id] = part; part == nil {
			delete(v.Others, id)
		}
	}
	return v.show(p, standalone)
}

// pastRow renders the lists' row of a product in the requested past.
func (h *handlers) pastRow(ctx context.Context, c *operations.Call, in productPath) (documents.Doc[documents.ProductRow], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	p, moment, err := h.pastProduct(ctx, c, input.PastOf(c, h.commands, h.reader), in.ID)
	if err != nil {
		return nil, err
	}
	v := ViewOf(ctx, c, h.reader)
	v.date = c.Shop.Today(c.Store.ID, moment)
	return v.show(p, row)
}

// pastProduct returns a product of the requested past, and its time. The rating is the present one, because only a read of the whole log
// would find deleted reviews.
func (h *handlers) pastProduct(ctx context.Context, c *operations.Call, then *input.Products, id int64) (
	p *readcatalog.Product, moment time.Time, err error) {
	if _, err := Readable(ctx, c, h.reader, id); err != nil && fault.KindOf(err) != fault.NotFound {
		return nil, moment, err
	}
	if err := then.Load(ctx, id); err != nil {
		return nil, moment, err
	}
	if p, err = h.foldPast(ctx, c, then, id); err != nil {
		return nil, moment, err
	}
	if err := input.CheckWebsites(c, p.WebsiteIDs); err != nil {
		return nil, moment, err
	}
	if err := h.reader.Rate(ctx, p.StoreID, p); err != nil {
		return nil, moment, err
	}
	moment, err = c.Moment(ctx)
	return p, moment, err
}

// soldThen returns a part of a product in the requested past; nil if it was not sold in the store view.
func (h *handlers) soldThen(ctx context.Context, c *operations.Call, then *input.Products, id int64) (*readcatalog.Product, error) {
	was, err := then.Product(ctx, id)
	switch {
	case errors.Is(err, record.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case !soldIn(c, input.Viewed(c), was.Value.WebsiteIDs):
		return nil, nil
	}
	return h.stocked(ctx, c, then, was.Dated)
}

// soldIn reports whether a product of some websites is sold in a store view; 0 means the values of all stores.
func soldIn(c *operations.Call, storeID int64, websites []int64) bool {
	view, ok := c.Shop.Store(storeID)
	return storeID == 0 || ok && slices.Contains(websites, view.WebsiteID)
}

// stocked renders a past product in the viewed store view, with its stock and the prices of its parts. A product that was not sold there
// has neither the availability nor the prices of its parts, as today.
func (h *handlers) stocked(
	ctx context.Context,
	c *operations.Call,
	then *input.Products,
	s catalogcommands.Dated,
) (*readcatalog.Product, error) {
	storeID := input.Viewed(c)
	p, err := readcatalog.FoldProduct(s.State, storeID, pricedIn(c, storeID), s.Created, s.Updated)
	if err != nil {
		return nil, err
	}
	stock, _ := then.Stock(s.ID)
	p.Level, p.HasLevel = stock.Level()
	if !soldIn(c, storeID, p.WebsiteIDs) {
		return p, nil
	}
	p.Stock = stock
	was, err := record.Read[catalog.Product](catalog.ProductIn(s.State, storeID, pricedIn(c, storeID)))
	if err != nil {
		return nil, err
	}
	manages := c.Shop.StockConfig()
	p.Choices = was.Choices(func(id int64) (offer catalog.Offer, sold, inStock bool) {
		part, failure := then.Product(ctx, id)
		if failure != nil {
			if !errors.Is(failure, record.ErrNotFound) {
				err = failure
			}
			return offer, false, false
		}
		child, failure := record.Read[catalog.Product](catalog.ProductIn(part.State, storeID, pricedIn(c, storeID)))
		if failure != nil {
			err = failure
		}
		held, _ := then.Stock(id)
		on := held.Stored.OnSale()
		inStock = catalog.HasStock(child.Type) && (on.Managed || !manages.Manage && on.Unmanaged)
		return child.Offer(pricedIn(c, storeID)), failure == nil && child.IsActive && soldIn(c, storeID, child.WebsiteIDs), inStock
	})
	return p, err
}

// foldPast renders a product of the requested past, with the categories that it had then.
func (h *handlers) foldPast(ctx context.Context, c *operations.Call, then *input.Products, id int64) (*readcatalog.Product, error) {
	was, err := then.Product(ctx, id)
	if err != nil {
		return nil, err
	}
	s := was.Dated
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
				s.Updated = category.Updated // the deletion of the category changed the product
			}
			return false, nil
		}
		return err == nil, err
	}); err != nil {
		return nil, err
	}
	p, err := h.stocked(ctx, c, then, s)
	if err != nil {
		return nil, err
	}
	at, err := then.Position(ctx)
	if err != nil {
		return nil, err
	}
	shown, err := h.reader.ShownSince(ctx, id, at)
	if shown.After(s.Updated) {
		p.UpdatedAt = &shown
	}
	return p, err
}

// leaveCategories removes missing categories from the state of a product. The deletion of a category removes it from products without an
// event of theirs.
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
