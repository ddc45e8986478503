package commands

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

// tallying is counting on streams that many commands share.
var tallying = Decider[counter]{Category: "tally", Shared: true, Initial: counting.Initial, Evolve: counting.Evolve}

// process is an engine with counters and tallies on a log.
type process struct {
	*Engine
	counters, tallies Repository[counter]
}

func newProcess(store eventstore.Store) process {
	e := NewEngine(Infrastructure{Store: store, Codec: eventstore.NewCodec(noKeys{}, domain.Spec[added](1))}, nil)
	return process{e, Open(e, counting), Open(e, tallying)}
}

// streams counts appends to several streams, and may do something before one.
type streams struct {
	*storetest.Memory
	mu      sync.Mutex
	appends int
	before  func(n int)
}

func (s *streams) AppendStreams(ctx context.Context, appends ...eventstore.StreamAppend) ([]eventstore.Appended, error) {
	s.mu.Lock()
	s.appends++
	n, before := s.appends, s.before
	s.mu.Unlock()
	if before != nil {
		before(n)
	}
	return s.Memory.AppendStreams(ctx, appends...)
}

// move adds n to a counter and takes it from a tally, and refuses to take more than there is.
func (p process) move(ctx context.Context, stream string, n int) ([]Result, error) {
	t, left := p.Process(), 0
	Join(t, p.tallies, "tally-1", func(c counter) ([]domain.Event, error) {
		if left = c.Sum - n; left < 0 {
			return nil, errShort
		}
		return []domain.Event{added{-n}}, nil
	})
	Join(t, p.counters, stream, func(counter) ([]domain.Event, error) {
		return []domain.Event{added{n}}, nil
	})
	Join(t, p.counters, stream+"9", func(counter) ([]domain.Event, error) { // knows the result of the first part
		if n%2 == 0 {
			return nil, nil
		}
		return []domain.Event{added{left}}, nil
	})
	return t.Run(ctx)
}

var errShort = errors.New("not enough")

func (p process) fill(t *testing.T, n int) {
	t.Helper()
	if _, err := p.tallies.Decide(t.Context(), "tally-1", add(n)); err != nil {
		t.Fatal(err)
	}
}

func TestSeveralStreamsAtOnce(t *testing.T) {
	t.Parallel()
	store := &streams{Memory: storetest.NewMemory()}
	p := newProcess(store)
	p.fill(t, 10)
	request := NewRequest(Cause{})
	got, err := p.move(WithRequest(t.Context(), request), "counter-1", 3)
	if err != nil {
		t.Fatal(err)
	}
	head, _ := store.Head(t.Context())
	for i, want := range []Result{{Stream: "tally-1", Revision: 1, Position: 2}, {Stream: "counter-1", Position: 3},
		{Stream: "counter-19", Position: head}} { // the shared stream comes first
		if got[i].Stream != want.Stream || got[i].Revision != want.Revision || got[i].Position != want.Position || len(got[i].Events) != 1 {
			t.Errorf("result %d is %+v, want %+v", i, got[i], want)
		}
	}
	if request.LastPosition() != head || fmt.Sprint(request.Streams()) != "[counter-1 counter-19 tally-1]" {
		t.Errorf("the request shows %v up to %d, the head is %d", request.Streams(), request.LastPosition(), head)
	}
	if _, err := p.move(t.Context(), "counter-2", 8); !errors.Is(err, errShort) {
		t.Errorf("more than there is: %v", err)
	}
	if now, _ := store.Head(t.Context()); now != head || store.appends != 1 {
		t.Errorf("a refusal has left something: the head went from %d to %d", head, now)
	}
	other := newProcess(store.Memory)
	for stream, want := range map[string]int{"counter-1": 3, "counter-19": 7, "counter-2": 0} {
		if a, b := sumOf(t, p.counters, stream).Sum, sumOf(t, other.counters, stream).Sum; a != want || b != want {
			t.Errorf("%s is %d, and %d to another process; want %d", stream, a, b, want)
		}
	}
	if a, b := sumOf(t, p.tallies, "tally-1").Sum, sumOf(t, other.tallies, "tally-1").Sum; a != 7 || b != 7 {
		t.Errorf("the tally is %d, and %d to another process; want 7", a, b)
	}
}

// single is a log that appends to one stream at a time.
type single struct{ eventstore.Store }

// onBoth runs a test on a log that appends to several streams at once, and on one that does not.
func onBoth(t *testing.T, test func(t *testing.T, store eventstore.Store)) {
	t.Helper()
	t.Parallel()
	for name, store := range map[string]eventstore.Store{
		"at once": &streams{Memory: storetest.NewMemory()}, "one by one": single{storetest.NewMemory()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, store)
		})
	}
}

// TestPartsAreAppendedOneByOne in the order of the joins, with their steps in between, if the log or the engine requires it.
func TestPartsAreAppendedOneByOne(t *testing.T) {
	t.Parallel()
	for name, apart := range map[string]func() process{
		"by the log": func() process { return newProcess(single{storetest.NewMemory()}) },
		"by the engine": func() process {
			p := newProcess(&streams{Memory: storetest.NewMemory()})
			p.StepByStep()
			return p
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := apart()
			p.fill(t, 10)
			var met []string
			p.Steps(func(step string) {
				head, _ := p.Head(t.Context())
				met = append(met, fmt.Sprint(step, " at ", head))
			})
			whole := p.Process()
			Join(whole, p.counters, "counter-1", add(1))
			whole.Step("counted")
			Join(whole, p.tallies, "tally-1", add(-1))
			whole.Step("taken")
			whole.Do(func(context.Context) error {
				p.Step("asked")
				return nil
			})
			Join(whole, p.counters, "counter-1", add(2)) // once more, in an append of its own
			got, err := whole.Run(t.Context())
			if err != nil || len(got) != 3 || got[0].Position != 2 || got[1].Position != 3 || got[2].Position != 4 {
				t.Errorf("results %+v, %v", got, err)
			}
			if want := "[counted at 2 taken at 3 asked at 3]"; fmt.Sprint(met) != want {
				t.Errorf("met %v, want %s", met, want)
			}
		})
	}
}

// TestStepsOfAnAppendAtOnce are not called, and a step that is no append divides the appends.
func TestStepsOfAnAppendAtOnce(t *testing.T) {
	t.Parallel()
	store := &streams{Memory: storetest.NewMemory()}
	p := newProcess(store)
	p.fill(t, 10)
	p.Steps(func(step string) { t.Errorf("met %s", step) })
	whole := p.Process()
	Join(whole, p.counters, "counter-1", add(1))
	whole.Step("counted")
	Join(whole, p.tallies, "tally-1", add(-1))
	whole.Do(func(context.Context) error {
		if head, _ := p.Head(t.Context()); head != 3 {
			t.Errorf("the head is %d", head)
		}
		return nil
	})
	Join(whole, p.counters, "counter-1", add(2))
	Join(whole, p.counters, "counter-2", add(3))
	if got, err := whole.Run(t.Context()); err != nil || len(got) != 4 || store.appends != 2 {
		t.Errorf("%d results of %d appends, %v", len(got), store.appends, err)
	}
}

// TestAProcessThatFails at each of its parts is undone with the results so far. Run returns the error of undo.
func TestAProcessThatFails(t *testing.T) {
	onBoth(t, func(t *testing.T, store eventstore.Store) {
		undone := errors.New("undone")
		for fails := range 5 {
			p := newProcess(store)
			whole := p.Process()
			step := func(n int) func(counter) ([]domain.Event, error) {
				return func(counter) ([]domain.Event, error) {
					if n == fails {
						return nil, errShort
					}
					return []domain.Event{added{1}}, nil
				}
			}
			name := func(n int) string { return fmt.Sprintf("counter-%d%d", 1+fails, n) }
			Join(whole, p.counters, name(0), step(0))
			Join(whole, p.counters, name(1), step(1))
			whole.Check(func(r Result) error {
				if fails == 4 {
					return errShort
				}
				return nil
			})
			whole.Do(func(context.Context) error { return nil })
			Join(whole, p.counters, name(2), step(2))
			Join(whole, p.counters, name(3), step(3))
			var streams []string
			whole.Undo(func(ctx context.Context, done []Result, refusal error) error {
				if !errors.Is(refusal, errShort) {
					t.Errorf("part %d: refused with %v", fails, refusal)
				}
				for _, r := range done {
					streams = append(streams, r.Stream)
				}
				return undone
			})
			want := min(fails, 4)
			if fails == 4 {
				want = 1 // the check of the second part failed
			}
			if whole.AtOnce() {
				want = want / 2 * 2
			}
			if got, err := whole.Run(t.Context()); !errors.Is(err, undone) || got != nil {
				t.Errorf("part %d: %v, %v", fails, got, err)
			}
			if len(streams) != want || want > 0 && streams[want-1] != name(want-1) {
				t.Errorf("part %d: %v was done, want %d parts", fails, streams, want)
			}
			for n := range 4 {
				if got := sumOf(t, p.counters, name(n)).Sum; fails != 4 && (got == 1) != (n < want) {
					t.Errorf("part %d: part %d has stored %d", fails, n, got)
				}
			}
		}
	})
}

// TestACallerWhoLeaves after the first append of a process does not end it.
func TestACallerWhoLeaves(t *testing.T) {
	onBoth(t, func(t *testing.T, store eventstore.Store) {
		p := newProcess(store)
		ctx, leave := context.WithCancel(t.Context())
		whole := p.Process()
		Join(whole, p.counters, "counter-1", add(1))
		whole.Do(func(context.Context) error {
			leave()
			return nil
		})
		Join(whole, p.counters, "counter-2", add(1))
		whole.Do(func(ctx context.Context) error { return ctx.Err() })
		if got, err := whole.Run(ctx); err != nil || len(got) != 2 {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// TestManyOverSeveralStreams runs processes and other commands on all streams at once. There is no deadlock, and nothing is lost.
func TestManyOverSeveralStreams(t *testing.T) {
	onBoth(t, manyOverSeveralStreams)
}

func manyOverSeveralStreams(t *testing.T, store eventstore.Store) {
	processes := []process{newProcess(store), newProcess(store)}
	processes[0].fill(t, 1000)
	const callers, rounds = 8, 20
	var working sync.WaitGroup
	for i := range callers {
		p := processes[i%2]
		working.Go(func() {
			for n := range rounds {
				stream := fmt.Sprintf("counter-%d", 1+(i+n)%3) // callers share streams
				if _, err := p.move(t.Context(), stream, 1); err != nil {
					t.Errorf("caller %d: %v", i, err)
				}
				if _, err := p.tallies.Decide(t.Context(), "tally-1", add(2)); err != nil {
					t.Errorf("caller %d: %v", i, err)
				}
				if _, err := p.counters.Decide(t.Context(), stream, add(100)); err != nil {
					t.Errorf("caller %d: %v", i, err)
				}
			}
		})
	}
	working.Wait()
	for i, p := range append(processes, newProcess(store)) {
		if got := sumOf(t, p.tallies, "tally-1").Sum; got != 1000+callers*rounds {
			t.Errorf("process %d: the tally is %d", i, got)
		}
		sum := 0
		for k := range 3 {
			sum += sumOf(t, p.counters, fmt.Sprintf("counter-%d", 1+k)).Sum
		}
		if sum != callers*rounds*101 {
			t.Errorf("process %d: the counters are %d", i, sum)
		}
	}
}

// TestSharedStreamsAreOneAppend: processes that wait for a shared stream are stored by one append.
func TestSharedStreamsAreOneAppend(t *testing.T) {
	t.Parallel()
	store := &streams{Memory: storetest.NewMemory()}
	p := newProcess(store)
	p.fill(t, 1000)
	const callers = 20
	l := p.tallies.(*repository[counter]).lane("tally-1")
	store.before = func(n int) {
		for n == 1 { // the first waits until the others are queued
			l.mu.Lock()
			queued := len(l.queue)
			l.mu.Unlock()
			if queued == callers-1 {
				break
			}
		}
	}
	var working sync.WaitGroup
	for i := range callers {
		working.Go(func() {
			if _, err := p.move(t.Context(), fmt.Sprintf("counter-%d", 10+i), 2); err != nil {
				t.Error(err)
			}
		})
	}
	working.Wait()
	if store.appends != 2 {
		t.Errorf("%d commands took %d appends, want 2", callers, store.appends)
	}
	if got := sumOf(t, newProcess(store).tallies, "tally-1").Sum; got != 1000-2*callers {
		t.Errorf("the tally is %d", got)
	}
}

// TestAnotherProcessChangesAStream: only the process that decided on an old state decides again.
func TestAnotherProcessChangesAStream(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"tally-1", "counter-1"} {
		store := &streams{Memory: storetest.NewMemory()}
		p, other := newProcess(store), newProcess(store.Memory)
		p.fill(t, 10)
		if _, err := p.counters.Decide(t.Context(), "counter-1", add(1)); err != nil {
			t.Fatal(err)
		}
		store.before = func(n int) {
			if n > 1 {
				return
			}
			r := other.counters
			if stream == "tally-1" {
				r = other.tallies
			}
			if _, err := r.Decide(t.Context(), stream, add(-5)); err != nil {
				t.Error(err)
			}
		}
		_, err := p.move(t.Context(), "counter-1", 7)
		if short := errors.Is(err, errShort); short != (stream == "tally-1") || err != nil && !short {
			t.Errorf("%s changed meanwhile: %v", stream, err)
		}
		want := map[string]int{"tally-1": 1, "counter-1": -4 + 7}[stream]
		r := p.counters
		if stream == "tally-1" {
			r, want = p.tallies, 5
		}
		if got := sumOf(t, r, stream).Sum; got != want {
			t.Errorf("%s is %d, want %d", stream, got, want)
		}
	}
}

// TestATrialOverSeveralStreams decides but stores nothing.
func TestATrialOverSeveralStreams(t *testing.T) {
	onBoth(t, func(t *testing.T, store eventstore.Store) {
		p := newProcess(store)
		p.fill(t, 10)
		before, _ := store.Head(t.Context())
		r := NewTrial(Cause{})
		if _, err := p.move(WithRequest(t.Context(), r), "counter-1", 3); err != nil {
			t.Fatal(err)
		}
		if got := len(r.Trial.Decided()); got != 3 {
			t.Errorf("a trial decided %d events", got)
		}
		if _, err := p.move(WithRequest(t.Context(), r), "counter-1", 8); !errors.Is(err, errShort) {
			t.Errorf("a trial sees what it has decided: %v", err)
		}
		if head, _ := store.Head(t.Context()); head != before {
			t.Errorf("a trial stored %d events", head-before)
		}
	})
}

// TestARepeatedCommandOverSeveralStreams returns the results that the first attempt stored.
func TestARepeatedCommandOverSeveralStreams(t *testing.T) {
	onBoth(t, func(t *testing.T, store eventstore.Store) {
		p := newProcess(store)
		p.fill(t, 10)
		first, err := p.move(WithRequest(t.Context(), NewRequest(Cause{Key: "key"})), "counter-1", 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, again := range []process{p, newProcess(store)} {
			got, err := again.move(WithRequest(t.Context(), NewRequest(Cause{Key: "key"})), "counter-1", 3)
			if err != nil || len(got) != len(first) {
				t.Fatalf("repeated: %v", err)
			}
			for i := range got {
				if !got[i].Repeated || got[i].Revision != first[i].Revision || fmt.Sprint(got[i].Events) != fmt.Sprint(first[i].Events) {
					t.Errorf("result %d is %+v, was %+v", i, got[i], first[i])
				}
			}
		}
		if got := sumOf(t, newProcess(store).tallies, "tally-1").Sum; got != 7 {
			t.Errorf("the tally is %d", got)
		}
	})
}
