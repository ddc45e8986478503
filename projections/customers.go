package projections

import (
	"context"
	"encoding/json"

	"tradelog/domain/customer"
	"tradelog/readmodels/documents"
)

// Customers keeps accounts: what the API shows and what a login needs.
var Customers = Definition{
	Name: "customers", Version: 1, Tables: []string{"customers"}, Events: names(customer.EventSpecs()),
	New: func() Projector {
		p := &customersProjector{}
		p.rows = newFolded(2000, p.load)
		return p
	},
}

type customersProjector struct{ rows *folded[*customerRow] }

type customerRow struct {
	doc          *documents.Customer
	passwordHash string
	confirmation string
}

var customersTable = &Table{Name: "customers", Keys: 1, Columns: []Column{{"id", "bigint"}, {"website_id", "bigint"}, {"email", "text"}, {"firstname", "text"},
	{"lastname", "text"}, {"telephones", "text[]"}, {"active", "boolean"}, {"group_id", "bigint"}, {"password_hash", "text"}, {"confirmation", "text"},
	{"doc", "text"}, {"row", "text"}, {"version", "bigint"}}}

func (p *customersProjector) load(ctx context.Context, w *Writer, ids []int64, found func(int64, *customerRow)) error {
	rows, err := w.Query(ctx, `SELECT id, doc, password_hash, confirmation FROM customers WHERE id = ANY($1)`, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var doc []byte
		row := &customerRow{}
		if err := rows.Scan(&id, &doc, &row.passwordHash, &row.confirmation); err != nil {
			return err
		}
		if err := json.Unmarshal(doc, &row.doc); err != nil {
			return err
		}
		found(id, row)
	}
	return rows.Err()
}

// Apply folds each account's document.
func (p *customersProjector) Apply(ctx context.Context, w *Writer, events []Event) error {
	rows, err := p.rows.batch(ctx, w, events, func(Event) bool { return true })
	if err != nil {
		return err
	}
	last := map[int64]Event{}
	for _, e := range events {
		id := streamID(e.Stream)
		row := rows[id]
		if row == nil {
			row = &customerRow{}
			rows[id] = row
		}
		row.doc = documents.ApplyCustomer(row.doc, e.Payload, e.At())
		switch payload := e.Payload.(type) {
		case customer.Registered:
			row.passwordHash, row.confirmation = payload.PasswordHash, payload.Confirmation
		case customer.PasswordChanged:
			row.passwordHash = payload.PasswordHash
		case customer.Confirmed:
			row.confirmation = ""
		}
		last[id] = e
		w.Touch(e.Position, "customers", e.Stream)
	}
	for id, e := range last {
		row := rows[id]
		if row.doc == nil {
			continue
		}
		p.rows.keep(id, row)
		doc, err := documents.Encode(row.doc)
		if err != nil {
			return At(e, err)
		}
		short, err := documents.Encode(row.doc.Row())
		if err != nil {
			return At(e, err)
		}
		d := row.doc
		w.Put(customersTable, id, d.WebsiteID, lower(d.Email), lower(d.Firstname), lower(d.Lastname), []string{}, d.IsActive, d.GroupID,
			row.passwordHash, row.confirmation, doc, short, e.Position)
	}
	return nil
}
