package customers

import (
	"tradelog/domain/wishlist"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/scopes"
)

// Wishlists stores the items of each customer's wishlist.
var Wishlists = projections.Definition{
	Name: "wishlists", Version: 1, Tables: []string{"wishlists"}, Events: projections.EventNames(wishlist.EventSpecs()),
	New: projections.PerStream[wishlistRow]{
		Memory: 200,
		Table:  "wishlists",
		Fold: func(w *projections.Writer, e projections.Event, list *wishlistRow) (bool, error) {
			folds.ApplyWishlist((*documents.Wishlist)(list), e.Payload, e.Times())
			w.Touch(e.Position, scopes.Stream("wishlists", e.Stream))
			return true, nil
		},
		Put: func(w *projections.Writer, customer int64, list *wishlistRow, last projections.Event) (bool, error) {
			items := list.Items
			if items == nil {
				items = []documents.WishlistRow{}
			}
			encoded, err := documents.Encode(items)
			if err != nil {
				return false, err
			}
			w.Put(wishlistsTable, customer, encoded, last.Position)
			return true, nil
		},
	}.Projector,
}

type wishlistRow struct {
	Items []documents.WishlistRow `db:"items,json"`
}

var wishlistsTable = &projections.Table{Name: "wishlists", Keys: 1, Columns: projections.Columns("id bigint, items text, version bigint")}

// Marks finds the identifiers of wishlist items.
var WishlistMarks = projections.Marks{
	Events: []string{wishlist.ItemAdded{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("wishlist_item", e.Payload.(wishlist.ItemAdded).ItemID)
	},
}
