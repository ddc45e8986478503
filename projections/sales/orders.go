// Package sales projects orders with their documents, payments that wait for a gateway, and the index of carts. It also projects shipping
// rate tables, gift cards, revocation requests, and price rules with the numbers of their uses.
package sales

import (
	"strings"
	"time"

	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Orders stores orders and their documents as they are shown. It counts orders by day, store, state, status and progress, and by customer,
// and adds them up by time.
var Orders = projections.Definition{
	Name: "orders", Version: 16, Private: 7, Tables: []string{"orders", "order_words", "order_counts", "order_sums", "customer_order_counts",
		"shipments", "invoices", "credit_memos", "pending_payments"}, Events: projections.EventNames(order.EventSpecs()),
	Trails: []string{order.Category},
	New: projections.PerStream[orderRow]{
		Memory: 1000,
		Table:  "orders",
		Loaded: func(r *orderRow) {
			r.Doc.Accounting, r.Accounting = r.Accounting, documents.Accounting{}
			r.words, r.share = wordsOf(r.Doc), shareOf(r.Doc)
		},
		Fold: foldOrder,
		Carry: func(from, to *orderRow) {
			to.counted = from.counted
			to.words, to.share = from.words, from.share
		},
		Put: putOrder,
	}.Projector,
}

type orderRow struct {
	Doc        *documents.Order     `db:"doc,json"`
	Accounting documents.Accounting `db:"papers,json"` // as it was read; then it is part of Doc
	Backend    []byte               `db:"backend"`
	Created    time.Time            `db:"created_at"`
	counted
	words string // the words that find the order, see wordsOf
	share share
	// The shipments this batch changed, with the position that did, and where it last changed invoices or credit memos.
	shipments    map[int64]eventstore.Position
	accountingAt eventstore.Position
}

// counted holds the values by which an order is counted, as the tables have it before the batch; empty for a new order.
type counted struct {
	State    string `db:"state"`
	Status   string `db:"status"`
	Customer int64  `db:"customer_id"`
	Payment  string `db:"payment"`
	Shipping string `db:"shipping"`
}

var (
	ordersTable = projections.TableOf[tables.OrderRow]("orders", 1)
	orderCounts = &projections.Table{Name: "order_counts", Keys: 6, Add: "orders", Columns: projections.Columns(
		"day date, store_id bigint, state text, status text, payment text, shipping text, orders bigint")}
	customerOrderCounts = &projections.Table{Name: "customer_order_counts", Keys: 2, Add: "orders",
		Columns: projections.Columns("customer_id bigint, status text, orders bigint")}
	shipmentsTable = projections.TableOf[tables.OrderPartRow[documents.Shipment]]("shipments", 1)
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
		*r = orderRow{Created: e.Times().Occurred, Backend: backend}
	}
	if r.Created.IsZero() {
		return false, nil // abandoned before it was placed
	}
	r.Doc = folds.ApplyOrder(r.Doc, e.Payload, e.Times())
	if _, unseen := e.Payload.(order.TokenUsed); !unseen {
		touchOrder(w, r.Doc, e)
	}
	if id := shipmentOf(e); id != 0 {
		w.Touch(e.Position, scopes.Shipment(id), scopes.Shipments(r.Doc.ID))
		if r.shipments == nil {
			r.shipments = map[int64]eventstore.Position{}
		}
		r.shipments[id] = e.Position
	}
	notePending(w, r.Doc.ID, e)
	if aboutMoney(e) {
		w.Touch(e.Position, scopes.OrderMoney(r.Doc.ID))
		if memo := memoOf(e); memo != 0 {
			w.Touch(e.Position, scopes.CreditMemo(memo))
		}
		r.accountingAt = e.Position
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
	o := r.Doc
	doc, err := documents.Encode(o)
	if err != nil {
		return false, err
	}
	accounting, err := documents.Encode(o.Accounting)
	if err != nil {
		return false, err
	}
	short, err := documents.Encode(o.Row())
	if err != nil {
		return false, err
	}
	updated, err := documents.ParseTime(o.UpdatedAt)
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
	payment, shipping := folds.Progress(o)
	if err := ordersTable.Put(w, tables.OrderRow{
		Order: tables.Order{ID: id, StoreID: o.StoreID, CustomerID: customer, Email: email, Doc: doc, Backend: r.Backend,
			Version: last.Position},
		IncrementID: o.IncrementID, State: o.State, Status: o.Status, CreatedAt: r.Created, UpdatedAt: updated, Row: short,
		Accounting: accounting,
		Payment:    string(payment), Shipping: string(shipping),
	}); err != nil {
		return false, err
	}
	if words := wordsOf(o); words != r.words {
		w.Put(orderWords, id, words)
		r.words = words
	}
	if r.accountingAt > 0 {
		if err := putAccounting(w, o, r.accountingAt); err != nil {
			return false, err
		}
		r.accountingAt = 0
	}
	for _, s := range o.Shipments {
		if r.shipments[s.ID] == 0 {
			continue
		}
		if err := putPart(w, shipmentsTable, s.ID, o, s, r.shipments[s.ID]); err != nil {
			return false, err
		}
	}
	r.shipments = nil
	addShare(w, r)
	count(w, r, counted{o.State, o.Status, customer, string(payment), string(shipping)})
	return true, nil
}

// count brings the counters from what they have of an order to what they should have.
func count(w *projections.Writer, r *orderRow, now counted) {
	had := r.counted
	if had == now {
		return
	}
	day, store := r.Created.UTC().Format(time.DateOnly), r.Doc.StoreID
	add := func(c counted, n int64) { w.Put(orderCounts, day, store, c.State, c.Status, c.Payment, c.Shipping, n) }
	fresh := had == (counted{}) // no counter has the order yet
	if !fresh {
		add(had, -1)
	}
	add(now, 1)
	if fresh || had.Status != now.Status || had.Customer != now.Customer {
		if !fresh {
			w.Put(customerOrderCounts, had.Customer, had.Status, int64(-1))
		}
		w.Put(customerOrderCounts, now.Customer, now.Status, int64(1))
	}
	r.counted = now
}
