package catalog

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Balance holds the quantities of a product.
type Balance struct {
	ProductID  int64                `db:"product_id"`
	SKU        string               `db:"sku"`
	Type       string               `db:"type"`
	WebsiteIDs []int64              `db:"website_ids"`
	Available  *money.Decimal       `db:"available"` // nil, like all below, if its stock was never set
	Reserved   *money.Decimal       `db:"reserved"`
	UpdatedAt  *time.Time           `db:"updated_at"`
	Version    *eventstore.Position `db:"version"`
	// Stock is the stock that carts see; nil if there is none.
	Stock *tables.Stock `db:"-"`
}

const balanceColumns = `v.product_id, v.sku, v.type, v.website_ids, b.available, b.reserved, b.updated_at, b.version`

// Balance reads the balance of a product by its SKU, in any case. ErrNotFound: there is no such product.
func (r *Reader) Balance(ctx context.Context, sku string) (*Balance, error) {
	rows, err := r.From(ctx, scopes.Products, scopes.Balances, scopes.Stock).Query(ctx, "SELECT "+balanceColumns+
		` FROM read.product_views v LEFT JOIN read.product_balances b ON b.product_id = v.product_id
		WHERE v.store_id = 0 AND lower(v.sku) = lower($1) ORDER BY v.product_id LIMIT 1`, sku)
	if err != nil {
		return nil, err
	}
	b, err := pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByName[Balance])
	if err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	return b, r.stockOf(ctx, []*Balance{b})
}

// stockOf adds the stock that carts see.
func (r *Reader) stockOf(ctx context.Context, balances []*Balance) error {
	byID, ids := map[int64]*Balance{}, make([]int64, len(balances))
	for i, b := range balances {
		byID[b.ProductID], ids[i] = b, b.ProductID
	}
	rows, err := r.From(ctx, scopes.Stock).Query(ctx, "SELECT "+stockColumns.SQL()+" FROM read.product_stock WHERE product_id = ANY($1)", ids)
	if err != nil {
		return err
	}
	found, err := pgx.CollectRows(rows, stockColumns.Collect)
	for _, row := range found {
		byID[row.ProductID].Stock = &row.Stock
	}
	return err
}

// Level returns the level that the stock is made of, or a fresh one.
func (b *Balance) Level() stock.Level {
	if b.Stock != nil {
		if level, known := b.Stock.Level(); known {
			return level
		}
	}
	return stock.Fresh(b.ProductID)
}

// BalanceFilter chooses products for the list of the inventory. Zero values do not filter.
type BalanceFilter struct {
	SKU          string // in any case
	UpdatedSince time.Time
	Below        *money.Decimal // fewer available units
	Low          *LowStock
	Websites     []int64 // that the caller may see; nil: all
}

// LowStock chooses products whose stock is low. Fewer units are available than the product's own notify quantity, or than that of the
// configuration if it has none. Stock that is not managed is not low.
type LowStock struct {
	Not     bool          // chooses all others
	Below   money.Decimal // the configured notify quantity
	Managed bool          // the configuration manages stock
}

// add adds the condition. Each side of OR has an index of its own, product_balances_low and product_balances_available.
func (l LowStock) add(w *readmodels.Where) {
	low := "(b.low OR b.low IS NULL AND b.available < $?::text::numeric)"
	if !l.Managed {
		low += " AND b.managed"
	}
	if l.Not {
		low = "(" + low + ") IS NOT TRUE"
	}
	w.Add(low, l.Below.String())
}

// byChange is the order of balances: by the time of their last change, the oldest first.
var byChange = readmodels.Order{
	Keys: []readmodels.Key{{Column: "b.updated_at", Type: "timestamptz"}, {Column: "b.product_id", Type: "bigint"}},
}

// Balances lists products whose stock was ever set, in the order of the last change of their stock.
func (r *Reader) Balances(ctx context.Context, f BalanceFilter, page readmodels.Page) (readmodels.Rows[*Balance], error) {
	q := readmodels.Query{
		Table:  "read.product_balances b JOIN read.product_views v ON v.product_id = b.product_id AND v.store_id = 0",
		Column: balanceColumns, Order: byChange, Page: page, Scopes: []scopes.Scope{scopes.Balances, scopes.Products},
	}
	q.Where.Add("v.type NOT IN ('configurable', 'bundle', 'grouped')")
	if f.SKU != "" {
		q.Where.Add("lower(v.sku) = lower($?)", f.SKU)
	}
	if !f.UpdatedSince.IsZero() {
		q.Where.Add("b.updated_at >= $?", f.UpdatedSince)
	}
	if f.Below != nil {
		q.Where.Add("b.available < $?::text::numeric", f.Below.String())
	}
	if f.Low != nil {
		f.Low.add(&q.Where)
	}
	if f.Websites != nil {
		q.Where.Add("v.website_ids && $?::bigint[]", f.Websites)
	}
	rows, err := readmodels.Select(ctx, r.Reader, q, pgx.RowToAddrOfStructByName[Balance], func(b *Balance) []string {
		return []string{b.UpdatedAt.UTC().Format(time.RFC3339Nano), fmt.Sprint(b.ProductID)}
	})
	if err != nil {
		return rows, err
	}
	return rows, r.stockOf(ctx, rows.List)
}

// Movement is a change of a balance. Increment and StoreID are those of its order; empty if there is none, or if it was not placed.
// ActorName is the name that the actor's account had then; nil if the actor is no account or forgotten.
type Movement struct {
	tables.Movement
	Increment string
	StoreID   int64
	ActorName *string
}

var (
	movementColumns = tables.Of[tables.Movement]()
	byPosition      = readmodels.Order{Keys: []readmodels.Key{{Column: "position", Type: "bigint"}}, Descending: true}
)

// Movements lists the movements of a product's stock, the newest first: those up to a position, or all with 0.
func (r *Reader) Movements(ctx context.Context, productID int64, until eventstore.Position, page readmodels.Page) (
	readmodels.Rows[*Movement], error) {
	q := readmodels.Query{
		Table: "read.stock_movements", Column: movementColumns.SQL(), Order: byPosition, Page: page,
		Scopes: []scopes.Scope{scopes.Balance(productID)},
	}
	q.Where.Add("product_id = $?", productID)
	q.Where.Add("(available_before <> available_after OR reserved_before <> reserved_after)")
	if until > 0 {
		q.Where.Add("position <= $?", int64(until))
	}
	rows, err := readmodels.Select(ctx, r.Reader, q, collectMovement, func(m *Movement) []string { return []string{fmt.Sprint(m.Position)} })
	if err != nil {
		return rows, err
	}
	names, err := r.accounts(ctx)
	if err != nil {
		return rows, err
	}
	for _, m := range rows.List {
		m.ActorName = names(domain.ActorOf(m.Actor), int64(m.Position))
	}
	return rows, r.addOrders(ctx, rows.List)
}

// MovementsAfter returns at most limit movements of a product's stock after a position, in the order of the log or against it. 0 is the
// beginning of the order.
func (r *Reader) MovementsAfter(ctx context.Context, productID int64, after eventstore.Position, backwards bool, limit int) (
	[]*tables.Movement, error,
) {
	where, order := "position > $2", "position"
	if backwards {
		where, order = "position < $2", "position DESC"
		if after == 0 {
			after = eventstore.End
		}
	}
	rows, err := r.From(ctx, scopes.Balance(productID)).Query(ctx, "SELECT "+movementColumns.SQL()+
		" FROM read.stock_movements WHERE product_id = $1 AND "+where+" ORDER BY "+order+" LIMIT $3", productID, after, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, movementColumns.Collect)
}

func collectMovement(row pgx.CollectableRow) (*Movement, error) {
	m := &Movement{}
	return m, movementColumns.Into(&m.Movement, row)
}

// addOrders adds the numbers and stores of orders.
func (r *Reader) addOrders(ctx context.Context, movements []*Movement) error {
	var ids []int64
	var of []scopes.Scope
	for _, m := range movements {
		if m.OrderID != 0 {
			ids, of = append(ids, m.OrderID), append(of, scopes.Order(m.OrderID))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := r.From(ctx, of...).Query(ctx, `SELECT id, increment_id, store_id FROM read.orders WHERE id = ANY($1)`, ids)
	if err != nil {
		return err
	}
	var id, store int64
	var increment string
	_, err = pgx.ForEachRow(rows, []any{&id, &increment, &store}, func() error {
		for _, m := range movements {
			if m.OrderID == id {
				m.Increment, m.StoreID = increment, store
			}
		}
		return nil
	})
	return err
}

var errNoHistory = &fault.Error{
	Kind: fault.Unavailable, RetryAfter: time.Minute,
	Message: "The history of the stock is being made. Try again when the read model inventory is rebuilt.",
}

// StockThen returns the newest movement of each product up to a position, by product: the stock was that after it. Products whose stock had
// never been set, or that were deleted by then, are missing. It reads one row of each product. Unavailable: the read model is behind the
// position, or is being rebuilt.
func (r *Reader) StockThen(ctx context.Context, ids []int64, at eventstore.Position) (map[int64]tables.Movement, error) {
	out := make(map[int64]tables.Movement, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	if err := r.CatchUp(ctx, at, "inventory"); err != nil {
		return nil, err
	}
	rows, err := r.From(ctx, scopes.Balances).Query(ctx, `SELECT m.* FROM unnest($1::bigint[]) AS p (id), LATERAL (
		SELECT `+movementColumns.SQL()+` FROM read.stock_movements WHERE product_id = p.id AND position <= $2
		ORDER BY position DESC LIMIT 1) AS m`, ids, int64(at))
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, movementColumns.Collect)
	if err != nil {
		return nil, err
	}
	for _, m := range found {
		if m.LevelAt < 0 {
			return nil, errNoHistory
		}
		if m.LevelAt > 0 {
			out[m.ProductID] = *m
		}
	}
	return out, nil
}
