package projections

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/eventstore"
)

// unaware makes an instance that does not look after its lock.
func unaware(o *Options) { o.Retry = time.Hour }

const ownerConnection = "tradelog projections owner"

// TestAnOwnerWithoutItsLockCannotWrite: the owner is in the middle of a batch when it loses the lock without knowing. Another one takes
// over and applies the same event. The commit of the first is refused, and it runs nothing any more.
func TestAnOwnerWithoutItsLockCannotWrite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inside, goOn := make(chan struct{}), make(chan struct{})
	w.add(1)
	first := w.start(unaware, talliesWith(func(_ context.Context, _ *Writer, e Event) error {
		if e.Position == 2 {
			close(inside)
			<-goOn
		}
		return nil
	}), notesDefinition)
	first.reaches("tallies", 1)
	contested := w.add(1)
	<-inside
	if n := w.cut(ownerConnection); n != 1 {
		t.Fatalf("%d instances held the lock", n)
	}
	second := w.start(nil, talliesWith(nil), notesDefinition)
	second.reaches("tallies", contested)
	if !first.Owner() || !second.Owner() {
		t.Fatal("both should believe that they are the owner")
	}
	close(goOn)
	first.says("projector is fenced off")
	w.await("the first to give up", func() bool { return !first.Owner() })
	second.reaches("tallies", w.add(3))
	second.reaches("notes", w.append(noted{Text: "hello"}))
	w.checkTallies(1)
	if s := second.status("tallies"); s.Error != nil {
		t.Errorf("the failure of one who was fenced off is on record: %+v", s)
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	for _, u := range first.updates {
		if u.Failed || u.Projector == "tallies" && u.Position >= contested {
			t.Errorf("the first announced %+v", u)
		}
	}
}

// TestAFailureOfAFencedOwnerIsNotOnRecord: a fenced owner may not record failures in the name of the new owner.
func TestAFailureOfAFencedOwnerIsNotOnRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inside, goOn := make(chan struct{}), make(chan struct{})
	first := w.start(unaware, talliesWith(func(context.Context, *Writer, Event) error {
		close(inside)
		<-goOn
		panic("too late")
	}))
	w.add(1)
	<-inside
	w.cut(ownerConnection)
	second := w.start(nil, talliesWith(nil))
	second.reaches("tallies", 1)
	close(goOn)
	first.fails("tallies")
	if s := second.status("tallies"); s.Error != nil {
		t.Errorf("status %+v", s)
	}
	w.checkTallies(1)
}

// TestTakeOver: another instance goes on where the first ended, however that ends.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options func(*Options)
		change  func(*Engine)
		end     func(w *world, i *instance)
		either  bool // the first may be quicker to take the lock once more
	}{
		"it is stopped":         {end: func(_ *world, i *instance) { i.Stop() }},
		"its connection is cut": {end: func(w *world, _ *instance) { w.cut(ownerConnection) }, either: true},
		// A process that is stopped keeps its connections: the server must take the lock away by itself.
		"it falls silent": {options: unaware, change: func(e *Engine) {
			e.patience = 50 * time.Millisecond
		}, end: func(*world, *instance) {}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			first := w.instance(c.options, talliesWith(nil), notesDefinition)
			if c.change != nil {
				c.change(first.Engine)
			}
			if err := first.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			first.reaches("tallies", w.add(3))
			second := w.start(nil, talliesWith(nil), notesDefinition)
			c.end(w, first)
			if !c.either {
				second.until("the second to run", func() bool { return len(second.updates) > 0 })
			}
			last := w.add(5)
			w.await("the events to be applied", func() bool {
				return one[eventstore.Position](w, `SELECT position FROM projection_checkpoints WHERE projector = 'tallies'`) >= last
			})
			w.checkTallies(1)
		})
	}
}

// TestARunBeginsAfresh: changes by another instance in between were not told here, so the first update of a run says that it begins anew.
// Its own changes it had told.
func TestARunBeginsAfresh(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one := w.start(nil, talliesWith(nil))
	one.reaches("tallies", w.add(2))
	one.Stop()
	other := w.start(nil, talliesWith(nil))
	other.reaches("tallies", w.add(2))
	other.Stop()
	again := w.start(nil, talliesWith(nil))
	again.reaches("tallies", 4)
	again.mu.Lock()
	defer again.mu.Unlock()
	if u := again.updates[0]; !u.Afresh || u.Position != 4 || u.Scopes != nil {
		t.Errorf("the first update of a run: %+v", u)
	}
	for _, u := range again.updates[1:] {
		if u.Afresh {
			t.Errorf("a later one: %+v", u)
		}
	}
}

// TestStoppingIsDefined: before starting, twice, and while another instance has the lock.
func TestStoppingIsDefined(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.instance(nil, talliesWith(nil)).Stop()
	owner := w.start(nil, talliesWith(nil))
	owner.reaches("tallies", 0)
	w.await("an owner", owner.Owner)
	waiting := w.start(unaware, talliesWith(nil))
	waiting.Stop()
	waiting.Stop()
	owner.Stop()
	owner.Stop()
	if owner.Owner() || waiting.Owner() {
		t.Error("a stopped instance calls itself the owner")
	}
}

func TestDefinitionsAreChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unversioned, twice, thief := notesDefinition, notesDefinition, notesDefinition
	unversioned.Version = 0
	twice.Tables = nil
	thief.Name = "thief"
	for what, definitions := range map[string][]Definition{
		"no version": {unversioned}, "one name twice": {notesDefinition, twice}, "one table twice": {notesDefinition, thief},
		"no name": {{Version: 1}},
	} {
		if _, err := New(Options{Pool: w.pool, Store: w.store, Codec: w.codec, Definitions: definitions}); err == nil {
			t.Errorf("%s is accepted", what)
		}
	}
}

// TestPositionsOfOthersAreWrittenDown: a projector that has nothing to do says so in the table as well, for other instances.
func TestPositionsOfOthersAreWrittenDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(nil, talliesWith(nil), notesDefinition)
	var last domain.Event = noted{Text: "last"}
	at := w.append(last)
	i.reaches("tallies", at)
	w.await("the checkpoint", func() bool { return i.status("tallies").Position == at && i.status("tallies").Lag == 0 })
}

// TestRowsAfterTheEndOfTheLog: new events would not be applied to them. So the projector stops with that as the reason, and goes on when
// its rows were given up.
func TestRowsAfterTheEndOfTheLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	last := w.add(3)
	first := w.start(nil, talliesWith(nil), notesDefinition)
	first.reaches("tallies", last)
	first.Stop()
	w.exec(`UPDATE projection_checkpoints SET position = 99 WHERE projector = 'tallies'`)
	second := w.start(nil, talliesWith(nil), notesDefinition)
	second.says("projector stopped")
	w.await("the failure on record", func() bool {
		failure := second.status("tallies").Error
		return failure != nil && *failure == "the rows are of position 99, and the log ends at position 3"
	})
	second.Stop()
	if err := pgx.BeginFunc(t.Context(), w.pool, func(tx pgx.Tx) error { return Discard(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
	third := w.start(nil, talliesWith(nil), notesDefinition)
	third.reaches("tallies", w.add(1))
	w.checkTallies(1)
}
