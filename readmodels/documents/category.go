package documents

import (
	"strconv"
	"strings"

	"tradelog/domain/catalog"
)

// Category is a category as the API shows it (shapes-catalog §12.3).
type Category struct {
	Type            string      `json:"@type"`
	ID              int64       `json:"id"`
	ParentID        int64       `json:"parentId" about:"number of the one above; 0 at the top"`
	Name            string      `json:"name" about:"name that people read"`
	Description     *string     `json:"description,omitempty" about:"description for people"`
	URLKey          *string     `json:"urlKey,omitempty" about:"last part of its address in the storefront"`
	URLPath         *string     `json:"urlPath,omitempty" about:"path of its address in the storefront"`
	Image           *string     `json:"image,omitempty" doc:"absolute URL"`
	Level           int         `json:"level" doc:"0 for the root of all, 1 for a store's root"`
	Position        int64       `json:"position" about:"place among its neighbours; the smallest number comes first"`
	IsActive        bool        `json:"isActive" about:"whether it is in use"`
	IncludeInMenu   bool        `json:"includeInMenu" about:"whether the menu of the storefront has it"`
	IsAnchor        bool        `json:"isAnchor" doc:"lists the products of its descendants too"`
	AvailableSortBy []string    `json:"availableSortBy" about:"attributes that its products can be sorted by"`
	DefaultSortBy   *string     `json:"defaultSortBy,omitempty" about:"attribute that its products are sorted by at first"`
	LandingPageID   *int64      `json:"landingPageId,omitempty" about:"number of the block that its page shows"`
	CmsBlock        *string     `json:"cmsBlock,omitempty" about:"content of that block, as HTML"`
	DisplayMode     *string     `json:"displayMode,omitempty" about:"what its page shows: PRODUCTS, PAGE or PRODUCTS_AND_PAGE"`
	ChildrenCount   int         `json:"childrenCount" doc:"all descendants"`
	ProductCount    int64       `json:"productCount" doc:"products assigned to the category itself"`
	ChildrenIDs     []int64     `json:"childrenIds" doc:"active children by position"`
	Children        []*Category `json:"children" about:"those one level below"`
	Path            string      `json:"path" doc:"identifiers from the root down, joined by /"`
	catalog.CategoryMeta
	catalog.Design
	catalog.CategoryInherited
	CreatedAt  string     `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt  string     `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
	Extensions Extensions `json:"extensions"`
}

// Path joins the identifiers from a root down.
func Path(ids []int64) string {
	parts := make([]string, len(ids))
	for i, id := range ids {
		parts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(parts, "/")
}
