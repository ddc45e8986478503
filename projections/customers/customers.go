// Package customers projects customer accounts.
package customers

import (
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/customer"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Customers stores accounts: what the API shows and what a login needs.
var Customers = projections.Definition{
	Name: "customers", Version: 2, Tables: []string{"customers"}, Events: projections.EventNames(customer.EventSpecs()),
	New: projections.PerStream[customerRow]{
		Memory: 2000,
		Query:  `SELECT id, doc, password_hash, confirmation FROM customers WHERE id = ANY($1)`,
		Scan: func(row pgx.CollectableRow, r *customerRow) (id int64, err error) {
			err = row.Scan(&id, projections.JSON(&r.doc), &r.passwordHash, &r.confirmation)
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

var customersTable = &projections.Table{Name: "customers", Keys: 1, Columns: projections.Columns(`id bigint, website_id bigint,
		email text, firstname text, lastname text, telephones text[], active boolean, group_id bigint, password_hash text,
		confirmation text, doc text, row text, version bigint`)}

func foldCustomer(w *projections.Writer, e projections.Event, r *customerRow) (bool, error) {
	r.doc = documents.ApplyCustomer(r.doc, e.Payload, e.Times())
	switch payload := e.Payload.(type) {
	case customer.Registered:
		r.passwordHash, r.confirmation = payload.PasswordHash, payload.Confirmation
	case customer.PasswordChanged:
		r.passwordHash = payload.PasswordHash
	case customer.Confirmed:
		r.confirmation = ""
	}
	w.Touch(e.Position, scopes.Customers, scopes.Stream("customers", e.Stream))
	return r.doc != nil, nil
}

func putCustomer(w *projections.Writer, id int64, r *customerRow, last projections.Event) (bool, error) {
	d := r.doc
	doc, err := documents.Encode(d)
	if err != nil {
		return false, err
	}
	short, err := documents.Encode(d.Row())
	if err != nil {
		return false, err
	}
	w.Put(customersTable, id, d.WebsiteID, strings.ToLower(d.Email), strings.ToLower(d.Firstname), strings.ToLower(d.Lastname), []string{},
		d.IsActive, d.GroupID,
		r.passwordHash, r.confirmation, doc, short, last.Position)
	return true, nil
}

// Marks finds the identifiers of customers.
var Marks = projections.Marks{
	Events: []string{customer.Registered{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("customer", e.Payload.(customer.Registered).CustomerID)
	},
}
