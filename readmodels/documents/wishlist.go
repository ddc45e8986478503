package documents

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/person"
	"tradelog/domain/wishlist"
)

// WishlistItem is a product that a customer keeps for later, as the API shows it (shapes-customer §4.2). The members of the product are
// looked up when it is shown.
type WishlistItem struct {
	Type        string         `json:"@type"`
	ID          int64          `json:"id" about:"ID of the wishlist item"`
	ProductID   int64          `json:"productId" about:"ID of the product"`
	ProductName string         `json:"productName" about:"name of the product"`
	ProductSKU  string         `json:"productSku" about:"SKU of the product"`
	ProductType string         `json:"productType" about:"product type: simple, virtual, configurable, grouped, bundle, downloadable or giftcard"`
	Price       *money.Decimal `json:"productPrice,omitempty" doc:"price without discounts; absent for product types without their own price"`
	FinalPrice  *money.Decimal `json:"productFinalPrice,omitempty" doc:"price of one unit today, with all catalog discounts"`
	ImageURL    string         `json:"productImageUrl" doc:"URL of the small picture; empty if there is none"`
	URL         string         `json:"productUrl" doc:"path of the product page"`
	Qty         int64          `json:"qty" about:"quantity"`
	Description *string        `json:"description,omitempty" doc:"customer's note"`
	AddedAt     string         `json:"addedAt" doc:"time of adding, in UTC; empty if nothing was merged" pattern:"^(\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2})?$"`
	InStock     bool           `json:"inStock" about:"whether it is in stock"`
	Extensions  Extensions     `json:"extensions"`
}

// Wishlist is the stored form of a customer's wishlist.
type Wishlist struct{ Items []WishlistRow }

// WishlistRow is the stored form of an item.
type WishlistRow struct {
	ID          int64  `json:"id"`
	ProductID   int64  `json:"productId"`
	StoreID     int64  `json:"storeId"`
	Qty         int64  `json:"qty"`
	Description string `json:"description,omitempty"`
	AddedAt     string `json:"addedAt"`
}

// ApplyWishlist folds one event into a wishlist.
func ApplyWishlist(w *Wishlist, e domain.Event, at domain.Times) *Wishlist {
	if w == nil {
		w = &Wishlist{}
	}
	switch e := e.(type) {
	case person.Forgotten:
		w.Items = nil
	case wishlist.ItemAdded:
		w.Items = append(w.Items, WishlistRow{
			ID: e.ItemID, ProductID: e.ProductID, StoreID: e.StoreID, Qty: e.Qty, Description: e.Description, AddedAt: Time(at.Occurred),
		})
	case wishlist.ItemChanged:
		for i := range w.Items {
			if w.Items[i].ID == e.ItemID {
				w.Items[i].Qty, w.Items[i].Description = e.Qty, e.Description
			}
		}
	case wishlist.ItemRemoved:
		w.Items = slices.DeleteFunc(w.Items, func(r WishlistRow) bool { return r.ID == e.ItemID })
	}
	return w
}
