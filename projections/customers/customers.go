// Package customers projects customer accounts.
package customers

import (
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/person"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Customers stores accounts and address books, for the API and for logins.
var Customers = projections.Definition{
	Name: "customers", Version: 3, Tables: []string{"customers", "customer_addresses"},
	Events: projections.EventNames(customer.Shown()),
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
	entries      map[int64]bool // entries of the address book to write: whether they are still there
	forgotten    bool           // the account is no longer shown
}

var customersTable = &projections.Table{Name: "customers", Keys: 1, Columns: projections.Columns(`id bigint, website_id bigint,
		email text, firstname text, lastname text, active boolean, group_id bigint, password_hash text,
		confirmation text, doc text, row text, version bigint`)}

func foldCustomer(w *projections.Writer, e projections.Event, r *customerRow) (bool, error) {
	r.doc = documents.ApplyCustomer(r.doc, e.Payload, e.Times())
	switch payload := e.Payload.(type) {
	case person.Forgotten:
		r.forgotten = true
	case customer.Registered:
		r.passwordHash, r.confirmation = payload.PasswordHash, payload.Confirmation
	case customer.PasswordChanged:
		r.passwordHash = payload.PasswordHash
	case customer.PasswordReset:
		r.passwordHash = payload.PasswordHash
	case customer.Confirmed:
		r.confirmation = ""
	}
	r.noteEntries(e.Payload)
	w.Touch(e.Position, scopes.Customers, scopes.Stream("customers", e.Stream))
	return r.doc != nil, nil
}

func putCustomer(w *projections.Writer, id int64, r *customerRow, last projections.Event) (bool, error) {
	if r.forgotten {
		w.Delete(customersTable, id)
		for entry := range r.entries {
			w.Delete(addressesTable, entry)
		}
		return false, nil
	}
	d := r.doc
	doc, err := documents.Encode(d)
	if err != nil {
		return false, err
	}
	short, err := documents.Encode(d.Row())
	if err != nil {
		return false, err
	}
	w.Put(customersTable, id, d.WebsiteID, strings.ToLower(d.Email), strings.ToLower(d.Firstname), strings.ToLower(d.Lastname),
		d.IsActive, d.GroupID, r.passwordHash, r.confirmation, doc, short, last.Position)
	return true, putEntries(w, r)
}

// Marks finds the identifiers of customers, of the entries of their address books, and of streams that forget guests.
var Marks = projections.Marks{
	Events: []string{customer.Registered{}.EventName(), customer.AddressAdded{}.EventName(), person.GuestForgetStarted{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		switch payload := e.Payload.(type) {
		case customer.Registered:
			mark("customer", payload.CustomerID)
		case customer.AddressAdded:
			mark("customer_address", payload.AddressID)
		case person.GuestForgetStarted:
			mark(person.GuestCategory, domain.StreamID(e.Stream))
		}
	},
}
