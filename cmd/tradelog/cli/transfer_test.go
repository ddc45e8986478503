package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/eventstore"
	"tradelog/installation/migrations"
	"tradelog/test/apptest"
	"tradelog/test/esdbtest"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// TestATransferThatHasNotEnded: every command refuses such a log and names the way to continue. Repeating the command completes it.
func TestATransferThatHasNotEnded(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	shop := apptest.Start(t)
	file := filepath.Join(t.TempDir(), "log")
	done(t, shop, "events", "export", "-o", file)
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(t.TempDir(), "half")
	if err := os.WriteFile(half, content[:len(content)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	url := pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up))
	if code, out := on(t, url, "events", "import", half); code == 0 || !strings.Contains(out, "not a whole export") {
		t.Errorf("half an export: %d %s", code, out)
	}
	for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"config", "list"}, {"events", "verify"}} {
		code, out := on(t, url, args...)
		if code == 0 || !strings.Contains(out, "has not ended, so events are missing. Repeat the command") || !strings.Contains(out, "or drop") {
			t.Errorf("%v: %d %s", args, code, out)
		}
	}
	if code, out := on(t, url, "events", "import", file); code != 0 || !strings.Contains(out, "with their times and seals") {
		t.Errorf("again: %d %s", code, out)
	}
	if code, out := on(t, url, "config", "list"); code != 0 {
		t.Errorf("after that: %s", out)
	}
}

// TestAFailedExportLeavesNoFile under its name, and an existing file stays unchanged.
func TestAFailedExportLeavesNoFile(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	if _, err := shop.Pool.Exec(t.Context(), `DELETE FROM events WHERE position = 3`); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	there, none := filepath.Join(dir, "there"), filepath.Join(dir, "none")
	if err := os.WriteFile(there, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{there, none} {
		if code, out := line(t, shop, "events", "export", "-o", name, "--keys", filepath.Join(dir, "keys")); code == 0 ||
			!strings.Contains(out, "gap") {
			t.Errorf("%d %s", code, out)
		}
	}
	if content, err := os.ReadFile(there); err != nil || string(content) != "before" {
		t.Errorf("the file that was there: %q, %v", content, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

// TestSignedExportsOfAShop: the key is created, and an export without its signature is not imported as a signed one.
func TestSignedExportsOfAShop(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	dir := t.TempDir()
	key, signed, plain := filepath.Join(dir, "key"), filepath.Join(dir, "signed"), filepath.Join(dir, "plain")
	done(t, shop, "events", "export", "-o", signed, "--key", key)
	done(t, shop, "events", "export", "-o", plain)
	for file, want := range map[string]int{signed: 0, plain: 1} {
		url := pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up))
		if code, out := on(t, url, "events", "import", file, "--public-key", key+".pub"); (code == 0) != (want == 0) ||
			want != 0 && !strings.Contains(out, "the export is not signed with the key") {
			t.Errorf("%s: %d %s", file, code, out)
		}
	}
}

// TestAMoveThroughAnEventStoreKeepsTheTruth: times, seals and so updatedAt stay the same, and archives and checkpoints stay valid.
func TestAMoveThroughAnEventStoreKeepsTheTruth(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	shop := apptest.Start(t)
	shop.Customer("anna@example.com")
	empty := func() string { return pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up)) }
	server, between, back := esdbtest.Start(t), empty(), empty()
	key, target := filepath.Join(t.TempDir(), "key"), filepath.Join(t.TempDir(), "archive")
	done(t, shop, "events", "archive", "--before", "2200-01-01", "--to", target, "--key", key)
	checkpoint := filepath.Join(t.TempDir(), "checkpoint")
	if err := os.WriteFile(checkpoint, []byte(done(t, shop, "events", "checkpoint", "--key", key)), 0o600); err != nil {
		t.Fatal(err)
	}
	done(t, shop, "events", "copy", "--to", server.URL, "--keys-to", between)
	if code, out := on(t, between, "events", "copy", "--event-store", server.URL, "--to", back); code != 0 || !strings.Contains(out, "times") {
		t.Fatalf("%d %s", code, out)
	}
	log, err := app.OpenLog(t.Context(), app.Config{Database: app.Database{URL: back}})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	moved, err := log.Store.ReadAll(t.Context(), 0, eventstore.Forwards, 0, eventstore.Filter{})
	if err != nil || len(moved.Events) == 0 {
		t.Fatalf("%d events, %v", len(moved.Events), err)
	}
	before, err := shop.Store.ReadAll(t.Context(), 0, eventstore.Forwards, len(moved.Events), eventstore.Filter{})
	if err != nil || len(before.Events) != len(moved.Events) {
		t.Fatalf("%d events, %v", len(before.Events), err)
	}
	for i, e := range moved.Events {
		if !bytes.Equal(e.Seal, before.Events[i].Seal) || !e.RecordedAt.Equal(before.Events[i].RecordedAt) {
			t.Errorf("event %d was recorded at %s, and is at %s", i, before.Events[i].RecordedAt, e.RecordedAt)
		}
	}
	for _, args := range [][]string{
		{"events", "verify", "--checkpoint", checkpoint, "--public-key", key + ".pub"},
		{"events", "verify", "--archive", target, "--public-key", key + ".pub", "--against-log"},
		{"events", "drop", "--archive", target, "--public-key", key + ".pub", "--yes"},
		{"events", "verify"},
		{"events", "archive", "--before", "2200-01-01", "--to", target, "--key", key},
	} {
		if code, out := on(t, back, args...); code != 0 {
			t.Errorf("%v: %d %s", args, code, out)
		}
	}
	auth := func(s *apptest.Shop) []string { return apptest.Bearer(s.Service([]string{"all"})) }
	shown := func(s *apptest.Shop) string {
		t.Helper()
		list := s.Must(200, "GET", "/customers?email=anna@example.com", nil, auth(s)...).List(t)
		if len(list) != 1 || list[0]["updatedAt"] == nil {
			t.Fatalf("customers: %v", list)
		}
		return list[0]["updatedAt"].(string)
	}
	outside := apptest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Database.URL, c.EventLog.StoreURL = between, server.URL }))
	if got, want := shown(outside), shown(shop); got != want {
		t.Errorf("on the event store the customer was updated at %s, before at %s", got, want)
	}
}
