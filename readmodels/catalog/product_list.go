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
	Search             Search
	CategoryIDs        []int64 // nil: all
	PriceMin, PriceMax *money.Decimal
	// SKU, Barcode and URLKey find one product that can be read, whether it is listed or not.
	SKU, Barcode, URLKey string
	Attributes           []AttributeMatch
	CreatedFrom          time.Time
	CreatedTo            time.Time // inclusive, to the second
	UpdatedSince         time.Time
	Sort                 string // one of ProductSorts; empty: relevance for searches of full text, otherwise name
	Descending           bool
	Positions            map[int64]int64 // of products in the category, for Sort position
	WithSoldOut          bool
	// Unmanaged tells that stock is not managed where a product does not say otherwise, so that it is never sold out.
	Unmanaged    bool
	WithDisabled bool
	// WithParts reads the sub-resources too.
	WithParts bool
	counted   bool    // the products were counted by their marks
	among     []int64 // products that the marks have found; nil if there are many
}

// ProductSorts are what lists can be sorted by.
var ProductSorts = []string{"name", "price", "special_price", "created_at", "updated_at", "position", "sku", "entity_id"}

// Single tells whether the filter looks for one product by its key.
func (f ProductFilter) Single() bool { return f.SKU != "" || f.Barcode != "" || f.URLKey != "" }

// priced tells whether the list depends on prices.
func (f ProductFilter) priced() bool {
	return f.PriceMin != nil || f.PriceMax != nil || f.Sort == "price" && !f.Single()
}

// source is the tables of the filter's conditions.
func (f ProductFilter) source() string {
	source := productSource
	if f.Search.Text != "" && !f.Single() {
		source += textSource
	}
	if f.priced() {
		source += " JOIN read.product_prices p ON p.store_id = v.store_id AND p.product_id = v.product_id"
	}
	return source
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
	case f.Search.Text != "":
		w.Add("v.in_search")
		f.Search.add(&w)
	default:
		w.Add("v.in_catalog")
	}
	switch {
	case f.Single() || f.WithSoldOut || f.among != nil: // what the marks have found is in stock
	case f.Unmanaged:
		w.Add("coalesce(s.unmanaged, true)") // no level leaves it to the configuration as well
	default:
		w.Add("s.in_stock")
	}
	if f.CategoryIDs != nil {
		w.Add(f.filter("v.category_ids && $?"), f.CategoryIDs)
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
		match.add(&w, f)
	}
	if f.among != nil {
		w.Add("v.product_id = ANY($?)", f.among)
	}
	return w
}

// Products lists products: enabled, visible where they are asked for, and in stock.
func (r *Reader) Products(ctx context.Context, f ProductFilter, page readmodels.Page) ([]*Product, int64, error) {
	if err := r.prepare(ctx, &f); err != nil {
		return nil, 0, err
	}
	total, err := r.countProducts(ctx, f)
	if err != nil || page.Beyond(total) {
		return nil, total, err
	}
	if err := r.narrow(ctx, &f, total); err != nil {
		return nil, 0, err
	}
	w := f.where()
	source, args := f.source(), w.Args()
	var order string
	switch {
	case f.Sort == "" && f.Search.Ranked():
		order, args = f.Search.order(args)
	default:
		order = f.order()
	}
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
	sql := fmt.Sprintf("SELECT %s%s%s ORDER BY %s LIMIT $%d OFFSET $%d", columns, source, w.SQL(), order, len(args)-1, len(args))
	if f.among != nil && f.Sort != "position" && !f.priced() { // the rows of the page first, and then what belongs to them
		// OFFSET 0 keeps the planner from walking through all products in their order.
		sql = fmt.Sprintf(`SELECT %s FROM (SELECT v.* FROM (SELECT v.* FROM read.product_views v%s OFFSET 0) AS v
			ORDER BY %s LIMIT $%d OFFSET $%d) AS v%s ORDER BY %[3]s`,
			columns, w.SQL(), order, len(args)-1, len(args), strings.TrimPrefix(productSource, " FROM read.product_views v"))
	}
	if f.Search.Text != "" || f.counted { // the best plan depends on the words and on how many products there are
		args = slices.Insert(args, 0, any(pgx.QueryExecModeCacheDescribe))
	}
	rows, err := r.From(ctx, scopes.Products, scopes.Stock).Query(ctx, sql, args...)
	if err != nil {
		return nil, 0, err
	}
	products, err := pgx.CollectRows(rows, scanProduct)
	return products, page.AtLeast(total, len(products)), err
}

// countProducts keeps a count while what it depends on stands: which products there are and are to be had, or, where a
// filter looks at more than that, every product. Products are counted by their marks where that is possible.
func (r *Reader) countProducts(ctx context.Context, f ProductFilter) (int64, error) {
	scope := scopes.Membership
	if f.narrows() {
		scope = scopes.Products
	}
	return r.Total(ctx, readmodels.Query{
		Table: strings.TrimPrefix(f.source(), " FROM "), Where: f.where(), Counted: []scopes.Scope{scope, scopes.Availability},
		Planned: f.Search.Text != "",
		Total:   func(ctx context.Context) (int64, bool, error) { return r.countMarked(ctx, f) },
	})
}

// narrows tells whether anything is filtered by that may change without the set of listed products changing.
func (f ProductFilter) narrows() bool {
	return f.Search.Text != "" || f.Single() || f.PriceMin != nil || f.PriceMax != nil || len(f.Attributes) > 0 || f.WithDisabled ||
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
