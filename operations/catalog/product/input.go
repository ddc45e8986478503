package product

import (
	"encoding/json"
	"errors"

	"tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/operations/catalog/input"
)

// productFields are the writable fields of a product. A missing or null field stays unchanged.
type productFields struct {
	SKU              string         `json:"sku,omitempty" nonnull:"true" maxlength:"64" doc:"unique article number, case-insensitive. Required to create a product; empty changes nothing"`
	Name             string         `json:"name,omitempty" nonnull:"true" maxlength:"255" doc:"name. Required to create a product; empty changes nothing"`
	IsActive         *bool          `json:"isActive" doc:"whether the product is enabled; answers have it as status. True by default"`
	Visibility       *string        `json:"visibility" enum:"not_visible,catalog,search,catalog_search" doc:"lists that show it; catalog_search (everywhere) by default"`
	AttributeSetID   *int64         `json:"attributeSetId" doc:"ID of the attribute set; the default one if omitted"`
	TaxClassID       *int64         `json:"taxClassId" doc:"ID of the product tax class; 0 for none"`
	Description      *string        `json:"description" longest:"262144" lines:"many" media:"text/html" doc:"HTML. Directives such as {{media url=\"a.png\"}} are expanded in answers"`
	ShortDescription *string        `json:"shortDescription" lines:"many" doc:"HTML for lists and the top of the product page"`
	URLKey           *string        `json:"urlKey" doc:"last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the name when empty"`
	MetaTitle        *string        `json:"metaTitle" about:"meta title"`
	MetaDescription  *string        `json:"metaDescription" lines:"many" about:"meta description"`
	MetaKeywords     *string        `json:"metaKeywords" lines:"many" about:"meta keywords"`
	MetaRobots       *string        `json:"metaRobots" doc:"robots meta tag, such as NOINDEX,FOLLOW"`
	PageLayout       *string        `json:"pageLayout" doc:"empty, one_column, two_columns_left, two_columns_right, three_columns or minimal"`
	OptionsContainer *string        `json:"optionsContainer" doc:"container1 or container2"`
	Price            *money.Decimal `json:"price" min:"0" doc:"price of one unit in the base currency, without tax, at most four decimals"`
	SpecialPrice     *money.Decimal `json:"specialPrice" min:"0" doc:"reduced price from specialFromDate to specialToDate, in the base currency; for bundles percent of the price"`
	SpecialFromDate  *string        `json:"specialFromDate" doc:"first day of the special price, YYYY-MM-DD in the store's time zone; empty clears it"`
	SpecialToDate    *string        `json:"specialToDate" doc:"last day of the special price, YYYY-MM-DD; empty clears it"`
	NewsFromDate     *string        `json:"newsFromDate" doc:"first day it is marked new, YYYY-MM-DD; empty clears it"`
	NewsToDate       *string        `json:"newsToDate" doc:"last day it is marked new, YYYY-MM-DD; empty clears it"`
	Cost             *money.Decimal `json:"cost" min:"0" doc:"purchase price, in the base currency; back office only. For simple, virtual, bundle and downloadable products"`
	Msrp             *money.Decimal `json:"msrp" min:"0" doc:"manufacturer's suggested retail price, in the base currency"`
	MsrpEnabled      *int64         `json:"msrpEnabled" doc:"whether only msrp is shown at first: 0 no, 1 yes, 2 as configured"`
	MsrpDisplay      *int64         `json:"msrpDisplayActualPriceType" doc:"price appears: 1 on gesture, 2 in the cart, 3 before confirmation, 4 as configured"`
	Weight           *money.Decimal `json:"weight" min:"0" doc:"weight of one unit, in the shop's unit (GET /store-config)"`
	Barcode          *string        `json:"barcode" doc:"EAN or UPC"`
	Gtin             *string        `json:"gtin" doc:"global trade item number"`
	Mpn              *string        `json:"mpn" doc:"manufacturer part number"`
	Country          *string        `json:"countryOfManufacture" doc:"ISO 3166-1 alpha-2 code"`
	GiftMessage      *int64         `json:"giftMessageAvailable" doc:"whether a gift message is possible: 0 no, 1 yes, 2 as configured"`
	CustomDesign     *string        `json:"customDesign" doc:"theme as package/theme; back office only"`
	DesignFrom       *string        `json:"customDesignFrom" doc:"first day of the theme, YYYY-MM-DD; empty clears it"`
	DesignTo         *string        `json:"customDesignTo" doc:"last day of the theme, YYYY-MM-DD; empty clears it"`
	LayoutUpdate     *string        `json:"customLayoutUpdate" lines:"many" doc:"layout update XML, without templates and helpers; empty clears it"`
	ImageLabel       *string        `json:"imageLabel" about:"alternative text of the main image"`
	SmallImageLabel  *string        `json:"smallImageLabel" about:"alternative text of the image for lists"`
	ThumbnailLabel   *string        `json:"thumbnailLabel" about:"alternative text of the thumbnail"`
	SkuType          *int64         `json:"skuType" doc:"bundles: 0 SKU composed of the parts' SKUs, 1 fixed"`
	PriceType        *int64         `json:"priceType" doc:"bundles: 0 sum of the parts' prices, 1 fixed"`
	WeightType       *int64         `json:"weightType" doc:"bundles: 0 sum of the parts' weights, 1 fixed"`
	PriceView        *int64         `json:"priceView" doc:"bundles: 0 price range, 1 lowest price"`
	ShipmentType     *int64         `json:"shipmentType" doc:"bundles: 0 shipped together, 1 separately"`
	CategoryIDs      []int64        `json:"categoryIds" nonnull:"true" doc:"IDs of its categories; replaces all; unknown ones are ignored, an empty list changes nothing"`
	WebsiteIDs       []int64        `json:"websiteIds" doc:"IDs of its websites; replaces all; the current store's website by default"`
	LinksTitle       *string        `json:"linksTitle" doc:"heading above the links of a downloadable product"`
	LinksSeparately  *bool          `json:"linksPurchasedSeparately" doc:"whether the links of a downloadable product are sold separately"`
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
	Status           *string                    `json:"status" enum:"enabled,disabled" doc:"short for isActive, as answers have it; isActive goes before it"`
	StockQty         *money.Decimal             `json:"stockQty" min:"0" doc:"available units; short for stockData.qty"`
	StockData        *stockData                 `json:"stockData" doc:"stock and its rules. Without is_in_stock the product is in stock when qty is positive"`
	CustomAttributes map[string]json.RawMessage `json:"customAttributesWrite" longest:"262144" lines:"own" doc:"values by attribute code, such as {\"meta_title\":\"Mug\"}; unknown codes are ignored; sku, status, visibility and other columns are refused"`
}

// activate sets isActive of values if the status was sent, and isActive was not: a client that changes isActive of an answer sends back
// the former status. Invalid: the status is none.
func (e productExtras) activate(values record.Values, active *bool) error {
	switch {
	case e.Status == nil || active != nil:
		return nil
	case *e.Status != "enabled" && *e.Status != "disabled":
		return fault.Invalidf("status must be enabled or disabled.").About(fault.Choice, "status")
	}
	return input.Set(values, "isActive", *e.Status == "enabled")
}

type createProduct struct {
	Type string `json:"type,omitempty" nonnull:"true" enum:"simple,virtual,configurable,grouped,bundle,downloadable,giftcard" default:"simple" doc:"product type; cannot be changed later; virtual products are not shipped"`
	productFields
	productExtras
}

type updateProduct struct {
	productPath
	productFields
	productExtras
	Fast       bool     `query:"fast" doc:"true: change plain values only: sku, taxClassId, attributeSetId and customAttributesWrite are ignored, availability does not follow the quantity, and the answer does not wait until lists and searches show the change. Like the header X-Fast-Update: true"`
	UseDefault []string `json:"useDefault" doc:"attribute codes; removes their values of the named store view, so the default ones apply again"`
}
