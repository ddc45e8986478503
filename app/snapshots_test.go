package app_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"tradelog/app"
	"tradelog/commands"
	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/installation/migrations"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
)

// counted is an event of the streams for which these tests have snapshots.
type counted struct {
	Step int64 `json:"step"`
}

func (counted) EventName() string { return "TestCounted" }

type counter struct{ Sum, Events int64 }

var counters = commands.Decider[counter]{
	Category: "counter", SnapshotEvery: 10, Initial: func(string) counter { return counter{} },
	Evolve: func(c counter, e domain.Event) counter {
		return counter{c.Sum + e.(counted).Step, c.Events + 1}
	},
}

// told is a program log that can be read while it is written.
type told struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *told) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// take returns what was logged since the last call.
func (l *told) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return l.text.String()
}

// announced signals saved snapshots.
type announced struct {
	commands.Snapshots
	saved chan eventstore.Snapshot
}

func (a announced) Save(ctx context.Context, s eventstore.Snapshot) error {
	err := a.Snapshots.Save(ctx, s)
	a.saved <- s
	return err
}

// snapshotted is a shop whose module has counters. It is opened and not started, which is enough for commands.
type snapshotted struct {
	*app.App
	t     *testing.T
	log   *told
	infra commands.Infrastructure
	saved chan eventstore.Snapshot
}

func openSnapshotted(t *testing.T, url string) *snapshotted {
	t.Helper()
	s := &snapshotted{t: t, log: &told{}, saved: make(chan eventstore.Snapshot, 100)}
	config := app.Config{
		Database: app.Database{URL: url, MaxConnections: 4}, Secrets: app.Secrets{MasterKeys: apptest.MasterKeys},
		Logger: slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	var err error
	s.App, err = app.Open(t.Context(), config, app.Module{
		Name: "counters", Events: []domain.EventSpec{domain.Spec[counted](1)},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.infra = s.Infrastructure()
	s.infra.Snapshots = announced{s.infra.Snapshots, s.saved}
	return s
}

// count runs a command in a process with empty caches, and returns the counter after it.
func (s *snapshotted) count(stream string, steps ...int64) counter {
	s.t.Helper()
	r := commands.NewRepository(s.infra, counters)
	for _, step := range steps {
		if _, err := r.Decide(s.t.Context(), stream, func(counter) ([]domain.Event, error) {
			return []domain.Event{counted{step}},
				nil
		}); err != nil {
			s.t.Fatalf("%s: %v", stream, err)
		}
	}
	var found counter
	if err := r.View(s.t.Context(), stream, func(c counter, _ bool) error {
		found = c
		return nil
	}); err != nil {
		s.t.Fatal(err)
	}
	return found
}

// filled makes a stream of twelve events with a snapshot after the tenth.
func (s *snapshotted) filled(stream string) {
	s.t.Helper()
	s.count(stream, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	if saved := <-s.saved; saved.Stream != stream || saved.Revision != 9 {
		s.t.Fatalf("saved %s at %d", saved.Stream, saved.Revision)
	}
}

func (s *snapshotted) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.Pool.Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

// TestASnapshotThatWasTamperedWithIsFoldedInstead: commands decide on the log, whatever was done to a snapshot. They log the defect of the
// snapshot, and the next snapshot replaces it.
func TestASnapshotThatWasTamperedWithIsFoldedInstead(t *testing.T) {
	t.Parallel()
	s := openSnapshotted(t, pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up)))
	s.filled("counter-0")
	s.log.take()
	if got := s.count("counter-0", 1); got != (counter{13, 13}) || s.log.take() != "" {
		t.Fatalf("with a good snapshot: %+v", got)
	}
	for i, c := range []struct{ name, sql, says string }{
		{"ahead of the stream", `UPDATE snapshots SET revision = revision + 1000000 WHERE stream = $1`, "does not reach"},
		{"one ahead of the stream", `UPDATE snapshots SET revision = 12 WHERE stream = $1`, "does not reach"},
		{"behind", `UPDATE snapshots SET revision = revision - 5 WHERE stream = $1`, "seal"},
		{"before the first event", `UPDATE snapshots SET revision = -1 WHERE stream = $1`, "negative"},
		{"another state", `UPDATE snapshots SET state = convert_to('{"Sum":1000,"Events":10}', 'UTF8') WHERE stream = $1`, "seal"},
		{"cut short", `UPDATE snapshots SET state = substr(state, 1, 8) WHERE stream = $1`, "seal"},
		{"nothing", `UPDATE snapshots SET state = '' WHERE stream = $1`, "seal"},
		{"no seal", `UPDATE snapshots SET seal = '' WHERE stream = $1`, "seal"},
		{
			"another stream's",
			`UPDATE snapshots s SET state = o.state, revision = o.revision, seal = o.seal FROM snapshots o WHERE s.stream = $1 AND o.stream = ` +
				`'counter-0'`, "seal",
		},
	} {
		stream := fmt.Sprintf("counter-%d", i+1)
		s.filled(stream)
		s.exec(c.sql, stream)
		if got := s.count(stream, 2); got != (counter{14, 13}) {
			t.Errorf("%s: %+v", c.name, got)
		}
		if said := s.log.take(); strings.Count(said, "a snapshot is not used") != 1 || !strings.Contains(said, "stream="+stream) ||
			!strings.Contains(said, c.says) {
			t.Errorf("%s: the log says %q", c.name, said)
		}
		if saved := <-s.saved; saved.Stream != stream || saved.Revision != 12 {
			t.Errorf("%s: then %s was saved at %d", c.name, saved.Stream, saved.Revision)
		}
		if got := s.count(stream, 1); got != (counter{15, 14}) || s.log.take() != "" {
			t.Errorf("%s: with the next snapshot: %+v", c.name, got)
		}
	}
}

// TestASnapshotOfALogThatWasCut: the end of the log is cut off, as by restoring an earlier log beside newer tables. Its snapshots are then
// ignored, also when the log has grown past them again.
func TestASnapshotOfALogThatWasCut(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up))
	for _, again := range []int{1, 12} { // events before the snapshot is read
		stream := fmt.Sprintf("counter-%d", again)
		s := openSnapshotted(t, url)
		end, err := s.Store.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s.filled(stream)
		s.Close()
		change(t, url, `DELETE FROM events WHERE position > `+itoa(end+4), headBack)
		s = openSnapshotted(t, url) // a process that has seen the log would notice
		kept := s.infra
		s.infra.Snapshots = nil
		for range again {
			s.count(stream, 100)
		}
		s.infra = kept
		s.log.take()
		if got, want := s.count(stream, 100), (counter{4 + 100*int64(again+1), 4 + int64(again+1)}); got != want {
			t.Errorf("after %d events in place of those cut off: %+v, want %+v", again, got, want)
		}
		if said := s.log.take(); !strings.Contains(said, "a snapshot is not used") {
			t.Errorf("after %d events in place of those cut off the log says %q", again, said)
		}
		s.Close()
	}
}
