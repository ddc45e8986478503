package catalog_test

import (
	"fmt"
	"testing"
	"time"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestAProductAsItWas changes a product, its categories and the date, deletes it, and reads its former states.
func TestAProductAsItWas(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := start(t, apptest.WithClock(clock))
	cups, gone := s.category("Cups", nil), s.category("Gone", nil)
	until := clock.Now().Format(time.DateOnly)
	id := s.product("MUG", fields{"name": "Mug", "price": 10, "specialPrice": 8, "specialToDate": until, "categoryIds": []int64{cups, gone}})
	path := fmt.Sprintf("/products/%d", id)
	s.Settle()
	was, at := s.Must(200, "GET", path, nil, s.Service...), s.LogSize()
	salestest.Check(t, was.Object(t), fields{"name": "Mug", "finalPrice": 8, "categoryIds": []int64{cups, gone}})

	s.Must(204, "DELETE", fmt.Sprintf("/categories/%d", gone), nil, s.Service...)
	left := s.LogSize()
	clock.Advance(72 * time.Hour)
	s.Service = s.As([]string{"all"})
	s.Must(200, "PUT", path, fields{"name": "Becher", "price": 12}, s.Service...)
	s.Settle()
	salestest.Check(t, s.Must(200, "GET", path, nil, s.Service...).Object(t),
		fields{"name": "Becher", "finalPrice": 12, "categoryIds": []int64{cups}})
	then := func(position any) string { return fmt.Sprintf("%s?asOf=%v", path, position) }
	if got := s.Must(200, "GET", then(at), nil, s.Service...); string(got.Body) != string(was.Body) {
		t.Errorf("is\n%s\nwas\n%s", got.Body, was.Body)
	}
	salestest.Check(t, s.Must(200, "GET", then(left), nil, s.Service...).Object(t),
		fields{"name": "Mug", "finalPrice": 8, "categoryIds": []int64{cups}})

	s.Must(204, "DELETE", path, nil, s.Service...)
	s.Settle()
	if got := s.Must(200, "GET", then(at), nil, s.Service...); string(got.Body) != string(was.Body) {
		t.Errorf("after it was deleted it is\n%s\nwas\n%s", got.Body, was.Body)
	}
	s.Must(404, "GET", then(int64(s.LogSize())), nil, s.Service...)
	s.Must(401, "GET", then(at), nil)
	s.Must(403, "GET", then(at), nil, s.As([]string{"orders/read"})...)
}

// TestACategoryAsItWas moves, renames and deletes categories. A former category is shown below its former parents.
func TestACategoryAsItWas(t *testing.T) {
	t.Parallel()
	s := start(t)
	drinks, kitchen := s.category("Drinks", nil), s.category("Kitchen", nil)
	mugs := s.category("Mugs", fields{"parentId": drinks})
	path := fmt.Sprintf("/categories/%d", mugs)
	s.Settle()
	was, at := s.Must(200, "GET", path, nil, s.Service...), s.LogSize()
	salestest.Check(t, was.Object(t), fields{"name": "Mugs", "parentId": drinks, "urlPath": "drinks/mugs"})

	s.Must(200, "PUT", fmt.Sprintf("/categories/%d", drinks), fields{"urlKey": "beverages"}, s.Service...)
	s.Must(200, "PUT", path, fields{"name": "Cups", "parentId": kitchen, "isActive": false}, s.Service...)
	s.Settle()
	moved := int64(s.LogSize())
	s.Must(404, "GET", fmt.Sprintf("%s?asOf=%d", path, moved), nil, s.Service...)
	salestest.Check(t, s.Must(200, "GET", fmt.Sprintf("%s?scope=all&asOf=%d", path, moved), nil, s.Service...).Object(t),
		fields{"name": "Cups", "parentId": kitchen})
	same := func() {
		t.Helper()
		if got := s.Must(200, "GET", fmt.Sprintf("%s?asOf=%d", path, at), nil, s.Service...); string(got.Body) != string(was.Body) {
			t.Errorf("is\n%s\nwas\n%s", got.Body, was.Body)
		}
	}
	same()
	s.Must(204, "DELETE", fmt.Sprintf("/categories/%d", kitchen), nil, s.Service...)
	s.Must(204, "DELETE", fmt.Sprintf("/categories/%d", drinks), nil, s.Service...)
	s.Settle()
	s.Must(404, "GET", path+"?scope=all", nil, s.Service...)
	same()
	s.Must(401, "GET", fmt.Sprintf("%s?asOf=%d", path, at), nil)
}
