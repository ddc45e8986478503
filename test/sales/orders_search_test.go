package sales_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tradelog/test/salestest"
)

// TestSearch finds orders by part of their number, buyer and products, and no forgotten person.
func TestSearch(t *testing.T) {
	t.Parallel()
	var q salestest.Queries
	s := salestest.Start(t, q.Trace())
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
	// A whole number and a whole e-mail address are found by their indexes.
	q.Take()
	for search, want := range map[string]int64{own["incrementId"].(string): last, "Anna.Quill@example.com": last} {
		if got := found(search + "&itemsPerPage=7"); !slices.Equal(got, []int64{want}) {
			t.Errorf("%s finds %v, want %d", search, got, want)
		}
	}
	if slices.ContainsFunc(q.Take(), func(sql string) bool { return strings.Contains(sql, "order_words") }) {
		t.Error("a whole number or e-mail address is searched for in the words of all orders")
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
