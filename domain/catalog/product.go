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
	MetaTitle        *string        `json:"metaTitle" scope:"store"`
	MetaDescription  *string        `json:"metaDescription" scope:"store"`
	MetaKeywords     *string        `json:"metaKeywords" scope:"store"`
	MetaRobots       *string        `json:"metaRobots" scope:"store"`
	PageLayout       *string        `json:"pageLayout" scope:"store"`
	OptionsContainer *string        `json:"optionsContainer" scope:"store"`
	Price            *money.Decimal `json:"price" scope:"store"`
	SpecialPrice     *money.Decimal `json:"specialPrice" scope:"store"`
	SpecialFromDate  *string        `json:"specialFromDate" scope:"store"`
	SpecialToDate    *string        `json:"specialToDate" scope:"store"`
	NewsFromDate     *string        `json:"newsFromDate" scope:"store"`
	NewsToDate       *string        `json:"newsToDate" scope:"store"`
	Cost             *money.Decimal `json:"cost" scope:"store"`
	Msrp             *money.Decimal `json:"msrp" scope:"store"`
	MsrpEnabled      *int64         `json:"msrpEnabled" scope:"store"`
	MsrpDisplay      *int64         `json:"msrpDisplayActualPriceType" scope:"store"`
	Weight           *money.Decimal `json:"weight"`
	Barcode          *string        `json:"barcode"`
	Gtin             *string        `json:"gtin"`
	Mpn              *string        `json:"mpn"`
	Country          *string        `json:"countryOfManufacture" scope:"store"`
	GiftMessage      *int64         `json:"giftMessageAvailable"`
	CustomDesign     *string        `json:"customDesign" scope:"store"`
	DesignFrom       *string        `json:"customDesignFrom" scope:"store"`
	DesignTo         *string        `json:"customDesignTo" scope:"store"`
	LayoutUpdate     *string        `json:"customLayoutUpdate" scope:"store"`
	ImageLabel       *string        `json:"imageLabel" scope:"store"`
	SmallImageLabel  *string        `json:"smallImageLabel" scope:"store"`
	ThumbnailLabel   *string        `json:"thumbnailLabel" scope:"store"`
	SkuType          *int64         `json:"skuType"`
	PriceType        *int64         `json:"priceType"`
	WeightType       *int64         `json:"weightType"`
	PriceView        *int64         `json:"priceView"`
	ShipmentType     *int64         `json:"shipmentType"`
	LinksTitle       *string        `json:"linksTitle" scope:"store"`
	LinksSeparately  *bool          `json:"linksPurchasedSeparately"`
	SamplesTitle     *string        `json:"samplesTitle" scope:"store"`

	GiftcardType     *string         `json:"giftcardType" scope:"store"`
	GiftcardAmounts  []money.Decimal `json:"giftcardAmounts" scope:"store"` // ascending
	GiftcardMin      *money.Decimal  `json:"giftcardMinAmount" scope:"store"`
	GiftcardMax      *money.Decimal  `json:"giftcardMaxAmount" scope:"store"`
	GiftcardMessage  *bool           `json:"giftcardIsMessageAllowed" scope:"store"`
	GiftcardLifetime *int64          `json:"giftcardLifetime" scope:"store"` // days

	Parts
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
	ErrSKURequired  = fault.Invalidf("SKU is required")
	ErrNameRequired = fault.Invalidf("Name is required")
	errLongName     = fault.Invalidf("Name must not be longer than %d characters", MaxName)
	ErrSKUTaken     = fault.Conflictf("A product with this SKU already exists")
)

// The limits of a SKU, and of the name of a product or category, in characters.
const (
	MaxSKU  = 64
	MaxName = 255
)

// Check returns an error if the product is invalid (shapes-catalog §1.2, §1.4).
func (p Product) Check() error {
	switch {
	case strings.TrimSpace(p.SKU) == "":
		return ErrSKURequired
	case utf8.RuneCountInString(p.SKU) > MaxSKU:
		return fault.Preconditionf("SKU length should be %d characters maximum.", MaxSKU)
	case strings.TrimSpace(p.Name) == "":
		return ErrNameRequired
	case utf8.RuneCountInString(p.Name) > MaxName:
		return errLongName
	case !slices.Contains(Types, p.Type):
		return fault.Invalidf("Invalid product type: %s. Valid: %s", p.Type, strings.Join(Types, ", "))
	}
	for _, m := range []struct {
		name  string
		value *money.Decimal
	}{{"price", p.Price}, {"specialPrice", p.SpecialPrice}, {"cost", p.Cost}, {"msrp", p.Msrp}, {"weight", p.Weight}} {
		if m.value != nil && m.value.Sign() < 0 {
			return fault.Invalidf("%s must not be negative", m.name)
		}
		if m.value != nil && money.Max.Less(*m.value) {
			return fault.Invalidf("%s must not be greater than %s", m.name, money.Max)
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
			return fault.Invalidf("%s must not be later than %s.", r.from, r.to)
		}
	}
	if offer := p.Terms(0).GiftCard; offer != nil {
		if err := offer.Check(); err != nil {
			return err
		}
	}
	return p.Parts.Check()
}
