package http

import (
	"errors"
	"fmt"
	"testing"
)

// TestNobodyWaitsForAStranger checks the bounds of bodies in memory. Each host has a bound of its own, and other hosts never deny it an
// equal share.
func TestNobodyWaitsForAStranger(t *testing.T) {
	t.Parallel()
	a := &arrivals{hostLimit: 40, totalLimit: 100}
	for i := range 3 {
		if err := a.take(fmt.Sprint("greedy ", i), int64(40-i*10)); err != nil { // 40, 30, 20
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		host string
		n    int64
		want error
	}{
		{"greedy 0", 1, errHostHas},
		{"greedy 1", 11, errHostHas},
		{"greedy 1", 5, nil}, // 95 in all
		{"greedy 2", 10, nil},
		{"greedy 2", 10, errAllHave},
		{"victim", 20, nil}, // its share is a quarter
		{"victim", 6, errAllHave},
		{"victim", 5, nil},
		{"another victim", 20, nil},
		{"another victim", 1, errAllHave},
	} {
		if err := a.take(c.host, c.n); !errors.Is(err, c.want) {
			t.Errorf("%d more bytes of %s: %v, want %v", c.n, c.host, err, c.want)
		}
	}
	for host, n := range a.byHost {
		a.release(host, n)
	}
	if a.all != 0 || len(a.byHost) != 0 {
		t.Errorf("%d bytes of %v remain", a.all, a.byHost)
	}
}
