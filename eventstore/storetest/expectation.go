package storetest

import (
	"fmt"

	"tradelog/eventstore"
)

var expectationChecks = []check{
	{name: "each expectation on a missing stream", run: expectationsOnMissing},
	{name: "each expectation on an existing stream", run: expectationsOnExisting},
	{name: "an expectation looks at its own stream only", run: expectationsOfOneStream},
}

func expectationsOnMissing(t *trial) {
	t.wrongRevision(-1, "missing-1", eventstore.StreamExists, some(1)...)
	t.wrongRevision(-1, "missing-1", eventstore.Exactly(0), some(1)...)
	t.wrongRevision(-1, "missing-1", eventstore.Exactly(7), some(2)...)
	t.empty("after appends that expected a stream")
	for i, met := range []eventstore.Expected{eventstore.Any, eventstore.NoStream, eventstore.Exactly(-1)} {
		stream := fmt.Sprintf("new-%d", i)
		if got := t.append(stream, met, some(2)...); got.First != 0 || got.Last != 1 {
			t.Fatalf("append to a new stream expecting %s: got %+v", met, got)
		}
	}
}

func expectationsOnExisting(t *trial) {
	kept := some(3)
	t.append("order-1", eventstore.NoStream, kept...)
	for _, broken := range []eventstore.Expected{
		eventstore.NoStream, eventstore.Exactly(-1), eventstore.Exactly(0), eventstore.Exactly(1), eventstore.Exactly(3),
		eventstore.Exactly(1 << 40),
	} {
		t.wrongRevision(2, "order-1", broken, some(2)...)
	}
	t.holds("order-1", kept...)
	for i, met := range []eventstore.Expected{eventstore.Any, eventstore.StreamExists, eventstore.Exactly(4)} {
		e := some(1)
		if got := t.append("order-1", met, e...); got.First != eventstore.Revision(3+i) {
			t.Fatalf("append expecting %s: got %+v, want revision %d", met, got, 3+i)
		}
		kept = append(kept, e...)
	}
	t.holds("order-1", kept...)
}

func expectationsOfOneStream(t *trial) {
	t.append("order-1", eventstore.NoStream, some(5)...)
	t.append("order-12", eventstore.NoStream, some(1)...)
	t.wrongRevision(-1, "order-2", eventstore.StreamExists, some(1)...)
	t.wrongRevision(0, "order-12", eventstore.Exactly(4), some(1)...)
	t.wrongRevision(-1, "ORDER-1", eventstore.Exactly(4), some(1)...) // names are compared as they are written
	t.append("order-1", eventstore.Exactly(4), some(1)...)
}
