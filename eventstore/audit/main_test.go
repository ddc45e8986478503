package audit

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

// database returns a fresh, migrated database whose log has a name of its own.
func database(t testing.TB) *pgxpool.Pool {
	t.Helper()
	pool := pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))
	exec(t, pool, `UPDATE log_head SET log_id = gen_random_uuid()`)
	return pool
}

func exec(t testing.TB, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func open(t testing.TB, pool *pgxpool.Pool) *postgres.Store {
	t.Helper()
	store, err := postgres.Open(t.Context(), pool, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store
}

// happened makes an event with n in it.
func happened(n int) eventstore.NewEvent {
	return eventstore.NewEvent{
		ID: uuid.New(), Type: []string{"Placed", "Held"}[n%2], SchemaVersion: 1 + n%3,
		Data: fmt.Appendf(nil, `{"n": %d}`, n), Metadata: fmt.Appendf(nil, `{"occurredAt":"2026-01-02T03:04:05Z","reason":"%s"}`,
			strings.Repeat("x", n%5)),
	}
}

// fill appends n events to four streams in turn: event n+1 of order-0, order-1, order-2, order-3, order-0 and so on.
func fill(t testing.TB, store eventstore.Store, n int) {
	t.Helper()
	for i := range n {
		if _, err := store.Append(t.Context(), fmt.Sprintf("order-%d", i%4), eventstore.Any, happened(i)); err != nil {
			t.Fatal(err)
		}
	}
}

// everything returns the log of a store.
func everything(t testing.TB, store eventstore.Store) (all []eventstore.Recorded) {
	t.Helper()
	for at, end := eventstore.Position(0), false; !end; {
		page, err := store.ReadAll(context.Background(), at, eventstore.Forwards, 0, eventstore.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		all, at, end = append(all, page.Events...), page.Next, page.End
	}
	return all
}
