package readmodels

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// goods remembers what carts look at in products, each while its versions stand: a cart is priced each time it is read, and
// what a product costs changes rarely. Stock is remembered apart from the rest, since it changes with every order.
type goods struct {
	views  cache[viewKey, *Product]
	levels cache[int64, *stock.Level]
	skus   cache[string, int64]
}

type viewKey struct{ storeID, id int64 }

func newGoods() goods {
	return goods{newCache[viewKey, *Product](10_000), newCache[int64, *stock.Level](10_000), newCache[string, int64](10_000)}
}

// several returns values by key, from memory as far as they stand. The others are loaded at once. Values that load does not find are
// missing.
func (k cache[K, T]) several(
	ctx context.Context, r *Reader, keys []K, scope func(K) scopes.Scope,
	load func(ctx context.Context, from Source, missing []K) (map[K]T, error),
) (map[K]T, error) {
	reading := freshness.ReadingFrom(ctx)
	found := make(map[K]T, len(keys))
	var missing []K
	var wanted []scopes.Scope
	one := make([]scopes.Scope, 1)
	for _, key := range keys {
		one[0] = scope(key)
		if err := reading.Begin(ctx, one); err != nil {
			return nil, err
		}
		if had, ok := k.memory.Get(key); ok && r.tracker.Stand(one, had.vector) {
			reading.Add(one, had.vector)
			found[key] = had.value
		} else {
			missing, wanted = append(missing, key), append(wanted, one[0])
		}
	}
	if len(missing) == 0 {
		return found, nil
	}
	if _, err := r.versions(ctx, wanted); err != nil { // all of them at once
		return nil, err
	}
	vectors := make([]freshness.Vector, len(missing))
	for i := range missing {
		var err error
		if vectors[i], err = r.versions(ctx, wanted[i:i+1]); err != nil {
			return nil, err
		}
		reading.Add(wanted[i:i+1], vectors[i])
	}
	loaded, err := load(ctx, r.recorded(), missing)
	if err != nil {
		return nil, err
	}
	for i, key := range missing {
		value, ok := loaded[key]
		if !ok {
			continue
		}
		found[key] = value
		if vectors[i].Valid() {
			k.memory.Add(key, cacheEntry[T]{value, vectors[i]})
		}
	}
	return found, nil
}

// Goods reads products of a store view as carts see them: without their documents.
func (r *Reader) Goods(ctx context.Context, storeID int64, ids []int64) (map[int64]*Product, error) {
	keys := make([]viewKey, len(ids))
	for i, id := range ids {
		keys[i] = viewKey{storeID, id}
	}
	product := func(k viewKey) scopes.Scope { return scopes.Product(k.id) }
	views, err := r.goods.views.several(ctx, r, keys, product, loadGoods)
	if err != nil {
		return nil, err
	}
	levels, err := r.goods.levels.several(ctx, r, ids, scopes.ProductStock, loadLevels)
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

// GoodBySKU is Goods for one product, by its SKU in any case. ErrNotFound: it is not sold in the store view.
func (r *Reader) GoodBySKU(ctx context.Context, storeID int64, sku string) (*Product, error) {
	id, err := r.goods.skus.get(ctx, r, itoa(storeID)+" "+strings.ToLower(sku), scopes.Membership, func(from Source) (id int64, err error) {
		err = from.QueryRow(ctx,
			`SELECT product_id FROM read.product_views WHERE store_id = $1 AND lower(sku) = lower($2) ORDER BY product_id LIMIT 1`,
			storeID, sku).Scan(&id)
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

func loadGoods(ctx context.Context, from Source, keys []viewKey) (map[viewKey]*Product, error) {
	ids := make([]int64, len(keys))
	for i, k := range keys {
		ids[i] = k.id
	}
	rows, err := from.Query(ctx,
		`SELECT v.product_id, v.store_id, v.sku, v.name, v.type, v.enabled, v.in_catalog, v.in_search, v.price, v.special_price, v.special_from,
		v.special_to, v.msrp, v.cost, v.weight, v.tax_class_id, v.category_ids, v.website_ids, NULL::bytea, NULL::bytea, NULL::bytea,
		NULL::bytea, v.terms,
		NULL::numeric, NULL::bytea
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
func loadLevels(ctx context.Context, from Source, ids []int64) (map[int64]*stock.Level, error) {
	out := make(map[int64]*stock.Level, len(ids))
	for _, id := range ids {
		out[id] = nil
	}
	rows, err := from.Query(ctx, `SELECT product_id, qty, level FROM read.product_stock WHERE product_id = ANY($1)`, ids)
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
