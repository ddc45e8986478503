package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// TestWritesAreAnsweredWhileProjectorsStandStill blocks the read tables. Answers to writes are then folded from the streams and must equal
// those of the read model.
func TestWritesAreAnsweredWhileProjectorsStandStill(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := start(t)
	europe, _, _ := s.europe(2)
	mugs, gone := s.category("Mugs", nil), s.category("Gone", nil)
	body := fields{
		"sku": "MUG", "name": "Mug", "price": 10, "specialPrice": 8, "stockQty": 5, "categoryIds": []int64{mugs, gone},
		"websiteIds": []int64{1, europe}, "cost": 3, "description": "d",
	}
	whole := s.Must(201, "POST", "/products", body, s.Service...).Object(t)
	id := salestest.Number(whole["id"])
	s.Must(204, "DELETE", fmt.Sprintf("/categories/%d", gone), nil, s.Service...)
	whole = s.Must(200, "PUT", fmt.Sprintf("/products/%d", id), fields{}, s.Service...).Object(t)
	s.Settle()
	s.Break("product_views", "product_stock", "categories")
	body["sku"], body["categoryIds"] = "MUG-2", []int64{mugs}
	folded := s.Must(201, "POST", "/products", body, s.Service...).Object(t)
	for name, value := range whole {
		switch name {
		case "id", "sku", "createdAt", "updatedAt", "urlKey", "urlPath":
			continue
		}
		if fmt.Sprint(folded[name]) != fmt.Sprint(value) {
			t.Errorf("%s is folded to %v, the read model had %v", name, folded[name], value)
		}
	}
	if len(folded) != len(whole) {
		t.Errorf("%d members folded, the read model had %d", len(folded), len(whole))
	}
	changed := s.Must(200, "PUT", fmt.Sprintf("/products/%d?store=de", id), fields{"name": "Becher", "stockQty": 2}, s.Service...).Object(t)
	salestest.Check(t, changed, fields{"name": "Becher", "stockQty": 2, "categoryIds": []int64{mugs}, "price": 10})
	category := s.Must(201, "POST", "/categories", fields{"name": "Cups", "parentId": mugs}, s.Service...).Object(t)
	salestest.Check(t, category, fields{"name": "Cups", "parentId": mugs, "level": 3, "urlPath": "mugs/cups", "position": 1})
	renamed := s.Must(200, "PUT", fmt.Sprintf("/categories/%d", salestest.ID(category)), fields{"name": "Bowls"}, s.Service...).Object(t)
	salestest.Check(t, renamed, fields{"name": "Bowls"})
	level := s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 9}, s.Service...).Object(t)
	salestest.Check(t, level, fields{"qty": 9, "previousQty": 2})
}

// TestListsByTheirTimeHaveTheStockOfIt: a poller goes on from the greatest updatedAt. A product whose updatedAt tells of an event of stock
// is listed with this stock, or the list is refused: the poller would not meet the product again.
func TestListsByTheirTimeHaveTheStockOfIt(t *testing.T) {
	t.Parallel()
	s := start(t)
	one, other := s.product("ONE", nil), s.product("OTHER", nil)
	s.Settle()
	polls := []string{
		"?updatedSince=2000-01-01",
		"?sortBy=updated_at",
		"?sortBy=updated_at&after=",
		"?scope=all&updatedSince=2000-01-01&search=ONE",
	}
	for _, query := range polls {
		s.Must(200, "GET", "/products"+query, nil, s.Service...)
	}
	s.Break("product_stock")
	s.Must(200, "PUT", "/inventory", fields{"sku": "ONE", "qty": 3}, s.Service...)
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", other), fields{"name": "Another"}, s.Service...)
	if err := s.Readers.Catalog.CatchUp(t.Context(), s.LogSize(), "products"); err != nil {
		t.Fatal(err)
	}
	for _, query := range polls {
		if answer := s.Do("GET", "/products"+query, nil, s.Service...); answer.Status != 503 || answer.Header.Get("Retry-After") == "" {
			t.Errorf("%s while stock stands still: %d %s", query, answer.Status, answer.Body)
		}
	}
	s.Must(200, "GET", "/products", nil, s.Service...)
	s.Must(200, "GET", fmt.Sprintf("/products/%d", one), nil, s.Service...)
}

// TestUpdatedAtIsTheSameInEveryStoreView: a product is also read in store views of websites where it is not sold.
func TestUpdatedAtIsTheSameInEveryStoreView(t *testing.T) {
	t.Parallel()
	clock := &steps{}
	s := start(t, apptest.WithConfig(clock.use))
	s.at(clock, "2026-03-01 10:00:00")
	europe, _, _ := s.europe(2)
	path := fmt.Sprintf("/products/%d", s.product("ONE", fields{"websiteIds": []int64{europe}}))
	s.at(clock, "2026-03-01 11:00:00")
	s.Must(200, "PUT", "/inventory", fields{"sku": "ONE", "qty": 3}, s.Service...)
	s.Settle()
	for _, read := range []string{path, path + "?store=0", path + "?store=de", path + "?asOf=" + fmt.Sprint(s.LogSize()),
		"/products?scope=all&store=0&sku=ONE", "/products?scope=all&sku=ONE"} {
		answer := s.Must(200, "GET", read, nil, s.Service...)
		document := fields{}
		if strings.Contains(read, "sku=") {
			document = answer.List(t)[0]
		} else {
			document = answer.Object(t)
		}
		salestest.Check(t, document, fields{"updatedAt": "2026-03-01 11:00:00", "stockQty": 3})
	}
}
