package commands

import (
	"context"
	"strconv"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/stock"
)

// StockSet is what setting stock did, in the order of the changes.
type StockSet struct {
	Previous []money.Decimal
	Levels   []stock.Level
}

// SetStock changes the stock of some products, all or none.
func (c *Commands) SetStock(ctx context.Context, changes []stock.Change) (StockSet, error) {
	config, err := c.facts.StockConfig(ctx)
	if err != nil {
		return StockSet{}, err
	}
	var out StockSet
	result, err := c.ledger.Decide(ctx, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) {
		events, previous, after, err := l.Set(changes, config)
		out = StockSet{Previous: previous, Levels: after}
		return events, err
	}, Named("SetStock"))
	if err != nil || out.Levels != nil && !result.Repeated || len(changes) == 0 {
		return out, err
	}
	// Carried out by an earlier attempt: its event tells what was changed.
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

// SettleReservations ends the reservations of orders that exist.
func (c *Commands) SettleReservations(ctx context.Context, orderIDs []int64) error {
	_, err := c.ledger.Decide(ctx, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) { return l.Settle(orderIDs), nil }, Named("SettleReservations"))
	return err
}

// ReturnStock puts units of an order back, once for each reference.
func (c *Commands) ReturnStock(ctx context.Context, orderID int64, reference string, lines []stock.Line) error {
	config, err := c.facts.StockConfig(ctx)
	if err != nil {
		return err
	}
	_, err = c.ledger.Decide(ctx, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) {
		return l.Return(orderID, reference, lines, config), nil
	}, Named("ReturnStock"), Once("return/"+reference))
	return err
}

func fmtInt(n int64) string { return strconv.FormatInt(n, 10) }
