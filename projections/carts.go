package projections

import (
	"context"
	"encoding/json"
	"time"

	"tradelog/domain/cart"
	"tradelog/domain/money"
)

// Carts keeps how carts are found: by masked ID, by customer, and those whose checkout is under way. What is in a cart is
// read from its stream, because its prices are looked up at that moment anyway.
var Carts = Definition{
	Name: "carts", Version: 2, Tables: []string{"carts"}, Events: names(cart.EventSpecs()),
	New: func() Projector {
		p := &cartsProjector{}
		p.rows = newFolded(5000, p.load)
		return p
	},
}

type cartsProjector struct{ rows *folded[*cartRow] }

type cartRow struct {
	masked          string
	customer, store int64
	active, expired bool
	checkout        int64
	started         time.Time
	items           map[int64]money.Decimal
	updated         time.Time
}

var cartsTable = &Table{Name: "carts", Keys: 1, Columns: []Column{{"id", "bigint"}, {"masked_id", "text"}, {"customer_id", "bigint"}, {"store_id", "bigint"},
	{"active", "boolean"}, {"checkout_order", "bigint"}, {"checkout_started", "timestamptz"}, {"items_qty", "numeric"}, {"items", "text"},
	{"updated_at", "timestamptz"}, {"version", "bigint"}}}

func (p *cartsProjector) load(ctx context.Context, w *Writer, ids []int64, found func(int64, *cartRow)) error {
	rows, err := w.Query(ctx, `SELECT id, coalesce(masked_id, ''), customer_id, store_id, active, coalesce(checkout_order, 0), coalesce(checkout_started, 'epoch'), items, updated_at
		FROM carts WHERE id = ANY($1)`, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var items []byte
		r := &cartRow{}
		if err := rows.Scan(&id, &r.masked, &r.customer, &r.store, &r.active, &r.checkout, &r.started, &items, &r.updated); err != nil {
			return err
		}
		if err := json.Unmarshal(items, &r.items); err != nil {
			return err
		}
		found(id, r)
	}
	return rows.Err()
}

// Apply folds what is needed to find a cart.
func (p *cartsProjector) Apply(ctx context.Context, w *Writer, events []Event) error {
	rows, err := p.rows.batch(ctx, w, events, func(Event) bool { return true })
	if err != nil {
		return err
	}
	last := map[int64]Event{}
	for _, e := range events {
		id := streamID(e.Stream)
		r := rows[id]
		if r == nil {
			r = &cartRow{active: true, items: map[int64]money.Decimal{}}
			rows[id] = r
		}
		r.apply(e)
		last[id] = e
		w.Touch(e.Position, e.Stream)
		if r.customer != 0 {
			w.Touch(e.Position, "carts of customer "+itoa(r.customer))
		}
	}
	for id, e := range last {
		r := rows[id]
		if r.expired {
			p.rows.drop(id)
			w.Delete(cartsTable, id)
			continue
		}
		p.rows.keep(id, r)
		items, err := json.Marshal(r.items)
		if err != nil {
			return At(e, err)
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
		w.Put(cartsTable, id, masked, r.customer, r.store, r.active, checkout, started, qty, items, r.updated, e.Position)
	}
	return nil
}

func (r *cartRow) apply(e Event) {
	r.updated = e.At()
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
