package customers

import (
	"context"
	"slices"

	"tradelog/domain/review"
	"tradelog/operations"
	"tradelog/readmodels/customers"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

const permission = "reviews"

type productPath struct {
	ProductID int64 `path:"productId" doc:"ID of the product"`
}

// ofProduct lists the reviews of a product that customers see. A product that is not sold in the store view has none.
func (h *reviewHandlers) ofProduct(ctx context.Context, c *operations.Call, in productPath) (*documents.Page[documents.ReviewItem], error) {
	names, err := h.Catalog.Names(ctx, c.Store.ID, []int64{in.ProductID})
	if _, known := names[in.ProductID]; err != nil || !known {
		return nil, err
	}
	page, err := h.Reader.OfProduct(ctx, c.Store.ID, in.ProductID, c.Page())
	if err != nil {
		return nil, err
	}
	return h.page(ctx, c, page)
}

// listOwn lists the calling customer's reviews. Others get an empty list (shapes-customer §2.11).
func (h *reviewHandlers) listOwn(
	ctx context.Context,
	c *operations.Call,
	_ operations.None,
) (*documents.Page[documents.ReviewItem], error) {
	if c.CustomerID() == 0 {
		return documents.All[documents.ReviewItem](nil), nil
	}
	docs, err := h.Reader.OfCustomer(ctx, c.Store.ID, c.CustomerID())
	if err != nil {
		return nil, err
	}
	return h.page(ctx, c, documents.All(docs))
}

type queueInput struct {
	Status string `query:"status" silent:"true" doc:"exact status; all by default" enum:"approved,pending,not_approved"`
}

// list answers with the reviews that wait for moderation. Callers without access to it get an empty list.
func (h *reviewHandlers) list(ctx context.Context, c *operations.Call, in queueInput) (*documents.Page[documents.ReviewItem], error) {
	status := review.Status(in.Status)
	if status != "" {
		if err := review.CheckStatus(status); err != nil {
			return nil, err
		}
	}
	if !c.BackendReader(permission) {
		return nil, nil
	}
	page, err := h.Reader.Reviews(ctx, status, c.AllowedStores(), c.Page())
	if err != nil {
		return nil, err
	}
	return h.page(ctx, c, page)
}

type reviewPath struct {
	ID int64 `path:"id" doc:"ID of the review"`
}

// get shows a review. A review that the caller may not see gets the answer of a missing one (conventions §6).
func (h *reviewHandlers) get(ctx context.Context, c *operations.Call, in reviewPath) (documents.Doc[documents.ReviewItem], error) {
	r, err := h.Reader.Review(ctx, in.ID)
	if err != nil {
		return nil, missing(err)
	}
	if !visible(c, r) {
		return nil, review.ErrNotFound
	}
	if c.InPast() {
		return h.past(ctx, c, in.ID)
	}
	if r.Status != review.Approved {
		freshness.ReadingFrom(ctx).Unknown() // the answer is not for all customers, so it is not cached
	}
	return h.named(ctx, c, r.Doc, r.ProductID)
}

// past shows a review of the requested past, to the back office.
func (h *reviewHandlers) past(ctx context.Context, c *operations.Call, id int64) (documents.Doc[documents.ReviewItem], error) {
	w := h.written(id)
	then, err := w.State(ctx, c)
	if err != nil {
		return nil, err
	}
	if !visible(c, &customers.Review{StoreIDs: then.Stores}) {
		return nil, review.ErrNotFound
	}
	doc, err := w.Encoded(then)
	if err != nil {
		return nil, err
	}
	names, err := h.namesThen(ctx, c, then.ProductID)
	if err != nil {
		return nil, err
	}
	return withName(doc, names, then.ProductID)
}

// visible reports whether the caller may see a review (shapes-customer §5.3 rule 3).
func visible(c *operations.Call, r *customers.Review) bool {
	if c.BackendReader(permission) {
		return c.AllowedStores() == nil || slices.ContainsFunc(r.StoreIDs, c.MaySeeStore)
	}
	if !c.OfAllStores(r.StoreIDs) && !slices.Contains(r.StoreIDs, c.Store.ID) {
		return false
	}
	return r.Status == review.Approved || c.CustomerID() != 0 && c.CustomerID() == r.CustomerID
}
