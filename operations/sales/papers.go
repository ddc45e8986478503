package sales

import (
	"context"
	"errors"
	"time"

	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/sales"
)

// Papers make the PDFs of sales. Orders have their shipments, for credit memos also their invoices. A packing slip without a shipment has
// the lines open for shipping.
type Papers struct {
	Order       func(ctx context.Context, shop *directory.Shop, order *documents.Order) ([]byte, error)
	Invoice     func(ctx context.Context, shop *directory.Shop, order *documents.Order, invoice *documents.Invoice) ([]byte, error)
	CreditMemo  func(ctx context.Context, shop *directory.Shop, order *documents.Order, memo *documents.CreditMemo) ([]byte, error)
	PackingSlip func(ctx context.Context, shop *directory.Shop, order *documents.Order, shipment *documents.Shipment) ([]byte, error)
	// Secret returns the secret of the keys of an order's printed documents.
	Secret func(ctx context.Context, orderID int64) (string, error)
}

func (h *handlers) printing() []*operations.Operation {
	confirmation := operations.Declaration{
		Resource: Order, Verb: operations.Get, Method: "GET", Path: "/orders/{id}/pdf",
		Access: operations.Access{Auth: operations.Customer, Permission: "orders/read", ByRow: true}, Guard: h.readable, Extra: true,
		Response: operations.Response{Produces: pdf}, Summary: "Get an order as a PDF",
		Doc: "Prints the confirmation of an order as it was placed, with prices, taxes by rate and totals. Customers get their own.",
	}
	slip := confirmation
	slip.Path, slip.Summary = "/orders/{id}/packing-slip", "Get a packing slip of an order"
	slip.Access = operations.Backend.Access("orders/read")
	slip.Doc = "Prints what of an order is open for shipping, in the order of SKUs, with bar codes of the order and the SKUs and without " +
		"prices. Refused if nothing is open."
	shipment := slip
	shipment.Resource, shipment.Path, shipment.Access.Permission, shipment.Guard = shipmentResource, "/shipments/{id}/pdf", "shipments/read",
		h.shipment
	shipment.Summary = "Get the packing slip of a shipment"
	shipment.Doc = "Prints what is in the parcel of a shipment, in the order of SKUs, with bar codes and tracking numbers and without prices."
	memo := slip
	memo.Resource, memo.Path, memo.Access.Permission, memo.Guard = creditMemoResource, "/credit-memos/{id}/pdf", "credit-memos/read", h.memo
	memo.Summary = "Get a credit memo as a PDF"
	memo.Doc = "Prints a credit memo with its lines, taxes by rate, what goes back to gift cards, and the invoices that it corrects."
	mine := memo
	mine.Path, mine.Access.Auth, mine.Guard = "/customers/me/orders/{orderId}/credit-memos/{id}/pdf", operations.Customer, h.myInvoices
	mine.Summary = "Get a credit memo of my order as a PDF"
	linked := operations.Declaration{
		Resource: Order, Verb: operations.Get, Method: "GET", Path: "/papers/{key}", Access: operations.Public.Access(),
		Response: operations.Response{NoStore: true, Produces: pdf}, Extra: true, Tool: operations.Tool{None: true},
		Limits: []operations.Limit{linkedPapers}, Summary: "Get a paper from an e-mail",
		Doc: "Prints an order, an invoice or a credit memo for the holder of its key, which the buyer's e-mails have. Keys of forgotten " +
			"buyers open nothing.",
	}
	return []*operations.Operation{
		operations.Define(linked, h.linkedPaper),
		operations.Define(confirmation, h.orderPDF), operations.Define(slip, h.packingSlip), operations.Define(shipment, h.shipmentPDF),
		operations.Define(memo, h.memoPDF), operations.Define(mine, h.myMemoPDF),
	}
}

// linkedPapers limits the prints that an address requests by links in e-mails. Each costs some CPU time, and keys must not be guessed.
var linkedPapers = operations.Limit{Config: "paper", Window: time.Minute}

type paperPath struct {
	Key string `path:"key" doc:"key of the paper"`
}

// linkedPaper prints a document for the holder of its key.
func (h *handlers) linkedPaper(ctx context.Context, c *operations.Call, in paperPath) (*documents.File, error) {
	paper, ok := order.ReadPaper(in.Key)
	if !ok {
		return nil, order.ErrNoPaper
	}
	secret, err := h.papers.Secret(ctx, paper.OrderID)
	if err != nil {
		return nil, err
	}
	if !paper.Opens(in.Key, secret) {
		return nil, order.ErrNoPaper
	}
	o, err := h.orderOf(ctx, paper.OrderID)
	if fault.KindOf(err) == fault.NotFound || err == nil && o.CustomerEmail == nil {
		return nil, order.ErrNoPaper
	}
	if err != nil {
		return nil, err
	}
	switch paper.Kind {
	case order.PaperInvoice:
		row, err := h.reader.Invoice(ctx, paper.ID)
		if err != nil {
			return nil, absent(err)
		}
		i, err := row.Doc.Decode()
		if err != nil {
			return nil, err
		}
		body, err := h.papers.Invoice(ctx, c.Shop, o, &i)
		return printed("invoice_"+i.IncrementID, body, err)
	case order.PaperMemo:
		row, err := h.reader.CreditMemo(ctx, paper.ID)
		if err != nil {
			return nil, absent(err)
		}
		m, err := row.Doc.Decode()
		if err = errors.Join(err, h.addInvoices(ctx, o)); err != nil {
			return nil, err
		}
		body, err := h.papers.CreditMemo(ctx, c.Shop, o, &m)
		return printed("credit_memo_"+m.IncrementID, body, err)
	}
	body, err := h.papers.Order(ctx, c.Shop, o)
	return printed("order_"+o.IncrementID, body, err)
}

// absent gives a missing document the answer of a wrong key.
func absent(err error) error {
	if fault.KindOf(err) == fault.NotFound {
		return order.ErrNoPaper
	}
	return err
}

// pdf is the media type of printed documents.
const pdf = "application/pdf"

// printed is the answer with a printed document.
func printed(name string, body []byte, err error) (*documents.File, error) {
	if err != nil {
		return nil, err
	}
	return &documents.File{Type: pdf, Name: name + ".pdf", Body: body}, nil
}

func (h *handlers) orderPDF(ctx context.Context, c *operations.Call, _ orderPath) (*documents.File, error) {
	o, err := operations.Loaded[*sales.Order](c).Doc.Decode()
	if err != nil {
		return nil, err
	}
	body, err := h.papers.Order(ctx, c.Shop, &o)
	return printed("order_"+o.IncrementID, body, err)
}

func (h *handlers) packingSlip(ctx context.Context, c *operations.Call, _ orderPath) (*documents.File, error) {
	o, err := operations.Loaded[*sales.Order](c).Doc.Decode()
	if err != nil {
		return nil, err
	}
	body, err := h.papers.PackingSlip(ctx, c.Shop, &o, nil)
	return printed("packing_slip_"+o.IncrementID, body, err)
}

func (h *handlers) shipmentPDF(ctx context.Context, c *operations.Call, _ shipmentPath) (*documents.File, error) {
	row := operations.Loaded[*sales.Shipment](c)
	s, err := row.Doc.Decode()
	if err != nil {
		return nil, err
	}
	o, err := h.orderOf(ctx, row.OrderID)
	if err != nil {
		return nil, err
	}
	body, err := h.papers.PackingSlip(ctx, c.Shop, o, &s)
	return printed("packing_slip_"+s.IncrementID, body, err)
}

// orderOf returns the order of one of its parts.
func (h *handlers) orderOf(ctx context.Context, id int64) (*documents.Order, error) {
	row, err := h.reader.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	o, err := row.Doc.Decode()
	return &o, err
}

func (h *handlers) memoPDF(ctx context.Context, c *operations.Call, _ memoPath) (*documents.File, error) {
	return h.printMemo(ctx, c, operations.Loaded[*sales.CreditMemo](c))
}

type myMemoPath struct {
	invoicesPath
	memoPath
}

func (h *handlers) myMemoPDF(ctx context.Context, c *operations.Call, in myMemoPath) (*documents.File, error) {
	row, err := h.reader.CreditMemo(ctx, in.ID)
	if fault.KindOf(err) == fault.NotFound || err == nil && row.OrderID != in.OrderID {
		return nil, order.ErrRefundIsUnknown
	}
	if err != nil {
		return nil, err
	}
	return h.printMemo(ctx, c, row)
}

func (h *handlers) printMemo(ctx context.Context, c *operations.Call, row *sales.CreditMemo) (*documents.File, error) {
	o, m, err := h.corrected(ctx, row)
	if err != nil {
		return nil, err
	}
	body, err := h.papers.CreditMemo(ctx, c.Shop, o, m)
	return printed("credit_memo_"+m.IncrementID, body, err)
}

// corrected returns a credit memo, and its order with the invoices.
func (h *handlers) corrected(ctx context.Context, row *sales.CreditMemo) (*documents.Order, *documents.CreditMemo, error) {
	m, err := row.Doc.Decode()
	if err != nil {
		return nil, nil, err
	}
	o, err := h.orderOf(ctx, row.OrderID)
	if err != nil {
		return nil, nil, err
	}
	return o, &m, h.addInvoices(ctx, o)
}

// addInvoices adds the invoices of an order to its accounting.
func (h *handlers) addInvoices(ctx context.Context, o *documents.Order) error {
	invoices, err := h.reader.Invoices(ctx, o.ID)
	if err != nil {
		return err
	}
	for _, row := range invoices {
		i, err := row.Doc.Decode()
		if err != nil {
			return err
		}
		o.Accounting.Invoices = append(o.Accounting.Invoices, &i)
	}
	return nil
}
