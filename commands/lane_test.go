package commands

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

// added is the event of a counter.
type added struct {
	N int `json:"n"`
}

func (added) EventName() string { return "TestAdded" }

type counter struct{ Sum, Events int }

var counting = Decider[counter]{
	Category: "counter", Initial: func(string) counter { return counter{} },
	Evolve: func(c counter, e domain.Event) counter { return counter{c.Sum + e.(added).N, c.Events + 1} },
}

type noKeys struct{}

func (noKeys) Key(context.Context, string, bool) ([]byte, error) { return make([]byte, 32), nil }
func (noKeys) Load(context.Context, []string) error              { return nil }

// watched counts appends and lets a test fail them. No store of these tests is a TurnTaker.
type watched struct {
	eventstore.Store
	mu      sync.Mutex
	appends int
	before  func(n int) error
	after   func(n int, a eventstore.Appended) error
}

func (w *watched) Append(ctx context.Context, stream string, expected eventstore.Expected,
	events ...eventstore.NewEvent) (eventstore.Appended, error) {
	w.mu.Lock()
	w.appends++
	n, before, after := w.appends, w.before, w.after
	w.mu.Unlock()
	if before != nil {
		if err := before(n); err != nil {
			return eventstore.Appended{}, err
		}
	}
	a, err := w.Store.Append(ctx, stream, expected, events...)
	if err == nil && after != nil {
		err = after(n, a)
	}
	return a, err
}

func counters(t *testing.T) (*repository[counter], *watched) {
	t.Helper()
	store := &watched{Store: storetest.NewMemory()}
	return newRepository(Infrastructure{Store: store, Codec: eventstore.NewCodec(noKeys{}, domain.Spec[added](1))}, counting), store
}

func add(n int) func(counter) ([]domain.Event, error) {
	return func(counter) ([]domain.Event, error) { return []domain.Event{added{n}}, nil }
}

func sumOf(t *testing.T, r Repository[counter], stream string) counter {
	t.Helper()
	var out counter
	if err := r.View(context.Background(), stream, func(c counter, _ bool) error {
		out = c
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestCommandsOnAStreamAreAppendedTogether(t *testing.T) {
	t.Parallel()
	r, store := counters(t)
	first, rest := make(chan struct{}), make(chan struct{})
	store.before = func(n int) error {
		if n == 1 { // the others queue during the first append
			close(first)
			<-rest
		}
		return nil
	}
	var group sync.WaitGroup
	group.Go(func() {
		if _, err := r.Decide(context.Background(), "counter-1", add(1)); err != nil {
			t.Error(err)
		}
	})
	<-first
	const others = 50
	queued := make(chan struct{}, others)
	for range others {
		group.Go(func() {
			queued <- struct{}{}
			if _, err := r.Decide(context.Background(), "counter-1", add(1)); err != nil {
				t.Error(err)
			}
		})
	}
	for range others {
		<-queued
	}
	lane := r.lane("counter-1")
	for waiting := 0; waiting < others; {
		lane.mu.Lock()
		waiting = len(lane.queue)
		lane.mu.Unlock()
	}
	close(rest)
	group.Wait()
	if got := sumOf(t, r, "counter-1"); got.Sum != others+1 {
		t.Errorf("sum %d", got.Sum)
	}
	if store.appends != 2 {
		t.Errorf("%d appends for %d commands, want 2", store.appends, others+1)
	}
}

func TestARefusalIsItsOwnCallersAlone(t *testing.T) {
	t.Parallel()
	r, _ := counters(t)
	refusal := fault.Preconditionf("no")
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			_, err := r.Decide(context.Background(), "counter-1", func(c counter) ([]domain.Event, error) {
				if i%2 == 0 {
					return nil, refusal
				}
				return add(1)(c)
			})
			if (i%2 == 0) != errors.Is(err, refusal) {
				t.Errorf("command %d: %v", i, err)
			}
		})
	}
	group.Wait()
	if got := sumOf(t, r, "counter-1"); got.Sum != 20 {
		t.Errorf("sum %d", got.Sum)
	}
}

func TestAnotherProcessWasFirst(t *testing.T) {
	t.Parallel()
	r, _ := counters(t)
	other := NewRepository(r.infra, counting)
	if _, err := r.Decide(context.Background(), "counter-1", add(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Decide(context.Background(), "counter-1", add(10)); err != nil {
		t.Fatal(err)
	}
	seen := []int{}
	result, err := r.Decide(context.Background(), "counter-1", func(c counter) ([]domain.Event, error) {
		seen = append(seen, c.Sum)
		return add(100)(c)
	})
	if err != nil || result.Revision != 2 {
		t.Fatalf("%+v, %v", result, err)
	}
	if fmt.Sprint(seen) != "[1 11]" {
		t.Errorf("decided on %v, want on what was known and then on what is", seen)
	}
}

func TestAlwaysOvertakenIsAConflict(t *testing.T) {
	t.Parallel()
	r, store := counters(t)
	store.before = func(int) error { return &eventstore.WrongRevisionError{Stream: "counter-1", Actual: 99} }
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := r.Decide(ctx, "counter-1", add(1))
	if fault.KindOf(err) != fault.Conflict {
		t.Errorf("got %v", err)
	}
}

func TestAnUnknownOutcomeIsRepeatedWithTheSameEvents(t *testing.T) {
	t.Parallel()
	r, store := counters(t)
	store.after = func(n int, _ eventstore.Appended) error {
		if n == 1 {
			return eventstore.ErrUnknownOutcome // stored, but the answer is lost
		}
		return nil
	}
	result, err := r.Decide(context.Background(), "counter-1", add(5))
	if err != nil || result.Revision != 0 {
		t.Fatalf("%+v, %v", result, err)
	}
	store.after = nil
	if _, err := r.Decide(context.Background(), "counter-1", add(1)); err != nil {
		t.Fatal(err)
	}
	if got := sumOf(t, r, "counter-1"); got.Sum != 6 || got.Events != 2 {
		t.Errorf("got %+v", got)
	}
}

func TestARefusedRepetitionSaysNothingOfTheFirstAttempt(t *testing.T) {
	t.Parallel()
	r, store := counters(t)
	store.after = func(n int, _ eventstore.Appended) error {
		if n == 1 {
			return eventstore.ErrUnknownOutcome // stored
		}
		return nil
	}
	store.before = func(n int) error {
		if n == 2 {
			return errors.New("connection refused")
		}
		return nil
	}
	if _, err := r.Decide(context.Background(), "counter-1", add(5)); err != nil {
		t.Fatalf("a stored fact was given up: %v", err)
	}
	if got := sumOf(t, r, "counter-1"); got.Sum != 5 || store.appends != 3 {
		t.Errorf("sum %d after %d appends", got.Sum, store.appends)
	}
}

func TestOnceIsOnce(t *testing.T) {
	t.Parallel()
	r, _ := counters(t)
	for range 3 {
		if _, err := r.Decide(context.Background(), "counter-1", add(5), Once("a reference")); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Decide(context.Background(), "counter-1", add(1)); err != nil {
			t.Fatal(err)
		}
	}
	if got := sumOf(t, r, "counter-1"); got.Sum != 8 {
		t.Errorf("sum %d, want 5 once and 1 three times", got.Sum)
	}
	var group sync.WaitGroup
	for range 30 { // repetitions among other commands, in one batch or another
		group.Go(func() {
			if _, err := r.Decide(context.Background(), "counter-1", add(100), Once("another")); err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			if _, err := r.Decide(context.Background(), "counter-1", add(1)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	fresh := NewRepository(r.infra, counting)
	if got := sumOf(t, fresh, "counter-1"); got.Sum != 138 {
		t.Errorf("sum %d, want 138", got.Sum)
	}
	if a, b := sumOf(t, r, "counter-1"), sumOf(t, fresh, "counter-1"); a != b {
		t.Errorf("in memory %+v, in the log %+v", a, b)
	}
}

func TestARequestIsContinued(t *testing.T) {
	t.Parallel()
	r, store := counters(t)
	first := WithRequest(context.Background(), NewRequest(Cause{Key: "key/attempt"}))
	done, err := r.Decide(first, "counter-1", add(5))
	if err != nil {
		t.Fatal(err)
	}
	// The process died here; the retry knows the commands carried out.
	retry := NewRequest(Cause{Key: "key/attempt"})
	stored, err := store.ReadStream(t.Context(), "counter-1", 0, eventstore.Forwards, 1)
	if err != nil {
		t.Fatal(err)
	}
	retry.Executed = map[uuid.UUID]Result{stored[0].ID: done}
	again, err := r.Decide(WithRequest(context.Background(), retry), "counter-1", add(5))
	if err != nil || again.Position != done.Position || retry.LastPosition() != done.Position {
		t.Fatalf("%+v, %v", again, err)
	}
	if _, err := r.Decide(WithRequest(context.Background(), retry), "counter-1", add(1)); err != nil {
		t.Fatal(err)
	}
	// A retry without Executed makes the same event IDs, which the log recognises.
	if _, err := r.Decide(WithRequest(context.Background(), NewRequest(Cause{Key: "key/attempt"})), "counter-1", add(5)); err != nil {
		t.Fatal(err)
	}
	if got := sumOf(t, r, "counter-1"); got.Sum != 6 {
		t.Errorf("sum %d", got.Sum)
	}
}

// TestWhatAnAnswerShows: an answer shows the events that its request appended or found appended.
func TestWhatAnAnswerShows(t *testing.T) {
	t.Parallel()
	r, _ := counters(t)
	nothing := func(counter) ([]domain.Event, error) { return nil, nil }
	decide := func(q *Request, r Repository[counter], decide func(counter) ([]domain.Event, error)) (at eventstore.Position) {
		t.Helper()
		done, err := r.Decide(Apart(WithRequest(t.Context(), q)), "counter-1", decide)
		if err != nil {
			t.Fatal(err)
		}
		if shows := q.Shows(); len(shows) != 1 || shows["TestAdded"] != done.Position {
			t.Errorf("it shows %v, want TestAdded up to %d", shows, done.Position)
		}
		return done.Position
	}
	first := decide(NewRequest(Cause{}), r, add(5))
	decide(NewRequest(Cause{}), r, nothing)
	decide(NewRequest(Cause{}), NewRepository(r.infra, counting), nothing) // the stream is loaded
	if shows := NewRequest(Cause{}).Shows(); len(shows) != 0 {
		t.Errorf("without a command it shows %v", shows)
	}
	twice := NewRequest(Cause{})
	decide(twice, r, nothing)
	if last := decide(twice, r, add(1)); last == first {
		t.Errorf("the position is still %d", last)
	}
}

func TestADefectIsItsOwnCallersAlone(t *testing.T) {
	t.Parallel()
	r, _ := counters(t)
	if _, err := r.Decide(context.Background(), "counter-1", func(counter) ([]domain.Event, error) { panic("oops") }); err == nil {
		t.Error("a panic was no error")
	}
	if _, err := r.Decide(context.Background(), "counter-1", add(1)); err != nil {
		t.Errorf("the lane did not survive: %v", err)
	}
}

func TestADeciderRefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	r, store := counters(t)
	other := eventstore.NewCodec(noKeys{}, domain.Spec[added](1), domain.Spec[stranger](1))
	foreign := NewRepository(Infrastructure{Store: store, Codec: other},
		Decider[counter]{Category: "counter", Initial: counting.Initial, Evolve: func(c counter, _ domain.Event) counter {
			return c
		}})
	if _, err := foreign.Decide(context.Background(), "counter-1", func(counter) ([]domain.Event, error) {
		return []domain.Event{stranger{}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Decide(context.Background(), "counter-1", add(1)); !errors.Is(err, eventstore.ErrUnknownEvent) {
		t.Errorf("got %v", err)
	}
}

type stranger struct{}

func (stranger) EventName() string { return "TestStranger" }

func TestSnapshotsSaveFoldingAndNothingElse(t *testing.T) {
	t.Parallel()
	store := &watched{Store: storetest.NewMemory()}
	snapshots := &memorySnapshots{saved: make(chan eventstore.Revision, 100)}
	infra := Infrastructure{Store: store, Codec: eventstore.NewCodec(noKeys{}, domain.Spec[added](1)), Snapshots: snapshots,
		SnapshotKey: func(context.Context) ([]byte, error) { return []byte("key"), nil }}
	decider := counting
	decider.SnapshotEvery = 10
	r := NewRepository(infra, decider)
	for range 25 {
		if _, err := r.Decide(context.Background(), "counter-1", add(1)); err != nil {
			t.Fatal(err)
		}
	}
	<-snapshots.saved
	<-snapshots.saved
	folded := 0
	counted := decider
	counted.Evolve = func(c counter, e domain.Event) counter {
		folded++
		return decider.Evolve(c, e)
	}
	fresh := NewRepository(infra, counted)
	if got := sumOf(t, fresh, "counter-1"); got.Sum != 25 || folded > 15 {
		t.Errorf("sum %d after folding %d events", got.Sum, folded)
	}
	snapshots.damage()
	folded = 0
	if got := sumOf(t, NewRepository(infra, counted), "counter-1"); got.Sum != 25 || folded != 25 {
		t.Errorf("with a useless snapshot: sum %d after folding %d events", got.Sum, folded)
	}
	if snapshots.dropped != 1 {
		t.Errorf("a useless snapshot was dropped %d times, want once", snapshots.dropped)
	}
}

type memorySnapshots struct {
	mu      sync.Mutex
	newest  eventstore.Snapshot
	saved   chan eventstore.Revision
	dropped int
}

func (m *memorySnapshots) Load(_ context.Context, _, shape string) (eventstore.Snapshot, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.newest, m.newest.Shape == shape && m.newest.State != nil, nil
}

func (m *memorySnapshots) Save(_ context.Context, s eventstore.Snapshot) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s.Revision >= m.newest.Revision {
		m.newest = s
	}
	m.saved <- s.Revision
	return nil
}

func (m *memorySnapshots) Drop(context.Context, eventstore.Snapshot) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.newest = eventstore.Snapshot{}
	m.dropped++
	return nil
}

func (m *memorySnapshots) damage() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.newest.State = []byte("{")
}
