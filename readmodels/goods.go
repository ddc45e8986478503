package readmodels

import (
	"context"
	"encoding/json"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"

	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// goods remembers what carts look at in products, each while its versions stand: a cart is priced each time it is read, and
// what a product costs changes rarely. Stock is remembered apart from the rest, since it changes with every order.
type goods struct {
	views  *lru.Cache[viewKey, keptValue[*Product]]
	levels *lru.Cache[int64, keptValue[*stock.Level]]
	skus   cache[int64]
}

type viewKey struct{ storeID, id int64 }

func newGoods() goods {
	g := goods{skus: newCache[int64](10_000)}
	var err error
	if g.views, err = lru.New[viewKey, keptValue[*Product]](10_000); err != nil {
		panic(err)
	}
	if g.levels, err = lru.New[int64, keptValue[*stock.Level]](10_000); err != nil {
		panic(err)
	}
	return g
}

// recall finds the values that stand, and names the keys of the others.
func recall[K comparable, T any](r *Reader, memory *lru.Cache[K, keptValue[T]], keys []K, scope func(K) scopes.Scope) (found map[K]T, missing []K) {
	found = make(map[K]T, len(keys))
	one := make([]scopes.Scope, 1)
	for _, key := range keys {
		had, ok := memory.Get(key)
		if one[0] = scope(key); ok && r.tracker.Stand(one, had.vector) {
			found[key] = had.value
		} else {
			missing = append(missing, key)
		}
	}
	return found, missing
}

// learn loads what is missing, with its versions, which are asked for before the rows.
func learn[K comparable, T any](ctx context.Context, r *Reader, memory *lru.Cache[K, keptValue[T]], found map[K]T, missing []K, scope func(K) scopes.Scope, load func() (map[K]T, error)) error {
	if len(missing) == 0 {
		return nil
	}
	wanted := make([]scopes.Scope, len(missing))
	for i, key := range missing {
		wanted[i] = scope(key)
	}
	if _, err := r.Versions(ctx, wanted); err != nil { // all of them at once
		return err
	}
	vectors := make([]freshness.Vector, len(missing))
	for i := range missing {
		var err error
		if vectors[i], err = r.Versions(ctx, wanted[i:i+1]); err != nil {
			return err
		}
	}
	loaded, err := load()
	if err != nil {
		return err
	}
	for i, key := range missing {
		value, ok := loaded[key]
		if !ok {
			continue
		}
		found[key] = value
		if vectors[i].Valid() {
			memory.Add(key, keptValue[T]{value, vectors[i]})
		}
	}
	return nil
}

// Goods reads products of a store view as carts see them: without their documents.
func (r *Reader) Goods(ctx context.Context, storeID int64, ids []int64) (map[int64]*Product, error) {
	keys := make([]viewKey, len(ids))
	for i, id := range ids {
		keys[i] = viewKey{storeID, id}
	}
	viewScope := func(k viewKey) scopes.Scope { return scopes.Product(k.id) }
	views, missing := recall(r, r.goods.views, keys, viewScope)
	if err := learn(ctx, r, r.goods.views, views, missing, viewScope, func() (map[viewKey]*Product, error) { return r.loadGoods(ctx, missing) }); err != nil {
		return nil, err
	}
	levelScope := func(id int64) scopes.Scope { return scopes.ProductStock(id) }
	levels, unknown := recall(r, r.goods.levels, ids, levelScope)
	if err := learn(ctx, r, r.goods.levels, levels, unknown, levelScope, func() (map[int64]*stock.Level, error) { return r.loadLevels(ctx, unknown) }); err != nil {
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

// GoodBySKU is Goods for one product, by its SKU in any case. ErrNotFound: it is not sold in the store view.
func (r *Reader) GoodBySKU(ctx context.Context, storeID int64, sku string) (*Product, error) {
	id, err := r.goods.skus.get(ctx, r, itoa(storeID)+" "+strings.ToLower(sku), scopes.Membership, func() (id int64, err error) {
		err = r.pool.QueryRow(ctx, `SELECT product_id FROM read.product_views WHERE store_id = $1 AND lower(sku) = lower($2) ORDER BY product_id LIMIT 1`, storeID, sku).Scan(&id)
		return id, notFound(err)
	})
	if err != nil {
		return nil, err
	}
	found, err := r.Goods(ctx, storeID, []int64{id})
	if err != nil {
		return nil, err
	}
	p := found[id]
	if p == nil { // it has gone meanwhile
		return nil, ErrNotFound
	}
	return p, nil
}

func (r *Reader) loadGoods(ctx context.Context, keys []viewKey) (map[viewKey]*Product, error) {
	ids := make([]int64, len(keys))
	for i, k := range keys {
		ids[i] = k.id
	}
	rows, err := r.pool.Query(ctx, `SELECT v.product_id, v.store_id, v.sku, v.name, v.type, v.enabled, v.in_catalog, v.in_search, v.price, v.special_price, v.special_from,
		v.special_to, v.msrp, v.cost, v.weight, v.tax_class_id, v.category_ids, v.website_ids, NULL::bytea, NULL::bytea, NULL::bytea, v.terms, NULL::numeric, NULL::bytea
		FROM read.product_views v WHERE v.store_id = $1 AND v.product_id = ANY($2)`, keys[0].storeID, ids)
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

// loadLevels reads stock; nil for a product without any.
func (r *Reader) loadLevels(ctx context.Context, ids []int64) (map[int64]*stock.Level, error) {
	out := make(map[int64]*stock.Level, len(ids))
	for _, id := range ids {
		out[id] = nil
	}
	rows, err := r.pool.Query(ctx, `SELECT product_id, qty, level FROM read.product_stock WHERE product_id = ANY($1)`, ids)
	if err != nil {
		return nil, err
	}
	var id int64
	var qty *money.Decimal
	var encoded []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &qty, &encoded}, func() error {
		if encoded == nil {
			return nil
		}
		level := &stock.Level{}
		if err := json.Unmarshal(encoded, level); err != nil {
			return err
		}
		if qty != nil {
			level.Qty = *qty
		}
		out[id] = level
		return nil
	})
	return out, err
}
