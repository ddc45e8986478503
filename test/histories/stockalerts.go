package histories

// stockAlertsSteps are commands, since only customers request alerts. A document is the customer who waits.
var stockAlertsSteps = []Step{
	{Name: "wait for a product", Of: "product", Makes: "stock alerts", Do: func(w *Walk) (int64, error) {
		customer := max(1, w.ID("customer"))
		_, err := w.Commands.StockAlerts.Ask(w.Context, customer, DocumentID(w.Document), w.ID("store", 1))
		return customer, err
	}},
	{Name: "withdraw a stock alert", Of: "stock alerts", Do: func(w *Walk) (int64, error) {
		now, err := w.Commands.StockAlerts.Of(w.Context, DocumentID(w.Document))
		if err != nil || len(now.Alerts) == 0 {
			return 0, err
		}
		return 0, w.Commands.StockAlerts.Withdraw(w.Context, DocumentID(w.Document), pick(w, now.Alerts...).ID)
	}},
	{Name: "raise a stock alert", Of: "stock alerts", Do: func(w *Walk) (int64, error) {
		now, err := w.Commands.StockAlerts.Of(w.Context, DocumentID(w.Document))
		if err != nil || len(now.Alerts) == 0 {
			return 0, err
		}
		return 0, w.Commands.StockAlerts.Raise(w.Context, DocumentID(w.Document), pick(w, now.Alerts...).ID)
	}},
	{Name: "withdraw all stock alerts", Of: "stock alerts", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.StockAlerts.WithdrawAll(w.Context, DocumentID(w.Document))
	}},
}
