// Package stock is the stock ledger. One stream holds the stock of all products. Changing a hundred products and reserving all lines of an
// order are therefore single, atomic events, and no unit can be sold twice.
//
//	         LevelsSet (inventory, products)
//	              │
//	qty ──────────┴──▶ Reserved(order) ──▶ Settled      the order exists, the units are gone
//	 ▲                     │
//	 │                     └─────────────▶ Released     the order was not placed
//	 └───── Returned (cancel, credit memo)
package stock

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// Category is the category of the ledger's stream, Stream its name. Several stocks would be several streams.
const (
	Category = "stock"
	Stream   = "stock-1"
)

// Level is the stock of one product. Values whose Own flag is not set come from the shop's configuration (shapes-catalog §1.7).
type Level struct {
	ProductID int64         `json:"productId"`
	Qty       money.Decimal `json:"qty"`
	InStock   bool          `json:"inStock,omitempty"`
	Manage    bool          `json:"manage,omitempty"`
	Policy
}

// Policy holds the rules for selling the quantity of a product.
type Policy struct {
	MinQty              money.Decimal `json:"minQty,omitzero"`
	MinSaleQty          money.Decimal `json:"minSaleQty,omitzero"`
	MaxSaleQty          money.Decimal `json:"maxSaleQty,omitzero"`
	NotifyQty           money.Decimal `json:"notifyQty,omitzero"`
	Increments          money.Decimal `json:"increments,omitzero"`
	Backorders          int           `json:"backorders,omitempty"` // 0 none, 1 allow, 2 allow and notify
	DecimalQty          bool          `json:"decimalQty,omitempty"`
	EnableIncrements    bool          `json:"enableIncrements,omitempty"`
	OwnMinQty           bool          `json:"ownMinQty,omitempty"` // Own...: overrides the configuration
	OwnMinSaleQty       bool          `json:"ownMinSaleQty,omitempty"`
	OwnMaxSaleQty       bool          `json:"ownMaxSaleQty,omitempty"`
	OwnBackorders       bool          `json:"ownBackorders,omitempty"`
	OwnNotifyQty        bool          `json:"ownNotifyQty,omitempty"`
	OwnIncrements       bool          `json:"ownIncrements,omitempty"`
	OwnEnableIncrements bool          `json:"ownEnableIncrements,omitempty"`
	OwnManage           bool          `json:"ownManage,omitempty"`
}

// Fresh returns the level of a product that never had one: manage_stock on, min_sale_qty 1, everything else from the configuration
// (shapes-catalog §1.7).
func Fresh(productID int64) Level {
	return Level{ProductID: productID, Manage: true, Policy: Policy{MinSaleQty: money.One}}
}

type (
	// LevelsSet replaces the levels of some products, in one event for all of them.
	LevelsSet struct {
		Levels []Level `json:"levels"`
		// Previous lists the quantities before, in the order of the levels.
		Previous []money.Decimal `json:"previous,omitempty"`
	}
	// LevelsRemoved drops products that no longer exist.
	LevelsRemoved struct {
		ProductIDs []int64 `json:"productIds"`
		// Previous lists the quantities before, in the order of the products. Version 1 did not have them.
		Previous []money.Decimal `json:"previous,omitempty"`
	}
	// Reserved subtracts all lines of an order from the available quantities.
	Reserved struct {
		OrderID int64  `json:"orderId"`
		Lines   []Line `json:"lines"`
		// Placed tells that the order was placed by the same append, so that the reservation is settled from the beginning.
		Placed bool `json:"placed,omitempty"`
	}
	// Released returns a reservation because its order was not placed.
	Released struct {
		OrderID int64 `json:"orderId"`
		// Lines are those of the reservation. Version 1 did not have them.
		Lines []Line `json:"lines,omitempty"`
	}
	// Settled ends the reservations of placed orders; the units are sold.
	Settled struct {
		OrderIDs []int64 `json:"orderIds"`
	}
	// Returned returns units of an order to stock, because it was cancelled or refunded.
	Returned struct {
		OrderID   int64  `json:"orderId"`
		Reference string `json:"reference"`
		Lines     []Line `json:"lines"`
	}
)

// Line is a quantity of a product.
type Line struct {
	ProductID int64         `json:"productId"`
	Qty       money.Decimal `json:"qty"`
	// Backordered is the part of Qty that was not in stock.
	Backordered money.Decimal `json:"backordered,omitzero"`
	// After is the product's quantity after the line. Lines of version 1 do not have it.
	After *money.Decimal `json:"after,omitempty"`
	// SoldOut and BackInStock tell that the line changes the product's in-stock flag.
	SoldOut     bool `json:"soldOut,omitempty"`
	BackInStock bool `json:"backInStock,omitempty"`
}

func (LevelsSet) EventName() string     { return "StockLevelsSet" }
func (LevelsRemoved) EventName() string { return "StockLevelsRemoved" }
func (Reserved) EventName() string      { return "StockReserved" }
func (Released) EventName() string      { return "StockReleased" }
func (Settled) EventName() string       { return "StockSettled" }
func (Returned) EventName() string      { return "StockReturned" }

func EventSpecs() []domain.EventSpec {
	same := func(data []byte) ([]byte, error) { return data, nil } // version 2 tells the quantities
	return append(domain.Specs(LevelsSet{}, Settled{}), domain.Spec[LevelsRemoved](2, same), domain.Spec[Reserved](2, same),
		domain.Spec[Released](2, same), domain.Spec[Returned](2, same))
}

// Ledger is the state of the stream. Evolve modifies it in place, because it may hold a hundred thousand products.
type Ledger struct {
	Levels map[int64]*Level `json:"levels"`
	// Open holds the reservations that are neither settled nor released, by order.
	Open map[int64][]Line `json:"open"`
	// Recent holds the references of the newest returns, so that a repeated return changes nothing. The oldest references are dropped; later
	// repetitions are still refused by the log, which knows their event IDs.
	Recent []string `json:"recent"`
	known  map[string]bool
}

// keepReferences is the least number of references of returns that the ledger remembers.
const keepReferences = 5000

func New(string) *Ledger { return &Ledger{Levels: map[int64]*Level{}, Open: map[int64][]Line{}} }

func Evolve(l *Ledger, e domain.Event) *Ledger {
	switch e := e.(type) {
	case LevelsSet:
		for _, level := range e.Levels {
			l.Levels[level.ProductID] = &level
		}
	case LevelsRemoved:
		for _, id := range e.ProductIDs {
			delete(l.Levels, id)
		}
	case Reserved:
		l.move(e.Lines, money.One.Neg())
		if !e.Placed {
			l.Open[e.OrderID] = e.Lines
		}
	case Released:
		l.move(l.Open[e.OrderID], money.One)
		delete(l.Open, e.OrderID)
	case Settled:
		for _, id := range e.OrderIDs {
			delete(l.Open, id)
		}
	case Returned:
		l.move(e.Lines, money.One)
		l.remember(e.Reference)
	}
	return l
}

// move adds lines to the quantities, or subtracts them if sign is negative.
func (l *Ledger) move(lines []Line, sign money.Decimal) {
	taken := sign.Sign() < 0
	for _, line := range lines {
		level := l.Levels[line.ProductID]
		if level == nil {
			continue
		}
		level.Qty = level.Qty.Add(line.Qty.Mul(sign))
		switch {
		case line.SoldOut:
			level.InStock = !taken // a release undoes the reservation's change
		case line.BackInStock:
			level.InStock = true
		}
	}
}

func (l *Ledger) remember(reference string) {
	l.Recent = append(l.Recent, reference)
	if len(l.Recent) > 2*keepReferences {
		l.Recent = slices.Clone(l.Recent[keepReferences:])
		l.known = nil
	}
	if l.known != nil {
		l.known[reference] = true
	}
}

func (l *Ledger) returned(reference string) bool {
	if l.known == nil {
		l.known = make(map[string]bool, len(l.Recent))
		for _, r := range l.Recent {
			l.known[r] = true
		}
	}
	return l.known[reference]
}

// Reserve reserves all lines of an order, or none. A repeated call for the same order changes nothing. Only products with managed stock are
// reserved, and none if orders do not change quantities (shapes-sales §6 rule 2). It returns ErrNotEnough if a product is not available.
func (l *Ledger) Reserve(orderID int64, lines []Line, config Config) ([]domain.Event, error) {
	if _, has := l.Open[orderID]; has {
		return nil, nil
	}
	wanted := map[int64]money.Decimal{}
	var taken []Line
	for _, line := range lines {
		if line.Qty.Sign() <= 0 {
			return nil, fault.Invalidf("Quantity must be greater than zero")
		}
		level := l.level(line.ProductID)
		rules := level.Rules(config)
		if !rules.Manage {
			continue
		}
		if !level.InStock {
			return nil, ErrNotEnough
		}
		before := wanted[line.ProductID]
		wanted[line.ProductID] = before.Add(line.Qty)
		left := level.Qty.Sub(rules.MinQty).Sub(before)
		if short := line.Qty.Sub(left); short.Sign() > 0 {
			if rules.Backorders == 0 {
				return nil, ErrNotEnough
			}
			line.Backordered = money.Min(short, line.Qty)
		}
		line.SoldOut = rules.Backorders == 0 && left.Equal(line.Qty)
		if !config.NoSubtract {
			after := level.Qty.Sub(before).Sub(line.Qty)
			line.After = &after
			taken = append(taken, line)
		}
	}
	// An order that reserves nothing is recorded, too, so that the process knows this step is done.
	return []domain.Event{Reserved{OrderID: orderID, Lines: taken}}, nil
}

// Sell is Reserve for an order that is placed by the same append: nothing of it is open afterwards.
func (l *Ledger) Sell(orderID int64, lines []Line, config Config) ([]domain.Event, error) {
	events, err := l.Reserve(orderID, lines, config)
	for i, e := range events {
		if r, ok := e.(Reserved); ok {
			r.Placed = true
			events[i] = r
		}
	}
	return events, err
}

// level returns the level of a product, or a fresh one.
func (l *Ledger) level(productID int64) Level {
	if has := l.Levels[productID]; has != nil {
		return *has
	}
	return Fresh(productID)
}

var ErrNotEnough = fault.Preconditionf("Not all products are available in the requested quantity")

// Release releases the open reservation of an order, if there is one.
func (l *Ledger) Release(orderID int64) []domain.Event {
	reserved, has := l.Open[orderID]
	if !has {
		return nil
	}
	return []domain.Event{Released{OrderID: orderID, Lines: l.adding(reserved)}}
}

// adding returns lines that are added to the quantities, with the quantities after each of them.
func (l *Ledger) adding(lines []Line) []Line {
	added := map[int64]money.Decimal{}
	out := slices.Clone(lines)
	for i := range out {
		line := &out[i]
		line.After = nil
		if level := l.Levels[line.ProductID]; level != nil {
			added[line.ProductID] = added[line.ProductID].Add(line.Qty)
			after := level.Qty.Add(added[line.ProductID])
			line.After = &after
		}
	}
	return out
}

// Settle ends the open reservations of placed orders.
func (l *Ledger) Settle(orderIDs []int64) []domain.Event {
	open := knownIDs(l.Open, orderIDs)
	if len(open) == 0 {
		return nil
	}
	return []domain.Event{Settled{OrderIDs: open}}
}

// Return returns units of an order to stock, once for each reference. Products that were sold out are in stock again if the configuration
// says so (cataloginventory/options/can_back_in_stock).
func (l *Ledger) Return(orderID int64, reference string, lines []Line, config Config) []domain.Event {
	if config.NoSubtract || l.returned(reference) {
		return nil
	}
	var back []Line
	for _, line := range lines {
		level := l.Levels[line.ProductID]
		if level == nil || line.Qty.Sign() <= 0 {
			continue
		}
		rules := level.Rules(config)
		if !rules.Manage {
			continue
		}
		line.BackInStock = config.BackInStock && !level.InStock && rules.MinQty.Less(level.Qty.Add(line.Qty))
		back = append(back, line)
	}
	if len(back) == 0 {
		return nil
	}
	return []domain.Event{Returned{OrderID: orderID, Reference: reference, Lines: l.adding(back)}}
}

// Remove removes deleted products.
func (l *Ledger) Remove(productIDs ...int64) []domain.Event {
	removed := knownIDs(l.Levels, productIDs)
	if len(removed) == 0 {
		return nil
	}
	e := LevelsRemoved{ProductIDs: removed}
	for _, id := range removed {
		e.Previous = append(e.Previous, l.Levels[id].Qty)
	}
	return []domain.Event{e}
}

// knownIDs returns the IDs that the map contains.
func knownIDs[T any](m map[int64]T, ids []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool {
		_, has := m[id]
		return !has
	})
}
