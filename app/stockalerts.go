package app

import (
	"context"

	customerscommands "tradelog/commands/customers"
	"tradelog/domain/change"
	"tradelog/domain/stockalert"
	"tradelog/operations"
	operationscustomers "tradelog/operations/customers"
	"tradelog/projections"
	"tradelog/projections/customers"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/directory"
)

// stockAlertsModule has alerts about products that are in stock again.
var stockAlertsModule = Module{
	Name:       "stockalerts",
	Streams:    customerscommands.StockAlertStreams(),
	Events:     stockalert.EventSpecs(),
	Changes:    change.Area{Events: change.HideAll("only its customer is told of a stock alert", stockalert.EventSpecs()...)},
	Sequences:  []projections.Marks{customers.StockAlertMarks},
	Projectors: []projections.Definition{customers.StockAlerts},
	Operations: func(s Services) []*operations.Operation {
		return operationscustomers.NewStockAlerts(operationscustomers.StockAlertDependencies{
			Commands: s.Commands.StockAlerts, Reader: s.Readers.StockAlerts, Catalog: s.Readers.Catalog,
		})
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{
			reactions.StockAlertSweep(s.Commands.StockAlerts, s.Readers.StockAlerts, s.Readers.Directory, mails.SendsStockAlerts),
		}
	},
	Mails: []mails.Kind{mails.BackInStock},
}

// productPage returns a function that finds the name of a product and the path of its page, for e-mails.
func productPage(r *catalog.Reader) func(ctx context.Context, shop *directory.Shop, storeID, id int64) (name, page string, err error) {
	return func(ctx context.Context, shop *directory.Shop, storeID, id int64) (name, page string, err error) {
		return r.PageOf(ctx, storeID, id, shop.Settings.In(storeID).Text("catalog/seo/product_url_suffix"))
	}
}
