// Package sales projects orders, shipments, invoices, credit memos, and payments that wait for a gateway.
package sales

import (
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Orders stores orders and their documents as they are shown. It counts orders by store, state and status, and by customer.
var Orders = projections.Definition{
	Name: "orders", Version: 8, Private: 7, Tables: []string{"orders", "order_counts", "customer_order_counts", "shipments", "invoices",
		"credit_memos", "pending_payments"}, Events: projections.EventNames(order.EventSpecs()),
	New: projections.PerStream[orderRow]{
		Memory: 1000,
		Query:  `SELECT id, doc, papers, backend, created_at, state, status, customer_id FROM orders WHERE id = ANY($1)`,
		Scan: func(row pgx.CollectableRow, r *orderRow) (id int64, err error) {
			r.doc = &documents.Order{}
			err = row.Scan(&id, projections.JSON(r.doc), projections.JSON(&r.doc.Accounting), &r.backend, &r.created, &r.state, &r.status,
				&r.customer)
			return id, err
		},
		Fold: foldOrder,
		Carry: func(from, to *orderRow) {
			to.state, to.status, to.customer = from.state, from.status, from.customer
		},
		Put: putOrder,
	}.Projector,
}

type orderRow struct {
	doc     *documents.Order
	backend []byte
	created time.Time
	// As the tables have it before the batch, for the counters; empty for a new order.
	state, status string
	customer      int64
	// The shipments this batch changed, with the position that did, and where it last changed invoices or credit memos.
	shipments map[int64]eventstore.Position
	papers    eventstore.Position
}

var (
	ordersTable = &projections.Table{Name: "orders", Keys: 1, Columns: projections.Columns(`id bigint, increment_id text,
		store_id bigint, customer_id bigint, email text, state text, status text, created_at timestamptz, updated_at timestamptz,
		doc text, row text, backend text, version bigint, papers text`)}
	orderCounts = &projections.Table{Name: "order_counts", Keys: 4, Add: "orders",
		Columns: projections.Columns("day date, store_id bigint, state text, status text, orders bigint")}
	customerOrderCounts = &projections.Table{Name: "customer_order_counts", Keys: 2, Add: "orders",
		Columns: projections.Columns("customer_id bigint, status text, orders bigint")}
	shipmentsTable = &projections.Table{Name: "shipments", Keys: 1, Columns: projections.Columns(`id bigint, order_id bigint,
		store_id bigint, doc text, version bigint`)}
)

func foldOrder(w *projections.Writer, e projections.Event, r *orderRow) (bool, error) {
	if placed, ok := e.Payload.(order.Placed); ok {
		backend, err := documents.Fragment(documents.OrderBackend{RemoteIP: placed.RemoteIP, Forwarded: placed.Forwarded})
		if err != nil {
			return false, err
		}
		if e.Payload, err = placed.EachCode(w.Seal); err != nil {
			return false, err
		}
		*r = orderRow{created: e.Times().Occurred, backend: backend}
	}
	if r.created.IsZero() {
		return false, nil // abandoned before it was placed
	}
	r.doc = documents.ApplyOrder(r.doc, e.Payload, e.Times())
	if _, unseen := e.Payload.(order.TokenUsed); !unseen {
		touchOrder(w, r.doc, e)
	}
	if id := shipmentOf(e); id != 0 {
		w.Touch(e.Position, scopes.Shipment(id), scopes.Shipments(r.doc.ID))
		if r.shipments == nil {
			r.shipments = map[int64]eventstore.Position{}
		}
		r.shipments[id] = e.Position
	}
	notePending(w, r.doc.ID, e)
	if aboutMoney(e) {
		w.Touch(e.Position, scopes.OrderMoney(r.doc.ID))
		if memo := memoOf(e); memo != 0 {
			w.Touch(e.Position, scopes.CreditMemo(memo))
		}
		r.papers = e.Position
	}
	return true, nil
}

func touchOrder(w *projections.Writer, o *documents.Order, e projections.Event) {
	w.Touch(e.Position, scopes.Orders, scopes.Order(o.ID), scopes.StoreOrders(o.StoreID))
	if o.CustomerID != nil {
		w.Touch(e.Position, scopes.CustomerOrders(*o.CustomerID))
	}
}

// shipmentOf returns the shipment that an event concerns, 0 for none.
func shipmentOf(e projections.Event) int64 {
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
		if payload.About == order.AboutShipment {
			return payload.AboutID
		}
	}
	return 0
}

func putOrder(w *projections.Writer, id int64, r *orderRow, last projections.Event) (bool, error) {
	o := r.doc
	doc, err := documents.Encode(o)
	if err != nil {
		return false, err
	}
	papers, err := documents.Encode(o.Accounting)
	if err != nil {
		return false, err
	}
	short, err := documents.Encode(o.Row())
	if err != nil {
		return false, err
	}
	updated, err := time.Parse(time.DateTime, o.UpdatedAt)
	if err != nil {
		return false, err
	}
	var customer int64
	var email string
	if o.CustomerID != nil {
		customer = *o.CustomerID
	}
	if o.CustomerEmail != nil {
		email = strings.ToLower(*o.CustomerEmail)
	}
	w.Put(ordersTable, id, o.IncrementID, o.StoreID, customer, email, o.State, o.Status, r.created, updated, doc, short, r.backend,
		last.Position, papers)
	if r.papers > 0 {
		if err := putAccounting(w, o, r.papers); err != nil {
			return false, err
		}
		r.papers = 0
	}
	for _, s := range o.Shipments {
		if r.shipments[s.ID] == 0 {
			continue
		}
		doc, err := documents.Encode(s)
		if err != nil {
			return false, err
		}
		w.Put(shipmentsTable, s.ID, o.ID, o.StoreID, doc, r.shipments[s.ID])
	}
	r.shipments = nil
	if r.state != o.State || r.status != o.Status || r.customer != customer {
		day := r.created.UTC().Format(time.DateOnly)
		if r.state != "" {
			w.Put(orderCounts, day, o.StoreID, r.state, r.status, int64(-1))
			w.Put(customerOrderCounts, r.customer, r.status, int64(-1))
		}
		w.Put(orderCounts, day, o.StoreID, o.State, o.Status, int64(1))
		w.Put(customerOrderCounts, customer, o.Status, int64(1))
		r.state, r.status, r.customer = o.State, o.Status, customer
	}
	return true, nil
}
