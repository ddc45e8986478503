package storetest

import (
	"fmt"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var appendChecks = []check{
	{name: "an append is stored whole and in order", run: storedWhole},
	{name: "an append tells where its events are", run: tellsWhere},
	{name: "many events at once", run: manyAtOnce},
	{name: "what was appended is visible at once", run: visibleAtOnce},
	{name: "what was appended is visible to other instances", needs: withInstances, run: visibleElsewhere},
	{name: "a refused append stores nothing", run: refusedStoresNothing},
}

func storedWhole(t *trial) {
	first, second := some(3), some(2)
	t.append("order-1", eventstore.NoStream, first...)
	t.append("order-1", eventstore.Exactly(2), second...)
	t.holds("order-1", append(first, second...)...)
	t.sameIDs("the log", ids(t.all(t.store, 0, eventstore.Filter{}, 0)), newIDs(append(first, second...)))
}

func tellsWhere(t *trial) {
	var last eventstore.Position
	next := map[string]eventstore.Revision{}
	for i := range 12 {
		stream := []string{"order-1", "order-2", "stock-1"}[i%3]
		n := 1 + i%4
		got := t.append(stream, eventstore.Any, some(n)...)
		first := next[stream]
		next[stream] += eventstore.Revision(n)
		t.failIf(got.First != first || got.Last != next[stream]-1 || got.Repeated, "append %d of %d events to %s at %d: got %+v", i, n,
			stream, first-1, got)
		t.failIf(got.FirstPosition <= last || got.Position < got.FirstPosition+eventstore.Position(n-1),
			"append %d of %d events after position %d: got %+v", i, n, last, got)
		recorded := t.stream(t.store, stream)[first:]
		if recorded[0].Position != got.FirstPosition || recorded[n-1].Position != got.Position {
			t.Fatalf("append %d: said positions %d to %d, recorded are %d to %d", i, got.FirstPosition, got.Position, recorded[0].Position,
				recorded[n-1].Position)
		}
		if got.RecordedAt != recorded[n-1].RecordedAt {
			t.Fatalf("append %d: said it was recorded at %v, the event says %v", i, got.RecordedAt, recorded[n-1].RecordedAt)
		}
		if last = got.Position; t.head() != last {
			t.Fatalf("append %d: the head is %d, want %d", i, t.head(), last)
		}
	}
}

func manyAtOnce(t *trial) {
	events := some(2500)
	got := t.append("import-1", eventstore.NoStream, events...)
	t.failIf(got.First != 0 || got.Last != 2499, "2500 events at once: got %+v", got)
	t.holds("import-1", events...)
}

func visibleAtOnce(t *trial) {
	for i := range 20 {
		stream := fmt.Sprintf("order-%d", i%2)
		e := some(1)[0]
		got := t.append(stream, eventstore.Any, e)
		newest, err := t.store.ReadStream(t.ctx, stream, eventstore.End, eventstore.Backwards, 1)
		t.failIf(err != nil || len(newest) != 1 || newest[0].ID != e.ID,
			"the newest event of %s is %v (error %v), not the one just appended", stream, ids(newest), err)
		t.failIf(t.head() != got.Position, "the head is %d after an append at %d", t.head(), got.Position)
	}
}

func visibleElsewhere(t *trial) {
	other := t.log.Again()
	for i := range 10 {
		writer, reader := t.store, other
		if i%2 == 1 {
			writer, reader = other, t.store
		}
		e := some(1)[0]
		got, err := writer.Append(t.ctx, "order-1", eventstore.Exactly(eventstore.Revision(i-1)), e)
		t.failIf(err != nil || got.First != eventstore.Revision(i), "append %d, by instances in turn: got %+v, error %v", i, got, err)
		events := t.stream(reader, "order-1")
		t.failIf(len(events) != i+1 || events[i].ID != e.ID, "append %d of one instance: the other sees %d events", i, len(events))
		if head, err := reader.Head(t.ctx); err != nil || head != got.Position {
			t.Fatalf("append %d of one instance at %d: the other's head is %d, error %v", i, got.Position, head, err)
		}
	}
}

func refusedStoresNothing(t *trial) {
	t.wrongRevision(-1, "order-1", eventstore.Exactly(3), some(3)...)
	t.refused(eventstore.ErrInvalidEvent, "order-1", eventstore.Any, append(some(2), eventstore.NewEvent{ID: uuid.New()})...)
	t.empty("after refused appends")
	kept := some(1)
	t.append("order-1", eventstore.NoStream, kept...)
	t.wrongRevision(0, "order-1", eventstore.NoStream, some(2)...)
	t.refused(eventstore.ErrInvalidEvent, "order-1", eventstore.Exactly(0), append(some(2), eventstore.NewEvent{ID: uuid.New()})...)
	t.holds("order-1", kept...)
}
