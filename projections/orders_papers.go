package projections

import (
	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/readmodels/documents"
)

var (
	invoicesTable = &Table{Name: "invoices", Keys: 1, Columns: []Column{{"id", "bigint"}, {"order_id", "bigint"}, {"store_id", "bigint"}, {"state", "bigint"},
		{"doc", "text"}, {"version", "bigint"}}}
	creditMemosTable = &Table{Name: "credit_memos", Keys: 1, Columns: []Column{{"id", "bigint"}, {"order_id", "bigint"}, {"store_id", "bigint"}, {"doc", "text"}, {"version", "bigint"}}}
	pendingPayments  = &Table{Name: "pending_payments", Keys: 2, Columns: []Column{{"kind", "text"}, {"id", "bigint"}, {"order_id", "bigint"}}}
)

// aboutMoney tells whether an event changed an invoice or a credit memo.
func aboutMoney(e Event) bool {
	switch payload := e.Payload.(type) {
	case order.Emailed:
		return payload.Paper == order.PaperInvoice
	case order.Invoiced, order.InvoiceNumbered, order.InvoicePaid, order.InvoiceCanceled, order.Refunded, order.MemoNumbered:
		return true
	}
	return false
}

// memoOf is the credit memo an event is about, 0 for none.
func memoOf(e Event) int64 {
	switch payload := e.Payload.(type) {
	case order.Refunded:
		return payload.MemoID
	case order.MemoNumbered:
		return payload.MemoID
	}
	return 0
}

// notePending keeps what waits for the payment gateway.
func notePending(w *Writer, orderID int64, e Event) {
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

// putPapers writes the invoices and credit memos of an order; there are few, and one refund shows in several.
func putPapers(w *Writer, o *documents.Order, at eventstore.Position) error {
	for _, i := range o.Papers.Invoices {
		doc, err := documents.Encode(i)
		if err != nil {
			return err
		}
		w.Put(invoicesTable, i.ID, o.ID, o.StoreID, int64(i.State), doc, at)
	}
	for _, m := range o.Papers.Memos {
		doc, err := documents.Encode(m)
		if err != nil {
			return err
		}
		w.Put(creditMemosTable, m.ID, o.ID, o.StoreID, doc, at)
	}
	return nil
}
