package sales

import (
	"strings"

	"tradelog/domain/revocation"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Revocations stores revocation requests as they are shown: to the back office and to customers.
var Revocations = projections.Definition{
	Name: "revocations", Version: 2, Tables: []string{"revocations"}, Events: projections.EventNames(revocation.RequestSpecs()),
	Trails: []string{revocation.Category},
	New: projections.PerStream[revocationRow]{
		Memory: 500,
		Table:  "revocations",
		Fold:   foldRevocation,
		Put:    putRevocation,
	}.Projector,
}

type revocationRow struct {
	Doc      *documents.Revocation `db:"backend,json"`
	Customer int64                 `db:"customer_id"` // the customer who made the request
}

var revocationsTable = projections.TableOf[tables.RevocationRow]("revocations", 1)

func foldRevocation(w *projections.Writer, e projections.Event, r *revocationRow) (bool, error) {
	if r.Doc = folds.ApplyRevocation(r.Doc, e.Payload, e.Times()); r.Doc == nil {
		return false, nil
	}
	if submitted, ok := e.Payload.(revocation.Submitted); ok {
		r.Customer = submitted.CustomerID
	}
	w.Touch(e.Position, scopes.Revocations, scopes.Stream("revocations", e.Stream))
	return true, nil
}

func putRevocation(w *projections.Writer, id int64, r *revocationRow, last projections.Event) (bool, error) {
	d := r.Doc
	shown, err := documents.Encode(d.ForCustomer())
	if err != nil {
		return false, err
	}
	backend, err := documents.Encode(d)
	if err != nil {
		return false, err
	}
	received, err := documents.ParseTime(d.ReceivedAt)
	if err != nil {
		return false, err
	}
	status := ""
	if d.ProcessedStatus != nil {
		status = *d.ProcessedStatus
	}
	return true, revocationsTable.Put(w, tables.RevocationRow{
		Revocation: tables.Revocation{ID: id, StoreID: d.StoreID, CustomerID: r.Customer, Doc: shown, Backend: backend},
		OrderID:    d.OrderID, Email: strings.ToLower(d.Email), Status: status, ReceivedAt: received, Version: last.Position,
	})
}

// Marks finds the identifiers of revocation requests.
var RevocationMarks = projections.Marks{
	Events: []string{revocation.Submitted{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("revocation", e.Payload.(revocation.Submitted).RequestID)
	},
}
