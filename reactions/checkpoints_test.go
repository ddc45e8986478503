package reactions

import "testing"

// TestPlacedBeforeStart checks that a placed reaction handles events from before it runs.
func TestPlacedBeforeStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append("a-1", happened{1})
	late, early := newHandled(), newHandled()
	fromEnd, fromStart := late.recording("late", nil), early.recording("early", nil)
	fromEnd.FromStart = false
	r := &Runner{Pool: w.pool, Store: w.store, Codec: w.codec, Reactions: []Reaction{fromEnd, fromStart}}
	for range 2 { // a second call keeps the checkpoint
		if err := r.InitCheckpoints(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.append("a-1", happened{2})
	}
	w.runner(nil, fromEnd, fromStart)
	late.wait(t, 2)
	early.wait(t, 3)
	if got := late.all() + ", " + early.all(); got != "a-1:2 a-1:2, a-1:1 a-1:2 a-1:2" {
		t.Errorf("handled %s", got)
	}
}
