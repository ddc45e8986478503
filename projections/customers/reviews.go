package customers

import (
	"slices"
	"time"

	"tradelog/domain/review"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Reviews stores reviews as they are shown, and the votes of the approved ones in each store view.
var Reviews = projections.Definition{
	Name: "reviews", Version: 1, Tables: []string{"reviews", "review_votes"}, Events: projections.EventNames(review.EventSpecs()),
	Trails: []string{review.Category},
	New: projections.PerStream[reviewRow]{
		Memory: 500,
		Table:  "reviews",
		Loaded: func(r *reviewRow) { r.counted = r.shown() },
		Fold:   foldReview,
		Carry:  func(from, to *reviewRow) { to.counted = from.counted },
		Put:    putReview,
	}.Projector,
}

type reviewRow struct {
	Doc     *documents.Review `db:"doc,json"`
	Author  int64             `db:"customer_id"`
	Created time.Time         `db:"created_at"`
	counted []int64           // the store views in whose votes the tables have the review
}

// allStores is the store view whose row counts the reviews of all store views.
const allStores = 0

// shown lists the store views whose votes include the review.
func (r *reviewRow) shown() []int64 {
	if r.Doc.Status != string(review.Approved) {
		return nil
	}
	return append([]int64{allStores}, r.Doc.Stores...)
}

var (
	reviewsTable = projections.TableOf[tables.ReviewRow]("reviews", 1)
	votesTable   = &projections.Table{Name: "review_votes", Keys: 3, Add: "reviews",
		Columns: projections.Columns(`product_id bigint, store_id bigint, stars bigint, reviews bigint`)}
)

func foldReview(w *projections.Writer, e projections.Event, r *reviewRow) (bool, error) {
	if submitted, ok := e.Payload.(review.Submitted); ok {
		r.Author, r.Created = submitted.CustomerID, e.Times().Occurred
	}
	was := r.Doc != nil && r.Doc.Status == string(review.Approved)
	if r.Doc = folds.ApplyReview(r.Doc, e.Payload, e.Times()); r.Doc == nil {
		return false, nil
	}
	w.Touch(e.Position, scopes.Reviews, scopes.Review(r.Doc.ID), scopes.CustomerReviews(r.Author))
	if was || r.Doc.Status == string(review.Approved) {
		w.Touch(e.Position, scopes.ProductReviews(r.Doc.ProductID))
	}
	return true, nil
}

func putReview(w *projections.Writer, id int64, r *reviewRow, last projections.Event) (bool, error) {
	doc, err := documents.Encode(r.Doc)
	if err != nil {
		return false, err
	}
	if err := reviewsTable.Put(w, tables.ReviewRow{
		Review: tables.Review{ID: id, ProductID: r.Doc.ProductID, CustomerID: r.Author, StoreIDs: r.Doc.Stores,
			Status: review.Status(r.Doc.Status), Doc: doc},
		Stars: r.Doc.Rating, CreatedAt: r.Created, Version: last.Position,
	}); err != nil {
		return false, err
	}
	shown := r.shown()
	for _, store := range r.counted {
		if !slices.Contains(shown, store) {
			w.Put(votesTable, r.Doc.ProductID, store, r.Doc.Rating, int64(-1))
		}
	}
	for _, store := range shown {
		if !slices.Contains(r.counted, store) {
			w.Put(votesTable, r.Doc.ProductID, store, r.Doc.Rating, int64(1))
		}
	}
	r.counted = shown
	return true, nil
}

// Marks finds the identifiers of reviews.
var ReviewMarks = projections.Marks{
	Events: []string{review.Submitted{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("review", e.Payload.(review.Submitted).ReviewID)
	},
}
