package documents

import (
	"tradelog/domain/catalog"
	"tradelog/domain/money"
)

// Product holds the members of a product that depend neither on the caller nor on the time: no price, no stock and no rating
// (shapes-catalog §1.2). The others are spliced in when it is read: ProductPrices, ProductStock, ProductRating.
type Product struct {
	Type             string  `json:"@type"`
	ID               int64   `json:"id"`
	SKU              string  `json:"sku" about:"SKU, the article number of the shop"`
	Name             string  `json:"name" about:"name that people read"`
	ProductType      string  `json:"type" enum:"simple,virtual,configurable,grouped,bundle,downloadable,giftcard" about:"kind of thing, as the enumeration or the operation says"`
	Status           string  `json:"status" enum:"enabled,disabled" about:"state that it is in"`
	Visibility       string  `json:"visibility" enum:"not_visible,catalog,search,catalog_search" about:"where the storefront shows it"`
	AttributeSetID   int64   `json:"attributeSetId" about:"number of the attribute set"`
	TaxClassID       int64   `json:"taxClassId" about:"number of the tax class; 0 for none"`
	Description      *string `json:"description,omitempty" about:"description for people"`
	ShortDescription *string `json:"shortDescription,omitempty" about:"description in a sentence or two, as HTML"`
	URLKey           string  `json:"urlKey" about:"last part of its address in the storefront"`
	URLPath          string  `json:"urlPath" about:"path of its address in the storefront"`
	catalog.Shown
	CategoryIDs []int64    `json:"categoryIds" about:"numbers of the categories"`
	HasRequired bool       `json:"hasRequiredOptions" about:"whether something must be chosen before it can be bought"`
	CreatedAt   string     `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt   string     `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
	Extensions  Extensions `json:"extensions"`
}

// ProductLists holds the members that lists show empty, and items filled (shapes-catalog §1.3).
type ProductLists struct {
	GiftcardAmounts []money.Decimal `json:"giftcardAmounts" doc:"what a gift card can be worth, ascending, in giftcardAmountCurrency"`
}

// EmptyLists returns the members in the form of lists.
func EmptyLists() ProductLists {
	return ProductLists{GiftcardAmounts: []money.Decimal{}}
}

// ProductMessage tells whether a gift card can carry a message.
type ProductMessage struct {
	GiftcardMessage bool `json:"giftcardIsMessageAllowed" about:"whether a message can go with the card"`
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
	WebsiteIDs []int64 `json:"websiteIds" about:"numbers of the websites it belongs to"`
	catalog.Detailed
}

// ProductBackend holds the members that only the back office sees.
type ProductBackend struct{ catalog.Internal }

// ProductPrices holds the members that depend on the date, the currency and the caller.
type ProductPrices struct {
	Price        *money.Decimal `json:"price,omitempty" about:"price of one unit"`
	SpecialPrice *money.Decimal `json:"specialPrice,omitempty" about:"reduced price of one unit, while it holds"`
	Msrp         *money.Decimal `json:"msrp,omitempty" about:"price that the manufacturer recommends"`
	FinalPrice   *money.Decimal `json:"finalPrice,omitempty" doc:"what one unit costs now"`
	MinimalPrice *money.Decimal `json:"minimalPrice,omitempty" about:"lowest price that it can be had for"`
	Currency     string         `json:"currency" doc:"of all amounts" shown:"currency"`
}

// ProductPictures holds the URLs of the pictures of a product that have roles. They depend on the store.
type ProductPictures struct {
	ImageURL      *string `json:"imageUrl,omitempty" about:"address of the main picture"`
	SmallImageURL *string `json:"smallImageUrl,omitempty" about:"address of the picture for lists"`
	ThumbnailURL  *string `json:"thumbnailUrl,omitempty" about:"address of the smallest picture"`
}

// ProductStock holds the members that depend on the stock.
type ProductStock struct {
	StockStatus string        `json:"stockStatus" enum:"in_stock,out_of_stock" about:"whether it can be bought now"`
	StockQty    money.Decimal `json:"stockQty" about:"units in stock"`
}

// StockItem is the stock of a product as its item form shows it (shapes-catalog §1.7). Pointers are left out for callers
// who may not see them.
type StockItem struct {
	Qty              money.Decimal  `json:"qty" about:"number of units; parts of units where the product allows them"`
	InStock          bool           `json:"is_in_stock" about:"whether it can be bought now"`
	MinSaleQty       money.Decimal  `json:"min_sale_qty" about:"smallest quantity of a cart"`
	MaxSaleQty       money.Decimal  `json:"max_sale_qty" about:"largest quantity of a cart; 0 for no limit"`
	DecimalQty       bool           `json:"is_qty_decimal" about:"whether parts of units are sold"`
	Increments       money.Decimal  `json:"qty_increments" about:"carts hold multiples of this"`
	EnableIncrements bool           `json:"enable_qty_increments" about:"whether carts hold multiples of qty_increments"`
	Manage           *bool          `json:"manage_stock,omitempty" about:"whether units are counted at all"`
	MinQty           *money.Decimal `json:"min_qty,omitempty" about:"quantity at which it is sold out"`
	NotifyQty        *money.Decimal `json:"notify_stock_qty,omitempty" about:"quantity at which the shop is told"`
	Backorders       *int           `json:"backorders,omitempty" about:"whether it can be bought without stock: 0 no, 1 yes, 2 yes, and the customer is told"`
	ConfigMinQty     *bool          `json:"use_config_min_qty,omitempty" about:"whether min_qty is the shop's value"`
	ConfigMinSale    *bool          `json:"use_config_min_sale_qty,omitempty" about:"take the shop's value of min_sale_qty"`
	ConfigMaxSale    *bool          `json:"use_config_max_sale_qty,omitempty" about:"take the shop's value of max_sale_qty"`
	ConfigBackorders *bool          `json:"use_config_backorders,omitempty" about:"take the shop's value of backorders"`
	ConfigNotify     *bool          `json:"use_config_notify_stock_qty,omitempty" about:"take the shop's value of notify_stock_qty"`
	ConfigIncrements *bool          `json:"use_config_qty_increments,omitempty" about:"take the shop's value of qty_increments"`
	ConfigEnableInc  *bool          `json:"use_config_enable_qty_inc,omitempty" about:"take the shop's value of enable_qty_increments"`
	ConfigManage     *bool          `json:"use_config_manage_stock,omitempty" about:"take the shop's value of manage_stock"`
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
	GiftcardCurrency *string          `json:"giftcardAmountCurrency,omitempty" doc:"base currency, which the amounts of gift cards are in"`
	StockItem        *StockItem       `json:"stockItem,omitempty" doc:"how the product may be sold; the back office sees all of it"`
	CustomAttributes *AttributeValues `json:"customAttributes,omitempty" doc:"values of user-defined attributes by code, options by their numbers; back office only"`
}
