package storetest

import (
	"slices"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var streamReadChecks = []check{
	{name: "a stream that does not exist has no events", run: missingStream},
	{name: "a stream is read forwards from any revision", run: streamForwards},
	{name: "a stream is read backwards from any revision", run: streamBackwards},
	{name: "a long stream is read in pages", run: streamPages},
	{name: "what a read returns is the caller's", run: readsAreTheCallers},
}

func (t *trial) readStream(name string, from eventstore.Revision, direction eventstore.Direction, max int) []eventstore.Recorded {
	t.Helper()
	events, err := t.store.ReadStream(t.ctx, name, from, direction, max)
	t.failIf(err != nil, "read %s from %d: %v", name, from, err)
	return events
}

func missingStream(t *trial) {
	t.append("order-1", eventstore.NoStream, some(2)...)
	for _, name := range []string{"order-2", "order-11", "ORDER-1", "missing-1"} {
		for _, from := range []eventstore.Revision{0, 1, eventstore.End} {
			for _, direction := range []eventstore.Direction{eventstore.Forwards, eventstore.Backwards} {
				if got := t.readStream(name, from, direction, 10); len(got) != 0 {
					t.Fatalf("stream %s does not exist and has %d events", name, len(got))
				}
			}
		}
	}
}

// threeStreams fills a log so that no stream's events stand together.
func (t *trial) threeStreams(each int) map[string][]eventstore.NewEvent {
	t.Helper()
	streams := map[string][]eventstore.NewEvent{}
	for i := range 3 * each {
		name := []string{"order-1", "stock-1", "order-12"}[i%3]
		e := some(1)
		t.append(name, eventstore.Any, e...)
		streams[name] = append(streams[name], e...)
	}
	return streams
}

func streamForwards(t *trial) {
	for name, events := range t.threeStreams(6) {
		want := newIDs(events)
		for from := range 8 {
			for _, max := range []int{1, 2, 5, 6, 7, 100, 0} {
				got := t.readStream(name, eventstore.Revision(from), eventstore.Forwards, max)
				end := len(want)
				if max > 0 {
					end = min(end, from+max)
				}
				t.sameIDs("forwards", ids(got), want[min(from, end):end])
			}
		}
		if got := t.readStream(name, eventstore.End, eventstore.Forwards, 10); len(got) != 0 {
			t.Fatalf("%s has %d events after its end", name, len(got))
		}
	}
}

func streamBackwards(t *trial) {
	for name, events := range t.threeStreams(6) {
		for _, from := range []eventstore.Revision{0, 1, 4, 5, 6, 50, eventstore.End} {
			for _, max := range []int{1, 2, 6, 7, 0} {
				want := newIDs(events[:min(from, 5)+1])
				slices.Reverse(want)
				if max > 0 {
					want = want[:min(max, len(want))]
				}
				t.sameIDs("backwards", ids(t.readStream(name, from, eventstore.Backwards, max)), want)
			}
		}
	}
}

func streamPages(t *trial) {
	events := some(700)
	for i := 0; i < len(events); i += 100 {
		t.append("order-1", eventstore.Exactly(eventstore.Revision(i-1)), events[i:i+100]...)
	}
	var got []eventstore.Recorded
	for {
		page := t.readStream("order-1", eventstore.Revision(len(got)), eventstore.Forwards, 64)
		if len(page) == 0 {
			break
		}
		got = append(got, page...)
	}
	t.sameIDs("pages of 64", ids(got), newIDs(events))
}

func readsAreTheCallers(t *trial) {
	events := some(4)
	t.append("order-1", eventstore.NoStream, events...)
	spoil := func(got []eventstore.Recorded) {
		for i := range got {
			got[i] = eventstore.Recorded{Stream: "spoilt-1", Position: got[i].Position}
		}
	}
	spoil(t.readStream("order-1", 0, eventstore.Forwards, 10))
	spoil(t.readStream("order-1", eventstore.End, eventstore.Backwards, 10))
	spoil(t.all(t.store, 0, eventstore.Filter{}, 10))
	for range 2 {
		sub := t.subscribe(t.store, 0, eventstore.Filter{})
		for got := []uuid.UUID(nil); len(got) < len(events); {
			b := t.batch(sub, 0)
			got = append(got, ids(b.Events)...)
			t.sameIDs("a subscription, after others' batches were changed", got, newIDs(events[:len(got)]))
			spoil(b.Events)
		}
	}
	t.holds("order-1", events...)
}
