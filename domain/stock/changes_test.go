package stock

import (
	"fmt"
	"testing"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/money"
)

// TestQuantitiesOfChanges folds a story and checks that each event tells the quantities that the ledger has before and after it. Events of
// earlier versions do not tell all of them.
func TestQuantitiesOfChanges(t *testing.T) {
	t.Parallel()
	declared, err := change.Join(Changes())
	if err != nil {
		t.Fatal(err)
	}
	config := shopDefaults
	l := New(Stream)
	apply := func(events []domain.Event) {
		t.Helper()
		for _, e := range events {
			before := map[int64]money.Decimal{}
			for id, level := range l.Levels {
				before[id] = level.Qty
			}
			left := map[int64]money.Decimal{}
			for _, d := range declared.Events {
				if d.Event != e.EventName() {
					continue
				}
				for _, c := range d.Of(Stream, e) {
					at, seen := left[c.Stock.ProductID]
					if !seen {
						at = before[c.Stock.ProductID]
					}
					if c.Stock.Before == nil || !c.Stock.Before.Equal(at) {
						t.Errorf("%s of product %d begins with %v, want %s", d.Event, c.Stock.ProductID, c.Stock.Before, at)
					}
					if c.Stock.After != nil {
						left[c.Stock.ProductID] = *c.Stock.After
					}
				}
			}
			l = Evolve(l, e)
			for id, qty := range left {
				if !l.Levels[id].Qty.Equal(qty) {
					t.Errorf("%s leaves %s of product %d, want %s", e.EventName(), qty, id, l.Levels[id].Qty)
				}
			}
		}
	}
	set, _, _, err := l.Set([]Change{{ProductID: 1, Qty: ptr(n(10))}, {ProductID: 2, Qty: ptr(n(4))}}, config)
	if err != nil {
		t.Fatal(err)
	}
	apply(set)
	for order := range int64(3) {
		events, err := l.Reserve(order, []Line{{ProductID: 1, Qty: n(2)}, {ProductID: 2, Qty: n(1)}, {ProductID: 1, Qty: n(1)}}, config)
		if err != nil {
			t.Fatal(err)
		}
		apply(events)
	}
	apply(l.Release(1))
	apply(l.Settle([]int64{0, 2}))
	apply(l.Return(0, "memo", []Line{{ProductID: 1, Qty: n(1)}, {ProductID: 1, Qty: n(2)}}, config))
	apply(l.Remove(1, 2))
	for _, e := range []domain.Event{Reserved{Lines: []Line{{ProductID: 1, Qty: n(2)}}}, LevelsRemoved{ProductIDs: []int64{1}}} {
		for _, d := range declared.Events {
			if d.Event == e.EventName() {
				if c := d.Of(Stream, e); len(c) != 1 || c[0].Stock.Before != nil || c[0].Stock.After != nil {
					t.Errorf("version 1 of %s: %s", d.Event, fmt.Sprint(c))
				}
			}
		}
	}
}
