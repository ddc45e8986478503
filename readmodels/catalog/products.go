package catalog

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/domain/money"
	"tradelog/domain/review"
	"tradelog/domain/stock"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Product is a product in a store view: ready parts, and values that are spliced in for the caller.
type Product struct {
	ID                      int64
	StoreID                 int64
	SKU, Name, Type         string
	Enabled                 bool
	InCatalog, InSearch     bool
	Price, SpecialPrice     *money.Decimal
	SpecialFrom, SpecialTo  *string
	Msrp, Cost, Weight      *money.Decimal
	TaxClassID              int64
	CategoryIDs, WebsiteIDs []int64
	Doc, Detail, Backend    []byte
	Custom                  []byte // values of user-defined attributes by code
	Terms                   catalog.Terms
	Level                   stock.Level // zero without a stock row
	HasLevel                bool
	Rating                  review.Summary // see Rate
	Composition
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

const productColumns = `
	v.product_id, v.store_id, v.sku, v.name, v.type, v.enabled, v.in_catalog, v.in_search, v.price, v.special_price, v.special_from,
	v.special_to, v.msrp, v.cost, v.weight, v.tax_class_id, v.category_ids, v.website_ids, v.doc, v.detail, v.backend, v.custom,
	v.terms, s.qty, s.level, v.parts, v.offers, s.in_stock, s.unmanaged`

const productSource = ` FROM read.product_views v LEFT JOIN read.product_stock s ON s.product_id = v.product_id`

// scanProduct reads the columns of a product.
func scanProduct(row pgx.CollectableRow) (*Product, error) { return scanProductWith(row) }

func scanProductWith(row pgx.CollectableRow, more ...any) (*Product, error) {
	p := &Product{}
	var qty *money.Decimal
	var terms, level, parts, offers []byte
	var managed, unmanaged *bool
	if err := row.Scan(append([]any{&p.ID, &p.StoreID, &p.SKU, &p.Name, &p.Type, &p.Enabled, &p.InCatalog, &p.InSearch, &p.Price,
		&p.SpecialPrice, &p.SpecialFrom, &p.SpecialTo, &p.Msrp, &p.Cost, &p.Weight, &p.TaxClassID, &p.CategoryIDs, &p.WebsiteIDs, &p.Doc,
		&p.Detail, &p.Backend, &p.Custom, &terms, &qty, &level, &parts, &offers, &managed, &unmanaged}, more...)...); err != nil {
		return nil, err
	}
	if len(terms) > len(`{}`) {
		if err := json.Unmarshal(terms, &p.Terms); err != nil {
			return nil, err
		}
	}
	if err := p.Composition.read(parts, offers, managed, unmanaged); err != nil {
		return nil, err
	}
	if level != nil {
		if err := json.Unmarshal(level, &p.Level); err != nil {
			return nil, err
		}
		p.HasLevel = true
		if qty != nil {
			p.Level.Qty = *qty
		}
	}
	return p, nil
}

func (r *Reader) product(ctx context.Context, from readmodels.Source, condition string, args ...any) (*Product, error) {
	rows, err := from.Query(ctx, `SELECT `+productColumns+productSource+` WHERE `+condition, args...)
	if err != nil {
		return nil, err
	}
	p, err := pgx.CollectOneRow(rows, scanProduct)
	if err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	return p, r.Rate(ctx, p.StoreID, p)
}

// Product reads a product in a store view; 0 means the values of all stores. ErrNotFound: it is not sold there.
func (r *Reader) Product(ctx context.Context, storeID, id int64) (*Product, error) {
	return r.product(ctx, r.From(ctx, scopes.Product(id), scopes.ProductStock(id)), `v.store_id = $1 AND v.product_id = $2`, storeID, id)
}

// ProductBySKU reads a product by its SKU, in any case.
func (r *Reader) ProductBySKU(ctx context.Context, storeID int64, sku string) (*Product, error) {
	return r.product(ctx, r.From(ctx, scopes.Products, scopes.Stock),
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
