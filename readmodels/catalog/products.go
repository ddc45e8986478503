package catalog

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/domain/review"
	"tradelog/domain/stock"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Product is a product in a store view: ready parts, and values that are spliced in for the caller.
type Product struct {
	tables.Product `from:"v"`
	tables.Stock   `from:"s,outer"`
	tables.Shown   `from:"u,outer"`
	Level          stock.Level // zero without a stock row
	HasLevel       bool
	Rating         review.Summary // see Rate
}

// Pricing returns the prices from which the product's price for a caller follows, in the base currency.
func (p *Product) Pricing() catalog.Pricing {
	o := catalog.Offer{
		Special: p.SpecialPrice, From: p.SpecialFrom, To: p.SpecialTo, Tiers: p.Terms.Tiers, Groups: p.Terms.Groups, Percent: p.Type == "bundle",
	}
	if p.Price != nil && !p.Terms.Dynamic() {
		o.Price = *p.Price
	}
	return catalog.Pricing{Offer: o, Choices: p.Choices}
}

var productColumns = tables.Of[Product]()

const productSource = ` FROM read.product_views v LEFT JOIN read.product_stock s ON s.product_id = v.product_id
	LEFT JOIN read.product_updates u ON u.product_id = v.product_id`

// scanProduct reads the columns of a product.
func scanProduct(row pgx.CollectableRow) (*Product, error) { return scanProductWith(row) }

func scanProductWith(row pgx.CollectableRow, more ...any) (*Product, error) {
	p, err := productColumns.Read(row, more...)
	if err != nil {
		return nil, err
	}
	p.Level, p.HasLevel = p.Stock.Level()
	return p, nil
}

func (r *Reader) product(ctx context.Context, from readmodels.Source, condition string, args ...any) (*Product, error) {
	rows, err := from.Query(ctx, `SELECT `+productColumns.SQL()+productSource+` WHERE `+condition, args...)
	if err != nil {
		return nil, err
	}
	p, err := pgx.CollectOneRow(rows, scanProduct)
	if err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	return p, r.Rate(ctx, p.StoreID, p)
}

// scopesOfView returns the scopes of a product with its stock.
func scopesOfView(k viewKey) []scopes.Scope {
	return []scopes.Scope{scopes.Product(k.id), scopes.ProductStock(k.id), scopes.ProductShown(k.id)}
}

// scopesOfRated returns the scopes of a product with its stock and its reviews.
func scopesOfRated(k viewKey) []scopes.Scope {
	return append(scopesOfView(k), scopes.ProductReviews(k.id))
}

// votesOf is the SQL of the votes for a product in its store view: pairs of stars and numbers of reviews, in one list.
const votesOf = `, ARRAY(SELECT unnest(ARRAY[r.stars, r.reviews]) FROM read.review_votes r
	WHERE r.product_id = v.product_id AND r.store_id = v.store_id)`

// loadProducts reads columns of several products of one store view.
func loadProducts(
	ctx context.Context, from readmodels.Source, keys []viewKey, columns string, scan pgx.RowToFunc[*Product],
) (map[viewKey]*Product, error) {
	ids := make([]int64, len(keys))
	for i, k := range keys {
		ids[i] = k.id
	}
	rows, err := from.Query(ctx, `SELECT `+columns+productSource+` WHERE v.store_id = $1 AND v.product_id = ANY($2)`, keys[0].storeID, ids)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, scan)
	out := make(map[viewKey]*Product, len(found))
	for _, p := range found {
		out[viewKey{p.StoreID, p.ID}] = p
	}
	return out, err
}

// loadRated reads products with the summaries of their reviews.
func loadRated(ctx context.Context, from readmodels.Source, keys []viewKey) (map[viewKey]*Product, error) {
	return loadProducts(ctx, from, keys, productColumns.SQL()+votesOf, func(row pgx.CollectableRow) (*Product, error) {
		var votes []int64
		p, err := scanProductWith(row, &votes)
		for i := 0; i+1 < len(votes); i += 2 {
			p.Rating.Add(votes[i], votes[i+1])
		}
		return p, err
	})
}

// loadBeside reads products without their parts and their reviews.
func loadBeside(ctx context.Context, from readmodels.Source, keys []viewKey) (map[viewKey]*Product, error) {
	return loadProducts(ctx, from, keys, withoutParts, scanProduct)
}

// ProductsAhead reads products of a store view, and then the products that they show. Reads of each of them follow with the returned
// context. showing lists the products that one shows.
func (r *Reader) ProductsAhead(
	ctx context.Context, storeID int64, ids []int64, showing func(*Product) []int64,
) (context.Context, error) {
	ahead, found, err := r.whole.Read(ctx, viewKeys(storeID, ids))
	if err != nil {
		return ctx, err
	}
	var shown []int64
	for _, p := range found {
		shown = append(shown, showing(p)...)
	}
	slices.Sort(shown)
	ahead, _, err = r.beside.Read(ahead, viewKeys(storeID, slices.Compact(shown)))
	return ahead, err
}

func viewKeys(storeID int64, ids []int64) []viewKey {
	keys := make([]viewKey, len(ids))
	for i, id := range ids {
		keys[i] = viewKey{storeID, id}
	}
	return keys
}

// Product reads a product in a store view; 0 means the values of all stores. ErrNotFound: it is not sold there.
func (r *Reader) Product(ctx context.Context, storeID, id int64) (*Product, error) {
	switch had, known, err := r.whole.Get(ctx, viewKey{storeID, id}); {
	case err != nil:
		return nil, err
	case known:
		p := *had
		return &p, nil
	}
	return r.product(ctx, r.From(ctx, scopesOfView(viewKey{storeID, id})...), `v.store_id = $1 AND v.product_id = $2`, storeID, id)
}

// ProductBySKU reads a product by its SKU, in any case.
func (r *Reader) ProductBySKU(ctx context.Context, storeID int64, sku string) (*Product, error) {
	return r.product(ctx, r.From(ctx, scopes.Products, scopes.Stock, scopes.Shown),
		`v.store_id = $1 AND lower(v.sku) = lower($2) ORDER BY v.product_id LIMIT 1`, storeID, sku)
}

// SKU is the product that a SKU belongs to.
type SKU struct {
	ID         int64
	Type       string
	WebsiteIDs []int64
}

// ProductIDs finds the products of SKUs, by lower-case SKU. Unknown ones are missing.
func (r *Reader) ProductIDs(ctx context.Context, skus []string) (map[string]SKU, error) {
	lowered := make([]string, len(skus))
	for i, s := range skus {
		lowered[i] = strings.ToLower(s)
	}
	rows, err := r.From(ctx, scopes.Products).Query(ctx,
		`SELECT lower(sku), product_id, type, website_ids FROM read.product_views WHERE store_id = 0 AND lower(sku) = ANY($1)`, lowered)
	if err != nil {
		return nil, err
	}
	out := map[string]SKU{}
	var sku string
	var found SKU
	_, err = pgx.ForEachRow(rows, []any{&sku, &found.ID, &found.Type, &found.WebsiteIDs}, func() error {
		out[sku] = found
		found = SKU{}
		return nil
	})
	return out, err
}

// SKUs returns the SKUs of products by number. Unknown products are missing.
func (r *Reader) SKUs(ctx context.Context, ids []int64) (map[int64]string, error) {
	out := map[int64]string{}
	if len(ids) == 0 {
		return out, nil
	}
	rows, err := r.From(ctx, scopes.Products).Query(ctx, `SELECT id, sku FROM read.products WHERE id = ANY($1)`, ids)
	if err != nil {
		return nil, err
	}
	var id int64
	var sku string
	_, err = pgx.ForEachRow(rows, []any{&id, &sku}, func() error {
		out[id] = sku
		return nil
	})
	return out, err
}

// ProductOfOption finds the product that has a custom option. ErrNotFound: no product has it.
func (r *Reader) ProductOfOption(ctx context.Context, id int64) (int64, error) {
	return r.productWith(ctx, `option_ids <> '{}' AND option_ids`, id)
}

// ProductOfOptionValue finds the product that has a value of a custom option. ErrNotFound: no product has it.
func (r *Reader) ProductOfOptionValue(ctx context.Context, id int64) (int64, error) {
	return r.productWith(ctx, `value_ids <> '{}' AND value_ids`, id)
}

// productWith finds the product that has an identifier in a column of lists.
func (r *Reader) productWith(ctx context.Context, column string, id int64) (product int64, err error) {
	err = r.From(ctx, scopes.Products).QueryRow(ctx, `SELECT id FROM read.products WHERE `+column+` @> ARRAY[$1::bigint] ORDER BY id LIMIT 1`,
		id).Scan(&product)
	return product, readmodels.OrNotFound(err)
}
