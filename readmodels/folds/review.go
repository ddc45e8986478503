package folds

import (
	"tradelog/domain"
	"tradelog/domain/review"
	"tradelog/readmodels/documents"
)

// ApplyReview folds one event into a review's document; nil before it was submitted.
func ApplyReview(r *documents.Review, e domain.Event, at domain.Times) *documents.Review {
	if e, ok := e.(review.Submitted); ok {
		return &documents.Review{
			Type: "Review", ID: e.ReviewID, ProductID: e.ProductID, Title: e.Text.Title, Detail: e.Text.Detail, Nickname: e.Text.Nickname,
			Rating: e.Stars, Status: string(review.Pending), CreatedAt: documents.Time(at.Occurred), Stores: []int64{e.StoreID},
			Ratings: []documents.ReviewVote{{Code: review.Quality, Value: e.Stars, Percent: review.Percent(e.Stars)}},
		}
	}
	if r == nil {
		return nil
	}
	switch e := e.(type) {
	case review.StatusChanged:
		r.Status = string(e.Status)
	case review.StoresAssigned:
		r.Stores = list(e.StoreIDs)
	}
	return r
}
