package projections

import (
	"github.com/jackc/pgx/v5"

	"tradelog/domain/customer"
	"tradelog/readmodels/documents"
)

// Customers keeps accounts: what the API shows and what a login needs.
var Customers = Definition{
	Name: "customers", Version: 2, Tables: []string{"customers"}, Events: names(customer.EventSpecs()),
	New: PerStream[customerRow]{
		Memory: 2000,
		Query:  `SELECT id, doc, password_hash, confirmation FROM customers WHERE id = ANY($1)`,
		Scan: func(row pgx.CollectableRow, r *customerRow) (id int64, err error) {
			err = row.Scan(&id, fromJSON{&r.doc}, &r.passwordHash, &r.confirmation)
			return id, err
		},
		Fold: foldCustomer,
		Put:  putCustomer,
	}.Projector,
}

type customerRow struct {
	doc          *documents.Customer
	passwordHash string
	confirmation string
}

var customersTable = &Table{Name: "customers", Keys: 1, Columns: []Column{{"id", "bigint"}, {"website_id", "bigint"}, {"email", "text"}, {"firstname", "text"},
	{"lastname", "text"}, {"telephones", "text[]"}, {"active", "boolean"}, {"group_id", "bigint"}, {"password_hash", "text"}, {"confirmation", "text"},
	{"doc", "text"}, {"row", "text"}, {"version", "bigint"}}}

func foldCustomer(w *Writer, e Event, r *customerRow) (bool, error) {
	r.doc = documents.ApplyCustomer(r.doc, e.Payload, e.Times())
	switch payload := e.Payload.(type) {
	case customer.Registered:
		r.passwordHash, r.confirmation = payload.PasswordHash, payload.Confirmation
	case customer.PasswordChanged:
		r.passwordHash = payload.PasswordHash
	case customer.Confirmed:
		r.confirmation = ""
	}
	w.Touch(e.Position, "customers", e.Stream)
	return r.doc != nil, nil
}

func putCustomer(w *Writer, id int64, r *customerRow, last Event) (bool, error) {
	d := r.doc
	doc, err := documents.Encode(d)
	if err != nil {
		return false, err
	}
	short, err := documents.Encode(d.Row())
	if err != nil {
		return false, err
	}
	w.Put(customersTable, id, d.WebsiteID, lower(d.Email), lower(d.Firstname), lower(d.Lastname), []string{}, d.IsActive, d.GroupID,
		r.passwordHash, r.confirmation, doc, short, last.Position)
	return true, nil
}
