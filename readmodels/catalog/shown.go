package catalog

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
	"tradelog/readmodels/scopes"
)

// Echoes returns the products that show what events changed, although the events are not theirs, by the position of the event.
func (r *Reader) Echoes(ctx context.Context, at []eventstore.Position) (map[eventstore.Position][]int64, error) {
	positions := make([]int64, len(at))
	for i, p := range at {
		positions[i] = int64(p)
	}
	rows, err := r.From(ctx, scopes.Shown).Query(ctx,
		`SELECT position, product_id FROM read.product_echoes WHERE position = ANY($1) ORDER BY position, product_id`, positions)
	if err != nil {
		return nil, err
	}
	out := map[eventstore.Position][]int64{}
	var position, id int64
	_, err = pgx.ForEachRow(rows, []any{&position, &id}, func() error {
		out[eventstore.Position(position)] = append(out[eventstore.Position(position)], id)
		return nil
	})
	return out, err
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

// Dated tells whether the price of a product depends on the day.
func (r *Reader) Dated(ctx context.Context) (dated bool, err error) {
	err = r.From(ctx, scopes.Products).QueryRow(ctx,
		`SELECT EXISTS (SELECT FROM read.product_prices WHERE until < '9999')`).Scan(&dated)
	return dated, err
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
