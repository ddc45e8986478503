package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/money"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// ProductFilter chooses products for a list (shapes-catalog §1.9). Prices are in the base currency.
type ProductFilter struct {
	StoreID            int64
	Date               string // in the store, for prices
	GroupID            int64  // of customers, for prices
	Search             string
	CategoryIDs        []int64 // nil: all
	PriceMin, PriceMax *money.Decimal
	// SKU, Barcode and URLKey find one product that can be read, whether it is listed or not.
	SKU, Barcode, URLKey string
	Attributes           []AttributeMatch
	CreatedFrom          time.Time
	CreatedTo            time.Time // inclusive, to the second
	UpdatedSince         time.Time
	Sort                 string // one of ProductSorts
	Descending           bool
	Positions            map[int64]int64 // of products in the category, for Sort position
	WithSoldOut          bool
	// Unmanaged tells that stock is not managed where a product does not say otherwise, so that it is never sold out.
	Unmanaged    bool
	WithDisabled bool
	// WithParts reads the sub-resources too.
	WithParts bool
}

// ProductSorts are what lists can be sorted by.
var ProductSorts = []string{"name", "price", "special_price", "created_at", "updated_at", "position", "sku", "entity_id"}

// Single tells whether the filter looks for one product by its key.
func (f ProductFilter) Single() bool { return f.SKU != "" || f.Barcode != "" || f.URLKey != "" }

// priced tells whether the list depends on prices.
func (f ProductFilter) priced() bool {
	return f.PriceMin != nil || f.PriceMax != nil || f.Sort == "price" && !f.Single()
}

// source are the tables that the list is read from.
func (f ProductFilter) source() string {
	if f.priced() {
		return productSource + ` JOIN read.product_prices p ON p.store_id = v.store_id AND p.product_id = v.product_id`
	}
	return productSource
}

func (f ProductFilter) where() readmodels.Where {
	w := readmodels.Where{}
	w.Add("v.store_id = $?", f.StoreID)
	if !f.WithDisabled {
		w.Add("v.enabled")
	}
	if f.SKU != "" {
		w.Add("lower(v.sku) = lower($?)", f.SKU)
	}
	if f.Barcode != "" {
		w.Add("v.barcode = $?", f.Barcode)
	}
	if f.URLKey != "" {
		w.Add("v.url_key = $?", f.URLKey)
	}
	switch {
	case f.Single():
	case f.Search != "":
		w.Add("v.in_search")
	default:
		w.Add("v.in_catalog")
	}
	for _, word := range searchWords(f.Search) {
		w.Add("v.search LIKE $?", readmodels.LikeAnywhere(word))
	}
	switch {
	case f.Single() || f.WithSoldOut:
	case f.Unmanaged:
		w.Add("coalesce(s.unmanaged, true)") // no level leaves it to the configuration as well
	default:
		w.Add("s.in_stock")
	}
	if f.CategoryIDs != nil {
		w.Add("v.category_ids && $?", f.CategoryIDs)
	}
	if f.priced() { // one row of each product holds
		w.Add("p.since <= $?", f.Date)
		w.Add("p.until > $?", f.Date)
		w.Add("(p.group_id = $? OR p.group_id = -1 AND NOT p.others @> ARRAY[$?::bigint])", f.GroupID, f.GroupID)
	}
	if f.PriceMin != nil {
		w.Add("p.price >= $?::numeric", f.PriceMin.String())
	}
	if f.PriceMax != nil {
		w.Add("p.price <= $?::numeric", f.PriceMax.String())
	}
	if !f.CreatedFrom.IsZero() {
		w.Add("v.created_at >= $?", f.CreatedFrom)
	}
	if !f.CreatedTo.IsZero() {
		w.Add("v.created_at < $?", f.CreatedTo.Add(time.Second))
	}
	if !f.UpdatedSince.IsZero() {
		w.Add("v.updated_at >= $?", f.UpdatedSince)
	}
	for _, match := range f.Attributes {
		match.add(&w)
	}
	return w
}

// Products lists products: enabled, visible where they are asked for, and in stock.
func (r *Reader) Products(ctx context.Context, f ProductFilter, page readmodels.Page) ([]*Product, int64, error) {
	w := f.where()
	total, err := r.countProducts(ctx, w, f)
	if err != nil || page.Beyond(total) {
		return nil, total, err
	}
	source := f.source()
	args := w.Args()
	if f.Sort == "position" && len(f.Positions) > 0 {
		ids := slices.Sorted(maps.Keys(f.Positions))
		positions := make([]int64, len(ids))
		for i, id := range ids {
			positions[i] = f.Positions[id]
		}
		args = append(args, ids, positions)
		source += fmt.Sprintf(" LEFT JOIN unnest($%d::bigint[], $%d::bigint[]) AS placed (id, position) ON placed.id = v.product_id",
			len(args)-1, len(args))
	}
	args = append(args, page.Size, page.Offset())
	columns := productColumns
	if !f.WithParts {
		columns = withoutParts
	}
	sql := fmt.Sprintf("SELECT %s%s%s ORDER BY %s LIMIT $%d OFFSET $%d", columns, source, w.SQL(), f.order(), len(args)-1, len(args))
	rows, err := r.From(ctx, scopes.Products, scopes.Stock).Query(ctx, sql, args...)
	if err != nil {
		return nil, 0, err
	}
	products, err := pgx.CollectRows(rows, scanProduct)
	return products, page.AtLeast(total, len(products)), err
}

// countProducts keeps a count while what it depends on stands: which products there are and are to be had, or, where a
// filter looks at more than that, every product.
func (r *Reader) countProducts(ctx context.Context, w readmodels.Where, f ProductFilter) (int64, error) {
	scope := scopes.Membership
	if f.narrows() {
		scope = scopes.Products
	}
	return r.Total(ctx, readmodels.Query{
		Table: strings.TrimPrefix(f.source(), " FROM "), Where: w, Counted: []scopes.Scope{scope, scopes.Availability},
	})
}

// narrows tells whether anything is filtered by that may change without the set of listed products changing.
func (f ProductFilter) narrows() bool {
	return f.Search != "" || f.Single() || f.PriceMin != nil || f.PriceMax != nil || len(f.Attributes) > 0 || f.WithDisabled ||
		!f.CreatedFrom.IsZero() || !f.CreatedTo.IsZero() || !f.UpdatedSince.IsZero()
}

func (f ProductFilter) order() string {
	direction := ""
	if f.Descending {
		direction = " DESC"
	}
	if f.Single() { // parts of a product may share its key; the whole comes first
		return "v.type IN ('configurable', 'grouped', 'bundle') DESC, v.product_id"
	}
	switch f.Sort {
	case "price":
		return "p.price" + direction + ", p.product_id" + direction
	case "special_price":
		return "v.special_price" + direction + " NULLS LAST, v.product_id"
	case "created_at", "updated_at":
		return "v." + f.Sort + direction + ", v.product_id"
	case "sku":
		return "lower(v.sku)" + direction + ", v.product_id"
	case "position":
		if len(f.Positions) > 0 {
			return "placed.position" + direction + " NULLS LAST, v.product_id" + direction
		}
		return "v.product_id" + direction
	case "entity_id":
		return "v.product_id" + direction
	}
	return "lower(v.name)" + direction + ", v.product_id" + direction
}

// searchWords splits a search: at most ten words of the first fifty characters, all of which must be found.
func searchWords(search string) []string {
	runes := []rune(strings.ToLower(strings.TrimSpace(search)))
	if len(runes) > 50 {
		runes = runes[:50]
	}
	words := strings.Fields(string(runes))
	if len(words) > 10 {
		words = words[:10]
	}
	return words
}
