package projections

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"tradelog/eventstore"
)

// TestAFailingProjectorStopsAlone: for each way to fail, status names the projector, the event and the position, all before the event is
// applied. Other projectors go on, and a repaired projector goes on at the event.
func TestAFailingProjectorStopsAlone(t *testing.T) {
	t.Parallel()
	on := func(do func(w *Writer, e Event) error) hook {
		return func(_ context.Context, w *Writer, e Event) error {
			if e.Payload.(added).Name == "bad" {
				return do(w, e)
			}
			return nil
		}
	}
	for name, c := range map[string]struct {
		hook hook
		says string
	}{
		"it says so":         {on(func(*Writer, Event) error { return errors.New("no such thing") }), "no such thing"},
		"it names the event": {on(func(_ *Writer, e Event) error { return At(e, errors.New("no such thing")) }), "no such thing"},
		"it panics":          {on(func(*Writer, Event) error { panic("cannot happen") }), "panic: cannot happen"},
		"it writes nonsense": {on(func(w *Writer, _ Event) error {
			w.Put(talliesTable, "x", struct{}{}, 1)
			return nil
		}), "no literal for struct {}"},
		"it writes half a row": {on(func(w *Writer, _ Event) error {
			w.Put(talliesTable, "x")
			return nil
		}), "has 3 columns, got 1 values"},
		"it has half a key": {on(func(w *Writer, _ Event) error {
			w.Delete(talliesTable)
			return nil
		}), "has 1 columns, got 0 values"},
		"the table refuses": {on(func(w *Writer, _ Event) error {
			w.Put(talliesTable, "x", nil, 1)
			return nil
		}), "23502"},
		"a statement is wrong": {on(func(w *Writer, _ Event) error {
			w.Exec(`SELECT 1 / 0`)
			return nil
		}), "division by zero"},
		"the text cannot be": {on(func(w *Writer, _ Event) error {
			w.Put(talliesTable, "x\x00", 1, 1)
			return nil
		}), "22021"},
		"it looks at the wrong": {on(func(w *Writer, _ Event) error {
			_, err := w.Query(context.Background(), `SELECT FROM nowhere`)
			return err
		}), "nowhere"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.add(3)
			bad := w.append(added{Name: "bad", N: 1})
			w.add(3)
			last := w.append(noted{Text: "hello"})
			broken := w.start(nil, talliesWith(c.hook), notesDefinition)
			broken.fails("tallies")
			broken.reaches("notes", last)
			s := broken.status("tallies")
			if s.Error == nil || !strings.Contains(*s.Error, c.says) || *s.ErrorPosition != int64(bad) || *s.ErrorEvent != "Added" ||
				s.FailedAt == nil {
				t.Errorf("status %+v, want position %d and %q", s, bad, c.says)
			}
			if s.Position != bad-1 || s.Lag != int64(last-bad+1) {
				t.Errorf("it stands at %d, %d behind; all before %d can be applied, and the log ends at %d", s.Position, s.Lag, bad, last)
			}
			if s := broken.status("notes"); s.Error != nil || s.ErrorPosition != nil || s.FailedAt != nil {
				t.Errorf("the other one: %+v", s)
			}
			broken.mu.Lock()
			reason := broken.last("tallies", func(u Update) bool { return u.Failed }).Reason
			broken.mu.Unlock()
			if !strings.HasPrefix(reason, "projector tallies failed at position 4 (Added): ") {
				t.Errorf("announced: %s", reason)
			}
			// The others go on while it stands.
			broken.reaches("notes", w.append(noted{Text: "still here"}))
			broken.Stop()

			repaired := w.start(nil, talliesWith(nil), notesDefinition)
			repaired.reaches("tallies", w.add(4))
			w.checkTallies(1)
			if s := repaired.status("tallies"); s.Error != nil || s.ErrorPosition != nil || s.ErrorEvent != nil || s.FailedAt != nil {
				t.Errorf("after the repair: %+v", s)
			}
			repaired.same("tallies")
		})
	}
}

// TestItTriesAgainByItself: the cause of a failure may pass without anybody starting anything.
func TestItTriesAgainByItself(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var on atomic.Bool
	on.Store(true)
	i := w.start(nil, talliesWith(failOn("bad", &on)), notesDefinition)
	w.add(3)
	w.append(added{Name: "bad", N: 5})
	i.fails("tallies")
	last := w.add(3)
	on.Store(false)
	i.reaches("tallies", last)
	w.checkTallies(1)
	if s := i.status("tallies"); s.Error != nil {
		t.Errorf("after the cause has passed: %+v", s)
	}
}

// TestAnUnreadableEventStopsItsProjector and nobody else: an event in a version of the future.
func TestAnUnreadableEventStopsItsProjector(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add(2)
	future := w.append(added{Name: "name 1", N: 1})
	w.exec(`UPDATE events SET schema_version = 9 WHERE position = $1`, int64(future))
	last := w.append(noted{Text: "hello"})
	i := w.start(w.elsewhere(), talliesWith(nil), notesDefinition)
	i.fails("tallies")
	i.reaches("notes", last)
	if s := i.status("tallies"); *s.ErrorPosition != int64(future) || s.Position != future-1 || !strings.Contains(*s.Error, "version 9") {
		t.Errorf("status %+v", s)
	}
	w.exec(`UPDATE events SET schema_version = 1 WHERE position = $1`, int64(future))
	i.reaches("tallies", last)
	w.checkTallies(1)
}

// TestAnOutageIsNoFailure: connections that are cut, wherever, are no fault of the projector. Nothing is done twice.
func TestAnOutageIsNoFailure(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	applying := make(chan struct{}, 1)
	i := w.start(nil, talliesWith(func(context.Context, *Writer, Event) error {
		select {
		case applying <- struct{}{}:
		default:
		}
		return nil
	}), notesDefinition)
	var last eventstore.Position
	for range 12 {
		last = w.add(5)
		<-applying
		w.cut("tradelog projectors")
	}
	i.reaches("tallies", last)
	i.mu.Lock()
	for _, u := range i.updates {
		if u.Failed {
			t.Errorf("a cut connection was taken for a failure: %+v", u)
		}
	}
	i.mu.Unlock()
	w.checkTallies(1)
	i.same("tallies")
}

// TestAMissingEventIsLoud: a hole in the log stops those who would have to step over it, with or without a filter.
func TestAMissingEventIsLoud(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add(4)
	last := w.append(noted{Text: "hello"})
	w.exec(`CREATE TABLE kept AS SELECT * FROM events WHERE position = 3`)
	w.exec(`DELETE FROM events WHERE position = 3`)
	everything := Definition{Name: "everything", Version: 1, Raw: true, New: func() Projector { return nothing{} }}
	i := w.start(w.elsewhere(), talliesWith(nil), everything)
	for projector, at := range map[string]int64{"tallies": 1, "everything": 1} { // the first that may be missing
		i.fails(projector)
		s := i.status(projector)
		if s.Error == nil || !strings.Contains(*s.Error, "positions have a gap") || *s.ErrorPosition != at || s.Position >= 3 {
			t.Errorf("%s: %+v", projector, s)
		}
	}
	if err := i.Rebuild(t.Context(), "tallies", nil); !errors.Is(err, eventstore.ErrGap) {
		t.Errorf("rebuild over a hole: %v", err)
	}
	w.exec(`INSERT INTO events SELECT * FROM kept`)
	i.reaches("tallies", last)
	i.reaches("everything", last)
	w.checkTallies(1)
}

type nothing struct{}

func (nothing) Apply(context.Context, *Writer, []Event) error { return nil }
