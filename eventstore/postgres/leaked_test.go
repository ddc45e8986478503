package postgres

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// leaks are transactions of others that were left open: after writing, with an old snapshot, and while reading the log.
var leaks = map[string]struct {
	isolation pgx.TxIsoLevel
	statement string
}{
	"idle after a write": {pgx.ReadCommitted,
		`INSERT INTO subject_keys (subject, secret) VALUES ('leak', decode(repeat('00', 32), 'hex'))`},
	"an old snapshot":        {pgx.RepeatableRead, `SELECT count(*) FROM log_head`},
	"a long read of the log": {pgx.RepeatableRead, `SELECT count(*) FROM events`},
	"serializable, and writing": {pgx.Serializable,
		`INSERT INTO subject_keys (subject, secret) VALUES ('leak', decode(repeat('00', 32), 'hex'))`},
}

func leak(t *testing.T, s *Store, name string) {
	t.Helper()
	tx, err := s.pool.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: leaks[name].isolation})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tx.Rollback(background) })
	if _, err := tx.Exec(t.Context(), leaks[name].statement); err != nil {
		t.Fatal(err)
	}
}

// TestALeakedTransactionStallsNobody: appends, reads and subscriptions go on beside it.
func TestALeakedTransactionStallsNobody(t *testing.T) {
	t.Parallel()
	for name := range leaks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := database(t)
			writer, reader := open(t, pool, Options{}), open(t, pool, Options{PollInterval: time.Hour}) // woken by notifications alone
			await(t, "the listener", func() bool {
				return reader.wake.wait().foreign > 0
			})
			mustAppend(t, writer, "order-1", eventstore.NoStream, some(1)...)
			leak(t, writer, name)
			subs := []*subscription{subscribe(t, writer, 1, eventstore.Filter{}), subscribe(t, reader, 1, eventstore.Filter{}),
				subscribe(t, reader, 1, eventstore.Filter{Types: []string{"Happened"}})}
			var want []uuid.UUID
			for range 30 {
				e := some(2)
				want = append(want, idsOf(e)...)
				at := mustAppend(t, writer, "order-1", eventstore.Any, e...)
				for _, sub := range subs {
					wantIDs(t, "a subscription", idsOf(follow(t, sub, at.Position)), idsOf(e))
				}
				if head, err := reader.Head(t.Context()); err != nil || head != at.Position {
					t.Fatalf("the log ends at %d, the other process says %d, error %v", at.Position, head, err)
				}
			}
			mustAppend(t, reader, "order-2", eventstore.NoStream, some(1)...) // it has to look everything up
			for _, filter := range []eventstore.Filter{{}, {Categories: []string{"order"}}} {
				page, err := reader.ReadAll(t.Context(), 1, eventstore.Forwards, 60, filter)
				if err != nil {
					t.Fatal(err)
				}
				wantIDs(t, "a page", idsOf(page.Events), want)
			}
			events, err := reader.ReadStream(t.Context(), "order-1", 1, eventstore.Forwards, 60)
			if err != nil {
				t.Fatal(err)
			}
			wantIDs(t, "the stream", idsOf(events), want)
		})
	}
}

// TestAnOldSnapshotDoesNotSlowAppends: every append leaves an old version of log_head behind, which cannot be removed while
// the snapshot lives. The work to find the newest must not grow with their number, or a backup of an hour would bring the
// log to a halt. PostgreSQL itself counts the pages.
func TestAnOldSnapshotDoesNotSlowAppends(t *testing.T) {
	t.Parallel()
	pool := database(t)
	store := open(t, pool, Options{})
	leak(t, store, "an old snapshot")
	const versions = 2000
	for range versions {
		mustAppend(t, store, "order-1", eventstore.Any, some(1)...)
	}
	if err := store.appender.connect(t.Context()); err != nil { // the appender is at rest, and its settings are what counts
		t.Fatal(err)
	}
	pages := func(sql string) (n int) {
		t.Helper()
		tx, err := store.appender.conn.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback(t.Context())
		var plan []byte
		if err := tx.QueryRow(t.Context(), `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) `+sql).Scan(&plan); err != nil {
			t.Fatal(err)
		}
		var parsed []struct {
			Plan struct {
				Hit  int `json:"Shared Hit Blocks"`
				Read int `json:"Shared Read Blocks"`
			}
		}
		if err := json.Unmarshal(plan, &parsed); err != nil {
			t.Fatal(err)
		}
		return parsed[0].Plan.Hit + parsed[0].Plan.Read
	}
	all := pages(`SELECT count(*) FROM (SELECT FROM log_head OFFSET 0) AS every_version`)
	for what, sql := range map[string]string{
		"to find the end":      `SELECT position, seal FROM log_head ORDER BY position DESC LIMIT 1`,
		"to lock it":           `SELECT position, seal, recorded_at FROM log_head ORDER BY position DESC LIMIT 1 FOR UPDATE`,
		"to move it":           `UPDATE log_head SET seal = seal WHERE position = 2000`,
		"to find a stream's":   `SELECT revision FROM events WHERE stream = 'order-1' ORDER BY revision DESC LIMIT 1`,
		"to move it elsewhere": `UPDATE log_head SET position = 2001 WHERE position = 2000 AND seal = seal`,
	} {
		if n := pages(sql); n > 20 || n > all {
			t.Errorf("%s takes %d pages; all %d versions are on %d", what, n, versions, all)
		}
	}
}
