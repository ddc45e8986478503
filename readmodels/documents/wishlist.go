package documents

import (
	"tradelog/domain/money"
)

// WishlistItem is a product that a customer keeps for later, as the API shows it (shapes-customer §4.2). The members of the product are
// looked up when it is shown.
type WishlistItem struct {
	Type        string         `json:"@type"`
	ID          int64          `json:"id" about:"ID of the wishlist item"`
	ProductID   int64          `json:"productId" about:"ID of the product"`
	ProductName string         `json:"productName" about:"name of the product"`
	ProductSKU  string         `json:"productSku" about:"SKU of the product"`
	ProductType string         `json:"productType" about:"product type; empty where there is no product"`
	Price       *money.Decimal `json:"productPrice,omitempty" doc:"price without discounts; absent for product types without their own price"`
	FinalPrice  *money.Decimal `json:"productFinalPrice,omitempty" doc:"price of one unit today, with all catalog discounts"`
	ImageURL    string         `json:"productImageUrl" doc:"URL of the small picture; empty if there is none"`
	URL         string         `json:"productUrl" doc:"path of the product page"`
	Qty         int64          `json:"qty" about:"quantity"`
	Description *string        `json:"description,omitempty" doc:"customer's note" writer:"public"`
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
