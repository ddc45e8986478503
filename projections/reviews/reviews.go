// Package reviews projects reviews of products, and the votes of the approved ones.
package reviews

import (
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/review"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Reviews stores reviews as they are shown, and the votes of the approved ones in each store view.
var Reviews = projections.Definition{
	Name: "reviews", Version: 1, Tables: []string{"reviews", "review_votes"}, Events: projections.EventNames(review.EventSpecs()),
	New: projections.PerStream[reviewRow]{
		Memory: 500,
		Query:  `SELECT id, doc, customer_id, created_at FROM reviews WHERE id = ANY($1)`,
		Scan: func(row pgx.CollectableRow, r *reviewRow) (id int64, err error) {
			err = row.Scan(&id, projections.JSON(&r.doc), &r.author, &r.created)
			if err == nil {
				r.counted = r.shown()
			}
			return id, err
		},
		Fold:  foldReview,
		Carry: func(from, to *reviewRow) { to.counted = from.counted },
		Put:   putReview,
	}.Projector,
}

type reviewRow struct {
	doc     *documents.Review
	author  int64
	created time.Time
	counted []int64 // the store views in whose votes the tables have the review
}

// allStores is the store view whose row counts the reviews of all store views.
const allStores = 0

// shown lists the store views whose votes include the review.
func (r *reviewRow) shown() []int64 {
	if r.doc.Status != string(review.Approved) {
		return nil
	}
	return append([]int64{allStores}, r.doc.Stores...)
}

var (
	reviewsTable = &projections.Table{Name: "reviews", Keys: 1, Columns: projections.Columns(`id bigint, product_id bigint,
		customer_id bigint, store_ids bigint[], status text, stars bigint, created_at timestamptz, doc text, version bigint`)}
	votesTable = &projections.Table{Name: "review_votes", Keys: 3, Add: "reviews",
		Columns: projections.Columns(`product_id bigint, store_id bigint, stars bigint, reviews bigint`)}
)

func foldReview(w *projections.Writer, e projections.Event, r *reviewRow) (bool, error) {
	if submitted, ok := e.Payload.(review.Submitted); ok {
		r.author, r.created = submitted.CustomerID, e.Times().Occurred
	}
	was := r.doc != nil && r.doc.Status == string(review.Approved)
	if r.doc = documents.ApplyReview(r.doc, e.Payload, e.Times()); r.doc == nil {
		return false, nil
	}
	w.Touch(e.Position, scopes.Reviews, scopes.Review(r.doc.ID), scopes.CustomerReviews(r.author))
	if was || r.doc.Status == string(review.Approved) {
		w.Touch(e.Position, scopes.ProductReviews(r.doc.ProductID))
	}
	return true, nil
}

func putReview(w *projections.Writer, id int64, r *reviewRow, last projections.Event) (bool, error) {
	doc, err := documents.Encode(r.doc)
	if err != nil {
		return false, err
	}
	w.Put(reviewsTable, id, r.doc.ProductID, r.author, r.doc.Stores, r.doc.Status, r.doc.Rating, r.created, doc, last.Position)
	shown := r.shown()
	for _, store := range r.counted {
		if !slices.Contains(shown, store) {
			w.Put(votesTable, r.doc.ProductID, store, r.doc.Rating, int64(-1))
		}
	}
	for _, store := range shown {
		if !slices.Contains(r.counted, store) {
			w.Put(votesTable, r.doc.ProductID, store, r.doc.Rating, int64(1))
		}
	}
	r.counted = shown
	return true, nil
}

// Marks finds the identifiers of reviews.
var Marks = projections.Marks{
	Events: []string{review.Submitted{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("review", e.Payload.(review.Submitted).ReviewID)
	},
}
