package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"tradelog/eventstore"
	"tradelog/installation/migrations"
	"tradelog/internal/wait"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

// database is a fresh, migrated database. A log is named when it is migrated; one that is the copy of a template needs a
// name of its own.
func database(t testing.TB, options ...pgtest.Option) *pgxpool.Pool {
	t.Helper()
	pool := pgtest.Pool(t, append(options, pgtest.WithTemplate("migrated", migrations.Up))...)
	exec(t, pool, `UPDATE log_head SET log_id = gen_random_uuid()`)
	return pool
}

func exec(t testing.TB, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// open opens an instance of the store, which closes with the test.
func open(t testing.TB, pool *pgxpool.Pool, options Options) *Store {
	t.Helper()
	store, err := Open(t.Context(), pool, options)
	if err != nil {
		t.Fatalf("open the store: %v", err)
	}
	t.Cleanup(store.Close)
	return store
}

// some makes n events.
func some(n int) []eventstore.NewEvent {
	out := make([]eventstore.NewEvent, n)
	for i := range out {
		out[i] = eventstore.NewEvent{ID: uuid.New(), Type: "Happened", SchemaVersion: 1, Data: fmt.Appendf(nil, `{"n":%d}`, i),
			Metadata: []byte(`{}`)}
	}
	return out
}

func mustAppend(t testing.TB, s *Store, stream string, expected eventstore.Expected, events ...eventstore.NewEvent) eventstore.Appended {
	t.Helper()
	at, err := s.Append(t.Context(), stream, expected, events...)
	if err != nil {
		t.Fatalf("append to %s expecting %s: %v", stream, expected, err)
	}
	return at
}

// wholeLog reads the log and checks that it is dense, sealed and in order of time, and that it ends where log_head says.
func wholeLog(t testing.TB, s *Store) []eventstore.Recorded {
	t.Helper()
	var log []eventstore.Recorded
	last := eventstore.Recorded{Seal: eventstore.GenesisSeal}
	err := s.Scan(t.Context(), 0, func(r *eventstore.Recorded) error {
		switch {
		case r.Position != last.Position+1:
			return fmt.Errorf("position %d follows %d", r.Position, last.Position)
		case string(r.Seal) != string(eventstore.Seal(last.Seal, r)):
			return fmt.Errorf("position %d is not sealed over its predecessor", r.Position)
		case r.RecordedAt.Before(last.RecordedAt):
			return fmt.Errorf("position %d was recorded at %v, its predecessor at %v", r.Position, r.RecordedAt, last.RecordedAt)
		}
		last = *r
		log = append(log, *r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if p, seal, err := s.HeadSeal(t.Context()); err != nil || p != last.Position || string(seal) != string(last.Seal) {
		t.Fatalf("the head says position %d, seal %x, error %v; the log ends at %d, seal %x", p, seal, err, last.Position, last.Seal)
	}
	return log
}

func idsOf[E eventstore.NewEvent | eventstore.Recorded](events []E) []uuid.UUID {
	out := make([]uuid.UUID, len(events))
	for i := range events {
		switch e := any(events[i]).(type) {
		case eventstore.NewEvent:
			out[i] = e.ID
		case eventstore.Recorded:
			out[i] = e.ID
		}
	}
	return out
}

func wantIDs(t testing.TB, what string, got, want []uuid.UUID) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %d events %v, want %d %v", what, len(got), got, len(want), want)
	}
}

// lockHead locks the head of the log in another transaction until release is called.
func lockHead(t testing.TB, pool *pgxpool.Pool) (release func()) {
	t.Helper()
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `SELECT FROM log_head FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	release = sync.OnceFunc(func() { tx.Rollback(context.Background()) })
	t.Cleanup(release)
	return release
}

// patient are the options of tests that lock the head of the log, which may take long on a busy machine.
var patient = Options{AppendTimeout: time.Minute}

// await waits for a condition that nothing signals.
func await(t testing.TB, what string, met func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for !met() {
		if ctx.Err() != nil {
			t.Fatalf("waiting for %s: %v", what, ctx.Err())
		}
		wait.For(ctx, 100*time.Microsecond)
	}
}

// queued waits until n requests wait in the appender's queue.
func queued(t testing.TB, s *Store, n int) {
	t.Helper()
	await(t, "requests in the queue", func() bool { return len(s.appender.queue) >= n })
}

// blocked waits until a connection of the named program waits for a lock.
func blocked(t testing.TB, pool *pgxpool.Pool, application string) {
	t.Helper()
	await(t, application+" to wait for a lock", func() bool {
		var n int
		err := pool.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND application_name = $1 AND wait_event_type = 'Lock'`, application).Scan(&n)
		return err == nil && n > 0
	})
}

// statements records the statements sent over connections with the configuration of a pool.
type statements struct {
	mu   sync.Mutex
	sent map[string][]string // by application name
}

func traced(on *statements) pgtest.Option {
	on.sent = map[string][]string{}
	return pgtest.WithConfig(func(c *pgxpool.Config) { c.ConnConfig.Tracer = on })
}

func (s *statements) TraceQueryStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := conn.Config().RuntimeParams["application_name"]
	s.sent[name] = append(s.sent[name], data.SQL)
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// take returns what an application has sent since the last call, as the first word of each statement.
func (s *statements) take(application string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var words []string
	for _, sql := range s.sent[application] {
		words = append(words, strings.Fields(sql)[0])
	}
	delete(s.sent, application)
	return strings.Join(words, " ")
}

func containsAll(text string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(text, p) {
			return false
		}
	}
	return true
}

// count returns how many statements with a text in them were sent by connections of the pool itself since the last call.
func (s *statements) count(text string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sql := range s.sent[""] {
		if strings.Contains(sql, text) {
			n++
		}
	}
	delete(s.sent, "")
	return n
}

// background is the context of auxiliary calls.
var background = context.Background()
