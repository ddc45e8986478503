package documents

import (
	"tradelog/domain/catalog"
	"tradelog/domain/money"
)

// Product holds the members of a product that depend neither on the caller nor on the time (shapes-catalog §1.2). It has no price, no
// stock and no rating. The others are spliced in when it is read: ProductPrices, ProductStock, ProductRating.
type Product struct {
	Type             string  `json:"@type"`
	ID               int64   `json:"id" about:"ID of the product"`
	SKU              string  `json:"sku" about:"SKU (article number)"`
	Name             string  `json:"name" about:"name"`
	ProductType      string  `json:"type" enum:"simple,virtual,configurable,grouped,bundle,downloadable,giftcard" about:"product type"`
	Status           string  `json:"status" enum:"enabled,disabled" about:"status"`
	Visibility       string  `json:"visibility" enum:"not_visible,catalog,search,catalog_search" about:"lists that show it"`
	AttributeSetID   int64   `json:"attributeSetId" about:"ID of the attribute set"`
	TaxClassID       int64   `json:"taxClassId" about:"ID of the tax class; 0 for none"`
	Description      *string `json:"description,omitempty" about:"description"`
	ShortDescription *string `json:"shortDescription,omitempty" about:"short description, as HTML"`
	URLKey           string  `json:"urlKey" about:"URL key, the last segment of the URL in the storefront"`
	URLPath          string  `json:"urlPath" about:"URL path in the storefront"`
	catalog.Shown
	CategoryIDs []int64    `json:"categoryIds" about:"IDs of the categories"`
	HasRequired bool       `json:"hasRequiredOptions" about:"whether it has mandatory options"`
	CreatedAt   string     `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt   string     `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions  Extensions `json:"extensions"`
}

// ProductLists holds the members that lists show empty, and items filled (shapes-catalog §1.3).
type ProductLists struct {
	GiftcardAmounts []money.Decimal `json:"giftcardAmounts" doc:"possible values of a gift card, ascending, in giftcardAmountCurrency"`
}

// EmptyLists returns the members in the form of lists.
func EmptyLists() ProductLists {
	return ProductLists{GiftcardAmounts: []money.Decimal{}}
}

// ProductMessage tells whether a gift card can carry a message.
type ProductMessage struct {
	GiftcardMessage bool `json:"giftcardIsMessageAllowed" about:"whether a message can be added"`
}

// ProductRowExtra holds the encoded members of lists that items show otherwise. They are the same in every row.
var ProductRowExtra = func() []byte {
	b, err := Fragment(struct {
		ProductLists
		ProductParts
		ProductMessage
		ProductAdditional
	}{ProductLists: EmptyLists(), ProductParts: NoParts(), ProductAdditional: ProductAdditional{[]AdditionalAttribute{}}})
	if err != nil {
		panic(err)
	}
	return b
}()

// ProductDetail holds the members of the item form that lists leave out, and those that lists show empty.
type ProductDetail struct {
	ProductLists
	WebsiteIDs []int64 `json:"websiteIds" about:"IDs of its websites"`
	catalog.Detailed
}

// ProductBackend holds the members that only the back office sees.
type ProductBackend struct{ catalog.Internal }

// ProductPrices holds the members that depend on the date, the currency and the caller.
type ProductPrices struct {
	Price        *money.Decimal `json:"price,omitempty" about:"price of one unit"`
	SpecialPrice *money.Decimal `json:"specialPrice,omitempty" about:"special price of one unit, during its period"`
	Msrp         *money.Decimal `json:"msrp,omitempty" about:"manufacturer's suggested retail price"`
	FinalPrice   *money.Decimal `json:"finalPrice,omitempty" doc:"price of one unit today, with all catalog discounts"`
	MinimalPrice *money.Decimal `json:"minimalPrice,omitempty" about:"lowest possible price"`
	Currency     string         `json:"currency" doc:"currency of all amounts" shown:"currency"`
}

// ProductPictures holds the URLs of the pictures of a product that have roles. They depend on the store.
type ProductPictures struct {
	ImageURL      *string `json:"imageUrl,omitempty" about:"URL of the main image"`
	SmallImageURL *string `json:"smallImageUrl,omitempty" about:"URL of the image for lists"`
	ThumbnailURL  *string `json:"thumbnailUrl,omitempty" about:"URL of the thumbnail"`
}

// ProductStock holds the members that depend on the stock.
type ProductStock struct {
	StockStatus string        `json:"stockStatus" enum:"in_stock,out_of_stock" about:"stock status"`
	StockQty    money.Decimal `json:"stockQty" about:"quantity in stock"`
}

// StockItem is the stock of a product as its item form shows it (shapes-catalog §1.7). Pointers are left out for callers
// who may not see them.
type StockItem struct {
	Qty              money.Decimal  `json:"qty" about:"quantity; may have decimals if the product allows it"`
	InStock          bool           `json:"is_in_stock" about:"whether it is in stock"`
	MinSaleQty       money.Decimal  `json:"min_sale_qty" about:"minimum quantity in a cart"`
	MaxSaleQty       money.Decimal  `json:"max_sale_qty" about:"maximum quantity in a cart; 0 for no limit"`
	DecimalQty       bool           `json:"is_qty_decimal" about:"whether fractions of a unit are sold"`
	Increments       money.Decimal  `json:"qty_increments" about:"quantities must be multiples of this"`
	EnableIncrements bool           `json:"enable_qty_increments" about:"whether quantities must be multiples of qty_increments"`
	Manage           *bool          `json:"manage_stock,omitempty" about:"whether stock is counted"`
	MinQty           *money.Decimal `json:"min_qty,omitempty" about:"quantity at which the product is sold out"`
	NotifyQty        *money.Decimal `json:"notify_stock_qty,omitempty" about:"quantity at which the shop is notified"`
	Backorders       *int           `json:"backorders,omitempty" about:"backorders: 0 no, 1 yes, 2 yes and notify the customer"`
	ConfigMinQty     *bool          `json:"use_config_min_qty,omitempty" about:"whether min_qty is the configured value"`
	ConfigMinSale    *bool          `json:"use_config_min_sale_qty,omitempty" about:"whether min_sale_qty is the configured value"`
	ConfigMaxSale    *bool          `json:"use_config_max_sale_qty,omitempty" about:"whether max_sale_qty is the configured value"`
	ConfigBackorders *bool          `json:"use_config_backorders,omitempty" about:"whether backorders is the configured value"`
	ConfigNotify     *bool          `json:"use_config_notify_stock_qty,omitempty" about:"whether notify_stock_qty is the configured value"`
	ConfigIncrements *bool          `json:"use_config_qty_increments,omitempty" about:"whether qty_increments is the configured value"`
	ConfigEnableInc  *bool          `json:"use_config_enable_qty_inc,omitempty" about:"whether enable_qty_increments is the configured value"`
	ConfigManage     *bool          `json:"use_config_manage_stock,omitempty" about:"whether manage_stock is the configured value"`
}

// ProductRow is the list form of a product, for schemas.
type ProductRow struct {
	Product
	ProductPrices
	ProductStock
	ProductPictures
	ProductRating
	ProductLists
	ProductParts
	ProductMessage
	ProductAdditional
	ProductBackend
	*ProductFull // where the request asks for whole products: by sku, barcode or fullDetail
}

// ProductItem is the item form of a product, for schemas.
type ProductItem struct {
	Product
	ProductPrices
	ProductStock
	ProductPictures
	ProductRating
	ProductParts
	ProductFull
	ProductBackend
}

// ProductFull holds the members of the item form that rows leave out.
type ProductFull struct {
	ProductDetail
	ProductBeside
	ProductItemExtra
}

// ProductItemExtra holds the members of the item form that depend on the caller.
type ProductItemExtra struct {
	ProductMessage
	ProductAdditional
	GiftcardCurrency *string          `json:"giftcardAmountCurrency,omitempty" doc:"currency of giftcardAmounts: the base currency"`
	StockItem        *StockItem       `json:"stockItem,omitempty" doc:"stock and its rules; complete for the back office only"`
	CustomAttributes *AttributeValues `json:"customAttributes,omitempty" doc:"values of user-defined attributes by code, options as IDs; back office only"`
}
