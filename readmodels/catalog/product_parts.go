package catalog

import (
	"context"
	"slices"

	"tradelog/readmodels/scopes"
)

// withoutParts is the SQL of the columns that lists read.
var withoutParts = productColumns.Without("parts")

// ProductsByID reads products of a store view by number, in one query. Products that are not sold there are missing.
func (r *Reader) ProductsByID(ctx context.Context, storeID int64, ids []int64) (map[int64]*Product, error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	out := make(map[int64]*Product, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var missing []viewKey
	var of []scopes.Scope
	for _, key := range viewKeys(storeID, ids) {
		p, known, err := r.beside.Get(ctx, key)
		if err != nil {
			return nil, err
		}
		if known {
			out[key.id] = p
		} else {
			missing, of = append(missing, key), append(of, scopesOfView(key)...)
		}
	}
	if len(missing) == 0 {
		return out, nil
	}
	found, err := loadBeside(ctx, r.From(ctx, of...), missing)
	for key, p := range found {
		out[key.id] = p
	}
	return out, err
}
