package documents

import (
	"strconv"
	"strings"

	"tradelog/domain/money"
)

// Category is a category as the API shows it (shapes-catalog §12.3).
type Category struct {
	Type            string         `json:"@type"`
	ID              int64          `json:"id"`
	ParentID        int64          `json:"parentId"`
	Name            string         `json:"name"`
	Description     *string        `json:"description,omitempty"`
	URLKey          *string        `json:"urlKey,omitempty"`
	URLPath         *string        `json:"urlPath,omitempty"`
	Image           *string        `json:"image,omitempty" doc:"absolute URL"`
	Level           int            `json:"level" doc:"0 for the root of all, 1 for a store's root"`
	Position        int64          `json:"position"`
	IsActive        bool           `json:"isActive"`
	IncludeInMenu   bool           `json:"includeInMenu"`
	IsAnchor        bool           `json:"isAnchor" doc:"lists the products of its descendants too"`
	AvailableSortBy []string       `json:"availableSortBy"`
	DefaultSortBy   *string        `json:"defaultSortBy,omitempty"`
	LandingPageID   *int64         `json:"landingPageId,omitempty"`
	CmsBlock        *string        `json:"cmsBlock,omitempty"`
	DisplayMode     *string        `json:"displayMode,omitempty"`
	ChildrenCount   int            `json:"childrenCount" doc:"all descendants"`
	ProductCount    int64          `json:"productCount" doc:"products assigned to the category itself"`
	ChildrenIDs     []int64        `json:"childrenIds" doc:"active children by position"`
	Children        []*Category    `json:"children"`
	Path            string         `json:"path" doc:"identifiers from the root down, joined by /"`
	MetaTitle       *string        `json:"metaTitle,omitempty"`
	MetaKeywords    *string        `json:"metaKeywords,omitempty"`
	MetaDescription *string        `json:"metaDescription,omitempty"`
	MetaRobots      *string        `json:"metaRobots,omitempty"`
	PageLayout      *string        `json:"pageLayout,omitempty"`
	CustomDesign    *string        `json:"customDesign,omitempty"`
	DesignFrom      *string        `json:"customDesignFrom,omitempty"`
	DesignTo        *string        `json:"customDesignTo,omitempty"`
	LayoutUpdate    *string        `json:"customLayoutUpdate,omitempty"`
	UseParent       *bool          `json:"customUseParentSettings,omitempty"`
	ApplyToProducts *bool          `json:"customApplyToProducts,omitempty"`
	PriceRange      *money.Decimal `json:"filterPriceRange,omitempty"`
	CreatedAt       string         `json:"createdAt"`
	UpdatedAt       string         `json:"updatedAt"`
	Extensions      Extensions     `json:"extensions"`
}

// Path joins the identifiers from a root down.
func Path(ids []int64) string {
	parts := make([]string, len(ids))
	for i, id := range ids {
		parts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(parts, "/")
}
