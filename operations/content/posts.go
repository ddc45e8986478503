package content

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
	"tradelog/operations/records"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// Posts are the articles of the blog (shapes-catalog §17).
var Posts = records.Define(records.Spec[content.Post, documents.BlogPost]{
	Kind: content.Posts, New: content.Post{IsActive: true, Stores: []int64{shop.AllID}},
	Resource: records.Resource{
		Path: "/blog-posts", Section: "content", ACL: "cms/blog/posts",
		Doc: "An article of the blog. The storefront shows it from its publishDate on.",
		List: "Lists the posts that the current store view shows, newest first. urlKey finds one post. With scope=all the back office lists " +
			"all posts, including future ones.",
		Get: "Returns a post by ID, with directives expanded. The back office also reads posts that are not shown yet.",
		Create: "Adds a post. Only title is required; the post is active, in all store views, and published today. Scripts and event " +
			"handlers are removed from its texts, and links to other sites open in a new window.",
		Update: "Changes only what is sent. categoryIds replaces all categories of the post.",
		Delete: "Removes a post.",
		Search: "part of title or content, case-insensitive",
	},
	Search: content.Post.Search,
	Sort: func(a, b content.Post) int {
		return cmp.Or(cmp.Compare(b.PublishDate, a.PublishDate), cmp.Compare(b.ID, a.ID))
	},
	Filters: []records.Filter[content.Post]{{
		Name: "categoryId", Doc: "ID of the blog category, without its descendants",
		Number: func(p content.Post, id int64) bool {
			return slices.ContainsFunc(p.Categories, func(a content.Assigned) bool { return a.CategoryID == id })
		},
	}},
	Published: &records.Published[content.Post]{
		Label: "blog post", Stores: func(p *content.Post) *[]int64 { return &p.Stores },
		Shown: func(r records.Request, p content.Post) bool {
			return p.IsActive && p.Published(r.Shop.Today(r.Store.ID, r.Now()))
		},
		Key: records.Filter[content.Post]{
			Name: "urlKey", Doc: "exact URL key; at most one post, other filters are ignored",
			Of: func(p content.Post) string { return p.URLKey },
		},
	},
	Render: func(ctx context.Context, r records.Request, p content.Post, _ bool) (documents.BlogPost, error) {
		expander := TextsOf(ctx, r.Call, r.Reader)
		text, short := p.Content, p.ShortContent
		if short != nil {
			copied := *short
			short = &copied
		}
		err := expander.ExpandEach(&text, short)
		return folds.NewBlogPost(p, text, short, expander.MediaURL), err
	},
	Parse:  postMembers,
	Before: knownCategories,
})

// postMembers parses the sent categories, and sets the date of a post without one.
func postMembers(r records.Request, raw map[string]json.RawMessage) (func(*content.Post), error) {
	categories, err := assigned(raw["categoryIds"])
	if err != nil {
		return nil, err
	}
	return func(p *content.Post) {
		if categories != nil {
			p.Categories = categories
		}
		day, ok := catalog.ReadDate(p.PublishDate)
		if !ok {
			day = r.Shop.Today(r.Store.ID, r.Now())
		}
		p.PublishDate = day
	}, nil
}

// assigned parses categoryIds: numbers, or objects with the position of the post in the category. It returns nil if none were sent.
func assigned(raw json.RawMessage) ([]content.Assigned, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var list []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &list) != nil {
		return nil, content.ErrAssigned
	}
	out := []content.Assigned{}
	for _, entry := range list {
		var a content.Assigned
		var err error
		if bytes.HasPrefix(entry, []byte("{")) {
			err = json.Unmarshal(entry, &a)
		} else {
			err = json.Unmarshal(entry, &a.CategoryID)
		}
		if err != nil || a.CategoryID <= 0 {
			return nil, content.ErrAssigned
		}
		out = slices.DeleteFunc(out, func(had content.Assigned) bool { return had.CategoryID == a.CategoryID })
		out = append(out, a)
	}
	return out, nil
}

// knownCategories refuses categories that do not exist. It reads their streams, so that a new one is known at once.
func knownCategories(ctx context.Context, c records.Change[content.Post]) error {
	categories := BlogCategories.Commands(c.Deciders)
	var unknown []string
	for _, a := range c.Value.Categories {
		_, err := categories.Get(ctx, a.CategoryID)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return err
		}
		if err != nil {
			unknown = append(unknown, fmt.Sprint(a.CategoryID))
		}
	}
	if len(unknown) > 0 {
		return fault.Invalidf("Unknown blog category id(s): %s", strings.Join(unknown, ", ")).About(fault.Unknown, "categoryIds")
	}
	return nil
}
