package sales

import (
	"context"
	"fmt"
	"math"

	"tradelog/eventstore"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Exported is a document of sales with its order.
type Exported[D any] struct {
	At    eventstore.Position // of the last change
	Doc   documents.Doc[D]
	Order documents.Doc[documents.Order] // gift card codes in it are sealed
}

// ChangedSince chooses documents by their last change.
type ChangedSince struct {
	After  eventstore.Position
	Stores []int64 // nil: all
	// Limit is the number of documents of a page. A page has more if they changed at the same position, because it ends between positions.
	Limit int
}

// EachOrder calls each with a page of the orders that have changed since a position, in the order of their last changes.
func (r *Reader) EachOrder(ctx context.Context, q ChangedSince, each func(Exported[documents.Order]) error) error {
	return eachChanged(ctx, r, "read.orders", "p.doc, ''", "", q, func(e Exported[documents.Order]) error {
		e.Order = e.Doc
		return each(e)
	})
}

// EachInvoice is EachOrder for invoices.
func (r *Reader) EachInvoice(ctx context.Context, q ChangedSince, each func(Exported[documents.Invoice]) error) error {
	return eachChanged(ctx, r, "read.invoices", ofOrder, joinOrder, q, each)
}

// EachCreditMemo is EachOrder for credit memos.
func (r *Reader) EachCreditMemo(ctx context.Context, q ChangedSince, each func(Exported[documents.CreditMemo]) error) error {
	return eachChanged(ctx, r, "read.credit_memos", ofOrder, joinOrder, q, each)
}

const (
	ofOrder   = "p.doc, o.doc"
	joinOrder = " JOIN read.orders o ON o.id = p.order_id"
)

// eachChanged reads the rows of a table whose version is behind a position. The projector commits its batches in the order of the log, and
// a row gets the position of its last change. So no row comes later with a position that has been read, and the next page begins at the
// position of the last row. Rows are passed on while they arrive; a page is not held in memory. Answers made of it are not remembered,
// because they are large and asked for once.
func eachChanged[D any](
	ctx context.Context, r *Reader, table, columns, join string, q ChangedSince, each func(Exported[D]) error,
) error {
	stores := ""
	args := []any{q.After, q.Limit - 1, int64(math.MaxInt64)}
	if q.Stores != nil {
		stores, args = " AND store_id = ANY($4)", append(args, q.Stores)
	}
	from := r.From(ctx, scopes.Orders)
	freshness.ReadingFrom(ctx).Unknown()
	rows, err := from.Query(ctx, fmt.Sprintf(`WITH page AS (SELECT * FROM %[1]s WHERE version > $1%[2]s AND version <= coalesce(
			(SELECT version FROM %[1]s WHERE version > $1%[2]s ORDER BY version, id OFFSET $2 LIMIT 1), $3))
		SELECT p.version, %[3]s FROM page p%[4]s ORDER BY p.version, p.id`, table, stores, columns, join), args...)
	if err != nil {
		return readmodels.OrNotFound(err)
	}
	defer rows.Close()
	for rows.Next() {
		var e Exported[D]
		if err := rows.Scan(&e.At, (*[]byte)(&e.Doc), (*[]byte)(&e.Order)); err != nil {
			return err
		}
		if err := each(e); err != nil {
			return err
		}
	}
	return rows.Err()
}
