package sales

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/money"
	"tradelog/domain/shipping"
	"tradelog/internal/lru"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Carts finds carts and reads shipping rates. Make it with NewCarts.
type Carts struct {
	*readmodels.Reader
	masks  lru.Cache[string, int64] // carts by masked ID
	tables readmodels.Cache[tableKey, *shipping.RateTable]
}

// NewCarts makes a reader.
func NewCarts(engine *readmodels.Reader) *Carts {
	return &Carts{
		Reader: engine, masks: lru.New[string, int64](50_000), tables: readmodels.NewCache[tableKey, *shipping.RateTable](engine, 100),
	}
}

// CartByMask finds the cart of a masked ID (32 lower-case hex). ErrNotFound: there is no active one. A masked ID never leads to
// another cart, so it is remembered, also when the cart is closed later.
func (r *Carts) CartByMask(ctx context.Context, masked string) (id int64, err error) {
	if id, known := r.masks.Get(masked); known {
		return id, nil
	}
	err = r.Constant(ctx, "carts").QueryRow(ctx, `SELECT id FROM read.carts WHERE masked_id = $1 AND active`, masked).Scan(&id)
	if err == nil {
		r.masks.Add(masked, id)
	}
	return id, readmodels.OrNotFound(err)
}

// RememberMask stores the masked ID of a cart that this process has opened. The rows may not have it yet.
func (r *Carts) RememberMask(masked string, id int64) { r.masks.Add(masked, id) }

// CustomerCart returns the cart that a customer used last in a store. ok is false when there is none.
func (r *Carts) CustomerCart(ctx context.Context, customerID, storeID int64) (id int64, qty money.Decimal, ok bool, err error) {
	err = r.From(ctx, scopes.CustomerCarts(customerID)).QueryRow(ctx,
		`SELECT id, items_qty FROM read.carts WHERE customer_id = $1 AND store_id = $2 AND active AND customer_id <> 0
		ORDER BY updated_at DESC, id DESC LIMIT 1`, customerID, storeID).Scan(&id, &qty)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, qty, false, nil
	}
	return id, qty, err == nil, err
}

// StaleCarts lists carts of a store that wait for their buyer and were not touched since a moment, the stalest first.
func (r *Carts) StaleCarts(ctx context.Context, storeID int64, since time.Time, max int) ([]int64, error) {
	return r.IDs(ctx,
		`SELECT id FROM read.carts WHERE store_id = $1 AND active AND checkout_order IS NULL AND updated_at < $2 ORDER BY updated_at LIMIT $3`,
		storeID, since, max)
}

// OpenCheckout is a placement that has begun and not ended.
type OpenCheckout struct {
	CartID, OrderID int64
}

// OpenCheckouts lists placements that began before a moment and have not ended.
func (r *Carts) OpenCheckouts(ctx context.Context, before time.Time) ([]OpenCheckout, error) {
	rows, err := r.Unnamed(ctx).Query(ctx,
		`SELECT id, checkout_order FROM read.carts WHERE checkout_order IS NOT NULL AND checkout_started < $1
		ORDER BY checkout_started LIMIT 1000`, before)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c OpenCheckout, err error) {
		err = row.Scan(&c.CartID, &c.OrderID)
		return c, err
	})
}
