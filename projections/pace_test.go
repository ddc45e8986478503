package projections

import (
	"testing"
	"time"
)

// TestAProjectorPacesItsCommits: the first event is written soon, and those that follow come together. A reader who waits for them, here or
// on another instance, does not wait for the pace.
func TestAProjectorPacesItsCommits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	wanted := make(chan struct{})
	i := w.start(func(o *Options) {
		o.Pace, o.Wanted = time.Hour, func(string) <-chan struct{} { return wanted }
	}, talliesWith(nil))
	i.reaches("tallies", w.add(1))
	commits := func() (n int) {
		i.mu.Lock()
		defer i.mu.Unlock()
		for _, u := range i.updates {
			if len(u.Scopes) > 0 {
				n++
			}
		}
		return n
	}
	if n := commits(); n != 1 {
		t.Fatalf("%d commits of one event", n)
	}
	i.Hurry("nobody's")

	last := w.add(3)
	i.Hurry("tallies") // it may be before the last of them has come: a waiting reader asks again
	w.await("the instance elsewhere to be heard", func() bool {
		i.Hurry("tallies")
		return one[int64](w, `SELECT position FROM projection_checkpoints WHERE projector = 'tallies'`) >= int64(last)
	})

	gone := w.add(2)
	close(wanted) // somebody waits now, until the end
	i.reaches("tallies", gone)
	i.reaches("tallies", w.add(2))
	i.same("tallies")
	w.checkTallies(1)
}

// TestACheckpointIsWrittenWhenAsked: a projector may be further than it has written down, until another instance wants to
// know.
func TestACheckpointIsWrittenWhenAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(func(o *Options) { o.Pace = time.Hour }, talliesWith(nil), notesDefinition)
	i.reaches("tallies", w.add(1))
	last := w.append(noted{Text: "none of the tallies' business"})
	i.reaches("tallies", last)
	i.Hurry("tallies")
	w.await("the checkpoint", func() bool { return i.status("tallies").Position >= last })
}
