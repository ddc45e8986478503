package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

// command is a command of a request, on a new stream of its category or always on the same stream.
type command struct {
	category string
	drawn    bool // the stream has an identifier that each attempt draws
	n        int
}

// carryOut carries out commands under a key, each with its own number of events. ids holds the last identifiers drawn.
func (p process) carryOut(t *testing.T, r *Request, list []command, ids *int64) (results []Result) {
	t.Helper()
	for _, c := range list {
		of, id := p.counters, int64(7)
		if c.category == tallying.Category {
			of = p.tallies
		}
		if c.drawn {
			*ids++
			id = *ids
		}
		got, err := of.Decide(WithRequest(t.Context(), r), of.Stream(id), func(counter) (events []domain.Event, err error) {
			for range c.n {
				events = append(events, added{int(*ids)})
			}
			return events, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, got)
	}
	return results
}

// executedUnder returns the commands of a log that were carried out under a key, as Attempt.Executed has them.
func executedUnder(t *testing.T, store eventstore.Store, key string) map[uuid.UUID]Result {
	t.Helper()
	page, err := store.ReadAll(t.Context(), 0, eventstore.Forwards, 10_000, eventstore.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	codec := eventstore.NewCodec(noKeys{}, domain.Spec[added](1))
	firsts, out := map[int]uuid.UUID{}, map[uuid.UUID]Result{}
	for _, e := range page.Events {
		meta, err := e.Meta()
		if err != nil {
			t.Fatal(err)
		}
		if meta.Idempotency == nil || meta.Idempotency.Scope != key {
			continue
		}
		number := meta.Idempotency.Command
		if _, begun := firsts[number]; !begun {
			firsts[number] = e.ID
		}
		event, err := codec.Decode(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		done := out[firsts[number]]
		if done.Stream != "" && done.Stream != e.Stream {
			t.Fatalf("command %d is on %s and %s", number, done.Stream, e.Stream)
		}
		done.Stream, done.Revision, done.Position, done.Repeated, done.Number = e.Stream, e.Revision, e.Position, true, number
		done.Events = append(done.Events, event)
		out[firsts[number]] = done
	}
	return out
}

// TestAFurtherAttemptFindsWhatWasDone: a process dies after any command of a request. A further attempt gets the results of the first one,
// although it draws other identifiers. It may run a new version of the program with more commands on other categories.
func TestAFurtherAttemptFindsWhatWasDone(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for round := range 200 {
		store := storetest.NewMemory()
		var list []command
		for range 1 + random.IntN(6) {
			list = append(list, command{counting.Category, random.IntN(2) == 0, random.IntN(3)})
		}
		ids, key := int64(10), "key/attempt"
		dies := random.IntN(len(list) + 1)
		first := newProcess(store).carryOut(t, NewRequest(Cause{Key: key}), list[:dies], &ids)

		var longer []command
		var same []int
		for i, c := range list {
			for range random.IntN(3) { // a new version adds commands
				longer = append(longer, command{tallying.Category, true, random.IntN(3)})
			}
			if i < dies {
				same = append(same, len(longer))
			}
			longer = append(longer, c)
		}
		for attempt := range 2 {
			r := NewRequest(Cause{Key: key})
			r.Executed = executedUnder(t, store, key)
			second := newProcess(store).carryOut(t, r, longer, &ids)
			for i, at := range same {
				want, got := first[i], second[at]
				if len(want.Events) > 0 && (!got.Repeated || got.Stream != want.Stream || fmt.Sprint(got.Events) != fmt.Sprint(want.Events)) {
					t.Errorf("seed %d, round %d, attempt %d: command %d of %+v is answered with %+v, was %+v",
						seed, round, attempt, i, list, got, want)
				}
			}
		}
		events := 0
		for _, done := range executedUnder(t, store, key) { // finds two commands with the same number
			events += len(done.Events)
		}
		wanted := 0
		for _, c := range longer {
			wanted += c.n
		}
		if events != wanted {
			t.Errorf("seed %d, round %d: %d events, want %d", seed, round, events, wanted)
		}
	}
}

// formerly stores events of a command as former versions did: they numbered all commands of a request in one sequence.
func formerly(t *testing.T, store eventstore.Store, key string, number int, stream string, n int) {
	t.Helper()
	codec := eventstore.NewCodec(noKeys{}, domain.Spec[added](1))
	metadata, err := json.Marshal(eventstore.Metadata{Idempotency: &eventstore.Idempotency{Scope: key, Command: number}})
	if err != nil {
		t.Fatal(err)
	}
	events := make([]eventstore.NewEvent, n)
	for i := range events {
		if events[i], err = codec.Encode(t.Context(), added{1}); err != nil {
			t.Fatal(err)
		}
		events[i].ID, events[i].Metadata = formerID(key, number, i), metadata
	}
	if _, err := store.Append(t.Context(), stream, eventstore.Any, events...); err != nil {
		t.Fatal(err)
	}
}

// TestAnAttemptOfAFormerVersion: a further attempt finds the events of a former version and continues after them.
func TestAnAttemptOfAFormerVersion(t *testing.T) {
	t.Parallel()
	const key = "key/attempt"
	store := storetest.NewMemory()
	list := []command{{tallying.Category, false, 1}, {counting.Category, true, 2}, {counting.Category, true, 0}, {counting.Category, true, 1}}
	for number, c := range list {
		if c.n > 0 {
			formerly(t, store, key, number, domain.Stream(c.category, int64(20+number)), c.n)
		}
	}
	before, _ := store.Head(t.Context())
	again, ids := NewRequest(Cause{Key: key}), int64(100)
	again.Executed = executedUnder(t, store, key)
	results := newProcess(store).carryOut(t, again, append(list, command{counting.Category, true, 1}), &ids)
	for number, c := range list {
		if got := results[number]; c.n > 0 && (!got.Repeated || domain.StreamID(got.Stream) != int64(20+number)) {
			t.Errorf("command %d is answered with %+v", number, got)
		}
	}
	if head, _ := store.Head(t.Context()); head != before+1 {
		t.Errorf("%d further events, want 1", head-before)
	}
	if done := executedUnder(t, store, key); len(done) != 4 {
		t.Errorf("%d commands are known, want 4", len(done))
	}
}

// TestAFormerAttemptWasOnItsWay: a process stores nothing if one of its streams has an event of an earlier attempt.
func TestAFormerAttemptWasOnItsWay(t *testing.T) {
	t.Parallel()
	store := &streams{Memory: storetest.NewMemory()}
	p := newProcess(store)
	p.fill(t, 10)
	store.before = func(n int) {
		if n == 1 {
			formerly(t, store.Memory, "key", 1, "counter-1", 1)
		}
	}
	ctx := WithCause(t.Context(), Cause{Key: "key"})
	if _, err := p.move(ctx, "counter-1", 3); !errors.Is(err, eventstore.ErrWrongRevision) {
		t.Errorf("moved: %v", err)
	}
	if head, _ := store.Head(t.Context()); head != 2 {
		t.Errorf("the head is %d", head)
	}
}

// TestStartingOver: an attempt that starts over makes new events, also if earlier attempts started over.
func TestStartingOver(t *testing.T) {
	t.Parallel()
	const key = "key/attempt"
	store := storetest.NewMemory()
	list := []command{{counting.Category, false, 1}, {tallying.Category, false, 2}, {counting.Category, true, 1}}
	ids := int64(10)
	for attempt := range 4 { // each attempt knows the commands of the others and repeats them
		r := NewRequest(Cause{Key: key})
		r.Executed = executedUnder(t, store, key)
		if attempt > 0 {
			r.StartOver()
		}
		for i, got := range newProcess(store).carryOut(t, r, list, &ids) {
			if got.Repeated {
				t.Errorf("attempt %d: command %d is one of an attempt before", attempt, i)
			}
		}
	}
	done := executedUnder(t, store, key)
	numbers := map[int]bool{}
	for _, r := range done {
		numbers[r.Number] = true
	}
	if len(done) != 12 || len(numbers) != 12 {
		t.Errorf("%d commands with %d numbers, want 12", len(done), len(numbers))
	}
}
