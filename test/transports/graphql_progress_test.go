package transports_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestPaidAndShipped: the filters of the list of orders are arguments here as well.
func TestPaidAndShipped(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Product("MUG", "19.99", 100, nil)
	s.Order("MUG")
	paid := s.Order("MUG")
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/invoices", salestest.ID(paid)), object{}, s.Service...)
	s.Settle()
	for arguments, want := range map[string]string{
		"paid: true, shipped: false": "map[orders:map[edges:[map[node:map[incrementId:100000002]]] totalCount:1]]",
		"paid: false":                "map[orders:map[edges:[map[node:map[incrementId:100000001]]] totalCount:1]]",
		"shipped: true":              "map[orders:map[edges:[] totalCount:0]]",
		`search: "100000002"`:        "map[orders:map[edges:[map[node:map[incrementId:100000002]]] totalCount:1]]",
	} {
		got := s.must("{ orders("+arguments+") { totalCount edges { node { incrementId } } } }", nil, s.Service...)
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", arguments, got, want)
		}
	}
}
