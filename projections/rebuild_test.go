package projections

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"tradelog/eventstore"
)

// schemas lists the schemas of tables aside of the live ones.
func (w *world) schemas() string {
	w.t.Helper()
	return one[string](w, `SELECT coalesce(string_agg(nspname, ' ' ORDER BY nspname), '') FROM pg_namespace
		WHERE nspname ~ '^(shadow|old|next)_'`)
}

// TestRebuildWhileEventsComeIn: the rows of before serve until the swap, nobody sees a table empty or going back, and nothing
// is lost or done twice.
func TestRebuildWhileEventsComeIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(nil, talliesWith(nil), notesDefinition)
	w.add(20)
	done := make(chan struct{})
	var busy sync.WaitGroup
	busy.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				w.add(1)
			}
		}
	})
	i.reaches("tallies", 20)
	busy.Go(func() { // a reader
		for seen := int64(0); ; {
			select {
			case <-done:
				return
			default:
			}
			var n int64
			err := w.pool.QueryRow(context.Background(), `SELECT coalesce(sum(n), 0)::bigint FROM read.tally_counts`).Scan(&n)
			if err != nil || n < seen {
				t.Errorf("a reader saw %d events after %d: %v", n, seen, err)
				return
			}
			seen = n
		}
	})
	for range 3 {
		reported := 0
		if err := i.Rebuild(t.Context(), "tallies", func(_ string, at, end eventstore.Position) {
			reported++
			if at > end || at == 0 {
				t.Errorf("reported %d of %d", at, end)
			}
		}); err != nil || reported == 0 {
			t.Errorf("rebuild: %d reports, error %v", reported, err)
		}
		i.same("tallies")
	}
	close(done)
	busy.Wait()
	i.reaches("tallies", w.head)
	w.checkTallies(1)
	if s := i.status("tallies"); s.Generation != 3 || !s.CanRollBack {
		t.Errorf("status %+v", s)
	}
	if got := w.schemas(); got != "old_tallies" {
		t.Errorf("schemas left: %q", got)
	}
}

// TestRebuildMendsRows that were changed by hand. An instance that runs the projector goes on with the new tables at once, even when no
// event comes. Its memory of the old ones would be wrong.
func TestRebuildMendsRows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(nil, talliesWith(nil), notesDefinition)
	i.reaches("tallies", w.add(5))
	w.exec(`UPDATE read.tallies SET n = n + 100`)
	command := w.instance(nil, talliesWith(nil), notesDefinition) // another process, which runs no projectors
	if err := command.Rebuild(t.Context(), "tallies", nil); err != nil {
		t.Fatal(err)
	}
	i.until("a run on the new tables", func() bool { return i.last("tallies", nil).Generation == 1 })
	w.checkTallies(1)
	i.reaches("tallies", w.add(3))
	w.checkTallies(1)
}

// TestRebuildHelpsAFailedProjector: rows that it cannot go on from are replaced by another process, and it goes on.
func TestRebuildHelpsAFailedProjector(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(nil, talliesWith(nil), notesDefinition)
	i.reaches("tallies", w.add(5))
	w.exec(`ALTER TABLE read.tallies ADD CONSTRAINT small CHECK (n < 7) NOT VALID`)
	w.add(3)
	i.fails("tallies")
	if err := w.instance(nil, talliesWith(nil), notesDefinition).Rebuild(t.Context(), "tallies", nil); err == nil {
		t.Fatal("a rebuild copies constraints, and must fail at them")
	}
	w.exec(`ALTER TABLE read.tallies DROP CONSTRAINT small`)
	if err := w.instance(nil, talliesWith(nil), notesDefinition).Rebuild(t.Context(), "tallies", nil); err != nil {
		t.Fatal(err)
	}
	i.reaches("tallies", w.add(1))
	w.checkTallies(1)
	w.await("a clean record", func() bool { return i.status("tallies").Error == nil })
}

// TestInterruptedRebuild leaves everything as it was, whatever interrupts it, and the next one works.
func TestInterruptedRebuild(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(nil, talliesWith(nil), notesDefinition)
	i.reaches("tallies", w.add(5))
	tables := one[string](w, `SELECT 'read.tallies'::regclass::oid::text`)
	unchanged := func(what string) {
		t.Helper()
		if got := w.schemas(); got != "" {
			t.Errorf("%s: schemas left: %q", what, got)
		}
		if one[string](w, `SELECT 'read.tallies'::regclass::oid::text`) != tables || i.status("tallies").Generation != 0 {
			t.Errorf("%s: the tables were exchanged", what)
		}
		w.checkTallies(1)
	}

	ctx, cancel := context.WithCancel(t.Context())
	if err := i.Rebuild(ctx, "tallies", func(string, eventstore.Position, eventstore.Position) {
		cancel()
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	unchanged("cancelled")

	if err := i.Rebuild(t.Context(), "tallies", func(string, eventstore.Position, eventstore.Position) {
		w.add(1)
		w.cut("tradelog rebuild tallies")
	}); err == nil {
		t.Error("a rebuild succeeded on a connection that was cut")
	}
	i.reaches("tallies", 6)
	unchanged("cut")

	gate := make(chan error)
	if err := i.Rebuild(t.Context(), "tallies", func(string, eventstore.Position, eventstore.Position) {
		go func() {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			gate <- i.Rebuild(ctx, "tallies", nil)
		}()
		if err := <-gate; err == nil {
			t.Error("a rebuild that was cancelled before it began has succeeded")
		}
	}); err != nil {
		t.Errorf("one that was refused beside it has disturbed this one: %v", err)
	}

	// The remains of a process that is gone.
	w.exec(`CREATE SCHEMA shadow_tallies; CREATE TABLE shadow_tallies.tallies (nonsense int); CREATE TABLE shadow_tallies.shadow_checkpoint ` +
		`AS SELECT 77 AS position`)
	if err := i.Rebuild(t.Context(), "tallies", nil); err != nil {
		t.Errorf("rebuild over the leftovers of a dead one: %v", err)
	}
	if got := w.schemas(); got != "old_tallies" {
		t.Errorf("schemas left: %q", got)
	}
	w.checkTallies(1)
	i.same("tallies")
}

// TestOneAtATime: of two rebuilds of a projector one is refused; different projectors do not mind each other.
func TestOneAtATime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(nil, talliesWith(nil), notesDefinition)
	w.append(noted{Text: "hello"})
	i.reaches("tallies", w.add(2))
	other := w.instance(nil, talliesWith(nil), notesDefinition)
	tried := false
	err := i.Rebuild(t.Context(), "tallies", func(string, eventstore.Position, eventstore.Position) {
		tried = true
		if err := other.Rebuild(t.Context(), "tallies", nil); !errors.Is(err, ErrBusy) {
			t.Errorf("a second rebuild: %v", err)
		}
		if _, err := other.Verify(t.Context(), "tallies", nil); !errors.Is(err, ErrBusy) {
			t.Errorf("a verification: %v", err)
		}
		if _, err := other.Rollback(t.Context(), "tallies", nil); !errors.Is(err, ErrBusy) {
			t.Errorf("a rollback: %v", err)
		}
		if err := other.Rebuild(t.Context(), "notes", nil); err != nil {
			t.Errorf("of another projector: %v", err)
		}
	})
	if err != nil || !tried {
		t.Errorf("the first: %v", err)
	}
	for what, err := range map[string]error{
		"rebuild": i.Rebuild(t.Context(), "nobody", nil),
		"rollback": func() error {
			_, err := i.Rollback(t.Context(), "nobody", nil)
			return err
		}(),
		"verify": func() error {
			_, err := i.Verify(t.Context(), "nobody", nil)
			return err
		}(),
	} {
		if !errors.Is(err, ErrUnknownProjector) {
			t.Errorf("%s of an unknown one: %v", what, err)
		}
	}
}

// TestRaisedVersion: the next start rebuilds by itself, while the old rows serve. A rebuild that fails is on record like any
// failure.
func TestRaisedVersion(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	old := w.start(nil, talliesWith(nil), notesDefinition)
	old.reaches("tallies", w.add(6))
	old.Stop()
	w.append(added{Name: "bad", N: 4})
	last := w.append(noted{Text: "hello"})

	var broken atomic.Bool
	broken.Store(true)
	raised := talliesWith(nil)
	raised.Version, raised.Private = 2, 2
	raised.New = func() Projector {
		return &tallies{factor: 10, before: failOn("bad", &broken), memory: map[string]int64{}}
	}
	i := w.start(nil, raised, notesDefinition)
	i.fails("tallies")
	i.reaches("notes", last)
	s := i.status("tallies")
	if s.Version != 1 || s.Error == nil || *s.ErrorPosition != 7 || *s.ErrorEvent != "Added" || s.Position != 6 {
		t.Errorf("a failed rebuild: %+v", s)
	}
	if n := one[int64](w, `SELECT sum(n)::bigint FROM read.tallies`); n != 21 {
		t.Errorf("meanwhile the rows of before do not serve: %d", n)
	}
	broken.Store(false)
	i.until("a run on the new tables", func() bool {
		return i.last("tallies", func(u Update) bool { return u.Afresh }).Generation == 1
	})
	if s := i.status("tallies"); s.Version != 2 || s.Error != nil || s.Generation != 1 {
		t.Errorf("after it: %+v", s)
	}
	w.checkTallies(10)
	i.same("tallies")

	if n := one[int64](w, `SELECT count(*) FROM pg_namespace WHERE nspname = 'old_tallies'`); n != 0 {
		t.Error("tables that have in plain what is sealed now were left behind")
	}
	// This program cannot go on with rows of another version.
	if _, err := i.Rollback(t.Context(), "tallies", nil); !errors.Is(err, ErrNothingKept) {
		t.Errorf("rollback to version 1: %v", err)
	}
	i.reaches("tallies", w.add(3))
	w.checkTallies(10)
	i.Stop()
	// The program of before, however, has them rebuilt its own way.
	back := w.start(nil, talliesWith(nil), notesDefinition)
	back.reaches("tallies", w.add(1))
	w.checkTallies(1)
}

// TestRollback puts the rows of before back, brings them up to date, and keeps those it replaces.
func TestRollback(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var broken atomic.Bool
	i := w.start(nil, talliesWith(failOn("bad", &broken)), notesDefinition)
	i.reaches("tallies", w.add(5))
	if _, err := i.Rollback(t.Context(), "tallies", nil); !errors.Is(err, ErrNothingKept) {
		t.Errorf("without an earlier rebuild: %v", err)
	}
	first := one[uint32](w, `SELECT 'read.tallies'::regclass::oid`)
	serving := func() bool { return one[uint32](w, `SELECT 'read.tallies'::regclass::oid`) == first }
	if err := i.Rebuild(t.Context(), "tallies", nil); err != nil || serving() {
		t.Fatalf("rebuild: %v", err)
	}
	i.reaches("tallies", w.add(4))
	bad := w.append(added{Name: "bad", N: 3})
	i.reaches("tallies", bad)

	// A rollback that fails can be tried again.
	broken.Store(true)
	var failed *FailedError
	if _, err := i.Rollback(t.Context(), "tallies", nil); !errors.As(err, &failed) || failed.Position != bad || serving() {
		t.Errorf("a rollback that fails: %v", err)
	}
	broken.Store(false)
	for round := range 4 {
		rebuilt, err := i.Rollback(t.Context(), "tallies", nil)
		if err != nil {
			t.Fatal(err)
		}
		if serving() != (round%2 == 0) || rebuilt == serving() {
			t.Errorf("round %d: the wrong tables serve, or it is said so: %t", round, rebuilt)
		}
		w.checkTallies(1)
		i.same("tallies")
		i.reaches("tallies", w.add(2))
		w.checkTallies(1)
	}
	if s := i.status("tallies"); s.Generation != 5 || !s.CanRollBack {
		t.Errorf("status %+v", s)
	}
	if got := w.schemas(); got != "old_tallies" {
		t.Errorf("schemas left: %q", got)
	}
	// A migration that came after the rebuild has passed the kept tables by.
	w.exec(`ALTER TABLE read.tallies ADD COLUMN note text`)
	if _, err := i.Rollback(t.Context(), "tallies", nil); !errors.Is(err, ErrNothingKept) {
		t.Errorf("to tables of another shape: %v", err)
	}
}

// TestARebuildNamesWhatItCannotWrite: while a page is written the next one is already projected. The event that could not be written is
// found nevertheless.
func TestARebuildNamesWhatItCannotWrite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add(3)
	bad := w.append(added{Name: "bad", N: 1})
	last := w.add(3)
	var refuse atomic.Bool
	i := w.start(nil, talliesWith(func(_ context.Context, w *Writer, e Event) error {
		if refuse.Load() && e.Payload.(added).Name == "bad" {
			w.Put(talliesTable, "x", nil, e.Position)
		}
		return nil
	}))
	i.reaches("tallies", last)
	refuse.Store(true)
	var failed *FailedError
	if err := i.Rebuild(t.Context(), "tallies", nil); !errors.As(err, &failed) || failed.Position != bad || failed.Event != "Added" {
		t.Errorf("rebuild: %v, want a failure at %d", err, bad)
	}
	refuse.Store(false)
	if err := i.Rebuild(t.Context(), "tallies", nil); err != nil {
		t.Error(err)
	}
	w.checkTallies(1)
	i.same("tallies")
}
