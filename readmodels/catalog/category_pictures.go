package catalog

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"tradelog/readmodels/scopes"
)

// CategoryPictures returns the picture of the first enabled product of each category that has no image in a store view, by category.
// The first product is that of the least position; those without a position come last. Pictures are files below catalog/product.
func (r *Reader) CategoryPictures(ctx context.Context, index *CategoryIndex, storeID int64) (map[int64]string, error) {
	var bare, categories, products, positions []int64
	for id, c := range index.In(storeID) {
		if c.Image != nil && *c.Image != "" || !c.IsActive {
			continue
		}
		bare = append(bare, id)
		for key, position := range c.Positions {
			if product, err := strconv.ParseInt(key, 10, 64); err == nil {
				categories, products, positions = append(categories, id), append(products, product), append(positions, position)
			}
		}
	}
	rows, err := r.From(ctx, scopes.Products).Query(ctx,
		`WITH placed AS (SELECT * FROM unnest($3::bigint[], $4::bigint[], $5::bigint[]) AS p (category_id, product_id, position))
		SELECT c.id, first.file FROM unnest($2::bigint[]) AS c (id) CROSS JOIN LATERAL (
			SELECT v.terms::json #>> '{images,image}' AS file FROM read.product_views v
			LEFT JOIN placed p ON p.category_id = c.id AND p.product_id = v.product_id
			WHERE v.store_id = $1 AND v.enabled AND v.category_ids @> ARRAY[c.id] AND v.terms::json #>> '{images,image}' <> ''
			ORDER BY p.position NULLS LAST, v.product_id LIMIT 1) AS first`, storeID, bare, categories, products, positions)
	if err != nil {
		return nil, err
	}
	pictures := map[int64]string{}
	var id int64
	var file string
	_, err = pgx.ForEachRow(rows, []any{&id, &file}, func() error {
		pictures[id] = file
		return nil
	})
	return pictures, err
}
