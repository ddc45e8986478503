package customers

import (
	"tradelog/domain"
	"tradelog/domain/newsletter"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/scopes"
)

// Subscribers stores subscribers as they are shown.
var Subscribers = projections.Definition{
	Name: "subscribers", Version: 1, Tables: []string{"subscribers"}, Events: projections.EventNames(newsletter.EventSpecs()),
	New: projections.PerStream[subscriberRow]{
		Memory: 500,
		Table:  "subscribers",
		Fold: func(w *projections.Writer, e projections.Event, r *subscriberRow) (bool, error) {
			if r.Doc = folds.ApplySubscriber(r.Doc, e.Payload, e.Times()); r.Doc == nil {
				return false, nil
			}
			w.Touch(e.Position, scopes.Subscribers)
			return true, nil
		},
		Put: func(w *projections.Writer, id int64, r *subscriberRow, last projections.Event) (bool, error) {
			doc, err := documents.Encode(r.Doc)
			if err != nil {
				return false, err
			}
			w.Put(subscribersTable, id, domain.Value(r.Doc.CustomerID), r.Doc.Email, doc, last.Position)
			return true, nil
		},
	}.Projector,
}

type subscriberRow struct {
	Doc *documents.Newsletter `db:"doc,json"`
}

var subscribersTable = &projections.Table{Name: "subscribers", Keys: 1,
	Columns: projections.Columns("id bigint, customer_id bigint, email text, doc text, version bigint")}

// Marks finds the identifiers of subscribers.
var SubscriberMarks = projections.Marks{
	Events: []string{newsletter.Subscribed{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("subscriber", e.Payload.(newsletter.Subscribed).SubscriberID)
	},
}
