package reactions

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/eventstore"
)

// TestEventsAreHandledInOrder checks that a reaction gets its events in order and once. The checkpoint never precedes the
// handler.
func TestEventsAreHandledInOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	h := newHandled()
	hold := make(chan struct{})
	w.append("a-1", happened{1}, ignored{})
	second := w.append("b-1", happened{2})
	w.runner(nil, h.recording("r", func(_ context.Context, e Event) error {
		if e.Position == second {
			<-hold
		}
		return nil
	}))
	h.wait(t, 2)
	w.await("the checkpoint of the first", func() bool { return w.checkpoint("r") == 1 })
	last := w.append("a-1", happened{3})
	if at := w.checkpoint("r"); at != 1 {
		t.Errorf("the checkpoint is %d while event %d is being handled", at, second)
	}
	close(hold)
	h.wait(t, 1)
	w.await("the checkpoint of the last", func() bool { return w.checkpoint("r") == last })
	if got := h.all(); got != "a-1:1 b-1:2 a-1:3" {
		t.Errorf("handled %s", got)
	}
	// Events of other kinds are not read again.
	last = w.append("a-1", ignored{}, ignored{})
	w.await("the checkpoint of nothing", func() bool {
		last = w.append("a-1", ignored{})
		return w.checkpoint("r") >= last-1
	})
}

// TestALagEndsWithTheLoad checks that the checkpoint reaches the end of the log, past events of other kinds.
func TestALagEndsWithTheLoad(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		newest []domain.Event
	}{
		{"none is of its own", []domain.Event{ignored{}, ignored{}, ignored{}}},
		{"the last is of others", []domain.Event{happened{2}, ignored{}}},
		{"the last is its own", []domain.Event{ignored{}, happened{2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			h := newHandled()
			w.append("a-1", happened{1})
			r := w.runner(nil, h.recording("r", nil))
			h.wait(t, 1)
			last := w.append("a-1", c.newest...)
			w.await("no lag", func() bool {
				list, err := r.Statuses(t.Context())
				return err == nil && len(list) == 1 && list[0].Lag == 0 && list[0].Position == last
			})
		})
	}
}

// TestACheckpointAfterTheEndOfTheLog checks that such a checkpoint is an error, because new events would not be handled.
func TestACheckpointAfterTheEndOfTheLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append("a-1", happened{1})
	w.exec(`INSERT INTO reaction_checkpoints (reaction, position) VALUES ('r', 9)`)
	log := &journal{}
	w.runner(log, newHandled().recording("r", nil))
	w.await("a complaint", func() bool { return log.says("the checkpoint is at position 9, and the log ends at position 1") })
}

// TestWhereAReactionBegins checks that a new reaction begins at the end of the log by default and a known one at its
// checkpoint.
func TestWhereAReactionBegins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append("a-1", happened{1}, happened{2})
	fromEnd, fromStart := newHandled(), newHandled()
	late, early := fromEnd.recording("late", nil), fromStart.recording("early", nil)
	late.FromStart = false
	r := w.runner(nil, late, early)
	fromStart.wait(t, 2)
	w.await("the place of the new one", func() bool { return w.checkpoint("late") == 2 })
	w.append("a-1", happened{3})
	fromEnd.wait(t, 1)
	fromStart.wait(t, 1)
	r.Stop()
	w.append("a-1", happened{4})
	w.runner(nil, late, early)
	fromEnd.wait(t, 1)
	fromStart.wait(t, 1)
	if got := fromEnd.all(); got != "a-1:3 a-1:4" {
		t.Errorf("the new one handled %s", got)
	}
	if got := fromStart.all(); got != "a-1:1 a-1:2 a-1:3 a-1:4" {
		t.Errorf("the other one handled %s", got)
	}
}

// TestCutOffInTheMiddle checks that an interrupted event is handled again and an earlier one is not.
func TestCutOffInTheMiddle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	h := newHandled()
	var cut atomic.Bool
	cut.Store(true)
	reaction := h.recording("r", func(ctx context.Context, e Event) error {
		if e.Position == 2 && cut.Load() {
			<-ctx.Done()
			return ctx.Err()
		}
		return nil
	})
	w.append("a-1", happened{1}, happened{2}, happened{3})
	r := w.runner(nil, reaction)
	h.wait(t, 2)
	r.Stop()
	if at := w.checkpoint("r"); at != 1 {
		t.Errorf("the checkpoint is %d", at)
	}
	cut.Store(false)
	again := w.runner(nil, reaction)
	h.wait(t, 2)
	if got := h.all(); got != "a-1:1 a-1:2 a-1:2 a-1:3" {
		t.Errorf("handled %s", got)
	}
	if got := w.parked(again); got != "" {
		t.Errorf("being cut off is no failure: %s", got)
	}
}

// TestNotedIsStoredBeforeTheCheckpoint: work that a handler has only noted is stored for several events together. A checkpoint does not
// move past work that could not be stored, so the events are handled again after a crash.
func TestNotedIsStoredBeforeTheCheckpoint(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	h := newHandled()
	var mu sync.Mutex
	var noted, stored []eventstore.Position
	away := true
	reaction := h.recording("r", func(_ context.Context, e Event) error {
		mu.Lock()
		defer mu.Unlock()
		noted = append(noted, e.Position)
		return nil
	})
	reaction.Store = func(context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		if away {
			return errors.New("the outbox is away")
		}
		stored, noted = append(stored, noted...), nil
		return nil
	}
	w.append("a-1", happened{1}, happened{2})
	log := &journal{}
	r := w.runner(log, reaction)
	h.wait(t, 2)
	w.await("a complaint", func() bool { return log.says("the outbox is away") })
	r.Stop()
	if at := w.checkpoint("r"); at != 0 {
		t.Errorf("the checkpoint is %d, and nothing is stored", at)
	}
	mu.Lock()
	noted, away = nil, false // as in a new process
	mu.Unlock()
	w.runner(nil, reaction)
	w.await("the checkpoint of the last", func() bool { return w.checkpoint("r") == 2 })
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(stored)
	if got := fmt.Sprint(slices.Compact(stored)); got != "[1 2]" {
		t.Errorf("stored %s", got)
	}
}

// TestAFailureIsRetried checks that a failing event is retried until it succeeds and that later events wait.
func TestAFailureIsRetried(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	h := newHandled()
	var attempts, failures, observed atomic.Int32
	r := &Runner{Pool: w.pool, Store: w.store, Codec: w.codec, Backoff: time.Millisecond, Poll: 10 * time.Millisecond,
		Observe: func(reaction string, took time.Duration, err error) {
			if observed.Add(1); err != nil {
				failures.Add(1)
			}
			if reaction != "r" || took < 0 {
				t.Errorf("observed %s for %v", reaction, took)
			}
		},
		Reactions: []Reaction{h.recording("r", func(_ context.Context, e Event) error {
			if e.Position == 1 && attempts.Add(1) < 4 {
				return errors.New("not yet")
			}
			return nil
		})}}
	w.append("a-1", happened{1})
	w.append("b-1", happened{2})
	r.Start(t.Context())
	t.Cleanup(r.Stop)
	h.wait(t, 5)
	if got := h.all(); got != "a-1:1 a-1:1 a-1:1 a-1:1 b-1:2" {
		t.Errorf("handled %s", got)
	}
	if got := w.parked(r); got != "" {
		t.Errorf("parked %s", got)
	}
	w.await("the attempts to be told", func() bool { return observed.Load() == 5 && failures.Load() == 3 })
}

// TestParking checks that an event that keeps failing is parked, whatever the failure is. Later events of its stream are parked
// unhandled, and other streams continue.
func TestParking(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fail     func() error
		damage   string // done to the first event of the log
		says     string
		attempts int
	}{
		"it fails":  {fail: func() error { return errors.New("the mail server says no") }, says: "the mail server says no", attempts: 3},
		"it panics": {fail: func() error { panic("cannot happen") }, says: "panic: cannot happen", attempts: 3},
		"it cannot be read": {
			damage: `UPDATE events SET schema_version = 9 WHERE position = 1`,
			says:   "eventstore: unknown event type or version: Happened version 9 at position 1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			h := newHandled()
			var mended atomic.Bool
			w.append("a-1", happened{1}, happened{2})
			w.append("b-1", happened{3})
			if c.damage != "" {
				w.exec(c.damage)
				// The event must not come from the memory of this process.
				w.store.Close()
				w.reopen()
			}
			var log journal
			r := &Runner{Pool: w.pool, Store: w.store, Codec: w.codec, Backoff: time.Millisecond, Poll: 10 * time.Millisecond, Retries: 2,
				Logger: logTo(&log),
				Reactions: []Reaction{h.recording("r", func(_ context.Context, e Event) error {
					if e.Position == 1 && !mended.Load() {
						return c.fail()
					}
					return nil
				})}}
			r.Start(t.Context())
			t.Cleanup(r.Stop)
			h.wait(t, c.attempts+1)
			w.await("the checkpoint", func() bool { return w.checkpoint("r") == 3 })
			want := "b-1:3"
			for range c.attempts {
				want = "a-1:1 " + want
			}
			if got := h.all(); got != want {
				t.Errorf("handled %s, want %s", got, want)
			}
			if got := w.parked(r); got != "r a-1@1, r a-1@2" {
				t.Errorf("parked %s", got)
			}
			list, err := r.Parked(t.Context())
			if err != nil || list[0].Error != c.says || list[0].Event != "Happened" || list[1].Error != "an earlier event of the stream is parked" ||
				list[0].ParkedAt.IsZero() {
				t.Errorf("parked %+v, error %v", list, err)
			}
			if !log.says("event parked") {
				t.Error("nothing was said about it")
			}
			// A retry that fails leaves the events parked.
			if _, err := r.Retry(t.Context(), "r", "a-1"); err == nil {
				t.Error("a retry of what still fails says nothing")
			}
			if got := w.parked(r); got != "r a-1@1, r a-1@2" {
				t.Errorf("after a vain retry there is parked %s", got)
			}
			mended.Store(true)
			w.exec(`UPDATE events SET schema_version = 1`)
			seen := h.all()
			if handled, err := r.Retry(t.Context(), "r", "a-1"); err != nil || handled != 2 {
				t.Fatal(handled, err)
			}
			h.wait(t, len(h.news))
			w.append("a-1", happened{4})
			h.wait(t, 1)
			if got := h.all(); got != seen+" a-1:1 a-1:2 a-1:4" {
				t.Errorf("handled %s after %s", got, seen)
			}
			if got := w.parked(r); got != "" {
				t.Errorf("left: %s", got)
			}
			if _, err := r.Retry(t.Context(), "nobody", "a-1"); !errors.Is(err, ErrNoReaction) {
				t.Error("a reaction that is not there was retried")
			}
		})
	}
}

// TestSkippedEvents are handled never, and those behind them when they are retried.
func TestSkippedEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	h := newHandled()
	r := w.runner(nil, h.recording("r", func(_ context.Context, e Event) error {
		if e.Position == 1 {
			return errors.New("no")
		}
		return nil
	}))
	w.append("a-1", happened{1}, happened{2})
	w.await("parking", func() bool { return w.parked(r) == "r a-1@1, r a-1@2" })
	refused := errors.New("the log is away")
	if err := r.Skip(t.Context(), "r", 1, func(ParkedEvent) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("a skip that cannot be noted: %v", err)
	}
	var noted ParkedEvent
	note := func(p ParkedEvent) error {
		noted = p
		return nil
	}
	if err := r.Skip(t.Context(), "r", 3, note); !errors.Is(err, ErrNotParked) {
		t.Errorf("an event that is not parked is skipped: %v", err)
	}
	if err := r.Skip(t.Context(), "r", 1, note); err != nil {
		t.Fatal(err)
	}
	if noted.Stream != "a-1" || noted.Position != 1 || noted.Event != "Happened" || noted.Error != "no" {
		t.Errorf("noted %+v", noted)
	}
	if got := w.parked(r); got != "r a-1@2" {
		t.Errorf("left: %s", got)
	}
	if handled, err := r.Retry(t.Context(), "r", "a-1"); err != nil || handled != 1 {
		t.Errorf("%d events were handled, error %v", handled, err)
	}
	if got := w.parked(r); got != "" {
		t.Errorf("left: %s", got)
	}
}

// TestRetryBesideNewEvents checks that an event that arrives during a retry is handled after the parked ones and is not left
// behind.
func TestRetryBesideNewEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	h := newHandled()
	var mended atomic.Bool
	inside, goOn := make(chan struct{}), make(chan struct{})
	r := w.runner(nil, h.recording("r", func(_ context.Context, e Event) error {
		if e.Position != 1 {
			return nil
		}
		if !mended.Load() {
			return errors.New("no")
		}
		close(inside)
		<-goOn
		return nil
	}))
	w.append("a-1", happened{1}, happened{2})
	w.await("parking", func() bool { return w.parked(r) == "r a-1@1, r a-1@2" })
	mended.Store(true)
	done := make(chan error, 2)
	for range 2 { // two concurrent retries take turns
		go func() {
			_, err := r.Retry(context.Background(), "r", "a-1")
			done <- err
		}()
	}
	<-inside
	last := w.append("a-1", happened{3})
	close(goOn)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	w.await("the last one", func() bool { return w.checkpoint("r") == last })
	if got := h.all(); got[len(got)-len("a-1:1 a-1:2 a-1:3"):] != "a-1:1 a-1:2 a-1:3" {
		t.Errorf("handled %s", got)
	}
	if got := w.parked(r); got != "" {
		t.Errorf("left: %s", got)
	}
}

// TestOneInstanceReacts checks that one instance runs the reactions and that another continues where it ended.
func TestOneInstanceReacts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end func(w *world, first *Runner)
		set func(first *Runner)
	}{
		"it is stopped":         {end: func(_ *world, first *Runner) { first.Stop() }},
		"its connection is cut": {end: func(w *world, _ *Runner) { w.cut() }},
		"it falls silent": {set: func(first *Runner) { first.Poll, first.patience = time.Hour, 50*time.Millisecond }, end: func(*world,
			*Runner) {
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			a, b := newHandled(), newHandled()
			first := &Runner{Pool: w.pool, Store: w.store, Codec: w.codec, Poll: 10 * time.Millisecond, Reactions: []Reaction{a.recording("r", nil)}}
			if c.set != nil {
				c.set(first)
			}
			first.Start(t.Context())
			t.Cleanup(first.Stop)
			w.append("a-1", happened{1}, happened{2})
			a.wait(t, 2)
			w.await("its checkpoint", func() bool { return w.checkpoint("r") == 2 })
			w.runner(nil, b.recording("r", nil))
			c.end(w, first)
			last := w.append("a-1", happened{3}, happened{4})
			w.await("the rest", func() bool { return w.checkpoint("r") == last })
			// When the lock is lost, both instances may handle an event. None is skipped, and no earlier event is repeated.
			seen := map[string]int{}
			for _, h := range []*handled{a, b} {
				h.mu.Lock()
				for _, e := range h.list {
					seen[e]++
				}
				h.mu.Unlock()
			}
			for n := 1; n <= 4; n++ {
				times := seen[fmt.Sprintf("a-1:%d", n)]
				if times < 1 || times > 2 || n <= 2 && times > 1 {
					t.Errorf("event %d was handled %d times", n, times)
				}
			}
		})
	}
}

// TestAnOutageEndsNoReaction checks that each reaction retries after a failure to read or store.
func TestAnOutageEndsNoReaction(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a, b := newHandled(), newHandled()
	var log journal
	r := w.runner(&log, a.recording("a", nil), b.recording("b", nil))
	w.append("x-1", happened{1})
	a.wait(t, 1)
	b.wait(t, 1)
	w.await("the checkpoints", func() bool { return w.checkpoint("a") == 1 && w.checkpoint("b") == 1 })
	// The second reaction cannot store its checkpoint.
	w.exec(`ALTER TABLE reaction_checkpoints ADD CONSTRAINT broken CHECK (reaction <> 'b') NOT VALID`)
	last := w.append("x-1", happened{2})
	a.wait(t, 1)
	w.await("a word about it", func() bool { return log.says("reaction is interrupted") })
	if at := w.checkpoint("b"); at != 1 {
		t.Errorf("the checkpoint that cannot be written is %d", at)
	}
	w.exec(`ALTER TABLE reaction_checkpoints DROP CONSTRAINT broken`)
	w.await("the other one to go on", func() bool { return w.checkpoint("a") == last && w.checkpoint("b") == last })
	last = w.append("x-1", happened{3})
	w.await("both to go on", func() bool { return w.checkpoint("a") == last && w.checkpoint("b") == last })
	if got := w.parked(r); got != "" {
		t.Errorf("an outage parks nothing: %s", got)
	}
}

// TestAHoleInTheLogIsLoud checks that a reaction stops at a missing event.
func TestAHoleInTheLogIsLoud(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append("x-1", happened{1}, happened{2}, happened{3})
	w.exec(`CREATE TABLE kept AS SELECT * FROM events WHERE position = 2`)
	w.exec(`DELETE FROM events WHERE position = 2`)
	w.store.Close()
	w.reopen()
	h := newHandled()
	var log journal
	w.runner(&log, h.recording("r", nil))
	w.await("a word about it", func() bool { return log.says(eventstore.ErrGap.Error()) })
	if at := w.checkpoint("r"); at != 0 {
		t.Errorf("it is at %d", at)
	}
	w.exec(`INSERT INTO events SELECT * FROM kept`)
	h.wait(t, 3)
	if got := h.all(); got != "x-1:1 x-1:2 x-1:3" {
		t.Errorf("handled %s", got)
	}
}

// TestSweepsGoOn checks that a sweep that fails or panics is retried and does not affect others, and that one without an interval is begun
// again if it ends.
func TestSweepsGoOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var ran [4]atomic.Int32
	var log journal
	sweep := func(i int, do func() error) Sweep {
		return Sweep{Name: fmt.Sprint("sweep ", i), Every: time.Millisecond, Run: func(context.Context) error {
			ran[i].Add(1)
			return do()
		}}
	}
	r := &Runner{Pool: w.pool, Store: w.store, Codec: w.codec, Poll: 10 * time.Millisecond, Logger: logTo(&log),
		Reactions: []Reaction{newHandled().recording("r", nil)}, Sweeps: []Sweep{
			sweep(0, func() error { return nil }), sweep(1, func() error { return errors.New("no luck") }),
			sweep(2, func() error { panic("worse") }),
			{Name: "endless", Run: func(ctx context.Context) error {
				if ran[3].Add(1) > 2 {
					<-ctx.Done()
				}
				return errors.New("cut off")
			}},
		}}
	r.Start(t.Context())
	w.await("every sweep to run often", func() bool { return ran[0].Load() > 5 && ran[1].Load() > 5 && ran[2].Load() > 5 })
	w.await("the endless sweep", func() bool { return ran[3].Load() == 3 })
	r.Stop()
	if ran[3].Load() != 3 {
		t.Errorf("the endless sweep was begun %d times", ran[3].Load())
	}
	for _, part := range []string{
		`sweep="sweep 1" error="no luck"`, `sweep="sweep 2" error="panic: worse`, `sweep=endless error="cut off"`,
	} {
		if !log.says(part) {
			t.Errorf("nothing was said about %s", part)
		}
	}
	r.Stop()
	(&Runner{}).Stop() // before Start
}

// TestSweepsRecover checks that each sweep recovers once, and that one that fails or panics keeps no other from it.
func TestSweepsRecover(t *testing.T) {
	t.Parallel()
	var log journal
	var order []string
	sweep := func(name string, do func() error) Sweep {
		return Sweep{Name: name, Recover: func(context.Context) error {
			order = append(order, name)
			return do()
		}}
	}
	r := &Runner{Logger: logTo(&log), Sweeps: []Sweep{
		sweep("first", func() error { return errors.New("no luck") }), {Name: "none"}, sweep("second", func() error { panic("worse") }),
		sweep("third", func() error { return nil }),
	}}
	r.Recover(t.Context())
	if !slices.Equal(order, []string{"first", "second", "third"}) {
		t.Errorf("recovered %v", order)
	}
	for _, part := range []string{`sweep=first error="no luck"`, `sweep=second error="panic: worse`} {
		if !log.says(part) {
			t.Errorf("nothing was said about %s", part)
		}
	}
}
