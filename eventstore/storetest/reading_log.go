package storetest

import (
	"slices"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var logReadChecks = []check{
	{name: "the log is read forwards in pages", run: logForwards},
	{name: "the log is read backwards in pages", run: logBackwards},
	{name: "a log without events", run: emptyLog},
	{name: "a read goes on where the log had ended", run: readGoesOn},
}

// pages reads the log in one direction, page by page, and returns the events of all pages.
func (t *trial) pages(from eventstore.Position, direction eventstore.Direction, max int, filter eventstore.Filter) []eventstore.Recorded {
	t.Helper()
	if direction == eventstore.Forwards {
		return t.all(t.store, from, filter, max)
	}
	var all []eventstore.Recorded
	for {
		page, err := t.store.ReadAll(t.ctx, from, eventstore.Backwards, max, filter)
		t.failIf(err != nil, "read the log before %d: %v", from, err)
		t.failIf(len(page.Events) > max, "read the log before %d: %d events, asked for at most %d", from, len(page.Events), max)
		if all = append(all, page.Events...); page.End {
			return all
		}
		t.failIf(page.Next >= from, "read the log before %d: goes on at %d", from, page.Next)
		from = page.Next
	}
}

func logForwards(t *trial) {
	t.threeStreams(5)
	whole := t.all(t.store, 0, eventstore.Filter{}, 0)
	t.failIf(len(whole) != 15, "the log has %d events, want 15", len(whole))
	for i := range whole {
		if i > 0 && whole[i].Position <= whole[i-1].Position {
			t.Fatalf("position %d comes after %d", whole[i].Position, whole[i-1].Position)
		}
	}
	for start := range len(whole) {
		for _, max := range []int{1, 4, 14, 15, 16} {
			got := t.pages(whole[start].Position, eventstore.Forwards, max, eventstore.Filter{})
			t.sameIDs("the log after an event", ids(got), ids(whole[start+1:]))
		}
	}
	for _, max := range []int{1, 7, 15, 0} {
		t.sameIDs("the log from its start", ids(t.pages(0, eventstore.Forwards, max, eventstore.Filter{})), ids(whole))
	}
}

func logBackwards(t *trial) {
	t.threeStreams(5)
	whole := t.all(t.store, 0, eventstore.Filter{}, 0)
	reversed := slices.Clone(whole)
	slices.Reverse(reversed)
	for start := range len(reversed) {
		for _, max := range []int{1, 4, 14, 15, 16} {
			got := t.pages(reversed[start].Position, eventstore.Backwards, max, eventstore.Filter{})
			t.sameIDs("the log before an event", ids(got), ids(reversed[start+1:]))
		}
	}
	for _, max := range []int{1, 7, 15, 20} {
		t.sameIDs("the log from its end", ids(t.pages(eventstore.End, eventstore.Backwards, max, eventstore.Filter{})), ids(reversed))
	}
	byType := eventstore.Filter{Categories: []string{"stock"}}
	var want []uuid.UUID
	for _, r := range reversed {
		if r.Stream == "stock-1" {
			want = append(want, r.ID)
		}
	}
	for _, max := range []int{1, 2, 5, 9} {
		t.sameIDs("a filtered log from its end", ids(t.pages(eventstore.End, eventstore.Backwards, max, byType)), want)
	}
}

func emptyLog(t *trial) {
	t.empty("a fresh log")
	for _, filter := range []eventstore.Filter{{}, {Types: []string{"Happened"}}} {
		for direction, from := range map[eventstore.Direction]eventstore.Position{eventstore.Forwards: 0,
			eventstore.Backwards: eventstore.End} {
			page, err := t.store.ReadAll(t.ctx, from, direction, 10, filter)
			t.failIf(err != nil || len(page.Events) > 0 || !page.End, "read an empty log: %+v, error %v", page, err)
		}
	}
}

func readGoesOn(t *trial) {
	for _, filter := range []eventstore.Filter{{}, {Types: []string{"Happened"}}, {Categories: []string{"order"}}} {
		at := t.head()
		for i := range 6 {
			e := some(1)
			if i%2 == 1 { // lets nothing through
				e[0].Type = "Passed"
				t.append("stock-1", eventstore.Any, e...)
			} else {
				t.append("order-1", eventstore.Any, e...)
			}
			page, err := t.store.ReadAll(t.ctx, at, eventstore.Forwards, 10, filter)
			t.failIf(err != nil, "read the log after %d: %v", at, err)
			want := e
			if !filter.Matches(map[bool]string{false: "order", true: "stock"}[i%2 == 1], e[0].Type) {
				want = nil
			}
			t.sameIDs("what was appended since the last read", ids(page.Events), newIDs(want))
			if head := t.head(); page.Next > head {
				t.Fatalf("a read goes on at %d, past the head %d: the next event would be missed", page.Next, head)
			}
			at = page.Next
		}
	}
}
