package storetest

import (
	"slices"

	"tradelog/eventstore"
)

var repeatChecks = []check{
	{name: "a repeat is a success whatever it expects", run: repeatSucceeds},
	{name: "a repeat after later events is a success", run: repeatAfterLaterEvents},
	{name: "a repeat of a part that stands together is a success", run: repeatOfPart},
	{name: "IDs that are partly taken are refused", run: partlyTaken},
	{name: "IDs taken in another order are refused", run: takenInAnotherOrder},
	{name: "IDs taken in another stream are refused", needs: func(f Features) bool { return f.UniqueIDs }, run: takenElsewhere},
	{name: "a repeat at another instance is a success", needs: withInstances, run: repeatElsewhere},
	{name: "the same append many times at once is stored once", run: repeatAtOnce},
}

// repeated repeats an append, which must return its position.
func (t *trial) repeated(where eventstore.Appended, stream string, expected eventstore.Expected, events ...eventstore.NewEvent) {
	t.Helper()
	where.Repeated = true
	if got := t.append(stream, expected, events...); got != where {
		t.Fatalf("repeat of %d events in %s expecting %s: got %+v, want %+v", len(events), stream, expected, got, where)
	}
}

var everyExpectation = []eventstore.Expected{
	eventstore.Any, eventstore.NoStream, eventstore.StreamExists, eventstore.Exactly(0), eventstore.Exactly(2), eventstore.Exactly(99),
}

func repeatSucceeds(t *trial) {
	events := some(3)
	where := t.append("order-1", eventstore.NoStream, events...)
	for _, expected := range everyExpectation {
		t.repeated(where, "order-1", expected, events...)
	}
	t.holds("order-1", events...)
	t.failIf(t.head() != where.Position, "repeats moved the head from %d to %d", where.Position, t.head())
}

func repeatAfterLaterEvents(t *trial) {
	first, second, third := some(2), some(1), some(2)
	t.append("order-1", eventstore.NoStream, first...)
	where := t.append("order-1", eventstore.Exactly(1), second...)
	t.append("order-1", eventstore.Exactly(2), third...)
	t.append("order-2", eventstore.NoStream, some(4)...)
	for _, expected := range everyExpectation {
		t.repeated(where, "order-1", expected, second...)
	}
	t.holds("order-1", slices.Concat(first, second, third)...)
}

func repeatOfPart(t *trial) {
	events := some(4)
	t.append("order-1", eventstore.NoStream, events[:2]...)
	t.append("order-1", eventstore.Exactly(1), events[2:]...)
	all := t.stream(t.store, "order-1")
	part := placed(all[1], all[2])
	t.repeated(part, "order-1", eventstore.Exactly(0), events[1:3]...)
	t.repeated(part, "order-1", eventstore.Any, events[1:3]...)
	t.holds("order-1", events...)
}

func partlyTaken(t *trial) {
	events := some(3)
	t.append("order-1", eventstore.NoStream, events...)
	fresh := some(2)
	for _, overlapping := range [][]eventstore.NewEvent{
		{events[2], fresh[0]}, {fresh[0], events[0]}, {events[0], events[1], events[2], fresh[0]}, {fresh[0], events[1], fresh[1]},
	} {
		for _, expected := range []eventstore.Expected{eventstore.Any, eventstore.StreamExists, eventstore.Exactly(2),
			eventstore.NoStream} {
			t.wrongRevision(2, "order-1", expected, overlapping...)
		}
	}
	t.holds("order-1", events...)
	t.append("order-1", eventstore.Exactly(2), fresh...) // their IDs are still unused
}

func takenInAnotherOrder(t *trial) {
	e := some(3)
	t.append("order-1", eventstore.NoStream, e...)
	t.wrongRevision(2, "order-1", eventstore.Any, e[1], e[0], e[2])
	t.wrongRevision(2, "order-1", eventstore.Exactly(2), e[0], e[2])
	t.holds("order-1", e...)
}

func takenElsewhere(t *trial) {
	e := some(2)
	t.append("order-1", eventstore.NoStream, e...)
	t.append("order-2", eventstore.NoStream, some(1)...)
	t.wrongRevision(-1, "order-3", eventstore.NoStream, e...)
	t.wrongRevision(-1, "order-3", eventstore.Any, e[1])
	t.wrongRevision(0, "order-2", eventstore.Exactly(0), append(some(1), e[0])...)
	if got := t.stream(t.store, "order-3"); len(got) > 0 {
		t.Fatalf("IDs of order-1 were stored in order-3 as well")
	}
	t.holds("order-1", e...)
}

func repeatElsewhere(t *trial) {
	other := t.log.Again()
	first, second := some(2), some(2)
	where := t.append("order-1", eventstore.NoStream, first...)
	if _, err := other.Append(t.ctx, "order-1", eventstore.Exactly(1), second...); err != nil {
		t.Fatalf("append at another instance: %v", err)
	}
	got, err := other.Append(t.ctx, "order-1", eventstore.NoStream, first...)
	where.Repeated = true
	t.failIf(err != nil || got != where, "repeat at another instance: got %+v, error %v, want %+v", got, err, where)
	t.holds("order-1", append(first, second...)...)
}

func repeatAtOnce(t *trial) {
	const callers = 16
	e := some(3)
	answers := make([]eventstore.Appended, callers)
	t.concurrently(callers, func(i int) (err error) {
		answers[i], err = t.store.Append(t.ctx, "order-1", eventstore.NoStream, e...)
		return err
	})
	events := t.stream(t.store, "order-1")
	want, first := placed(events[0], events[2]), 0
	for _, a := range answers {
		if !a.Repeated {
			first++
		}
		a.Repeated = false
		t.failIf(a != want, "one of %d callers was told %+v, want %+v", callers, a, want)
	}
	t.failIf(first != 1, "%d of %d callers were told that theirs was the first append", first, callers)
	t.holds("order-1", e...)
}
