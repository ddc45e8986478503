package sales_test

import (
	"fmt"
	"slices"
	"testing"

	"tradelog/internal/testing/salestest"
)

// TestSearch finds orders by part of their number, buyer and products, and nobody who was forgotten.
func TestSearch(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG-RED", "10", 100, nil)
	s.Product("HAT-BLUE", "25", 100, nil)
	id, anna := s.Customer("anna.quill@example.com")
	mug := s.Order("MUG-RED")
	s.Order("HAT-BLUE")
	own := s.OrderOf(anna, "MUG-RED", "HAT-BLUE")
	s.Settle()
	found := func(search string) (ids []int64) {
		t.Helper()
		for _, o := range s.Must(200, "GET", "/orders?search="+search, nil, s.Service...).List(t) {
			ids = append(ids, salestest.ID(o))
		}
		slices.Sort(ids)
		return ids
	}
	first, last := salestest.ID(mug), salestest.ID(own)
	for search, want := range map[string][]int64{
		"mug-r": {first, last}, "HAT-BLUE": {first + 1, last}, mug["incrementId"].(string): {first}, "quill@ex": {last}, "nothing": nil,
		"red%25hat": nil, "the%20mug": {first, last},
	} {
		if got := found(search); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", search, got, want)
		}
	}
	s.Must(400, "GET", "/orders?search=mu", nil, s.Service...)
	s.Must(201, "POST", path(own, "/cancel"), nil, s.Service...)
	s.Must(201, "POST", fmt.Sprintf("/customers/%d/forget", id), fields{"reason": "asked for it"}, s.Service...)
	s.Settle()
	if got := found("quill"); len(got) > 0 {
		t.Errorf("orders of somebody who was forgotten are found: %v", got)
	}
	if got := found("hat-blue"); len(got) != 2 {
		t.Errorf("the order itself is lost: %v", got)
	}
}
