package catalog

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Inventory stores the quantities of each product, the causes of their changes, and their values at each position. The ledger has the
// quantity that can still be sold. The quantity that is sold and not shipped yet follows from the ledger and the orders.
//
//	LevelsSet ──▶ available            Reserved: available ──▶ reserved ──Shipped──▶ gone
//	                  ▲                                            │
//	                  └──────── Released, Returned ────────────────┘
var Inventory = projections.Definition{
	Name: "inventory", Version: 3, Tables: []string{"product_balances", "stock_movements", "stock_open_orders"},
	Events: append(projections.EventNames(stock.EventSpecs()), order.Placed{}.EventName(), order.Shipped{}.EventName(),
		order.CanceledEvent{}.EventName(), order.Refunded{}.EventName()),
	// Only the back office reads these rows.
	Shows: func(by eventstore.Actor, _ string) bool { return !buys(by) },
	New: func() projections.Projector {
		return &inventory{balances: map[int64]*tables.Balance{}, orders: map[int64]*openOrder{}}
	},
}

// These are the causes of movements.
const (
	causeSet       = "set"       // the quantity was set
	causeRemoved   = "removed"   // the product was deleted
	causeOrdered   = "ordered"   // an order took it
	causeReleased  = "released"  // the order was not placed after all
	causeShipped   = "shipped"   // it left the house
	causeDelivered = "delivered" // nothing is shipped of it, so it was gone with the order
	causeCancelled = "cancelled" // the order was cancelled
	causeRefunded  = "refunded"  // a credit memo
)

// inventory keeps balances and open orders of recent events in memory.
type inventory struct {
	balances map[int64]*tables.Balance // nil: there is none
	orders   map[int64]*openOrder      // nil: there is none
}

// openOrder is the part of an order that is still to be shipped, by product. Lines has the product of each line that is shipped.
type openOrder struct {
	Open  map[int64]money.Decimal `json:"open"`
	Lines map[int64]int64         `json:"lines,omitempty"`
	// SoldOut lists the products that the order sold out. A release puts them in stock again.
	SoldOut []int64 `json:"soldOut,omitempty"`
}

// remembered bounds the rows that are kept in memory.
const remembered = 50_000

var (
	balancesTable  = projections.TableOf[tables.Balance]("product_balances", 1)
	movementsTable = projections.TableOf[tables.Movement]("stock_movements", 2)
	openTable      = &projections.Table{Name: "stock_open_orders", Keys: 1, Columns: projections.Columns("order_id bigint, state text")}

	balanceColumns = tables.Of[tables.Balance]()
)

// Apply implements projections.Projector.
func (p *inventory) Apply(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	if len(p.balances) > remembered {
		clear(p.balances)
	}
	if len(p.orders) > remembered {
		clear(p.orders)
	}
	if err := p.loadOrders(ctx, w, events); err != nil {
		return err
	}
	if err := p.loadBalances(ctx, w, events); err != nil {
		return err
	}
	b := &inventoryBatch{inventory: p, w: w, changed: map[int64]bool{}, reopened: map[int64]bool{}}
	for _, e := range events {
		if err := b.apply(e); err != nil {
			return projections.At(e, err)
		}
	}
	return b.flush()
}

// orderOf returns the order that an event concerns, or 0.
func orderOf(e projections.Event) int64 {
	switch payload := e.Payload.(type) {
	case stock.Reserved:
		return payload.OrderID
	case stock.Released:
		return payload.OrderID
	case stock.Returned:
		return payload.OrderID
	case stock.LevelsSet, stock.LevelsRemoved, stock.Settled:
		return 0
	}
	return domain.StreamID(e.Stream)
}

// loadOrders loads the open orders that a batch concerns. An order that is reserved in the batch begins there.
func (p *inventory) loadOrders(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	var missing []int64
	for _, e := range events {
		id := orderOf(e)
		if _, known := p.orders[id]; known || id == 0 {
			continue
		}
		p.orders[id] = nil
		if _, begins := e.Payload.(stock.Reserved); !begins {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT order_id, state FROM stock_open_orders WHERE order_id = ANY($1)`, missing)
	if err != nil {
		return err
	}
	var id int64
	var state []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &state}, func() error {
		o := &openOrder{}
		p.orders[id] = o
		return json.Unmarshal(state, o)
	})
	return err
}

// loadBalances loads the balances that a batch may change: of the products that events name, and of those in the orders they concern.
func (p *inventory) loadBalances(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	var missing []int64
	need := func(id int64) {
		if _, known := p.balances[id]; !known {
			p.balances[id] = nil
			missing = append(missing, id)
		}
	}
	none := stock.New(stock.Stream) // reservations are those of the open orders
	for _, e := range events {
		for _, id := range productsOf(e, none) {
			need(id)
		}
		if o := p.orders[orderOf(e)]; o != nil {
			for id := range o.Open {
				need(id)
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	rows, err := w.Query(ctx, "SELECT "+balanceColumns.SQL()+" FROM product_balances WHERE product_id = ANY($1)", missing)
	if err != nil {
		return err
	}
	found, err := pgx.CollectRows(rows, balanceColumns.Collect)
	for _, row := range found {
		p.balances[row.ProductID] = row
	}
	return err
}

// inventoryBatch is the work on one batch of events.
type inventoryBatch struct {
	*inventory
	w        *projections.Writer
	changed  map[int64]bool // balances
	reopened map[int64]bool // orders
}

func (b *inventoryBatch) apply(e projections.Event) error {
	switch payload := e.Payload.(type) {
	case stock.LevelsSet:
		return b.set(e, payload)
	case stock.LevelsRemoved:
		for _, id := range payload.ProductIDs {
			if b.balances[id] == nil {
				continue
			}
			if err := b.put(e, *b.balances[id], tables.Balance{ProductID: id}, movement{cause: causeRemoved}); err != nil {
				return err
			}
			b.balances[id] = nil
		}
	case stock.Reserved:
		return b.reserve(e, payload)
	case stock.Released:
		o := b.orders[payload.OrderID]
		m := movement{cause: causeReleased, order: payload.OrderID, back: true}
		if o != nil {
			m.restocked = o.SoldOut
		}
		return b.each(e, o, openOf(o), m)
	case stock.Returned:
		m := movement{cause: causeCancelled, order: payload.OrderID, back: true}
		for _, l := range payload.Lines {
			if l.BackInStock {
				m.restocked = append(m.restocked, l.ProductID)
			}
		}
		if memo, ok := strings.CutPrefix(payload.Reference, "creditmemo-"); ok {
			m.cause = causeRefunded
			m.document, _ = strconv.ParseInt(memo, 10, 64)
		}
		return b.each(e, b.orders[payload.OrderID], sum(payload.Lines), m)
	case order.Placed:
		return b.placed(e, payload)
	case order.Shipped:
		return b.shipped(e, payload)
	case order.CanceledEvent:
		gone := map[int64]money.Decimal{}
		for _, l := range payload.Lines {
			gone[l.ProductID] = gone[l.ProductID].Add(l.Qty.Sub(l.BackToStock))
		}
		id := domain.StreamID(e.Stream)
		return b.each(e, b.orders[id], gone, movement{cause: causeCancelled, order: id})
	case order.Refunded:
		gone := map[int64]money.Decimal{}
		for _, l := range payload.Lines {
			if !l.BackToStock {
				gone[l.ProductID] = gone[l.ProductID].Add(l.Qty)
			}
		}
		id := domain.StreamID(e.Stream)
		return b.each(e, b.orders[id], gone, movement{cause: causeRefunded, order: id, document: payload.MemoID})
	}
	return nil
}

// set sets the available quantities.
func (b *inventoryBatch) set(e projections.Event, payload stock.LevelsSet) error {
	meta, err := e.Meta()
	if err != nil {
		return err
	}
	for _, level := range payload.Levels {
		if b.balances[level.ProductID] == nil {
			b.balances[level.ProductID] = &tables.Balance{ProductID: level.ProductID}
		}
		was := *b.balances[level.ProductID]
		now := was
		now.Available, now.InStock, now.LevelAt = level.Qty, level.InStock, e.Position
		now.NotifyQty, now.Managed = nil, nil
		if level.OwnNotifyQty {
			now.NotifyQty = &level.NotifyQty
		}
		if level.OwnManage {
			now.Managed = &level.Manage
		}
		if err := b.put(e, was, now, movement{cause: causeSet, command: meta.Command}); err != nil {
			return err
		}
	}
	return nil
}

func (b *inventoryBatch) reserve(e projections.Event, payload stock.Reserved) error {
	o := &openOrder{Open: map[int64]money.Decimal{}}
	for _, l := range payload.Lines {
		if l.SoldOut {
			o.SoldOut = append(o.SoldOut, l.ProductID)
		}
	}
	taken := sum(payload.Lines)
	for _, id := range slices.Sorted(maps.Keys(taken)) {
		if b.balances[id] == nil {
			continue // the ledger has no level of it either
		}
		o.Open[id] = taken[id]
		was := *b.balances[id]
		now := was
		now.Available, now.Reserved = was.Available.Sub(taken[id]), was.Reserved.Add(taken[id])
		now.InStock = was.InStock && !slices.Contains(o.SoldOut, id)
		if err := b.put(e, was, now, movement{cause: causeOrdered, order: payload.OrderID}); err != nil {
			return err
		}
	}
	if len(o.Open) > 0 {
		b.orders[payload.OrderID], b.reopened[payload.OrderID] = o, true
	}
	return nil
}

// placed notes which lines of an order are shipped. Of products that are not, nothing is left to do.
func (b *inventoryBatch) placed(e projections.Event, payload order.Placed) error {
	o := b.orders[payload.OrderID]
	if o == nil {
		return nil
	}
	ships, gone := map[int64]bool{}, map[int64]money.Decimal{}
	lines := map[int64]int64{}
	for _, l := range payload.Lines {
		if _, open := o.Open[l.ProductID]; open && !l.Virtual {
			lines[l.ID], ships[l.ProductID] = l.ProductID, true
		}
	}
	for id, qty := range o.Open {
		if !ships[id] {
			gone[id] = qty
		}
	}
	changed := o.copied()
	changed.Lines = lines
	b.orders[payload.OrderID], b.reopened[payload.OrderID] = changed, true
	return b.each(e, changed, gone, movement{cause: causeDelivered, order: payload.OrderID})
}

func (b *inventoryBatch) shipped(e projections.Event, payload order.Shipped) error {
	id := domain.StreamID(e.Stream)
	o := b.orders[id]
	if o == nil {
		return nil
	}
	gone := map[int64]money.Decimal{}
	for _, l := range payload.Lines {
		if product, known := o.Lines[l.LineID]; known {
			gone[product] = gone[product].Add(l.Qty)
		}
	}
	return b.each(e, o, gone, movement{cause: causeShipped, order: id, document: payload.ShipmentID})
}

// movement says why balances move. Units that come back are available again; all others have left.
type movement struct {
	cause, command  string
	order, document int64
	back            bool
	restocked       []int64 // products that are in stock again
}

// each moves quantities of an order. Cancelling releases the reserved quantity of the open lines. Units that come back may be more than the
// open quantity: they were shipped before.
func (b *inventoryBatch) each(e projections.Event, o *openOrder, quantities map[int64]money.Decimal, m movement) error {
	if o != nil {
		o = o.copied()
		b.orders[m.order], b.reopened[m.order] = o, true
	}
	for _, id := range slices.Sorted(maps.Keys(quantities)) {
		qty, held := quantities[id], money.Zero
		if o != nil {
			held = money.Min(o.Open[id], qty)
		}
		if held.Sign() > 0 {
			if o.Open[id] = o.Open[id].Sub(held); o.Open[id].IsZero() {
				delete(o.Open, id)
			}
		}
		if b.balances[id] == nil {
			continue
		}
		was := *b.balances[id]
		now := was
		now.Reserved = was.Reserved.Sub(held)
		if m.back {
			now.Available = was.Available.Add(qty)
		}
		now.InStock = was.InStock || slices.Contains(m.restocked, id)
		if now.Reserved.Equal(was.Reserved) && now.Available.Equal(was.Available) && now.InStock == was.InStock {
			continue
		}
		if err := b.put(e, was, now, m); err != nil {
			return err
		}
	}
	return nil
}

// put stores a movement and the balance after it. A change of other values of a level moves nothing, and is stored as well. The movements
// have the state of the stock at each position.
func (b *inventoryBatch) put(e projections.Event, was, now tables.Balance, m movement) error {
	now.UpdatedAt, now.Version, now.Low = e.Times().Recorded, e.Position, isLow(now)
	b.balances[now.ProductID], b.changed[now.ProductID] = &now, true
	b.touch(e, now.ProductID)
	return movementsTable.Put(b.w, tables.Movement{
		ProductID: now.ProductID, Position: e.Position, Cause: m.cause, OrderID: m.order, DocumentID: m.document,
		AvailableBefore: was.Available, AvailableAfter: now.Available, ReservedBefore: was.Reserved, ReservedAfter: now.Reserved,
		MadeAt: e.Times().Recorded, Actor: e.Times().By.String(), Command: m.command,
		InStock: now.InStock, LevelAt: now.LevelAt,
	})
}

// isLow tells whether fewer units of a balance are available than the product's own notify quantity; nil if the configuration decides.
func isLow(b tables.Balance) *bool {
	low := false
	switch {
	case b.Managed != nil && !*b.Managed:
	case b.NotifyQty == nil:
		return nil
	default:
		low = b.Available.Less(*b.NotifyQty)
	}
	return &low
}

func (b *inventoryBatch) touch(e projections.Event, id int64) {
	b.w.Touch(e.Position, scopes.Balances, scopes.Balance(id))
}

// flush writes the balances and the open orders that changed.
func (b *inventoryBatch) flush() error {
	for id := range b.changed {
		if balance := b.balances[id]; balance == nil {
			b.w.Delete(balancesTable.Table, id)
		} else if err := balancesTable.Put(b.w, *balance); err != nil {
			return err
		}
	}
	for id := range b.reopened {
		o := b.orders[id]
		if o == nil || len(o.Open) == 0 {
			b.orders[id] = nil
			b.w.Delete(openTable, id)
			continue
		}
		state, err := json.Marshal(o)
		if err != nil {
			return err
		}
		b.w.Put(openTable, id, state)
	}
	return nil
}

func (o *openOrder) copied() *openOrder {
	return &openOrder{Open: maps.Clone(o.Open), Lines: o.Lines, SoldOut: o.SoldOut}
}

func openOf(o *openOrder) map[int64]money.Decimal {
	if o == nil {
		return nil
	}
	return o.Open
}

// sum adds up lines by product.
func sum(lines []stock.Line) map[int64]money.Decimal {
	out := map[int64]money.Decimal{}
	for _, l := range lines {
		out[l.ProductID] = out[l.ProductID].Add(l.Qty)
	}
	return out
}
