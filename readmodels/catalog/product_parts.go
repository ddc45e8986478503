package catalog

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/readmodels/scopes"
)

// Composition holds the sub-resources of a product, and values that follow from the products of which a composite consists.
type Composition struct {
	Parts   catalog.Parts
	Choices [][]catalog.Piece // for each part of a composite, the products that it may be
	// Managed and Unmanaged tell whether a composite is in stock: Managed if the configuration manages stock, Unmanaged if it does not.
	Managed, Unmanaged bool
}

func (c *Composition) read(parts, offers []byte, managed, unmanaged *bool) error {
	if len(parts) > len(`{}`) {
		if err := json.Unmarshal(parts, &c.Parts); err != nil {
			return err
		}
	}
	if len(offers) > 0 {
		if err := json.Unmarshal(offers, &c.Choices); err != nil {
			return err
		}
	}
	c.Managed, c.Unmanaged = managed != nil && *managed, unmanaged != nil && *unmanaged
	return nil
}

// withoutParts is the SQL of the columns that lists read.
var withoutParts = strings.Replace(productColumns, "v.parts", "NULL::text", 1)

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
