package installation

import (
	"reflect"
	"testing"
	"time"

	"tradelog/domain/access"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

// TestIssuedTokens: tokens are listed until they expire, the newest first and by account. A login in a browser is one of them however often
// it is renewed.
func TestIssuedTokens(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := NewIssuedTokens(pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up)), func() time.Time { return now })
	add := func(id string, way access.Way, kind string, account int64, lives time.Duration) {
		t.Helper()
		to := access.IssuedTo{Kind: kind, AccountID: account}
		if err := s.Add(t.Context(), access.IssuedToken{ID: id, Way: way, IssuedTo: to, IssuedAt: now, ExpiresAt: now.Add(lives),
			Limits: access.Limits{Tools: []string{"@support"}, StoreIDs: []int64{1}}}); err != nil {
			t.Fatal(err)
		}
	}
	list := func(what string, to access.IssuedTo, before int64, limit int, want ...string) (last int64) {
		t.Helper()
		found, err := s.List(t.Context(), to, before, limit)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, f := range found {
			ids, last = append(ids, f.ID), f.Number
		}
		if !reflect.DeepEqual(ids, want) {
			t.Errorf("%s: %v, want %v", what, ids, want)
		}
		return last
	}
	add("aa", access.ByCommandLine, "api", 1, time.Hour)
	add("bb", access.BySession, "admin", 2, time.Minute)
	add("cc", access.ByLogin, "customer", 1, time.Hour)
	next := list("the newest", access.IssuedTo{}, 0, 2, "cc", "bb")
	list("the next part", access.IssuedTo{}, next, 2, "aa")
	list("of an account", access.IssuedTo{Kind: "api", AccountID: 1}, 0, 9, "aa")
	now = now.Add(30 * time.Second)
	add("bb", access.BySession, "admin", 2, time.Minute)
	now = now.Add(45 * time.Second)
	found, ok, err := s.Find(t.Context(), "bb")
	if err != nil || !ok || found.AccountID != 2 || found.Tools[0] != "@support" || found.StoreIDs[0] != 1 ||
		!found.ExpiresAt.Equal(now.Add(15*time.Second)) {
		t.Errorf("a login that was renewed: %+v, %v, %v", found, ok, err)
	}
	now = now.Add(time.Minute)
	if _, ok, err := s.Find(t.Context(), "bb"); err != nil || ok {
		t.Errorf("an expired login is found: %v", err)
	}
	add("dd", access.ByAgent, "api", 1, time.Hour)
	list("without what has expired", access.IssuedTo{}, 0, 9, "dd", "cc", "aa")
	var left int
	if err := s.pool.QueryRow(t.Context(), `SELECT count(*) FROM issued_tokens`).Scan(&left); err != nil || left != 3 {
		t.Errorf("%d rows are left: %v", left, err)
	}
}
