package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/eventstore"
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
	// Unmanaged says that the configuration does not manage stock, so that a product which follows it is never sold out.
	Unmanaged    bool
	WithDisabled bool
	// WithUnlisted includes products that neither lists nor searches show.
	WithUnlisted bool
	// Similar is called before the words of a search without results are compared with all names; its error ends the search. Nil allows it.
	Similar func() error
	// WithParts reads the sub-resources as well.
	WithParts bool
	counted   bool    // the products were counted by their marks
	marks     bitmaps // of the products that were counted; nil for searches
	among     []int64 // products that the marks have found; nil if there are many
	placed    bool    // among holds the products of the page only
	walked    bool    // the page is one of a walk through the list
}

// ProductSorts lists the sort orders of lists.
var ProductSorts = []string{"name", "price", "special_price", "created_at", "updated_at", "position", "sku", "entity_id"}

// Single tells whether the filter looks for one product by its key.
func (f ProductFilter) Single() bool { return f.SKU != "" || f.Barcode != "" || f.URLKey != "" }

// priced tells whether the list depends on prices.
func (f ProductFilter) priced() bool {
	return f.PriceMin != nil || f.PriceMax != nil || f.Sort == "price" && !f.Single()
}

// found tells whether the filter has the products of the list already, and the page follows from them alone.
func (f ProductFilter) found() bool {
	return f.among != nil && !f.placed && f.Sort != "position" && f.Sort != "updated_at" && !f.priced() && !f.walked
}

// source returns the tables that the filter's conditions need.
func (f ProductFilter) source() string {
	source := productSource
	if f.Search.Text != "" && f.among == nil {
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
	case f.Single() || f.WithUnlisted:
	case f.Search.Text != "":
		w.Add("v.in_search")
	default:
		w.Add("v.in_catalog")
	}
	if !f.Single() && f.among == nil {
		f.Search.add(&w)
	}
	switch {
	case f.Single() || f.WithSoldOut || f.among != nil: // the marks find only products in stock
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
		w.Add("u.updated_at >= $?", f.UpdatedSince)
	}
	for _, match := range f.Attributes {
		match.add(&w, f)
	}
	if f.among != nil && !f.found() {
		w.Add("v.product_id = ANY($?)", f.among)
	}
	return w
}

// ProductPage is a page of products.
type ProductPage struct {
	Products []*Product
	Total    int64  // on all pages
	Next     string // for a walk through the list: the cursor of the next page; empty at the end
}

// Products lists products: enabled, visible where they are asked for, and in stock. Unavailable: the list is by updatedAt, and the stock
// does not get as far as the products.
func (r *Reader) Products(ctx context.Context, f ProductFilter, page readmodels.Page) (ProductPage, error) {
	f.walked = page.After != nil
	if !f.polled() {
		found, _, err := r.products(ctx, f, page)
		return found, err
	}
	for range mostReads {
		reached := min(r.Tracker().Position(scopes.Products.Projector), r.Tracker().Position(scopes.Stock.Projector))
		found, shown, err := r.products(ctx, f, page)
		if err != nil || shown <= reached {
			return found, err
		}
		if err := r.CatchUp(ctx, shown, scopes.Products.Projector, scopes.Stock.Projector); err != nil {
			return ProductPage{}, err
		}
	}
	return ProductPage{}, readmodels.ErrBehind
}

// mostReads is how often a list by updatedAt is read, while its stock is behind each time.
const mostReads = 10

// polled tells whether callers go on from the greatest updatedAt of the list. No row may then show an updatedAt whose stock is still to
// come: the caller would never meet the row again.
func (f ProductFilter) polled() bool { return !f.UpdatedSince.IsZero() || f.Sort == "updated_at" }

// shownVersion is the SQL of the position of the newest change that a row may show by its updatedAt.
var shownVersion = fmt.Sprintf(", (SELECT coalesce(max(version), 0) FROM read.versions WHERE projector = '%s' AND scope = '%s')",
	scopes.Shown.Projector, scopes.Shown.Name)

// products reads a page. shown is the position of the newest change whose updatedAt its rows may show, if the list is polled and has rows.
func (r *Reader) products(ctx context.Context, f ProductFilter, page readmodels.Page) (
	found ProductPage, shown eventstore.Position, err error) {
	total, err := r.find(ctx, &f)
	if err != nil || page.Beyond(total) {
		return ProductPage{Total: total}, 0, err
	}
	if err := r.choose(ctx, &f, page, total); err != nil {
		return found, 0, err
	}
	w := f.where()
	values, err := f.walk(page, &w)
	if err != nil {
		return found, 0, err
	}
	var last []string
	more := []any{&last}
	if f.polled() {
		values, more = values+shownVersion, append(more, &shown)
	}
	sql, args := f.paged(page, w, values)
	rows, err := r.From(ctx, scopes.Products, scopes.Stock, scopes.Shown).Query(ctx, sql, args...)
	if err != nil {
		return found, 0, page.Misread(err)
	}
	products, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (*Product, error) { return scanProductWith(row, more...) })
	if err == nil {
		err = r.Rate(ctx, f.StoreID, products...)
	}
	return ProductPage{products, page.AtLeast(total, len(products)), f.keys().Next(page, len(products), last)}, shown, page.Misread(err)
}

// paged returns the query for a page of the products that w selects. values is the SQL of further columns, for a walk through the list.
func (f ProductFilter) paged(page readmodels.Page, w readmodels.Where, values string) (sql string, args []any) {
	source, args, order := f.source(), w.Args(), f.order()
	ranked := f.Sort == "" && f.Search.Ranked()
	if ranked && f.among == nil {
		var rank string
		rank, args = f.Search.rank(args)
		order = rank + " DESC, " + order
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
	columns := productColumns.SQL()
	if !f.WithParts {
		columns = withoutParts
	}
	limit := ""
	if !f.placed {
		args = append(args, page.Size, page.Offset())
		limit = fmt.Sprintf(" LIMIT $%d OFFSET $%d", len(args)-1, len(args))
	}
	if f.found() {
		// An index alone tells which products are on the page, if they come by name. The other tables are read for these products only.
		args = append(args, f.among)
		among := len(args)
		ids, found := "v.product_id AS id", fmt.Sprintf(" WHERE v.store_id = $1 AND v.enabled AND v.product_id = ANY($%d)", among)
		if ranked {
			args, order = append(args, f.Search.ranks()), "rank DESC, "+order
			ids += ", rank"
			found = fmt.Sprintf(" JOIN unnest($%d::bigint[], $%d::real[]) AS hit (product_id, rank) USING (product_id)", among, len(args)) + found
		}
		source += fmt.Sprintf(" JOIN (SELECT %s FROM read.product_views v%s ORDER BY %s%s) AS page ON page.id = v.product_id",
			ids, found, order, limit)
		limit = ""
	}
	sql = "SELECT " + columns + values + source + w.SQL() + " ORDER BY " + order + limit
	if f.Search.Text != "" || f.counted && !f.placed { // the best plan depends on the words and on how many products there are
		args = slices.Insert(args, 0, any(pgx.QueryExecModeCacheDescribe))
	}
	return sql, args
}

// countProducts counts products, by their marks where that is possible, and caches the count. The count stands while the listed products
// and their availability do. If a filter depends on more than that, the count stands until any product changes.
func (r *Reader) countProducts(ctx context.Context, f ProductFilter) (int64, error) {
	scope := scopes.Membership
	if f.changesWithin() {
		scope = scopes.Products
	}
	counted := []scopes.Scope{scope, scopes.Availability}
	if !f.UpdatedSince.IsZero() {
		counted = append(counted, scopes.Shown)
	}
	return r.Total(ctx, readmodels.Query{
		Table: strings.TrimPrefix(f.source(), " FROM "), Where: f.where(), Counted: counted,
		Planned: f.Search.Text != "",
		Total:   func(ctx context.Context) (int64, bool, error) { return r.countMarked(ctx, f) },
	})
}

// changesWithin tells whether the filter has a condition whose result may change without a change of the set of listed products.
func (f ProductFilter) changesWithin() bool {
	return f.Search.Text != "" || len(f.Attributes) > 0 || f.compares()
}

// compares tells whether the filter has a condition on a column, which no mark stands for.
func (f ProductFilter) compares() bool {
	return f.Single() || f.PriceMin != nil || f.PriceMax != nil || f.WithDisabled ||
		!f.CreatedFrom.IsZero() || !f.CreatedTo.IsZero() || !f.UpdatedSince.IsZero()
}

// order returns the order of the list in SQL.
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
		return "p.price" + direction + " NULLS LAST, p.product_id" + direction
	case "special_price":
		return "v.special_price" + direction + " NULLS LAST, v.product_id"
	case "position":
		if len(f.Positions) > 0 {
			return "placed.position" + direction + " NULLS LAST, v.product_id" + direction
		}
		return "v.product_id" + direction
	case "created_at", "updated_at", "sku":
		if !f.walked { // products of one moment come by number in both directions
			return f.keys().Keys[0].Column + direction + ", v.product_id"
		}
	}
	return f.keys().SQL()
}

// keys returns the order of a list that can be walked through.
func (f ProductFilter) keys() readmodels.Order {
	o := readmodels.Order{Keys: []readmodels.Key{{Column: "v.product_id", Type: "bigint"}}, Descending: f.Descending}
	switch f.Sort {
	case "entity_id":
	case "created_at":
		o.Keys = slices.Insert(o.Keys, 0, readmodels.Key{Column: "v.created_at", Type: "timestamptz"})
	case "updated_at":
		o.Keys = slices.Insert(o.Keys, 0, readmodels.Key{Column: "u.updated_at", Type: "timestamptz"})
	case "sku":
		o.Keys = slices.Insert(o.Keys, 0, readmodels.Key{Column: "lower(v.sku)", Type: "text"})
	default:
		o.Keys = slices.Insert(o.Keys, 0, readmodels.Key{Column: "lower(v.name)", Type: "text"})
	}
	return o
}

// walkable lists the sort orders of lists that can be walked through.
var walkable = []string{"name", "created_at", "updated_at", "sku", "entity_id"}

var errNotWalked = fault.Invalidf("after needs an order that stays: sortBy must be one of %s", strings.Join(walkable, ", ")).
	About(fault.Unfitting, "after")

// walk prepares a walk through the list: a condition for the rows behind the cursor, and columns for the cursor of the next page.
func (f *ProductFilter) walk(page readmodels.Page, w *readmodels.Where) (columns string, err error) {
	if page.After == nil {
		return ", NULL::text[]", nil
	}
	if f.Sort == "" && !f.Search.Ranked() {
		f.Sort = "name"
	}
	if !slices.Contains(walkable, f.Sort) {
		return "", errNotWalked
	}
	return ", " + f.keys().Values(), f.keys().After(page.After, w)
}
