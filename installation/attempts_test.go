package installation

import (
	"testing"
	"time"

	"tradelog/domain/agent"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

// TestAttemptsAreBounded: only the newest attempts are kept, and none that is older than a month.
func TestAttemptsAreBounded(t *testing.T) {
	t.Parallel()
	s := NewAttempts(pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up)))
	s.most = 3
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	add := func(account int64, at time.Time) {
		t.Helper()
		a := agent.Attempt{At: at, Kind: "api", Account: account, Operation: "POST /orders/{id}/hold", Target: 7, DryRun: true}
		if err := s.Add(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	recent := func(account, before int64, limit int) (ids []int64) {
		t.Helper()
		found, err := s.Recent(t.Context(), account, before, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range found {
			ids = append(ids, a.ID)
			if a.Kind != "api" || a.Target != 7 || !a.DryRun || a.Operation != "POST /orders/{id}/hold" {
				t.Errorf("%+v", a)
			}
		}
		return ids
	}
	same := func(what string, got []int64, want ...int64) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("%s: %v, want %v", what, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
	}
	for i := range 5 {
		add(int64(1+i%2), now)
	}
	same("the newest", recent(0, 0, 10), 5, 4, 3)
	same("of an account", recent(1, 0, 10), 5, 3)
	same("the next part", recent(0, 5, 1), 4)
	add(1, now.Add(31*24*time.Hour))
	same("after a month", recent(0, 0, 10), 6)
}
