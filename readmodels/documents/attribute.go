package documents

import (
	"bytes"
	"encoding/json"
)

// ProductAttribute is an attribute of products as the API shows it (shapes-catalog §10).
type ProductAttribute struct {
	Type               string                 `json:"@type"`
	ID                 int64                  `json:"id" about:"ID of the attribute"`
	Code               string                 `json:"attributeCode" doc:"attribute code, as in customAttributesWrite, attributeFilters and useDefault"`
	Label              string                 `json:"frontendLabel" about:"label of the attribute"`
	Input              string                 `json:"frontendInput" doc:"text, textarea, date, boolean, select, multiselect, price, weight, media_image, gallery, or empty"`
	BackendType        string                 `json:"backendType" enum:"varchar,int,text,decimal,datetime,static" about:"storage type of its values"`
	IsRequired         bool                   `json:"isRequired" about:"whether every product must have a value"`
	IsUserDefined      bool                   `json:"isUserDefined" about:"whether the attribute is user-defined; only these can be deleted"`
	IsUnique           bool                   `json:"isUnique" about:"whether values must be unique"`
	Scope              string                 `json:"scope" enum:"global,website,store" doc:"scope in which its values may differ"`
	IsGlobal           int64                  `json:"isGlobal" enum:"0,1,2" doc:"scope as a number: 0 store, 1 global, 2 website"`
	Default            *string                `json:"defaultValue,omitempty" about:"default value"`
	IsSearchable       bool                   `json:"isSearchable" about:"whether it is searched"`
	IsFilterable       int64                  `json:"isFilterable" enum:"0,1,2" doc:"0 no, 1 with results, 2 also without results"`
	FilterableInSearch bool                   `json:"isFilterableInSearch" about:"whether search results can be filtered by it"`
	IsComparable       bool                   `json:"isComparable" about:"whether the product comparison shows it"`
	IsVisibleOnFront   bool                   `json:"isVisibleOnFront" about:"whether customers see it"`
	IsHTMLAllowed      bool                   `json:"isHtmlAllowedOnFront" about:"whether its values may contain HTML"`
	ForPriceRules      bool                   `json:"isUsedForPriceRules" about:"whether price rules can use it as a condition"`
	InListing          bool                   `json:"usedInProductListing" about:"whether product lists include it"`
	ForSort            bool                   `json:"usedForSortBy" about:"whether product lists can be sorted by it"`
	InAdvancedSearch   bool                   `json:"isVisibleInAdvancedSearch" about:"whether the advanced search offers it"`
	IsWysiwyg          bool                   `json:"isWysiwygEnabled" about:"whether the back office edits it with a WYSIWYG editor"`
	IsConfigurable     bool                   `json:"isConfigurable" about:"whether variants of configurable products can differ in it"`
	ApplyTo            []string               `json:"applyTo" doc:"product types that have it; empty for all"`
	FrontendClass      *string                `json:"frontendClass,omitempty" about:"input validation class, such as validate-number"`
	Note               *string                `json:"note,omitempty" doc:"note for the back office, shown below the input"`
	Position           int64                  `json:"position" doc:"position among the filters of a category"`
	Options            []AttributeOptionValue `json:"options" doc:"options to choose from"`
	Extensions         Extensions             `json:"extensions"`
}

// AttributeOptionValue is a value that can be chosen.
type AttributeOptionValue struct {
	Label string `json:"label" about:"label"`
	Value string `json:"value" doc:"option ID, for writing and filtering"`
}

// AttributeSet is an attribute set as the API shows it (shapes-catalog §11).
type AttributeSet struct {
	Type       string           `json:"@type"`
	ID         int64            `json:"id" about:"ID of the attribute set"`
	Name       string           `json:"attributeSetName" about:"name of the attribute set"`
	Codes      []string         `json:"attributeCodes" doc:"codes of its attributes, in order"`
	Groups     []AttributeGroup `json:"groups" doc:"groups of attributes, in display order"`
	Extensions Extensions       `json:"extensions"`
}

// AttributeGroup is attributes that are shown together.
type AttributeGroup struct {
	Name       string             `json:"name" doc:"name of the group"`
	SortOrder  int64              `json:"sortOrder" about:"position among its siblings, ascending"`
	Attributes []GroupedAttribute `json:"attributes" doc:"attributes of the group, in their order"`
}

// GroupedAttribute is an attribute in a group.
type GroupedAttribute struct {
	Code      string `json:"code" about:"attribute code"`
	SortOrder int64  `json:"sortOrder" about:"position among its siblings, ascending"`
}

// LayeredFilter is an attribute that the products of a category can be filtered by (shapes-catalog §13).
type LayeredFilter struct {
	Type       string         `json:"@type"`
	Code       string         `json:"code" doc:"attribute code, as in attributeFilters"`
	Label      string         `json:"label" about:"label"`
	Input      string         `json:"type" enum:"select,multiselect" doc:"select takes one value, multiselect several"`
	Position   int64          `json:"position" about:"position among its siblings, ascending"`
	Multiple   bool           `json:"multiple" doc:"whether several values can be sent; products match any of them"`
	Options    []FilterOption `json:"options" about:"options to choose from"`
	Extensions Extensions     `json:"extensions"`
}

// FilterOption is a value of a filter.
type FilterOption struct {
	Value  string  `json:"value" about:"value, as text"`
	Label  string  `json:"label" about:"label"`
	Count  int64   `json:"count" doc:"number of products in the list with this value"`
	Swatch *Swatch `json:"swatch" doc:"swatch of the option; null if it has none"`
}

// Swatch is a small picture of an option.
type Swatch struct {
	Type  string `json:"type" enum:"color,text,image" doc:"kind of swatch"`
	Value string `json:"value" doc:"colour such as #ff0000, text, or the URL of a picture"`
}

// AdditionalAttribute is a value that the storefront shows beside the product's own members.
type AdditionalAttribute struct {
	Label string `json:"label" about:"label"`
	Value string `json:"value" about:"value, as text"`
	Code  string `json:"code" about:"attribute code"`
}

// ProductAdditional lists the attribute values that the storefront shows beside a product's own members.
type ProductAdditional struct {
	Additional []AdditionalAttribute `json:"additionalAttributes" doc:"values of visible attributes, in the language of the store"`
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
