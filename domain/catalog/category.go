package catalog

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Category is a category as it is in one store view.
type Category struct {
	ID              int64          `json:"id"`
	ParentID        int64          `json:"parentId"`
	Name            string         `json:"name"`
	Description     *string        `json:"description"`
	URLKey          string         `json:"urlKey"`
	Image           *string        `json:"image"`
	Position        int64          `json:"position"`
	IsActive        bool           `json:"isActive"`
	IncludeInMenu   bool           `json:"includeInMenu"`
	IsAnchor        bool           `json:"isAnchor"`
	AvailableSortBy []string       `json:"availableSortBy"`
	DefaultSortBy   *string        `json:"defaultSortBy"`
	LandingPageID   *int64         `json:"landingPageId"`
	DisplayMode     *string        `json:"displayMode"`
	MetaTitle       *string        `json:"metaTitle"`
	MetaKeywords    *string        `json:"metaKeywords"`
	MetaDescription *string        `json:"metaDescription"`
	MetaRobots      *string        `json:"metaRobots"`
	PageLayout      *string        `json:"pageLayout"`
	CustomDesign    *string        `json:"customDesign"`
	DesignFrom      *string        `json:"customDesignFrom"`
	DesignTo        *string        `json:"customDesignTo"`
	LayoutUpdate    *string        `json:"customLayoutUpdate"`
	UseParent       *bool          `json:"customUseParentSettings"`
	ApplyToProducts *bool          `json:"customApplyToProducts"`
	PriceRange      *money.Decimal `json:"filterPriceRange"`
	// Positions are where products stand in the category, by identifier. Products without one come last.
	Positions map[string]int64 `json:"productPositions"`
}

var Categories = &record.Kind{Name: "category", Title: "Category", Fields: []record.Field{
	{Name: "id", Type: record.Integer, Global: true}, {Name: "parentId", Type: record.Integer, Global: true},
	{Name: "position", Type: record.Integer, Global: true}, {Name: "productPositions", Type: record.Object, Global: true},
	{Name: "name"}, {Name: "description"}, {Name: "urlKey"}, {Name: "image"}, {Name: "isActive", Type: record.Boolean},
	{Name: "includeInMenu", Type: record.Boolean}, {Name: "isAnchor", Type: record.Boolean},
	{Name: "availableSortBy", Type: record.List}, {Name: "defaultSortBy"}, {Name: "landingPageId", Type: record.Integer},
	{Name: "displayMode"}, {Name: "metaTitle"}, {Name: "metaKeywords"}, {Name: "metaDescription"}, {Name: "metaRobots"},
	{Name: "pageLayout"}, {Name: "customDesign"}, {Name: "customDesignFrom"}, {Name: "customDesignTo"}, {Name: "customLayoutUpdate"},
	{Name: "customUseParentSettings", Type: record.Boolean}, {Name: "customApplyToProducts", Type: record.Boolean},
	{Name: "filterPriceRange", Type: record.Number},
}}

// TreeRoot is the category above all others. Its children are the roots of the stores.
const TreeRoot = 1

// SortCodes are what products can be sorted by in a category (shapes-catalog §12.3).
var SortCodes = []string{"position", "name", "price"}

// The refusals of a category.
var (
	ErrParentNotFound    = fault.Invalidf("Parent category not found")
	ErrNewParentNotFound = fault.Invalidf("New parent category not found")
	ErrRootCategory      = fault.Invalidf("Cannot delete root categories")
	ErrMoveUnderItself   = fault.Preconditionf("Failed to move category: a category cannot be moved below itself.")
	ErrPositionsTooSoon  = fault.Invalidf("productPositions applies to products already assigned to the category: create it first, assign products, then set their positions.")
)

var imageName = regexp.MustCompile(`(?i)\.(webp|avif|jpe?g|png|gif|bmp)$`)

// IsRoot tells whether it is the root of all or of stores.
func (c Category) IsRoot() bool { return c.ID == TreeRoot || c.ParentID == TreeRoot || c.ParentID == 0 }

// Check refuses categories that cannot be (shapes-catalog §12.3).
func (c Category) Check() error {
	switch {
	case strings.TrimSpace(c.Name) == "":
		return ErrNameRequired
	case utf8.RuneCountInString(c.Name) > MaxName:
		return errLongName
	}
	if c.Image != nil {
		if strings.ContainsAny(*c.Image, "/\\") || strings.HasPrefix(*c.Image, ".") {
			return fault.Invalidf("image must be a bare filename (stored under media/catalog/category)")
		}
		if !imageName.MatchString(*c.Image) {
			return fault.Invalidf("image must have a valid image file extension")
		}
	}
	codes := c.AvailableSortBy
	if c.DefaultSortBy != nil {
		codes = append(codes[:len(codes):len(codes)], *c.DefaultSortBy)
	}
	for _, code := range codes {
		if !slices.Contains(SortCodes, code) {
			return fault.Invalidf("Invalid sort-by code %q. Valid: %s", code, strings.Join(SortCodes, ", "))
		}
	}
	return nil
}
