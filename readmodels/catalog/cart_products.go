package catalog

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/stock"
	"tradelog/readmodels"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// cartProducts caches the products that carts read, each while its versions stand. A cart is priced each time it is read, and prices of
// products change rarely. Stock is cached apart from the rest, since it changes with every order.
type cartProducts struct {
	views readmodels.Cache[viewKey, *Product]
	// variants caches products with their documents, for the values in which they differ.
	variants readmodels.Cache[viewKey, *Product]
	levels   readmodels.Cache[int64, *stock.Level]
	skus     readmodels.Cache[skuKey, int64]
}

type viewKey struct{ storeID, id int64 }

type skuKey struct {
	storeID int64
	sku     string // in lower case
}

// CartProducts reads products of a store view as carts see them: without their documents.
func (r *Reader) CartProducts(ctx context.Context, storeID int64, ids []int64) (map[int64]*Product, error) {
	keys := viewKeys(storeID, ids)
	product := func(k viewKey) scopes.Scope { return scopes.Product(k.id) }
	views, err := r.cartProducts.views.Several(ctx, keys, product, loadGoods)
	if err != nil {
		return nil, err
	}
	levels, err := r.cartProducts.levels.Several(ctx, ids, scopes.ProductStock, loadLevels)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]*Product, len(views))
	for key, view := range views {
		p := *view
		if level := levels[key.id]; level != nil {
			p.Level, p.HasLevel = *level, true
		}
		out[key.id] = &p
	}
	return out, nil
}

// CartProductBySKU is CartProducts for one product, by its SKU in any case. ErrNotFound: it is not sold in the store view.
func (r *Reader) CartProductBySKU(ctx context.Context, storeID int64, sku string) (*Product, error) {
	key := skuKey{storeID, strings.ToLower(sku)}
	id, err := r.cartProducts.skus.Get(ctx, key, func(ctx context.Context, from readmodels.Source) (id int64, err error) {
		err = from.QueryRow(ctx,
			`SELECT product_id FROM read.product_views WHERE store_id = $1 AND lower(sku) = lower($2) ORDER BY product_id LIMIT 1`,
			storeID, sku).Scan(&id)
		return id, readmodels.OrNotFound(err)
	}, scopes.Membership)
	if err != nil {
		return nil, err
	}
	found, err := r.CartProducts(ctx, storeID, []int64{id})
	if err != nil {
		return nil, err
	}
	p := found[id]
	if p == nil { // it has gone meanwhile
		return nil, readmodels.ErrNotFound
	}
	return p, nil
}

func loadGoods(ctx context.Context, from readmodels.Source, keys []viewKey) (map[viewKey]*Product, error) {
	return loadViews(ctx, from, keys, goodColumns)
}

// goodColumns and variantColumns are the SQL of the columns without stock: those that carts read, and the same with documents.
var (
	goodColumns    = productColumns.Without("doc", "detail", "backend", "offers", "qty", "in_stock", "unmanaged", "level", "updated_at")
	variantColumns = productColumns.Without("detail", "backend", "offers", "qty", "in_stock", "unmanaged", "level", "updated_at")
)

// loadViews reads columns of products without stock.
func loadViews(ctx context.Context, from readmodels.Source, keys []viewKey, columns string) (map[viewKey]*Product, error) {
	ids := make([]int64, len(keys))
	for i, k := range keys {
		ids[i] = k.id
	}
	rows, err := from.Query(ctx,
		"SELECT "+columns+" FROM read.product_views v WHERE v.store_id = $1 AND v.product_id = ANY($2)", keys[0].storeID, ids)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, scanProduct)
	out := make(map[viewKey]*Product, len(list))
	for _, p := range list {
		out[viewKey{p.StoreID, p.ID}] = p
	}
	return out, err
}

// loadLevels reads stock; nil for a product without a stock row.
func loadLevels(ctx context.Context, from readmodels.Source, ids []int64) (map[int64]*stock.Level, error) {
	out := make(map[int64]*stock.Level, len(ids))
	for _, id := range ids {
		out[id] = nil
	}
	rows, err := from.Query(ctx, "SELECT "+stockColumns.SQL()+" FROM read.product_stock WHERE product_id = ANY($1)", ids)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, stockColumns.Collect)
	for _, row := range found {
		if level, known := row.Level(); known {
			out[row.ProductID] = &level
		}
	}
	return out, err
}

var stockColumns = tables.Of[tables.StockRow]()

// learn remembers the levels that the projector of stock has just written, so that the next cart with one of the products reads none.
func (g *cartProducts) learn(u freshness.Update) {
	for _, told := range u.Rows {
		row, is := told.(tables.StockRow)
		if !is {
			continue
		}
		var known *stock.Level
		if level, has := row.Level(); has {
			known = &level
		}
		g.levels.Learn(row.ProductID, known, row.Version, scopes.ProductStock(row.ProductID))
	}
}

// Members lists the products of a grouped product.
func (p *Product) Members() []int64 {
	ids := make([]int64, len(p.Parts.Grouped))
	for i, l := range p.Parts.Grouped {
		ids[i] = l.ProductID
	}
	return ids
}
