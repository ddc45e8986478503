package readmodels

import (
	"context"
	"fmt"
	"strings"

	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Revocation is a ready revocation request.
type Revocation struct {
	StoreID int64
	Email   string                              // lower case
	Doc     documents.Doc[documents.Revocation] // for customers
	Backend documents.Doc[documents.Revocation] // for the back office
}

// Revocation reads a request. ErrNotFound: there is none.
func (r *Reader) Revocation(ctx context.Context, id int64) (*Revocation, error) {
	v := &Revocation{}
	err := r.From(ctx, scopes.Revocation(id)).QueryRow(ctx, `SELECT store_id, email, doc, backend FROM read.revocations WHERE id = $1`, id).
		Scan(&v.StoreID, &v.Email, (*[]byte)(&v.Doc), (*[]byte)(&v.Backend))
	if err != nil {
		return nil, notFound(err)
	}
	return v, nil
}

// RevocationFilter chooses requests for a list. Zero values do not filter.
type RevocationFilter struct {
	Status  string
	StoreID *int64
	OrderID *int64
	Email   string
	Stores  []int64 // those the caller may see; nil: all
	Backend bool    // the rows have what only the back office sees
}

// Revocations lists requests, the newest first.
func (r *Reader) Revocations(ctx context.Context, f RevocationFilter, page Page) (*documents.Page[documents.Revocation], error) {
	w := where{}
	if f.Status != "" {
		w.add("status = $?", f.Status)
	}
	if f.StoreID != nil {
		w.add("store_id = $?", *f.StoreID)
	}
	if f.OrderID != nil {
		w.add("order_id = $?", *f.OrderID)
	}
	if f.Email != "" {
		w.add("email = $?", strings.ToLower(f.Email))
	}
	if f.Stores != nil {
		w.add("store_id = ANY($?)", f.Stores)
	}
	column := "doc"
	if f.Backend {
		column = "backend"
	}
	return list[documents.Revocation](ctx, r, listQuery{table: "read.revocations", column: column, where: w,
		order: "received_at DESC, id DESC", page: page,
		count: fmt.Sprintf("revocations %q %#v", w.conditions, w.args), scopes: []scopes.Scope{scopes.Revocations}})
}
