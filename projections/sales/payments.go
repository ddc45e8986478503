package sales

import (
	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/documents"
)

var (
	invoicesTable = &projections.Table{Name: "invoices", Keys: 1, Columns: projections.Columns(`id bigint, order_id bigint,
		store_id bigint, state bigint, doc text, version bigint`)}
	creditMemosTable = &projections.Table{Name: "credit_memos", Keys: 1, Columns: projections.Columns(`id bigint, order_id bigint,
		store_id bigint, doc text, version bigint`)}
	pendingPayments = &projections.Table{Name: "pending_payments", Keys: 2, Columns: projections.Columns(`kind text, id bigint,
		order_id bigint`)}
)

// aboutMoney tells whether an event changed an invoice or a credit memo.
func aboutMoney(e projections.Event) bool {
	switch payload := e.Payload.(type) {
	case order.Emailed:
		return payload.About == order.AboutInvoice
	case order.Invoiced, order.InvoiceNumbered, order.InvoicePaid, order.InvoiceCanceled, order.Refunded, order.MemoNumbered:
		return true
	}
	return false
}

// memoOf returns the credit memo that an event concerns, 0 for none.
func memoOf(e projections.Event) int64 {
	switch payload := e.Payload.(type) {
	case order.Refunded:
		return payload.MemoID
	case order.MemoNumbered:
		return payload.MemoID
	}
	return 0
}

// notePending stores the invoices and refunds that wait for the payment gateway.
func notePending(w *projections.Writer, orderID int64, e projections.Event) {
	switch payload := e.Payload.(type) {
	case order.Invoiced:
		if payload.State == order.Open && payload.Capture == order.CaptureOnline {
			w.Put(pendingPayments, "invoice", payload.InvoiceID, orderID)
		}
	case order.CaptureStarted:
		w.Put(pendingPayments, "invoice", payload.InvoiceID, orderID)
	case order.CaptureDeclined:
		w.Delete(pendingPayments, "invoice", payload.InvoiceID)
	case order.VoidStarted:
		w.Put(pendingPayments, "invoice", payload.InvoiceID, orderID)
	case order.VoidDeclined:
		w.Delete(pendingPayments, "invoice", payload.InvoiceID)
	case order.InvoicePaid:
		w.Delete(pendingPayments, "invoice", payload.InvoiceID)
	case order.InvoiceCanceled:
		w.Delete(pendingPayments, "invoice", payload.InvoiceID)
	case order.RefundStarted:
		w.Put(pendingPayments, "refund", payload.MemoID, orderID)
	case order.Refunded:
		w.Delete(pendingPayments, "refund", payload.MemoID)
	case order.RefundAbandoned:
		w.Delete(pendingPayments, "refund", payload.MemoID)
	}
}

// putAccounting writes the invoices and credit memos of an order. There are few, and one refund shows in several.
func putAccounting(w *projections.Writer, o *documents.Order, at eventstore.Position) error {
	for _, i := range o.Accounting.Invoices {
		doc, err := documents.Encode(i)
		if err != nil {
			return err
		}
		w.Put(invoicesTable, i.ID, o.ID, o.StoreID, int64(i.State), doc, at)
	}
	for _, m := range o.Accounting.Memos {
		doc, err := documents.Encode(m)
		if err != nil {
			return err
		}
		w.Put(creditMemosTable, m.ID, o.ID, o.StoreID, doc, at)
	}
	return nil
}
