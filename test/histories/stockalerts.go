package histories

// stockAlertsSteps are commands, since only customers ask for alerts. A document is the customer who waits.
var stockAlertsSteps = []Step{
	{Name: "wait for a product", Of: "product", Makes: "stock alerts", Do: func(w *Walk) (int64, error) {
		customer := max(1, w.ID("customer"))
		_, err := w.Commands.Alerts.Ask(w.Context, customer, DocumentID(w.Document), w.ID("store", 1))
		return customer, err
	}},
	{Name: "withdraw a stock alert", Of: "stock alerts", Do: func(w *Walk) (int64, error) {
		now, err := w.Commands.Alerts.Of(w.Context, DocumentID(w.Document))
		if err != nil || len(now.Alerts) == 0 {
			return 0, err
		}
		return 0, w.Commands.Alerts.Withdraw(w.Context, DocumentID(w.Document), pick(w, now.Alerts...).ID)
	}},
	{Name: "raise a stock alert", Of: "stock alerts", Do: func(w *Walk) (int64, error) {
		now, err := w.Commands.Alerts.Of(w.Context, DocumentID(w.Document))
		if err != nil || len(now.Alerts) == 0 {
			return 0, err
		}
		return 0, w.Commands.Alerts.Raise(w.Context, DocumentID(w.Document), pick(w, now.Alerts...).ID)
	}},
	{Name: "withdraw all stock alerts", Of: "stock alerts", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Alerts.WithdrawAll(w.Context, DocumentID(w.Document))
	}},
}
