package sales

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/sales"
)

// invoiceResource is the resource of invoices.
var invoiceResource = &operations.Resource{
	Name: "Invoice", Section: "sales", Permission: "invoices", ACL: "sales/invoice", Label: "invoice",
	Brief: []string{"id", "incrementId", "orderId", "state", "grandTotal", "createdAt"},
	Doc:   "A request for payment of an order. Invoice numbers of a store have no gaps.",
}

// canceledForGood is the warning that a cancellation is final, for operations.Effect.
const canceledForGood = "What is cancelled cannot be reopened."

func (h *handlers) invoicing() []*operations.Operation {
	list := operations.Declaration{
		Resource: invoiceResource, Verb: operations.List, Method: "GET", Path: "/orders/{orderId}/invoices",
		Access: operations.Customer.Access("invoices/read"), Paged: true, AsOf: true, Guard: h.invoicesOf,
		Summary: "List the invoices of an order",
		Doc:     "Lists the invoices of an order, oldest first. pdfUrl is the URL of the PDF. Customers see those of their own orders.",
	}
	mine := list
	mine.Path, mine.Guard, mine.Summary = "/customers/me/orders/{orderId}/invoices", h.myInvoices, "List the invoices of my order"
	mine.Doc = "Lists the invoices of one of the caller's orders, oldest first."
	paper := list
	paper.AsOf = false
	paper.Paged, paper.Verb, paper.Path = false, operations.Get, "/orders/{orderId}/invoices/{id}/pdf"
	paper.Summary, paper.Response.Produces = "Get an invoice as a PDF", pdf
	paper.Doc = "Returns a printable invoice as PDF. Where the configuration allows it, the electronic invoice is " +
		"attached (Factur-X, ZUGFeRD)."
	myPDF := paper
	myPDF.Path, myPDF.Guard = "/customers/me/orders/{orderId}/invoices/{id}/pdf", h.myInvoices
	myPDF.Summary = "Get an invoice of my order as a PDF"
	act := operations.Declaration{
		Resource: invoiceResource, Verb: operations.Action, Method: "POST", Access: operations.Backend.Access("invoices/write"),
		Body: operations.Body{Optional: true}, Guard: h.invoice, Extra: true,
	}
	capture, void, cancel := act, act, act
	capture.Path, capture.Summary = "/invoices/{id}/capture", "Capture an invoice"
	capture.Doc = "Captures the payment of an open invoice at the order's payment gateway. The invoice is then paid. Invoices of offline " +
		"methods are already paid and refused."
	capture.Effect.Irreversible = "Captured money goes back by a refund only."
	void.Effect.Irreversible, cancel.Effect.Irreversible = canceledForGood, canceledForGood
	void.Path, void.Summary = "/invoices/{id}/void", "Void an invoice"
	void.Doc = "Releases the authorised amount of an open invoice at the payment gateway, and cancels the invoice."
	cancel.Path, cancel.Summary = "/invoices/{id}/cancel", "Cancel an invoice"
	cancel.Doc = "Cancels an open invoice. Its units can be invoiced again; its number is not reused."
	return []*operations.Operation{
		operations.Define(list, h.invoices), operations.Define(mine, h.invoices), operations.Define(paper, h.invoicePDF),
		operations.Define(myPDF, h.invoicePDF),
		operations.Define(operations.Declaration{
			Resource: invoiceResource, Verb: operations.Create, Method: "POST", Path: "/orders/{orderId}/invoices",
			Access: operations.Backend.Access("invoices/create"), Guard: h.managed("orderId"), Body: operations.Body{Optional: true}, Extra: true,
			Summary: "Invoice an order",
			Effect:  operations.Effect{Irreversible: "An invoice keeps its number; it can be cancelled while it is unpaid, and never deleted."},
			Doc: "Invoices some lines, or everything left if items is empty. Offline payment methods count as paid at once; with a gateway, " +
				"capture decides when the money is taken. The first invoice has all shipping. Paid amounts can be refunded with a credit memo.",
		}, h.makeInvoice),
		operations.Define(operations.Declaration{
			Resource: invoiceResource, Verb: operations.List, Method: "GET", Path: "/invoices", Access: operations.Backend.Access("invoices/read"),
			Paged: true, Extra: true, Tool: operations.Tool{None: true}, Summary: "List invoices",
			Doc: "Lists the invoices of all orders, newest first, or the one with an increment ID.",
		}, listParts(h.reader.AllInvoices)).WithRows(operations.Define(operations.Declaration{
			Resource: invoiceResource, Verb: operations.Get, Method: "GET", Path: "/invoices/{id}",
			Access: operations.Backend.Access("invoices/read"), Guard: h.invoice, Tool: operations.Tool{None: true},
		}, h.pastInvoice)),
		operations.Define(capture, h.captureInvoice), operations.Define(void, h.voidInvoice), operations.Define(cancel, h.cancelInvoice),
	}
}

type invoicesPath struct {
	OrderID int64 `path:"orderId" doc:"ID of the order"`
}

var (
	errOwnInvoices = fault.Forbiddenf("You can only access your own order invoices")
	errGuestOrder  = fault.Forbiddenf("Access denied")
)

// invoicesOf is the guard of an order's list of invoices. The permission of all callers but customers was checked before.
func (h *handlers) invoicesOf(ctx context.Context, c *operations.Call) error {
	o, err := h.orderWith(ctx, c)
	if err != nil {
		return err
	}
	if me := c.CustomerID(); me != 0 && o.CustomerID == 0 {
		return errGuestOrder
	} else if me != 0 && o.CustomerID != me {
		return errOwnInvoices
	}
	return c.CheckStoreRow("order", o.StoreID)
}

// myInvoices is the guard of a customer's own invoices. Orders of others get the answer of missing ones.
func (h *handlers) myInvoices(ctx context.Context, c *operations.Call) error {
	o, err := h.orderWith(ctx, c)
	if err != nil {
		return err
	}
	if me := c.CustomerID(); me == 0 || o.CustomerID != me {
		return order.ErrNotFound
	}
	return nil
}

func (h *handlers) invoices(ctx context.Context, c *operations.Call, in invoicesPath) (*documents.Page[documents.Invoice], error) {
	list, err := h.invoicesThen(ctx, c, in.OrderID)
	if err != nil {
		return nil, err
	}
	page, total := c.Page(), len(list)
	list = readmodels.Paginate(page, list)
	docs := make([]documents.Doc[documents.Invoice], len(list))
	for i, invoice := range list {
		// The URL of the PDF depends on the path of the request.
		docs[i] = invoice.Doc
		if !c.BackendReader("invoices") {
			docs[i] = documents.ForBuyers(docs[i])
		}
		docs[i] = docs[i].Splice(fmt.Appendf(nil, `"pdfUrl":"%s/%d/pdf"`, c.URLPath(), invoice.ID))
	}
	return &documents.Page[documents.Invoice]{Docs: docs, Total: int64(total), Next: page.Next(len(docs), total)}, nil
}

// invoicesThen lists the invoices of an order, the oldest first, as of the past if the call requests that.
func (h *handlers) invoicesThen(ctx context.Context, c *operations.Call, orderID int64) ([]*sales.Invoice, error) {
	if !c.InPast() {
		return h.reader.Invoices(ctx, orderID)
	}
	return pastParts(ctx, c, h, orderID, func(o *documents.Order) []*documents.Invoice { return o.Accounting.Invoices },
		func(i *documents.Invoice) int64 { return i.ID })
}

type invoicePDFPath struct {
	invoicesPath
	ID int64 `path:"id" doc:"ID of the invoice"`
}

func (h *handlers) invoicePDF(ctx context.Context, c *operations.Call, in invoicePDFPath) (*documents.File, error) {
	o, i, err := h.invoiceOf(ctx, c, in)
	if err != nil {
		return nil, err
	}
	body, err := h.papers.Invoice(ctx, c.Shop, o, i)
	return printed("invoice_"+i.IncrementID, body, err)
}

type makeInvoiceInput struct {
	invoicesPath
	Items   json.RawMessage `json:"items" doc:"lines to invoice: objects with orderItemId and qty; all open ones if omitted or empty"`
	Capture inputs.Text     `json:"capture" enum:"online,offline,not_capture" doc:"how the money is captured; by default online for gateway methods, offline for others"`
	Comment inputs.Text     `json:"comment" lines:"many" about:"comment, as plain text"`
	Notify  json.RawMessage `json:"notifyCustomer" doc:"true: e-mail the invoice to the buyer"`
}

var (
	errItemsList  = fault.Invalidf("Items must be a list of {orderItemId, qty} objects").About(fault.Type, "items")
	errItemObject = fault.Invalidf("Each item must be an object with orderItemId and qty").About(fault.Type, "items")
	errItemPlaces = fault.Invalidf("The quantity of an item must have at most %d decimal places", money.DecimalPlaces).
			About(fault.Range, "items")
	errCommentText  = fault.Invalidf("Comment must be a string").About(fault.Type, "comment")
	errNotifyNotice = fault.Invalidf("notifyCustomer must be a boolean").About(fault.Type, "notifyCustomer")
)

func (in makeInvoiceInput) invoice() (order.NewInvoice, error) {
	n := order.NewInvoice{Capture: order.Capture(in.Capture.Value), Comment: in.Comment.Value}
	switch {
	case in.Capture.Wrong:
		return n, order.ErrCaptureMode
	case in.Comment.Wrong:
		return n, errCommentText
	}
	if len(in.Notify) > 0 && json.Unmarshal(in.Notify, &n.Notify) != nil {
		return n, errNotifyNotice
	}
	switch n.Capture {
	case "", order.CaptureOnline, order.CaptureOffline, order.CaptureLater:
	default:
		return n, order.ErrCaptureMode
	}
	var list []json.RawMessage
	if len(in.Items) > 0 && json.Unmarshal(in.Items, &list) != nil {
		return n, errItemsList
	}
	for _, raw := range list {
		var item struct {
			OrderItemID inputs.LenientID `json:"orderItemId"`
			Qty         inputs.Lenient   `json:"qty"`
		}
		if raw = bytes.TrimSpace(raw); len(raw) == 0 || raw[0] != '{' {
			return n, errItemObject
		}
		switch err := json.Unmarshal(raw, &item); {
		case errors.Is(err, money.ErrPlaces):
			return n, errItemPlaces
		case err != nil:
			return n, order.ErrBadItemID
		}
		n.Items = append(n.Items, order.Wanted{LineID: int64(item.OrderItemID), Qty: item.Qty.Or(money.Zero)})
	}
	return n, nil
}

func (h *handlers) makeInvoice(ctx context.Context, c *operations.Call, in makeInvoiceInput) (documents.Doc[documents.Invoice], error) {
	n, err := in.invoice()
	if err != nil {
		return nil, err
	}
	id, err := h.commands.InvoiceOrder(ctx, in.OrderID, n)
	if err != nil {
		return nil, err
	}
	return h.showInvoice(ctx, c, in.OrderID, id)
}

// invoice is the guard of a single invoice.
func (h *handlers) invoice(ctx context.Context, c *operations.Call) error {
	return partOf(ctx, c, "invoice", order.ErrInvoiceNotFound, h.reader.Invoice)
}

type invoicePath struct {
	ID int64 `path:"id" doc:"ID of the invoice"`
}

// pastInvoice returns the lists' row of an invoice in the requested past.
func (h *handlers) pastInvoice(ctx context.Context, c *operations.Call, _ invoicePath) (documents.Doc[documents.Invoice], error) {
	return getPart(ctx, c, h, h.invoicePart())
}

func (h *handlers) captureInvoice(ctx context.Context, c *operations.Call, in invoicePath) (documents.Doc[documents.Invoice], error) {
	return h.onInvoice(ctx, c, in, h.commands.CaptureInvoice)
}

func (h *handlers) voidInvoice(ctx context.Context, c *operations.Call, in invoicePath) (documents.Doc[documents.Invoice], error) {
	return h.onInvoice(ctx, c, in, h.commands.VoidInvoice)
}

func (h *handlers) cancelInvoice(ctx context.Context, c *operations.Call, in invoicePath) (documents.Doc[documents.Invoice], error) {
	return h.onInvoice(ctx, c, in, func(ctx context.Context, orderID, id int64) error {
		return h.commands.CancelInvoice(ctx, orderID, id, "")
	})
}

func (h *handlers) onInvoice(ctx context.Context, c *operations.Call, in invoicePath,
	do func(ctx context.Context, orderID, id int64) error) (documents.Doc[documents.Invoice], error) {
	p := operations.Loaded[*sales.Invoice](c)
	if err := do(ctx, p.OrderID, in.ID); err != nil {
		return nil, err
	}
	return h.showInvoice(ctx, c, p.OrderID, in.ID)
}

func (h *handlers) showInvoice(ctx context.Context, c *operations.Call, orderID, id int64) (documents.Doc[documents.Invoice], error) {
	return h.invoicePart().written(h, orderID, id).Answer(ctx, c)
}
