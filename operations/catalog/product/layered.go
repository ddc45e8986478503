package product

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// layeredFilterResource is the resource of the filters of a category: attributes by which its products can be filtered.
var layeredFilterResource = &operations.Resource{
	Name: "LayeredFilter", Section: "catalog", Label: "filter",
	Doc: "An attribute for filtering the products of a category, with product counts per value.",
}

// Filters makes the operation on the filters of a category.
func Filters(r *readcatalog.Reader) []*operations.Operation {
	h := &handlers{reader: r}
	return []*operations.Operation{operations.Define(operations.Declaration{
		Resource: layeredFilterResource, Verb: operations.List, Method: "GET", Path: "/layered-filters", Access: operations.Public.Access(),
		Summary: "List the filters of a category",
		Doc: "Lists the attributes that filter GET /products with the same categoryId, by position, with labels in the language of the " +
			"store. `count` is the number of products in that list with the value, whatever filters are in use. Values go into " +
			"attributeFilters. For prices use priceMin and priceMax. The list has one page.",
	}, h.listFilters)}
}

type layeredQuery struct {
	CategoryID int64 `query:"categoryId" doc:"ID of the category whose products are counted; if missing or unknown, the list is empty"`
}

// listFilters counts the products of the list that GET /products shows (shapes-catalog §13).
func (h *handlers) listFilters(ctx context.Context, c *operations.Call, in layeredQuery) (*documents.Page[documents.LayeredFilter], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	index, err := h.reader.Categories(ctx)
	if err != nil || index.In(input.Viewed(c))[in.CategoryID] == nil {
		return documents.All[documents.LayeredFilter](nil), err
	}
	book, err := h.reader.Attributes(ctx)
	if err != nil {
		return nil, err
	}
	f, err := h.filter(ctx, c, productQuery{}, ViewOf(ctx, c, h.reader))
	if err != nil {
		return nil, err
	}
	if err := h.inCategory(ctx, c, in.CategoryID, &f); err != nil {
		return nil, err
	}
	f.Date, f.GroupID = "", 0 // prices do not matter
	counts, err := h.reader.FacetCounts(ctx, f)
	if err != nil {
		return nil, err
	}
	docs := []documents.Doc[documents.LayeredFilter]{}
	for _, filter := range filtersOf(book, counts, input.Viewed(c), c.Shop.BaseURL(c.Store.ID)+"media/") {
		doc, err := documents.Ready(filter)
		if err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
	return documents.All(docs), nil
}

// filtersOf makes the filters from the counts of products by facet.
func filtersOf(book *catalog.Book, counts map[string]int64, storeID int64, mediaURL string) (filters []documents.LayeredFilter) {
	var sets []int64
	for facet := range counts {
		if set := catalog.SetOfFacet(facet); set != 0 {
			sets = append(sets, set)
		}
	}
	all := book.All()
	for i := range all {
		a := &all[i]
		inSet := slices.ContainsFunc(sets, func(id int64) bool { return book.Has(id, a.Code) })
		if a.Filterable == catalog.NotFilterable || !inSet {
			continue
		}
		filter := documents.LayeredFilter{
			Type: "LayeredFilter", Code: a.Code, Label: book.Label(a, storeID), Input: "select", Position: a.Position, Multiple: true,
			Options: []documents.FilterOption{},
		}
		add := func(value, label string, swatch *documents.Swatch) {
			if count := counts[catalog.Facet(a.Code, value)]; count > 0 || a.Filterable == catalog.WithoutResults {
				filter.Options = append(filter.Options, documents.FilterOption{Value: value, Label: label, Count: count, Swatch: swatch})
			}
		}
		switch {
		case a.Custom() && a.Chosen():
			filter.Input = a.Input
			options := book.Options(a.ID)
			for j := range options {
				o := &options[j]
				add(strconv.FormatInt(o.ID, 10), book.OptionLabel(o, storeID), swatch(o.Swatch, mediaURL))
			}
		case a.Input == "boolean":
			add("1", "Yes", nil)
			add("0", "No", nil)
		default:
			for _, o := range builtInAttributes[a.Code] {
				add(o[0], o[1], nil)
			}
		}
		if len(filter.Options) > 0 {
			filters = append(filters, filter)
		}
	}
	slices.SortStableFunc(filters, func(x, y documents.LayeredFilter) int { return cmp.Compare(x.Position, y.Position) })
	return filters
}

var (
	colour  = regexp.MustCompile(`^#[0-9A-Fa-f]{3,8}$`)
	picture = regexp.MustCompile(`(?i)\.(webp|avif|jpe?g|png|gif|svg)$`)
)

// swatch returns the swatch that a text describes: a colour, the file of a picture, or a text; nil for empty text.
func swatch(text, mediaURL string) *documents.Swatch {
	switch {
	case text == "":
		return nil
	case colour.MatchString(text):
		return &documents.Swatch{Type: "color", Value: text}
	case picture.MatchString(text):
		return &documents.Swatch{Type: "image", Value: mediaURL + "attribute/swatch/" + strings.TrimPrefix(text, "/")}
	}
	return &documents.Swatch{Type: "text", Value: text}
}
