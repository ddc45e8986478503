package sales_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tradelog/eventstore"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestTheStockAsItWas sells, sets and deletes a product whose SKU another product gets, and reads its stock after each step. Each answer
// costs a row and an event of the log.
func TestTheStockAsItWas(t *testing.T) {
	t.Parallel()
	var queries salestest.Queries
	clock := apptest.NewClock()
	s := salestest.Start(t, queries.Trace(), apptest.WithClock(clock))
	back := s.As([]string{"all"})
	before := s.LogSize()
	id := s.Product("MUG", "10.00", 3, nil)
	type kept struct {
		bodies map[string]string
		at     eventstore.Position
		time   string
	}
	var all []kept
	paths := []string{"/inventory/MUG", "/inventory/MUG/movements", fmt.Sprintf("/products/%d", id)}
	keep := func() {
		s.Settle()
		k := kept{bodies: map[string]string{}, at: s.LogSize()}
		newest, err := eventstore.ReadAt(t.Context(), s.Store, k.at)
		if err != nil {
			t.Fatal(err)
		}
		k.time = newest.RecordedAt.Format(time.RFC3339Nano)
		for _, path := range paths {
			k.bodies[path] = string(s.Must(200, "GET", path, nil, back...).Body)
		}
		all = append(all, k)
		clock.Advance(time.Minute)
	}
	keep()
	s.Order("MUG*1")
	keep()
	s.Order("MUG*2") // sold out
	keep()
	s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 7}, back...)
	keep()
	s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 7, "isInStock": false, "minSaleQty": 2}, back...)
	keep()
	s.Must(204, "DELETE", paths[2], nil, back...)
	gone := s.LogSize()
	other := s.Product("MUG", "11.00", 50, nil)
	s.Settle()
	if other == id {
		t.Fatal("the number was given twice")
	}
	ask := func(path string, asOf any) string {
		t.Helper()
		return string(s.Must(200, "GET", fmt.Sprintf("%s?asOf=%v", path, asOf), nil, back...).Body)
	}
	for i, k := range all {
		for path, was := range k.bodies {
			if got := ask(path, int64(k.at)); got != was {
				t.Errorf("%s as of step %d is\n%s\nwas\n%s", path, i, got, was)
			}
			if got := ask(path, k.time); got != was {
				t.Errorf("%s at the time of step %d is\n%s\nwas\n%s", path, i, got, was)
			}
		}
		list := fmt.Sprintf("/inventory?ids=%d,%d&asOf=%d", id, other, int64(k.at))
		if got, want := string(s.Must(200, "GET", list, nil, back...).Body), "["+k.bodies[paths[0]]+"]"; got != want {
			t.Errorf("%s is %s, want %s", list, got, want)
		}
	}
	s.Must(404, "GET", fmt.Sprintf("%s?asOf=%d", paths[0], int64(before)), nil, back...)
	s.Must(404, "GET", fmt.Sprintf("%s?asOf=%d", paths[0], int64(gone)), nil, back...)
	now := s.Must(200, "GET", fmt.Sprintf("%s?asOf=%d", paths[0], int64(s.LogSize())), nil, back...).Object(t)
	if now["productId"] != float64(other) || now["available"] != 50.0 {
		t.Errorf("the SKU is that of %v", now)
	}
	s.Must(403, "GET", fmt.Sprintf("%s?asOf=%d", paths[0], int64(all[0].at)), nil, s.As([]string{"products/read"})...)

	// Work beside requests reads the log, too, so the least of some attempts counts.
	folds, rows := 99, 99
	for range 5 {
		queries.Take()
		ask(paths[2], int64(all[1].at))
		streams, moved := 0, 0
		for _, q := range queries.Take() {
			if strings.Contains(q, "FROM events WHERE stream") {
				streams++
			}
			if strings.Contains(q, "read.stock_movements") {
				moved++
			}
		}
		folds, rows = min(folds, streams), min(rows, moved)
	}
	if folds != 1 || rows != 1 {
		t.Errorf("a product of the past reads %d streams and asks %d times for its stock", folds, rows)
	}
}
