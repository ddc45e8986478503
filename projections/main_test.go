package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/vault"
	"tradelog/installation/migrations"
	"tradelog/internal/wait"
	"tradelog/readmodels/scopes"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

// The shop of these tests adds numbers up and takes notes.
type (
	added struct {
		Name string `json:"name"`
		N    int64  `json:"n"`
	}
	noted struct {
		Text string `json:"text"`
	}
)

func (added) EventName() string { return "Added" }
func (noted) EventName() string { return "Noted" }

var (
	talliesTable = &Table{Name: "tallies", Keys: 1, Columns: Columns("name text, n bigint, version bigint")}
	tallyCounts  = &Table{Name: "tally_counts", Keys: 1, Add: "n", Columns: Columns("kind text, n bigint")}
	notesTable   = &Table{Name: "notes", Keys: 1, Columns: Columns("position bigint, text text")}
)

// tallies keeps the sum of each name, and counts the events: one that is applied twice or not at all is seen in both.
type tallies struct {
	factor int64
	before func(context.Context, *Writer, Event) error
	memory map[string]int64
}

func (p *tallies) Apply(ctx context.Context, w *Writer, events []Event) error {
	for _, e := range events {
		payload := e.Payload.(added)
		if p.before != nil {
			if err := p.before(ctx, w, e); err != nil {
				return err
			}
		}
		if _, known := p.memory[payload.Name]; !known {
			rows, err := w.Query(ctx, `SELECT n FROM tallies WHERE name = $1`, payload.Name)
			if err != nil {
				return err
			}
			n, err := pgx.CollectRows(rows, pgx.RowTo[int64])
			if err != nil {
				return err
			}
			p.memory[payload.Name] = append(n, 0)[0]
		}
		p.memory[payload.Name] += payload.N * p.factor
		w.Put(talliesTable, payload.Name, p.memory[payload.Name], e.Position)
		w.Put(tallyCounts, "added", int64(1))
		w.Touch(e.Position, scopes.Everything("tallies"), scopes.Stream("tallies", "tally "+payload.Name))
	}
	return nil
}

type notes struct{}

func (notes) Apply(_ context.Context, w *Writer, events []Event) error {
	for _, e := range events {
		w.Put(notesTable, e.Position, e.Payload.(noted).Text)
		w.Touch(e.Position, scopes.Everything("notes"))
	}
	return nil
}

// hook is called before each event of the tallies.
type hook = func(ctx context.Context, w *Writer, e Event) error

func talliesWith(before hook) Definition {
	return Definition{Name: "tallies", Version: 1, Tables: []string{"tallies", "tally_counts"}, Events: []string{"Added"},
		New: func() Projector { return &tallies{factor: 1, before: before, memory: map[string]int64{}} }}
}

var notesDefinition = Definition{Name: "notes", Version: 1, Tables: []string{"notes"}, Events: []string{"Noted"}, New: func() Projector {
	return notes{}
}}

// world is a log and the tables of the two projectors.
type world struct {
	t     *testing.T
	pool  *pgxpool.Pool
	store *postgres.Store
	codec *eventstore.Codec

	mu   sync.Mutex
	sums map[string]int64 // the expected tallies
	head eventstore.Position
}

func newWorld(t *testing.T) *world {
	t.Helper()
	pool := pgtest.Pool(t, pgtest.WithMaxConns(8), pgtest.WithTemplate("tallies", func(ctx context.Context, url string) error {
		if err := migrations.Up(ctx, url); err != nil {
			return err
		}
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		_, err = conn.Exec(ctx, `CREATE TABLE read.tallies (name text PRIMARY KEY, n bigint NOT NULL, version bigint NOT NULL);
			CREATE TABLE read.tally_counts (kind text PRIMARY KEY, n bigint NOT NULL);
			CREATE TABLE read.notes (position bigint PRIMARY KEY, text text NOT NULL);
			CREATE INDEX tallies_n ON read.tallies (n)`)
		return err
	}))
	store, err := postgres.Open(t.Context(), pool, postgres.Options{PollInterval: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	codec := eventstore.NewCodec(postgres.NewKeyring(vault.New(pool, nil, false)), domain.Spec[added](1), domain.Spec[noted](1))
	return &world{t: t, pool: pool, store: store, codec: codec, sums: map[string]int64{}}
}

// elsewhere lets an engine read the log as another process does, which has not appended the events that it reads.
func (w *world) elsewhere() func(*Options) {
	w.t.Helper()
	store, err := postgres.Open(w.t.Context(), w.pool, postgres.Options{PollInterval: 20 * time.Millisecond})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(store.Close)
	return func(o *Options) { o.Store = store }
}

// append stores an event and returns its position. It may be called from any goroutine, but for its failure.
func (w *world) append(e domain.Event) eventstore.Position {
	w.t.Helper()
	encoded, err := w.codec.Encode(context.Background(), e)
	if err != nil {
		w.t.Error(err)
		return 0
	}
	encoded.ID, encoded.Metadata = uuid.New(), []byte(`{}`)
	at, err := w.store.Append(context.Background(), "tally-1", eventstore.Any, encoded)
	if err != nil {
		w.t.Error(err)
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if a, ok := e.(added); ok {
		w.sums[a.Name] += a.N
	}
	w.head = max(w.head, at.Position)
	return at.Position
}

// add appends n events for a few names.
func (w *world) add(n int) (last eventstore.Position) {
	w.t.Helper()
	for i := range n {
		last = w.append(added{Name: fmt.Sprintf("name %d", i%3), N: int64(i + 1)})
	}
	return last
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.pool.Exec(w.t.Context(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

func one[T any](w *world, sql string, args ...any) (v T) {
	w.t.Helper()
	if err := w.pool.QueryRow(w.t.Context(), sql, args...).Scan(&v); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// checkTallies compares the tables with the appended events: nothing twice, nothing skipped.
func (w *world) checkTallies(factor int64) {
	w.t.Helper()
	rows, err := w.pool.Query(w.t.Context(), `SELECT name, n FROM read.tallies`)
	if err != nil {
		w.t.Fatal(err)
	}
	got := map[string]int64{}
	var name string
	var n int64
	if _, err := pgx.ForEachRow(rows, []any{&name, &n}, func() error {
		got[name] = n
		return nil
	}); err != nil {
		w.t.Fatal(err)
	}
	w.mu.Lock()
	want := map[string]int64{}
	for name, n := range w.sums {
		want[name] = n * factor
	}
	w.mu.Unlock()
	if !maps.Equal(got, want) {
		w.t.Errorf("tallies %v, want %v", got, want)
	}
	events := one[int64](w, `SELECT count(*) FROM events WHERE type = 'Added'`)
	if n := one[int64](w, `SELECT coalesce(sum(n), 0)::bigint FROM read.tally_counts`); n != events {
		w.t.Errorf("%d events were counted, there are %d", n, events)
	}
}

// instance is an engine of one process, with its announcements.
type instance struct {
	*Engine
	t *testing.T

	mu      sync.Mutex
	moved   chan struct{}
	updates []Update
	said    []string
}

// instance makes an engine without starting it, as a command beside a running server does.
func (w *world) instance(change func(*Options), definitions ...Definition) *instance {
	w.t.Helper()
	i := &instance{t: w.t, moved: make(chan struct{})}
	options := Options{Pool: w.pool, Store: w.store, Codec: w.codec, Definitions: definitions, Publish: i.publish,
		Retry: 10 * time.Millisecond, Logger: slog.New(i)}
	if change != nil {
		change(&options)
	}
	engine, err := New(options)
	if err != nil {
		w.t.Fatal(err)
	}
	i.Engine = engine
	w.t.Cleanup(engine.Stop)
	return i
}

// start makes an engine and starts it.
func (w *world) start(change func(*Options), definitions ...Definition) *instance {
	w.t.Helper()
	i := w.instance(change, definitions...)
	if err := i.Start(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	return i
}

func (i *instance) changed(change func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	change()
	close(i.moved)
	i.moved = make(chan struct{})
}

func (i *instance) publish(u Update) { i.changed(func() { i.updates = append(i.updates, u) }) }

// Enabled, Handle, WithAttrs and WithGroup make the instance hear the log of its engine.
func (i *instance) Enabled(context.Context, slog.Level) bool { return true }
func (i *instance) Handle(_ context.Context, r slog.Record) error {
	i.changed(func() { i.said = append(i.said, r.Message) })
	return nil
}
func (i *instance) WithAttrs([]slog.Attr) slog.Handler { return i }
func (i *instance) WithGroup(string) slog.Handler      { return i }

// until waits until the announcements and the log of the instance meet a condition.
func (i *instance) until(what string, met func() bool) {
	i.t.Helper()
	ctx, cancel := context.WithTimeout(i.t.Context(), time.Minute)
	defer cancel()
	for {
		i.mu.Lock()
		ok, moved := met(), i.moved
		i.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-moved:
		case <-ctx.Done():
			i.t.Fatalf("waiting for %s: %v; updates %+v, said %q", what, ctx.Err(), i.updates, i.said)
		}
	}
}

// reaches waits until a projector has applied everything up to a position.
func (i *instance) reaches(projector string, at eventstore.Position) {
	i.t.Helper()
	i.until(fmt.Sprintf("%s to reach %d", projector, at), func() bool {
		return i.last(projector, func(u Update) bool { return !u.Failed }).Position >= at
	})
}

// fails waits until a projector has stopped.
func (i *instance) fails(projector string) {
	i.t.Helper()
	i.until(projector+" to fail", func() bool { return i.last(projector, nil).Failed })
}

// says waits until the engine has logged a message.
func (i *instance) says(message string) {
	i.t.Helper()
	i.until(message, func() bool {
		for _, s := range i.said {
			if strings.Contains(s, message) {
				return true
			}
		}
		return false
	})
}

// last is the newest update of a projector that passes. The caller holds the lock.
func (i *instance) last(projector string, passes func(Update) bool) Update {
	for n := len(i.updates) - 1; n >= 0; n-- {
		if u := i.updates[n]; u.Projector == projector && (passes == nil || passes(u)) {
			return u
		}
	}
	return Update{}
}

// status returns the status of a projector.
func (i *instance) status(projector string) Status {
	i.t.Helper()
	all, err := i.Statuses(i.t.Context())
	if err != nil {
		i.t.Fatal(err)
	}
	for _, s := range all {
		if s.Projector == projector {
			return s
		}
	}
	i.t.Fatalf("no status of %s in %+v", projector, all)
	return Status{}
}

// same checks the law: rebuilt rows equal live rows.
func (i *instance) same(projector string) {
	i.t.Helper()
	differences, err := i.Verify(i.t.Context(), projector, nil)
	if err != nil || len(differences) > 0 {
		i.t.Errorf("verify %s: %+v, error %v", projector, differences, err)
	}
}

// cut ends the connections of a program, from the server's side.
func (w *world) cut(application string) (ended int64) {
	w.t.Helper()
	return one[int64](w, `SELECT count(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND application_name = $1) AS ended`, application)
}

// await looks at the database until it meets a condition that nothing signals.
func (w *world) await(what string, met func() bool) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	for !met() {
		if ctx.Err() != nil {
			w.t.Fatalf("waiting for %s: %v", what, ctx.Err())
		}
		wait.For(ctx, 5*time.Millisecond)
	}
}

// failOn makes the tallies fail at a name while on is set.
func failOn(name string, on *atomic.Bool) hook {
	return func(_ context.Context, _ *Writer, e Event) error {
		if on.Load() && e.Payload.(added).Name == name {
			return errors.New("cannot count " + name)
		}
		return nil
	}
}
