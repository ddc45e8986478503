package catalog

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"tradelog/commands"
	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/shop"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

var errCategoryStore = fault.Forbiddenf("Access denied for this category's store")

var errSharedTree = fault.Forbiddenf("Other websites have the tree of this category too, and this token is for some stores; it takes an " +
	"unrestricted token.")

// checkTree refuses categories outside of the trees of the token's stores. A change of the tree holds for all: the token is refused if
// websites without its stores have the same tree (conventions §4.8). The position of a category is read from the streams.
func (h *categoryHandlers) checkTree(ctx context.Context, c *operations.Call, id int64, forAll bool) error {
	stores := c.AllowedStores()
	if stores == nil {
		return nil
	}
	above, err := h.commands.Lineage(ctx, id)
	if err != nil {
		return err
	}
	within := func(s shop.Store) bool { return slices.Contains(above, c.Shop.RootCategory(s)) }
	if !slices.ContainsFunc(stores, func(id int64) bool {
		s, ok := c.Shop.Store(id)
		return ok && within(s)
	}) {
		return errCategoryStore
	}
	websites := c.AllowedWebsites()
	for _, s := range c.Shop.Stores {
		if forAll && !slices.Contains(websites, s.WebsiteID) && within(s) {
			return errSharedTree
		}
	}
	return nil
}

func (h *categoryHandlers) createCategory(
	ctx context.Context,
	c *operations.Call,
	in createCategory,
) (documents.Doc[documents.Category], error) {
	if input.Blank(in.Name) {
		return nil, catalog.ErrNameRequired
	}
	if in.Positions != nil {
		return nil, catalog.ErrPositionsTooSoon
	}
	index, err := h.reader.Categories(ctx)
	if err != nil {
		return nil, err
	}
	parent := c.Shop.RootCategory(c.Store)
	if in.ParentID != nil {
		parent = *in.ParentID
	}
	if _, err := h.commands.Category(ctx, parent); err != nil {
		return nil, input.Missing(err, catalog.ErrParentNotFound)
	}
	if err := h.checkTree(ctx, c, parent, true); err != nil {
		return nil, err
	}
	values, err := in.values()
	if err != nil {
		return nil, err
	}
	for field, value := range map[string]any{"parentId": parent, "position": index.NextPosition(parent)} {
		if err := input.Set(values, field, value); err != nil {
			return nil, err
		}
	}
	for _, field := range []string{"isActive", "includeInMenu"} {
		if values[field] == nil {
			values[field] = json.RawMessage("true")
		}
	}
	if err := h.prepareCategory(ctx, c, in.categoryExtras, values, nil); err != nil {
		return nil, err
	}
	id, err := h.commands.CreateCategory(ctx, values)
	if err != nil {
		return nil, input.Failed("create category", err)
	}
	c.Created(id)
	return h.writtenCategory(ctx, c, id, 0)
}

// prepareCategory normalizes the input. current is nil for a new category.
func (h *categoryHandlers) prepareCategory(
	ctx context.Context, c *operations.Call, extras categoryExtras, values, current record.Values,
) error {
	if err := catalog.CategoryAttributes.Assign(values, extras.CustomAttributes, ""); err != nil {
		return err
	}
	if err := catalog.NormalizeCategory(values, current, c.Config().Codes("validators/custom_layout/disallowed_block")); err != nil {
		return err
	}
	return h.checkLanding(ctx, values)
}

// checkLanding refuses a landing page that is no block of content. It reads the block's stream, so that a new block is known at once.
func (h *categoryHandlers) checkLanding(ctx context.Context, values record.Values) error {
	block := values["landingPageId"]
	if block == nil || string(block) == "null" {
		return nil
	}
	_, err := commands.OpenRecords(h.commands.Engine, content.Blocks).Get(ctx, operations.Identifier(string(block)))
	return input.Missing(err, fault.Invalidf("CMS block %s not found", block).About(fault.Unknown, "landingPageId"))
}

// writableCategory is the guard of writes. It finds inactive categories and those of other stores' trees too.
func (h *categoryHandlers) writableCategory(ctx context.Context, c *operations.Call) error {
	if c.Operation.Verb == operations.Update {
		if err := input.Check(c); err != nil {
			return err
		}
	}
	s, err := h.commands.Category(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	c.Keep(s)
	return h.checkTree(ctx, c, s.ID, c.Operation.Verb == operations.Delete)
}

func (h *categoryHandlers) updateCategory(
	ctx context.Context,
	c *operations.Call,
	in updateCategory,
) (documents.Doc[documents.Category], error) {
	s := operations.Loaded[record.State](c)
	unset, err := input.Revert(c, catalog.CategoryAttributes, in.UseDefault)
	if err != nil {
		return nil, err
	}
	values, err := in.values()
	if err != nil {
		return nil, err
	}
	if input.Blank(in.Name) {
		delete(values, "name")
	}
	if err := h.prepareCategory(ctx, c, in.categoryExtras, values, s.In(input.Written(c))); err != nil {
		return nil, err
	}
	if in.Position != nil {
		if err := input.Set(values, "position", *in.Position); err != nil {
			return nil, err
		}
	}
	if err := h.move(ctx, c, s, in.ParentID, values); err != nil {
		return nil, err
	}
	if err := h.setPositions(ctx, s, in.Positions, values); err != nil {
		return nil, err
	}
	for field, value := range catalog.Categories.Shared(values) {
		if !bytes.Equal(value, s.Values[0][field]) {
			if err := h.checkTree(ctx, c, s.ID, true); err != nil {
				return nil, err
			}
		}
	}
	if err := h.commands.UpdateCategory(ctx, s.ID, input.Written(c), values, unset); err != nil {
		return nil, input.Failed("update category", err)
	}
	return h.writtenCategory(ctx, c, s.ID, input.Written(c))
}

func (h *categoryHandlers) deleteCategory(ctx context.Context, c *operations.Call, in categoryPath) (operations.Nothing, error) {
	category, err := record.Read[catalog.Category](operations.Loaded[record.State](c).In(0))
	if err != nil {
		return operations.Nothing{}, err
	}
	if category.IsRoot() {
		return operations.Nothing{}, catalog.ErrRootCategory
	}
	return operations.Nothing{}, input.Failed("delete category", h.deleteTree(ctx, c, in.ID))
}

// deleteTree deletes a category with all subcategories, which the read model lists. The read model may lack a category that another request
// creates or moves below at the same time. The other request checks the parent again after its write, and this one reads the tree again
// after the deletion. So one of the two detects the other.
func (h *categoryHandlers) deleteTree(ctx context.Context, c *operations.Call, id int64) error {
	deleted := map[int64]bool{}
	for next := []int64{id}; len(next) > 0; {
		index, err := h.reader.Categories(ctx)
		if err != nil {
			return err
		}
		var subtree []int64
		for _, top := range next {
			subtree = append(subtree, top)
			subtree = append(subtree, index.Descendants(top)...)
		}
		if err := h.commands.DeleteCategories(ctx, subtree); err != nil {
			return err
		}
		for _, gone := range subtree {
			deleted[gone] = true
		}
		h.commands.Step("category: subtree deleted")
		if c.Settled(ctx) != nil {
			return nil // subcategories of a deleted category are not shown
		}
		if index, err = h.reader.Categories(ctx); err != nil {
			return err
		}
		next = nil
		for gone := range deleted {
			for _, child := range index.Children(gone) {
				if !deleted[child] {
					next = append(next, child)
				}
			}
		}
	}
	return nil
}

// writtenCategory answers a write with the category in its new state, in the written scope and without children. If the read model is
// behind, the category is folded from its stream and placed in the known tree.
func (h *categoryHandlers) writtenCategory(
	ctx context.Context,
	c *operations.Call,
	id, storeID int64,
) (documents.Doc[documents.Category], error) {
	behind := c.Settled(ctx)
	if behind != nil && !errors.Is(behind, freshness.ErrBehind) {
		return nil, behind
	}
	v, err := h.categoryView(ctx, c, storeID)
	if err != nil {
		return nil, err
	}
	if behind != nil {
		folded, err := h.commands.FoldCategory(ctx, id)
		if err != nil {
			return nil, err
		}
		v.Index = v.Index.With(readcatalog.CategoryState(folded))
	}
	doc, err := h.categoryItem(ctx, c, v, id, 0)
	if err != nil {
		return nil, err
	}
	encoded, err := documents.Encode(doc)
	return encoded, err
}
