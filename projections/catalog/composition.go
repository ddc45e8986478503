package catalog

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// composition is the stock projector's record of a product that is a composite, disabled or deleted. All others are simple and enabled.
type composition struct {
	Type     string    `json:"type,omitempty"` // of a composite
	Disabled bool      `json:"disabled,omitempty"`
	Groups   [][]int64 `json:"groups,omitempty"` // of which one product each has to be on sale
}

// compositions holds the parts of composites. A composite is in stock if its own level does not forbid it, and a product of each group is
// in stock (shapes-catalog §1.7).
type compositions struct {
	components
	known map[int64]composition
}

var compositionsTable = &projections.Table{
	Name: "product_compositions", Keys: 1, Columns: projections.Columns("product_id bigint, state text"),
}

func (c *compositions) load(ctx context.Context, w *projections.Writer) error {
	if c.known != nil {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT product_id, state FROM product_compositions`)
	if err != nil {
		return err
	}
	c.known = map[int64]composition{}
	c.clear()
	var id int64
	var state []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &state}, func() error {
		var known composition
		if err := json.Unmarshal(state, &known); err != nil {
			return err
		}
		c.keep(id, known)
		return nil
	})
	return err
}

func (c *compositions) keep(id int64, known composition) {
	c.set(id, slices.Concat(known.Groups...))
	if known.Type == "" && !known.Disabled {
		delete(c.known, id)
		return
	}
	c.known[id] = known
}

// product notes a product's event, and the composites whose stock depends on the product.
func (c *compositions) product(w *projections.Writer, e projections.Event, composed map[int64]eventstore.Position) error {
	id := domain.StreamID(e.Stream)
	had := c.known[id]
	now := had
	var values record.Values
	regroup := false
	switch payload := e.Payload.(type) {
	case record.Created:
		values = payload.Values
		now = composition{Disabled: true}
		if name := textOf(values["type"]); !catalog.HasStock(name) {
			now.Type, regroup = name, true
		}
	case record.Changed:
		if payload.StoreID != 0 {
			return nil
		}
		values = payload.Set
		for _, field := range []string{"groupedLinks", "childIds", "bundleOptions"} {
			regroup = regroup || now.Type != "" && (values[field] != nil || slices.Contains(payload.Unset, field))
		}
	case record.Deleted:
		now = composition{Disabled: true}
	}
	if raw := values["isActive"]; raw != nil {
		now.Disabled = string(raw) != "true"
	}
	if regroup {
		parts, _, err := partsOf(values)
		if err != nil {
			return err
		}
		now.Groups = catalog.PartsOf(now.Type, parts)
	}
	created := had.Type == "" && now.Type != ""
	if !created && !regroup && had.Disabled == now.Disabled && had.Type == now.Type {
		return nil
	}
	if had.Type != "" || now.Type != "" {
		composed[id] = e.Position
	}
	if had.Disabled != now.Disabled {
		c.affect(e.Position, composed, id)
	}
	c.keep(id, now)
	if kept, has := c.known[id]; has {
		state, err := json.Marshal(kept)
		if err != nil {
			return err
		}
		w.Put(compositionsTable, id, state)
		return nil
	}
	w.Delete(compositionsTable, id)
	return nil
}

// affect notes the composites that have some products as parts.
func (c *compositions) affect(at eventstore.Position, composed map[int64]eventstore.Position, ids ...int64) {
	for _, id := range ids {
		for parent := range c.parents[id] {
			composed[parent] = at
		}
	}
}

func textOf(raw json.RawMessage) (text string) {
	_ = json.Unmarshal(raw, &text)
	return text
}

// stockOf returns the stock of a product. level returns the level of the product and of its children.
func (c *compositions) stockOf(id int64, level func(int64) *stock.Level) stock.OnSale {
	return stock.Composed(level(id), c.known[id].Groups, func(child int64) (*stock.Level, bool) {
		of := c.known[child]
		return level(child), !of.Disabled && of.Type == ""
	})
}

// levelsOf returns the levels of composites and of their parts: those of the batch, those in memory, and the rest from the table.
func (p *stockProjector) levelsOf(ctx context.Context, w *projections.Writer, ledger *stock.Ledger,
	changed, composed map[int64]eventstore.Position) (func(int64) *stock.Level, error) {
	loaded := map[int64]*stock.Level{}
	var missing []int64
	find := func(id int64) *stock.Level {
		if _, has := changed[id]; has {
			return ledger.Levels[id]
		}
		if level := p.levels[id]; level != nil {
			return level
		}
		return loaded[id]
	}
	for id := range composed {
		for _, needed := range append([]int64{id}, p.compositions.children[id]...) {
			if _, has := changed[needed]; !has && p.levels[needed] == nil {
				missing = append(missing, needed)
			}
		}
	}
	if len(missing) == 0 {
		return find, nil
	}
	return find, readLevels(ctx, w, missing, loaded)
}

var stockColumns = tables.Of[tables.StockRow]()

// readLevels reads the levels of products. Products without a level are missing.
func readLevels(ctx context.Context, w *projections.Writer, ids []int64, into map[int64]*stock.Level) error {
	rows, err := w.Query(ctx, "SELECT "+stockColumns.SQL()+" FROM product_stock WHERE product_id = ANY($1) AND level IS NOT NULL", ids)
	if err != nil {
		return err
	}
	found, err := pgx.CollectRows(rows, stockColumns.Collect)
	for _, row := range found {
		if level, known := row.Level(); known {
			into[row.ProductID] = &level
		}
	}
	return err
}

// putStock writes the stock of a product.
func (p *stockProjector) putStock(w *projections.Writer, id int64, level func(int64) *stock.Level, at eventstore.Position) error {
	is, own := p.compositions.stockOf(id, level), level(id)
	p.marks.set(id, is.Managed, !is.Unmanaged)
	if own == nil {
		if p.compositions.known[id].Type == "" {
			w.Delete(stockTable.Table, id)
			p.marks.set(id, false, false)
			return nil
		}
	}
	row := tables.StockRow{ProductID: id, Stock: tables.Stock{Managed: is.Managed, Unmanaged: is.Unmanaged, Stored: own}, Version: at}
	if own != nil {
		row.Qty = own.Qty
	}
	w.Publish(row)
	return stockTable.Put(w, row)
}

// touchComposed touches the scopes of composites whose stock may have changed.
func touchComposed(w *projections.Writer, composed map[int64]eventstore.Position) {
	for id, at := range composed {
		w.Touch(at, scopes.ProductStock(id), scopes.Stock, scopes.Availability)
	}
}
