package sales

import (
	"context"
	"errors"

	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/sales"
)

// EInvoices makes electronic invoices as XML. form is cii, xrechnung, ubl or xrechnung-ubl. The order has its shipments, for credit memos
// also its invoices.
type EInvoices struct {
	Invoice    func(shop *directory.Shop, order *documents.Order, invoice *documents.Invoice, form string) ([]byte, error)
	CreditMemo func(shop *directory.Shop, order *documents.Order, memo *documents.CreditMemo, form string) ([]byte, error)
}

func (h *handlers) einvoicing() []*operations.Operation {
	invoice := operations.Declaration{
		Resource: invoiceResource, Verb: operations.Get, Method: "GET", Path: "/orders/{orderId}/invoices/{id}/einvoice",
		Access: operations.Customer.Access("invoices/read"), Guard: h.invoicesOf, Extra: true, Tool: operations.Tool{None: true},
		Response: operations.Response{Produces: "application/xml"}, Summary: "Get an invoice as an electronic invoice",
		Doc: "Returns the invoice as XML by EN 16931. Refused while the invoice has no number, if it is canceled, and if the configuration " +
			"or the order lacks what the format demands; the message names it.",
	}
	mine, memo := invoice, invoice
	mine.Path, mine.Guard = "/customers/me/orders/{orderId}/invoices/{id}/einvoice", h.myInvoices
	mine.Summary = "Get an invoice of my order as an electronic invoice"
	memo.Resource, memo.Path, memo.Access = creditMemoResource, "/credit-memos/{id}/einvoice", operations.Backend.Access("credit-memos/read")
	memo.Guard, memo.Summary = h.memo, "Get a credit memo as an electronic invoice"
	memo.Doc = "Returns the credit memo as XML by EN 16931 (type 381), with the invoices that it corrects. Refused while it has no number, " +
		"and if the configuration or the order lacks what the format demands; the message names it."
	return []*operations.Operation{
		operations.Define(invoice, h.einvoice), operations.Define(mine, h.einvoice), operations.Define(memo, h.memoEInvoice),
	}
}

// einvoiceForm is the form of an electronic invoice.
type einvoiceForm struct {
	Format string `query:"format" enum:"cii,xrechnung,ubl,xrechnung-ubl" doc:"cii (default): the XML of Factur-X and ZUGFeRD, profile EN 16931; ubl: UBL 2.1, Peppol BIS Billing 3.0; xrechnung, xrechnung-ubl: XRechnung 3.0, for German authorities, in either syntax"`
}

func (f einvoiceForm) form() string {
	if f.Format == "" {
		return "cii"
	}
	return f.Format
}

type einvoicePath struct {
	invoicePDFPath
	einvoiceForm
}

func (h *handlers) einvoice(ctx context.Context, c *operations.Call, in einvoicePath) (*documents.File, error) {
	o, i, err := h.invoiceOf(ctx, c, in.invoicePDFPath)
	if err != nil {
		return nil, err
	}
	body, err := h.einvoices.Invoice(c.Shop, o, i, in.form())
	if err != nil {
		return nil, err
	}
	return &documents.File{Type: "application/xml", Name: "invoice_" + i.IncrementID + ".xml", Body: body}, nil
}

// invoiceOf returns the order that the guard has loaded, with one of its invoices.
func (h *handlers) invoiceOf(ctx context.Context, c *operations.Call, in invoicePDFPath) (*documents.Order, *documents.Invoice, error) {
	paper, err := h.reader.Invoice(ctx, in.ID)
	if fault.KindOf(err) == fault.NotFound || err == nil && paper.OrderID != in.OrderID {
		return nil, nil, order.ErrInvoiceNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	o, orderErr := operations.Loaded[*sales.Order](c).Doc.Decode()
	i, invoiceErr := paper.Doc.Decode()
	return &o, &i, errors.Join(orderErr, invoiceErr)
}

type memoEInvoicePath struct {
	memoPath
	einvoiceForm
}

func (h *handlers) memoEInvoice(ctx context.Context, c *operations.Call, in memoEInvoicePath) (*documents.File, error) {
	o, m, err := h.corrected(ctx, operations.Loaded[*sales.CreditMemo](c))
	if err != nil {
		return nil, err
	}
	body, err := h.einvoices.CreditMemo(c.Shop, o, m, in.form())
	if err != nil {
		return nil, err
	}
	return &documents.File{Type: "application/xml", Name: "credit_memo_" + m.IncrementID + ".xml", Body: body}, nil
}
