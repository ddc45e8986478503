package catalog_test

import (
	"crypto/md5"
	"fmt"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

func TestWhatHasNotChangedCostsNoQuery(t *testing.T) {
	t.Parallel()
	q := &salestest.Queries{}
	s := start(t, q.Trace())
	mugs := s.category("Mugs", nil)
	id := s.product("MUG", fields{"categoryIds": []int64{mugs}})
	_, customer := s.Customer("anna@example.com")
	reader := s.As([]string{"products/read"})
	s.Settle()
	asked := 0
	for _, path := range []string{
		fmt.Sprintf("/products/%d", id), "/products", "/products?itemsPerPage=1&search=mug",
		fmt.Sprintf("/products?categoryId=%d&sortBy=position", mugs), "/products?sku=mug", "/categories", fmt.Sprintf("/categories/%d", mugs),
	} {
		for name, headers := range map[string][]string{
			"a guest": nil, "the back office": reader, "a customer": customer, "JSON-LD": {"Accept", "application/ld+json"},
			"euro": {"X-Currency-Code", "EUR"},
		} {
			first := s.Must(200, "GET", path, nil, headers...)
			etag := first.Header.Get("ETag")
			if want := fmt.Sprintf(`"%x"`, md5.Sum(first.Body)); etag != want {
				t.Errorf("%s for %s: ETag %s, want %s", path, name, etag, want)
			}
			asked += len(q.Take())
			again := s.Must(200, "GET", path, nil, headers...)
			if string(again.Body) != string(first.Body) || again.Header.Get("Link") != first.Header.Get("Link") {
				t.Errorf("%s for %s: remembered as something else", path, name)
			}
			kept := s.Must(304, "GET", path, nil, salestest.With(headers, "If-None-Match", `"x", W/`+etag)...)
			if len(kept.Body) != 0 || kept.Header.Get("ETag") != etag {
				t.Errorf("%s for %s: 304 with %q %v", path, name, kept.Body, kept.Header)
			}
			s.Must(200, "HEAD", path, nil, headers...)
			if seen := q.Take(); len(seen) > 0 {
				t.Errorf("%s for %s: %d queries, such as %s", path, name, len(seen), seen[0])
			}
			wantCache := map[bool]string{true: "public, max-age=3600", false: "private, must-revalidate, max-age=60"}[headers == nil ||
				headers[0] != "Authorization"]
			if strings.Count(path, "/") == 2 && !strings.HasPrefix(wantCache, "public") {
				wantCache = "private, must-revalidate, max-age=300"
			}
			if got := first.Header.Get("Cache-Control"); got != wantCache {
				t.Errorf("%s for %s: Cache-Control %q, want %q", path, name, got, wantCache)
			}
		}
	}
	if asked == 0 {
		t.Error("not even what was asked for the first time has cost a query")
	}
	if got := s.Must(200, "GET", "/products?store=default", nil).Header.Get("Cache-Control"); got != "private, max-age=3600" {
		t.Errorf("with a store parameter: %q", got)
	}
}

// TestAnswersEndWithWhatTheyWereMadeOf makes changes one after another and checks which cached answers they invalidate.
func TestAnswersEndWithWhatTheyWereMadeOf(t *testing.T) {
	t.Parallel()
	s := start(t)
	mugs := s.category("Mugs", nil)
	id, other := s.product("MUG", fields{"categoryIds": []int64{mugs}}), s.product("CUP", nil)
	paths := map[string]string{
		"item": fmt.Sprintf("/products/%d", id), "list": "/products", "found": "/products?search=mug",
		"in category": fmt.Sprintf("/products?categoryId=%d", mugs), "cheap": "/products?priceMax=10", "by SKU": "/products?sku=MUG",
		"tree": "/categories", "category": fmt.Sprintf("/categories/%d", mugs),
	}
	etags := map[string]string{}
	for name, path := range paths {
		etags[name] = s.Must(200, "GET", path, nil).Header.Get("ETag")
	}
	product, another, category := fmt.Sprintf("/products/%d", id), fmt.Sprintf("/products/%d", other), fmt.Sprintf("/categories/%d", mugs)
	for _, c := range []struct {
		what    string
		change  func()
		changes string
	}{
		{"nothing", func() {}, ""},
		{"its price", func() { s.Must(200, "PUT", product, fields{"price": 9}, s.Service...) }, "item list found in category cheap by SKU"},
		{"a price out of a filter", func() { s.Must(200, "PUT", product, fields{"price": 11}, s.Service...) },
			"item list found in category cheap by SKU"},
		{"its stock", func() { s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 4}, s.Service...) },
			"item list found in category by SKU"},
		{"sold out", func() { s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 0}, s.Service...) },
			"item list found in category by SKU"},
		{"another's stock", func() { s.Must(200, "PUT", "/inventory", fields{"sku": "CUP", "qty": 4}, s.Service...) }, "list cheap"},
		{"in stock again", func() { s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 5}, s.Service...) },
			"item list found in category by SKU"},
		{"another's price", func() { s.Must(200, "PUT", another, fields{"price": 8}, s.Service...) }, "list cheap"},
		{"another's name, by which it is found", func() { s.Must(200, "PUT", another, fields{"name": "Mug too"}, s.Service...) },
			"list found cheap"},
		{"another's description, by which it is not found any more", func() { s.Must(200, "PUT", another, fields{"name": "Cup"}, s.Service...) },
			"list found cheap"},
		{"another in the category", func() { s.Must(200, "PUT", another, fields{"categoryIds": []int64{mugs}}, s.Service...) },
			"list in category cheap tree category"},
		{"the category's name", func() { s.Must(200, "PUT", category, fields{"name": "Cups"}, s.Service...) }, "tree category"},
		{"a product that is off", func() {
			s.Must(201, "POST", "/products", fields{"sku": "OFF", "name": "Off", "isActive": false}, s.Service...)
		}, ""},
		{"a new product", func() { s.product("MUG-2", fields{"price": 90}) }, "list found"},
		{"the configuration", func() { s.Configure("cataloginventory/options/show_out_of_stock", "1") }, ""},
		{"the currency", func() { s.Configure("currency/options/default", "EUR") }, "item list found in category cheap by SKU"},
		{"a deletion", func() { s.Must(204, "DELETE", another, nil, s.Service...) }, "list in category cheap tree category"},
	} {
		c.change()
		for name, path := range paths {
			a := s.Do("GET", path, nil, "If-None-Match", etags[name])
			wanted := 304
			for _, changed := range split(c.changes) {
				if changed == name {
					wanted = 200
				}
			}
			if a.Status != wanted {
				t.Errorf("%s: %s is %d, want %d\n%s", c.what, name, a.Status, wanted, a.Body)
			}
			if a.Status == 200 {
				etags[name] = a.Header.Get("ETag")
				if total := a.Header.Get("X-Total-Count"); total != "" && total != fmt.Sprint(len(a.List(t))) {
					t.Errorf("%s: %s counts %s of %d rows", c.what, name, total, len(a.List(t)))
				}
			}
		}
	}
}

// split splits a list of names, some of which have two words.
func split(names string) []string {
	names = strings.NewReplacer("in category", "in_category", "by SKU", "by_SKU").Replace(names)
	out := strings.Fields(names)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], "_", " ")
	}
	return out
}

func TestPricesFollowTheDay(t *testing.T) {
	t.Parallel()
	clock := &steps{}
	s := start(t, apptest.WithConfig(clock.use))
	s.at(clock, "2026-03-10 12:00:00")
	id := s.product("MUG", fields{"specialPrice": 7, "specialFromDate": "2026-03-11", "specialToDate": "2026-03-12"})
	path := fmt.Sprintf("/products/%d", id)
	for _, c := range []struct {
		now   string // in UTC; the store's day begins seven or eight hours later
		final float64
		cheap string
	}{
		{"2026-03-11 06:59:59", 10, ""}, {"2026-03-11 07:00:00", 7, "MUG"}, {"2026-03-13 06:59:59", 7, "MUG"}, {"2026-03-13 07:00:00", 10, ""},
	} {
		s.at(clock, c.now)
		salestest.Check(t, s.Must(200, "GET", path, nil).Object(t), fields{"price": 10, "specialPrice": 7, "finalPrice": c.final})
		if got := skus(t, s.Must(200, "GET", "/products?priceMax=8", nil)); got != c.cheap {
			t.Errorf("at %s: %q", c.now, got)
		}
	}
}
