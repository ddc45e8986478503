package catalog_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

var nextCursor = regexp.MustCompile(`[?&]after=([^&>]+)[^>]*>; rel="?next`)

// TestListsByName requests pages so often that the order of all names is cached. Every page must equal the result of a walk through the
// list, which PostgreSQL sorts, also after products changed.
func TestListsByName(t *testing.T) {
	t.Parallel()
	s := start(t)
	shirts := s.category("Shirts", fields{"isAnchor": true})
	ids := make([]int64, 9)
	for i, name := range strings.Fields("delta Alpha echo bravo Charlie alpha Foxtrot golf Élan") {
		product := fields{"name": name, "stockQty": 5}
		if i != 3 {
			product["categoryIds"] = []int64{shirts}
		}
		ids[i] = s.product(fmt.Sprintf("S-%d", i), product)
	}
	asked := 0
	list := func(query string) string {
		asked++
		return skus(t, s.Must(200, "GET", fmt.Sprintf("/products?categoryId=%d&itemsPerPage=3&unlike=%d%s", shirts, asked, query), nil))
	}
	walk := func(query string) string {
		var found []string
		for after := ""; ; {
			a := s.Must(200, "GET", fmt.Sprintf("/products?categoryId=%d&itemsPerPage=2&sortBy=name&after=%s%s", shirts, after, query), nil)
			found = append(found, strings.Fields(skus(t, a))...)
			next := nextCursor.FindStringSubmatch(a.Header.Get("Link"))
			if next == nil {
				return strings.Join(found, " ")
			}
			after = next[1]
		}
	}
	compare := func(when, first string) {
		t.Helper()
		s.Settle()
		for _, query := range []string{"", "&sortBy=name&sortDir=desc"} {
			want := walk(strings.TrimPrefix(query, "&sortBy=name"))
			if query == "" && want != first {
				t.Errorf("%s the list is %s, want %s", when, want, first)
			}
			for range 5 {
				var pages []string
				for page := 1; page <= 3; page++ {
					pages = append(pages, strings.Fields(list(fmt.Sprintf("%s&page=%d", query, page)))...)
				}
				if got := strings.Join(pages, " "); got != want {
					t.Fatalf("%s %q lists %s, a walk %s", when, query, got, want)
				}
			}
		}
	}
	compare("at first", "S-1 S-5 S-4 S-0 S-2 S-6 S-7 S-8")
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", ids[7]), fields{"name": "Aardvark"}, s.Service...)
	compare("after a new name", "S-7 S-1 S-5 S-4 S-0 S-2 S-6 S-8")
	s.Must(200, "PUT", "/inventory", fields{"sku": "S-1", "qty": 0}, s.Service...)
	compare("when one is sold out", "S-7 S-5 S-4 S-0 S-2 S-6 S-8")
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", ids[3]), fields{"categoryIds": []int64{shirts}}, s.Service...)
	compare("when one came into the category", "S-7 S-5 S-3 S-4 S-0 S-2 S-6 S-8")
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", ids[4]), fields{"isActive": false}, s.Service...)
	compare("when one is disabled", "S-7 S-5 S-3 S-0 S-2 S-6 S-8")
	s.Must(204, "DELETE", fmt.Sprintf("/products/%d", ids[0]), nil, s.Service...)
	compare("when one was deleted", "S-7 S-5 S-3 S-2 S-6 S-8")
}
