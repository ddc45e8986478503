package app_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestPreconditions: a write happens only if the resource still has the state that the caller knows.
func TestPreconditions(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	id := s.Product("MUG", "5", 10, nil)
	path := fmt.Sprintf("/products/%d", id)
	jsonLD := []string{"Accept", "application/ld+json"}
	tag := func(more ...string) string {
		t.Helper()
		return s.Must(200, "GET", path, nil, salestest.With(s.Service, more...)...).Header.Get("ETag")
	}
	put := func(status int, name string, more ...string) string {
		t.Helper()
		before := s.LogSize()
		a := s.Must(status, "PUT", path, salestest.Fields{"name": name}, salestest.With(s.Service, more...)...)
		if grown := s.LogSize() > before; grown != (status == 200) {
			t.Errorf("%d as %q: the log grew: %v", status, name, grown)
		}
		return a.Header.Get("ETag")
	}
	first := tag()
	second := put(200, "A", "If-Match", first)
	if second != tag() {
		t.Errorf("the write answers the ETag %s, the GET %s", second, tag())
	}
	put(412, "B", "If-Match", first)
	third := put(200, "C", "If-Match", `"x", `+second) // one of several
	put(412, "D", "If-Match", second)
	put(200, "E", "If-Match", "W/"+third) // as compressing proxies write it
	put(200, "F", "If-Match", tag(jsonLD...))
	put(200, "G", salestest.With(jsonLD, "If-Match", tag())...)
	put(200, "H", "If-Match", "*")
	put(412, "I", "If-Match", `""`)
	put(412, "J", "If-Match", "rubbish")
	s.Must(404, "PUT", "/products/999", salestest.Fields{"name": "K"}, salestest.With(s.Service, "If-Match", "*")...)

	refused := s.Do("PUT", path, salestest.Fields{"name": "L"}, salestest.With(s.Service, "If-Match", first)...)
	if !strings.Contains(string(refused.Body), `"error":"precondition_failed"`) || !strings.Contains(refused.Message(), "Read it again") {
		t.Errorf("the refusal is %s", refused.Body)
	}

	// A repeated key gets the first answer, although the resource has changed by it.
	keyed := salestest.With(s.Service, "X-Idempotency-Key", "once", "If-Match", tag())
	s.Must(200, "PUT", path, salestest.Fields{"name": "M"}, keyed...)
	s.Must(200, "PUT", path, salestest.Fields{"name": "M"}, keyed...)

	// Stock is a part of the product's document, but not of its stream.
	was := tag()
	s.Must(200, "PUT", "/inventory", salestest.Fields{"sku": "MUG", "qty": 3}, s.Service...)
	put(412, "N", "If-Match", was)

	// The ETag of an action is that of the resource above it.
	o := s.Order("MUG")
	order := fmt.Sprintf("/orders/%d", salestest.ID(o))
	s.Settle()
	known := s.Must(200, "GET", order, nil, s.Service...).Header.Get("ETag")
	s.Must(201, "POST", order+"/hold", nil, salestest.With(s.Service, "If-Match", known)...)
	s.Must(412, "POST", order+"/unhold", nil, salestest.With(s.Service, "If-Match", known)...)

	// The ETag of a write's answer is valid for the next write. This holds where a GET shows a list of one, or shows nothing to the
	// storefront.
	whole := fmt.Sprintf("/products/%d/configurable", s.Product("WHOLE", "5", 0, salestest.Fields{"type": "configurable"}))
	category := fmt.Sprintf("/categories/%d", salestest.ID(s.Must(201, "POST", "/categories", salestest.Fields{"name": "Cups"},
		s.Service...).Object(t)))
	for path, bodies := range map[string][2]salestest.Fields{
		whole:    {{"superAttributes": []string{"color"}}, {"superAttributes": []string{"color"}}},
		category: {{"isActive": false}, {"name": "Mugs"}},
	} {
		next := s.Must(200, "PUT", path, bodies[0], s.Service...).Header.Get("ETag")
		s.Must(200, "PUT", path, bodies[1], salestest.With(s.Service, "If-Match", next)...)
		s.Must(412, "PUT", path, bodies[0], salestest.With(s.Service, "If-Match", `"0"`)...)
	}
	inactive := s.Must(200, "GET", category+"?scope=all", nil, s.Service...).Header.Get("ETag")
	s.Must(200, "PUT", category, salestest.Fields{"name": "Cups"}, salestest.With(s.Service, "If-Match", inactive)...)
	s.Must(412, "PUT", category, salestest.Fields{"name": "Cans"}, salestest.With(s.Service, "If-Match", inactive)...)

	// A path without a GET has nothing to compare.
	if got := s.Must(400, "PUT", "/inventory", salestest.Fields{"sku": "MUG", "qty": 4}, salestest.With(s.Service, "If-Match", "*")...).
		Message(); !strings.Contains(got, "without it") {
		t.Error(got)
	}
	s.Must(412, "DELETE", path, nil, salestest.With(s.Service, "If-Match", was)...)
	s.Must(204, "DELETE", path, nil, salestest.With(s.Service, "If-Match", tag())...)
}

// TestWhatIfMatchNames: the ETag of a write is that of the GET at its path, or of the nearest one above that shows a single resource.
func TestWhatIfMatchNames(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	for name, want := range map[string]string{
		"PUT /products/{id}":                      "GET /products/{id}",
		"DELETE /cms-pages/{id}":                  "GET /cms-pages/{id}",
		"PUT /customers/me":                       "GET /customers/me",
		"POST /orders/{id}/hold":                  "GET /orders/{id}",
		"POST /guest-carts/{id}/place-order":      "GET /guest-carts/{id}",
		"DELETE /shipments/{id}/tracks/{trackId}": "GET /shipments/{id}",
		"PUT /products/{productId}/tier-prices":   "GET /products/{productId}/tier-prices",
		"POST /products":                          "", // a list with pages
		"POST /coupons/validate":                  "",
		"PUT /inventory":                          "",
		"PUT /inventory/bulk":                     "",
		"POST /auth/token":                        "",
	} {
		o := s.Pipeline.Registry.Find(name)
		if o == nil {
			t.Errorf("there is no operation %s", name)
			continue
		}
		got := ""
		if shown := o.Shown(); shown != nil {
			got = shown.Name()
		}
		if got != want {
			t.Errorf("If-Match of %s names %q, want %q", name, got, want)
		}
	}
}

// TestOnlyIfAbsent: with If-None-Match: *, a taken name gets another answer than all other conflicts.
func TestOnlyIfAbsent(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	absent := salestest.With(s.Service, "If-None-Match", "*")
	for path, body := range map[string]salestest.Fields{
		"/products":        {"sku": "MUG", "name": "Mug", "price": 5},
		"/customers":       {"email": "anna@example.com", "firstname": "Anna", "lastname": "Smith", "password": "a long Passw0rd!"},
		"/giftcards":       {"code": "GC-A", "initialBalance": 5},
		"/coupons":         {"code": "SAVE", "discountType": "percent", "discountAmount": 5},
		"/cms-pages":       {"identifier": "about", "title": "About", "content": "We"},
		"/cms-blocks":      {"identifier": "about", "title": "About", "content": "We"},
		"/tax-classes":     {"className": "Books", "classType": "PRODUCT"},
		"/customer-groups": {"code": "Friends", "taxClassId": 3},
	} {
		s.Must(201, "POST", path, body, absent...)
		before := s.LogSize()
		plain := s.Do("POST", path, body, s.Service...)
		refused := s.Do("POST", path, body, absent...)
		if plain.Status < 400 || refused.Status != 412 || refused.Message() != plain.Message() {
			t.Errorf("POST %s again: %d %s, with If-None-Match: * %d %s", path, plain.Status, plain.Body, refused.Status, refused.Body)
		}
		if s.LogSize() != before {
			t.Errorf("POST %s again left events", path)
		}
	}
	// Other refusals and other tags are the same as without it.
	s.Must(400, "POST", "/coupons", salestest.Fields{"code": "SAVE"}, absent...)
	s.Must(409, "POST", "/products", salestest.Fields{"sku": "MUG", "name": "Mug"}, salestest.With(s.Service, "If-None-Match", `"x"`)...)
}

// TestOneOfManyWithTheSameTag: exactly one of many writers with the same ETag succeeds, on any instance.
func TestOneOfManyWithTheSameTag(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	second := apptest.Start(t, apptest.OnDatabase(s.Shop))
	id := s.Product("MUG", "5", 10, nil)
	path := fmt.Sprintf("/products/%d", id)
	const writers = 12
	for round := range 4 {
		s.Settle()
		tag := s.Must(200, "GET", path, nil, s.Service...).Header.Get("ETag")
		before := s.LogSize()
		var all sync.WaitGroup
		statuses := make([]int, writers)
		for i := range writers {
			all.Go(func() {
				shop := s.Shop
				if i%2 == 1 {
					shop = second
				}
				statuses[i] = shop.Do("PUT", path, salestest.Fields{"name": fmt.Sprintf("By %d in %d", i, round)},
					salestest.With(s.Service, "If-Match", tag)...).Status
			})
		}
		all.Wait()
		won := 0
		for _, status := range statuses {
			switch status {
			case 200:
				won++
			case 412:
			default:
				t.Errorf("a writer got %d", status)
			}
		}
		if grown := s.LogSize() - before; won != 1 || grown != 1 {
			t.Errorf("%d of %d writers got through, and left %d events: %v", won, writers, grown, statuses)
		}
	}
}
