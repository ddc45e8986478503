package catalog

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/money"
	"tradelog/domain/stock"
)

// Settings provides the shop's configuration of stock.
type Settings interface {
	// StockConfig returns the defaults of stock management for products without values of their own.
	StockConfig(ctx context.Context) (stock.Config, error)
	// UniqueAttributes returns the codes of user-defined attributes whose values must be unique.
	UniqueAttributes(ctx context.Context) ([]string, error)
}

// Inventory carries out the commands on the stock ledger.
type Inventory struct {
	settings Settings
	ledger   commands.Repository[*stock.Ledger]
}

var ledger = commands.Decider[*stock.Ledger]{
	Category: stock.Category, Shared: true, Initial: stock.New, Evolve: stock.Evolve, SnapshotEvery: 20_000, Cached: 4,
}

// CatalogStreams declares the streams of the area.
func CatalogStreams() []commands.Streams {
	return []commands.Streams{
		commands.DeclareRecords(catalog.Products, "product"), commands.DeclareRecords(catalog.Categories, "category"),
		commands.Declare(ledger, "", stock.EventSpecs()), commands.Declare(days, "", domain.Specs(catalog.DayBegan{})),
	}
}

func newInventory(e *commands.Engine, settings Settings) *Inventory {
	return &Inventory{settings: settings, ledger: commands.Open(e, ledger)}
}

func (c *Inventory) decide(ctx context.Context, name string, decide func(*stock.Ledger) []domain.Event, options ...commands.Option) error {
	_, err := c.ledger.Decide(ctx, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) { return decide(l), nil },
		append(options, commands.Named(name))...)
	return err
}

// StockSet is the result of setting stock, in the order of the changes.
type StockSet struct {
	Previous []money.Decimal
	Levels   []stock.Level
}

// SetStock changes the stock of some products, all or none.
func (c *Inventory) SetStock(ctx context.Context, changes []stock.Change) (StockSet, error) {
	config, err := c.settings.StockConfig(ctx)
	if err != nil {
		return StockSet{}, err
	}
	var out StockSet
	result, err := c.ledger.Decide(ctx, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) {
		events, previous, after, err := l.Set(changes, config)
		out = StockSet{Previous: previous, Levels: after}
		return events, err
	}, commands.Named("SetStock"))
	if err != nil || out.Levels != nil && !result.Repeated || len(changes) == 0 {
		return out, err
	}
	// An earlier attempt has changed the stock: its event holds the changes.
	err = c.ledger.View(ctx, stock.Stream, func(l *stock.Ledger, _ bool) error {
		for _, e := range result.Events {
			if set, ok := e.(stock.LevelsSet); ok {
				l = l.Before(set)
			}
		}
		var err error
		_, out.Previous, out.Levels, err = l.Set(changes, config)
		return err
	})
	return out, err
}

// Levels returns the ledger's newest levels of products, without those that never had one.
func (c *Inventory) Levels(ctx context.Context, productIDs []int64) (map[int64]stock.Level, error) {
	found := make(map[int64]stock.Level, len(productIDs))
	err := c.ledger.View(ctx, stock.Stream, func(l *stock.Ledger, _ bool) error {
		for _, id := range productIDs {
			if level := l.Levels[id]; level != nil {
				found[id] = *level
			}
		}
		return nil
	})
	return found, err
}

// Limits returns a check whether a cart may have a quantity of one of some products, by the ledger's newest levels.
func (c *Inventory) Limits(ctx context.Context, productIDs []int64) (func(productID int64, qty money.Decimal) bool, error) {
	config, err := c.settings.StockConfig(ctx)
	if err != nil {
		return nil, err
	}
	found, err := c.Levels(ctx, productIDs)
	return func(productID int64, qty money.Decimal) bool {
		level, has := found[productID]
		return !has || level.Problem(config, qty, "") == nil
	}, err
}

// Reserve lets a process reserve lines for an order, all or none. sold tells that the same append places the order, so that nothing stays
// reserved. Each time it has decided, it calls reserved with the lines, without those of products whose stock is not managed.
func (c *Inventory) Reserve(
	ctx context.Context, p *commands.Process, orderID int64, lines []stock.Line, sold bool, reserved func([]stock.Line),
) error {
	config, err := c.settings.StockConfig(ctx)
	if err != nil {
		return err
	}
	commands.Join(p, c.ledger, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) {
		decide := l.Reserve
		if sold {
			decide = l.Sell
		}
		events, err := decide(orderID, lines, config)
		reserved(reservedIn(events))
		return events, err
	}, commands.Named("ReserveStock"))
	return nil
}

func reservedIn(events []domain.Event) (lines []stock.Line) {
	for _, e := range events {
		if r, ok := e.(stock.Reserved); ok {
			lines = append(lines, r.Lines...)
		}
	}
	return lines
}

// ReleaseStock releases the reservation of an order that will not be placed, if there is one.
func (c *Inventory) ReleaseStock(ctx context.Context, orderID int64) error {
	return c.decide(ctx, "ReleaseStock", func(l *stock.Ledger) []domain.Event { return l.Release(orderID) })
}

// SettleReservations settles the reservations of placed orders.
func (c *Inventory) SettleReservations(ctx context.Context, orderIDs []int64) error {
	return c.decide(ctx, "SettleReservations", func(l *stock.Ledger) []domain.Event { return l.Settle(orderIDs) })
}

// ReturnStock returns units of an order to stock, once for each reference.
func (c *Inventory) ReturnStock(ctx context.Context, orderID int64, reference string, lines []stock.Line) error {
	if len(lines) == 0 {
		return nil
	}
	config, err := c.settings.StockConfig(ctx)
	if err != nil {
		return err
	}
	return c.decide(ctx, "ReturnStock", func(l *stock.Ledger) []domain.Event { return l.Return(orderID, reference, lines, config) },
		commands.Once("return/"+reference))
}
