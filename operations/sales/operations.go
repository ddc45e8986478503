package sales

import (
	"context"
	"slices"
	"time"

	"tradelog/commands/sales"
	"tradelog/operations"
	"tradelog/readmodels/customers"
	readsales "tradelog/readmodels/sales"
)

// The resources of orders and shipments.
var (
	Order = &operations.Resource{
		Name: "Order", Section: "sales", Permission: "orders", ACL: "sales/order", Label: "order",
		Brief: []string{"id", "incrementId", "state", "status", "customerEmail", "createdAt", "prices.grandTotal", "currency", "totalItemCount"},
		Keys:  []string{"incrementId"},
		Doc:   "A placed order. It is a snapshot: later changes of prices, taxes or addresses never alter it.",
	}
	shipmentResource = &operations.Resource{
		Name: "Shipment", Section: "sales", Permission: "shipments", ACL: "sales/shipment", Label: "shipment",
		Brief:  []string{"id", "incrementId", "orderId", "totalQty", "createdAt"},
		Grants: []string{"shipments/delete"},
		Doc:    "Shipped goods of an order, with tracking numbers.",
	}
)

type handlers struct {
	commands  *sales.Orders
	reader    *readsales.Reader
	customers *customers.Reader
	sign      func(ctx context.Context, text string) (string, error)
	papers    Papers
	einvoices EInvoices
}

// New makes the operations. The function sign returns the signature of a text: 64 hexadecimal characters, always the same ones. The
// functions of p make PDFs, and those of e the XML of electronic invoices.
func New(
	c *sales.Orders, r *readsales.Reader, people *customers.Reader, sign func(ctx context.Context, text string) (string, error),
	p Papers, e EInvoices,
) []*operations.Operation {
	h := &handlers{commands: c, reader: r, customers: people, sign: sign, papers: p, einvoices: e}
	return slices.Concat(h.orders(), h.shipping(), h.invoicing(), h.refunds(), h.einvoicing(), h.printing(), h.downloads(), h.exports(),
		h.summing())
}

func (h *handlers) orders() []*operations.Operation {
	act := operations.Declaration{
		Resource: Order, Verb: operations.Action, Method: "POST", Access: operations.Backend.Access("orders/write"),
		Body: operations.Body{Optional: true}, Guard: h.managed("id"),
	}
	hold, unhold, cancel, comment := act, act, act, act
	hold.Path, hold.Summary = "/orders/{id}/hold", "Put an order on hold"
	hold.Doc = "Puts an order on hold until it is released: meanwhile it can be neither shipped nor cancelled. Refused for orders that " +
		"are complete, cancelled or on hold. The answer is the order with the change in statusHistory."
	unhold.Path, unhold.Summary = "/orders/{id}/unhold", "Release an order from hold"
	unhold.Doc = "Releases the order, with the state and status from before the hold."
	cancel.Effect.Irreversible = canceledForGood
	cancel.Path, cancel.Summary, cancel.Access.Auth = "/orders/{id}/cancel", "Cancel an order", operations.Customer
	cancel.Doc = "Cancels all that is neither invoiced nor shipped and returns it to stock. Customers may cancel their own orders until " +
		"something is shipped. Refused if nothing is left to cancel, or while the order is on hold."
	comment.Path, comment.Verb = "/orders/{id}/comments", operations.Create
	comment.Guard, comment.Body, comment.Summary = nil, operations.Body{Refusal: h.managed("id")}, "Add a comment to an order"
	comment.Doc = "Adds a comment to the order's history, in any state. It may set a status of the present state."
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: Order, Verb: operations.List, Method: "GET", Path: "/orders", Access: operations.Backend.Access("orders/read"), Paged: true,
			Summary: "List orders",
			Doc: "Lists orders, newest first. Rows have no shipping address, history and shipments; get an order for those. To synchronise, " +
				"poll with updatedSince.",
		}, h.list).WithRows(operations.Define(operations.Declaration{
			Resource: Order, Verb: operations.Get, Method: "GET", Path: "/orders/{id}", Access: operations.Backend.Access("orders/read"),
			Guard: h.readable,
		}, h.pastRow)),
		operations.Define(operations.Declaration{
			Resource: Order, Verb: operations.Get, Method: "GET", Path: "/orders/{id}",
			Access: operations.Access{Auth: operations.Customer, Permission: "orders/read", Also: []string{"orders/write"}, ByRow: true},
			Guard:  h.readable, AsOf: true, Ahead: h.ahead, Summary: "Get an order",
			Doc: "Returns the whole order with lines, addresses, totals, shipments and statusHistory (newest first). Customers see only their " +
				"own orders.",
		}, h.get),
		operations.Define(operations.Declaration{
			Resource: Order, Verb: operations.Get, Method: "GET", Path: "/orders/{incrementId}/details", Access: operations.OrderToken.Access(),
			Response: operations.Response{NoStore: true}, Summary: "Get a guest's order",
			Doc:    "Returns the order to the guest who placed it. The header X-Order-Token takes the placement's accessToken. It works once.",
			Limits: []operations.Limit{{Config: "guest_order_lookup", Window: time.Hour, Early: true}},
		}, h.details),
		operations.Define(operations.Declaration{
			Resource: Order, Verb: operations.List, Method: "GET", Path: "/customers/me/orders", Access: operations.Customer.Access("orders/read"),
			Paged: true, Summary: "List my orders",
			Doc: "Lists the caller's own orders, newest first.",
		}, h.listOwn),
		operations.Define(hold, h.hold), operations.Define(unhold, h.unhold), operations.Define(cancel, h.cancel),
		operations.Define(comment, h.comment), h.steps(),
	}
}

func (h *handlers) shipping() []*operations.Operation {
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: shipmentResource, Verb: operations.List, Method: "GET", Path: "/orders/{orderId}/shipments",
			Access: operations.Backend.Access("shipments/read"), Paged: true, AsOf: true, Guard: h.shipmentsOf,
			Summary: "List the shipments of an order",
			Doc:     "Lists the shipments of an order, oldest first.",
		}, h.shipments),
		operations.Define(operations.Declaration{
			Resource: shipmentResource, Verb: operations.Create, Method: "POST", Path: "/orders/{orderId}/shipments",
			Access: operations.Backend.Access("shipments/create"), Guard: h.managed("orderId"), Summary: "Ship an order",
			Effect: operations.Effect{Irreversible: "A shipment cannot be taken back."},
			Doc: "Records a shipment. Without items everything left is shipped; send {} for that. A new order becomes processing, a fully " +
				"invoiced one complete. Stock does not change: it was taken when the order was placed.",
		}, h.ship),
		operations.Define(operations.Declaration{
			Resource: shipmentResource, Verb: operations.List, Method: "GET", Path: "/shipments",
			Access: operations.Backend.Access("shipments/read"), Paged: true, Extra: true, Tool: operations.Tool{None: true},
			Summary: "List shipments",
			Doc:     "Lists the shipments of all orders, newest first, or the one with an increment ID.",
		}, listParts(h.reader.AllShipments)),
		operations.Define(operations.Declaration{
			Resource: shipmentResource, Verb: operations.Get, Method: "GET", Path: "/shipments/{id}",
			Access: operations.Backend.Access("shipments/read"), Guard: h.shipment, AsOf: true, Summary: "Get a shipment",
			Doc: "Returns a shipment with its lines, tracks and comments.",
		}, h.getShipment),
		operations.Define(operations.Declaration{
			Resource: shipmentResource, Verb: operations.Create, Method: "POST", Path: "/shipments/{id}/tracks",
			Access: operations.Backend.Access("shipments/create"), Guard: h.shipment, Summary: "Add a tracking number",
			Doc: "Adds a tracking number to a shipment. The answer is the shipment, where carrierCode is called carrier.",
		}, h.addTrack),
		operations.Define(operations.Declaration{
			Resource: shipmentResource, Verb: operations.Create, Method: "POST", Path: "/shipments/{id}/comments",
			Access: operations.Backend.Access("shipments/create"), Guard: h.shipment, Extra: true, Summary: "Add a comment to a shipment",
			Doc: "Adds a comment to a shipment, in any state of the order; notifyCustomer e-mails it to the buyer. The answer is the shipment " +
				"with its comments, newest first.",
		}, h.commentShipment),
		operations.Define(operations.Declaration{
			Resource: shipmentResource, Verb: operations.Delete, Method: "DELETE", Path: "/shipments/{id}/tracks/{trackId}",
			Access: operations.Backend.Access("shipments/create"), Guard: h.shipment, Summary: "Remove a tracking number",
			Doc: "Removes a tracking number. trackId is the ID of the track, not the tracking number.",
		}, h.removeTrack),
	}
}
