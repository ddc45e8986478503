package catalog

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/readmodels/scopes"
)

// withoutParts is the SQL of the columns that lists read.
var withoutParts = productColumns.Without("parts")

// ProductsByID reads products of a store view by number, in one query. Those that are not sold there are missing.
func (r *Reader) ProductsByID(ctx context.Context, storeID int64, ids []int64) (map[int64]*Product, error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	out := make(map[int64]*Product, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	of := make([]scopes.Scope, 0, 2*len(ids))
	for _, id := range ids {
		of = append(of, scopes.Product(id), scopes.ProductStock(id))
	}
	rows, err := r.From(ctx, of...).Query(ctx, `SELECT `+withoutParts+productSource+` WHERE v.store_id = $1 AND v.product_id = ANY($2)`,
		storeID, ids)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, scanProduct)
	for _, p := range found {
		out[p.ID] = p
	}
	return out, err
}
