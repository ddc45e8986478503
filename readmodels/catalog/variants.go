package catalog

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Variants reads products of a store view with the values in which they differ from others, without their stock.
func (r *Reader) Variants(ctx context.Context, storeID int64, ids []int64) (map[int64]*Product, error) {
	keys := viewKeys(storeID, ids)
	found, err := r.cartProducts.variants.Several(ctx, keys, func(k viewKey) scopes.Scope { return scopes.Product(k.id) }, loadVariants)
	out := make(map[int64]*Product, len(found))
	for key, p := range found {
		if p != nil {
			out[key.id] = p
		}
	}
	return out, err
}

func loadVariants(ctx context.Context, from readmodels.Source, keys []viewKey) (map[viewKey]*Product, error) {
	return loadViews(ctx, from, keys, variantColumns)
}

// SoldAs returns the enabled composite of which a product is a part in a store view; 0 if there is none. Of several the one with the first
// of the types is returned, and then the lowest number.
func (r *Reader) SoldAs(ctx context.Context, storeID, id int64, types ...string) (whole int64, err error) {
	err = r.From(ctx, scopes.Products).QueryRow(ctx, `SELECT v.product_id FROM read.products p
		JOIN read.product_views v ON v.product_id = p.id AND v.store_id = $1
		WHERE p.child_ids <> '{}' AND p.child_ids @> ARRAY[$2::bigint] AND v.type = ANY($3) AND v.enabled
		ORDER BY array_position($3, v.type), v.product_id LIMIT 1`, storeID, id, types).Scan(&whole)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return whole, err
}

// Values returns the product's values of some attributes by code; ok is false unless it has all of them (shapes-catalog §7).
func (p *Product) Values(book *catalog.Book, codes []string) (values map[string]json.RawMessage, ok bool) {
	var members, custom map[string]json.RawMessage
	if len(codes) == 0 || json.Unmarshal(p.Doc, &members) != nil || json.Unmarshal(p.Custom, &custom) != nil {
		return nil, false
	}
	values = map[string]json.RawMessage{}
	for _, code := range codes {
		a := book.Find(code)
		if a == nil {
			return nil, false
		}
		value, has := custom[code]
		if binding, own := catalog.ProductAttributes.Find(code); !a.Custom() && own {
			value, has = members[binding.Field]
		}
		if !has {
			return nil, false
		}
		values[code] = value
	}
	return values, true
}

// ValueLabel returns the label of a value of an attribute in a store view.
func ValueLabel(book *catalog.Book, a *catalog.ProductAttribute, storeID int64, value json.RawMessage) string {
	var id int64
	if a != nil && a.Custom() && json.Unmarshal(value, &id) == nil && book.Option(id) != nil {
		return book.OptionLabel(book.Option(id), storeID)
	}
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}
