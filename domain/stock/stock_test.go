package stock

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain"
	"tradelog/domain/money"
)

func n(i int64) money.Decimal { return money.FromInt(i) }

func ptr[T any](v T) *T { return &v }

var shopDefaults = Config{Manage: true, MinSaleQty: n(1), MaxSaleQty: n(10_000), BackInStock: true}

func fold(l *Ledger, events []domain.Event) *Ledger {
	for _, e := range events {
		l = Evolve(l, e)
	}
	return l
}

func with(t *testing.T, levels ...Change) *Ledger {
	t.Helper()
	l := New(Stream)
	events, _, _, err := l.Set(levels, shopDefaults)
	if err != nil {
		t.Fatal(err)
	}
	return fold(l, events)
}

func TestReserveIsAllOrNothing(t *testing.T) {
	t.Parallel()
	l := with(t, Change{ProductID: 1, Qty: ptr(n(5))}, Change{ProductID: 2, Qty: ptr(n(1))})
	if _, err := l.Reserve(7, []Line{{ProductID: 1, Qty: n(2)}, {ProductID: 2, Qty: n(2)}}, shopDefaults); !errors.Is(err, ErrNotEnough) {
		t.Fatalf("got %v", err)
	}
	events, err := l.Reserve(7, []Line{{ProductID: 1, Qty: n(2)}, {ProductID: 2, Qty: n(1)}}, shopDefaults)
	if err != nil || len(events) != 1 {
		t.Fatalf("got %v, %v", events, err)
	}
	l = fold(l, events)
	if !l.Levels[1].Qty.Equal(n(3)) || !l.Levels[2].Qty.IsZero() {
		t.Errorf("levels %v, %v", l.Levels[1].Qty, l.Levels[2].Qty)
	}
	if l.Levels[2].InStock || !l.Levels[1].InStock {
		t.Error("what is sold out must not be in stock, the rest must")
	}
	if again, err := l.Reserve(7, []Line{{ProductID: 1, Qty: n(2)}}, shopDefaults); again != nil || err != nil {
		t.Errorf("the same order reserved twice: %v, %v", again, err)
	}
}

func TestTwoLinesOfAProductCountTogether(t *testing.T) {
	t.Parallel()
	l := with(t, Change{ProductID: 1, Qty: ptr(n(3))})
	if _, err := l.Reserve(7, []Line{{ProductID: 1, Qty: n(2)}, {ProductID: 1, Qty: n(2)}}, shopDefaults); !errors.Is(err, ErrNotEnough) {
		t.Errorf("got %v", err)
	}
}

func TestReleaseRestoresAndSettleDoesNot(t *testing.T) {
	t.Parallel()
	l := with(t, Change{ProductID: 1, Qty: ptr(n(1))})
	events, _ := l.Reserve(7, []Line{{ProductID: 1, Qty: n(1)}}, shopDefaults)
	l = fold(l, events)
	l = fold(l, l.Release(7))
	if !l.Levels[1].Qty.Equal(n(1)) || !l.Levels[1].InStock || len(l.Open) != 0 {
		t.Errorf("not restored: %+v", l.Levels[1])
	}
	events, _ = l.Reserve(8, []Line{{ProductID: 1, Qty: n(1)}}, shopDefaults)
	l = fold(l, events)
	l = fold(l, l.Settle([]int64{8, 99}))
	if len(l.Open) != 0 || l.Release(8) != nil {
		t.Error("a settled reservation is still open")
	}
	l = fold(l, l.Return(8, "cancel/8", []Line{{ProductID: 1, Qty: n(1)}}, shopDefaults))
	if !l.Levels[1].Qty.Equal(n(1)) || !l.Levels[1].InStock {
		t.Errorf("not back in stock: %+v", l.Levels[1])
	}
	if again := l.Return(8, "cancel/8", []Line{{ProductID: 1, Qty: n(1)}}, shopDefaults); again != nil {
		t.Error("returned twice for one reference")
	}
}

func TestBackordersAndUnmanagedStock(t *testing.T) {
	t.Parallel()
	l := with(
		t, Change{ProductID: 1, Qty: ptr(n(1)), Backorders: ptr(1)},
		Change{ProductID: 2, Qty: ptr(n(0)), Manage: ptr(false), InStock: ptr(true)},
	)
	events, err := l.Reserve(7, []Line{{ProductID: 1, Qty: n(3)}, {ProductID: 2, Qty: n(9)}}, shopDefaults)
	if err != nil {
		t.Fatal(err)
	}
	reserved := events[0].(Reserved)
	if len(reserved.Lines) != 1 || !reserved.Lines[0].Backordered.Equal(n(2)) {
		t.Errorf("got %+v", reserved.Lines)
	}
}

func TestProblem(t *testing.T) {
	t.Parallel()
	l := with(t, Change{
		ProductID: 1, Qty: ptr(n(5)), MinSaleQty: ptr(n(2)), MaxSaleQty: ptr(n(4)), Increments: ptr(n(2)), EnableIncrements: ptr(true),
	},
		Change{ProductID: 2, Qty: ptr(n(0))}, Change{ProductID: 3, Qty: ptr(n(5)), MinQty: ptr(n(3))})
	for _, c := range []struct {
		product, qty int64
		want         string
	}{
		{1, 2, ""}, {1, 1, "The minimum quantity allowed for purchase is 2."}, {1, 6, "The maximum quantity allowed for purchase is 4."},
		{1, 3, "This product is available for purchase in increments of 2 only."}, {2, 1, "This product is currently out of stock."},
		{3, 2, ""}, {3, 3, `The requested quantity for "Mug" is not available.`},
	} {
		problem := l.Levels[c.product].Problem(shopDefaults, n(c.qty), "Mug")
		if got := domain.Value(problem).Message; got != c.want {
			t.Errorf("%d of product %d: %q, want %q", c.qty, c.product, got, c.want)
		}
	}
}

func TestSetTellsWhatWas(t *testing.T) {
	t.Parallel()
	l := with(t, Change{ProductID: 1, Qty: ptr(n(5))})
	events, previous, after, err := l.Set(
		[]Change{{ProductID: 1, Qty: ptr(n(9))}, {ProductID: 2, Qty: ptr(n(1)), InStock: ptr(false)}}, shopDefaults,
	)
	if err != nil || len(events) != 1 || !previous[0].Equal(n(5)) || !previous[1].IsZero() || after[1].InStock {
		t.Errorf("got %v, %v, %+v, %v", events, previous, after, err)
	}
	if _, _, _, err := l.Set([]Change{{ProductID: 1, Qty: ptr(n(9))}, {ProductID: 2, Qty: ptr(n(-1))}}, shopDefaults); err == nil {
		t.Error("a negative quantity was taken")
	}
	if events, _, _, _ := l.Set([]Change{{ProductID: 1, Qty: ptr(n(5))}}, shopDefaults); events != nil {
		t.Errorf("nothing changed, but %v", events)
	}
}

// TestNothingIsLost drives random reservations, releases and returns: each unit that was added is available, reserved, or sold.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := New(Stream)
		events, _, _, _ := l.Set([]Change{{ProductID: 1, Qty: ptr(n(50))}}, shopDefaults)
		l = fold(l, events)
		sold := money.Zero
		open := map[int64]money.Decimal{}
		for step := range rapid.IntRange(1, 60).Draw(t, "steps") {
			order := rapid.Int64Range(1, 12).Draw(t, "order")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				qty := n(rapid.Int64Range(1, 20).Draw(t, "qty"))
				events, err := l.Reserve(order, []Line{{ProductID: 1, Qty: qty}}, shopDefaults)
				if err == nil && events != nil {
					open[order] = qty
				}
				l = fold(l, events)
			case 1:
				l = fold(l, l.Release(order))
				delete(open, order)
			case 2:
				l = fold(l, l.Settle([]int64{order}))
				sold = sold.Add(open[order])
				delete(open, order)
			case 3:
				back := money.Min(sold, n(3))
				l = fold(l, l.Return(order, "return/"+money.FromInt(int64(step)).String(), []Line{{ProductID: 1, Qty: back}}, shopDefaults))
				sold = sold.Sub(back)
			}
			sum := l.Levels[1].Qty.Add(sold)
			for _, qty := range open {
				sum = sum.Add(qty)
			}
			if !sum.Equal(n(50)) || l.Levels[1].Qty.Sign() < 0 {
				t.Fatalf("level %s, sold %s, reserved %v", l.Levels[1].Qty, sold, open)
			}
		}
	})
}
