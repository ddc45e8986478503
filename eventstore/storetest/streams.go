package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"tradelog/eventstore"
)

var streamsChecks = []check{
	{name: "an append to several streams is stored whole and together", needs: withStreams, run: streamsTogether},
	{name: "an append to several streams is stored nowhere if one refuses it", needs: withStreams, run: streamsAllOrNone},
	{name: "a repeat of an append to several streams is a success", needs: withStreams, run: streamsRepeated},
	{name: "an append to several streams that is partly stored is refused", needs: withStreams, run: streamsPartlyStored},
	{name: "invalid appends to several streams are refused", needs: withStreams, run: streamsInvalid},
	{name: "exactly one append wins several streams", needs: withStreams, run: streamsRace},
	{name: "an append to several streams becomes visible at once", needs: withStreams, run: streamsVisible},
}

func withStreams(f Features) bool { return f.Streams }

// inStreams returns a store as a StreamsAppender.
func (t *trial) inStreams(s eventstore.Store) eventstore.StreamsAppender {
	t.Helper()
	store, ok := s.(eventstore.StreamsAppender)
	t.failIf(!ok, "the store promises appends to several streams and is no StreamsAppender")
	return store
}

// to returns an append of events to one of several streams.
func to(stream string, expected eventstore.Expected, events ...eventstore.NewEvent) eventstore.StreamAppend {
	return eventstore.StreamAppend{Stream: stream, Expected: expected, Events: events}
}

// wherever returns the same appends with other expectations.
func wherever(appends []eventstore.StreamAppend, expected ...eventstore.Expected) []eventstore.StreamAppend {
	out := slices.Clone(appends)
	for i := range out {
		out[i].Expected = expected[i%len(expected)]
	}
	return out
}

func (t *trial) appendStreams(appends ...eventstore.StreamAppend) []eventstore.Appended {
	t.Helper()
	got, err := t.inStreams(t.store).AppendStreams(t.ctx, appends...)
	t.failIf(err != nil || len(got) != len(appends), "append to %d streams: %d answers, error %v", len(appends), len(got), err)
	return got
}

// refusedStreams appends to several streams, which must be refused because one of them is at actual.
func (t *trial) refusedStreams(stream string, actual eventstore.Revision, appends ...eventstore.StreamAppend) {
	t.Helper()
	_, err := t.inStreams(t.store).AppendStreams(t.ctx, appends...)
	var wrong *eventstore.WrongRevisionError
	t.failIf(!errors.As(err, &wrong) || wrong.Stream != stream || wrong.Actual != actual,
		"append to %d streams: error %v, want a WrongRevisionError of %s at %d", len(appends), err, stream, actual)
}

func streamsTogether(t *trial) {
	before := some(2)
	t.append("order-1", eventstore.NoStream, before...)
	cart, order, stock := some(1), some(3), some(2)
	got := t.appendStreams(to("cart-1", eventstore.NoStream, cart...), to("order-1", eventstore.Exactly(1), order...),
		to("stock-1", eventstore.Any, stock...))
	t.holds("cart-1", cart...)
	t.holds("order-1", append(before, order...)...)
	t.holds("stock-1", stock...)
	log := t.all(t.store, 0, eventstore.Filter{}, 0)
	t.sameIDs("the events of all streams stand together", ids(log[2:]), newIDs(slices.Concat(cart, order, stock)))
	for i, want := range []eventstore.Appended{placed(log[2], log[2]), placed(log[3], log[5]), placed(log[6], log[7])} {
		t.failIf(got[i] != want, "stream %d is answered with %+v, want %+v", i, got[i], want)
	}
	t.failIf(t.head() != log[7].Position, "the head is %d, want %d", t.head(), log[7].Position)
	alone := some(1)
	t.appendStreams(to("cart-1", eventstore.Exactly(0), alone...))
	t.holds("cart-1", append(cart, alone...)...)
}

func streamsAllOrNone(t *trial) {
	events := some(2)
	t.append("order-2", eventstore.NoStream, events...)
	head := t.head()
	good := []eventstore.StreamAppend{to("order-1", eventstore.NoStream, some(2)...), to("order-2", eventstore.Exactly(1), some(1)...),
		to("order-3", eventstore.Any, some(3)...)}
	for i, bad := range []struct {
		expected eventstore.Expected
		actual   eventstore.Revision
	}{{eventstore.StreamExists, -1}, {eventstore.Exactly(0), 1}, {eventstore.Exactly(4), -1}} {
		appends := slices.Clone(good)
		appends[i].Expected = bad.expected
		for range 2 { // the second time the store may know more
			t.refusedStreams(good[i].Stream, bad.actual, appends...)
		}
		t.holds("order-1")
		t.holds("order-2", events...)
		t.holds("order-3")
		t.failIf(t.head() != head, "the head is %d after an append that was refused, want %d", t.head(), head)
	}
	got := t.appendStreams(good...) // the IDs are still unused
	t.failIf(
		t.features.DensePositions && got[0].FirstPosition != head+1,
		"positions go on at %d after refusals, want %d",
		got[0].FirstPosition,
		head+1,
	)
}

func streamsRepeated(t *trial) {
	appends := []eventstore.StreamAppend{to("order-1", eventstore.NoStream, some(2)...), to("order-2", eventstore.NoStream, some(1)...)}
	first := t.appendStreams(appends...)
	again := func(what string, store eventstore.Store, appends []eventstore.StreamAppend) {
		t.Helper()
		got, err := t.inStreams(store).AppendStreams(t.ctx, appends...)
		t.failIf(err != nil || len(got) != len(first), "%s: %d answers, error %v", what, len(got), err)
		for i, want := range first {
			want.Repeated = true
			t.failIf(got[i] != want, "%s: stream %d is answered with %+v, want %+v", what, i, got[i], want)
		}
	}
	for _, expected := range everyExpectation {
		again(fmt.Sprint("a repeat expecting ", expected), t.store, wherever(appends, expected))
	}
	t.append("order-1", eventstore.Exactly(1), some(1)...)
	again("a repeat after later events", t.store, appends)
	if t.features.Instances {
		again("a repeat at another instance", t.log.Again(), appends)
	}
	t.failIf(len(t.stream(t.store, "order-1")) != 3 || len(t.stream(t.store, "order-2")) != 1, "a repeat was stored again")
}

func streamsPartlyStored(t *trial) {
	for there, names := range [][2]string{{"order-1", "order-2"}, {"order-3", "order-4"}} {
		appends := []eventstore.StreamAppend{to(names[0], eventstore.Any, some(2)...), to(names[1], eventstore.Any, some(2)...)}
		t.append(names[there], eventstore.NoStream, appends[there].Events...)
		t.refusedStreams(names[there], 1, appends...)
		t.holds(names[1-there])
		t.holds(names[there], appends[there].Events...)
	}
	half := to("order-5", eventstore.Any, some(2)...)
	t.append("order-5", eventstore.NoStream, half.Events[0])
	t.refusedStreams("order-5", 0, to("order-6", eventstore.NoStream, some(1)...), half)
	t.holds("order-6")
	t.holds("order-5", half.Events[0])
}

func streamsInvalid(t *trial) {
	same := some(1)
	nameless, large := some(1), some(2)
	nameless[0].Type = ""
	for i := range large {
		large[i].Data = slices.Concat([]byte(`"`), slices.Repeat([]byte("x"), eventstore.MaxAppendSize*2/3), []byte(`"`))
	}
	good := to("order-1", eventstore.Any, some(1)...)
	for what, appends := range map[string][]eventstore.StreamAppend{
		"no streams":            {},
		"no events in one":      {good, to("order-2", eventstore.Any)},
		"a stream twice":        {good, to("order-1", eventstore.Any, some(1)...)},
		"an ID in two streams":  {to("order-1", eventstore.Any, same...), to("order-2", eventstore.Any, same...)},
		"an event without type": {good, to("order-2", eventstore.Any, nameless...)},
		"a stream without name": {good, to("", eventstore.Any, some(1)...)},
		"too large together":    {to("order-1", eventstore.Any, large[0]), to("order-2", eventstore.Any, large[1])},
	} {
		got, err := t.inStreams(t.store).AppendStreams(t.ctx, appends...)
		t.failIf(!errors.Is(err, eventstore.ErrInvalidEvent), "%s: got %+v and error %v, want %q", what, got, err, eventstore.ErrInvalidEvent)
	}
	t.empty("after invalid appends to several streams")
}

// instances returns two stores on the log: the same one twice if there can be no other.
func (t *trial) instances() [2]eventstore.StreamsAppender {
	other := t.store
	if t.features.Instances {
		other = t.log.Again()
	}
	return [2]eventstore.StreamsAppender{t.inStreams(t.store), t.inStreams(other)}
}

// streamsRace lets callers append to overlapping sets of streams at the revisions that they have read.
func streamsRace(t *trial) {
	const callers, wins = 6, 8
	stores := t.instances()
	names := [3]string{"race-1", "race-2", "race-3"}
	var won [3]atomic.Int64
	t.concurrently(callers, func(i int) error {
		store, left := stores[i%2], i%len(names) // it leaves one stream out
		for n := 0; n < wins; {
			var appends []eventstore.StreamAppend
			for k, name := range names {
				if k == left {
					continue
				}
				newest, err := store.ReadStream(t.ctx, name, eventstore.End, eventstore.Backwards, 1)
				if err != nil {
					return err
				}
				at := eventstore.Revision(-1)
				if len(newest) > 0 {
					at = newest[0].Revision
				}
				appends = append(appends, to(name, eventstore.Exactly(at), some(1)...))
			}
			switch got, err := store.AppendStreams(t.ctx, appends...); {
			case errors.Is(err, eventstore.ErrWrongRevision):
			case err != nil:
				return err
			default:
				n++
				for k, a := range appends {
					if at, _ := a.Expected.Revision(); got[k].First != at+1 || got[k].Last != at+1 {
						return fmt.Errorf("%s: expected %s, and stored as %+v", a.Stream, a.Expected, got[k])
					}
					won[slices.Index(names[:], a.Stream)].Add(1)
				}
			}
		}
		return nil
	})
	for k, name := range names {
		got := t.stream(t.store, name)
		t.failIf(len(got) != int(won[k].Load()), "%s has %d events, %d were acknowledged", name, len(got), won[k].Load())
	}
}

// streamsVisible reads two streams one after the other while both are appended to at once: the second one read is never behind.
func streamsVisible(t *trial) {
	const appends = 60
	stores := t.instances()
	names := [2]string{"pair-1", "pair-2"}
	var over atomic.Bool
	t.concurrently(4, func(i int) error {
		store := stores[i%2]
		if i < 2 {
			defer over.Store(true)
			for range appends {
				both := []eventstore.StreamAppend{to(names[0], eventstore.Any, some(1)...), to(names[1], eventstore.Any, some(1)...)}
				if _, err := store.AppendStreams(t.ctx, both...); err != nil {
					return err
				}
			}
			return nil
		}
		for ended := false; !ended; {
			ended = over.Load()
			for first := range names {
				var newest [2]eventstore.Revision
				for k, name := range []string{names[first], names[1-first]} {
					got, err := store.ReadStream(t.ctx, name, eventstore.End, eventstore.Backwards, 1)
					if err != nil {
						return err
					}
					if newest[k] = -1; len(got) > 0 {
						newest[k] = got[0].Revision
					}
				}
				if newest[1] < newest[0] {
					return fmt.Errorf("%s is at %d while %s was at %d before", names[1-first], newest[1], names[first], newest[0])
				}
			}
		}
		return nil
	})
	log := t.all(t.store, 0, eventstore.Filter{}, 0)
	for i := 0; i+1 < len(log); i += 2 {
		t.failIf(log[i].Stream != names[0] || log[i+1].Stream != names[1] || log[i].Revision != log[i+1].Revision,
			"an append was parted: %s@%d is followed by %s@%d", log[i].Stream, log[i].Revision, log[i+1].Stream, log[i+1].Revision)
	}
}
