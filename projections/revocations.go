package projections

import (
	"context"
	"encoding/json"
	"time"

	"tradelog/domain/revocation"
	"tradelog/readmodels/documents"
)

// Revocations keeps revocation requests as they are shown: to the back office and to customers.
var Revocations = Definition{
	Name: "revocations", Version: 1, Tables: []string{"revocations"}, Events: names(revocation.RequestSpecs()),
	New: func() Projector {
		p := &revocations{}
		p.rows = newFolded(500, p.load)
		return p
	},
}

type revocations struct {
	rows *folded[*documents.Revocation]
}

var revocationsTable = &Table{Name: "revocations", Keys: 1, Columns: []Column{{"id", "bigint"}, {"order_id", "bigint"}, {"store_id", "bigint"}, {"email", "text"},
	{"status", "text"}, {"received_at", "timestamptz"}, {"doc", "text"}, {"backend", "text"}, {"version", "bigint"}}}

func (p *revocations) load(ctx context.Context, w *Writer, ids []int64, found func(int64, *documents.Revocation)) error {
	rows, err := w.Query(ctx, `SELECT id, backend FROM revocations WHERE id = ANY($1)`, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var doc []byte
		if err := rows.Scan(&id, &doc); err != nil {
			return err
		}
		var row *documents.Revocation
		if err := json.Unmarshal(doc, &row); err != nil {
			return err
		}
		found(id, row)
	}
	return rows.Err()
}

// Apply folds each request once for the batch.
func (p *revocations) Apply(ctx context.Context, w *Writer, events []Event) error {
	rows, err := p.rows.batch(ctx, w, events, func(Event) bool { return true })
	if err != nil {
		return err
	}
	last := map[int64]Event{}
	for _, e := range events {
		id := streamID(e.Stream)
		if rows[id] = documents.ApplyRevocation(rows[id], e.Payload, e.At()); rows[id] == nil {
			continue
		}
		last[id] = e
		w.Touch(e.Position, "revocations", e.Stream)
	}
	for id, e := range last {
		row := rows[id]
		shown, err := documents.Encode(row.ForCustomer())
		if err != nil {
			return At(e, err)
		}
		backend, err := documents.Encode(row)
		if err != nil {
			return At(e, err)
		}
		received, err := time.Parse(time.DateTime, row.ReceivedAt)
		if err != nil {
			return At(e, err)
		}
		status := ""
		if row.ProcessedStatus != nil {
			status = *row.ProcessedStatus
		}
		w.Put(revocationsTable, id, row.OrderID, row.StoreID, lower(row.Email), status, received.Format(time.RFC3339), shown, backend, e.Position)
		p.rows.keep(id, row)
	}
	return nil
}
