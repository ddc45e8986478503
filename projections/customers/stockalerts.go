package customers

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/stockalert"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/scopes"
)

// Alerts stores the alerts that are neither raised nor withdrawn.
var StockAlerts = projections.Definition{
	Name: "stockalerts", Version: 1, Tables: []string{"stock_alerts"}, Events: projections.EventNames(stockalert.EventSpecs()),
	New: func() projections.Projector { return stockAlertsProjector{} },
}

// projector needs no state: an event has all there is to know.
type stockAlertsProjector struct{}

var stockAlertsTable = &projections.Table{Name: "stock_alerts", Keys: 1,
	Columns: projections.Columns("id bigint, customer_id bigint, product_id bigint, store_id bigint, doc text, version bigint")}

// Apply adds and removes alerts.
func (stockAlertsProjector) Apply(_ context.Context, w *projections.Writer, events []projections.Event) error {
	for _, e := range events {
		customer := domain.StreamID(e.Stream)
		w.Touch(e.Position, scopes.StockAlerts, scopes.CustomerStockAlerts(customer))
		switch asked := e.Payload.(type) {
		case stockalert.Asked:
			doc, err := documents.Encode(folds.StockAlert(customer, asked, e.Times()))
			if err != nil {
				return projections.At(e, err)
			}
			w.Put(stockAlertsTable, asked.AlertID, customer, asked.ProductID, asked.StoreID, doc, e.Position)
		case stockalert.Withdrawn:
			w.Delete(stockAlertsTable, asked.AlertID)
		case stockalert.Raised:
			w.Delete(stockAlertsTable, asked.AlertID)
		}
	}
	return nil
}

// Marks finds the identifiers of alerts.
var StockAlertMarks = projections.Marks{
	Events: []string{stockalert.Asked{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("stock_alert", e.Payload.(stockalert.Asked).AlertID)
	},
}
