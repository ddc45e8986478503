// Package newsletter projects subscribers of the newsletter.
package newsletter

import (
	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/newsletter"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Subscribers stores subscribers as they are shown.
var Subscribers = projections.Definition{
	Name: "subscribers", Version: 1, Tables: []string{"subscribers"}, Events: projections.EventNames(newsletter.EventSpecs()),
	New: projections.PerStream[subscriberRow]{
		Memory: 500,
		Query:  `SELECT id, doc FROM subscribers WHERE id = ANY($1)`,
		Scan: func(row pgx.CollectableRow, r *subscriberRow) (id int64, err error) {
			err = row.Scan(&id, projections.JSON(&r.doc))
			return id, err
		},
		Fold: func(w *projections.Writer, e projections.Event, r *subscriberRow) (bool, error) {
			if r.doc = documents.ApplySubscriber(r.doc, e.Payload, e.Times()); r.doc == nil {
				return false, nil
			}
			w.Touch(e.Position, scopes.Subscribers)
			return true, nil
		},
		Put: func(w *projections.Writer, id int64, r *subscriberRow, last projections.Event) (bool, error) {
			doc, err := documents.Encode(r.doc)
			if err != nil {
				return false, err
			}
			w.Put(subscribersTable, id, domain.Value(r.doc.CustomerID), r.doc.Email, doc, last.Position)
			return true, nil
		},
	}.Projector,
}

type subscriberRow struct{ doc *documents.Newsletter }

var subscribersTable = &projections.Table{Name: "subscribers", Keys: 1,
	Columns: projections.Columns("id bigint, customer_id bigint, email text, doc text, version bigint")}

// Marks finds the identifiers of subscribers.
var Marks = projections.Marks{
	Events: []string{newsletter.Subscribed{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("subscriber", e.Payload.(newsletter.Subscribed).SubscriberID)
	},
}
