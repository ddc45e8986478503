package storetest

import (
	"bytes"
	"context"
	"fmt"

	"tradelog/eventstore"
)

var promiseChecks = []check{
	{name: "what is declared is what is promised", run: declared},
	{name: "the log has a name of its own", run: logIDs},
	{name: "every instance tells the same name", needs: withInstances, run: sameLogID},
	{name: "positions are dense", needs: func(f Features) bool { return f.DensePositions }, run: dense},
	{name: "every event is sealed over its predecessor", needs: func(f Features) bool { return f.Sealed }, run: sealed},
	{name: "recorded times do not run backwards", needs: func(f Features) bool { return f.OrderedTimes }, run: ordered},
}

func declared(t *trial) {
	if got, want := t.store.Capabilities(), t.features.Capabilities(); got != want {
		t.Fatalf("the store promises %+v, the test declares %+v", got, want)
	}
	t.failIf(t.features.Instances != (t.log.Again != nil), "Features.Instances is %v, Log.Again says otherwise", t.features.Instances)
}

func logIDs(t *trial) {
	id := t.store.LogID()
	t.append("order-1", eventstore.NoStream, some(1)...)
	t.failIf(id == "" || t.store.LogID() != id, "the log is named %q, then %q", id, t.store.LogID())
	if other := t.open(); other.Store.LogID() == id {
		t.Fatalf("two logs have the name %q", id)
	}
}

func sameLogID(t *trial) {
	if id, again := t.store.LogID(), t.log.Again().LogID(); id != again {
		t.Fatalf("two instances of one log name it %q and %q", id, again)
	}
}

// rugged provokes gaps in the log by refused, repeated and concurrent appends.
func (t *trial) rugged() []eventstore.Recorded {
	t.Helper()
	stores := []eventstore.Store{t.store}
	if t.features.Instances {
		stores = append(stores, t.log.Again())
	}
	repeated := some(3)
	t.append("stock-1", eventstore.NoStream, repeated...)
	t.concurrently(6, func(i int) error {
		store := stores[i%len(stores)]
		for n := range 15 {
			if _, err := store.Append(t.ctx, fmt.Sprintf("order-%d", (i+n)%5), eventstore.Any, some(1+n%3)...); err != nil {
				return err
			}
			store.Append(t.ctx, "stock-1", eventstore.NoStream, some(2)...) // is refused
			store.Append(t.ctx, "stock-1", eventstore.NoStream, repeated...)
			store.Append(t.ctx, "stock-1", eventstore.Any, append(some(1), repeated[0])...) // is refused as well
		}
		return nil
	})
	return t.all(t.store, 0, eventstore.Filter{}, 0)
}

func dense(t *trial) {
	events := t.rugged()
	for i := range events {
		if want := eventstore.Position(i + 1); events[i].Position != want {
			t.Fatalf("event %d of the log has position %d, want %d", i, events[i].Position, want)
		}
	}
	got := t.append("order-0", eventstore.Any, some(3)...)
	t.failIf(got.FirstPosition != eventstore.Position(len(events)+1) || got.Position != got.FirstPosition+2 || t.head() != got.Position,
		"an append of 3 after %d events is at %+v, the head at %d", len(events), got, t.head())
}

func sealed(t *trial) {
	log, ok := t.store.(interface {
		HeadSeal(ctx context.Context) (eventstore.Position, []byte, error)
	})
	t.failIf(!ok, "the store promises seals and has no HeadSeal")
	if p, seal, err := log.HeadSeal(t.ctx); err != nil || p != 0 || !bytes.Equal(seal, eventstore.GenesisSeal) {
		t.Fatalf("the head of an empty log is %d, seal %x, error %v", p, seal, err)
	}
	last := eventstore.GenesisSeal
	events := t.rugged()
	for i := range events {
		if want := eventstore.Seal(last, &events[i]); !bytes.Equal(events[i].Seal, want) {
			t.Fatalf("position %d has seal %x, want %x", events[i].Position, events[i].Seal, want)
		}
		last = events[i].Seal
	}
	p, seal, err := log.HeadSeal(t.ctx)
	if err != nil || p != events[len(events)-1].Position || !bytes.Equal(seal, last) {
		t.Fatalf("the head is %d, seal %x, error %v; the last event is %d, seal %x", p, seal, err, events[len(events)-1].Position, last)
	}
	for _, r := range t.stream(t.store, "stock-1") {
		t.failIf(!bytes.Equal(r.Seal, events[r.Position-events[0].Position].Seal) && t.features.DensePositions,
			"position %d has another seal when its stream is read", r.Position)
	}
}

func ordered(t *trial) {
	events := t.rugged()
	for i := 1; i < len(events); i++ {
		if events[i].RecordedAt.Before(events[i-1].RecordedAt) {
			t.Fatalf("position %d was recorded at %v, its predecessor at %v", events[i].Position, events[i].RecordedAt,
				events[i-1].RecordedAt)
		}
	}
}
