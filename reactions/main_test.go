package reactions

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/vault"
	"tradelog/installation/migrations"
	"tradelog/internal/wait"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

type happened struct {
	N int `json:"n"`
}

type ignored struct{}

func (happened) EventName() string { return "Happened" }
func (ignored) EventName() string  { return "Ignored" }

// world is a log for reactions.
type world struct {
	t     *testing.T
	pool  *pgxpool.Pool
	store *postgres.Store
	codec *eventstore.Codec
}

func newWorld(t *testing.T) *world {
	t.Helper()
	pool := pgtest.Pool(t, pgtest.WithMaxConns(8), pgtest.WithTemplate("migrated", migrations.Up))
	store, err := postgres.Open(t.Context(), pool, postgres.Options{PollInterval: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return &world{
		t: t, pool: pool, store: store,
		codec: eventstore.NewCodec(postgres.NewKeyring(vault.New(pool, nil, false)), domain.Spec[happened](1), domain.Spec[ignored](1)),
	}
}

// reopen opens the log as another process does.
func (w *world) reopen() {
	w.t.Helper()
	store, err := postgres.Open(w.t.Context(), w.pool, postgres.Options{PollInterval: 20 * time.Millisecond})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(store.Close)
	w.store = store
}

// cut ends the connection that holds the lock, from the server's side.
func (w *world) cut() {
	w.t.Helper()
	w.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tradelog ` +
		`reactions' AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)`)
}

// append appends events to a stream.
func (w *world) append(stream string, events ...domain.Event) (last eventstore.Position) {
	w.t.Helper()
	for _, e := range events {
		encoded, err := w.codec.Encode(w.t.Context(), e)
		if err != nil {
			w.t.Fatal(err)
		}
		encoded.ID, encoded.Metadata = uuid.New(), []byte(`{"correlationId":"together","storeId":3}`)
		at, err := w.store.Append(w.t.Context(), stream, eventstore.Any, encoded)
		if err != nil {
			w.t.Fatal(err)
		}
		last = at.Position
	}
	return last
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	if _, err := w.pool.Exec(w.t.Context(), sql, args...); err != nil {
		w.t.Fatalf("%s: %v", sql, err)
	}
}

// checkpoint returns a reaction's checkpoint, or -1 if it has none.
func (w *world) checkpoint(reaction string) (at eventstore.Position) {
	w.t.Helper()
	if err := w.pool.QueryRow(w.t.Context(), `SELECT coalesce(max(position), -1) FROM reaction_checkpoints WHERE reaction = $1`, reaction).
		Scan(&at); err != nil {
		w.t.Fatal(err)
	}
	return at
}

// parked lists the parked events as reaction, stream and position.
func (w *world) parked(r *Runner) string {
	w.t.Helper()
	list, err := r.Parked(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	var out []string
	for _, p := range list {
		out = append(out, fmt.Sprintf("%s %s@%d", p.Reaction, p.Stream, p.Position))
	}
	return strings.Join(out, ", ")
}

// await polls until a condition is met that has no signal.
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

// runner makes and starts a runner. log receives its log and may be nil.
func (w *world) runner(log *journal, reactions ...Reaction) *Runner {
	w.t.Helper()
	r := &Runner{Pool: w.pool, Store: w.store, Codec: w.codec, Reactions: reactions, Backoff: time.Millisecond, Poll: 10 * time.Millisecond}
	if log != nil {
		r.Logger = logTo(log)
	}
	r.Start(w.t.Context())
	w.t.Cleanup(r.Stop)
	return r
}

func logTo(j *journal) *slog.Logger { return slog.New(slog.NewTextHandler(j, nil)) }

// journal records log lines.
type journal struct {
	mu   sync.Mutex
	said strings.Builder
}

// Write records a line.
func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.said.Write(p)
}

func (j *journal) says(text string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Contains(j.said.String(), text)
}

// handled records the events that a handler was given.
type handled struct {
	mu   sync.Mutex
	list []string
	news chan struct{}
}

func newHandled() *handled { return &handled{news: make(chan struct{}, 1000)} }

func (h *handled) add(e Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = append(h.list, fmt.Sprintf("%s:%d", e.Stream, e.Payload.(happened).N))
	h.news <- struct{}{}
}

func (h *handled) all() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.Join(h.list, " ")
}

// wait returns after n more events were handled.
func (h *handled) wait(t *testing.T, n int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for range n {
		select {
		case <-h.news:
		case <-ctx.Done():
			t.Fatalf("waiting for the handler: %v; so far %s", ctx.Err(), h.all())
		}
	}
}

// recording makes a reaction that records its events and then returns the result of do.
func (h *handled) recording(name string, do func(context.Context, Event) error) Reaction {
	return Reaction{Name: name, Events: []string{"Happened"}, FromStart: true, Handle: func(ctx context.Context, e Event) error {
		h.add(e)
		if do == nil {
			return nil
		}
		return do(ctx, e)
	}}
}
