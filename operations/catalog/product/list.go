package product

import (
	"context"
	"slices"
	"strconv"
	"strings"

	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/operations/inputs"
	"tradelog/readmodels"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

type productQuery struct {
	Search           string         `query:"search" alias:"q" doc:"at most ten words; all must occur in name, SKU, descriptions, GTIN, MPN, barcode or searchable attributes. The configuration decides whether parts of words, inflected forms or both match. Products visible in search are found, not those visible in the catalog only"`
	SKU              string         `query:"sku" doc:"exact SKU, case-insensitive; at most one product, complete, even if not listed"`
	Barcode          string         `query:"barcode" doc:"exact barcode (EAN or UPC); at most one product, complete, even if not listed"`
	CategoryID       int64          `query:"categoryId" doc:"products of this category and, if it is an anchor, of its descendants; an unknown ID means the store's root, which has all products"`
	PriceMin         *money.Decimal `query:"priceMin" doc:"minimum final price, in the currency of the response; inclusive"`
	PriceMax         *money.Decimal `query:"priceMax" doc:"maximum final price, in the currency of the response; inclusive"`
	SortBy           string         `query:"sortBy" enum:"name,price,special_price,created_at,updated_at,position,sku,entity_id" doc:"sort order; by default name, or relevance in a full-text search. position needs categoryId"`
	SortDir          string         `query:"sortDir" enum:"asc,desc" default:"asc" doc:"ascending or descending"`
	AttributeFilters string         `query:"attributeFilters" longest:"8192" doc:"JSON object of values by attribute code; a list matches any of its values; selects take option IDs" example:"{\"tax_class_id\":2,\"country_of_manufacture\":[\"DE\",\"FR\"]}"`
	CreatedFrom      string         `query:"createdFrom" doc:"created at or after: UTC date (YYYY-MM-DD) or datetime (YYYY-MM-DD HH:MM:SS)"`
	CreatedTo        string         `query:"createdTo" doc:"created at or before; a date includes its whole day"`
	UpdatedSince     string         `query:"updatedSince" doc:"changed at or after, by updatedAt; for synchronisation. Changes of what the product shows count: its stock, its parts, prices that begin or end"`
	Scope            string         `query:"scope" enum:"all" doc:"all: include disabled, sold out and unlisted products; back office only"`
	URLKey           string         `query:"urlKey" silent:"true" doc:"exact URL key"`
	FullDetail       bool           `query:"fullDetail" silent:"true" doc:"whole products as rows"`
}

var errSortBy = fault.Invalidf("Invalid sortBy field. Allowed: %s", strings.Join(catalog.ProductSorts, ", ")).About(fault.Choice, "sortBy")

func (h *handlers) listProducts(ctx context.Context, c *operations.Call, in productQuery) (*documents.Page[documents.ProductRow], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	v := ViewOf(ctx, c, h.reader)
	f, err := h.filter(ctx, c, in, v)
	if err != nil {
		return nil, err
	}
	if err := h.inCategory(ctx, c, in.CategoryID, &f); err != nil {
		return nil, err
	}
	f.WithParts = in.FullDetail || f.Single()
	var page catalog.ProductPage
	shown := row
	if f.Single() {
		shown = standalone
		page, err = h.single(ctx, c, v, f)
	} else {
		page, err = h.reader.Products(ctx, f, c.Page())
	}
	if err != nil {
		return nil, err
	}
	if in.FullDetail && shown == row {
		shown = detailed
	}
	if shown != row {
		if v, err = h.items(ctx, c, input.Viewed(c), page.Products...); err != nil {
			return nil, err
		}
	}
	docs := make([]documents.Doc[documents.ProductRow], len(page.Products))
	for i, p := range page.Products {
		if docs[i], err = v.show(p, shown); err != nil {
			return nil, err
		}
	}
	return &documents.Page[documents.ProductRow]{Docs: docs, Total: page.Total, Next: page.Next}, nil
}

// single finds one product by its key, if the caller could read it by number.
func (h *handlers) single(ctx context.Context, c *operations.Call, v View,
	f catalog.ProductFilter) (catalog.ProductPage, error) {
	f.WithDisabled = v.Backend && f.URLKey == "" // a URL key finds only products on sale
	first := readmodels.Page{Number: 1, Size: 1}
	found, err := h.reader.Products(ctx, f, first)
	if err == nil && found.Total == 0 && v.Backend && f.StoreID != 0 { // the back office also finds products of other websites
		store := f.StoreID
		f.StoreID = 0
		if found, err = h.reader.Products(ctx, f, first); err == nil && len(found.Products) > 0 {
			found.Products[0], err = h.reader.ProductAnywhere(ctx, store, pricedIn(c, store), found.Products[0].ID)
		}
	}
	if err != nil || len(found.Products) == 0 || v.Backend && input.CheckWebsites(c, found.Products[0].WebsiteIDs) != nil {
		return catalog.ProductPage{}, err
	}
	if c.Page().Number > 1 {
		found.Products = nil
	}
	found.Total = min(found.Total, 1)
	return found, nil
}

// filter converts the parameters to a filter.
func (h *handlers) filter(ctx context.Context, c *operations.Call, in productQuery, v View) (f catalog.ProductFilter, err error) {
	f = catalog.ProductFilter{
		StoreID: input.Viewed(c), Date: v.date, GroupID: v.Group, Search: searchOf(c, in.Search), SKU: strings.TrimSpace(in.SKU),
		Barcode: strings.TrimSpace(in.Barcode), URLKey: strings.TrimSpace(in.URLKey), Sort: in.SortBy,
		Descending: strings.EqualFold(in.SortDir, "desc"), WithSoldOut: c.Config().Flag("cataloginventory/options/show_out_of_stock"),
		Unmanaged: !v.stock.Manage, Similar: func() error { return c.Limit(unknownWords, nil) },
	}
	if in.SortBy != "" && !slices.Contains(catalog.ProductSorts, in.SortBy) {
		return f, errSortBy
	}
	// Whoever names a product finds it although it is sold out, and can see when it comes back.
	f.WithSoldOut = f.WithSoldOut || f.Search.Text != ""
	if in.Scope == input.All && v.Backend {
		f.WithDisabled, f.WithUnlisted, f.WithSoldOut = true, true, true
	}
	f.PriceMin, f.PriceMax = v.bound(in.PriceMin, halfCent.Neg()), v.bound(in.PriceMax, halfCent)
	if f.CreatedFrom, err = inputs.Moment("createdFrom", in.CreatedFrom, false); err != nil {
		return f, err
	}
	if f.CreatedTo, err = inputs.Moment("createdTo", in.CreatedTo, true); err != nil {
		return f, err
	}
	if f.UpdatedSince, err = inputs.Moment("updatedSince", in.UpdatedSince, false); err != nil {
		return f, err
	}
	f.Attributes, err = h.attributeMatches(ctx, in.AttributeFilters, c.Parameters(), v.Backend)
	return f, err
}

// searchOf returns the search for a text with the configuration of the store view.
func searchOf(c *operations.Call, text string) catalog.Search {
	config := c.Config()
	return catalog.Search{
		Text: strings.TrimSpace(text), Type: config.Int(domaincatalog.SearchTypePath),
		Language: domaincatalog.SearchLanguage(config.Text(domaincatalog.SearchLanguagePath), config.Text(domaincatalog.LocalePath)),
	}
}

// halfCent is the greatest change of a price by rounding to two decimal places.
var halfCent = money.MustParse("0.005")

// bound converts a limit from the view's currency to the base currency. Converted prices are shown rounded, so the limit is widened by
// give, the greatest rounding error.
func (v View) bound(limit *money.Decimal, give money.Decimal) *money.Decimal {
	if limit == nil {
		return nil
	}
	most := money.Max.Add(money.One)
	at := money.Min(money.MaxOf(*limit, most.Neg()), most)
	if !v.rate.Equal(money.One) {
		at = at.Add(give).Div(v.rate)
	}
	return &at
}

// inCategory limits a filter to a category. An unknown category counts as the store's root, which contains every product.
func (h *handlers) inCategory(ctx context.Context, c *operations.Call, id int64, f *catalog.ProductFilter) error {
	if id == 0 {
		return nil
	}
	index, err := h.reader.Categories(ctx)
	if err != nil {
		return err
	}
	category := index.In(input.Viewed(c))[id]
	root := input.Root(c)
	if category == nil {
		id, category = root, index.In(input.Viewed(c))[root]
	}
	if category != nil && f.Sort == "position" {
		f.Positions = map[int64]int64{}
		for product, position := range category.Positions {
			if id, err := strconv.ParseInt(product, 10, 64); err == nil {
				f.Positions[id] = position
			}
		}
	}
	if id == root {
		return nil
	}
	f.CategoryIDs = []int64{id}
	if category.IsAnchor || index.Level(id) <= 1 {
		f.CategoryIDs = append(f.CategoryIDs, index.Descendants(id)...)
	}
	return nil
}
