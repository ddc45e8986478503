package cli_test

import (
	"path/filepath"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/installation/migrations"
	"tradelog/test/apptest"
	"tradelog/test/esdbtest"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// TestAShopMovesBetweenStores moves a shop from PostgreSQL to an event store, and back by a copy and by a file. After each move it shows
// the same customer, can open the personal data, and continues.
func TestAShopMovesBetweenStores(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	first := apptest.Start(t)
	id, _ := first.Customer("anna@example.com")
	events := first.LogSize()
	empty := func() string { return pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up)) }
	same := func(name string, options ...apptest.Option) *apptest.Shop {
		t.Helper()
		s := apptest.Start(t, options...)
		customer := s.Must(200, "GET", "/customers?email=anna@example.com", nil, apptest.Bearer(s.Service([]string{"all"}))...)
		if !strings.Contains(string(customer.Body), `"anna@example.com"`) {
			t.Errorf("%s does not know customer %d: %s", name, id, customer.Body)
		}
		s.Must(201, "POST", "/customers", map[string]any{"email": name + "@example.com", "password": "secret phrase"},
			apptest.Bearer(s.Service([]string{"all"}))...)
		return s
	}
	at := func(database, store string) apptest.Option {
		return apptest.WithConfig(func(c *app.Config) { c.Database.URL, c.EventLog.StoreURL = database, store })
	}

	server, second := esdbtest.Start(t), empty()
	if code, out := on(t, first.Config.Database.URL, "events", "copy", "--to", server.URL); code == 0 || !strings.Contains(out, "--keys-to") {
		t.Errorf("a copy without a place for the keys: %d %s", code, out)
	}
	for range 2 { // the second run finds everything done
		done(t, first, "events", "copy", "--to", server.URL, "--keys-to", second)
	}
	moved := same("eventstore", at(second, server.URL))
	file, keys := filepath.Join(t.TempDir(), "log"), filepath.Join(t.TempDir(), "keys")
	if out := done(t, moved, "events", "verify"); !strings.Contains(out, "the seals up to position") {
		t.Error(out)
	}
	done(t, moved, "events", "export", "-o", file, "--keys", keys)
	third, fourth := empty(), empty()
	done(t, moved, "events", "copy", "--to", third)
	if code, out := on(t, fourth, "events", "import", file, "--keys", keys); code != 0 {
		t.Fatal(out)
	}
	for name, database := range map[string]string{"copied": third, "imported": fourth} {
		if code, out := on(t, database, "events", "verify"); code != 0 || !strings.Contains(out, "all seals hold") {
			t.Errorf("%s: %s", name, out)
		}
		if back := same(name, at(database, "")); back.LogSize() <= events {
			t.Errorf("%s: %d events, the first shop had %d", name, back.LogSize(), events)
		}
	}
	// The database of the moved shop needs its event store, and refuses another one.
	for _, c := range []struct{ database, store, want string }{
		{second, "", "--event-store"}, {second, esdbtest.Start(t).URL, "the event store has the log"},
		{third, server.URL, "events of its own"},
	} {
		args := []string{"events", "tail", "--lines", "1"}
		if c.store != "" {
			args = append([]string{"--event-store", c.store}, args...)
		}
		if code, out := on(t, c.database, args...); code == 0 || !strings.Contains(out, c.want) {
			t.Errorf("%q: %d %s", c.want, code, out)
		}
	}
}
