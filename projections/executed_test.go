package projections

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
)

// TestExecutedCommandsGoAfterAWeek: the table is bounded, keeps what a repeated request may still ask for, and is the same after a rebuild
// and after a restart.
func TestExecutedCommandsGoAfterAWeek(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	now := time.Date(2026, 3, 1, 9, 50, 0, 0, time.UTC)
	store, err := postgres.Open(t.Context(), w.pool, postgres.Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	elsewhere := w.elsewhere()
	i := w.start(elsewhere, Executed)
	keyed := func(scope string, command int) {
		t.Helper()
		encoded, err := w.codec.Encode(context.Background(), noted{Text: scope})
		if err != nil {
			t.Fatal(err)
		}
		encoded.ID, encoded.Metadata = uuid.New(), fmt.Appendf(nil, `{"idempotency":{"scope":%q,"command":%d}}`, scope, command)
		at, err := store.Append(t.Context(), "note-1", eventstore.Any, encoded)
		if err != nil {
			t.Fatal(err)
		}
		i.reaches("executed", at.Position)
	}
	kept := func(want ...string) {
		t.Helper()
		if got := one[string](w, `SELECT coalesce(string_agg(DISTINCT scope, ' ' ORDER BY scope), '') FROM read.executed_commands`); got !=
			strings.Join(want, " ") {
			t.Errorf("kept are %q, want %q", got, want)
		}
		i.same("executed")
	}
	keyed("a", 0)
	keyed("a", 1)
	now = now.Add(time.Hour)
	keyed("b", 0)
	now = now.Add(executedKept - 2*time.Hour) // a is a week old less an hour
	keyed("c", 0)
	kept("a", "b", "c")
	now = now.Add(2 * time.Hour)
	keyed("d", 0)
	kept("b", "c", "d")
	i.Stop()
	i = w.start(elsewhere, Executed)
	now = now.Add(time.Hour)
	keyed("e", 0)
	kept("c", "d", "e")
	if err := i.Rebuild(t.Context(), "executed", func(string, eventstore.Position, eventstore.Position) {}); err != nil {
		t.Fatal(err)
	}
	kept("c", "d", "e")
	now = now.Add(10 * executedKept)
	keyed("f", 0)
	kept("f")
}
