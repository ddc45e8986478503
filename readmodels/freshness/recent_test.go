package freshness

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"tradelog/eventstore"
)

// TestWhatHasJustChangedIsKnown without a look at the database, until other changes have pushed it out.
func TestWhatHasJustChangedIsKnown(t *testing.T) {
	t.Parallel()
	tr := New(nil)
	scopes := []Scope{{Projector: "p", Name: "thing"}}
	change := func(name string, at eventstore.Position) {
		tr.Publish(Update{Projector: "p", Position: at, Scopes: map[string]eventstore.Position{name: at}})
	}
	change("thing", 5)
	change("thing", 4) // old news
	away := func(context.Context, []Scope) ([]eventstore.Position, error) {
		return nil, errors.New("not to be asked")
	}
	v, err := tr.Known(t.Context(), scopes, away)
	if err != nil || !tr.Stand(scopes, v) {
		t.Fatalf("a version that was just told: %v", err)
	}
	change("thing", 6)
	if tr.Stand(scopes, v) {
		t.Error("it stands after a change")
	}
	other := []Scope{{Projector: "p", Name: "other"}}
	change("other", 7)
	for i := range keepRecent {
		change(fmt.Sprint("more ", i), eventstore.Position(8+i))
	}
	asked := false
	if _, err := tr.Known(t.Context(), other, func(context.Context, []Scope) ([]eventstore.Position, error) {
		asked = true
		return []eventstore.Position{7}, nil
	}); err != nil || !asked {
		t.Errorf("long ago: asked %v, %v", asked, err)
	}
	if now, err := tr.Known(t.Context(), scopes, away); err != nil || !tr.Stand(scopes, now) {
		t.Errorf("what was asked for is kept: %v", err)
	}
}
