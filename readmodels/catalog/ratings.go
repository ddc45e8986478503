package catalog

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/review"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Rate sets the summary of the approved reviews of products in a store view. Store 0 sums up the reviews of all store views.
func (r *Reader) Rate(ctx context.Context, storeID int64, products ...*Product) error {
	keys := make([]viewKey, len(products))
	for i, p := range products {
		keys[i] = viewKey{storeID, p.ID}
	}
	found, err := r.ratings.Several(ctx, keys, func(k viewKey) scopes.Scope { return scopes.ProductReviews(k.id) }, loadRatings)
	for i, p := range products {
		p.Rating = found[keys[i]]
	}
	return err
}

// loadRatings reads the votes for products of one store view; a product without any has an empty summary.
func loadRatings(ctx context.Context, from readmodels.Source, keys []viewKey) (map[viewKey]review.Summary, error) {
	out := make(map[viewKey]review.Summary, len(keys))
	ids := make([]int64, len(keys))
	for i, k := range keys {
		out[k], ids[i] = review.Summary{}, k.id
	}
	rows, err := from.Query(ctx, `SELECT product_id, stars, reviews FROM read.review_votes WHERE product_id = ANY($1) AND store_id = $2`,
		ids, keys[0].storeID)
	if err != nil {
		return nil, err
	}
	var id, stars, reviews int64
	_, err = pgx.ForEachRow(rows, []any{&id, &stars, &reviews}, func() error {
		k := viewKey{keys[0].storeID, id}
		summary := out[k]
		summary.Add(stars, reviews)
		out[k] = summary
		return nil
	})
	return out, err
}

// Names returns the names of products in a store view. Products that are not sold there are missing.
func (r *Reader) Names(ctx context.Context, storeID int64, ids []int64) (map[int64]string, error) {
	keys := viewKeys(storeID, ids)
	views, err := r.cartProducts.views.Several(ctx, keys, func(k viewKey) scopes.Scope { return scopes.Product(k.id) }, loadGoods)
	names := make(map[int64]string, len(views))
	for k, p := range views {
		names[k.id] = p.Name
	}
	return names, err
}
