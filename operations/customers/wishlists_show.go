package customers

import (
	"context"
	"slices"

	"tradelog/domain"
	"tradelog/domain/wishlist"
	"tradelog/operations"
	"tradelog/operations/catalog/product"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

type item = documents.WishlistItem

// list shows the items that were added in the store view and are visible there.
func (h *wishlistHandlers) list(ctx context.Context, c *operations.Call, _ operations.None) (*documents.Page[item], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	rows, err := h.Reader.Items(ctx, c.CustomerID())
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r documents.WishlistRow) bool { return r.StoreID != c.Store.ID })
	found, err := h.Catalog.ProductsByID(ctx, c.Store.ID, productsOf(rows))
	if err != nil {
		return nil, err
	}
	summaries := product.Summarise(ctx, c, h.Catalog, found)
	docs := []documents.Doc[item]{}
	for _, r := range rows {
		if s, ok := summaries[r.ProductID]; ok && s.Visible {
			doc, err := documents.Ready(showWishlist(r, s))
			if err != nil {
				return nil, err
			}
			docs = append(docs, doc)
		}
	}
	return documents.All(docs), nil
}

func productsOf(rows []documents.WishlistRow) []int64 {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ProductID
	}
	return ids
}

func showWishlist(r documents.WishlistRow, s product.Summary) item {
	out := item{
		Type: itemResource.Name, ID: r.ID, ProductID: r.ProductID, ProductName: s.Name, ProductSKU: s.SKU, ProductType: s.Type, Price: s.Price,
		FinalPrice: s.FinalPrice, ImageURL: s.Picture, URL: "/" + s.URLKey, Qty: r.Qty, AddedAt: r.AddedAt, InStock: s.InStock,
	}
	if r.Description != "" {
		out.Description = &r.Description
	}
	return out
}

// shown answers a write with the stored item of the wishlist, whether its product is on sale or not.
func (h *wishlistHandlers) shown(ctx context.Context, c *operations.Call, itemID int64) (documents.Doc[item], error) {
	r, err := h.row(ctx, c.CustomerID(), itemID)
	if err != nil {
		return nil, err
	}
	return h.showStored(ctx, c, r)
}

// row finds an item in the customer's stream.
func (h *wishlistHandlers) row(ctx context.Context, customerID, itemID int64) (documents.WishlistRow, error) {
	var list *documents.Wishlist
	if err := h.Commands.EachEvent(ctx, wishlist.Stream(customerID), func(e domain.Event, at domain.Times) {
		list = folds.ApplyWishlist(list, e, at)
	}); err != nil {
		return documents.WishlistRow{}, err
	}
	if list != nil {
		if r, ok := domain.Find(list.Items, func(r documents.WishlistRow) bool { return r.ID == itemID }); ok {
			return r, nil
		}
	}
	return documents.WishlistRow{}, wishlist.ErrNotFound
}

// showStored shows an item. A product that is not sold in the store view is shown with the values of all stores.
func (h *wishlistHandlers) showStored(ctx context.Context, c *operations.Call, r documents.WishlistRow) (documents.Doc[item], error) {
	var found map[int64]*readcatalog.Product
	var err error
	for _, store := range []int64{c.Store.ID, 0} {
		if found, err = h.Catalog.ProductsByID(ctx, store, []int64{r.ProductID}); err != nil {
			return nil, err
		}
		if len(found) > 0 {
			break
		}
	}
	return documents.Ready(showWishlist(r, product.Summarise(ctx, c, h.Catalog, found)[r.ProductID]))
}
