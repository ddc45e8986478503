package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

// trial is the run of one check on a log of its own.
type trial struct {
	T
	ctx      context.Context
	log      Log
	store    eventstore.Store // of the log
	open     func() Log       // one more log
	features Features
}

// with returns the same trial for another T.
func (t *trial) with(other T) *trial {
	c := *t
	c.T = other
	return &c
}

// event makes an event with an ID of its own.
func event(eventType string, data string) eventstore.NewEvent {
	return eventstore.NewEvent{ID: uuid.New(), Type: eventType, SchemaVersion: 1, Data: []byte(data),
		Metadata: []byte(`{"occurredAt":"2026-01-02T03:04:05Z"}`)}
}

// some makes n events.
func some(n int) []eventstore.NewEvent {
	out := make([]eventstore.NewEvent, n)
	for i := range out {
		out[i] = event("Happened", fmt.Sprintf(`{"n":%d}`, i))
	}
	return out
}

// failIf ends the check if something is wrong.
func (t *trial) failIf(wrong bool, format string, args ...any) {
	t.Helper()
	if wrong {
		t.Fatalf(format, args...)
	}
}

// append stores events, which must succeed.
func (t *trial) append(stream string, expected eventstore.Expected, events ...eventstore.NewEvent) eventstore.Appended {
	t.Helper()
	got, err := t.store.Append(t.ctx, stream, expected, events...)
	t.failIf(err != nil, "append %d events to %s expecting %s: %v", len(events), stream, expected, err)
	return got
}

// refused appends, which must fail with target.
func (t *trial) refused(target error, stream string, expected eventstore.Expected, events ...eventstore.NewEvent) {
	t.Helper()
	got, err := t.store.Append(t.ctx, stream, expected, events...)
	t.failIf(!errors.Is(err, target), "append %d events to %.80q expecting %s: got %+v and error %v, want error %q", len(events), stream,
		expected, got, err, target)
}

// wrongRevision appends, which must be refused because the stream is at actual.
func (t *trial) wrongRevision(actual eventstore.Revision, stream string, expected eventstore.Expected, events ...eventstore.NewEvent) {
	t.Helper()
	_, err := t.store.Append(t.ctx, stream, expected, events...)
	var wrong *eventstore.WrongRevisionError
	t.failIf(!errors.As(err, &wrong) || !errors.Is(err, eventstore.ErrWrongRevision),
		"append to %s at %d expecting %s: got error %v, want a WrongRevisionError", stream, actual, expected, err)
	if want := (eventstore.WrongRevisionError{Stream: stream, Expected: expected, Actual: actual}); *wrong != want {
		t.Fatalf("append to %s: refused with %+v, want %+v", stream, *wrong, want)
	}
}

// stream reads a whole stream of a store, forwards.
func (t *trial) stream(store eventstore.Store, name string) []eventstore.Recorded {
	t.Helper()
	var all []eventstore.Recorded
	for {
		events, err := store.ReadStream(t.ctx, name, eventstore.Revision(len(all)), eventstore.Forwards, 1000)
		t.failIf(err != nil, "read stream %s from %d: %v", name, len(all), err)
		if all = append(all, events...); len(events) == 0 {
			return all
		}
	}
}

// all reads the log of a store after a position.
func (t *trial) all(store eventstore.Store, from eventstore.Position, filter eventstore.Filter, max int) []eventstore.Recorded {
	t.Helper()
	all, err := readAll(t.ctx, store, from, filter, max)
	t.failIf(err != nil, "%v", err)
	return all
}

// readAll reads forwards until the end and checks that every page goes on and none claims more than it was asked for.
func readAll(
	ctx context.Context, store eventstore.Store, from eventstore.Position, filter eventstore.Filter, max int,
) ([]eventstore.Recorded, error) {
	var all []eventstore.Recorded
	for at := from; ; {
		page, err := store.ReadAll(ctx, at, eventstore.Forwards, max, filter)
		if err != nil {
			return nil, fmt.Errorf("read the log after %d: %w", at, err)
		}
		if max > 0 && len(page.Events) > max {
			return nil, fmt.Errorf("read the log after %d: %d events, asked for at most %d", at, len(page.Events), max)
		}
		if n := len(page.Events); n > 0 && (page.Next < page.Events[n-1].Position || page.Events[0].Position <= at) {
			return nil, fmt.Errorf("read the log after %d: events %d to %d, next %d", at, page.Events[0].Position,
				page.Events[n-1].Position, page.Next)
		}
		all = append(all, page.Events...)
		if page.End {
			return all, nil
		}
		if page.Next < at || page.Next == at && ctx.Err() != nil {
			return nil, fmt.Errorf("read the log after %d: goes on at %d without having reached the end (%v)", at, page.Next, ctx.Err())
		}
		at = page.Next
	}
}

// holds checks that a stream consists of these events.
func (t *trial) holds(name string, want ...eventstore.NewEvent) {
	t.Helper()
	got := t.stream(t.store, name)
	t.failIf(len(got) != len(want), "stream %s has %d events, want %d", name, len(got), len(want))
	for i := range got {
		if err := differs(got[i], name, eventstore.Revision(i), want[i]); err != nil {
			t.Fatalf("%v", err)
		}
	}
}

// empty checks that nothing is in the log.
func (t *trial) empty(why string) {
	t.Helper()
	if got := t.all(t.store, 0, eventstore.Filter{}, 0); len(got) > 0 {
		t.Fatalf("%s: the log has %d events, want none", why, len(got))
	}
	if head := t.head(); head != 0 {
		t.Fatalf("%s: the head is %d, want 0", why, head)
	}
}

func (t *trial) head() eventstore.Position {
	t.Helper()
	head, err := t.store.Head(t.ctx)
	t.failIf(err != nil, "head: %v", err)
	return head
}

// differs returns an error if a recorded event is not the one that was appended.
func differs(got eventstore.Recorded, stream string, revision eventstore.Revision, want eventstore.NewEvent) error {
	at := fmt.Sprintf("%s@%d", stream, revision)
	switch {
	case got.Stream != stream || got.Revision != revision:
		return fmt.Errorf("%s is recorded as %s@%d", at, got.Stream, got.Revision)
	case got.ID != want.ID:
		return fmt.Errorf("%s has ID %s, want %s", at, got.ID, want.ID)
	case got.Type != want.Type || got.SchemaVersion != want.SchemaVersion:
		return fmt.Errorf("%s is a %s version %d, want %s version %d", at, got.Type, got.SchemaVersion, want.Type, want.SchemaVersion)
	case !bytes.Equal(got.Data, want.Data):
		return fmt.Errorf("%s has data %.200q, want %.200q", at, got.Data, want.Data)
	case !bytes.Equal(got.Metadata, want.Metadata):
		return fmt.Errorf("%s has metadata %.200q, want %.200q", at, got.Metadata, want.Metadata)
	case got.Position < 1:
		return fmt.Errorf("%s has position %d", at, got.Position)
	}
	return nil
}

// concurrently runs f in n goroutines and fails with the errors they returned.
func (t *trial) concurrently(n int, f func(i int) error) {
	t.Helper()
	err := atOnce(n, f)
	t.failIf(err != nil, "%v", err)
}

func atOnce(n int, f func(i int) error) error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = f(i) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

func ids(events []eventstore.Recorded) []uuid.UUID {
	out := make([]uuid.UUID, len(events))
	for i := range events {
		out[i] = events[i].ID
	}
	return out
}

func newIDs(events []eventstore.NewEvent) []uuid.UUID {
	out := make([]uuid.UUID, len(events))
	for i := range events {
		out[i] = events[i].ID
	}
	return out
}

// sameIDs checks the events and their order.
func (t *trial) sameIDs(what string, got, want []uuid.UUID) {
	t.Helper()
	same := 0
	for same < min(len(got), len(want)) && got[same] == want[same] {
		same++
	}
	t.failIf(same < max(len(got), len(want)), "%s: %d events, want %d; the first difference is at %d", what, len(got), len(want), same)
}

// placed returns the expected answer to an append whose events were stored from first to last.
func placed(first, last eventstore.Recorded) eventstore.Appended {
	return eventstore.Appended{
		First: first.Revision, Last: last.Revision, FirstPosition: first.Position, Position: last.Position, RecordedAt: last.RecordedAt,
	}
}
