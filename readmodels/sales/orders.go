package sales

import (
	"context"
	"fmt"
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

// Named returns the document of an order for the back office. It has the names that the accounts had when they took its steps.
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

// OrderID returns the number of an order by the number that people see; 0: there is none. It takes the same work for each.
func (r *Reader) OrderID(ctx context.Context, increment string) (id int64, err error) {
	err = r.From(ctx, scopes.Orders).QueryRow(ctx, "SELECT coalesce((SELECT id FROM read.orders WHERE increment_id = $1), 0)",
		increment).Scan(&id)
	return id, err
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
	Search        string  // part of the number, of the buyer's e-mail address or name, or of the name or SKU of a line
	found         []int64 // the orders that Search finds, if these are few; nil: not read
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
	f, err := r.narrowed(ctx, f)
	if err != nil {
		return nil, err
	}
	column := "row"
	if f.Backend {
		column = backendRow
	}
	q := readmodels.Query{
		Table: "read.orders", Column: column, Where: f.where(), Order: f.order(), Page: page, Scopes: []scopes.Scope{f.scope()},
		Open: r.opener(ctx), Planned: f.varies(), Made: f.Backend,
	}
	if f.counted() {
		q.Total = func(ctx context.Context) (int64, bool, error) { return r.countOrders(ctx, f) }
		if !f.Changed && f.CustomerID == nil {
			q.Skip = func(ctx context.Context, offset int, w *readmodels.Where) (int, error) {
				return r.skipDays(ctx, f, offset, w)
			}
		}
	}
	return readmodels.List[documents.OrderRow](ctx, r.Reader, q)
}

// narrowed returns a filter by an order number or an e-mail address instead of a search for it, if an order has it. An index finds these at
// once. A search looks at each order that has all parts of the text somewhere, such as the zeros of numbers.
func (r *Reader) narrowed(ctx context.Context, f OrderFilter) (OrderFilter, error) {
	if f.Search == "" || f.IncrementID != "" || f.Email != "" || f.EmailLike != "" {
		return f, nil
	}
	var number, email bool
	err := r.From(ctx, f.scope()).QueryRow(ctx, `SELECT EXISTS (SELECT FROM read.orders WHERE increment_id = $1),
		EXISTS (SELECT FROM read.orders WHERE email = $2)`, f.Search, strings.ToLower(f.Search)).Scan(&number, &email)
	if err != nil {
		return f, err
	}
	switch {
	case number:
		f.Search, f.IncrementID = "", f.Search
	case email:
		f.Search, f.Email = "", f.Search
	default:
		f.found, err = r.found(ctx, f)
	}
	return f, err
}

// fewFound is the greatest number of orders that a search looks up before it lists them. The database chooses its plan by their number, and
// of a part of a text it knows none.
const fewFound = 3000

// found returns the IDs of the orders that a search finds; nil if they are more than fewFound.
func (r *Reader) found(ctx context.Context, f OrderFilter) ([]int64, error) {
	rows, err := r.From(ctx, f.scope()).Query(ctx, `SELECT order_id FROM read.order_words WHERE words LIKE $1 LIMIT $2`,
		pgx.QueryExecModeCacheDescribe, f.words(), fewFound+1)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil || len(ids) > fewFound {
		return nil, err
	}
	return append([]int64{}, ids...), nil
}

// words returns the pattern of a search.
func (f OrderFilter) words() string { return readmodels.LikeAnywhere(strings.ToLower(f.Search)) }

// where returns the conditions of the filter.
func (f OrderFilter) where() readmodels.Where {
	w := f.countedWhere()
	if f.CustomerID != nil {
		w.Add("customer_id = $?", *f.CustomerID)
		w.Add("customer_id <> 0")
	}
	switch {
	case f.Email != "":
		w.Email("email", f.Email)
	case f.partOfEmail():
		w.Add("email LIKE $?", readmodels.LikeAnywhere(strings.ToLower(f.EmailLike)))
	}
	if f.IncrementID != "" {
		w.Add("increment_id = $?", f.IncrementID)
	}
	switch {
	case f.found != nil:
		w.Add("id = ANY($?)", f.found)
	case f.Search != "":
		w.Add("id IN (SELECT order_id FROM read.order_words WHERE words LIKE $?)", f.words())
	}
	f.period(&w, f.CreatedFrom, f.createdBefore())
	if !f.UpdatedSince.IsZero() {
		w.Add("updated_at >= $?", f.UpdatedSince)
	}
	return w
}

// countedWhere returns the conditions on columns that counters have, too, but for those on times.
func (f OrderFilter) countedWhere() (w readmodels.Where) {
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
	if f.Payment != nil {
		w.Add("payment = $?", string(*f.Payment))
	}
	if f.Shipping != nil {
		w.Add("shipping = $?", string(*f.Shipping))
	}
	return w
}

func (f OrderFilter) partOfEmail() bool { return len([]rune(f.EmailLike)) >= 3 }

// createdBefore returns the end of the time in which orders were placed, which is exclusive; zero for none.
func (f OrderFilter) createdBefore() time.Time {
	if f.CreatedTo.IsZero() {
		return f.CreatedTo
	}
	return f.CreatedTo.Add(time.Second)
}

// period adds the condition that orders were placed at or after one time and before another, where these are set.
func (OrderFilter) period(w *readmodels.Where, from, before time.Time) {
	if !from.IsZero() {
		w.Add("created_at >= $?", from)
	}
	if !before.IsZero() {
		w.Add("created_at < $?", before)
	}
}

// counted tells whether counters know the number of orders.
func (f OrderFilter) counted() bool {
	return f.Email == "" && !f.partOfEmail() && f.IncrementID == "" && f.Search == "" && f.UpdatedSince.IsZero()
}

// varies tells whether the best plan depends on how many orders a value finds.
func (f OrderFilter) varies() bool {
	return f.partOfEmail() || f.Search != "" || f.Payment != nil || f.Shipping != nil || !f.UpdatedSince.IsZero() ||
		!f.CreatedFrom.IsZero() || !f.CreatedTo.IsZero()
}

// countOrders asks the counters. known is false for filters that no counter covers: counters are by customer and status or by other fields,
// not by both.
func (r *Reader) countOrders(ctx context.Context, f OrderFilter) (n int64, known bool, err error) {
	sql, w := "", readmodels.Where{}
	switch {
	case f.CustomerID == nil:
		days, args := f.days()
		sql = "SELECT coalesce(sum(orders), 0)::bigint FROM (" + days + ") AS days"
		err = r.From(ctx, f.scope()).QueryRow(ctx, sql, args...).Scan(&n)
		return n, true, err
	case *f.CustomerID != 0 && f.onlyStatus():
		w.Add("customer_id = $?", *f.CustomerID)
		if f.Status != "" {
			w.Add("status = $?", f.Status)
		}
		sql = "SELECT coalesce(sum(orders), 0)::bigint FROM read.customer_order_counts" + w.SQL()
		err = r.From(ctx, f.scope()).QueryRow(ctx, sql, w.Args()...).Scan(&n)
		return n, true, err
	}
	return 0, false, nil
}

// onlyStatus tells whether the filter has no condition but on the customer and the status.
func (f OrderFilter) onlyStatus() bool {
	return f.State == "" && f.StoreID == nil && f.Stores == nil && f.Payment == nil && f.Shipping == nil && f.CreatedFrom.IsZero() &&
		f.CreatedTo.IsZero()
}

// days returns SQL of the numbers of orders by day (UTC). If the filter begins or ends within a day, the orders of that day are counted by
// their rows; those of whole days are known.
func (f OrderFilter) days() (sql string, args []any) {
	from, before := f.CreatedFrom.UTC(), f.createdBefore().UTC()
	first, end := from.Truncate(day), before.Truncate(day) // the whole days
	if first.Before(from) {
		first = first.Add(day)
	}
	if f.CreatedFrom.IsZero() {
		first = time.Time{}
	}
	w := f.countedWhere()
	if !first.IsZero() {
		w.Add("day >= $?", first.Format(time.DateOnly))
	}
	if !before.IsZero() {
		w.Add("day < $?", end.Format(time.DateOnly))
	}
	sql, args = "SELECT day, orders FROM read.order_counts"+w.SQL(), w.Args()
	part := func(from, before time.Time) {
		p := f.countedWhere()
		f.period(&p, from, before)
		where, more := p.SQL(), p.Args()
		sql += " UNION ALL SELECT (created_at AT TIME ZONE 'UTC')::date, count(*) FROM read.orders" + shifted(where, len(more), len(args)) +
			" GROUP BY 1"
		args = append(args, more...)
	}
	if !first.IsZero() && !before.IsZero() && first.After(end) { // all within one day
		part(from, before)
		return sql, args
	}
	if !first.IsZero() && from.Before(first) {
		part(from, first)
	}
	if !before.IsZero() && end.Before(before) {
		part(end, before)
	}
	return sql, args
}

const day = 24 * time.Hour

// shifted returns a WHERE clause with its parameters numbered after others.
func shifted(where string, own, before int) string {
	for i := own; i > 0; i-- { // the highest first, so that $1 is not taken for the beginning of $10
		where = strings.ReplaceAll(where, fmt.Sprintf("$%d", i), fmt.Sprintf("$%d", i+before))
	}
	return where
}

// skipDays narrows a list to the orders from the day on in which a page begins, and returns how many of these are before it. So no page
// reads more rows than those of a day, however late it is.
func (r *Reader) skipDays(ctx context.Context, f OrderFilter, offset int, w *readmodels.Where) (rest int, err error) {
	sql, args := f.days()
	direction := " DESC"
	if f.Ascending {
		direction = ""
	}
	rows, err := r.From(ctx, f.scope()).
		Query(ctx, "SELECT day, sum(orders)::bigint FROM ("+sql+") AS days GROUP BY day ORDER BY day"+direction,
			args...)
	if err != nil {
		return 0, err
	}
	var at, begins time.Time
	var orders int64
	rest = offset
	_, err = pgx.ForEachRow(rows, []any{&at, &orders}, func() error {
		if begins.IsZero() && int64(rest) < orders {
			begins = at
		} else if begins.IsZero() {
			rest -= int(orders)
		}
		return nil
	})
	switch {
	case err != nil:
		return 0, err
	case begins.IsZero(): // orders were placed since they were counted, or the page is behind the last one
		return offset, nil
	case f.Ascending:
		f.period(w, begins, time.Time{})
	default:
		f.period(w, time.Time{}, begins.Add(day))
	}
	return rest, nil
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
