package histories

import "tradelog/domain/wishlist"

// wishlistsSteps are commands, since only customers have operations on wishlists. A document is the wishlist of a customer.
var wishlistsSteps = []Step{
	{Name: "keep a product for later", Of: "product", Makes: "wishlist", Do: func(w *Walk) (int64, error) {
		note := pick(w, "", w.Name("for Ann"))
		a := wishlist.Addition{
			CustomerID: max(1, w.ID("customer")), ProductID: DocumentID(w.Document), StoreID: w.ID("store", 1), Qty: int64(1 + w.IntN(3)),
			Description: pick(w, nil, &note),
		}
		_, err := w.Commands.Wishlists.AddToWishlist(w.Context, a)
		return a.CustomerID, err
	}},
	{Name: "merge products into a wishlist", Of: "wishlist", Do: func(w *Walk) (int64, error) {
		_, _, err := w.Commands.Wishlists.SyncWishlist(w.Context, DocumentID(w.Document), 1, []int64{w.ID("product", 1), w.ID("product", 2)})
		return 0, err
	}},
	{Name: "remove an item from a wishlist", Of: "wishlist", Do: func(w *Walk) (int64, error) {
		list, err := w.Commands.Wishlists.Wishlist(w.Context, DocumentID(w.Document))
		if err != nil || len(list.Items) == 0 {
			return 0, err
		}
		return 0, w.Commands.Wishlists.RemoveFromWishlist(w.Context, DocumentID(w.Document), pick(w, list.Items...).ID)
	}},
}
