package customers_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// written is the body of a review with some members changed; nil removes one.
func written(more fields) fields {
	body := fields{"title": " Great ", "detail": "Keeps coffee\nwarm.", "nickname": "Pat", "rating": 4}
	for k, v := range more {
		if body[k] = v; v == nil {
			delete(body, k)
		}
	}
	return body
}

// TestAReviewFromSubmissionToThePage follows reviews through submission, moderation and the product's rating.
func TestAReviewFromSubmissionToThePage(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "10", 10, nil)
	hidden := s.Product("OFF", "10", 10, fields{"isActive": false})
	_, store := s.SecondWebsite()
	_, anna := s.Customer("anna@example.com")
	_, bob := s.Customer("bob@example.com")
	product := fmt.Sprintf("/products/%d", mug)
	path := product + "/reviews"
	admin := apptest.Bearer(s.Admin("catalog/reviews_ratings/reviews"))
	stranger := apptest.Bearer(s.Admin("sales/order"))
	restricted := s.As([]string{"reviews/read", "reviews/write"}, store)
	s.Run(t, []exchange{
		{Name: "nobody's", Method: "POST", Path: path, Body: written(nil), Status: 401, Message: "Authentication required"},
		{Name: "of the back office", Method: "POST", Path: path, Body: written(nil), Headers: s.Service, Status: 403,
			Message: "Customer identity required"},
		{Name: "of no product", Method: "POST", Path: "/products/999/reviews", Body: written(nil), Headers: anna, Status: 404,
			Message: "Product not found"},
		{Name: "of a product that is off", Method: "POST", Path: fmt.Sprintf("/products/%d/reviews", hidden), Body: written(nil), Headers: anna,
			Status: 404, Message: "Product not found"},
		{Name: "without a title", Method: "POST", Path: path, Body: written(fields{"title": "  "}), Headers: anna, Status: 400,
			Message: "Review title is required"},
		{Name: "a long title", Method: "POST", Path: path, Body: written(fields{"title": strings.Repeat("ä", 128)}), Headers: anna, Status: 400,
			Message: "Review title cannot exceed 255 characters"},
		{Name: "without a text", Method: "POST", Path: path, Body: written(fields{"detail": nil}), Headers: anna, Status: 400,
			Message: "Review detail is required"},
		{Name: "a long text", Method: "POST", Path: path, Body: written(fields{"detail": strings.Repeat("x", 65536)}), Headers: anna, Status: 400,
			Message: "Review detail is too long"},
		{Name: "without a name", Method: "POST", Path: path, Body: written(fields{"nickname": ""}), Headers: anna, Status: 400,
			Message: "Nickname is required"},
		{Name: "six stars", Method: "POST", Path: path, Body: written(fields{"rating": 6}), Headers: anna, Status: 400,
			Message: "Rating must be between 1 and 5"},
		{Name: "good", Method: "POST", Path: path, Body: written(fields{"status": "approved"}), Headers: anna, Status: 201, Want: fields{
			"id": 1, "productId": mug, "productName": "The MUG", "title": "Great", "detail": "Keeps coffee\nwarm.", "nickname": "Pat", "rating": 4,
			"status": "pending", "ratings": list{fields{"code": "Quality", "value": 4, "percent": 80}}, "stores": list{1}, "extensions": list{},
		}, Unwanted: []string{"customer"}},
		{Name: "without a vote", Method: "POST", Path: path, Body: written(fields{"rating": nil, "title": "Second"}), Headers: bob, Status: 201,
			Want: fields{"id": 2, "rating": 5}},

		{Name: "pending is not listed", Method: "GET", Path: path, Status: 200, Unwanted: []string{"Great"}},
		{Name: "pending to a guest", Method: "GET", Path: "/reviews/1", Status: 404, Message: "Review not found"},
		{Name: "pending to its author", Method: "GET", Path: "/reviews/1", Headers: anna, Status: 200, Want: fields{"id": 1}},
		{Name: "pending to another customer", Method: "GET", Path: "/reviews/1", Headers: bob, Status: 404, Message: "Review not found"},
		{Name: "pending to the back office", Method: "GET", Path: "/reviews/1", Headers: admin, Status: 200, Want: fields{"id": 1}},
		{Name: "pending to another admin", Method: "GET", Path: "/reviews/1", Headers: stranger, Status: 404, Message: "Review not found"},
		{Name: "pending to a token for another store", Method: "GET", Path: "/reviews/1?store=de", Headers: restricted, Status: 404,
			Message: "Review not found"},
		{Name: "none", Method: "GET", Path: "/reviews/99", Status: 404, Message: "Review not found"},

		{Name: "moderation by the author", Method: "PUT", Path: "/reviews/1", Body: fields{"status": "approved"}, Headers: anna, Status: 403,
			Message: "Access denied"},
		{Name: "moderation of nothing", Method: "PUT", Path: "/reviews/99", Body: fields{"status": "approved"}, Headers: admin, Status: 404,
			Message: "Review not found"},
		{Name: "no moderation", Method: "PUT", Path: "/reviews/1", Body: fields{"stores": list{}}, Headers: admin, Status: 400,
			Message: "Provide a status and/or stores to moderate"},
		{Name: "no status", Method: "PUT", Path: "/reviews/1", Body: fields{"status": "good"}, Headers: admin, Status: 400,
			Message: "status must be one of: approved, pending, not_approved"},
		{Name: "no store", Method: "PUT", Path: "/reviews/1", Body: fields{"stores": list{"mars"}}, Headers: admin, Status: 400,
			Message: "Unknown store: mars"},
		{Name: "with a token for another store", Method: "PUT", Path: "/reviews/1?store=de", Body: fields{"status": "approved"},
			Headers: restricted, Status: 403, Message: "Access denied for this review's stores"},
		{Name: "approved", Method: "PUT", Path: "/reviews/1", Body: fields{"status": "approved"}, Headers: admin, Status: 200,
			Want: fields{"status": "approved", "title": "Great", "productName": "The MUG"}},
		{Name: "the rating follows", Method: "GET", Path: product, Status: 200, Want: fields{"reviewCount": 1, "averageRating": 4}},
		{Name: "the second, everywhere", Method: "PUT", Path: "/reviews/2", Body: fields{"status": "approved", "stores": list{"all"}},
			Headers: s.Service, Status: 200, Want: fields{"stores": list{1, store}}},
		{Name: "the rating has one decimal place", Method: "GET", Path: product, Status: 200,
			Want: fields{"reviewCount": 2, "averageRating": 4.5}},
		{Name: "in another store", Method: "PUT", Path: "/reviews/1", Body: fields{"stores": list{store}}, Headers: s.Service, Status: 200,
			Want: fields{"stores": list{store}, "status": "approved"}},
		{Name: "it has left the first store", Method: "GET", Path: "/reviews/1", Status: 404, Message: "Review not found"},
		{Name: "its vote too", Method: "GET", Path: product, Status: 200, Want: fields{"reviewCount": 1, "averageRating": 5}},
		{Name: "all stores have both", Method: "GET", Path: product + "?store=admin", Headers: s.Service, Status: 200,
			Want: fields{"reviewCount": 2, "averageRating": 4.5}},
		{Name: "rejected", Method: "PUT", Path: "/reviews/2", Body: fields{"status": "not_approved"}, Headers: admin, Status: 200,
			Want: fields{"status": "not_approved"}},
		{Name: "no rating is left", Method: "GET", Path: product, Status: 200, Want: fields{"reviewCount": 0, "averageRating": nil}},
		{Name: "no such queue", Method: "GET", Path: "/reviews?status=good", Headers: admin, Status: 400,
			Message: "status must be one of: approved, pending, not_approved"},
	})
	lists := []struct {
		name, path string
		headers    []string
		want       string
	}{
		{"my own", "/customers/me/reviews", bob, "2"}, {"those of the back office", "/customers/me/reviews", s.Service, ""},
		{"the queue", "/reviews", admin, "2 1"}, {"what was rejected", "/reviews?status=not_approved", s.Service, "2"},
		{"the queue for nobody", "/reviews", nil, ""}, {"the queue for a customer", "/reviews", anna, ""},
		{"the queue of a store", "/reviews?store=de", restricted, "2 1"}, {"of no product", "/products/999/reviews", nil, ""},
		{"of the product", path, nil, ""},
	}
	for _, l := range lists {
		var got []string
		for _, r := range s.Must(200, "GET", l.path, nil, l.headers...).List(t) {
			got = append(got, fmt.Sprint(r["id"]))
		}
		if strings.Join(got, " ") != l.want {
			t.Errorf("%s: reviews %v, want %s", l.name, got, l.want)
		}
	}
	// A change to the present value makes no event.
	before := s.LogSize()
	s.Must(200, "PUT", "/reviews/2", fields{"status": "not_approved"}, admin...)
	if s.LogSize() != before {
		t.Error("moderation without effect was stored")
	}
	s.Verify("reviews", "sequences", "products")
}

// TestTheRatingOfListedProducts checks that rows of lists have the rating and follow it, and that pages of reviews are whole.
func TestTheRatingOfListedProducts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "10", 10, nil)
	_, anna := s.Customer("anna@example.com")
	path := fmt.Sprintf("/products/%d/reviews", mug)
	rated := func() string {
		row := s.Must(200, "GET", "/products", nil).List(t)[0]
		return fmt.Sprint(row["reviewCount"], " ", row["averageRating"])
	}
	if got := rated(); got != "0 <nil>" {
		t.Errorf("before: %s", got)
	}
	for stars := 3; stars <= 5; stars++ {
		id := salestest.ID(s.Must(201, "POST", path, written(fields{"rating": stars}), anna...).Object(t))
		s.Must(200, "PUT", fmt.Sprintf("/reviews/%d", id), fields{"status": "approved"}, s.Service...)
	}
	if got := rated(); got != "3 4" {
		t.Errorf("after: %s", got)
	}
	first := s.Must(200, "GET", path+"?itemsPerPage=2", nil, "Accept", "application/ld+json").Object(t)
	if first["totalItems"] != 3.0 || len(first["member"].(list)) != 2 {
		t.Errorf("first page: %v", first)
	}
	tag := s.Must(200, "GET", path, nil).Header.Get("ETag")
	s.Must(304, "GET", path, nil, "If-None-Match", tag)
	s.Change(mug, fields{"name": "Cup"})
	if name := s.Must(200, "GET", path, nil, "If-None-Match", tag).List(t)[0]["productName"]; name != "Cup" {
		t.Errorf("the product is called %v", name)
	}
}

// TestReviewsAreLimited checks that an address may submit as often as the configuration allows.
func TestReviewsAreLimited(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Requests.RateLimitsOff = false }))
	path := fmt.Sprintf("/products/%d/reviews", s.Product("MUG", "10", 10, nil))
	s.Configure("system/rate_limit/review_submit", "2")
	_, anna := s.Customer("anna@example.com")
	s.Must(201, "POST", path, written(nil), anna...)
	s.Must(400, "POST", path, written(fields{"title": ""}), anna...)
	a := s.Must(429, "POST", path, written(nil), anna...)
	if a.Message() != "Too many requests. Please try again later." {
		t.Errorf("message %q", a.Message())
	}
}
