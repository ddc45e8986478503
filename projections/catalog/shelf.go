package catalog

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/projections"
)

// shelf knows which products can be bought, because prices of composites follow from the parts that can. It folds the events of the ledger
// with the ledger's own fold, on levels without quantities.
type shelf struct {
	levels    map[int64]*stock.Level // recently read or changed ones; nil for a product without a level
	holds     map[int64][]stock.Line // of this run, see hold
	unmanaged bool                   // the configuration does not manage stock
}

var (
	availabilityTable = &projections.Table{Name: "product_availability", Keys: 1,
		Columns: projections.Columns("product_id bigint, in_stock boolean, manage boolean, own_manage boolean")}
	holdsTable = &projections.Table{Name: "product_holds", Keys: 1, Columns: projections.Columns("order_id bigint, lines text")}
)

// buys tells whether an actor is a buyer.
func buys(by eventstore.Actor) bool { return by.Kind == "customer" || by.Kind == "guest" }

// showsProducts tells whether the answer to an actor waits for the products projector. Buyers do not wait for what their order
// changes in the catalog.
func showsProducts(by eventstore.Actor, event string) bool {
	return !buys(by) || !slices.Contains(movesOfStock, event)
}

// read makes sure that the levels of products are in memory.
func (s *shelf) read(ctx context.Context, w *projections.Writer, ids []int64) error {
	var missing []int64
	for _, id := range ids {
		if _, known := s.levels[id]; !known {
			missing = append(missing, id)
			s.levels[id] = nil
		}
	}
	if len(missing) == 0 {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT product_id, in_stock, manage, own_manage FROM product_availability WHERE product_id = ANY($1)`, missing)
	if err != nil {
		return err
	}
	var level stock.Level
	_, err = pgx.ForEachRow(rows, []any{&level.ProductID, &level.InStock, &level.Manage, &level.OwnManage}, func() error {
		read := level
		s.levels[read.ProductID] = &read
		return nil
	})
	return err
}

// apply folds an event of the ledger. moved lists the products that it concerns and that have a level afterwards, changed those that can be
// bought since, or no longer.
func (s *shelf) apply(ctx context.Context, w *projections.Writer, e projections.Event) (moved, changed []int64, err error) {
	ledger := stock.New(stock.Stream)
	switch payload := e.Payload.(type) {
	case stock.Reserved:
		if err := s.hold(w, payload); err != nil {
			return nil, nil, err
		}
	case stock.Released:
		if ledger.Open[payload.OrderID], err = s.held(ctx, w, payload); err != nil {
			return nil, nil, err
		}
	}
	ids := productsOf(e, ledger)
	if err := s.read(ctx, w, ids); err != nil {
		return nil, nil, err
	}
	before := map[int64]*stock.Level{}
	for _, id := range ids {
		if level := s.levels[id]; level != nil {
			copied := *level
			before[id], ledger.Levels[id] = level, &copied
		}
	}
	ledger = stock.Evolve(ledger, e.Payload)
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		level := ledger.Levels[id]
		s.levels[id] = level
		if level == nil {
			w.Delete(availabilityTable, id)
		} else {
			moved = append(moved, id)
			if had := before[id]; had == nil || had.InStock != level.InStock || had.Manage != level.Manage || had.OwnManage != level.OwnManage {
				w.Put(availabilityTable, id, level.InStock, level.Manage, level.OwnManage)
			}
		}
		if before[id].OnSale() != level.OnSale() {
			changed = append(changed, id)
		}
	}
	return moved, changed, nil
}

// hold stores the lines of a reservation of version 1 by which a product is sold out. The event that releases it does not have them.
func (s *shelf) hold(w *projections.Writer, e stock.Reserved) error {
	if e.Placed || !slices.ContainsFunc(e.Lines, func(l stock.Line) bool { return l.SoldOut && l.After == nil }) {
		return nil
	}
	s.holds[e.OrderID] = e.Lines
	lines, err := json.Marshal(e.Lines)
	w.Put(holdsTable, e.OrderID, lines)
	return err
}

// held returns the lines of a reservation that ends.
func (s *shelf) held(ctx context.Context, w *projections.Writer, e stock.Released) (lines []stock.Line, err error) {
	if len(e.Lines) > 0 {
		return e.Lines, nil
	}
	w.Delete(holdsTable, e.OrderID)
	if lines, has := s.holds[e.OrderID]; has {
		delete(s.holds, e.OrderID)
		return lines, nil
	}
	rows, err := w.Query(ctx, `SELECT lines FROM product_holds WHERE order_id = $1`, e.OrderID)
	if err != nil {
		return nil, err
	}
	var stored []byte
	_, err = pgx.ForEachRow(rows, []any{&stored}, func() error { return json.Unmarshal(stored, &lines) })
	return lines, err
}

// inStock tells whether a product can be bought. Its level must be in memory.
func (s *shelf) inStock(id int64) bool {
	on := s.levels[id].OnSale()
	return on.Managed || s.unmanaged && on.Unmanaged
}

// begin prepares for a batch: it reads the levels that the events concern. It keeps the memory small.
func (s *shelf) begin(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	if len(s.levels) > 50_000 || s.levels == nil {
		s.levels = map[int64]*stock.Level{}
	}
	if s.holds == nil {
		s.holds = map[int64][]stock.Line{}
	}
	var ids []int64
	ledger := stock.New(stock.Stream)
	for _, e := range events {
		if e.Stream != stock.Stream {
			continue
		}
		if payload, ok := e.Payload.(stock.Released); ok {
			ledger.Open[payload.OrderID] = payload.Lines
		}
		ids = append(ids, productsOf(e, ledger)...)
	}
	return s.read(ctx, w, ids)
}

const manageStockPath = "cataloginventory/item_options/manage_stock"

// configured notes whether the configuration manages stock. It tells whether that has changed.
func (s *shelf) configured(e projections.Event) bool {
	raw, known := setting(e, manageStockPath)
	unmanaged := known && raw != nil && textOf(raw) != "1"
	if !known || unmanaged == s.unmanaged {
		return false
	}
	s.unmanaged = unmanaged
	return true
}

// setting returns the value of a path that an event of the configuration of all stores sets; nil if the default holds again. known is false
// for events that do not concern the path.
func setting(e projections.Event, path string) (raw json.RawMessage, known bool) {
	if e.Stream != settings.Default.Stream() {
		return nil, false
	}
	switch payload := e.Payload.(type) {
	case record.Created:
		raw, known = payload.Values[path]
	case record.Changed:
		raw, known = payload.Set[path]
		known = known || slices.Contains(payload.Unset, path)
	case record.Deleted:
		known = true
	}
	return raw, known
}

// sellable reads what prices of composites depend on: whether each of their parts can be bought. They are the composites that a batch
// renders, or all.
func (p *productsProjector) sellable(ctx context.Context, w *projections.Writer, b *batch) error {
	composites := maps.Keys(p.components.children)
	if b.stores == nil {
		ids := slices.Collect(maps.Keys(b.changed))
		composites = slices.Values(slices.AppendSeq(ids, maps.Keys(b.rendered)))
	}
	var parts []int64
	for id := range composites {
		parts = append(parts, p.components.children[id]...)
	}
	return p.shelf.read(ctx, w, parts)
}

// restocked applies an event of the ledger. It notes the composites whose price may depend on it, and the products that show it: the
// products themselves, and those that they are parts of. Products beside which they are shown show whether they can be bought.
func (p *productsProjector) restocked(ctx context.Context, w *projections.Writer, e projections.Event, b *batch) error {
	moved, changed, err := p.shelf.apply(ctx, w, e)
	for _, id := range moved {
		p.echo(w, e, id)
		for parent := range p.components.parents[id] {
			p.echo(w, e, parent)
		}
	}
	for _, id := range changed {
		p.affected(w, e, id, b.rendered)
	}
	return err
}

// canBeBought tells whether a part of a composite can be bought. Products without a stock of their own are no parts that count.
func (p *productsProjector) canBeBought(child catalog.Product, id int64) bool {
	return catalog.HasStock(child.Type) && p.shelf.inStock(id)
}

// movesOfStock lists the events of the ledger, without the one that changes no level.
var movesOfStock = slices.DeleteFunc(projections.EventNames(stock.EventSpecs()), func(name string) bool {
	return name == stock.Settled{}.EventName()
})
