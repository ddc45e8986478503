package catalog_test

import (
	"context"
	"fmt"
	"testing"
)

// TestWritesAreAnsweredWhileProjectorsStandStill blocks the read tables. Answers to writes are then folded from the streams and
// must equal those of the read model.
func TestWritesAreAnsweredWhileProjectorsStandStill(t *testing.T) {
	t.Parallel()
	s := start(t)
	europe, _, _ := s.europe(2)
	mugs, gone := s.category("Mugs", nil), s.category("Gone", nil)
	body := fields{
		"sku": "MUG", "name": "Mug", "price": 10, "specialPrice": 8, "stockQty": 5, "categoryIds": []int64{mugs, gone},
		"websiteIds": []int64{1, europe}, "cost": 3, "description": "d",
	}
	whole := s.Must(201, "POST", "/products", body, s.admin...).Object(t)
	id := number(whole["id"])
	s.Must(204, "DELETE", fmt.Sprintf("/categories/%d", gone), nil, s.admin...)
	whole = s.Must(200, "PUT", fmt.Sprintf("/products/%d", id), fields{}, s.admin...).Object(t)
	s.Settle()
	for _, table := range []string{"product_views", "product_stock", "categories"} {
		if _, err := s.Pool.Exec(context.Background(), "ALTER TABLE read."+table+" ADD CONSTRAINT broken CHECK (false) NOT VALID"); err != nil {
			t.Fatal(err)
		}
	}
	body["sku"], body["categoryIds"] = "MUG-2", []int64{mugs}
	folded := s.Must(201, "POST", "/products", body, s.admin...).Object(t)
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
	changed := s.Must(200, "PUT", fmt.Sprintf("/products/%d?store=de", id), fields{"name": "Becher", "stockQty": 2}, s.admin...).Object(t)
	check(t, changed, fields{"name": "Becher", "stockQty": 2, "categoryIds": []int64{mugs}, "price": 10})
	category := s.Must(201, "POST", "/categories", fields{"name": "Cups", "parentId": mugs}, s.admin...).Object(t)
	check(t, category, fields{"name": "Cups", "parentId": mugs, "level": 3, "urlPath": "mugs/cups", "position": 1})
	check(t, s.Must(200, "PUT", fmt.Sprintf("/categories/%d", number(category["id"])), fields{"name": "Bowls"}, s.admin...).Object(t),
		fields{"name": "Bowls"})
	level := s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 9}, s.admin...).Object(t)
	check(t, level, fields{"qty": 9, "previousQty": 2})
}
