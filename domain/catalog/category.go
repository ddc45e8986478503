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
	Name            string         `json:"name" scope:"store"`
	Description     *string        `json:"description" scope:"store"`
	URLKey          string         `json:"urlKey" scope:"store"`
	Image           *string        `json:"image" scope:"store"`
	Position        int64          `json:"position"`
	IsActive        bool           `json:"isActive" scope:"store"`
	IncludeInMenu   bool           `json:"includeInMenu" scope:"store"`
	IsAnchor        bool           `json:"isAnchor" scope:"store"`
	AvailableSortBy []string       `json:"availableSortBy" scope:"store"`
	DefaultSortBy   *string        `json:"defaultSortBy" scope:"store"`
	LandingPageID   *int64         `json:"landingPageId" scope:"store"`
	DisplayMode     *string        `json:"displayMode" scope:"store"`
	MetaTitle       *string        `json:"metaTitle" scope:"store"`
	MetaKeywords    *string        `json:"metaKeywords" scope:"store"`
	MetaDescription *string        `json:"metaDescription" scope:"store"`
	MetaRobots      *string        `json:"metaRobots" scope:"store"`
	PageLayout      *string        `json:"pageLayout" scope:"store"`
	CustomDesign    *string        `json:"customDesign" scope:"store"`
	DesignFrom      *string        `json:"customDesignFrom" scope:"store"`
	DesignTo        *string        `json:"customDesignTo" scope:"store"`
	LayoutUpdate    *string        `json:"customLayoutUpdate" scope:"store"`
	UseParent       *bool          `json:"customUseParentSettings" scope:"store"`
	ApplyToProducts *bool          `json:"customApplyToProducts" scope:"store"`
	PriceRange      *money.Decimal `json:"filterPriceRange" scope:"store"`
	// Positions maps product IDs to positions in the category. Products without a position come last.
	Positions map[string]int64 `json:"productPositions"`
}

var Categories = record.KindOf[Category]("category", "Category")

// TreeRoot is the ID of the category above all others. Its children are the root categories of the stores.
const TreeRoot = 1

// sortCodes lists the fields by which products of a category can be sorted (shapes-catalog §12.3).
var sortCodes = []string{"position", "name", "price"}

var (
	ErrParentNotFound    = fault.Invalidf("Parent category not found")
	ErrNewParentNotFound = fault.Invalidf("New parent category not found")
	ErrRootCategory      = fault.Invalidf("Cannot delete root categories")
	ErrMoveUnderItself   = fault.Preconditionf("Failed to move category: a category cannot be moved below itself.")
	ErrPositionsTooSoon  = fault.Invalidf("productPositions applies to products already assigned to the category: " +
		"create it first, assign products, then set their positions.")
)

var imageName = regexp.MustCompile(`(?i)\.(webp|avif|jpe?g|png|gif|bmp)$`)

// IsRoot tells whether the category is the root of the tree or the root category of a store.
func (c Category) IsRoot() bool { return c.ID == TreeRoot || c.ParentID == TreeRoot || c.ParentID == 0 }

// Check returns an error if the category is invalid (shapes-catalog §12.3).
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
		if !slices.Contains(sortCodes, code) {
			return fault.Invalidf("Invalid sort-by code %q. Valid: %s", code, strings.Join(sortCodes, ", "))
		}
	}
	return nil
}
