package sales

import "context"

// UnplacedReservations lists orders that have a stock reservation and do not exist, or not yet.
func (r *Carts) UnplacedReservations(ctx context.Context, max int) ([]int64, error) {
	return r.IDs(ctx, `SELECT p.order_id FROM read.product_reservations p
		WHERE NOT EXISTS (SELECT FROM read.orders o WHERE o.id = p.order_id) ORDER BY p.order_id LIMIT $1`, max)
}

// PlacedReservations lists orders that exist and whose stock reservation is still open.
func (r *Carts) PlacedReservations(ctx context.Context, max int) ([]int64, error) {
	return r.IDs(ctx, `SELECT p.order_id FROM read.product_reservations p
		JOIN read.orders o ON o.id = p.order_id ORDER BY p.order_id LIMIT $1`, max)
}
