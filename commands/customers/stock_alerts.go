package customers

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/stockalert"
)

// StockAlerts carries out the commands on stock alerts. Each command names the customer.
type StockAlerts struct {
	*commands.Engine
	alerts commands.Repository[stockalert.State]
}

// NewStockAlerts returns the commands.
func NewStockAlerts(e *commands.Engine) *StockAlerts {
	return &StockAlerts{Engine: e, alerts: commands.Open(e, stockAlerts)}
}

var stockAlerts = commands.Decider[stockalert.State]{
	Category: stockalert.Category, Initial: stockalert.New, Evolve: stockalert.Evolve, Cached: 1000,
}

// StockAlertStreams declares the streams of the area.
func StockAlertStreams() []commands.Streams {
	return []commands.Streams{commands.Declare(stockAlerts, "customer", stockalert.EventSpecs())}
}

// Of returns the newest state of a customer's alerts.
func (c *StockAlerts) Of(ctx context.Context, customerID int64) (stockalert.State, error) {
	return c.alerts.Get(ctx, customerID)
}

// Ask creates an alert for a product that is to come into stock in a store view again, and returns the alert. The caller must have checked
// that the product exists. An error of kind Precondition: the customer waits for too many products.
func (c *StockAlerts) Ask(ctx context.Context, customerID, productID, storeID int64) (stockalert.Alert, error) {
	ids, err := c.Next(ctx, "stock_alert", 1)
	if err != nil {
		return stockalert.Alert{}, err
	}
	asked := stockalert.Alert{ID: ids[0], ProductID: productID, StoreID: storeID}
	if err := c.alerts.Change(ctx, customerID, func(s stockalert.State) ([]domain.Event, error) {
		return s.Ask(asked)
	}, commands.Named("AskStockAlert")); err != nil {
		return stockalert.Alert{}, err
	}
	now, err := c.Of(ctx, customerID)
	if stands, has := now.Of(productID, storeID); has {
		return stands, err
	}
	return asked, err // the alert was raised meanwhile
}

// Withdraw ends an alert. stockalert.ErrNotFound: the customer has none with this ID.
func (c *StockAlerts) Withdraw(ctx context.Context, customerID, alertID int64) error {
	return c.alerts.Change(ctx, customerID, func(s stockalert.State) ([]domain.Event, error) {
		return s.Withdraw(alertID)
	}, commands.Named("WithdrawStockAlert"))
}

// WithdrawAll ends all alerts of a customer.
func (c *StockAlerts) WithdrawAll(ctx context.Context, customerID int64) error {
	return c.alerts.Change(ctx, customerID, func(s stockalert.State) ([]domain.Event, error) {
		return s.WithdrawAll(), nil
	}, commands.Named("WithdrawStockAlerts"))
}

// Raise ends an alert because its product is in stock again. It does nothing if the alert has ended.
func (c *StockAlerts) Raise(ctx context.Context, customerID, alertID int64) error {
	return c.alerts.Change(ctx, customerID, func(s stockalert.State) ([]domain.Event, error) {
		return s.Raise(alertID), nil
	}, commands.Named("RaiseStockAlert"))
}
