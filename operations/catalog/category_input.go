package catalog

import (
	"encoding/json"

	"tradelog/domain/content"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// categoryFields are the writable fields of a category. A missing or null field stays unchanged.
type categoryFields struct {
	Name            string         `json:"name,omitempty" nonnull:"true" maxlength:"255" doc:"name; required to create a category; empty changes nothing"`
	Description     *string        `json:"description" longest:"262144" lines:"many" media:"text/html" doc:"HTML"`
	URLKey          *string        `json:"urlKey" doc:"last segment of the URL, reduced to a-z, 0-9 and dashes; derived from the name when empty"`
	Image           *string        `json:"image" doc:"file name in media/catalog/category, without a path; empty clears it. Answers have the URL"`
	IsActive        *bool          `json:"isActive" doc:"whether the storefront shows it; true by default"`
	IncludeInMenu   *bool          `json:"includeInMenu" doc:"whether the menu shows it; true by default"`
	IsAnchor        *bool          `json:"isAnchor" doc:"whether it also lists the products of its descendants"`
	AvailableSortBy []string       `json:"availableSortBy" enum:"position,name,price" doc:"sort orders offered for its products; an empty list: the configured ones"`
	DefaultSortBy   *string        `json:"defaultSortBy" doc:"position, name or price; empty clears it"`
	LandingPageID   *int64         `json:"landingPageId" doc:"ID of the CMS block shown on its page; 0 clears it"`
	DisplayMode     *string        `json:"displayMode" doc:"PRODUCTS, PAGE or PRODUCTS_AND_PAGE"`
	MetaTitle       *string        `json:"metaTitle" about:"meta title"`
	MetaKeywords    *string        `json:"metaKeywords" lines:"many" about:"meta keywords"`
	MetaDescription *string        `json:"metaDescription" lines:"many" about:"meta description"`
	MetaRobots      *string        `json:"metaRobots" doc:"robots meta tag, such as NOINDEX,FOLLOW; empty clears it"`
	PageLayout      *string        `json:"pageLayout" about:"page layout in the storefront"`
	CustomDesign    *string        `json:"customDesign" doc:"theme as package/theme; back office only; empty clears it"`
	DesignFrom      *string        `json:"customDesignFrom" doc:"first day of the theme, YYYY-MM-DD; empty clears it"`
	DesignTo        *string        `json:"customDesignTo" doc:"last day of the theme, YYYY-MM-DD; empty clears it"`
	LayoutUpdate    *string        `json:"customLayoutUpdate" lines:"many" doc:"layout update XML, without templates and helpers; empty clears it"`
	UseParent       *bool          `json:"customUseParentSettings" doc:"whether the parent's design applies"`
	ApplyToProducts *bool          `json:"customApplyToProducts" doc:"whether the design also applies to its products"`
	PriceRange      *money.Decimal `json:"filterPriceRange" doc:"step width of the price filter; 0 clears it"`
}

// values returns the fields that were sent.
func (f categoryFields) values() (record.Values, error) {
	if err := content.CheckHTML("description", f.Description); err != nil {
		return nil, err
	}
	return record.Of(f)
}

type categoryExtras struct {
	ParentID         *int64                     `json:"parentId" doc:"ID of the parent category"`
	CustomAttributes map[string]json.RawMessage `json:"customAttributesWrite" longest:"262144" lines:"own" doc:"values by attribute code, such as {\"meta_title\":\"Mugs\"}; unknown codes are ignored; path, position and other columns are refused"`
	Positions        map[string]int64           `json:"productPositions" hidden:"true"`
}

type createCategory struct {
	categoryFields
	categoryExtras
}

type updateCategory struct {
	categoryPath
	categoryFields
	categoryExtras
	Position   *int64   `json:"position" doc:"position among its siblings, ascending"`
	UseDefault []string `json:"useDefault" doc:"attribute codes; removes their values of the named store view, so the default ones apply again"`
}
