package catalog_test

import (
	"fmt"
	"testing"
)

// TestPathsAreUnique: products and sibling categories may have the same URL key. Each is published under a path of its own, to which its
// former paths redirect.
func TestPathsAreUnique(t *testing.T) {
	t.Parallel()
	s := start(t)
	leads := func(path, want string) {
		t.Helper()
		got := "nothing"
		for _, row := range s.Must(200, "GET", "/url-resolver?path="+escaped(path), nil).List(t) {
			got = fmt.Sprint(row["type"], " ", row["id"])
			if row["type"] == "redirect" {
				got = fmt.Sprint("to ", row["redirectUrl"])
			}
		}
		if got != want {
			t.Errorf("%s leads to %s, want %s", path, got, want)
		}
	}
	// published checks the path of something, in its answer, in its list and by the resolver.
	published := func(kind string, id int64, path string) {
		t.Helper()
		list := map[string]string{"product": "/products", "category": "/categories"}[kind]
		if item := s.Must(200, "GET", fmt.Sprintf("%s/%d", list, id), nil).Object(t); item["urlPath"] != path {
			t.Errorf("%s %d has the path %v, want %s", kind, id, item["urlPath"], path)
		}
		leads(path, fmt.Sprintf("%s %d", kind, id))
	}
	named := func(sku, key string) int64 { return s.product(sku, fields{"urlKey": key}) }
	first, second := named("A", "mug"), named("B", "mug")
	created := s.Must(201, "POST", "/products", fields{"sku": "C", "name": "Mug", "price": 1}, s.Service...).Object(t)
	if created["urlKey"] != "mug" || created["urlPath"] != "mug-2" {
		t.Errorf("the third one has the key %v and the path %v", created["urlKey"], created["urlPath"])
	}
	published("product", first, "mug")
	published("product", second, "mug-1")
	// A key that equals a taken path gets another suffix as well.
	published("product", named("D", "mug-1"), "mug-1-1")
	rows := s.Must(200, "GET", "/products?sku=B", nil).List(t)
	if len(rows) != 1 || rows[0]["urlPath"] != "mug-1" {
		t.Errorf("the list has %v", rows)
	}
	// A path stays although the first product is gone, and redirects when its key changes.
	s.Must(204, "DELETE", fmt.Sprintf("/products/%d", first), nil, s.Service...)
	published("product", second, "mug-1")
	leads("mug", "nothing")
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", second), fields{"urlKey": "cup"}, s.Service...)
	published("product", second, "cup")
	leads("mug-1", "to cup")
	published("product", named("E", "mug"), "mug")

	top := s.category("Top", nil)
	one, two := s.category("Same", fields{"parentId": top}), s.category("Same", fields{"parentId": top})
	other := s.category("Same", nil)
	published("category", one, "top/same")
	published("category", two, "top/same-1")
	published("category", other, "same")
	below := s.category("Below", fields{"parentId": two})
	published("category", below, "top/same-1/below")
	s.Must(200, "PUT", fmt.Sprintf("/categories/%d", two), fields{"urlKey": "twin"}, s.Service...)
	published("category", below, "top/twin/below")
	leads("top/same-1/below", "to top/twin/below")
	s.Must(200, "PUT", fmt.Sprintf("/categories/%d", other), fields{"parentId": top}, s.Service...)
	published("category", other, "top/same-1")

	// The configured suffixes belong to the paths.
	s.Configure("catalog/seo/product_url_suffix", ".html", "catalog/seo/category_url_suffix", "/")
	published("product", second, "cup.html")
	if item := s.Must(200, "GET", fmt.Sprintf("/categories/%d", below), nil).Object(t); item["urlPath"] != "top/twin/below/" {
		t.Errorf("the category has the path %v", item["urlPath"])
	}
	s.Verify("addresses", "products", "categories")
}
