package catalog

import (
	"regexp"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Category is a category as it is in one store view.
type Category struct {
	ID              int64    `json:"id"`
	ParentID        int64    `json:"parentId"`
	Name            string   `json:"name" scope:"store"`
	Description     *string  `json:"description" scope:"store"`
	URLKey          string   `json:"urlKey" scope:"store"`
	Image           *string  `json:"image" scope:"store"`
	Position        int64    `json:"position"`
	IsActive        bool     `json:"isActive" scope:"store"`
	IncludeInMenu   bool     `json:"includeInMenu" scope:"store"`
	IsAnchor        bool     `json:"isAnchor" scope:"store"`
	AvailableSortBy []string `json:"availableSortBy" scope:"store"`
	DefaultSortBy   *string  `json:"defaultSortBy" scope:"store"`
	LandingPageID   *int64   `json:"landingPageId" scope:"store"`
	DisplayMode     *string  `json:"displayMode" scope:"store"`
	CategoryMeta
	Design
	CategoryInherited
	// Positions maps product IDs to positions in the category. Products without a position come last.
	Positions map[string]int64 `json:"productPositions"`
}

// CategoryMeta holds what search engines read of a category, and the layout of its page.
type CategoryMeta struct {
	MetaTitle       *string `json:"metaTitle,omitempty" scope:"store" about:"meta title"`
	MetaKeywords    *string `json:"metaKeywords,omitempty" scope:"store" about:"meta keywords"`
	MetaDescription *string `json:"metaDescription,omitempty" scope:"store" about:"meta description"`
	MetaRobots      *string `json:"metaRobots,omitempty" scope:"store" about:"robots meta tag, such as INDEX,FOLLOW"`
	PageLayout      *string `json:"pageLayout,omitempty" scope:"store" about:"page layout in the storefront"`
}

// CategoryInherited holds what a category passes on, and the steps of its price filter.
type CategoryInherited struct {
	UseParent       *bool          `json:"customUseParentSettings,omitempty" scope:"store" about:"whether the parent's design applies"`
	ApplyToProducts *bool          `json:"customApplyToProducts,omitempty" scope:"store" about:"whether its design also applies to its products"`
	PriceRange      *money.Decimal `json:"filterPriceRange,omitempty" scope:"store" about:"step width of the price filter, in the base currency"`
}

var Categories = record.KindOf[Category]("category", "Category")

// TreeRoot is the ID of the category above all others. Its children are the root categories of the stores.
const TreeRoot = 1

// sortCodes lists the fields by which products of a category can be sorted (shapes-catalog §12.3).
var sortCodes = []string{"position", "name", "price"}

var (
	ErrParentNotFound    = fault.Invalidf("Parent category not found").About(fault.Unknown, "parentId")
	ErrNewParentNotFound = fault.Invalidf("New parent category not found").About(fault.Unknown, "parentId")
	ErrRootCategory      = fault.Invalidf("Cannot delete root categories")
	ErrMoveUnderItself   = fault.Preconditionf("Failed to move category: a category cannot be moved below itself.").
				About(fault.Unfitting, "parentId")
	ErrPositionsTooSoon = fault.Invalidf("productPositions applies to products already assigned to the category: "+
		"create it first, assign products, then set their positions.").About(fault.Fixed, "productPositions")
)

var imageName = regexp.MustCompile(`(?i)\.(webp|avif|jpe?g|png|gif|bmp)$`)

// IsRoot tells whether the category is the root of the tree or the root category of a store.
func (c Category) IsRoot() bool { return c.ID == TreeRoot || c.ParentID == TreeRoot || c.ParentID == 0 }

// Check returns an error if the category is invalid (shapes-catalog §12.3).
func (c Category) Check() error {
	var wrong fault.Several
	wrong.Add(checkTitle(c.Name))
	if c.Image != nil {
		switch {
		case strings.ContainsAny(*c.Image, "/\\") || strings.HasPrefix(*c.Image, "."):
			wrong.Add(fault.Invalidf("image must be a bare filename (stored under media/catalog/category)").About(fault.Format, "image"))
		case !imageName.MatchString(*c.Image):
			wrong.Add(fault.Invalidf("image must have a valid image file extension").About(fault.Format, "image"))
		}
	}
	for i, code := range c.AvailableSortBy {
		wrong.Add(checkSortCode(fault.Element("availableSortBy", i), code))
	}
	if c.DefaultSortBy != nil {
		wrong.Add(checkSortCode("defaultSortBy", *c.DefaultSortBy))
	}
	return wrong.Err()
}

func checkSortCode(field, code string) error {
	if !slices.Contains(sortCodes, code) {
		return fault.Invalidf("Invalid sort-by code %q. Valid: %s", code, strings.Join(sortCodes, ", ")).About(fault.Choice, field)
	}
	return nil
}
