package customers

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Address is an entry of an address book, with its customer.
type Address = tables.Address

var addressColumns = tables.Of[Address]()

// Address reads an entry of any address book. ErrNotFound: there is none.
func (r *Reader) Address(ctx context.Context, id int64) (*Address, error) {
	return r.address(ctx, scopes.Customers, `id = $1`, id)
}

// OwnAddress reads an entry of a customer's address book. ErrNotFound: there is none, or it is somebody else's.
func (r *Reader) OwnAddress(ctx context.Context, customerID, id int64) (*Address, error) {
	return r.address(ctx, scopes.Customer(customerID), `id = $1 AND customer_id = $2`, id, customerID)
}

func (r *Reader) address(ctx context.Context, of scopes.Scope, where string, args ...any) (*Address, error) {
	a, err := addressColumns.Read(r.From(ctx, of).QueryRow(ctx,
		"SELECT "+addressColumns.SQL()+" FROM read.customer_addresses WHERE "+where, args...))
	if err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	return a, nil
}

// Addresses lists a customer's address book, the oldest entry first. The list has no pages (shapes-customer §3.1).
func (r *Reader) Addresses(ctx context.Context, customerID int64) (*documents.Page[documents.Address], error) {
	rows, err := r.From(ctx, scopes.Customer(customerID)).Query(ctx,
		`SELECT doc FROM read.customer_addresses WHERE customer_id = $1 ORDER BY id`, customerID)
	if err != nil {
		return nil, err
	}
	docs, err := pgx.CollectRows(rows, pgx.RowTo[documents.Doc[documents.Address]])
	return documents.All(docs), err
}
