package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

// to makes a request that appends to one stream.
func to(stream string, expected eventstore.Expected, events ...eventstore.NewEvent) request {
	return request{appends: []eventstore.StreamAppend{{Stream: stream, Expected: expected, Events: events}}}
}

// events returns the events of a request.
func (r *request) events() (all []eventstore.NewEvent) {
	for _, a := range r.appends {
		all = append(all, a.Events...)
	}
	return all
}

// batched queues appends while the head is locked, so that they form one batch, and returns their answers. Another append keeps
// the appender busy meanwhile.
func batched(t *testing.T, s *Store, requests ...request) []answer {
	t.Helper()
	release := lockHead(t, s.pool)
	first := make(chan error, 1)
	go func() {
		_, err := s.Append(context.WithoutCancel(t.Context()), "first-1", eventstore.Any, some(1)...)
		first <- err
	}()
	blocked(t, s.pool, "tradelog appender")
	answers := make([]answer, len(requests))
	done := make(chan struct{})
	for i := range requests { // one after another, since a batch keeps their order
		ctx := requests[i].ctx
		if ctx == nil {
			ctx = t.Context()
		}
		go func() {
			at, err := s.AppendStreams(ctx, requests[i].appends...)
			answers[i] = answer{at, err}
			done <- struct{}{}
		}()
		queued(t, s, i+1)
	}
	release()
	for range requests {
		<-done
	}
	if err := <-first; err != nil {
		t.Fatal(err)
	}
	return answers
}

func TestBatchIsOneTransaction(t *testing.T) {
	t.Parallel()
	var sent statements
	store := open(t, database(t, traced(&sent)), patient)
	mustAppend(t, store, "first-1", eventstore.NoStream, some(1)...)
	sent.take("tradelog appender")
	var requests []request
	for i := range 50 {
		requests = append(requests, to(fmt.Sprintf("order-%d", i), eventstore.NoStream, some(1+i%3)...))
	}
	for i, a := range batched(t, store, requests...) {
		if a.err != nil || a.appended[0].First != 0 || a.appended[0].Last != eventstore.Revision(i%3) {
			t.Errorf("append %d: %+v, error %v", i, a.appended, a.err)
		}
	}
	// One statement for the append that waited for the lock, one for the fifty behind it.
	if got := sent.take("tradelog appender"); got != "WITH WITH" {
		t.Errorf("51 appends took the statements %q", got)
	}
	var want []uuid.UUID
	for _, r := range requests {
		want = append(want, idsOf(r.events())...)
	}
	wantIDs(t, "the log", idsOf(wholeLog(t, store)[2:]), want)
}

func TestBadRequestFailsAlone(t *testing.T) {
	t.Parallel()
	pool := database(t)
	exec(t, pool, `ALTER TABLE events ADD CONSTRAINT wholesome CHECK (type <> 'Poison')`) // stands for what only the server can refuse
	store := open(t, pool, patient)
	taken := some(2)
	mustAppend(t, store, "order-0", eventstore.NoStream, taken...)
	poison := func() []eventstore.NewEvent {
		e := some(3)
		e[1].Type = "Poison"
		return e
	}
	gone, cancel := context.WithCancel(t.Context())
	defer cancel()
	requests := []request{
		to("order-1", eventstore.NoStream, some(2)...),
		to("order-1", eventstore.Exactly(5), some(2)...),
		to("order-2", eventstore.Any, poison()...),
		to("order-1", eventstore.Exactly(1), some(1)...),
		to("order-3", eventstore.StreamExists, some(1)...),
		to("order-0", eventstore.Any, some(1)[0], taken[0]),
		to("order-0", eventstore.Any, taken...),
		to("order-4", eventstore.Any, poison()...),
		to("order-4", eventstore.Any, some(1)...),
		to("order-5", eventstore.Any, some(1)...),
	}
	requests[len(requests)-1].ctx = gone
	go func() {
		queued(t, store, len(requests))
		cancel()
	}()
	answers := batched(t, store, requests...)
	for i, want := range []error{nil, eventstore.ErrWrongRevision, eventstore.ErrInvalidEvent, nil, eventstore.ErrWrongRevision,
		eventstore.ErrWrongRevision, nil, eventstore.ErrInvalidEvent, nil, context.Canceled} {
		if a := answers[i]; !errors.Is(a.err, want) {
			t.Errorf("request %d: %+v, error %v, want %v", i, a.appended, a.err, want)
		}
	}
	var wrong *eventstore.WrongRevisionError
	if errors.As(answers[1].err, &wrong); wrong == nil || wrong.Actual != 1 {
		t.Errorf("a refusal tells of %+v, the stream was at 1 by then", wrong)
	}
	want := idsOf(taken)
	for _, i := range []int{0, 3, 8} {
		want = append(want, idsOf(requests[i].events())...)
	}
	log := wholeLog(t, store)
	log = slices.DeleteFunc(log, func(r eventstore.Recorded) bool { return r.Stream == "first-1" || r.Stream == "order-5" })
	wantIDs(t, "the log", idsOf(log), want)
}

func TestDuplicatesInOneBatch(t *testing.T) {
	t.Parallel()
	store := open(t, database(t), patient)
	old := some(1)
	mustAppend(t, store, "order-1", eventstore.NoStream, old...)
	e := some(4)
	answers := batched(t, store,
		to("order-1", eventstore.Exactly(0), e[:3]...),
		to("order-1", eventstore.Exactly(0), e[:3]...), // the same
		to("order-1", eventstore.Any, e[1:3]...),       // a part
		to("order-1", eventstore.Exactly(3), e[3:]...), // goes on
		to("order-1", eventstore.Exactly(7), e[2:]...), // across two of the batch
		// what was there before, and the batch's
		to("order-1", eventstore.NoStream, append(slices.Clone(old), e[0])...),
		to("order-1", eventstore.Any, append(slices.Clone(e[3:]), some(1)...)...), // overlaps
		to("order-2", eventstore.Any, e[:1]...),                                   // elsewhere
	)
	log := wholeLog(t, store)
	for i, want := range []eventstore.Appended{
		{First: 1, Last: 3, FirstPosition: 3, Position: 5},
		{First: 1, Last: 3, FirstPosition: 3, Position: 5, Repeated: true},
		{First: 2, Last: 3, FirstPosition: 4, Position: 5, Repeated: true},
		{First: 4, Last: 4, FirstPosition: 6, Position: 6},
		{First: 3, Last: 4, FirstPosition: 5, Position: 6, Repeated: true},
		{First: 0, Last: 1, FirstPosition: 1, Position: 3, Repeated: true},
	} {
		want.RecordedAt = log[want.Position-1].RecordedAt
		if answers[i].err != nil || !slices.Equal(answers[i].appended, []eventstore.Appended{want}) {
			t.Errorf("request %d: %+v, error %v, want %+v", i, answers[i].appended, answers[i].err, want)
		}
	}
	for _, i := range []int{6, 7} {
		if !errors.Is(answers[i].err, eventstore.ErrWrongRevision) {
			t.Errorf("request %d: %+v, error %v", i, answers[i].appended, answers[i].err)
		}
	}
	if n := len(log); n != 6 {
		t.Errorf("the log has %d events, want 6", n)
	}
}

func TestHugeBatches(t *testing.T) {
	t.Parallel()
	var sent statements
	store := open(t, database(t, traced(&sent)), patient)
	mustAppend(t, store, "first-1", eventstore.NoStream, some(1)...)
	sent.take("tradelog appender")
	large := func(bytesEach, n int) []eventstore.NewEvent {
		e := some(n)
		for i := range e {
			e[i].Data = slices.Concat([]byte(`"`), bytes.Repeat([]byte("x"), bytesEach), []byte(`"`))
		}
		return e
	}
	requests := []request{
		to("many-1", eventstore.NoStream, some(600)...),
		to("many-2", eventstore.NoStream, some(401)...),          // one more than fits
		to("many-3", eventstore.NoStream, some(maxBatch+500)...), // more than a batch, alone
		to("many-4", eventstore.NoStream, some(1)...),
		to("large-1", eventstore.NoStream, large(1<<20, 5)...),
		to("large-2", eventstore.NoStream, large(1<<20, 5)...), // more bytes than fit
		to("large-3", eventstore.NoStream, large(3<<20, 4)...), // more bytes than a batch, alone
		to("large-4", eventstore.NoStream, large(10, 1)...),
	}
	var want []uuid.UUID
	for i := range requests {
		want = append(want, idsOf(requests[i].events())...)
	}
	for i, a := range batched(t, store, requests...) {
		if a.err != nil || int(a.appended[0].Last) != len(requests[i].events())-1 {
			t.Errorf("request %d of %d events: %+v, error %v", i, len(requests[i].events()), a.appended, a.err)
		}
	}
	// first; many-1; many-2; many-3; many-4 and large-1; large-2; large-3; large-4
	if got := sent.take("tradelog appender"); got != "WITH WITH WITH WITH WITH WITH WITH WITH" {
		t.Errorf("the batches took the statements %q", got)
	}
	wantIDs(t, "the log", idsOf(wholeLog(t, store)[2:]), want)
	if events, bytes := store.tail.recent.Size(); bytes > eventstore.RecentBytes*3/2 || events > eventstore.RecentEvents*3/2 {
		t.Errorf("the tail holds %d events of %d bytes", events, bytes)
	}
}

func TestCallerGone(t *testing.T) {
	t.Parallel()
	pool := database(t)
	store := open(t, pool, patient)
	mustAppend(t, store, "order-1", eventstore.NoStream, some(1)...)
	release := lockHead(t, pool)
	whileStored, whileQueued := some(2), some(2)
	ctx, cancel := context.WithCancel(t.Context())
	answers := make([]chan error, 2)
	for i, events := range [][]eventstore.NewEvent{whileStored, whileQueued} {
		answers[i] = make(chan error, 1)
		go func() {
			_, err := store.Append(ctx, "order-1", eventstore.Any, events...)
			answers[i] <- err
		}()
		if i == 0 {
			blocked(t, pool, "tradelog appender") // it is being stored
		} else {
			queued(t, store, 1)
		}
	}
	cancel()
	for i, a := range answers {
		if err := <-a; !errors.Is(err, eventstore.ErrUnknownOutcome) || !errors.Is(err, context.Canceled) {
			t.Errorf("caller %d has gone and is told %v", i, err)
		}
	}
	release()
	// The first was stored after all, the second was not begun.
	if at := mustAppend(t, store, "order-1", eventstore.Exactly(0), whileStored...); !at.Repeated || at.First != 1 {
		t.Errorf("repeat of the append whose caller had gone while it was stored: %+v", at)
	}
	if at := mustAppend(t, store, "order-1", eventstore.Exactly(2), whileQueued...); at.Repeated || at.First != 3 {
		t.Errorf("repeat of the append whose caller had gone before it was begun: %+v", at)
	}
	if n := len(wholeLog(t, store)); n != 5 {
		t.Errorf("the log has %d events, want 5", n)
	}
}
