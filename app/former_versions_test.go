package app_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore/lineage"
	"tradelog/installation/migrations"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// formerDatabase restores the database of a shop of an earlier version, which scripts/former-version.sh has recorded.
func formerDatabase(t *testing.T, file string) (url string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	zip, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	sql, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	url = pgtest.URL(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.PgConn().Exec(t.Context(), string(sql)).ReadAll(); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return url
}

// TestFormerVersionsAreUpgraded: a start upgrades databases of earlier versions. Their logs are whole, their documents can be read, rows
// equal a rebuild, and the shops go on.
func TestFormerVersionsAreUpgraded(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	files, err := filepath.Glob("testdata/former/*.sql.gz")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d recorded versions, error %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".sql.gz"), func(t *testing.T) {
			t.Parallel()
			url := formerDatabase(t, file)
			s := apptest.Start(t, onURL(url))
			auth := apptest.Bearer(s.Service([]string{"all"}))
			states := map[any]int{}
			orders := s.Must(200, "GET", "/orders", nil, auth...).List(t)
			for _, o := range orders {
				path := "/orders/" + itoa(int64(o["id"].(float64)))
				order := s.Must(200, "GET", path, nil, auth...).Object(t)
				if order["incrementId"] != o["incrementId"] || order["customerEmail"] != "gina@example.com" {
					t.Errorf("%s: %v", path, order)
				}
				states[order["state"]]++
			}
			if len(orders) != 3 || states["complete"] != 1 || states["canceled"] != 1 || states["new"] != 1 {
				t.Errorf("%d orders: %v", len(orders), states)
			}
			for path, want := range map[string]int{"/products": 2, "/customers": 1, "/invoices": 1, "/shipments": 1} {
				if found := s.Must(200, "GET", path, nil, auth...).List(t); len(found) != want {
					t.Errorf("%s has %d", path, len(found))
				}
			}
			s.Must(200, "POST", "/auth/token", map[string]any{"grant_type": "customer", "email": "anna@example.com", "password": "secret phrase"})
			s.Must(201, "POST", "/products", map[string]any{"sku": "PEN", "name": "A pen", "price": 1, "weight": 1, "stockQty": 1}, auth...)
			s.Settle()
			for _, name := range s.Projections.Names() {
				if differences, err := s.Projections.Verify(t.Context(), name, nil); err != nil || len(differences) > 0 {
					t.Errorf("%s: %v, %v", name, differences, err)
				}
			}
			if code, said := program(url, t.TempDir(), "events", "verify"); code != 0 || !strings.Contains(said, "all seals hold") {
				t.Errorf("events verify: exit %d\n%s", code, said)
			}
		})
	}
}

// TestAnOlderProgramRefusesANewerDatabase: every command names the version that the database needs, and changes nothing.
func TestAnOlderProgramRefusesANewerDatabase(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	s.Stop()
	url := s.Config.Database.URL
	change(t, url, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99998, true), (99999, true)`,
		`INSERT INTO program_versions (version, schema, first_at, last_at) VALUES
			('v8.0', 99998, now() - interval '3 days', now() - interval '2 days'),
			('v9.0', 99999, now() - interval '2 days', now() - interval '1 day'), ('v9.1', 99999, now(), now())`)
	to := filepath.Join(t.TempDir(), "backup")
	for _, args := range [][]string{
		{"serve", "--listen", "127.0.0.1:0"}, {"events", "verify"}, {"events", "tail"}, {"projections", "rebuild", "--all"}, {"config", "list"},
		{"token", "service"}, {"backup", "create", "--to", to}, {"keys", "reconcile"}, {"relay", "status"},
		{"events", "copy", "--to", url},
	} {
		code, said := program(url, t.TempDir(), args...)
		if code != 1 || !strings.Contains(said, "version v9.0 (last used by version v9.1)") || !strings.Contains(said, "docs/upgrade.md") {
			t.Errorf("tradelog %s: exit %d\n%s", strings.Join(args, " "), code, said)
		}
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("a backup was made")
	}
}

// TestTheLastVersionIsKnown: the database names the version that used it last, also after an earlier version came back.
func TestTheLastVersionIsKnown(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	url := s.Config.Database.URL
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, version := range []string{"v1", "v2", "v1", "v1"} {
		if _, err := migrations.Use(t.Context(), conn, version); err != nil {
			t.Fatal(err)
		}
		if last, err := migrations.Use(t.Context(), conn, version); err != nil || last != version {
			t.Errorf("%q used it last, and not %s; error %v", last, version, err)
		}
	}
}

// TestADivergedLogIsCalledSo: the log has another event at a position than the one that this installation has seen.
func TestADivergedLogIsCalledSo(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := apptest.Start(t, withWitness(data))
	s.Settle()
	newest, err := s.Store.Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Stop()
	w, err := lineage.OpenWitness(data, s.Store.LogID(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Note(int64(newest.Position), bytes.Repeat([]byte{7}, len(newest.Seal))), w.Close()); err != nil {
		t.Fatal(err)
	}
	code, said := program(s.Config.Database.URL, data, "events", "verify")
	if code != 1 || !strings.Contains(said, "the event log diverged") || !strings.Contains(said, "the log has diverged from it") {
		t.Errorf("exit %d\n%s", code, said)
	}
}
