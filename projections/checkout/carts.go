// Package checkout projects the index of carts and the shipping rate tables of websites.
package checkout

import (
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/cart"
	"tradelog/domain/money"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
)

// Carts stores the index of carts: by masked ID, by customer, and those whose checkout is under way. The contents of a cart are read from
// its stream, because its prices are looked up at that moment anyway.
var Carts = projections.Definition{
	Name: "carts", Version: 3, Tables: []string{"carts"}, Events: projections.EventNames(cart.EventSpecs()),
	// Guests read only the target of a masked ID from these rows, which does not change.
	Shows: func(by eventstore.Actor, event string) bool {
		return by.Kind != "guest" || event == cart.Created{}.EventName()
	},
	New: projections.PerStream[cartRow]{
		Memory: 5000,
		Query: `SELECT id, coalesce(masked_id, ''), customer_id, store_id, active, coalesce(checkout_order, 0), coalesce(checkout_started,
			'epoch'), items, updated_at
			FROM carts WHERE id = ANY($1)`,
		Scan: func(row pgx.CollectableRow, r *cartRow) (id int64, err error) {
			err = row.Scan(&id, &r.masked, &r.customer, &r.store, &r.active, &r.checkout, &r.started, projections.JSON(&r.items),
				&r.updated)
			return id, err
		},
		Begin: func() *cartRow { return &cartRow{active: true, items: map[int64]money.Decimal{}} },
		Fold:  foldCart,
		Put:   putCart,
	}.Projector,
}

type cartRow struct {
	masked          string
	customer, store int64
	active, expired bool
	checkout        int64
	started         time.Time
	items           map[int64]money.Decimal
	updated         time.Time
}

var cartsTable = &projections.Table{Name: "carts", Keys: 1, Columns: projections.Columns(`id bigint, masked_id text, customer_id bigint,
		store_id bigint, active boolean, checkout_order bigint, checkout_started timestamptz, items_qty numeric, items text,
		updated_at timestamptz, version bigint`)}

func foldCart(w *projections.Writer, e projections.Event, r *cartRow) (bool, error) {
	r.apply(e)
	w.Touch(e.Position, scopes.CartStream(e.Stream))
	if r.customer != 0 {
		w.Touch(e.Position, scopes.CustomerCarts(r.customer))
	}
	return true, nil
}

func putCart(w *projections.Writer, id int64, r *cartRow, last projections.Event) (bool, error) {
	if r.expired {
		w.Delete(cartsTable, id)
		return false, nil
	}
	items, err := json.Marshal(r.items)
	if err != nil {
		return false, err
	}
	var masked, checkout, started any
	if r.masked != "" {
		masked = r.masked
	}
	if r.checkout != 0 {
		checkout, started = r.checkout, r.started
	}
	qty := money.Zero
	for _, q := range r.items {
		qty = qty.Add(q)
	}
	w.Put(cartsTable, id, masked, r.customer, r.store, r.active, checkout, started, qty, items, r.updated, last.Position)
	return true, nil
}

func (r *cartRow) apply(e projections.Event) {
	r.updated = e.RecordedAt
	switch payload := e.Payload.(type) {
	case cart.Created:
		r.masked, r.customer, r.store = payload.MaskedID, payload.CustomerID, payload.StoreID
	case cart.ItemAdded:
		r.items[payload.Item.ID] = payload.Item.Qty
	case cart.ItemQtyChanged:
		r.items[payload.ItemID] = payload.Qty
	case cart.ItemRemoved:
		delete(r.items, payload.ItemID)
	case cart.CheckoutStarted:
		// By the log's clock: recovery must not think a checkout old because its command was backdated.
		r.checkout, r.started = payload.OrderID, e.RecordedAt
	case cart.CheckoutAborted:
		r.checkout = 0
	case cart.Closed:
		r.checkout, r.active = 0, false
	case cart.MergedInto:
		r.active = false
	case cart.Expired:
		r.expired = true
	}
}

// Marks finds the identifiers of carts, and of orders that were begun. A cart reserves an order number even if no order follows.
var Marks = projections.Marks{
	Events: []string{cart.Created{}.EventName(), cart.CheckoutStarted{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		switch p := e.Payload.(type) {
		case cart.Created:
			mark("cart", p.CartID)
		case cart.CheckoutStarted:
			mark("order", p.OrderID)
			mark.Increment("order", p.IncrementID)
		}
	},
}
