package storetest

import (
	"fmt"

	"tradelog/eventstore"
)

var filterChecks = []check{
	{name: "a filter lets through its categories and types", run: filterLetsThrough},
	{name: "a filtered read makes progress and leaves nothing out", run: filteredProgress},
}

var filters = []eventstore.Filter{
	{},
	{Categories: []string{"order"}},
	{Types: []string{"Placed"}},
	{Categories: []string{"order", "claim"}},
	{Types: []string{"Placed", "Held"}},
	{Categories: []string{"order"}, Types: []string{"Held"}},
	{Categories: []string{"order", "stock"}, Types: []string{"Placed", "Counted"}},
	{Categories: []string{"stock"}, Types: []string{"Placed"}},
	{Categories: []string{"orde", "order-1", "Order", "%", ""}},
	{Types: []string{"place", "placed", "Place%", ""}},
}

// mixture fills the log with events of several categories and types, in no regular order.
func (t *trial) mixture(n int) {
	t.Helper()
	streams := []string{"order-1", "order-2-x", "orders-1", "stock-1", "claim-sku-a-b", "claim-order-1"}
	types := []string{"Placed", "Held", "Counted", "PlacedAgain"}
	for i := range n {
		t.append(streams[i*i%len(streams)], eventstore.Any, event(types[i*7/3%len(types)], fmt.Sprintf(`{"i":%d}`, i)))
	}
}

func passing(events []eventstore.Recorded, f eventstore.Filter) (passed []eventstore.Recorded) {
	for _, e := range events {
		if f.Matches(e.Category(), e.Type) {
			passed = append(passed, e)
		}
	}
	return passed
}

func filterLetsThrough(t *trial) {
	t.mixture(60)
	whole := t.all(t.store, 0, eventstore.Filter{}, 0)
	for _, f := range filters {
		want := ids(passing(whole, f))
		for _, max := range []int{1, 3, 60, 0} {
			t.sameIDs(fmt.Sprintf("filter %+v, pages of %d", f, max), ids(t.all(t.store, 0, f, max)), want)
		}
		sub := t.subscribe(t.store, 0, f)
		t.sameIDs(fmt.Sprintf("subscription with filter %+v", f), ids(t.catchUp(sub, 0, 0)), want)
	}
}

func filteredProgress(t *trial) {
	t.mixture(60)
	whole := t.all(t.store, 0, eventstore.Filter{}, 0)
	for _, f := range filters {
		for _, max := range []int{1, 2, 7} {
			at := eventstore.Position(0)
			for end := false; !end; {
				page, err := t.store.ReadAll(t.ctx, at, eventstore.Forwards, max, f)
				t.failIf(err != nil, "read with filter %+v after %d: %v", f, at, err)
				for _, e := range whole { // nothing between at and Next may have been left out
					t.failIf(e.Position > at && e.Position <= page.Next && f.Matches(e.Category(), e.Type) && !has(page.Events, e),
						"read with filter %+v after %d goes on at %d but leaves out position %d", f, at, page.Next, e.Position)
				}
				if rest := passing(whole, f); page.End && len(rest) > 0 && rest[len(rest)-1].Position > page.Next {
					t.Fatalf("read with filter %+v after %d says the end is at %d, there is an event at %d", f, at, page.Next,
						rest[len(rest)-1].Position)
				}
				t.failIf(page.Next > whole[len(whole)-1].Position, "read with filter %+v after %d goes on at %d, past the head", f, at,
					page.Next)
				at, end = page.Next, page.End
			}
		}
	}
}

func has(events []eventstore.Recorded, e eventstore.Recorded) bool {
	for i := range events {
		if events[i].ID == e.ID {
			return true
		}
	}
	return false
}
