package category

import (
	"encoding/json"

	"tradelog/domain/content"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// categoryFields are the writable fields of a category. A missing or null field stays unchanged.
type categoryFields struct {
	Name            string         `json:"name,omitempty" nonnull:"true" maxlength:"255" doc:"needed to create a category; empty changes nothing"`
	Description     *string        `json:"description" longest:"262144" lines:"many" doc:"HTML"`
	URLKey          *string        `json:"urlKey" doc:"last part of its address, brought to a-z, 0-9 and dashes; made of the name when empty"`
	Image           *string        `json:"image" doc:"name of a file in media/catalog/category, without a path; empty clears it. Read back as an absolute URL"`
	IsActive        *bool          `json:"isActive" doc:"whether the storefront shows it; a new category is active"`
	IncludeInMenu   *bool          `json:"includeInMenu" doc:"whether it is in the menu; a new category is"`
	IsAnchor        *bool          `json:"isAnchor" doc:"whether it lists the products of the categories below it as well"`
	AvailableSortBy []string       `json:"availableSortBy" enum:"position,name,price" doc:"what its products can be sorted by; an empty list for what is configured"`
	DefaultSortBy   *string        `json:"defaultSortBy" doc:"position, name or price; empty clears it"`
	LandingPageID   *int64         `json:"landingPageId" doc:"block of content shown on its page; 0 clears it"`
	DisplayMode     *string        `json:"displayMode" doc:"PRODUCTS, PAGE or PRODUCTS_AND_PAGE"`
	MetaTitle       *string        `json:"metaTitle" about:"title for search engines"`
	MetaKeywords    *string        `json:"metaKeywords" lines:"many" about:"keywords for search engines"`
	MetaDescription *string        `json:"metaDescription" lines:"many" about:"description for search engines"`
	MetaRobots      *string        `json:"metaRobots" doc:"for search engines, such as NOINDEX,FOLLOW; empty clears it"`
	PageLayout      *string        `json:"pageLayout" about:"layout of the page in the storefront"`
	CustomDesign    *string        `json:"customDesign" doc:"package/theme; back office only, empty clears it"`
	DesignFrom      *string        `json:"customDesignFrom" doc:"YYYY-MM-DD; empty clears it"`
	DesignTo        *string        `json:"customDesignTo" doc:"YYYY-MM-DD; empty clears it"`
	LayoutUpdate    *string        `json:"customLayoutUpdate" lines:"many" doc:"XML that changes the layout of its page; may name neither templates nor helpers. Empty clears it"`
	UseParent       *bool          `json:"customUseParentSettings" doc:"whether the design is the parent's"`
	ApplyToProducts *bool          `json:"customApplyToProducts" doc:"whether the design holds for its products as well"`
	PriceRange      *money.Decimal `json:"filterPriceRange" doc:"width of the steps of a price filter; 0 clears it"`
}

// values returns the fields that were sent.
func (f categoryFields) values() (record.Values, error) {
	if err := content.CheckHTML("description", f.Description); err != nil {
		return nil, err
	}
	return record.Of(f)
}

type categoryExtras struct {
	ParentID         *int64                     `json:"parentId" doc:"category it stands below"`
	CustomAttributes map[string]json.RawMessage `json:"customAttributesWrite" longest:"262144" lines:"own" doc:"values by attribute code, such as {\"meta_title\":\"Mugs\"}; unknown codes are left out, and path, position and other columns are refused"`
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
	Position   *int64   `json:"position" doc:"place among its siblings, ascending"`
	UseDefault []string `json:"useDefault" doc:"attribute codes whose values in the named store view give way to those of all stores again"`
}
