package content

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
	"tradelog/operations/records"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// Pages are the pages of the storefront (shapes-catalog §15).
var Pages = records.Define(records.Spec[content.Page, documents.CmsPage]{
	Kind: content.Pages, New: content.Page{IsActive: true, Stores: []int64{shop.AllID}},
	Resource: records.Resource{
		Path: "/cms-pages", Section: "content", ACL: "cms/page",
		Doc: "A page of the storefront, such as the imprint. Its identifier is its URL key. Store views may have their own versions.",
		List: "Lists the active pages of the current store view, by title. identifier finds one page. With scope=all the back office lists " +
			"the pages of all store views, whatever their status.",
		Get: "Returns a page by ID, with directives expanded. The back office also reads inactive pages.",
		Create: "Adds a page. Only identifier is required; the page is active and in all store views. Scripts and event handlers are removed " +
			"from the content, directives such as {{block type=\"cms/block\" block_id=\"x\"}} are kept.",
		Update: "Changes only what is sent. The home page and the not-found page stay active.",
		Delete: "Removes a page. The home page and the not-found page cannot be removed: configure another one first.",
		Search: "part of title, content or identifier, case-insensitive; at least 3 characters",
	},
	Claims: content.Page.Names, Taken: content.ErrPageTaken,
	Search: content.Page.Search, ShortestSearch: 3,
	Sort: func(a, b content.Page) int { return compareTitles(a.Title, b.Title) },
	Published: &records.Published[content.Page]{
		Label: "page", Stores: func(p *content.Page) *[]int64 { return &p.Stores },
		Shown: func(_ records.Request, p content.Page) bool { return p.IsActive },
		Key: records.Filter[content.Page]{
			Name: "identifier", Doc: "exact identifier; at most one page, other filters are ignored",
			Of: func(p content.Page) string { return p.Identifier },
		},
	},
	Render: func(ctx context.Context, r records.Request, p content.Page, _ bool) (documents.CmsPage, error) {
		text, err := TextsOf(ctx, r.Call, r.Reader).Expand(p.Content)
		return folds.NewCmsPage(p, text, r.BackendReader("cms-pages")), err
	},
	Parse:    keepsUsed,
	Before:   layouts,
	Deleting: refuseUsed,
})

// compareTitles orders by title, in any case.
func compareTitles(a, b *string) int {
	return strings.Compare(strings.ToLower(domain.Value(a)), strings.ToLower(domain.Value(b)))
}

// layouts refuses XML in members that must not change a layout.
func layouts(_ context.Context, c records.Change[content.Page]) error {
	disallowed := c.Config().Codes("validators/custom_layout/disallowed_block")
	for member, update := range map[string]*string{"layoutUpdateXml": c.Value.LayoutUpdate, "customLayoutUpdateXml": c.Value.CustomLayout} {
		if err := catalog.CheckLayout(domain.Value(update), disallowed); err != nil {
			return fault.Invalidf("%s is not a valid layout update. %s", fault.Name(member), err).About(fault.Format, member)
		}
	}
	return nil
}

// named lists the configuration paths that name pages. A value may have the number of a page after its identifier: home|2.
var named = []string{"web/default/cms_home_page", "web/default/cms_no_route"}

// homePaths lists the configuration paths that name a page, in a store view that shows it.
func homePaths(r records.Request, p content.Page) (paths []string) {
	for _, store := range r.Shop.Stores {
		config := r.Shop.Settings.In(store.ID)
		for _, path := range named {
			identifier, _, _ := strings.Cut(config.Text(path), "|")
			if identifier == p.Identifier && shop.Assigned(p.Stores, store.ID) && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// keepsUsed keeps a page active that the configuration names.
func keepsUsed(r records.Request, _ map[string]json.RawMessage) (func(*content.Page), error) {
	return func(p *content.Page) {
		if p.ID != 0 && !p.IsActive && len(homePaths(r, *p)) > 0 {
			p.IsActive = true
		}
	}, nil
}

// refuseUsed refuses to delete a page that the configuration names.
func refuseUsed(ctx context.Context, r records.Request, id int64) (func(context.Context) error, error) {
	p, err := records.CommandsOn[content.Page](r).Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if paths := homePaths(r, p); len(paths) > 0 {
		return nil, content.ErrPageUsed(paths)
	}
	return nil, nil
}
