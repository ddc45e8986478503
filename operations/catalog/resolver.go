package catalog

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/operations/content"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// resolvedURLResource is the resource of paths with their targets.
var resolvedURLResource = &operations.Resource{
	Name: "UrlResolveResult", Section: "system", Permission: "url-resolver", Label: "path",
	Doc: "The target of a storefront path: a page, a product, a category, a part of the blog, or a redirect.",
}

// addressHandlers resolves paths.
type addressHandlers struct{ reader *readcatalog.Reader }

func addresses(r *readcatalog.Reader) []*operations.Operation {
	h := &addressHandlers{r}
	return []*operations.Operation{operations.Define(operations.Declaration{
		Resource: resolvedURLResource, Verb: operations.List, Method: "GET", Path: "/url-resolver", Access: operations.Public.Access(),
		Summary: "Resolve a storefront path",
		Doc: "Returns a list with the target, or an empty list. Former paths, from before an identifier or URL key changed or a category " +
			"moved, redirect to the new path.",
	}, h.resolve)}
}

type resolveQuery struct {
	Path string `query:"path" longest:"2048" doc:"storefront path, with or without .html; home by default"`
}

func (h *addressHandlers) resolve(
	ctx context.Context,
	c *operations.Call,
	in resolveQuery,
) (*documents.Page[documents.ResolvedURL], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	tree, err := h.reader.Categories(ctx)
	if err != nil {
		return nil, err
	}
	paths, err := h.reader.Paths(ctx)
	if err != nil {
		return nil, err
	}
	config := c.Config()
	at := resolver{
		reader: h.reader, tree: tree, paths: paths, storeID: input.Viewed(c), root: input.Root(c),
		products: config.Text("catalog/seo/product_url_suffix"), categories: config.Text("catalog/seo/category_url_suffix"),
		texts: readcatalog.TextsOf(h.reader.Reader), scope: content.ScopeOf(c),
	}
	found, err := at.resolve(ctx, catalog.AddressForms(in.Path))
	if err != nil || found == nil {
		return documents.All[documents.ResolvedURL](nil), err
	}
	doc, err := documents.Ready(*found)
	return documents.All([]documents.Doc[documents.ResolvedURL]{doc}), err
}

// resolver finds the products, categories and pages at paths of a store view.
type resolver struct {
	reader               *readcatalog.Reader
	tree                 *readcatalog.CategoryIndex
	paths                *readcatalog.Paths
	storeID, root        int64
	products, categories string // the configured suffixes of paths
	texts                *readcatalog.Texts
	scope                readcatalog.ContentScope
}

// resolve returns the target of a path. It tries the forms of the path as products and categories, then pages, then the URL key alone, and
// at last former addresses of content.
func (r resolver) resolve(ctx context.Context, forms []string) (*documents.ResolvedURL, error) {
	for _, form := range forms {
		if found, err := r.category(ctx, form); found != nil || err != nil {
			return found, err
		}
		if found, err := r.product(ctx, form); found != nil || err != nil {
			return found, err
		}
	}
	for _, form := range forms[:2] { // the path itself, and with .html
		if found, err := r.texts.Page(ctx, r.scope, form); found != nil || err != nil {
			return addressed("cms_page", found), err
		}
	}
	key := forms[0]
	view := readcatalog.CategoryView{Index: r.tree, StoreID: r.storeID, Root: r.root}
	if ids := view.List(readcatalog.CategoryFilter{URLKey: key}); len(ids) > 0 {
		return entity("category", ids[0], key), nil
	}
	if r.products != "" { // otherwise the key alone was tried already
		found, err := r.reader.ProductAddressed(ctx, r.storeID, key)
		if err != nil {
			return nil, err
		}
		if found != nil && found.Key == key {
			return r.sold(ctx, found, key)
		}
	}
	if found, err := r.texts.Post(ctx, r.scope, key); found != nil || err != nil {
		return addressed("blog_post", found), err
	}
	if found, err := r.texts.Category(ctx, r.scope, key); found != nil || err != nil {
		return addressed("blog_category", found), err
	}
	return r.former(ctx, forms)
}

// former redirects from a former address of a page or of a part of the blog.
func (r resolver) former(ctx context.Context, forms []string) (*documents.ResolvedURL, error) {
	all, err := r.reader.FormerContent(ctx, forms)
	if err != nil {
		return nil, err
	}
	for _, was := range all {
		is, err := r.texts.ByID(ctx, r.scope, was.Kind, was.ID)
		if err != nil {
			return nil, err
		}
		if is != nil && !slices.Contains(forms, is.Key) {
			return redirect(is.Key), nil
		}
	}
	return nil, nil
}

func addressed(kind string, found *readcatalog.Addressed) *documents.ResolvedURL {
	if found == nil {
		return nil
	}
	return entity(kind, found.ID, found.Key)
}

// sold returns the product that buyers reach at the address of a product. A simple product that is part of a composite one leads to the
// composite.
func (r resolver) sold(ctx context.Context, found *readcatalog.AddressedProduct, path string) (*documents.ResolvedURL, error) {
	id := found.ID
	if found.Type == "simple" {
		whole, err := r.reader.SoldAs(ctx, r.storeID, id, "configurable", "grouped", "bundle")
		if err != nil {
			return nil, err
		}
		id = cmp.Or(whole, id)
	}
	return entity("product", id, path), nil
}

func (r resolver) category(ctx context.Context, path string) (*documents.ResolvedURL, error) {
	keys := catalog.AddressKeys(path, r.categories)
	if keys == nil {
		return nil, nil
	}
	if id := r.tree.At(r.paths, r.storeID, r.root, keys); id != 0 {
		return entity("category", id, path), nil
	}
	former, err := r.reader.FormerCategories(ctx, r.root, keys)
	if err != nil {
		return nil, err
	}
	for _, id := range former {
		if r.tree.Shown(id, r.storeID, r.root) {
			return redirect(strings.Join(r.tree.Keys(r.paths, r.storeID, r.root, id), "/") + r.categories), nil
		}
	}
	return nil, nil
}

// product finds a product by its key, alone or below an existing category.
func (r resolver) product(ctx context.Context, path string) (*documents.ResolvedURL, error) {
	keys := catalog.AddressKeys(path, r.products)
	if keys == nil {
		return nil, nil
	}
	above, key := keys[:len(keys)-1], keys[len(keys)-1]
	category := r.tree.At(r.paths, r.storeID, r.root, above)
	if category == 0 {
		return nil, nil
	}
	found, err := r.reader.ProductAddressed(ctx, r.storeID, key)
	if err != nil || found == nil {
		return nil, err
	}
	if len(above) > 0 {
		assigned, err := r.reader.AssignedOf(ctx, category, []int64{found.ID})
		if err != nil || len(assigned) == 0 {
			return nil, err
		}
	}
	if found.Key != key {
		return redirect(strings.Join(append(above, found.Key), "/") + r.products), nil
	}
	return r.sold(ctx, found, path)
}

func entity(kind string, id int64, path string) *documents.ResolvedURL {
	name := catalog.AddressName(path)
	return &documents.ResolvedURL{Type: resolvedURLResource.Name, Kind: kind, ID: &id, Identifier: &name}
}

// movedForGood is the status of permanent redirects, which clients cache.
const movedForGood = 301

func redirect(path string) *documents.ResolvedURL {
	return &documents.ResolvedURL{Type: resolvedURLResource.Name, Kind: "redirect", RedirectURL: &path, RedirectType: movedForGood}
}
