package catalog

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Stock stores the stock of each product, folded by the ledger. The stock of composites follows from that of their parts.
var Stock = projections.Definition{
	Name: "stock", Version: 3, Tables: []string{"product_stock", "product_reservations", "product_compositions", "stock_bitmaps"},
	Events: slices.Concat(projections.EventNames(stock.EventSpecs()), catalog.Products.EventNames()),
	New:    func() projections.Projector { return &stockProjector{levels: map[int64]*stock.Level{}} },
}

// stockProjector keeps the levels of recently sold products in memory.
type stockProjector struct {
	levels       map[int64]*stock.Level
	compositions compositions
	marks        stockMarks
}

var (
	stockTable = projections.TableOf[tables.StockRow]("product_stock", 1)
	reserved   = &projections.Table{Name: "product_reservations", Keys: 1, Columns: projections.Columns("order_id bigint, lines text")}
)

// Apply folds the ledger's events with the ledger's own fold, on the levels that the batch concerns.
func (p *stockProjector) Apply(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	if len(p.levels) > 50_000 {
		clear(p.levels)
	}
	if err := p.compositions.load(ctx, w); err != nil {
		return err
	}
	if err := p.marks.load(ctx, w); err != nil {
		return err
	}
	ledger := stock.New(stock.Stream)
	if err := p.loadReservations(ctx, w, events, ledger); err != nil {
		return err
	}
	if err := p.loadLevels(ctx, w, events, ledger); err != nil {
		return err
	}
	changed, composed := map[int64]eventstore.Position{}, map[int64]eventstore.Position{}
	for _, e := range events {
		if domain.Category(e.Stream) == catalog.Products.Name {
			if err := p.compositions.product(w, e, composed); err != nil {
				return projections.At(e, err)
			}
			continue
		}
		touched := productsOf(e, ledger)
		before := inStock(touched, ledger)
		ledger = stock.Evolve(ledger, e.Payload)
		for _, id := range touched {
			changed[id] = e.Position
			w.Touch(e.Position, scopes.ProductStock(id))
		}
		w.Touch(e.Position, scopes.Stock)
		if changesAvailability(e.Payload, touched, before, ledger) {
			w.Touch(e.Position, scopes.Availability)
			p.compositions.affect(e.Position, composed, touched...)
		}
		if err := p.keepReservation(w, e); err != nil {
			return projections.At(e, err)
		}
	}
	touchComposed(w, composed)
	for id, at := range changed {
		if p.compositions.known[id].Type != "" {
			composed[id] = max(composed[id], at)
		}
	}
	level, err := p.levelsOf(ctx, w, ledger, changed, composed)
	if err != nil {
		return err
	}
	for id, at := range changed {
		composed[id] = max(composed[id], at)
	}
	for id, at := range composed {
		if err := p.putStock(w, id, level, at); err != nil {
			return err
		}
	}
	p.marks.flush(w)
	for id := range changed {
		if p.levels[id] = ledger.Levels[id]; p.levels[id] == nil {
			delete(p.levels, id)
		}
	}
	return nil
}

func inStock(ids []int64, ledger *stock.Ledger) []bool {
	out := make([]bool, len(ids))
	for i, id := range ids {
		out[i] = ledger.Levels[id] != nil && ledger.Levels[id].InStock
	}
	return out
}

// changesAvailability tells whether the set of products in stock may have changed. After an event that sets whole levels it is always
// true.
func changesAvailability(e domain.Event, ids []int64, before []bool, ledger *stock.Ledger) bool {
	switch e.(type) {
	case stock.LevelsSet, stock.LevelsRemoved:
		return true
	}
	return !slices.Equal(before, inStock(ids, ledger))
}

// productsOf lists the products that an event changes.
func productsOf(e projections.Event, ledger *stock.Ledger) (ids []int64) {
	lines := func(list []stock.Line) {
		for _, l := range list {
			ids = append(ids, l.ProductID)
		}
	}
	switch payload := e.Payload.(type) {
	case stock.LevelsSet:
		for _, l := range payload.Levels {
			ids = append(ids, l.ProductID)
		}
	case stock.LevelsRemoved:
		ids = payload.ProductIDs
	case stock.Reserved:
		lines(payload.Lines)
	case stock.Returned:
		lines(payload.Lines)
	case stock.Released:
		lines(ledger.Open[payload.OrderID])
	}
	return ids
}

func (p *stockProjector) keepReservation(w *projections.Writer, e projections.Event) error {
	switch payload := e.Payload.(type) {
	case stock.Reserved:
		if payload.Placed {
			return nil
		}
		lines, err := json.Marshal(payload.Lines)
		if err != nil {
			return err
		}
		w.Put(reserved, payload.OrderID, lines)
	case stock.Released:
		w.Delete(reserved, payload.OrderID)
	case stock.Settled:
		for _, id := range payload.OrderIDs {
			w.Delete(reserved, id)
		}
	}
	return nil
}

func (p *stockProjector) loadReservations(ctx context.Context, w *projections.Writer, events []projections.Event,
	ledger *stock.Ledger) error {
	var orders []int64
	for _, e := range events {
		if payload, ok := e.Payload.(stock.Released); ok {
			orders = append(orders, payload.OrderID)
		}
	}
	if len(orders) == 0 {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT order_id, lines FROM product_reservations WHERE order_id = ANY($1)`, orders)
	if err != nil {
		return err
	}
	var id int64
	var lines []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &lines}, func() error {
		var list []stock.Line
		err := json.Unmarshal(lines, &list)
		ledger.Open[id] = list
		return err
	})
	return err
}

// loadLevels loads the levels on which this batch builds into the ledger.
func (p *stockProjector) loadLevels(ctx context.Context, w *projections.Writer, events []projections.Event, ledger *stock.Ledger) error {
	var missing []int64
	need := func(id int64) {
		if level := p.levels[id]; level != nil {
			copied := *level
			ledger.Levels[id] = &copied
		} else {
			missing = append(missing, id)
		}
	}
	for _, e := range events {
		if _, whole := e.Payload.(stock.LevelsSet); whole {
			continue // brings the whole level along
		}
		for _, id := range productsOf(e, ledger) {
			need(id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return readLevels(ctx, w, missing, ledger.Levels)
}
