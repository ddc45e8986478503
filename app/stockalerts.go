package app

import (
	"context"

	stockalertscommands "tradelog/commands/stockalerts"
	"tradelog/domain/change"
	"tradelog/domain/stockalert"
	"tradelog/operations"
	"tradelog/operations/stockalerts"
	"tradelog/projections"
	"tradelog/projections/customers"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/directory"
	readstockalerts "tradelog/readmodels/stockalerts"
)

// Stock alerts: commands and reader.
var (
	StockAlerts = Share(func(s Services) *stockalertscommands.Alerts { return stockalertscommands.New(s.Engine) })

	stockAlertsReader = Share(func(s Services) *readstockalerts.Reader { return readstockalerts.New(s.Reader) })
)

// stockAlertsModule is the module of alerts about products that are in stock again.
var stockAlertsModule = Module{
	Name:       "stockalerts",
	Streams:    stockalertscommands.Streams(),
	Events:     stockalert.EventSpecs(),
	Changes:    change.Area{Events: change.HideAll("only its customer is told of a stock alert", stockalert.EventSpecs()...)},
	Sequences:  []projections.Marks{customers.StockAlertMarks},
	Projectors: []projections.Definition{customers.StockAlerts},
	Operations: func(s Services) []*operations.Operation {
		return stockalerts.New(stockalerts.Dependencies{
			Commands: StockAlerts.Of(s), Reader: stockAlertsReader.Of(s), Catalog: CatalogReader.Of(s),
		})
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{
			reactions.StockAlertSweep(StockAlerts.Of(s), stockAlertsReader.Of(s), DirectoryReader.Of(s), mails.TellsOfStock),
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
