package fault

import (
	"fmt"
	"testing"
)

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"data", "data", 0}, {"data", "date", 1}, {"dta", "data", 1}, {"shop", "", 4}, {"kitten", "sitting", 3}} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"orders/read", "orders/write", "products/read", "all"}
	for name, want := range map[string]string{
		"orders/raed": "[orders/read]", "order/read": "[orders/read]", "orders": "[orders/read orders/write]", "al": "[all]", "zebra": "[]",
		"ORDERS/READ": "[orders/read]",
	} {
		if got := fmt.Sprint(nearest(name, known)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
