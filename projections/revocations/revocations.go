// Package revocations projects revocation requests.
package revocations

import (
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/revocation"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Revocations stores revocation requests as they are shown: to the back office and to customers.
var Revocations = projections.Definition{
	Name: "revocations", Version: 2, Tables: []string{"revocations"}, Events: projections.EventNames(revocation.RequestSpecs()),
	New: projections.PerStream[revocationRow]{
		Memory: 500,
		Query:  `SELECT id, backend, customer_id FROM revocations WHERE id = ANY($1)`,
		Scan: func(row pgx.CollectableRow, r *revocationRow) (id int64, err error) {
			err = row.Scan(&id, projections.JSON(&r.doc), &r.customer)
			return id, err
		},
		Fold: foldRevocation,
		Put:  putRevocation,
	}.Projector,
}

type revocationRow struct {
	doc      *documents.Revocation
	customer int64 // the customer who made the request
}

var revocationsTable = &projections.Table{Name: "revocations", Keys: 1, Columns: projections.Columns(`id bigint, order_id bigint,
		store_id bigint, email text, status text, received_at timestamptz, doc text, backend text, version bigint, customer_id bigint`)}

func foldRevocation(w *projections.Writer, e projections.Event, r *revocationRow) (bool, error) {
	if r.doc = documents.ApplyRevocation(r.doc, e.Payload, e.Times()); r.doc == nil {
		return false, nil
	}
	if submitted, ok := e.Payload.(revocation.Submitted); ok {
		r.customer = submitted.CustomerID
	}
	w.Touch(e.Position, scopes.Revocations, scopes.Stream("revocations", e.Stream))
	return true, nil
}

func putRevocation(w *projections.Writer, id int64, r *revocationRow, last projections.Event) (bool, error) {
	d := r.doc
	shown, err := documents.Encode(d.ForCustomer())
	if err != nil {
		return false, err
	}
	backend, err := documents.Encode(d)
	if err != nil {
		return false, err
	}
	received, err := time.Parse(time.DateTime, d.ReceivedAt)
	if err != nil {
		return false, err
	}
	status := ""
	if d.ProcessedStatus != nil {
		status = *d.ProcessedStatus
	}
	w.Put(revocationsTable, id, d.OrderID, d.StoreID, strings.ToLower(d.Email), status, received.Format(time.RFC3339), shown, backend,
		last.Position, r.customer)
	return true, nil
}

// Marks finds the identifiers of revocation requests.
var Marks = projections.Marks{
	Events: []string{revocation.Submitted{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("revocation", e.Payload.(revocation.Submitted).RequestID)
	},
}
