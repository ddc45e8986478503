package app_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tradelog/test/salestest"
	"tradelog/test/suite"
)

var nextLink = regexp.MustCompile(`<([^>]*)>; rel="next"`)

// walk reads a list to its end by the links of its pages, and returns the rows that it saw. between runs after each page.
func walk(s *salestest.Shop, path string, between func(page int)) (seen []string) {
	s.T.Helper()
	for page := 1; path != ""; page++ {
		answer := s.Must(200, "GET", path, nil, s.Service...)
		for _, row := range answer.List(s.T) {
			seen = append(seen, fmt.Sprint(row["id"]))
		}
		path = ""
		if next := nextLink.FindStringSubmatch(answer.Header.Get("Link")); next != nil {
			path = strings.TrimPrefix(next[1], "/api/rest/v2")
		}
		if page > 50 {
			s.T.Fatal("the walk does not end")
		}
		between(page)
	}
	return seen
}

// TestAWalkMeetsEachRowOnce: rows that come, change or go during a walk through a list shift no others, unlike with numbered pages.
func TestAWalkMeetsEachRowOnce(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := salestest.Start(t)
	var stay []string
	products, orders := map[string]int64{}, []int64{}
	for i := range 9 {
		sku := fmt.Sprintf("W%d", i)
		products[sku] = s.Product(sku, "5", 100, nil)
		orders = append(orders, salestest.ID(s.Order(sku)))
	}
	for _, id := range []int64{products["W2"], products["W4"], products["W6"], products["W8"]} {
		stay = append(stay, fmt.Sprint(id))
	}
	for _, sort := range []string{"", "&sortBy=sku", "&sortBy=sku&sortDir=desc", "&sortBy=entity_id", "&sortBy=created_at&sortDir=desc"} {
		gone := s.Product("V"+sort, "5", 10, nil) // the first by name and SKU
		seen := walk(s, "/products?itemsPerPage=2&after="+sort, func(page int) {
			if page == 1 {
				s.Change(gone, salestest.Fields{"isActive": false})
			}
			s.Product(fmt.Sprintf("A%d%s", page, sort), "5", 10, nil)
		})
		for _, id := range stay {
			if n := count(seen, id); n != 1 {
				t.Errorf("%s: product %s was seen %d times in %v", sort, id, n, seen)
			}
		}
	}
	// In the order of changes, a row that changes is met again at the end.
	seen := walk(s, "/orders?itemsPerPage=2&after=&sortBy=updated_at", func(page int) {
		if page == 1 {
			s.Must(201, "POST", fmt.Sprintf("/orders/%d/hold", orders[0]), nil, s.Service...)
		}
	})
	want := append([]int64{orders[0]}, append(slices.Clone(orders[1:]), orders[0])...)
	if got := strings.Join(seen, " "); got != strings.Trim(fmt.Sprint(want), "[]") {
		t.Errorf("the walk by updatedAt met %s, want %v", got, want)
	}
	if got := walk(s, "/orders?itemsPerPage=4&after=", func(int) {}); len(got) != len(orders) || got[0] != fmt.Sprint(orders[8]) {
		t.Errorf("the walk from the newest order met %v", got)
	}
	// Lists in memory are walked through by number.
	if got := walk(s, "/countries?itemsPerPage=100&after=", func(int) {}); len(got) == 0 {
		t.Error("no country")
	}
	rates := s.Must(200, "GET", "/tax-rates", nil, s.Service...).List(t)
	if got := walk(s, "/tax-rates?itemsPerPage=1&after=", func(int) {}); len(got) != len(rates) {
		t.Errorf("the walk met %v", got)
	}
	view := s.Must(200, "GET", "/orders?itemsPerPage=4&after=", nil, salestest.With(s.Service, "Accept", "application/ld+json")...).
		Object(t)["view"].(map[string]any)
	if next, _ := view["next"].(string); !strings.Contains(next, "&after=ey") || view["last"] != nil {
		t.Errorf("the view of a walk is %v", view)
	}
}

func count(list []string, wanted string) (n int) {
	for _, s := range list {
		if s == wanted {
			n++
		}
	}
	return n
}

// TestCursorsThatAreNone: a cursor of another list or order is refused. A walk never restarts by itself.
func TestCursorsThatAreNone(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "5", 10, nil)
	cursor := func(json string) string { return base64.RawURLEncoding.EncodeToString([]byte(json)) }
	for path, told := range map[string]string{
		"/products?after=x":                                                           "after does not belong",
		"/products?after=" + cursor(`[]`):                                             "after does not belong",
		"/products?after=" + cursor(`{"n":-1}`):                                       "after does not belong",
		"/products?after=" + cursor(`{"k":["a"]}`):                                    "after does not belong",
		"/orders?after=" + cursor(`{"o":"id","k":["1"]}`):                             "after does not belong",
		"/orders?after=" + cursor(`{"o":"created_at DESC, id DESC","k":["x","y"]}`):   "after does not belong",
		"/orders?after=" + cursor(`{"o":"created_at DESC, id DESC","k":["x\u0000"]}`): "after does not belong",
		"/products?after=&sortBy=price":                                               "sortBy must be one of",
		"/orders?sortBy=total":                                                        "Invalid sortBy field. Allowed: created_at, updated_at",
	} {
		if got := s.Must(400, "GET", path, nil, s.Service...).Message(); !strings.Contains(got, told) {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestLeanLists: fields reduces the rows of a list to the named members, in every representation.
func TestLeanLists(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	id := s.Product("MUG", "5", 10, nil)
	for query, want := range map[string]string{
		"?fields=sku,id":        fmt.Sprintf(`[{"sku":"MUG","id":%d}]`, id),
		"?fields=sku,%20sku,no": `[{"sku":"MUG"}]`,
		"?fields=no":            `[{}]`,
		"?fields=%22":           `[{}]`,
	} {
		if got := string(s.Must(200, "GET", "/products"+query, nil).Body); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	whole := s.Must(200, "GET", "/products?fields=", nil).List(t)[0]
	if len(whole) < 20 {
		t.Errorf("fields without a name left %v", slices.Sorted(maps.Keys(whole)))
	}
	linked := s.Must(200, "GET", "/products?fields=sku", nil, "Accept", "application/ld+json").Object(t)["member"]
	if got := fmt.Sprint(linked); got != "[map[@type:Product sku:MUG]]" {
		t.Errorf("linked: %s", got)
	}
}
