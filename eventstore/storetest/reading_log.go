package storetest

import (
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var logReadChecks = []check{
	{name: "the log is read forwards in pages", run: logForwards},
	{name: "the log is read backwards in pages", run: logBackwards},
	{name: "a log without events", run: emptyLog},
	{name: "a read goes on where the log had ended", run: readGoesOn},
	{name: "several streams are read at once", run: severalStreams},
	{name: "the events at positions are read", run: atPositions},
	{name: "a time leads to the newest event before it", run: beforeTimes},
	{name: "the log is read from no position that was not handed out", needs: func(f Features) bool { return !f.DensePositions },
		run: positionsAreOpaque},
}

func severalStreams(t *trial) {
	t.threeStreams(5)
	want := map[string][]eventstore.Recorded{}
	for _, e := range t.all(t.store, 0, eventstore.Filter{}, 0) {
		want[e.Stream] = append(want[e.Stream], e)
	}
	names := append(slices.Collect(maps.Keys(want)), "order-none")
	for _, last := range []eventstore.Revision{0, 2, eventstore.End} {
		got, err := t.store.ReadStreams(t.ctx, names, last)
		t.failIf(err != nil || len(got) != len(want), "read %v up to %d: %d streams, error %v", names, last, len(got), err)
		for name, all := range want {
			t.sameIDs(name, ids(got[name]), ids(all[:min(int(min(last, 1000))+1, len(all))]))
		}
	}
	if none, err := t.store.ReadStreams(t.ctx, nil, eventstore.End); err != nil || len(none) > 0 {
		t.Fatalf("read no streams: %v, error %v", none, err)
	}
}

// strange returns positions at which the log has no event: before, behind and, unless positions are dense, beside those that it has.
func (t *trial) strange(events []eventstore.Recorded) []eventstore.Position {
	last := events[len(events)-1].Position
	out := []eventstore.Position{0, -1, eventstore.End, last + 1, last + 1_000_000}
	if !t.features.DensePositions {
		for _, e := range events {
			out = append(out, e.Position-1, e.Position+1)
		}
	}
	return out
}

func atPositions(t *trial) {
	t.threeStreams(3)
	events := t.all(t.store, 0, eventstore.Filter{}, 0)
	asked := t.strange(events)
	for _, e := range events {
		asked = append(asked, e.Position)
	}
	got, err := t.store.ReadPositions(t.ctx, asked)
	t.failIf(err != nil || len(got) != len(events), "of %v, events are at %d, error %v", asked, len(got), err)
	for _, e := range events {
		t.failIf(got[e.Position].ID != e.ID || got[e.Position].Position != e.Position, "another event is at position %d", e.Position)
	}
	if none, err := t.store.ReadPositions(t.ctx, nil); err != nil || len(none) > 0 {
		t.Fatalf("read no positions: %v, error %v", none, err)
	}
}

func beforeTimes(t *trial) {
	none, err := t.store.PositionsBefore(t.ctx, []time.Time{time.Now()})
	t.failIf(err != nil || !slices.Equal(none, []eventstore.Position{0}), "a time in an empty log: %v, error %v", none, err)
	t.threeStreams(5)
	events := t.all(t.store, 0, eventstore.Filter{}, 0)
	times := []time.Time{events[0].RecordedAt.Add(-time.Hour), events[len(events)-1].RecordedAt.Add(time.Hour)}
	for _, e := range events {
		times = append(times, e.RecordedAt, e.RecordedAt.Add(time.Microsecond))
	}
	got, err := t.store.PositionsBefore(t.ctx, times)
	t.failIf(err != nil || len(got) != len(times), "%d times: %d positions, error %v", len(times), len(got), err)
	for i, at := range times {
		want := eventstore.Position(0)
		for _, e := range events {
			if e.RecordedAt.Before(at) {
				want = e.Position
			}
		}
		t.failIf(got[i] != want, "before %v comes position %d, want %d", at, got[i], want)
	}
}

func positionsAreOpaque(t *trial) {
	t.threeStreams(3)
	for _, at := range t.strange(t.all(t.store, 0, eventstore.Filter{}, 0))[4:] {
		for _, direction := range []eventstore.Direction{eventstore.Forwards, eventstore.Backwards} {
			page, err := t.store.ReadAll(t.ctx, at, direction, 10, eventstore.Filter{})
			t.failIf(!errors.Is(err, eventstore.ErrNoPosition), "read the log from %d, which no event has: %d events, error %v", at,
				len(page.Events), err)
		}
	}
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
