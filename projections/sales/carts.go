package sales

import (
	"slices"

	"tradelog/domain/cart"
	"tradelog/domain/money"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Carts stores the index of carts: by masked ID, by customer, and those whose checkout is under way. The contents of a cart are read from
// its stream, because its prices are looked up at that moment anyway.
var Carts = projections.Definition{
	Name: "carts", Version: 3, Tables: []string{"carts"}, Events: projections.EventNames(cart.EventSpecs()),
	Trails: []string{cart.Category},
	// Guests read nothing from these rows: their masked IDs have the number of the cart in themselves, and the others are waited for. A guest
	// who logs in is a customer afterwards, who finds the merged cart by its row.
	Shows: func(by eventstore.Actor, event string) bool {
		return by.Kind != "guest" || slices.Contains(merges, event)
	},
	New: projections.PerStream[cartRow]{
		Memory: 5000,
		Table:  "carts",
		Begin:  func() *cartRow { return &cartRow{Cart: tables.Cart{Active: true, Items: map[int64]money.Decimal{}}} },
		Fold:   foldCart,
		Put:    putCart,
	}.Projector,
}

// merges are the events of a guest's cart that becomes a customer's at login.
var merges = []string{cart.Merged{}.EventName(), cart.MergedInto{}.EventName()}

type cartRow struct {
	tables.Cart
	expired bool
}

var cartsTable = projections.TableOf[tables.Cart]("carts", 1)

func foldCart(w *projections.Writer, e projections.Event, r *cartRow) (bool, error) {
	r.apply(e)
	w.Touch(e.Position, scopes.CartStream(e.Stream))
	if r.CustomerID != 0 {
		w.Touch(e.Position, scopes.CustomerCarts(r.CustomerID))
	}
	return true, nil
}

func putCart(w *projections.Writer, id int64, r *cartRow, last projections.Event) (bool, error) {
	if r.expired {
		w.Delete(cartsTable.Table, id)
		return false, nil
	}
	r.ID, r.Qty, r.Version = id, money.Zero, last.Position
	for _, q := range r.Items {
		r.Qty = r.Qty.Add(q)
	}
	return true, cartsTable.Put(w, r.Cart)
}

func (r *cartRow) apply(e projections.Event) {
	r.UpdatedAt = e.RecordedAt
	switch payload := e.Payload.(type) {
	case cart.Created:
		r.CustomerID, r.StoreID = payload.CustomerID, payload.StoreID
		if payload.MaskedID != "" {
			r.MaskedID = &payload.MaskedID
		}
	case cart.ItemAdded:
		r.Items[payload.Item.ID] = payload.Item.Qty
	case cart.ItemQtyChanged:
		r.Items[payload.ItemID] = payload.Qty
	case cart.ItemRemoved:
		delete(r.Items, payload.ItemID)
	case cart.CheckoutStarted:
		// By the log's clock: recovery must not think a checkout old because its command was backdated.
		r.Order, r.Started = &payload.OrderID, &e.RecordedAt
	case cart.CheckoutAborted:
		r.Order, r.Started = nil, nil
	case cart.Closed:
		r.Order, r.Started, r.Active = nil, nil, false
	case cart.MergedInto:
		r.Active = false
	case cart.Expired:
		r.expired = true
	}
}

// Marks finds the identifiers of carts, and of orders that were begun. A cart reserves an order number even if no order follows.
var CartMarks = projections.Marks{
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
