package catalog

import (
	"context"
	"slices"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/operations/content"
	"tradelog/readmodels"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

type categoryPath struct {
	ID int64 `path:"id" doc:"ID of the category"`
}

type categoryItemQuery struct {
	categoryPath
	Scope string `query:"scope" enum:"all" doc:"all: include inactive categories and all levels of children; back office only"`
}

type categoryQuery struct {
	Search        string `query:"search" alias:"q" doc:"part of the name, case-insensitive; at any depth"`
	URLKey        string `query:"urlKey" doc:"exact URL key, at any depth; at most one category, as GET /categories/{id} shows it"`
	ParentID      *int64 `query:"parentId" doc:"ID of the category whose children are listed; the store's root by default"`
	IncludeInMenu *bool  `query:"includeInMenu" doc:"only categories, and children, that the menu shows (true) or hides (false)"`
}

// The numbers of levels of children in an answer.
const (
	item       = 1
	everything = 1000 // deeper than any tree
)

// categoryView returns the call's view of the tree in a store view; 0 shows the values of all stores.
func (h *categoryHandlers) categoryView(ctx context.Context, c *operations.Call, storeID int64) (readcatalog.CategoryView, error) {
	v := readcatalog.CategoryView{
		StoreID: storeID, Root: input.Root(c), MediaURL: c.Shop.BaseURL(c.Store.ID) + "media/", Backend: c.BackendReader("categories"),
		Safe: content.SafeAsWritten, Suffix: c.Config().Text("catalog/seo/category_url_suffix"),
	}
	var err error
	if v.Paths, err = h.reader.Paths(ctx); err != nil {
		return v, err
	}
	if v.Index, err = h.reader.Categories(ctx); err != nil {
		return v, err
	}
	if v.Products, err = h.reader.AssignedProducts(ctx); err != nil || !c.Config().Flag("catalog/frontend/category_image_fallback") {
		return v, err
	}
	v.Pictures, err = h.reader.CategoryPictures(ctx, v.Index, storeID)
	return v, err
}

func (h *categoryHandlers) listCategories(
	ctx context.Context,
	c *operations.Call,
	in categoryQuery,
) (*documents.Page[documents.Category], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	v, err := h.categoryView(ctx, c, input.Viewed(c))
	if err != nil {
		return nil, err
	}
	v.InMenu = in.IncludeInMenu
	ids := v.List(readcatalog.CategoryFilter{
		ParentID: in.ParentID, InMenu: in.IncludeInMenu, Search: strings.TrimSpace(in.Search), URLKey: strings.TrimSpace(in.URLKey),
	})
	depth := everything
	if !input.Blank(in.URLKey) {
		ids, depth = ids[:min(1, len(ids))], item
	}
	page := c.Page()
	var docs []documents.Doc[documents.Category]
	for _, id := range readmodels.Paginate(page, ids) {
		doc := v.Render(id, depth)
		if !input.Blank(in.URLKey) {
			if doc, err = h.categoryItem(ctx, c, v, id, depth); err != nil {
				return nil, err
			}
		}
		encoded, err := documents.Encode(doc)
		if err != nil {
			return nil, err
		}
		docs = append(docs, encoded)
	}
	return &documents.Page[documents.Category]{Docs: docs, Total: int64(len(ids)), Next: page.Next(len(docs), len(ids))}, nil
}

func (h *categoryHandlers) getCategory(ctx context.Context, c *operations.Call, in categoryItemQuery) (*documents.Category, error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	v, err := h.categoryView(ctx, c, input.Viewed(c))
	if err != nil {
		return nil, err
	}
	if c.InPast() {
		if v.Index, err = h.pastIndex(ctx, c, v.Index, in.ID); err != nil {
			return nil, err
		}
	}
	if in.Scope == input.All && v.Backend && v.Index.Within(in.ID, v.Root) {
		v.WithInactive = true
		return h.categoryItem(ctx, c, v, in.ID, everything)
	}
	if !v.Index.Shown(in.ID, v.StoreID, v.Root) {
		return nil, readmodels.ErrNotFound
	}
	return h.categoryItem(ctx, c, v, in.ID, item)
}

// pastRow returns the list's row of an active category in the requested past.
func (h *categoryHandlers) pastRow(ctx context.Context, c *operations.Call, in categoryPath) (documents.Doc[documents.Category], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	v, err := h.categoryView(ctx, c, input.Viewed(c))
	if err != nil {
		return nil, err
	}
	if v.Index, err = h.pastIndex(ctx, c, v.Index, in.ID); err != nil {
		return nil, err
	}
	if !v.Index.Shown(in.ID, v.StoreID, v.Root) {
		return nil, readmodels.ErrNotFound
	}
	return documents.Encode(v.Render(in.ID, everything))
}

// pastIndex returns the tree with a category and all above it in the requested past.
func (h *categoryHandlers) pastIndex(ctx context.Context, c *operations.Call, index *readcatalog.CategoryIndex, id int64) (
	*readcatalog.CategoryIndex, error) {
	var then []readcatalog.CategoryState
	for id != 0 && !slices.ContainsFunc(then, func(s readcatalog.CategoryState) bool { return s.ID == id }) {
		s, err := h.commands.CategoryUntil(ctx, id, c.AsOf())
		if err != nil {
			return nil, err
		}
		then = append(then, readcatalog.CategoryState(s))
		category, err := record.Read[catalog.Category](s.Values[0])
		if err != nil {
			return nil, err
		}
		id = category.ParentID
	}
	return index.With(then...), nil
}

// categoryItem renders a category with its landing block.
func (h *categoryHandlers) categoryItem(
	ctx context.Context, c *operations.Call, v readcatalog.CategoryView, id int64, depth int,
) (*documents.Category, error) {
	doc := v.Render(id, depth)
	if doc == nil {
		return nil, readmodels.ErrNotFound
	}
	if doc.LandingPageID == nil {
		return doc, nil
	}
	var err error
	doc.CmsBlock, err = content.TextsOf(ctx, c, h.reader.Reader).Block(*doc.LandingPageID)
	return doc, err
}
