package product

import (
	"encoding/json"
	"errors"

	"tradelog/domain/content"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// productFields are the writable fields of a product. A missing or null field stays unchanged.
type productFields struct {
	SKU              string         `json:"sku,omitempty" nonnull:"true" maxlength:"64" doc:"what the product is known by outside, unique in any case. Needed to create a product; empty changes nothing"`
	Name             string         `json:"name,omitempty" nonnull:"true" maxlength:"255" doc:"what people call it. Needed to create a product; empty changes nothing"`
	IsActive         *bool          `json:"isActive" doc:"whether the storefront knows it; read back as status. A new product is active"`
	Visibility       *string        `json:"visibility" enum:"not_visible,catalog,search,catalog_search" doc:"where lists show it; a new product is shown everywhere (catalog_search)"`
	AttributeSetID   *int64         `json:"attributeSetId" doc:"set of attributes; the default one when left out"`
	TaxClassID       *int64         `json:"taxClassId" doc:"tax class of products, 0 for none"`
	Description      *string        `json:"description" longest:"262144" lines:"many" doc:"HTML. Directives such as {{media url=\"a.png\"}} are expanded when it is read"`
	ShortDescription *string        `json:"shortDescription" lines:"many" doc:"HTML for lists and the top of the page"`
	URLKey           *string        `json:"urlKey" doc:"last part of its address, brought to a-z, 0-9 and dashes; made of the name when empty"`
	MetaTitle        *string        `json:"metaTitle" about:"title for search engines"`
	MetaDescription  *string        `json:"metaDescription" lines:"many" about:"description for search engines"`
	MetaKeywords     *string        `json:"metaKeywords" lines:"many" about:"keywords for search engines"`
	MetaRobots       *string        `json:"metaRobots" doc:"for search engines, such as NOINDEX,FOLLOW"`
	PageLayout       *string        `json:"pageLayout" doc:"empty, one_column, two_columns_left, two_columns_right, three_columns or minimal"`
	OptionsContainer *string        `json:"optionsContainer" doc:"container1 or container2"`
	Price            *money.Decimal `json:"price" min:"0" doc:"of one unit in the base currency of the shop, without tax, at most four decimals"`
	SpecialPrice     *money.Decimal `json:"specialPrice" min:"0" doc:"lower price while specialFromDate to specialToDate lasts, in the base currency; percent of the price for bundles"`
	SpecialFromDate  *string        `json:"specialFromDate" doc:"first day of the special price, YYYY-MM-DD in the store's time zone; empty clears it"`
	SpecialToDate    *string        `json:"specialToDate" doc:"last day of the special price, YYYY-MM-DD; empty clears it"`
	NewsFromDate     *string        `json:"newsFromDate" doc:"first day it counts as new, YYYY-MM-DD; empty clears it"`
	NewsToDate       *string        `json:"newsToDate" doc:"last day it counts as new, YYYY-MM-DD; empty clears it"`
	Cost             *money.Decimal `json:"cost" min:"0" doc:"what the shop pays, in the base currency; only the back office sees it. Kept for simple, virtual, bundle and downloadable products"`
	Msrp             *money.Decimal `json:"msrp" min:"0" doc:"manufacturer's suggested price, in the base currency"`
	MsrpEnabled      *int64         `json:"msrpEnabled" doc:"whether the price is hidden behind the suggested one: 0 no, 1 yes, 2 as configured"`
	MsrpDisplay      *int64         `json:"msrpDisplayActualPriceType" doc:"where the real price is told: 1 on gesture, 2 in the cart, 3 before confirmation, 4 as configured"`
	Weight           *money.Decimal `json:"weight" min:"0" doc:"of one unit, in the shop's unit of weight (GET /store-config)"`
	Barcode          *string        `json:"barcode" doc:"EAN or UPC"`
	Gtin             *string        `json:"gtin" doc:"Global Trade Item Number"`
	Mpn              *string        `json:"mpn" doc:"the manufacturer's part number"`
	Country          *string        `json:"countryOfManufacture" doc:"ISO 3166 code of two letters"`
	GiftMessage      *int64         `json:"giftMessageAvailable" doc:"0 no, 1 yes, 2 as configured"`
	CustomDesign     *string        `json:"customDesign" doc:"package/theme; back office only"`
	DesignFrom       *string        `json:"customDesignFrom" doc:"YYYY-MM-DD; empty clears it"`
	DesignTo         *string        `json:"customDesignTo" doc:"YYYY-MM-DD; empty clears it"`
	LayoutUpdate     *string        `json:"customLayoutUpdate" lines:"many" doc:"XML that changes the layout of its page; may name neither templates nor helpers. Empty clears it"`
	ImageLabel       *string        `json:"imageLabel" about:"alternative text of the main picture"`
	SmallImageLabel  *string        `json:"smallImageLabel" about:"alternative text of the picture for lists"`
	ThumbnailLabel   *string        `json:"thumbnailLabel" about:"alternative text of the smallest picture"`
	SkuType          *int64         `json:"skuType" doc:"of a bundle: 0 made of its parts', 1 fixed"`
	PriceType        *int64         `json:"priceType" doc:"of a bundle: 0 the sum of its parts, 1 fixed"`
	WeightType       *int64         `json:"weightType" doc:"of a bundle: 0 the sum of its parts, 1 fixed"`
	PriceView        *int64         `json:"priceView" doc:"of a bundle: 0 shown as a range, 1 as low as"`
	ShipmentType     *int64         `json:"shipmentType" doc:"of a bundle: 0 shipped together, 1 separately"`
	CategoryIDs      []int64        `json:"categoryIds" nonnull:"true" doc:"categories it is in, instead of those it was in; unknown ones are left out, an empty list changes nothing"`
	WebsiteIDs       []int64        `json:"websiteIds" doc:"websites that sell it, instead of those that did; a new product is sold in the website of the current store"`
	LinksTitle       *string        `json:"linksTitle" doc:"heading above the links of a downloadable product"`
	LinksSeparately  *bool          `json:"linksPurchasedSeparately" doc:"whether the links of a downloadable product are sold one by one"`
	SamplesTitle     *string        `json:"samplesTitle" doc:"heading above the samples of a downloadable product"`
}

// values returns the fields that were sent.
func (f productFields) values() (record.Values, error) {
	err := errors.Join(content.CheckHTML("description", f.Description), content.CheckHTML("shortDescription", f.ShortDescription))
	if err != nil {
		return nil, err
	}
	return record.Of(f)
}

// productExtras are written together with the fields.
type productExtras struct {
	StockQty         *money.Decimal             `json:"stockQty" min:"0" doc:"units in stock; short for stockData.qty"`
	StockData        *stockData                 `json:"stockData" doc:"stock and how it may be sold. Without is_in_stock the product is in stock when qty is positive"`
	CustomAttributes map[string]json.RawMessage `json:"customAttributesWrite" longest:"262144" lines:"own" doc:"values by attribute code, such as {\"meta_title\":\"Mug\"}; unknown codes are left out, and sku, status, visibility and other columns are refused"`
}

type createProduct struct {
	Type string `json:"type,omitempty" nonnull:"true" enum:"simple,virtual,configurable,grouped,bundle,downloadable,giftcard" default:"simple" doc:"what kind of product it is, for ever; virtual ones are not shipped"`
	productFields
	productExtras
}

type updateProduct struct {
	productPath
	productFields
	productExtras
	Fast       bool     `query:"fast" extra:"true" doc:"change values only: sku, taxClassId, attributeSetId and customAttributesWrite are ignored, the availability does not follow the quantity, and the answer does not wait for lists and searches to show the change. The header X-Fast-Update: true does the same"`
	UseDefault []string `json:"useDefault" doc:"attribute codes whose values in the named store view give way to those of all stores again"`
}
