package customers

import (
	"context"

	"tradelog/commands/customers"
	"tradelog/operations"
	"tradelog/readmodels/catalog"
	readcustomers "tradelog/readmodels/customers"
)

// alertResource is the resource of this package.
var alertResource = &operations.Resource{
	Name: "StockAlert", Section: "customers", Permission: "stock-alerts", ACL: "catalog/stock_alerts", Label: "stock alert",
	Doc: "A customer's wish to be told by e-mail, once, when a product is in stock again.",
}

// StockAlertDependencies are the commands and readers that the operations use.
type StockAlertDependencies struct {
	Commands *customers.StockAlerts
	Reader   *readcustomers.StockAlerts
	Catalog  *catalog.Reader
}

type stockAlertHandlers struct{ StockAlertDependencies }

const own = "/customers/me/stock-alerts"

// NewStockAlerts makes the operations.
func NewStockAlerts(d StockAlertDependencies) []*operations.Operation {
	h := &stockAlertHandlers{d}
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: alertResource, Verb: operations.List, Method: "GET", Path: own, Access: operations.Customer.Access("stock-alerts/read"),
			Guard: operations.CustomersOnly, Paged: true, Extra: true, Summary: "List my stock alerts",
			Doc: "Lists the products of which the caller will be told when they are in stock again, in all store views, newest first.",
		}, h.listOwn),
		operations.Define(operations.Declaration{
			Resource: alertResource, Verb: operations.Create, Method: "POST", Path: own, Access: operations.Customer.Access("stock-alerts/write"),
			Guard: operations.CustomersOnly, Extra: true, Summary: "Ask to be told when a product is in stock again",
			Doc: "Asks for an e-mail to the caller's address when a product that is sold out is in stock again in the store view. The alert ends " +
				"with the e-mail. Asking again changes nothing. A variant of a configurable product can be waited for by its own ID or SKU.",
		}, h.ask),
		operations.Define(operations.Declaration{
			Resource: alertResource, Verb: operations.Delete, Method: "DELETE", Path: own + "/{id}",
			Access: operations.Customer.Access("stock-alerts/write"), Guard: h.ownAlert, Extra: true, Summary: "Withdraw a stock alert",
			Doc: "Ends a stock alert of the caller.",
		}, h.withdraw),
		operations.Define(operations.Declaration{
			Resource: alertResource, Verb: operations.List, Method: "GET", Path: "/stock-alerts",
			Access: operations.Backend.Access("stock-alerts/read"), Paged: true, Extra: true, Summary: "List the stock alerts of all customers",
			Doc: "Lists who waits for which products to be in stock again, newest first. totalItems of the list for a product tells how many wait.",
		}, h.list),
	}
}

// ownAlert is the guard of operations on an alert. An alert of another customer gets the answer of a missing one.
func (h *stockAlertHandlers) ownAlert(ctx context.Context, c *operations.Call) error {
	if err := operations.CustomersOnly(ctx, c); err != nil {
		return err
	}
	alerts, err := h.Commands.Of(ctx, c.CustomerID())
	if err != nil {
		return err
	}
	if _, err = alerts.Find(c.PathID("id")); err != nil && c.Resumed() { // an earlier attempt has ended it
		return nil
	}
	return err
}
