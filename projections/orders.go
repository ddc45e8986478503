package projections

import (
	"context"
	"time"

	"github.com/goccy/go-json"

	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/readmodels/documents"
)

// Orders keeps orders and shipments as they are shown, and how many there are of each kind.
var Orders = Definition{
	Name: "orders", Version: 4, Tables: []string{"orders", "order_counts", "customer_order_counts", "shipments", "invoices", "credit_memos", "pending_payments"}, Events: names(order.EventSpecs()),
	New: func() Projector {
		p := &ordersProjector{}
		p.rows = newFolded(1000, p.load)
		return p
	},
}

type ordersProjector struct{ rows *folded[*orderRow] }

type orderRow struct {
	doc     *documents.Order
	backend []byte
	created time.Time
	// As the tables have it before the batch, for the counters; empty for a new order.
	state, status string
	// The shipments this batch changed, with the position that did, and where it last changed invoices or credit memos.
	shipments map[int64]eventstore.Position
	papers    eventstore.Position
}

var (
	ordersTable = &Table{Name: "orders", Keys: 1, Columns: []Column{{"id", "bigint"}, {"increment_id", "text"}, {"store_id", "bigint"}, {"customer_id", "bigint"},
		{"email", "text"}, {"state", "text"}, {"status", "text"}, {"created_at", "timestamptz"}, {"updated_at", "timestamptz"}, {"doc", "text"}, {"row", "text"},
		{"backend", "text"}, {"version", "bigint"}, {"papers", "text"}}}
	orderCounts = &Table{Name: "order_counts", Keys: 4, Add: "orders",
		Columns: []Column{{"day", "date"}, {"store_id", "bigint"}, {"state", "text"}, {"status", "text"}, {"orders", "bigint"}}}
	customerOrderCounts = &Table{Name: "customer_order_counts", Keys: 2, Add: "orders",
		Columns: []Column{{"customer_id", "bigint"}, {"status", "text"}, {"orders", "bigint"}}}
	shipmentsTable = &Table{Name: "shipments", Keys: 1, Columns: []Column{{"id", "bigint"}, {"order_id", "bigint"}, {"store_id", "bigint"}, {"doc", "text"}, {"version", "bigint"}}}
)

func (p *ordersProjector) load(ctx context.Context, w *Writer, ids []int64, found func(int64, *orderRow)) error {
	rows, err := w.Query(ctx, `SELECT id, doc, papers, backend, created_at, state, status FROM orders WHERE id = ANY($1)`, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var doc, papers []byte
		row := &orderRow{}
		if err := rows.Scan(&id, &doc, &papers, &row.backend, &row.created, &row.state, &row.status); err != nil {
			return err
		}
		if err := json.Unmarshal(doc, &row.doc); err != nil {
			return err
		}
		if err := json.Unmarshal(papers, &row.doc.Papers); err != nil {
			return err
		}
		found(id, row)
	}
	return rows.Err()
}

// Apply folds each order's document once for the batch, however many events it has in it.
func (p *ordersProjector) Apply(ctx context.Context, w *Writer, events []Event) error {
	rows, err := p.rows.batch(ctx, w, events, func(Event) bool { return true })
	if err != nil {
		return err
	}
	last := map[int64]Event{}
	var touched []int64
	for _, e := range events {
		id := streamID(e.Stream)
		row := rows[id]
		if placed, ok := e.Payload.(order.Placed); ok {
			row = &orderRow{created: e.At()}
			if row.backend, err = documents.Fragment(documents.OrderBackend{RemoteIP: placed.RemoteIP, Forwarded: placed.Forwarded}); err != nil {
				return At(e, err)
			}
			rows[id] = row
		}
		if row == nil {
			continue // abandoned before it came into being
		}
		row.doc = documents.ApplyOrder(row.doc, e.Payload, e.At())
		if _, seen := last[id]; !seen {
			touched = append(touched, id)
		}
		last[id] = e
		if _, unseen := e.Payload.(order.TokenUsed); !unseen {
			p.touch(w, row.doc, e)
		}
		if id := shipmentOf(e); id != 0 {
			w.Touch(e.Position, "shipment-"+itoa(id), "shipments of "+e.Stream)
			if row.shipments == nil {
				row.shipments = map[int64]eventstore.Position{}
			}
			row.shipments[id] = e.Position
		}
		p.pending(w, id, e)
		if aboutMoney(e) {
			w.Touch(e.Position, "papers of "+e.Stream)
			if memo := memoOf(e); memo != 0 {
				w.Touch(e.Position, "creditmemo-"+itoa(memo))
			}
			row.papers = e.Position
		}
	}
	for _, id := range touched {
		if err := p.put(w, id, rows[id], last[id]); err != nil {
			return err
		}
	}
	return nil
}

func (p *ordersProjector) touch(w *Writer, o *documents.Order, e Event) {
	w.Touch(e.Position, "orders", e.Stream, "orders of store "+itoa(o.StoreID))
	if o.CustomerID != nil {
		w.Touch(e.Position, "orders of customer "+itoa(*o.CustomerID))
	}
}

// shipmentOf is the shipment an event is about, 0 for none.
func shipmentOf(e Event) int64 {
	switch payload := e.Payload.(type) {
	case order.Shipped:
		return payload.ShipmentID
	case order.TrackAdded:
		return payload.ShipmentID
	case order.TrackRemoved:
		return payload.ShipmentID
	case order.ShipmentCommented:
		return payload.ShipmentID
	case order.Emailed:
		if payload.Paper == order.PaperShipment {
			return payload.PaperID
		}
	}
	return 0
}

func (p *ordersProjector) put(w *Writer, id int64, row *orderRow, e Event) error {
	p.rows.keep(id, row)
	o := row.doc
	doc, err := documents.Encode(o)
	if err != nil {
		return At(e, err)
	}
	papers, err := documents.Encode(o.Papers)
	if err != nil {
		return At(e, err)
	}
	short, err := documents.Encode(o.Row())
	if err != nil {
		return At(e, err)
	}
	updated, err := time.Parse(time.DateTime, o.UpdatedAt)
	if err != nil {
		return At(e, err)
	}
	var customer int64
	var email string
	if o.CustomerID != nil {
		customer = *o.CustomerID
	}
	if o.CustomerEmail != nil {
		email = lower(*o.CustomerEmail)
	}
	w.Put(ordersTable, id, o.IncrementID, o.StoreID, customer, email, o.State, o.Status, row.created, updated, doc, short, row.backend, e.Position, papers)
	if row.papers > 0 {
		if err := p.putPapers(w, o, row.papers); err != nil {
			return At(e, err)
		}
		row.papers = 0
	}
	for _, s := range o.Shipments {
		if row.shipments[s.ID] == 0 {
			continue
		}
		doc, err := documents.Encode(s)
		if err != nil {
			return At(e, err)
		}
		w.Put(shipmentsTable, s.ID, o.ID, o.StoreID, doc, row.shipments[s.ID])
	}
	row.shipments = nil
	if row.state != o.State || row.status != o.Status {
		day := row.created.UTC().Format(time.DateOnly)
		if row.state != "" {
			w.Put(orderCounts, day, o.StoreID, row.state, row.status, int64(-1))
			w.Put(customerOrderCounts, customer, row.status, int64(-1))
		}
		w.Put(orderCounts, day, o.StoreID, o.State, o.Status, int64(1))
		w.Put(customerOrderCounts, customer, o.Status, int64(1))
		row.state, row.status = o.State, o.Status
	}
	return nil
}
