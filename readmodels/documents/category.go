package documents

import (
	"strconv"
	"strings"

	"tradelog/domain/catalog"
)

// Category is a category as the API shows it (shapes-catalog §12.3).
type Category struct {
	Type            string      `json:"@type"`
	ID              int64       `json:"id" about:"ID of the category"`
	ParentID        int64       `json:"parentId" about:"ID of the parent; 0 at the top"`
	Name            string      `json:"name" about:"name"`
	Description     *string     `json:"description,omitempty" about:"description"`
	URLKey          *string     `json:"urlKey,omitempty" about:"URL key, the last segment of the URL in the storefront"`
	URLPath         *string     `json:"urlPath,omitempty" about:"URL path in the storefront"`
	Image           *string     `json:"image,omitempty" doc:"absolute URL of the image"`
	Level           int         `json:"level" doc:"depth in the tree: 0 for the overall root, 1 for a store's root"`
	Position        int64       `json:"position" about:"position among its siblings, ascending"`
	IsActive        bool        `json:"isActive" about:"whether it is active"`
	IncludeInMenu   bool        `json:"includeInMenu" about:"whether the menu shows it"`
	IsAnchor        bool        `json:"isAnchor" doc:"whether it also lists the products of its descendants"`
	AvailableSortBy []string    `json:"availableSortBy" about:"sort orders offered for its products"`
	DefaultSortBy   *string     `json:"defaultSortBy,omitempty" about:"default sort order of its products"`
	LandingPageID   *int64      `json:"landingPageId,omitempty" about:"ID of the CMS block shown on its page"`
	CmsBlock        *string     `json:"cmsBlock,omitempty" about:"content of the CMS block, as HTML"`
	DisplayMode     *string     `json:"displayMode,omitempty" about:"content of its page: PRODUCTS, PAGE or PRODUCTS_AND_PAGE"`
	ChildrenCount   int         `json:"childrenCount" doc:"number of all descendants"`
	ProductCount    int64       `json:"productCount" doc:"number of products assigned to the category itself"`
	ChildrenIDs     []int64     `json:"childrenIds" doc:"IDs of active children, by position"`
	Children        []*Category `json:"children" about:"children, one level below"`
	Path            string      `json:"path" doc:"IDs from the root down, joined by /"`
	catalog.CategoryMeta
	catalog.Design
	catalog.CategoryInherited
	CreatedAt  string     `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt  string     `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
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
