package documents

import (
	"tradelog/domain/money"
)

// WishlistItem is a product that a customer keeps for later, as the API shows it (shapes-customer §4.2). The members of the product are
// looked up when it is shown.
type WishlistItem struct {
	Type        string         `json:"@type"`
	ID          int64          `json:"id"`
	ProductID   int64          `json:"productId" about:"number of the product"`
	ProductName string         `json:"productName" about:"name of the product"`
	ProductSKU  string         `json:"productSku" about:"SKU of the product"`
	ProductType string         `json:"productType" about:"type of the product: simple, virtual, configurable, grouped, bundle, downloadable or giftcard"`
	Price       *money.Decimal `json:"productPrice,omitempty" doc:"price without discounts; absent for types without a price of their own"`
	FinalPrice  *money.Decimal `json:"productFinalPrice,omitempty" doc:"what one unit costs now"`
	ImageURL    string         `json:"productImageUrl" doc:"small picture; empty when there is none"`
	URL         string         `json:"productUrl" doc:"path of the product's page"`
	Qty         int64          `json:"qty" about:"number of units; parts of units where the product allows them"`
	Description *string        `json:"description,omitempty" doc:"what the customer noted"`
	AddedAt     string         `json:"addedAt" doc:"UTC; empty where nothing was merged" pattern:"^(\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2})?$"`
	InStock     bool           `json:"inStock" about:"whether it can be bought now"`
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
