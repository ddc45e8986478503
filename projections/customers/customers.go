// Package customers projects customer accounts, wishlists, reviews with their votes, stock alerts, and subscriptions to the newsletter. It
// also projects identifiers of contact messages, which no operation shows.
package customers

import (
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/domain/person"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Customers stores accounts and address books, for the API and for logins.
var Customers = projections.Definition{
	Name: "customers", Version: 5, Tables: []string{"customers", "customer_addresses"},
	Events: projections.EventNames(customer.AccountSpecs()), Trails: []string{customer.Category},
	New: projections.PerStream[customerRow]{
		Memory: 2000,
		Table:  "customers",
		Fold:   foldCustomer,
		Put:    putCustomer,
	}.Projector,
}

type customerRow struct {
	Doc          *documents.Customer `db:"doc,json"`
	PasswordHash string              `db:"password_hash"`
	Confirmation string              `db:"confirmation"`
	Credentials  int64               `db:"credentials"`
	KeptLogin    string              `db:"kept_login"`
	entries      map[int64]bool      // entries of the address book to write: whether they are still there
	forgotten    bool                // the account is no longer shown
}

var customersTable = projections.TableOf[tables.CustomerRow]("customers", 1)

var shown = projections.EventNames(customer.Shown())

func foldCustomer(w *projections.Writer, e projections.Event, r *customerRow) (bool, error) {
	changed := r.changeCredentials(w, e)
	if !slices.Contains(shown, e.Type) {
		return changed && r.Doc != nil, nil
	}
	r.Doc = folds.ApplyCustomer(r.Doc, e.Payload, e.Times())
	switch payload := e.Payload.(type) {
	case person.Forgotten:
		r.forgotten = true
	case customer.Registered:
		r.PasswordHash, r.Confirmation = payload.PasswordHash, payload.Confirmation
	case customer.PasswordChanged:
		r.PasswordHash = payload.PasswordHash
	case customer.PasswordReset:
		r.PasswordHash = payload.PasswordHash
	case customer.Confirmed:
		r.Confirmation = ""
	}
	r.noteEntries(e.Payload)
	w.Touch(e.Position, scopes.Customers, scopes.Stream("customers", e.Stream))
	return r.Doc != nil, nil
}

// changeCredentials notes what an event makes of the credentials. It reports whether they change.
func (r *customerRow) changeCredentials(w *projections.Writer, e projections.Event) bool {
	had := access.Credentials{Version: r.Credentials, Kept: r.KeptLogin}
	now := customer.CredentialsAfter(had, e.Payload)
	if now == had {
		return false
	}
	r.Credentials, r.KeptLogin = now.Version, now.Kept
	w.Touch(e.Position, scopes.Stream("customers", e.Stream))
	return true
}

func putCustomer(w *projections.Writer, id int64, r *customerRow, last projections.Event) (bool, error) {
	if r.forgotten {
		w.Delete(customersTable.Table, id)
		for entry := range r.entries {
			w.Delete(addressesTable.Table, entry)
		}
		return false, nil
	}
	d := r.Doc
	doc, err := documents.Encode(d)
	if err != nil {
		return false, err
	}
	short, err := documents.Encode(d.Row())
	if err != nil {
		return false, err
	}
	if err := customersTable.Put(w, tables.CustomerRow{
		Customer: tables.Customer{ID: id, WebsiteID: d.WebsiteID, Email: strings.ToLower(d.Email), Active: d.IsActive, GroupID: d.GroupID,
			PasswordHash: r.PasswordHash, Confirmation: r.Confirmation, Credentials: r.Credentials, KeptLogin: r.KeptLogin,
			Version: last.Position, Doc: doc},
		Firstname: strings.ToLower(d.Firstname), Lastname: strings.ToLower(d.Lastname), Row: short,
	}); err != nil {
		return false, err
	}
	return true, putEntries(w, r)
}

// Marks finds the identifiers of customers, of the entries of their address books, and of streams that forget guests.
var CustomerMarks = projections.Marks{
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
