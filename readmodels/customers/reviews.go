package customers

import (
	"context"

	"tradelog/domain/review"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Reviews reads reviews. Make it with NewReviews.
type Reviews struct {
	*readmodels.Reader
}

// NewReviews makes a reader.
func NewReviews(engine *readmodels.Reader) *Reviews { return &Reviews{engine} }

// Review is a ready review.
type Review = tables.Review

var reviewColumns = tables.Of[Review]()

// Review reads a review. ErrNotFound: there is none.
func (r *Reviews) Review(ctx context.Context, id int64) (*Review, error) {
	v, err := reviewColumns.Read(
		r.From(ctx, scopes.Review(id)).QueryRow(ctx, "SELECT "+reviewColumns.SQL()+" FROM read.reviews WHERE id = $1", id),
	)
	if err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	return v, nil
}

// newest is the order of lists.
var newest = readmodels.ByTime("created_at")

// Reviews lists reviews of all products, the newest first. Empty arguments do not filter: status, and the store views of which one
// must show a review.
func (r *Reviews) Reviews(
	ctx context.Context, status review.Status, stores []int64, page readmodels.Page,
) (*documents.Page[documents.Review], error) {
	w := readmodels.Where{}
	if status != "" {
		w.Add("status = $?", string(status))
	}
	if stores != nil {
		w.Add("store_ids && $?", stores)
	}
	return readmodels.List[documents.Review](ctx, r.Reader, readmodels.Query{
		Table: "read.reviews", Column: "doc", Where: w, Order: newest, Page: page, Scopes: []scopes.Scope{scopes.Reviews},
	})
}

// OfProduct lists the approved reviews of a product in a store view, the newest first.
func (r *Reviews) OfProduct(
	ctx context.Context, storeID, productID int64, page readmodels.Page,
) (*documents.Page[documents.Review], error) {
	of := scopes.ProductReviews(productID)
	w := readmodels.Where{}
	w.Add("status = 'approved'")
	w.Add("product_id = $?", productID)
	w.Add("store_ids @> ARRAY[$?::bigint]", storeID)
	return readmodels.List[documents.Review](ctx, r.Reader, readmodels.Query{
		Table: "read.reviews", Column: "doc", Where: w, Order: newest, Page: page, Scopes: []scopes.Scope{of},
		Total: func(ctx context.Context) (n int64, known bool, err error) {
			err = r.From(ctx, of).QueryRow(ctx,
				`SELECT coalesce(sum(reviews), 0)::bigint FROM read.review_votes WHERE product_id = $1 AND store_id = $2`, productID, storeID).Scan(&n)
			return n, true, err
		},
	})
}

// OfCustomer lists all reviews by a customer in a store view, the newest first.
func (r *Reviews) OfCustomer(ctx context.Context, storeID, customerID int64) ([]documents.Doc[documents.Review], error) {
	rows, err := r.From(ctx, scopes.CustomerReviews(customerID)).Query(ctx,
		`SELECT doc FROM read.reviews WHERE customer_id = $1 AND store_ids @> ARRAY[$2::bigint] ORDER BY `+newest.SQL(), customerID, storeID)
	if err != nil {
		return nil, err
	}
	return readmodels.Docs[documents.Review](rows)
}
