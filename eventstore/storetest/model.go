package storetest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"tradelog/eventstore"
)

var modelChecks = []check{
	{name: "any sequence of appends and reads does what a simple model does", run: modelled},
}

// model is the log as a list, with the rules of appending in their shortest form.
type model struct {
	// prefix of categories. The prefix is random and therefore in no message: rapid would take a failure with another text for another
	// failure.
	prefix string
	start  eventstore.Position // the end of the log before this sequence
	log    []eventstore.Recorded
}

// modelTime is the time after which no further sequences are tried. Stores that are asked over a network on a busy machine would need
// longer than a test may take.
const modelTime = time.Minute

func modelled(t *trial) {
	began, failed := time.Now(), false // a sequence that failed is made shorter, however long that takes
	rapid.Check(t.T, func(rt *rapid.T) {
		if !failed && time.Since(began) > modelTime {
			return
		}
		failed = true
		inner := t.with(rt)
		m := &model{prefix: uuid.NewString()[:8], start: inner.head()}
		for range rapid.IntRange(3, 14).Draw(rt, "steps") {
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			case 0, 1, 2:
				m.append(inner, rt)
			case 3:
				m.readStream(inner, rt)
			case 4:
				m.readAll(inner, rt, eventstore.Forwards)
			case 5:
				m.readAll(inner, rt, eventstore.Backwards)
			}
		}
		inner.sameIDs("the log after the sequence", ids(inner.all(inner.store, m.start, eventstore.Filter{}, 0)), ids(m.log))
		failed = false
	})
}

// name draws a stream. Its category belongs to this sequence alone, so that filters find no events of earlier ones.
func (m *model) name(rt *rapid.T) string {
	return m.prefix + rapid.SampledFrom([]string{"a-1", "a-2-3", "b-1", "b-2-3"}).Draw(rt, "stream")
}

func (m *model) stream(name string) (events []eventstore.Recorded) {
	for _, e := range m.log {
		if e.Stream == name {
			events = append(events, e)
		}
	}
	return events
}

var expectations = []eventstore.Expected{
	eventstore.Any, eventstore.NoStream, eventstore.StreamExists,
	eventstore.Exactly(0), eventstore.Exactly(1), eventstore.Exactly(2), eventstore.Exactly(3), eventstore.Exactly(5),
}

func (m *model) append(t *trial, rt *rapid.T) {
	name := m.name(rt)
	there := m.stream(name)
	current := eventstore.Revision(len(there) - 1)
	expected := rapid.SampledFrom(append([]eventstore.Expected{eventstore.Exactly(current), eventstore.Exactly(current)},
		expectations...)).Draw(rt, "expected")
	var events []eventstore.NewEvent
	if len(there) > 0 && rapid.IntRange(0, 3).Draw(rt, "old") == 0 { // some stored events, in any order
		pick := rapid.IntRange(0, len(there)-1)
		from, to := pick.Draw(rt, "from"), pick.Draw(rt, "to")
		for i := min(from, to); i <= max(from, to); i++ {
			events = append(events, there[i].NewEvent)
		}
		if from > to {
			slices.Reverse(events)
		}
	}
	if len(events) == 0 || rapid.IntRange(0, 2).Draw(rt, "mixed") == 0 {
		for range rapid.IntRange(1, 3).Draw(rt, "fresh") {
			events = append(events, event(rapid.SampledFrom([]string{"X", "Y"}).Draw(rt, "type"),
				rapid.SampledFrom(documents).Draw(rt, "data")))
		}
	}
	got, err := t.store.Append(t.ctx, name, expected, events...)
	if at := slices.IndexFunc(there, func(r eventstore.Recorded) bool { return r.ID == events[0].ID }); allThere(there, at, events) {
		want := placed(there[at], there[at+len(events)-1])
		want.Repeated = true
		if err != nil || got != want {
			rt.Fatalf("repeat of %d events expecting %s: got %+v and success %v, want %+v", len(events), expected, got, err == nil, want)
		}
		return
	}
	if anyThere(there, events) || !expected.Met(current) {
		var wrong *eventstore.WrongRevisionError
		if !errors.As(err, &wrong) || *wrong != (eventstore.WrongRevisionError{Stream: name, Expected: expected, Actual: current}) {
			rt.Fatalf("append to a stream at %d expecting %s, which must be refused: got %+v and success %v", current, expected, got,
				err == nil)
		}
		return
	}
	if err != nil || got.First != current+1 || got.Last != current+eventstore.Revision(len(events)) || got.Repeated {
		rt.Fatalf("append of %d events to a stream at %d expecting %s: got %+v and success %v", len(events), current, expected, got,
			err == nil)
	}
	for i, e := range t.readStream(name, got.First, eventstore.Forwards, 100) { // the store assigns the positions
		if err := differs(e, name, got.First+eventstore.Revision(i), events[i]); err != nil {
			rt.Fatalf("%v", err)
		}
		m.log = append(m.log, e)
	}
}

// allThere tells whether the events are in a stream one after another, from an index on.
func allThere(there []eventstore.Recorded, at int, events []eventstore.NewEvent) bool {
	return at >= 0 && at+len(events) <= len(there) && slices.Equal(ids(there[at:at+len(events)]), newIDs(events))
}

func anyThere(there []eventstore.Recorded, events []eventstore.NewEvent) bool {
	known := ids(there)
	return slices.ContainsFunc(events, func(e eventstore.NewEvent) bool { return slices.Contains(known, e.ID) })
}

func (m *model) readStream(t *trial, rt *rapid.T) {
	name := m.name(rt)
	want := m.stream(name)
	from, max := rapid.IntRange(0, 8).Draw(rt, "from"), rapid.IntRange(1, 8).Draw(rt, "max")
	direction := rapid.SampledFrom([]eventstore.Direction{eventstore.Forwards, eventstore.Backwards}).Draw(rt, "direction")
	if direction == eventstore.Forwards {
		want = want[min(from, len(want)):]
	} else {
		want = slices.Clone(want[:min(from+1, len(want))])
		slices.Reverse(want)
	}
	want = want[:min(max, len(want))]
	t.sameIDs(fmt.Sprintf("a stream from %d in direction %d, at most %d", from, direction, max),
		ids(t.readStream(name, eventstore.Revision(from), direction, max)), ids(want))
}

func (m *model) readAll(t *trial, rt *rapid.T, direction eventstore.Direction) {
	categories := [][]string{{m.prefix + "a"}, {m.prefix + "a", m.prefix + "b"}}
	filter := eventstore.Filter{Categories: rapid.SampledFrom(categories).Draw(rt, "categories")}
	if rapid.Bool().Draw(rt, "by type") {
		filter.Types = []string{"X"}
	}
	from := m.start
	if len(m.log) > 0 && rapid.Bool().Draw(rt, "in the middle") {
		from = m.log[rapid.IntRange(0, len(m.log)-1).Draw(rt, "event")].Position
	} else if direction == eventstore.Backwards {
		from = eventstore.End
	}
	var want []eventstore.Recorded
	for _, e := range passing(m.log, filter) {
		if direction == eventstore.Forwards && e.Position > from || direction == eventstore.Backwards && e.Position < from {
			want = append(want, e)
		}
	}
	if direction == eventstore.Backwards {
		slices.Reverse(want)
	}
	got := t.pages(from, direction, rapid.IntRange(1, 9).Draw(rt, "max"), filter)
	t.sameIDs(fmt.Sprintf("the log after %d in direction %d with types %v", from-m.start, direction, filter.Types), ids(got), ids(want))
}
