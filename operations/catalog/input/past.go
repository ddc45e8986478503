package input

import (
	"context"
	"errors"
	"maps"
	"slices"

	catalogcommands "tradelog/commands/catalog"
	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/operations"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/tables"
)

// Products holds products of the requested past. It is for one call.
type Products struct {
	call     *operations.Call
	commands *catalogcommands.Catalog
	reader   *readcatalog.Reader

	position eventstore.Position // 0: unknown
	products map[int64]*Product  // nil: there was none
	stocks   map[int64]*Stock    // nil: there was none
}

// Product is a past product.
type Product struct {
	catalogcommands.Dated
	Value catalog.Product // in all stores
}

// Stock is the past stock of a product, with the movement that set it.
type Stock struct {
	tables.Movement
	Level stock.Level
}

// PastOf returns the products of a call.
func PastOf(c *operations.Call, cmd *catalogcommands.Catalog, r *readcatalog.Reader) *Products {
	return &Products{call: c, commands: cmd, reader: r, products: map[int64]*Product{}, stocks: map[int64]*Stock{}}
}

// Position returns the position of the newest event of the past.
func (p *Products) Position(ctx context.Context) (at eventstore.Position, err error) {
	if p.position == 0 {
		p.position, err = p.call.PastPosition(ctx)
	}
	return p.position, err
}

// Product returns a product. record.ErrNotFound: there was none. It reads the product's stream, once.
func (p *Products) Product(ctx context.Context, id int64) (*Product, error) {
	then, known := p.products[id]
	if !known {
		dated, err := p.commands.ProductUntil(ctx, id, p.call.AsOf())
		switch {
		case errors.Is(err, record.ErrNotFound):
		case err != nil:
			return nil, err
		default:
			then = &Product{Dated: dated}
			if then.Value, err = record.Read[catalog.Product](dated.Values[0]); err != nil {
				return nil, err
			}
			then.Value.ID = id
		}
		p.products[id] = then
	}
	if then == nil {
		return nil, record.ErrNotFound
	}
	return then, nil
}

// Load reads products and the products that they are sold as, each with its stock. Products that did not exist then are left out. It reads
// the streams of these products, a row of each, and the events that set their levels. The length of the ledger of the stock does not
// matter.
func (p *Products) Load(ctx context.Context, ids ...int64) error {
	wanted := slices.Clone(ids)
	for _, id := range ids {
		then, err := p.Product(ctx, id)
		if err != nil {
			if errors.Is(err, record.ErrNotFound) {
				continue
			}
			return err
		}
		wanted = append(wanted, slices.Concat(then.Groups()...)...)
	}
	for _, id := range wanted {
		if _, err := p.Product(ctx, id); err != nil && !errors.Is(err, record.ErrNotFound) {
			return err
		}
	}
	slices.Sort(wanted)
	return p.loadStock(ctx, slices.DeleteFunc(slices.Compact(wanted), func(id int64) bool {
		_, known := p.stocks[id]
		return known
	}))
}

// Groups returns the groups of products of which one each has to be on sale, if the product is sold as its parts.
func (t *Product) Groups() [][]int64 { return catalog.PartsOf(t.Value.Type, t.Value.Parts) }

func (p *Products) loadStock(ctx context.Context, ids []int64) error {
	at, err := p.Position(ctx)
	if err != nil {
		return err
	}
	movements, err := p.reader.StockThen(ctx, ids, at)
	if err != nil {
		return err
	}
	set := map[eventstore.Position]bool{}
	for _, id := range ids {
		p.stocks[id] = nil
		if m, has := movements[id]; has {
			set[m.LevelAt] = true
		}
	}
	for _, at := range slices.Sorted(maps.Keys(set)) {
		event, err := p.commands.EventAt(ctx, at)
		if err != nil {
			return err
		}
		levels, _ := event.(stock.LevelsSet)
		for _, level := range levels.Levels {
			if m, has := movements[level.ProductID]; has && m.LevelAt == at {
				level.Qty, level.InStock = m.AvailableAfter, m.InStock
				p.stocks[level.ProductID] = &Stock{m, level}
			}
		}
	}
	return nil
}

// Movement returns the movement that set the past stock of a loaded product; nil if it had never been set.
func (p *Products) Movement(id int64) *tables.Movement {
	if s := p.stocks[id]; s != nil {
		return &s.Movement
	}
	return nil
}

func (p *Products) level(id int64) *stock.Level {
	if s := p.stocks[id]; s != nil {
		return &s.Level
	}
	return nil
}

// Stock returns the stock of a loaded product for carts. Known is false if there was none.
func (p *Products) Stock(id int64) (s tables.Stock, known bool) {
	then, level := p.products[id], p.level(id)
	if then == nil || level == nil && catalog.HasStock(then.Value.Type) {
		return s, false
	}
	on := stock.Composed(level, then.Groups(), func(part int64) (*stock.Level, bool) {
		of := p.products[part]
		return p.level(part), of != nil && of.Value.IsActive && catalog.HasStock(of.Value.Type)
	})
	s = tables.Stock{Managed: on.Managed, Unmanaged: on.Unmanaged, Stored: level}
	if level != nil {
		s.Qty = level.Qty
	}
	return s, true
}
