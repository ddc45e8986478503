// Package catalog defines products and categories: their fields, validation, and everything computed from them. Both are plain records with
// values for all stores and overrides by store view.
package catalog

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Product holds the values of a product in one store view. Pointers are nil if no value was set.
type Product struct {
	ID         int64   `json:"id"`
	SKU        string  `json:"sku"`
	Name       string  `json:"name" scope:"store"`
	Type       string  `json:"type"`
	IsActive   bool    `json:"isActive" scope:"store"`
	Visibility string  `json:"visibility" scope:"store"`
	SetID      int64   `json:"attributeSetId"`
	TaxClassID int64   `json:"taxClassId" scope:"store"`
	WebsiteIDs []int64 `json:"websiteIds"`
	Categories []int64 `json:"categoryIds"`

	Description      *string        `json:"description" scope:"store"`
	ShortDescription *string        `json:"shortDescription" scope:"store"`
	URLKey           string         `json:"urlKey" scope:"store"`
	Price            *money.Decimal `json:"price" scope:"store"`
	SpecialPrice     *money.Decimal `json:"specialPrice" scope:"store"`
	Msrp             *money.Decimal `json:"msrp" scope:"store"`

	GiftcardAmounts  []money.Decimal `json:"giftcardAmounts" scope:"store"` // ascending
	GiftcardMessage  *bool           `json:"giftcardIsMessageAllowed" scope:"store"`
	GiftcardLifetime *int64          `json:"giftcardLifetime" scope:"store"` // days

	Shown
	Detailed
	Internal
	Parts
}

// Shown holds the fields that lists and items show as they are, in the order of the document. A field that is added here is stored and
// shown.
type Shown struct {
	MetaTitle        *string        `json:"metaTitle,omitempty" scope:"store" about:"meta title"`
	MetaDescription  *string        `json:"metaDescription,omitempty" scope:"store" about:"meta description"`
	MetaKeywords     *string        `json:"metaKeywords,omitempty" scope:"store" about:"meta keywords"`
	MetaRobots       *string        `json:"metaRobots,omitempty" scope:"store" about:"robots meta tag, such as INDEX,FOLLOW"`
	PageLayout       *string        `json:"pageLayout,omitempty" scope:"store" about:"page layout in the storefront"`
	OptionsContainer *string        `json:"optionsContainer,omitempty" scope:"store" about:"place of the options on the page: container1 or container2"`
	SpecialFromDate  *string        `json:"specialFromDate,omitempty" scope:"store" doc:"first day of the special price, YYYY-MM-DD" shown:"date"`
	SpecialToDate    *string        `json:"specialToDate,omitempty" scope:"store" doc:"last day of the special price, YYYY-MM-DD" shown:"date"`
	NewsFromDate     *string        `json:"newsFromDate,omitempty" scope:"store" doc:"first day the product is marked new, YYYY-MM-DD" shown:"date"`
	NewsToDate       *string        `json:"newsToDate,omitempty" scope:"store" doc:"last day the product is marked new, YYYY-MM-DD" shown:"date"`
	MsrpEnabled      *int64         `json:"msrpEnabled,omitempty" scope:"store" about:"whether only msrp is shown at first: 0 no, 1 yes, 2 as configured"`
	MsrpDisplay      *int64         `json:"msrpDisplayActualPriceType,omitempty" scope:"store" about:"price appears: 1 on gesture, 2 in the cart, 3 before confirmation, 4 as configured"`
	Weight           *money.Decimal `json:"weight,omitempty" about:"weight of one unit, in the shop's unit of weight"`
	Barcode          *string        `json:"barcode,omitempty" doc:"barcode (EAN or UPC)"`
	Gtin             *string        `json:"gtin,omitempty" about:"global trade item number (GTIN)"`
	Mpn              *string        `json:"mpn,omitempty" about:"part number of the manufacturer"`
	Country          *string        `json:"countryOfManufacture,omitempty" scope:"store" about:"ISO 3166-1 alpha-2 code of the country of manufacture"`
	GiftMessage      *int64         `json:"giftMessageAvailable,omitempty" about:"whether a gift message is possible: 0 no, 1 yes, 2 as configured"`
	ImageLabel       *string        `json:"imageLabel,omitempty" scope:"store" about:"alternative text of the main image"`
	SmallImageLabel  *string        `json:"smallImageLabel,omitempty" scope:"store" about:"alternative text of the image for lists"`
	ThumbnailLabel   *string        `json:"thumbnailLabel,omitempty" scope:"store" about:"alternative text of the thumbnail"`
	SkuType          *int64         `json:"skuType,omitempty" about:"bundles: 0 SKU composed of the parts' SKUs, 1 fixed"`
	PriceType        *int64         `json:"priceType,omitempty" doc:"bundles: 0 sum of the parts' prices, 1 fixed"`
	WeightType       *int64         `json:"weightType,omitempty" about:"bundles: 0 sum of the parts' weights, 1 fixed"`
	PriceView        *int64         `json:"priceView,omitempty" about:"bundles: 0 price range, 1 lowest price"`
	ShipmentType     *int64         `json:"shipmentType,omitempty" about:"bundles: 0 shipped together, 1 separately"`
}

// Detailed holds the fields that items show as they are, and lists do not.
type Detailed struct {
	LinksTitle      *string `json:"linksTitle,omitempty" scope:"store" about:"heading of the downloads"`
	LinksSeparately *bool   `json:"linksPurchasedSeparately,omitempty" about:"whether links are sold separately"`
	SamplesTitle    *string `json:"samplesTitle,omitempty" scope:"store" about:"heading of the samples"`

	GiftcardType *string        `json:"giftcardType,omitempty" scope:"store" enum:"fixed,range,combined" about:"offered amounts: fixed, range or combined"`
	GiftcardMin  *money.Decimal `json:"giftcardMinAmount,omitempty" scope:"store" about:"minimum amount"`
	GiftcardMax  *money.Decimal `json:"giftcardMaxAmount,omitempty" scope:"store" about:"maximum amount"`
}

// Internal holds the fields that only the back office sees.
type Internal struct {
	Cost *money.Decimal `json:"cost,omitempty" scope:"store" about:"purchase price of one unit"`
	Design
}

// Design holds the look of a page in the storefront.
type Design struct {
	CustomDesign *string `json:"customDesign,omitempty" scope:"store" about:"theme of the page"`
	DesignFrom   *string `json:"customDesignFrom,omitempty" scope:"store" shown:"date" about:"first day of the theme"`
	DesignTo     *string `json:"customDesignTo,omitempty" scope:"store" shown:"date" about:"last day of the theme"`
	LayoutUpdate *string `json:"customLayoutUpdate,omitempty" scope:"store" about:"layout update XML"`
}

// Products is the record kind of products. Fields that are not Global may differ between store views. The fields of user-defined attributes
// are not listed.
var Products = record.KindOf[Product]("product", "Product").Beside(customPrefix)

var Types = []string{"simple", "virtual", "configurable", "grouped", "bundle", "downloadable", "giftcard"}

// Visibilities lists where a product can be shown. As attribute values they are numbered 1 to 4.
var Visibilities = []string{"not_visible", "catalog", "search", "catalog_search"}

// DefaultSet is the attribute set of products that name none. A new shop has this set.
const DefaultSet = 4

// HasCost tells whether products of a type have a cost.
func HasCost(productType string) bool {
	return slices.Contains([]string{"simple", "virtual", "bundle", "downloadable"}, productType)
}

// HasStock tells whether products of a type have a quantity of their own; the others are sold as their parts.
func HasStock(productType string) bool {
	return !slices.Contains([]string{"configurable", "grouped", "bundle"}, productType)
}

// CheckQty refuses a quantity for a product that is sold as its parts. 0 is none.
func CheckQty(sku, productType string, qty money.Decimal) error {
	if HasStock(productType) || qty.IsZero() {
		return nil
	}
	return fault.Invalidf("%s is %s and has no quantity of its own. Set the stock of its parts. With qty 0, isInStock says whether it can be "+
		"bought.", sku, productType).About(fault.Unfitting, "qty")
}

func EventSpecs() []domain.EventSpec {
	return append(Products.EventSpecs(), Categories.EventSpecs()...)
}

// IsVirtual tells whether products of a type need no shipping.
func IsVirtual(productType string) bool {
	return slices.Contains([]string{"virtual", "downloadable", giftcard.ProductType}, productType)
}

// ListedInCatalog tells whether browsing shows the product.
func (p Product) ListedInCatalog() bool {
	return p.Visibility == "catalog" || p.Visibility == "catalog_search"
}

// ListedInSearch tells whether searching shows the product.
func (p Product) ListedInSearch() bool {
	return p.Visibility == "search" || p.Visibility == "catalog_search"
}

var (
	ErrSKURequired  = fault.Invalidf("SKU is required").About(fault.Required, "sku")
	ErrNameRequired = fault.Invalidf("Name is required").About(fault.Required, "name")
	errLongName     = fault.Invalidf("Name must not be longer than %d characters", maxName).About(fault.Length, "name")
	ErrSKUTaken     = fault.Conflictf("A product with this SKU already exists").About(fault.Taken, "sku")
)

// The limits of a SKU, and of the name of a product or category, in characters.
const (
	maxSKU  = 64
	maxName = 255
)

// Check returns an error if the product is invalid (shapes-catalog §1.2, §1.4).
func (p Product) Check() error {
	var wrong fault.Several
	switch {
	case strings.TrimSpace(p.SKU) == "":
		wrong.Add(ErrSKURequired)
	case utf8.RuneCountInString(p.SKU) > maxSKU:
		wrong.Add(fault.Preconditionf("SKU length should be %d characters maximum.", maxSKU).About(fault.Length, "sku"))
	}
	wrong.Add(checkTitle(p.Name))
	if !slices.Contains(Types, p.Type) {
		wrong.Add(fault.Invalidf("Invalid product type: %s. Valid: %s", p.Type, strings.Join(Types, ", ")).About(fault.Choice, "type"))
	}
	for _, m := range []struct {
		name  string
		value *money.Decimal
	}{{"price", p.Price}, {"specialPrice", p.SpecialPrice}, {"cost", p.Cost}, {"msrp", p.Msrp}, {"weight", p.Weight}} {
		if m.value != nil && m.value.Sign() < 0 {
			wrong.Add(fault.Invalidf("%s must not be negative", fault.Name(m.name)).About(fault.Range, m.name))
		}
		if m.value != nil && money.Max.Less(*m.value) {
			wrong.Add(fault.Invalidf("%s must not be greater than %s", fault.Name(m.name), money.Max).About(fault.Range, m.name))
		}
	}
	for _, r := range []struct {
		from, to           string
		fromValue, toValue *string
	}{
		{"specialFromDate", "specialToDate", p.SpecialFromDate, p.SpecialToDate},
		{"newsFromDate", "newsToDate", p.NewsFromDate, p.NewsToDate},
		{"customDesignFrom", "customDesignTo", p.DesignFrom, p.DesignTo},
	} {
		if r.fromValue != nil && r.toValue != nil && *r.fromValue > *r.toValue {
			wrong.Add(fault.Invalidf("%s must not be later than %s.", fault.Name(r.from), fault.Name(r.to)).About(fault.Unfitting, r.from))
		}
	}
	if offer := p.Terms(0).GiftCard; offer != nil {
		wrong.Add(offer.Check())
	}
	wrong.Add(p.Parts.Check())
	return wrong.Err()
}

// checkTitle returns an error for the name of a product or category that is blank or too long.
func checkTitle(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return ErrNameRequired
	case utf8.RuneCountInString(name) > maxName:
		return errLongName
	}
	return nil
}
