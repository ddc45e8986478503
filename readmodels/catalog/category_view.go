package catalog

import (
	"cmp"
	"slices"
	"strings"

	"tradelog/readmodels/documents"
)

// CategoryView renders categories for a store view.
type CategoryView struct {
	Index    *CategoryIndex
	Products map[int64]int64  // by category
	Pictures map[int64]string // files that categories without an image show, see Reader.CategoryPictures
	StoreID  int64
	Root     int64
	MediaURL string
	Paths    *Paths
	Suffix   string                   // of paths
	Backend  bool                     // shows the members of the back office
	InMenu   *bool                    // limits the children that come along
	Safe     func(html string) string // makes the HTML of descriptions safe to serve
	// WithInactive includes children that are not active.
	WithInactive bool
}

// Render makes the document of a category, nil if there is none. depth is the number of levels of children that it includes.
func (v CategoryView) Render(id int64, depth int) *documents.Category {
	all := v.Index.In(v.StoreID)
	c, n := all[id], v.Index.nodes[id]
	if c == nil {
		return nil
	}
	path := v.Index.Path(id)
	doc := &documents.Category{
		Type: "Category", ID: id, ParentID: c.ParentID, Name: c.Name, Description: c.Description, Level: max(0, len(path)-1),
		Position: c.Position, IsActive: c.IsActive, IncludeInMenu: c.IncludeInMenu, IsAnchor: c.IsAnchor, AvailableSortBy: c.AvailableSortBy,
		DefaultSortBy: c.DefaultSortBy, LandingPageID: c.LandingPageID, DisplayMode: c.DisplayMode, ChildrenCount: len(v.Index.Descendants(id)),
		ProductCount: v.Products[id], ChildrenIDs: []int64{}, Children: []*documents.Category{}, Path: documents.Path(path),
		CategoryMeta: c.CategoryMeta, CategoryInherited: c.CategoryInherited,
		CreatedAt: documents.Time(n.created), UpdatedAt: documents.Time(n.updated),
	}
	if c.Description != nil {
		text := v.Safe(*c.Description)
		doc.Description = &text
	}
	if doc.AvailableSortBy == nil {
		doc.AvailableSortBy = []string{}
	}
	if v.Backend {
		doc.Design = c.Design
	}
	if c.Image != nil && *c.Image != "" {
		url := documents.MediaURL(v.MediaURL, "catalog/category/"+*c.Image)
		doc.Image = &url
	} else {
		doc.Image = documents.ProductPictureURL(v.MediaURL, v.Pictures[id])
	}
	if c.URLKey != "" {
		doc.URLKey = &c.URLKey
	}
	if urlPath := strings.Join(v.Index.Keys(v.Paths, v.StoreID, path[min(1, len(path)-1)], id), "/"); urlPath != "" {
		urlPath += v.Suffix
		doc.URLPath = &urlPath
	}
	for _, child := range v.Index.Children(id) {
		if !all[child].IsActive && !v.WithInactive {
			continue
		}
		doc.ChildrenIDs = append(doc.ChildrenIDs, child)
		if depth > 0 && (v.InMenu == nil || all[child].IncludeInMenu == *v.InMenu) {
			doc.Children = append(doc.Children, v.Render(child, depth-1))
		}
	}
	return doc
}

// CategoryFilter chooses categories for a list (shapes-catalog §12.4). Only active ones below the store's root are listed.
type CategoryFilter struct {
	ParentID *int64 // nil: the store's root, or any when searching
	InMenu   *bool
	Search   string
	URLKey   string
}

// List returns the identifiers of matching categories by position.
func (v CategoryView) List(f CategoryFilter) []int64 {
	all := v.Index.In(v.StoreID)
	candidates := v.Index.Descendants(v.Root)
	anyDepth := f.Search != "" || f.URLKey != ""
	var out []int64
	for _, id := range candidates {
		c := all[id]
		switch {
		case !c.IsActive,
			f.ParentID != nil && c.ParentID != *f.ParentID,
			f.ParentID == nil && !anyDepth && c.ParentID != v.Root,
			f.InMenu != nil && c.IncludeInMenu != *f.InMenu,
			f.Search != "" && !strings.Contains(strings.ToLower(c.Name), strings.ToLower(f.Search)),
			f.URLKey != "" && c.URLKey != f.URLKey:
			continue
		}
		out = append(out, id)
	}
	slices.SortStableFunc(out, func(a, b int64) int { return cmp.Compare(all[a].Position, all[b].Position) })
	return out
}
