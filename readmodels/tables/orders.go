package tables

import (
	"time"

	"tradelog/eventstore"
	"tradelog/readmodels/documents"
)

// Order has the columns that readers select of an order.
type Order struct {
	ID         int64                          `db:"id"`
	StoreID    int64                          `db:"store_id"`
	CustomerID int64                          `db:"customer_id"` // 0: a guest
	Email      string                         `db:"email"`       // in lower case
	Doc        documents.Doc[documents.Order] `db:"doc"`
	Backend    []byte                         `db:"backend"` // members for the back office
	Version    eventstore.Position            `db:"version"`
}

// OrderRow is a row of orders. The columns that Order lacks serve lists, and the projector itself.
type OrderRow struct {
	Order
	IncrementID string    `db:"increment_id"`
	State       string    `db:"state"`
	Status      string    `db:"status"`
	CreatedAt   time.Time `db:"created_at"`
	UpdatedAt   time.Time `db:"updated_at"`
	Row         []byte    `db:"row"` // as lists show it
	Accounting  []byte    `db:"papers"`
	Payment     string    `db:"payment"` // see order.Progress
	Shipping    string    `db:"shipping"`
}

// OrderPart is a row of shipments, invoices or credit_memos, whose documents are T.
type OrderPart[T any] struct {
	ID      int64            `db:"id"`
	OrderID int64            `db:"order_id"`
	StoreID int64            `db:"store_id"`
	Doc     documents.Doc[T] `db:"doc"`
}

// OrderPartRow is an OrderPart with the version of its row.
type OrderPartRow[T any] struct {
	OrderPart[T]
	Version eventstore.Position `db:"version"`
}

// InvoiceRow is a row of invoices.
type InvoiceRow struct {
	OrderPartRow[documents.Invoice]
	State int64 `db:"state"`
}

// PendingPayment is an invoice or a refund that waits for the payment gateway.
type PendingPayment struct {
	Kind    string `db:"kind"` // invoice or refund
	ID      int64  `db:"id"`
	OrderID int64  `db:"order_id"`
}
