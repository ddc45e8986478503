package content

import (
	"cmp"
	"context"
	"slices"

	"tradelog/commands"
	"tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
	"tradelog/operations/records"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// BlogCategories are the categories of the blog (shapes-catalog §18).
var BlogCategories = records.Define(records.Spec[content.Category, documents.BlogCategory]{
	Kind: content.Categories, New: content.Category{IsActive: true, Stores: []int64{shop.AllID}},
	Resource: records.Resource{
		Path: "/blog-categories", Section: "content", ACL: "cms/blog/categories", ExtraWrites: true,
		Doc: "A category of the blog. Posts refer to it in categoryIds.",
		List: "Lists the active categories of the current store view by position. path and level locate it in the tree. urlKey finds " +
			"one category. With scope=all the back office lists all categories.",
		Get:    "Returns a category by ID. The back office also reads inactive categories.",
		Create: "Adds a category. Only name is required; the category is active, in all store views, and at the top level.",
		Update: "Changes only what is sent. A new parentId moves the category with its descendants.",
		Delete: "Removes a category with all descendants. Their posts stay, without these IDs in their categoryIds.",
	},
	Claims: content.Category.Names, Refuse: content.Category.ErrTaken,
	Sort: func(a, b content.Category) int { return cmp.Compare(a.Position, b.Position) },
	Published: &records.Published[content.Category]{
		Label: "blog category", Stores: func(c *content.Category) *[]int64 { return &c.Stores },
		Shown: func(_ records.Request, c content.Category) bool { return c.IsActive },
		Key: records.Filter[content.Category]{
			Name: "urlKey", Doc: "exact URL key; at most one category, other filters are ignored",
			Of: func(c content.Category) string { return c.URLKey },
		},
	},
	Render:   withPath,
	Before:   checkParent,
	After:    refuseRing,
	Deleting: withoutCategory,
})

// withPath shows a category with its path in the tree. For a category that was just written, and for a past one, the path is read from
// the streams.
func withPath(ctx context.Context, r records.Request, c content.Category, written bool) (documents.BlogCategory, error) {
	var path []int64
	var err error
	switch {
	case written:
		path, err = pathFromStreams(ctx, r, c)
	case r.InPast():
		streams := records.CommandsOn[content.Category](r)
		path, err = content.CategoryPath(c, func(id int64) (content.Category, error) { return streams.GetUntil(ctx, id, r.AsOf()) })
	default:
		path, err = catalog.TextsOf(r.Reader).CategoryPath(ctx, c)
	}
	return folds.NewBlogCategory(c, path), err
}

func pathFromStreams(ctx context.Context, r records.Request, c content.Category) ([]int64, error) {
	streams := records.CommandsOn[content.Category](r)
	return content.CategoryPath(c, func(id int64) (content.Category, error) { return streams.Get(ctx, id) })
}

// checkParent refuses a category without a name, and a parent that does not exist or is below the category itself.
func checkParent(ctx context.Context, c records.Change[content.Category]) error {
	if name := c.Value.Normalise().Name; name == "" && c.ID == 0 {
		return content.ErrCategoryName
	} else if name == "" && c.Sent("name") {
		return content.ErrCategoryNameEmpty
	}
	parent := c.Value.ParentID
	if parent == 0 {
		return nil
	}
	above, err := records.CommandsOn[content.Category](c.Request).Get(ctx, parent)
	if err != nil {
		if fault.KindOf(err) == fault.NotFound {
			err = content.ErrNoParent(parent)
		}
		return err
	}
	path, err := pathFromStreams(ctx, c.Request, above)
	if err == nil && c.ID != 0 && slices.Contains(path, c.ID) {
		err = content.ErrCategoryBelowItself
	}
	return err
}

// refuseRing refuses a move that makes a ring together with a simultaneous move.
func refuseRing(ctx context.Context, c records.Change[content.Category], had content.Category) (func(*content.Category), error) {
	undo := func(now *content.Category) { now.ParentID = had.ParentID }
	if !c.Sent("parentId") || c.Value.ParentID == 0 {
		return undo, nil
	}
	above, err := records.CommandsOn[content.Category](c.Request).Get(ctx, c.Value.ParentID)
	if fault.KindOf(err) == fault.NotFound {
		return undo, nil // another request has deleted it
	} else if err != nil {
		return undo, err
	}
	path, err := pathFromStreams(ctx, c.Request, above)
	if err == nil && slices.Contains(path, c.ID) {
		err = content.ErrCategoryBelowItself
	}
	return undo, err
}

// withoutCategory deletes everything below a category before it, the deepest first, so that a crash leaves a tree. The posts lose the
// categories afterwards.
func withoutCategory(ctx context.Context, r records.Request, id int64) (func(context.Context) error, error) {
	texts := catalog.TextsOf(r.Reader)
	below, err := texts.CategoriesBelow(ctx, id)
	if err != nil {
		return nil, err
	}
	posts, err := texts.PostsIn(ctx, append(below, id))
	if err != nil {
		return nil, err
	}
	categories := records.CommandsOn[content.Category](r)
	for _, each := range slices.Backward(below) {
		if err := categories.Delete(ctx, each); err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
	}
	gone := append(below, id)
	return func(ctx context.Context) error {
		r.Deciders.Step("blog category: deleted")
		assigned := commands.OpenCollection(r.Deciders, commands.Collection[content.Post]{Kind: content.Posts})
		for _, post := range posts {
			if err := assigned.Revise(ctx, post, func(p content.Post) content.Post {
				p.Categories = slices.DeleteFunc(slices.Clone(p.Categories), func(a content.Assigned) bool {
					return slices.Contains(gone, a.CategoryID)
				})
				return p
			}); err != nil {
				return err
			}
		}
		return nil
	}, nil
}
