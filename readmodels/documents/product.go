package documents

import (
	"time"

	"tradelog/domain/catalog"
	"tradelog/domain/money"
	"tradelog/domain/stock"
)

// Product holds the members of a product that depend neither on the caller nor on the time: no price, no stock and no rating
// (shapes-catalog §1.2). The others are spliced in when it is read: ProductPrices, ProductStock, ProductRating.
type Product struct {
	Type             string         `json:"@type"`
	ID               int64          `json:"id"`
	SKU              string         `json:"sku"`
	Name             string         `json:"name"`
	ProductType      string         `json:"type" enum:"simple,virtual,configurable,grouped,bundle,downloadable,giftcard"`
	Status           string         `json:"status" enum:"enabled,disabled"`
	Visibility       string         `json:"visibility" enum:"not_visible,catalog,search,catalog_search"`
	AttributeSetID   int64          `json:"attributeSetId"`
	TaxClassID       int64          `json:"taxClassId"`
	Description      *string        `json:"description,omitempty"`
	ShortDescription *string        `json:"shortDescription,omitempty"`
	URLKey           string         `json:"urlKey"`
	URLPath          string         `json:"urlPath"`
	MetaTitle        *string        `json:"metaTitle,omitempty"`
	MetaDescription  *string        `json:"metaDescription,omitempty"`
	MetaKeywords     *string        `json:"metaKeywords,omitempty"`
	MetaRobots       *string        `json:"metaRobots,omitempty"`
	PageLayout       *string        `json:"pageLayout,omitempty"`
	OptionsContainer *string        `json:"optionsContainer,omitempty"`
	SpecialFromDate  *string        `json:"specialFromDate,omitempty" doc:"YYYY-MM-DD"`
	SpecialToDate    *string        `json:"specialToDate,omitempty" doc:"YYYY-MM-DD"`
	NewsFromDate     *string        `json:"newsFromDate,omitempty" doc:"YYYY-MM-DD"`
	NewsToDate       *string        `json:"newsToDate,omitempty" doc:"YYYY-MM-DD"`
	MsrpEnabled      *int64         `json:"msrpEnabled,omitempty"`
	MsrpDisplay      *int64         `json:"msrpDisplayActualPriceType,omitempty"`
	Weight           *money.Decimal `json:"weight,omitempty"`
	Barcode          *string        `json:"barcode,omitempty" doc:"EAN or UPC"`
	Gtin             *string        `json:"gtin,omitempty"`
	Mpn              *string        `json:"mpn,omitempty"`
	Country          *string        `json:"countryOfManufacture,omitempty"`
	GiftMessage      *int64         `json:"giftMessageAvailable,omitempty"`
	ImageLabel       *string        `json:"imageLabel,omitempty"`
	SmallImageLabel  *string        `json:"smallImageLabel,omitempty"`
	ThumbnailLabel   *string        `json:"thumbnailLabel,omitempty"`
	SkuType          *int64         `json:"skuType,omitempty"`
	PriceType        *int64         `json:"priceType,omitempty" doc:"bundles: 0 for the prices of the parts, 1 for a fixed one"`
	WeightType       *int64         `json:"weightType,omitempty"`
	PriceView        *int64         `json:"priceView,omitempty"`
	ShipmentType     *int64         `json:"shipmentType,omitempty"`
	CategoryIDs      []int64        `json:"categoryIds"`
	HasRequired      bool           `json:"hasRequiredOptions"`
	CreatedAt        string         `json:"createdAt"`
	UpdatedAt        string         `json:"updatedAt"`
	Extensions       Extensions     `json:"extensions"`
}

// ProductLists holds the members that lists show empty, and items filled (shapes-catalog §1.3).
type ProductLists struct {
	GiftcardAmounts []money.Decimal `json:"giftcardAmounts" doc:"what a gift card can be worth, ascending, in giftcardAmountCurrency"`
}

// emptyLists returns the members in the form of lists.
func emptyLists() ProductLists {
	return ProductLists{GiftcardAmounts: []money.Decimal{}}
}

// ProductMessage tells whether a gift card can carry a message.
type ProductMessage struct {
	GiftcardMessage bool `json:"giftcardIsMessageAllowed"`
}

// ProductRowExtra holds the encoded members of lists that items show otherwise. They are the same in every row.
var ProductRowExtra = func() []byte {
	b, err := Fragment(struct {
		ProductLists
		ProductParts
		ProductMessage
		ProductAdditional
	}{ProductLists: emptyLists(), ProductParts: NoParts(), ProductAdditional: ProductAdditional{[]AdditionalAttribute{}}})
	if err != nil {
		panic(err)
	}
	return b
}()

// ProductDetail holds the members of the item form that lists leave out, and those that lists show empty.
type ProductDetail struct {
	ProductLists
	WebsiteIDs      []int64 `json:"websiteIds"`
	LinksTitle      *string `json:"linksTitle,omitempty"`
	LinksSeparately *bool   `json:"linksPurchasedSeparately,omitempty"`
	SamplesTitle    *string `json:"samplesTitle,omitempty"`

	GiftcardType *string        `json:"giftcardType,omitempty" enum:"fixed,range,combined"`
	GiftcardMin  *money.Decimal `json:"giftcardMinAmount,omitempty"`
	GiftcardMax  *money.Decimal `json:"giftcardMaxAmount,omitempty"`
}

// ProductBackend holds the members that only the back office sees.
type ProductBackend struct {
	Cost         *money.Decimal `json:"cost,omitempty"`
	CustomDesign *string        `json:"customDesign,omitempty"`
	DesignFrom   *string        `json:"customDesignFrom,omitempty"`
	DesignTo     *string        `json:"customDesignTo,omitempty"`
	LayoutUpdate *string        `json:"customLayoutUpdate,omitempty"`
}

// ProductPrices holds the members that depend on the date, the currency and the caller.
type ProductPrices struct {
	Price        *money.Decimal `json:"price,omitempty"`
	SpecialPrice *money.Decimal `json:"specialPrice,omitempty"`
	Msrp         *money.Decimal `json:"msrp,omitempty"`
	FinalPrice   *money.Decimal `json:"finalPrice,omitempty" doc:"what one unit costs now"`
	MinimalPrice *money.Decimal `json:"minimalPrice,omitempty"`
	Currency     string         `json:"currency" doc:"of all amounts"`
}

// ProductPictures holds the URLs of the pictures of a product that have roles. They depend on the store.
type ProductPictures struct {
	ImageURL      *string `json:"imageUrl,omitempty"`
	SmallImageURL *string `json:"smallImageUrl,omitempty"`
	ThumbnailURL  *string `json:"thumbnailUrl,omitempty"`
}

// ProductStock holds the members that depend on the stock.
type ProductStock struct {
	StockStatus string        `json:"stockStatus" enum:"in_stock,out_of_stock"`
	StockQty    money.Decimal `json:"stockQty"`
}

// StockItem is the stock of a product as its item form shows it (shapes-catalog §1.7). Pointers are left out for callers
// who may not see them.
type StockItem struct {
	Qty              money.Decimal  `json:"qty"`
	InStock          bool           `json:"is_in_stock"`
	MinSaleQty       money.Decimal  `json:"min_sale_qty"`
	MaxSaleQty       money.Decimal  `json:"max_sale_qty"`
	DecimalQty       bool           `json:"is_qty_decimal"`
	Increments       money.Decimal  `json:"qty_increments"`
	EnableIncrements bool           `json:"enable_qty_increments"`
	Manage           *bool          `json:"manage_stock,omitempty"`
	MinQty           *money.Decimal `json:"min_qty,omitempty"`
	NotifyQty        *money.Decimal `json:"notify_stock_qty,omitempty"`
	Backorders       *int           `json:"backorders,omitempty"`
	ConfigMinQty     *bool          `json:"use_config_min_qty,omitempty"`
	ConfigMinSale    *bool          `json:"use_config_min_sale_qty,omitempty"`
	ConfigMaxSale    *bool          `json:"use_config_max_sale_qty,omitempty"`
	ConfigBackorders *bool          `json:"use_config_backorders,omitempty"`
	ConfigNotify     *bool          `json:"use_config_notify_stock_qty,omitempty"`
	ConfigIncrements *bool          `json:"use_config_qty_increments,omitempty"`
	ConfigEnableInc  *bool          `json:"use_config_enable_qty_inc,omitempty"`
	ConfigManage     *bool          `json:"use_config_manage_stock,omitempty"`
}

// NewStockItem renders a level for the public or for the back office.
func NewStockItem(l stock.Level, backend bool) StockItem {
	s := StockItem{
		Qty: l.Qty, InStock: l.InStock, MinSaleQty: l.MinSaleQty, MaxSaleQty: l.MaxSaleQty, DecimalQty: l.DecimalQty,
		Increments: l.Increments, EnableIncrements: l.EnableIncrements,
	}
	if backend {
		not := func(own bool) *bool {
			use := !own
			return &use
		}
		s.Manage, s.MinQty, s.NotifyQty, s.Backorders = &l.Manage, &l.MinQty, &l.NotifyQty, &l.Backorders
		s.ConfigMinQty, s.ConfigMinSale, s.ConfigMaxSale = not(l.OwnMinQty), not(l.OwnMinSaleQty), not(l.OwnMaxSaleQty)
		s.ConfigBackorders, s.ConfigNotify, s.ConfigIncrements = not(l.OwnBackorders), not(l.OwnNotifyQty), not(l.OwnIncrements)
		s.ConfigEnableInc, s.ConfigManage = not(l.OwnEnableIncrements), not(l.OwnManage)
	}
	return s
}

// NewProduct renders the parts of a product as it is in one store view.
func NewProduct(p catalog.Product, created, updated string) (Product, ProductDetail, ProductBackend) {
	status := "disabled"
	if p.IsActive {
		status = "enabled"
	}
	lists := emptyLists()
	if p.GiftcardAmounts != nil {
		lists.GiftcardAmounts = p.GiftcardAmounts
	}
	return Product{
			Type: "Product", ID: p.ID, SKU: p.SKU, Name: p.Name, ProductType: p.Type, Status: status, Visibility: p.Visibility,
			AttributeSetID: p.SetID, TaxClassID: p.TaxClassID, Description: p.Description, ShortDescription: p.ShortDescription,
			URLKey: p.URLKey, URLPath: p.URLKey, MetaTitle: p.MetaTitle, MetaDescription: p.MetaDescription, MetaKeywords: p.MetaKeywords,
			MetaRobots: p.MetaRobots, PageLayout: p.PageLayout, OptionsContainer: p.OptionsContainer, SpecialFromDate: p.SpecialFromDate,
			SpecialToDate: p.SpecialToDate, NewsFromDate: p.NewsFromDate, NewsToDate: p.NewsToDate, MsrpEnabled: p.MsrpEnabled,
			MsrpDisplay: p.MsrpDisplay, Weight: p.Weight, Barcode: p.Barcode, Gtin: p.Gtin, Mpn: p.Mpn, Country: p.Country,
			GiftMessage: p.GiftMessage, ImageLabel: p.ImageLabel, SmallImageLabel: p.SmallImageLabel, ThumbnailLabel: p.ThumbnailLabel,
			SkuType: p.SkuType, PriceType: p.PriceType, WeightType: p.WeightType, PriceView: p.PriceView, ShipmentType: p.ShipmentType,
			CategoryIDs: list(p.Categories), HasRequired: p.HasRequiredOptions(), CreatedAt: created, UpdatedAt: updated,
		}, ProductDetail{
			ProductLists: lists, GiftcardType: p.GiftcardType, GiftcardMin: p.GiftcardMin, GiftcardMax: p.GiftcardMax,
			WebsiteIDs: list(p.WebsiteIDs), LinksTitle: p.LinksTitle, LinksSeparately: p.LinksSeparately,
			SamplesTitle: p.SamplesTitle,
		}, ProductBackend{
			Cost: p.Cost, CustomDesign: p.CustomDesign, DesignFrom: p.DesignFrom, DesignTo: p.DesignTo, LayoutUpdate: p.LayoutUpdate,
		}
}

// EncodeProduct encodes the parts of a product: the document, and the members of the item form and of the back office.
func EncodeProduct(p catalog.Product, created, updated time.Time) (doc, detail, backend []byte, err error) {
	view, details, hidden := NewProduct(p, Time(created), Time(updated))
	if doc, err = Encode(view); err != nil {
		return nil, nil, nil, err
	}
	if detail, err = Fragment(details); err != nil {
		return nil, nil, nil, err
	}
	backend, err = Fragment(hidden)
	return doc, detail, backend, err
}

func list(ids []int64) []int64 {
	if ids == nil {
		return []int64{}
	}
	return ids
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
