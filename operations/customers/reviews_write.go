package customers

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/review"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// missing replaces the error of a missing review.
func missing(err error) error {
	if fault.KindOf(err) == fault.NotFound {
		return review.ErrNotFound
	}
	return err
}

// reviewable is the guard of submissions: a customer, and a product that is on sale in the store view.
func (h *reviewHandlers) reviewable(ctx context.Context, c *operations.Call) error {
	if err := operations.CustomersOnly(ctx, c); err != nil {
		return err
	}
	id := c.PathID("productId")
	products, err := h.Catalog.CartProducts(ctx, c.Store.ID, []int64{id})
	if p := products[id]; err == nil && (p == nil || !p.Enabled) {
		err = review.ErrNoProduct
	}
	return err
}

type reviewInput struct {
	productPath
	Title    *string `json:"title" required:"true" doc:"title, at most 255 bytes"`
	Detail   *string `json:"detail" required:"true" lines:"many" doc:"text, at most 65535 bytes"`
	Nickname *string `json:"nickname" required:"true" doc:"author name shown with the review; at most 255 bytes"`
	Rating   *int64  `json:"rating" min:"1" max:"5" default:"5" doc:"stars, from 1 to 5"`
}

func (h *reviewHandlers) submit(ctx context.Context, c *operations.Call, in reviewInput) (documents.Doc[documents.ReviewItem], error) {
	d := review.Submission{
		ProductID: in.ProductID, StoreID: c.Store.ID, CustomerID: c.CustomerID(), Stars: review.MaxStars,
		Text: review.Text{Title: domain.Value(in.Title), Detail: domain.Value(in.Detail), Nickname: domain.Value(in.Nickname)},
	}
	if in.Rating != nil {
		d.Stars = *in.Rating
	}
	id, err := h.Commands.SubmitReview(ctx, d)
	if err != nil {
		return nil, err
	}
	c.Created(id)
	return h.show(ctx, c, id, in.ProductID)
}

// moderable is the guard of moderation. It reads the stream, as the decision does.
func (h *reviewHandlers) moderable(ctx context.Context, c *operations.Call) error {
	r, err := h.Commands.Review(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	c.Keep(r)
	return c.CheckStoresRow(reviewResource.Label, r.StoreIDs)
}

type moderateInput struct {
	reviewPath
	Status *string      `json:"status" enum:"approved,pending,not_approved" doc:"new status; customers see approved reviews only"`
	Stores []inputs.Ref `json:"stores" doc:"IDs or codes of the store views that show the review, or all; replaces the present ones"`
}

func (h *reviewHandlers) moderate(ctx context.Context, c *operations.Call, in moderateInput) (documents.Doc[documents.ReviewItem], error) {
	m := review.Moderation{Status: review.Status(domain.Value(in.Status))}
	var err error
	if m.StoreIDs, err = c.Stores(in.Stores); err != nil {
		return nil, err
	}
	if err := h.Commands.ModerateReview(ctx, in.ID, m); err != nil {
		return nil, err
	}
	return h.show(ctx, c, in.ID, operations.Loaded[review.State](c).ProductID)
}

// show answers a write with the review in its new state.
func (h *reviewHandlers) show(ctx context.Context, c *operations.Call, id, productID int64) (documents.Doc[documents.ReviewItem], error) {
	doc, err := h.written(id).Answer(ctx, c)
	if err != nil {
		return nil, err
	}
	return h.named(ctx, c, doc, productID)
}

// written returns the ways to read a review and to fold it from its stream.
func (h *reviewHandlers) written(id int64) operations.Written[documents.Review, documents.Review] {
	return operations.Written[documents.Review, documents.Review]{
		Stream: review.Stream(id), Each: h.Commands.EachUntil, Apply: folds.ApplyReview, Missing: review.ErrNotFound,
		Read: func(ctx context.Context) (documents.Doc[documents.Review], error) {
			r, err := h.Reader.Review(ctx, id)
			if err != nil {
				return nil, missing(err)
			}
			return r.Doc, nil
		},
	}
}
