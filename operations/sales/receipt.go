package sales

import (
	"context"
	"time"

	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/eventstore/audit/proof"
	"tradelog/operations"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/sales"
)

// ReceiptSigner makes signed receipts.
type ReceiptSigner interface {
	Receipt(ctx context.Context, stream, number string, events []proof.Shown) (*proof.Receipt, error)
	PublicPEM(ctx context.Context) ([]byte, error)
}

// PrintReceipt makes the PDF of a receipt. publicKey is PEM.
type PrintReceipt func(
	ctx context.Context, shop *directory.Shop, order *documents.Order, receipt *proof.Receipt, publicKey []byte,
) ([]byte, error)

// ReceiptServices are the dependencies of receipts of orders.
type ReceiptServices struct {
	Reader *sales.Reader
	Store  eventstore.Store
	Codec  *eventstore.Codec
	Signer ReceiptSigner
	Print  PrintReceipt
}

type receipts struct {
	handlers
	ReceiptServices
}

// Receipts makes the operations that prove the events of an order in the log.
func Receipts(s ReceiptServices) []*operations.Operation {
	h := &receipts{handlers{reader: s.Reader}, s}
	receipt := operations.Declaration{
		Resource: Order, Verb: operations.Get, Method: "GET", Path: "/orders/{id}/receipt",
		Access: operations.Access{Auth: operations.Customer, Permission: "orders/read", ByRow: true}, Guard: h.readable, Extra: true,
		Summary: "Get a receipt of an order's events", Cost: 25,
		Doc: "Returns all events of the order with their seals, paths to signed checkpoints of the event log, and a signature of the " +
			"installation. receipt.mjs and key.pub, both below /.well-known/tradelog, verify it without the shop. The back office also gets " +
			"the stored bytes, from which the seals can be computed again. Customers get receipts of their own orders.",
	}
	pdf := receipt
	pdf.Path, pdf.Tool.None, pdf.Response.Produces, pdf.Summary = "/orders/{id}/receipt/pdf", true, "application/pdf", "Get a receipt as a PDF"
	pdf.Doc = "Prints the receipt with its digest and signature. The receipt itself, for verifiers, is attached to the PDF as receipt.json."
	return []*operations.Operation{operations.Define(receipt, h.receipt), operations.Define(pdf, h.receiptPDF)}
}

// pendingLife is the time for which a receipt is cached that a new checkpoint would change.
const pendingLife = 2 * time.Second

func (h *receipts) receipt(ctx context.Context, c *operations.Call, _ orderPath) (documents.Bare[proof.Receipt], error) {
	r, _, err := h.issue(ctx, c)
	if err != nil {
		return nil, err
	}
	return documents.Plainly(*r)
}

func (h *receipts) receiptPDF(ctx context.Context, c *operations.Call, _ orderPath) (*documents.File, error) {
	r, o, err := h.issue(ctx, c)
	if err != nil {
		return nil, err
	}
	key, err := h.Signer.PublicPEM(ctx)
	if err != nil {
		return nil, err
	}
	body, err := h.Print(ctx, c.Shop, o, r, key)
	return printed("receipt_"+o.IncrementID, body, err)
}

// issue makes the receipt of the order that the guard has loaded.
func (h *receipts) issue(ctx context.Context, c *operations.Call) (*proof.Receipt, *documents.Order, error) {
	row := operations.Loaded[*sales.Order](c)
	o, err := row.Doc.Decode()
	if err != nil {
		return nil, nil, err
	}
	events, err := eventstore.ReadWhole(ctx, h.Store, order.Stream(row.ID))
	if err != nil {
		return nil, nil, err
	}
	show := h.toBuyer
	if c.BackendReader("orders") {
		show = h.toShop
	}
	shown, err := show(ctx, events)
	if err != nil {
		return nil, nil, err
	}
	r, err := h.Signer.Receipt(ctx, order.Stream(row.ID), o.IncrementID, shown)
	if err != nil {
		return nil, nil, err
	}
	if n := len(r.Events); n > 0 && r.Events[n-1].Checkpoint == 0 {
		c.Until(c.Now().Add(pendingLife))
	}
	return r, &o, nil
}

// toShop shows events to the back office: without secrets and credentials, and with the stored bytes unless these have any in plain.
func (h *receipts) toShop(ctx context.Context, events []eventstore.Recorded) ([]proof.Shown, error) {
	disclosed, err := h.Codec.Disclose(ctx, events, true)
	if err != nil {
		return nil, err
	}
	shown := make([]proof.Shown, len(events))
	for i := range events {
		exposes, err := h.Codec.Exposes(events[i])
		if err != nil {
			return nil, err
		}
		shown[i] = proof.Shown{Recorded: &events[i], Data: string(disclosed[i].Data), Withheld: disclosed[i].Withheld, Bare: !exposes}
	}
	return shown, nil
}

// toBuyer shows events to the order's customer. The stored bytes also have the shop's internal data, so they are left out.
func (h *receipts) toBuyer(ctx context.Context, events []eventstore.Recorded) ([]proof.Shown, error) {
	decoded, err := h.Codec.DecodeAll(ctx, events, true)
	if err != nil {
		return nil, err
	}
	shown := make([]proof.Shown, len(events))
	for i, e := range decoded {
		shown[i].Recorded = &events[i]
		if e == nil {
			continue
		}
		if e, ok := order.ForBuyer(e); ok {
			data, err := eventstore.Show(e)
			if err != nil {
				return nil, err
			}
			shown[i].Data = string(data)
		}
	}
	return shown, nil
}
