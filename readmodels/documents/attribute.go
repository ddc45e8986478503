package documents

import (
	"bytes"
	"encoding/json"
)

// ProductAttribute is an attribute of products as the API shows it (shapes-catalog §10).
type ProductAttribute struct {
	Type               string                 `json:"@type"`
	ID                 int64                  `json:"id"`
	Code               string                 `json:"attributeCode" doc:"what customAttributesWrite, attributeFilters and useDefault take"`
	Label              string                 `json:"frontendLabel" about:"name of the attribute that people read"`
	Input              string                 `json:"frontendInput" doc:"text, textarea, date, boolean, select, multiselect, price, weight, media_image, gallery, or empty"`
	BackendType        string                 `json:"backendType" enum:"varchar,int,text,decimal,datetime,static" about:"how its values are stored"`
	IsRequired         bool                   `json:"isRequired" about:"whether every product needs a value"`
	IsUserDefined      bool                   `json:"isUserDefined" about:"whether the shop made the attribute; others cannot be deleted"`
	IsUnique           bool                   `json:"isUnique" about:"whether no two products have the same value"`
	Scope              string                 `json:"scope" enum:"global,website,store" doc:"where its values may differ"`
	IsGlobal           int64                  `json:"isGlobal" doc:"the scope as a number: 0 store, 1 global, 2 website"`
	Default            *string                `json:"defaultValue,omitempty" about:"value of new products"`
	IsSearchable       bool                   `json:"isSearchable" about:"whether the search looks into it"`
	IsFilterable       int64                  `json:"isFilterable" doc:"0 no, 1 with results, 2 also without results"`
	FilterableInSearch bool                   `json:"isFilterableInSearch" about:"whether results of the search can be filtered by it"`
	IsComparable       bool                   `json:"isComparable" about:"whether it is shown where products are compared"`
	IsVisibleOnFront   bool                   `json:"isVisibleOnFront" about:"whether customers see it"`
	IsHTMLAllowed      bool                   `json:"isHtmlAllowedOnFront" about:"whether its values may be HTML"`
	ForPriceRules      bool                   `json:"isUsedForPriceRules" about:"whether price rules can ask for it"`
	InListing          bool                   `json:"usedInProductListing" about:"whether lists of products have it"`
	ForSort            bool                   `json:"usedForSortBy" about:"whether lists can be sorted by it"`
	InAdvancedSearch   bool                   `json:"isVisibleInAdvancedSearch" about:"whether the advanced search asks for it"`
	IsWysiwyg          bool                   `json:"isWysiwygEnabled" about:"whether the back office edits it as formatted text"`
	IsConfigurable     bool                   `json:"isConfigurable" about:"whether variants of a configurable product can differ in it"`
	ApplyTo            []string               `json:"applyTo" doc:"types of products that have it; an empty list for all"`
	FrontendClass      *string                `json:"frontendClass,omitempty" about:"check of what is entered, such as validate-number"`
	Note               *string                `json:"note,omitempty" doc:"remark for the back office, shown below the field"`
	Position           int64                  `json:"position" doc:"place among the filters of a category"`
	Options            []AttributeOptionValue `json:"options" doc:"what can be chosen"`
	Extensions         Extensions             `json:"extensions"`
}

// AttributeOptionValue is a value that can be chosen.
type AttributeOptionValue struct {
	Label string `json:"label" about:"text that people read"`
	Value string `json:"value" doc:"what is written and filtered by; the number of an option"`
}

// AttributeSet is an attribute set as the API shows it (shapes-catalog §11).
type AttributeSet struct {
	Type       string           `json:"@type"`
	ID         int64            `json:"id"`
	Name       string           `json:"attributeSetName" about:"name of the attribute set"`
	Codes      []string         `json:"attributeCodes" doc:"codes of its attributes, in order"`
	Groups     []AttributeGroup `json:"groups" doc:"its attributes as they are shown together, in order"`
	Extensions Extensions       `json:"extensions"`
}

// AttributeGroup is attributes that are shown together.
type AttributeGroup struct {
	Name       string             `json:"name" doc:"name of the group"`
	SortOrder  int64              `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
	Attributes []GroupedAttribute `json:"attributes" doc:"attributes of the group, in their order"`
}

// GroupedAttribute is an attribute in a group.
type GroupedAttribute struct {
	Code      string `json:"code" about:"code that programs name it by"`
	SortOrder int64  `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
}

// LayeredFilter is an attribute that the products of a category can be filtered by (shapes-catalog §13).
type LayeredFilter struct {
	Type       string         `json:"@type"`
	Code       string         `json:"code" doc:"what attributeFilters takes"`
	Label      string         `json:"label" about:"text that people read"`
	Input      string         `json:"type" enum:"select,multiselect" doc:"whether one value can be asked for or several"`
	Position   int64          `json:"position" about:"place among its neighbours; the smallest number comes first"`
	Multiple   bool           `json:"multiple" doc:"whether several values can be combined; one of them is enough"`
	Options    []FilterOption `json:"options" about:"options that can be chosen"`
	Extensions Extensions     `json:"extensions"`
}

// FilterOption is a value of a filter.
type FilterOption struct {
	Value  string  `json:"value" about:"value, as text"`
	Label  string  `json:"label" about:"text that people read"`
	Count  int64   `json:"count" doc:"how many products of the list have it"`
	Swatch *Swatch `json:"swatch" doc:"how it is pictured; null if it is not"`
}

// Swatch is a small picture of an option.
type Swatch struct {
	Type  string `json:"type" enum:"color,text,image" doc:"what the value is"`
	Value string `json:"value" doc:"colour such as #ff0000, text, or the URL of a picture"`
}

// AdditionalAttribute is a value that the storefront shows beside the product's own members.
type AdditionalAttribute struct {
	Label string `json:"label" about:"text that people read"`
	Value string `json:"value" about:"value, as text"`
	Code  string `json:"code" about:"code that programs name it by"`
}

// ProductAdditional lists the attribute values that the storefront shows beside a product's own members.
type ProductAdditional struct {
	Additional []AdditionalAttribute `json:"additionalAttributes" doc:"values of attributes that the storefront shows, in the language of the store"`
}

// AttributeValues maps attribute codes to values. It prints as an empty list when there are none.
type AttributeValues map[string]string

func (v AttributeValues) MarshalJSON() ([]byte, error) {
	if len(v) == 0 {
		return []byte("[]"), nil
	}
	return Encode(map[string]string(v))
}

func (v *AttributeValues) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("[]")) {
		*v = nil
		return nil
	}
	return json.Unmarshal(data, (*map[string]string)(v))
}
