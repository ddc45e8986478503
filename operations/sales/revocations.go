package sales

import (
	"time"

	"tradelog/commands/customers"
	"tradelog/commands/sales"
	"tradelog/operations"
	readsales "tradelog/readmodels/sales"
)

// revocationResource is the resource of this package.
var revocationResource = &operations.Resource{
	Name: "RevocationRequest", Section: "sales", Permission: "revocation-requests", ACL: "sales/revocation", Label: "revocation request",
	Brief: []string{"id", "orderId", "orderReference", "email", "receivedAt", "processedStatus"},
	Doc: "A customer's declaration to revoke the contract of an order. It changes neither the order nor a payment: refund with a credit " +
		"memo.",
}

type revocationHandlers struct {
	commands  *sales.Revocations
	customers *customers.Customers
	orders    *sales.Orders
	reader    *readsales.Revocations
	sales     *readsales.Reader
}

// byAddress limits the declarations from an IP address.
var byAddress = operations.Limit{Config: "revocation/abuse/ip_rate_limit_per_hour", Window: time.Hour, Silent: true, ByHand: true}

// NewRevocations makes the operations.
func NewRevocations(
	c *sales.Revocations, people *customers.Customers, orders *sales.Orders, r *readsales.Revocations, s *readsales.Reader,
) []*operations.Operation {
	h := &revocationHandlers{commands: c, customers: people, orders: orders, reader: r, sales: s}
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: revocationResource, Verb: operations.Get, Unrouted: operations.Unrouted{Name: "revocation-requests.waiting", Console: true},
			Access: operations.Backend.Access("revocation-requests/read"), Summary: "Count revocation requests that wait",
			Doc: "Counts the requests that nobody has accepted, rejected or answered.",
		}, h.waiting),
		operations.Define(operations.Declaration{
			Resource: revocationResource, Verb: operations.Create, Method: "POST", Path: "/customers/me/revocation-requests",
			Response: operations.Response{ItemsAt: "/revocation-requests"}, Access: operations.Customer.Access("revocation-requests/write"),
			Guard: h.available, Summary: "Revoke a contract", Limits: []operations.Limit{byAddress},
			Effect: operations.Effect{Irreversible: "A declaration cannot be taken back."},
			Doc: "Revokes the contract of one of the caller's orders, named by orderId or orderReference. Refused after the cooling-off period, " +
				"and if revocation is switched off. An accepted declaration is always stored; suppressedAt means that no receipt is e-mailed. The " +
				"order's history shows it.",
		}, h.submit),
		operations.Define(operations.Declaration{
			Resource: revocationResource, Verb: operations.List, Method: "GET", Path: "/customers/me/revocation-requests",
			Access: operations.Customer.Access("revocation-requests/read"), Paged: true, Summary: "List my revocation requests",
			Doc: "Lists the requests with the caller's present e-mail address, newest first.",
		}, h.listOwn),
		operations.Define(operations.Declaration{
			Resource: revocationResource, Verb: operations.List, Method: "GET", Path: "/revocation-requests",
			Access: operations.Backend.Access("revocation-requests/read"), Paged: true, Summary: "List revocation requests",
			Doc: "Lists revocation requests, newest first.",
		}, h.list),
		operations.Define(operations.Declaration{
			Resource: revocationResource, Verb: operations.Get, Method: "GET", Path: "/revocation-requests/{id}",
			Access: operations.Access{
				Auth:       operations.Customer,
				Permission: "revocation-requests/read",
				Also:       []string{"revocation-requests/write"},
				ByRow:      true,
			},
			Guard: h.readable, AsOf: true, Summary: "Get a revocation request",
			Doc: "Returns a revocation request. Customers see only those of their present e-mail address, without adminNote, ip and userAgent.",
		}, h.get),
		operations.Define(operations.Declaration{
			Resource: revocationResource, Verb: operations.Update, Method: "PUT", Path: "/revocation-requests/{id}",
			Access: operations.Backend.Access("revocation-requests/write"), Guard: h.writable, Summary: "Process a revocation request",
			Doc: "Sets the decision about a request, and a back-office note. Members left out stay. Any status can follow any other. No " +
				"e-mail is sent, and neither the order nor a payment changes.",
		}, h.process),
	}
}
