package catalog

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// ProductState is the state of a product's stream, with its stock.
type ProductState struct {
	record.State
	Level    stock.Level // fresh without a stock row
	HasLevel bool
}

type stockedState struct {
	tables.ProductState `from:"p"`
	tables.Stock        `from:"s,outer"`
}

var (
	stockedColumns = tables.Of[stockedState]()
	productStates  = "SELECT " + stockedColumns.SQL() + ` FROM read.products p LEFT JOIN read.product_stock s ON s.product_id = p.id`
)

// ProductStates reads products by their SKUs, in any case. The result is by lower-case SKU; unknown SKUs are missing.
func (r *Reader) ProductStates(ctx context.Context, skus []string) (map[string]ProductState, error) {
	lowered := make([]string, len(skus))
	for i, sku := range skus {
		lowered[i] = strings.ToLower(sku)
	}
	list, err := r.states(ctx, ` WHERE lower(p.sku) = ANY($1)`, lowered)
	out := make(map[string]ProductState, len(list))
	for _, p := range list {
		out[strings.ToLower(p.SKU())] = p
	}
	return out, err
}

// ProductsAfter reads at most n products in the order of their SKUs, after another product; nil starts with the first.
func (r *Reader) ProductsAfter(ctx context.Context, last *ProductState, n int) ([]ProductState, error) {
	if last == nil {
		return r.states(ctx, ` ORDER BY lower(p.sku), p.id LIMIT $1`, n)
	}
	return r.states(ctx, ` WHERE (lower(p.sku), p.id) > (lower($2), $3) ORDER BY lower(p.sku), p.id LIMIT $1`, n, last.SKU(), last.ID)
}

// SKU returns the product's SKU.
func (p ProductState) SKU() (sku string) {
	_ = json.Unmarshal(p.Values[0]["sku"], &sku)
	return sku
}

func (r *Reader) states(ctx context.Context, condition string, args ...any) ([]ProductState, error) {
	rows, err := r.From(ctx, scopes.Products, scopes.Stock).Query(ctx, productStates+condition, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (ProductState, error) {
		found, err := stockedColumns.Read(row)
		p := ProductState{State: found.State(), Level: stock.Fresh(found.ID)}
		if level, known := found.Level(); known {
			p.Level, p.HasLevel = level, true
		}
		return p, err
	})
}

// Values returns the values of a category by store view; nil if there is no such category. They must not be changed.
func (x *CategoryIndex) Values(id int64) map[int64]record.Values {
	if n := x.nodes[id]; n != nil {
		return n.values
	}
	return nil
}
