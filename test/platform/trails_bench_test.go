package platform_test

import (
	"fmt"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// BenchmarkTimeline reads the newest entries of an order with 200 events, as clients do.
func BenchmarkTimeline(b *testing.B) {
	s := salestest.Start(b)
	s.Product("MUG", "10", 10, nil)
	path := fmt.Sprintf("/orders/%d", salestest.ID(s.Order("MUG")))
	for i := range 200 {
		s.Must(201, "POST", path+"/comments", fields{"comment": fmt.Sprint("Comment ", i)}, s.Service...)
	}
	reader := apptest.Bearer(s.Shop.Service([]string{"audit/read", "orders/read"}))
	for b.Loop() {
		s.Must(200, "GET", path+"/timeline", nil, reader...)
	}
}
