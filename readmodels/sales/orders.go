package sales

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/order"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Order is a ready order.
type Order = tables.Order

var orderColumns = tables.Of[Order]()

// Order reads an order. ErrNotFound: there is none.
func (r *Reader) Order(ctx context.Context, id int64) (*Order, error) {
	if had, known, err := r.ahead.Get(ctx, id); known || err != nil {
		return r.opened(ctx, had, err)
	}
	return r.order(ctx, scopes.Order(id), "id", id)
}

// OrdersAhead reads orders, for reads of each of them that follow with the returned context.
func (r *Reader) OrdersAhead(ctx context.Context, ids []int64) (context.Context, error) {
	ahead, _, err := r.ahead.Read(ctx, ids)
	return ahead, err
}

func loadOrders(ctx context.Context, from readmodels.Source, ids []int64) (map[int64]*Order, error) {
	rows, err := from.Query(ctx, "SELECT "+orderColumns.SQL()+" FROM read.orders WHERE id = ANY($1)", ids)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, orderColumns.Collect)
	out := make(map[int64]*Order, len(list))
	for _, o := range list {
		out[o.ID] = o
	}
	return out, err
}

// order reads the order that has a value in a column.
func (r *Reader) order(ctx context.Context, scope scopes.Scope, column string, value any) (*Order, error) {
	o, err := orderColumns.Read(r.From(ctx, scope).QueryRow(ctx,
		"SELECT "+orderColumns.SQL()+" FROM read.orders WHERE "+column+" = $1", value))
	return r.opened(ctx, o, readmodels.OrNotFound(err))
}

// opened returns an order as it was read, with the codes of its gift cards.
func (r *Reader) opened(ctx context.Context, read *Order, err error) (*Order, error) {
	if err != nil {
		return nil, err
	}
	o := *read
	o.Doc, err = r.opener(ctx)(o.Doc)
	return &o, err
}

// Named returns the document of an order for the back office: with the names that the accounts had which took its steps.
func (r *Reader) Named(ctx context.Context, order documents.Doc[documents.Order]) (documents.Doc[documents.Order], error) {
	names, err := r.names(ctx)
	if err != nil {
		return nil, err
	}
	return documents.WithStaff(order, names)
}

// opener opens the codes of gift cards in orders.
func (r *Reader) opener(ctx context.Context) func(doc []byte) ([]byte, error) {
	return func(doc []byte) ([]byte, error) {
		return documents.OpenOrder(doc, func(sealed string) (string, error) { return r.Open(ctx, sealed) })
	}
}

// OrderByIncrement reads an order by the order number that people see.
func (r *Reader) OrderByIncrement(ctx context.Context, increment string) (*Order, error) {
	return r.order(ctx, scopes.Orders, "increment_id", increment)
}

// OrderFilter chooses orders for a list (shapes-sales §7). Zero values do not filter.
type OrderFilter struct {
	Status, State string
	StoreID       *int64
	Stores        []int64 // stores that the caller may see; nil: all
	CustomerID    *int64  // 0 is nobody: guests have none
	Email         string
	EmailLike     string // ignored below three characters
	IncrementID   string
	Search        string // part of the number, of the buyer's e-mail address or name, or of the name or SKU of a line
	CreatedFrom   time.Time
	CreatedTo     time.Time // inclusive, to the second
	UpdatedSince  time.Time
	Payment       *order.Progress
	Shipping      *order.Progress
	Changed       bool // ordered by updated_at instead of created_at
	Ascending     bool
	Backend       bool // the rows have the members for the back office
}

// scope returns the narrowest scope that all orders of the filter belong to.
func (f OrderFilter) scope() scopes.Scope {
	switch {
	case f.CustomerID != nil:
		return scopes.CustomerOrders(*f.CustomerID)
	case f.StoreID != nil:
		return scopes.StoreOrders(*f.StoreID)
	}
	return scopes.Orders
}

// order returns the order of the list, by default the newest first.
func (f OrderFilter) order() readmodels.Order {
	by := "created_at"
	if f.Changed {
		by = "updated_at"
	}
	return readmodels.ByTime(by).Ascending(f.Ascending)
}

// backendRow is the SQL of a row with the members for the back office, spliced in by the database: both columns are ready.
const backendRow = `CASE backend WHEN '' THEN row ELSE left(row, -1) || ',' || backend || '}' END`

// Orders lists orders, the newest first.
func (r *Reader) Orders(ctx context.Context, f OrderFilter, page readmodels.Page) (*documents.Page[documents.OrderRow], error) {
	w := readmodels.Where{}
	counted := true // whether counters know the number
	if f.Status != "" {
		w.Add("status = $?", f.Status)
	}
	if f.State != "" {
		w.Add("state = $?", f.State)
	}
	if f.StoreID != nil {
		w.Add("store_id = $?", *f.StoreID)
	}
	if f.Stores != nil {
		w.Add("store_id = ANY($?)", f.Stores)
	}
	if f.CustomerID != nil {
		w.Add("customer_id = $?", *f.CustomerID)
		w.Add("customer_id <> 0")
	}
	switch {
	case f.Email != "":
		w.Add("email = $?", strings.ToLower(f.Email))
		counted = false
	case len([]rune(f.EmailLike)) >= 3:
		w.Add("email LIKE $?", readmodels.LikeAnywhere(strings.ToLower(f.EmailLike)))
		counted = false
	}
	if f.IncrementID != "" {
		w.Add("increment_id = $?", f.IncrementID)
		counted = false
	}
	if f.Search != "" {
		w.Add("id IN (SELECT order_id FROM read.order_words WHERE words LIKE $?)", readmodels.LikeAnywhere(strings.ToLower(f.Search)))
		counted = false
	}
	if !f.CreatedFrom.IsZero() {
		w.Add("created_at >= $?", f.CreatedFrom)
		counted = false
	}
	if !f.CreatedTo.IsZero() {
		w.Add("created_at < $?", f.CreatedTo.Add(time.Second))
		counted = false
	}
	if !f.UpdatedSince.IsZero() {
		w.Add("updated_at >= $?", f.UpdatedSince)
		counted = false
	}
	if f.Payment != nil {
		w.Add("payment = $?", string(*f.Payment))
		counted = false
	}
	if f.Shipping != nil {
		w.Add("shipping = $?", string(*f.Shipping))
		counted = false
	}
	column := "row"
	if f.Backend {
		column = backendRow
	}
	q := readmodels.Query{
		Table: "read.orders", Column: column, Where: w, Order: f.order(), Page: page, Scopes: []scopes.Scope{f.scope()},
		Open: r.opener(ctx),
	}
	if counted {
		q.Total = func(ctx context.Context) (int64, bool, error) { return r.countOrders(ctx, f) }
	}
	return readmodels.List[documents.OrderRow](ctx, r.Reader, q)
}

// countOrders asks the counters. known is false for filters that no counter covers: counters are by customer or by other fields, not by
// both.
func (r *Reader) countOrders(ctx context.Context, f OrderFilter) (n int64, known bool, err error) {
	w := readmodels.Where{}
	if f.Status != "" {
		w.Add("status = $?", f.Status)
	}
	table := "read.order_counts"
	switch {
	case f.CustomerID == nil:
		if f.State != "" {
			w.Add("state = $?", f.State)
		}
		if f.StoreID != nil {
			w.Add("store_id = $?", *f.StoreID)
		}
		if f.Stores != nil {
			w.Add("store_id = ANY($?)", f.Stores)
		}
	case f.State == "" && f.StoreID == nil && f.Stores == nil && *f.CustomerID != 0:
		table = "read.customer_order_counts"
		w.Add("customer_id = $?", *f.CustomerID)
	default:
		return 0, false, nil
	}
	err = r.From(ctx, f.scope()).QueryRow(ctx, "SELECT coalesce(sum(orders), 0)::bigint FROM "+table+w.SQL(), w.Args()...).Scan(&n)
	return n, true, err
}

// Shipment reads a shipment. ErrNotFound: there is none.
func (r *Reader) Shipment(ctx context.Context, id int64) (*Shipment, error) {
	return orderPart[documents.Shipment](ctx, r.From(ctx, scopes.Shipment(id)), "read.shipments", id)
}

// Shipments lists the shipments of an order, the oldest first.
func (r *Reader) Shipments(ctx context.Context, orderID int64, page readmodels.Page) (*documents.Page[documents.Shipment], error) {
	w := readmodels.Where{}
	w.Add("order_id = $?", orderID)
	return readmodels.List[documents.Shipment](ctx, r.Reader, readmodels.Query{
		Table: "read.shipments", Column: "doc", Where: w, Order: readmodels.ByID.Ascending(true), Page: page,
		Scopes: []scopes.Scope{scopes.Shipments(orderID)},
	})
}
