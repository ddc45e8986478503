package catalog

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"tradelog/domain/content"
	"tradelog/domain/shop"
	"tradelog/readmodels"
)

// Texts reads pages and blocks of content and the blog, from memory while they do not change. TextsOf returns it.
type Texts struct {
	pages      *readmodels.Records[content.Page]
	blocks     *readmodels.Records[content.Block]
	posts      *readmodels.Records[content.Post]
	categories *readmodels.Records[content.Category]
}

// TextsOf returns the reader of texts of an engine, always the same one: hooks of plain records have only the engine.
func TextsOf(engine *readmodels.Reader) *Texts {
	return readmodels.Shared(engine, func() *Texts {
		return &Texts{
			pages:  readmodels.OpenRecords(engine, content.Pages, func(a, b content.Page) int { return cmp.Compare(a.ID, b.ID) }),
			blocks: readmodels.OpenRecords(engine, content.Blocks, func(a, b content.Block) int { return cmp.Compare(a.ID, b.ID) }),
			posts:  readmodels.OpenRecords(engine, content.Posts, func(a, b content.Post) int { return cmp.Compare(b.PublishDate, a.PublishDate) }),
			categories: readmodels.OpenRecords(engine, content.Categories, func(a, b content.Category) int {
				return cmp.Compare(a.ID, b.ID)
			}),
		}
	})
}

// ContentScope is the store view and the day that content is shown for. Storefronts show active content that is assigned to their store
// view.
type ContentScope struct {
	StoreID int64
	All     bool   // of all store views
	Today   string // in the store's time zone
}

func (p ContentScope) shows(active bool, stores []int64) bool {
	return active && (p.All || shop.Assigned(stores, p.StoreID))
}

// own tells whether content is assigned to single store views. Content of single store views precedes content of all store views.
func own(stores []int64) bool { return !slices.Contains(stores, shop.AllID) }

// Block finds the block with a name that directives use, its identifier or else its number; nil if no such block is shown.
func (t *Texts) Block(ctx context.Context, at ContentScope, name string) (found *content.Block, err error) {
	all, err := t.blocks.All(ctx)
	if err != nil {
		return nil, err
	}
	number, _ := strconv.ParseInt(name, 10, 64)
	for i := range all {
		b := &all[i]
		switch {
		case !at.shows(b.IsActive, b.Stores):
		case b.Identifier == name && (found == nil || found.Identifier != name || own(b.Stores)), b.ID == number && found == nil:
			found = b
		}
	}
	return found, nil
}

// BlockByID finds a block by its number; nil if it is not shown.
func (t *Texts) BlockByID(ctx context.Context, at ContentScope, id int64) (*content.Block, error) {
	b, err := t.blocks.Find(ctx, id)
	if err == readmodels.ErrNotFound || err == nil && !at.shows(b.IsActive, b.Stores) {
		return nil, nil
	}
	return &b, err
}

// Addressed is content that a path leads to.
type Addressed struct {
	ID  int64
	Key string
}

// Page finds the page with an identifier; nil if none is shown.
func (t *Texts) Page(ctx context.Context, at ContentScope, key string) (*Addressed, error) {
	return addressed(ctx, t.pages, at, func(p content.Page) bool { return p.Identifier == key }, pageAt)
}

// Post finds the post with a URL key, the newest one of several; nil if none is shown.
func (t *Texts) Post(ctx context.Context, at ContentScope, key string) (*Addressed, error) {
	return addressed(ctx, t.posts, at, func(p content.Post) bool { return p.URLKey == key }, postAt)
}

// Category finds the category of the blog with a URL key, the first one of several; nil if none is shown.
func (t *Texts) Category(ctx context.Context, at ContentScope, key string) (*Addressed, error) {
	return addressed(ctx, t.categories, at, func(c content.Category) bool { return c.URLKey == key }, categoryAt)
}

// ByID finds content by its kind and number; nil if it is not shown.
func (t *Texts) ByID(ctx context.Context, at ContentScope, kind string, id int64) (*Addressed, error) {
	switch kind {
	case content.Pages.Name:
		return addressed(ctx, t.pages, at, func(p content.Page) bool { return p.ID == id }, pageAt)
	case content.Posts.Name:
		return addressed(ctx, t.posts, at, func(p content.Post) bool { return p.ID == id }, postAt)
	case content.Categories.Name:
		return addressed(ctx, t.categories, at, func(c content.Category) bool { return c.ID == id }, categoryAt)
	}
	return nil, nil
}

func pageAt(at ContentScope, p content.Page) (Addressed, []int64, bool) {
	return Addressed{p.ID, p.Identifier}, p.Stores, at.shows(p.IsActive, p.Stores)
}

func postAt(at ContentScope, p content.Post) (Addressed, []int64, bool) {
	return Addressed{p.ID, p.URLKey}, p.Stores, at.shows(p.IsActive, p.Stores) && p.Published(at.Today)
}

func categoryAt(at ContentScope, c content.Category) (Addressed, []int64, bool) {
	return Addressed{c.ID, c.URLKey}, c.Stores, at.shows(c.IsActive, c.Stores)
}

// addressed finds the first record that fits and is shown. A record of the store view itself comes before one of all store views.
func addressed[V any](
	ctx context.Context,
	rows *readmodels.Records[V],
	at ContentScope,
	fits func(V) bool,
	read func(ContentScope, V) (Addressed, []int64, bool),
) (found *Addressed, err error) {
	all, err := rows.All(ctx)
	if err != nil {
		return nil, err
	}
	for _, v := range all {
		if !fits(v) {
			continue
		}
		a, stores, shown := read(at, v)
		if shown && own(stores) {
			return &a, nil
		}
		if shown && found == nil {
			found = &a
		}
	}
	return found, nil
}

// CategoryPath lists the categories of the blog from the top level down to one, itself included.
func (t *Texts) CategoryPath(ctx context.Context, c content.Category) ([]int64, error) {
	return content.CategoryPath(c, func(id int64) (content.Category, error) { return t.categories.Find(ctx, id) })
}

// CategoriesBelow lists the categories of the blog below one, each after its parent.
func (t *Texts) CategoriesBelow(ctx context.Context, id int64) ([]int64, error) {
	all, err := t.categories.All(ctx)
	if err != nil {
		return nil, err
	}
	below := []int64{}
	for above := []int64{id}; len(above) > 0 && len(below) <= len(all); {
		var next []int64
		for _, c := range all {
			if slices.Contains(above, c.ParentID) {
				next = append(next, c.ID)
			}
		}
		below, above = append(below, next...), next
	}
	return below, nil
}

// PostsIn lists the posts of some categories of the blog.
func (t *Texts) PostsIn(ctx context.Context, categories []int64) (ids []int64, err error) {
	all, err := t.posts.All(ctx)
	for _, p := range all {
		if slices.ContainsFunc(p.Categories, func(a content.Assigned) bool { return slices.Contains(categories, a.CategoryID) }) {
			ids = append(ids, p.ID)
		}
	}
	return ids, err
}
