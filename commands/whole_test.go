package commands

import (
	"fmt"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/eventstore"
)

// TestAStreamOfOnesOwn: a request has the events of a stream that it began, equal to those in the log.
func TestAStreamOfOnesOwn(t *testing.T) {
	t.Parallel()
	own, store := counters(t)
	request := NewRequest(Cause{Actor: eventstore.Actor{Kind: "admin", ID: 4}})
	ctx := WithRequest(t.Context(), request)
	decide := func(stream string, numbers ...int) {
		t.Helper()
		if _, err := own.Decide(ctx, stream, func(counter) (events []domain.Event, err error) {
			for _, n := range numbers {
				events = append(events, added{n})
			}
			return events, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	known := func(stream string) (list []string, whole bool) {
		whole = request.Whole(stream, func(e domain.Event, at domain.Times) {
			list = append(list, fmt.Sprint(e, at.Position, at.By, at.Occurred.UTC(), at.Recorded.UTC()))
		})
		return list, whole
	}
	if list, whole := known("counter-1"); whole || list != nil {
		t.Errorf("before it has begun: %v", list)
	}
	decide("counter-1", 1, 2)
	decide("counter-2", 5)
	decide("counter-1")
	decide("counter-1", 3)
	recorded, err := store.ReadStream(t.Context(), "counter-1", 0, eventstore.Forwards, 10)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, r := range recorded {
		at := r.Times()
		want = append(want, fmt.Sprint(added{i + 1}, at.Position, at.By, at.Occurred.UTC(), at.Recorded.UTC()))
	}
	if list, whole := known("counter-1"); !whole || fmt.Sprint(list) != fmt.Sprint(want) || len(want) != 3 {
		t.Errorf("known %v\n want %v", list, want)
	}

	// The steps that follow from a command belong to the request, too.
	if _, err := own.Decide(Apart(ctx), "counter-1", add(4)); err != nil {
		t.Fatal(err)
	}
	if list, whole := known("counter-1"); !whole || len(list) != 4 {
		t.Errorf("with a step apart: %v", list)
	}

	// The request knows only a part of a stream that another request has appended to.
	if _, err := own.Decide(t.Context(), "counter-1", add(5)); err != nil {
		t.Fatal(err)
	}
	decide("counter-1", 6)
	if list, whole := known("counter-1"); whole || list != nil {
		t.Errorf("with an event of somebody else in between: %v", list)
	}

	// A request that appends more than keptEvents keeps nothing.
	for i := range keptEvents {
		decide("counter-9", i)
	}
	if list, whole := known("counter-2"); whole || list != nil {
		t.Errorf("after many events: %v", list)
	}

	// A dry run stores nothing.
	dry := NewTrial(Cause{})
	if _, err := own.Decide(WithRequest(t.Context(), dry), "counter-3", add(1)); err != nil {
		t.Fatal(err)
	}
	if dry.Whole("counter-3", func(domain.Event, domain.Times) {}) {
		t.Error("a dry run has begun a stream")
	}
}

// TestPositionsOfCommandsAppendedTogether: each command of a common append knows the positions of its own events.
func TestPositionsOfCommandsAppendedTogether(t *testing.T) {
	t.Parallel()
	own, _ := counters(t)
	lane := own.lane("counter-1")
	lane.current = own.emptyState("counter-1")
	jobs := []*job[counter]{
		{result: Result{Events: []domain.Event{added{1}, added{2}}}},
		{},
		{result: Result{Events: []domain.Event{added{3}}}},
	}
	lane.settle(jobs, eventstore.Appended{FirstPosition: 7, Position: 9, RecordedAt: time.Now()})
	for i, want := range []eventstore.Position{8, 8, 9} {
		if got := jobs[i].result.last; got != want {
			t.Errorf("job %d ends at %d, want %d", i, got, want)
		}
	}
}
