package catalog

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/change"
	"tradelog/eventstore"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Echoes returns the products and categories that show what events changed, although the events are not theirs, by the position of the
// event. at is in order. The first whole positions have all of theirs: at most as many as most says, or those of a single position.
func (r *Reader) Echoes(ctx context.Context, at []eventstore.Position, most int) (
	of map[eventstore.Position][]change.Echo, whole int, err error) {
	of, err = r.echoes(ctx, at, most+1)
	read := 0
	for i, position := range at {
		if read += len(of[position]); read > most {
			if i > 0 || err != nil {
				return of, i, err
			}
			of, err = r.echoes(ctx, at[:1], math.MaxInt32)
			return of, 1, err
		}
	}
	return of, len(at), err
}

// echoes returns the products and categories of the first positions, as many as limit says. Each table is read in the order of its index.
func (r *Reader) echoes(ctx context.Context, at []eventstore.Position, limit int) (map[eventstore.Position][]change.Echo, error) {
	rows, err := r.From(ctx, scopes.Shown).Query(ctx,
		`SELECT e.position, e.category, e.id, coalesce(v.website_ids, '{}')
		FROM ((SELECT position, false AS category, product_id AS id FROM read.product_echoes
				WHERE position = ANY($1) AND position BETWEEN $2 AND $3 ORDER BY position, product_id LIMIT $4)
			UNION ALL (SELECT position, true, category_id FROM read.category_echoes
				WHERE position = ANY($1) AND position BETWEEN $2 AND $3 ORDER BY position, category_id LIMIT $4)
			ORDER BY position, category, id LIMIT $4) AS e
		LEFT JOIN read.product_views v ON v.store_id = 0 AND v.product_id = e.id AND NOT e.category ORDER BY e.position, e.category, e.id`,
		at, at[0], at[len(at)-1], limit)
	if err != nil {
		return nil, err
	}
	of := map[eventstore.Position][]change.Echo{}
	var position eventstore.Position
	var category bool
	var id int64
	var websites []int64
	_, err = pgx.ForEachRow(rows, []any{&position, &category, &id, &websites}, func() error {
		echo := change.Echo{Resource: "products", ID: id, Scope: change.OfWebsites(slices.Clone(websites))}
		if category {
			echo.Resource, echo.Scope = "categories", change.Scope{Everywhere: true}
		}
		of[position] = append(of[position], echo)
		return nil
	})
	return of, err
}

// ShownSince returns when an event that was not a product's own last changed what the product showed, up to a position. The zero time: none
// did. Unavailable: the read model is behind the position.
func (r *Reader) ShownSince(ctx context.Context, id int64, until eventstore.Position) (at time.Time, err error) {
	if err := r.CatchUp(ctx, until, "products"); err != nil {
		return at, err
	}
	rows, err := r.From(ctx, scopes.ProductShown(id)).Query(ctx,
		`SELECT recorded_at FROM read.product_echoes WHERE product_id = $1 AND position <= $2 ORDER BY position DESC LIMIT 1`, id, int64(until))
	if err != nil {
		return at, err
	}
	_, err = pgx.ForEachRow(rows, []any{&at}, func() error { return nil })
	return at, err
}

// Dated tells whether the price of a product depends on the day. It reads all prices only after a product has changed.
func (r *Reader) Dated(ctx context.Context) (bool, error) {
	return r.dated.Get(ctx, "", func(ctx context.Context, from readmodels.Source) (dated bool, err error) {
		err = from.QueryRow(ctx, `SELECT EXISTS (SELECT FROM read.product_prices WHERE until < '9999')`).Scan(&dated)
		return dated, err
	}, scopes.Products)
}

// Repriced returns the products whose least price for somebody on one day differs from that on an earlier one, in a store view.
func (r *Reader) Repriced(ctx context.Context, storeID int64, earlier, later string) ([]int64, error) {
	rows, err := r.From(ctx, scopes.Products).Query(ctx,
		`SELECT DISTINCT product_id FROM read.product_prices WHERE store_id = $1 AND since > $2 AND since <= $3 ORDER BY product_id`,
		storeID, earlier, later)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}
