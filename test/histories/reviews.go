package histories

import "tradelog/domain/review"

var reviewsSteps = []Step{
	newReview, newReview,
	moderated, moderated, moderated,
}

var (
	// Only customers have an operation for newReview.
	newReview = Step{Name: "review a product", Of: "product", Makes: "review", Do: func(w *Walk) (int64, error) {
		return w.Commands.Reviews.SubmitReview(w.Context, review.Submission{
			ProductID: DocumentID(w.Document), StoreID: w.ID("store", 1), CustomerID: max(1, w.ID("customer")), Stars: int64(1 + w.IntN(5)),
			Text: review.Text{Title: w.Name("Title"), Detail: "Two\nlines", Nickname: pick(w, "Pat", w.Hostile())},
		})
	}}
	moderated = Step{Name: "customers_reviews_update", Of: "review", With: Arguments{
		"status": oneOf(nil, "approved", "approved", "pending", "not_approved", "good"),
		"stores": oneOf(nil, []any{"all"}, []any{1}, []any{"mars"}),
	}}
)
