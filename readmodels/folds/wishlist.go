package folds

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/person"
	"tradelog/domain/wishlist"
	"tradelog/readmodels/documents"
)

// ApplyWishlist folds one event into a wishlist.
func ApplyWishlist(w *documents.Wishlist, e domain.Event, at domain.Times) *documents.Wishlist {
	if w == nil {
		w = &documents.Wishlist{}
	}
	switch e := e.(type) {
	case person.Forgotten:
		w.Items = nil
	case wishlist.ItemAdded:
		w.Items = append(w.Items, documents.WishlistRow{
			ID: e.ItemID, ProductID: e.ProductID, StoreID: e.StoreID, Qty: e.Qty, Description: e.Description,
			AddedAt: documents.Time(at.Occurred),
		})
	case wishlist.ItemChanged:
		for i := range w.Items {
			if w.Items[i].ID == e.ItemID {
				w.Items[i].Qty, w.Items[i].Description = e.Qty, e.Description
			}
		}
	case wishlist.ItemRemoved:
		w.Items = slices.DeleteFunc(w.Items, func(r documents.WishlistRow) bool { return r.ID == e.ItemID })
	}
	return w
}
