package customers

import (
	"time"

	"tradelog/commands/customers"
	"tradelog/operations"
	"tradelog/readmodels/catalog"
	readcustomers "tradelog/readmodels/customers"
)

// reviewResource is the resource of this package.
var reviewResource = &operations.Resource{
	Name: "Review", Section: "customers", Permission: "reviews", ACL: "catalog/reviews_ratings/reviews", Label: "review",
	Brief: []string{"id", "productId", "title", "detail", "nickname", "rating", "status", "createdAt"},
	Doc:   "A customer's review of a product. It is shown once a moderator has approved it.",
}

// ReviewDependencies are the commands and readers that the operations use.
type ReviewDependencies struct {
	Commands *customers.Reviews
	Reader   *readcustomers.Reviews
	Catalog  *catalog.Reader
}

type reviewHandlers struct{ ReviewDependencies }

// submissions limits the submissions of an IP address and of a customer.
var submissions = operations.Limit{Config: "review_submit", Window: time.Hour, Keys: operations.PerCaller}

// NewReviews makes the operations.
func NewReviews(d ReviewDependencies) []*operations.Operation {
	h := &reviewHandlers{d}
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: reviewResource, Verb: operations.List, Method: "GET", Path: "/products/{productId}/reviews",
			Access: operations.Public.Access(), Paged: true, Summary: "List the reviews of a product",
			Doc: "Lists the approved reviews of a product in the store view, newest first. The product has reviewCount and averageRating.",
		}, h.ofProduct),
		operations.Define(operations.Declaration{
			Resource: reviewResource, Verb: operations.Create, Method: "POST", Path: "/products/{productId}/reviews",
			Response: operations.Response{ItemsAt: "/reviews"}, Access: operations.Customer.Access("reviews/write"), Guard: h.reviewable,
			Limits: []operations.Limit{submissions}, Summary: "Review a product",
			Doc: "Submits a review. It is pending, and shown to its author only, until a moderator approves it: PUT /reviews/{id}.",
		}, h.submit),
		operations.Define(operations.Declaration{
			Resource: reviewResource, Verb: operations.List, Method: "GET", Path: "/customers/me/reviews",
			Access: operations.Customer.Access("reviews/read"), Summary: "List my reviews",
			Doc: "Lists the caller's own reviews in the store view, whatever their status, newest first.",
		}, h.listOwn),
		operations.Define(operations.Declaration{
			Resource: reviewResource, Verb: operations.Get, Method: "GET", Path: "/reviews/{id}", Access: operations.Public.Access(), AsOf: true,
			Summary: "Get a review",
			Doc:     "Returns a review. Only its author and the back office see one that is not approved.",
		}, h.get),
		operations.Define(operations.Declaration{
			Resource: reviewResource, Verb: operations.List, Method: "GET", Path: "/reviews", Access: operations.Public.Access(), Paged: true,
			Extra: true, Summary: "List the reviews to moderate",
			Doc: "Lists reviews of all store views and products, newest first. For the back office only.",
		}, h.list),
		operations.Define(operations.Declaration{
			Resource: reviewResource, Verb: operations.Update, Method: "PUT", Path: "/reviews/{id}",
			Access: operations.Backend.Access("reviews/write"), Extra: true, Guard: h.moderable, Summary: "Moderate a review",
			Doc: "Sets the status of a review, the store views that show it, or both. The ratings of the product change at once.",
		}, h.moderate),
	}
}
