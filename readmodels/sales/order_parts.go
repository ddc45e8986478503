package sales

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// OrderPart is a ready shipment, invoice or credit memo.
type OrderPart[T any] = tables.OrderPart[T]

// Invoice, CreditMemo and Shipment are the kinds of such documents.
type (
	Invoice    = OrderPart[documents.Invoice]
	CreditMemo = OrderPart[documents.CreditMemo]
	Shipment   = OrderPart[documents.Shipment]
)

var (
	invoiceColumns = tables.Of[Invoice]()
	pendingColumns = tables.Of[PendingPayment]()
)

// Invoice reads an invoice. ErrNotFound: there is none.
func (r *Reader) Invoice(ctx context.Context, id int64) (*Invoice, error) {
	return orderPart[documents.Invoice](ctx, r.From(ctx, scopes.Orders), "read.invoices", id)
}

// CreditMemo reads a credit memo. ErrNotFound: there is none.
func (r *Reader) CreditMemo(ctx context.Context, id int64) (*CreditMemo, error) {
	return orderPart[documents.CreditMemo](ctx, r.From(ctx, scopes.CreditMemo(id)), "read.credit_memos", id)
}

func orderPart[T any](ctx context.Context, from readmodels.Source, table string, id int64) (*OrderPart[T], error) {
	columns := tables.Of[OrderPart[T]]()
	p, err := columns.Read(from.QueryRow(ctx, "SELECT "+columns.SQL()+" FROM "+table+" WHERE id = $1", id))
	if err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	return p, nil
}

// PartFilter chooses shipments, invoices or credit memos of all orders for a list.
type PartFilter struct {
	IncrementID string  // empty: all
	Stores      []int64 // nil: all
}

// AllShipments lists shipments, the newest first.
func (r *Reader) AllShipments(ctx context.Context, f PartFilter, page readmodels.Page) (*documents.Page[documents.Shipment], error) {
	return allParts[documents.Shipment](ctx, r, "read.shipments", f, page)
}

// AllInvoices lists invoices, the newest first.
func (r *Reader) AllInvoices(ctx context.Context, f PartFilter, page readmodels.Page) (*documents.Page[documents.Invoice], error) {
	return allParts[documents.Invoice](ctx, r, "read.invoices", f, page)
}

// AllCreditMemos lists credit memos, the newest first.
func (r *Reader) AllCreditMemos(ctx context.Context, f PartFilter, page readmodels.Page) (*documents.Page[documents.CreditMemo], error) {
	return allParts[documents.CreditMemo](ctx, r, "read.credit_memos", f, page)
}

// partNumber is the SQL of the increment ID in a document, in the form that indexes have.
const partNumber = `substring(doc FROM '"incrementId":"([^"]*)"')`

func allParts[T any](ctx context.Context, r *Reader, table string, f PartFilter, page readmodels.Page) (*documents.Page[T], error) {
	w := readmodels.Where{}
	if f.Stores != nil {
		w.Add("store_id = ANY($?)", f.Stores)
	}
	if f.IncrementID != "" {
		w.Add(partNumber+" = $?", f.IncrementID)
	}
	return readmodels.List[T](ctx, r.Reader, readmodels.Query{
		Table: table, Column: "doc", Where: w, Order: readmodels.ByID, Page: page, Scopes: []scopes.Scope{scopes.Orders},
	})
}

// Invoices lists all invoices of an order, the oldest first.
func (r *Reader) Invoices(ctx context.Context, orderID int64) ([]*Invoice, error) {
	rows, err := r.From(ctx, scopes.OrderMoney(orderID)).Query(ctx,
		"SELECT "+invoiceColumns.SQL()+" FROM read.invoices WHERE order_id = $1 ORDER BY id", orderID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, invoiceColumns.Collect)
}

// CreditMemos lists the credit memos of an order, the newest first.
func (r *Reader) CreditMemos(ctx context.Context, orderID int64, page readmodels.Page) (*documents.Page[documents.CreditMemo], error) {
	w := readmodels.Where{}
	w.Add("order_id = $?", orderID)
	return readmodels.List[documents.CreditMemo](ctx, r.Reader, readmodels.Query{
		Table: "read.credit_memos", Column: "doc", Where: w, Order: readmodels.ByID, Page: page,
		Scopes: []scopes.Scope{scopes.OrderMoney(orderID)},
	})
}

// PendingPayment is an invoice or a refund that waits for the payment gateway.
type PendingPayment = tables.PendingPayment

// PendingPayments lists at most max invoices and refunds that wait for the payment gateway.
func (r *Reader) PendingPayments(ctx context.Context, max int) ([]PendingPayment, error) {
	rows, err := r.Unnamed(ctx).Query(ctx, "SELECT "+pendingColumns.SQL()+" FROM read.pending_payments ORDER BY kind, id LIMIT $1", max)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pendingColumns.CollectValue)
}
