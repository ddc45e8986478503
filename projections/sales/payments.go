package sales

import (
	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/tables"
)

var (
	invoicesTable    = projections.TableOf[tables.InvoiceRow]("invoices", 1)
	creditMemosTable = projections.TableOf[tables.OrderPartRow[documents.CreditMemo]]("credit_memos", 1)
	pendingPayments  = projections.TableOf[tables.PendingPayment]("pending_payments", 2)
)

// aboutMoney tells whether an event changed an invoice or a credit memo.
func aboutMoney(e projections.Event) bool {
	switch payload := e.Payload.(type) {
	case order.Emailed:
		return payload.About == order.AboutInvoice || payload.About == order.AboutMemo
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
	case order.Emailed:
		if payload.About == order.AboutMemo {
			return payload.AboutID
		}
	}
	return 0
}

// notePending stores the invoices and refunds that wait for the payment gateway.
func notePending(w *projections.Writer, orderID int64, e projections.Event) {
	switch payload := e.Payload.(type) {
	case order.Invoiced:
		if payload.State == order.Open && payload.Capture == order.CaptureOnline {
			w.Put(pendingPayments.Table, "invoice", payload.InvoiceID, orderID)
		}
	case order.CaptureStarted:
		w.Put(pendingPayments.Table, "invoice", payload.InvoiceID, orderID)
	case order.CaptureDeclined:
		w.Delete(pendingPayments.Table, "invoice", payload.InvoiceID)
	case order.VoidStarted:
		w.Put(pendingPayments.Table, "invoice", payload.InvoiceID, orderID)
	case order.VoidDeclined:
		w.Delete(pendingPayments.Table, "invoice", payload.InvoiceID)
	case order.InvoicePaid:
		w.Delete(pendingPayments.Table, "invoice", payload.InvoiceID)
	case order.InvoiceCanceled:
		w.Delete(pendingPayments.Table, "invoice", payload.InvoiceID)
	case order.RefundStarted:
		w.Put(pendingPayments.Table, "refund", payload.MemoID, orderID)
	case order.Refunded:
		w.Delete(pendingPayments.Table, "refund", payload.MemoID)
	case order.RefundAbandoned:
		w.Delete(pendingPayments.Table, "refund", payload.MemoID)
	}
}

// putAccounting writes the invoices and credit memos of an order. There are few, and one refund shows in several.
func putAccounting(w *projections.Writer, o *documents.Order, at eventstore.Position) error {
	for _, i := range o.Accounting.Invoices {
		row, err := partRow(i.ID, o, i, at)
		if err != nil {
			return err
		}
		if err := invoicesTable.Put(w, tables.InvoiceRow{OrderPartRow: row, State: int64(i.State)}); err != nil {
			return err
		}
	}
	for _, m := range o.Accounting.Memos {
		if err := putPart(w, creditMemosTable, m.ID, o, m, at); err != nil {
			return err
		}
	}
	return nil
}

// putPart writes a document that belongs to an order.
func putPart[T any](w *projections.Writer, table *projections.Rows[tables.OrderPartRow[T]], id int64, o *documents.Order, part *T,
	at eventstore.Position) error {
	row, err := partRow(id, o, part, at)
	if err != nil {
		return err
	}
	return table.Put(w, row)
}

func partRow[T any](id int64, o *documents.Order, part *T, at eventstore.Position) (tables.OrderPartRow[T], error) {
	doc, err := documents.Encode(part)
	return tables.OrderPartRow[T]{OrderPart: tables.OrderPart[T]{ID: id, OrderID: o.ID, StoreID: o.StoreID, Doc: doc}, Version: at}, err
}
