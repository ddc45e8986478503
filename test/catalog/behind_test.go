package catalog_test

import (
	"fmt"
	"testing"

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
