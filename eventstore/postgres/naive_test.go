package postgres

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

// naive is a simple event store whose positions come from a sequence. It proves that the suite catches its defect on a real
// PostgreSQL: a sequence assigns numbers before the commit, so that a later number can become visible first.
type naive struct{ *Store }

const naiveSchema = `
ALTER TABLE events ALTER COLUMN position SET DEFAULT nextval('naive'), ALTER COLUMN recorded_at SET DEFAULT now(),
    ALTER COLUMN seal SET DEFAULT ''`

func (n naive) Append(
	ctx context.Context, stream string, _ eventstore.Expected, events ...eventstore.NewEvent,
) (at eventstore.Appended, err error) {
	err = pgx.BeginFunc(ctx, n.pool, func(tx pgx.Tx) error {
		// Appends to one stream wait for each other, as the unique key makes them do. Those to other streams do not.
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext($1))`, stream); err != nil {
			return err
		}
		for _, e := range events {
			err := tx.QueryRow(ctx, `INSERT INTO events (stream, revision, id, type, schema_version, data, metadata)
				SELECT $1, count(*), $2, $3, $4, $5, $6 FROM events WHERE stream = $1 RETURNING revision, position`,
				stream, e.ID, e.Type, e.SchemaVersion, e.Data, e.Metadata).Scan(&at.Last, &at.Position)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return at, err
}

func (n naive) ReadAll(
	ctx context.Context, from eventstore.Position, _ eventstore.Direction, max int, _ eventstore.Filter,
) (eventstore.Page, error) {
	rows, err := n.pool.Query(ctx, `SELECT `+columns+` FROM events WHERE position > $1 ORDER BY position LIMIT $2`, int64(from), limit(max))
	if err != nil {
		return eventstore.Page{}, err
	}
	page := eventstore.Page{Next: from}
	page.Events, err = collect(rows)
	if n := len(page.Events); n > 0 {
		page.Next = page.Events[n-1].Position
	}
	page.End = len(page.Events) < limit(max)
	return page, err
}

func (n naive) Subscribe(_ context.Context, from eventstore.Position, _ eventstore.Filter) (eventstore.Subscription, error) {
	return &naiveSubscription{n, from}, nil
}

type naiveSubscription struct {
	store naive
	at    eventstore.Position
}

func (s *naiveSubscription) Next(ctx context.Context) (eventstore.Batch, error) {
	page, err := s.store.ReadAll(ctx, s.at, eventstore.Forwards, 100, eventstore.Filter{})
	s.at = page.Next
	return eventstore.Batch{Events: page.Events, Position: page.Next, CaughtUp: page.End}, err
}

func (s *naiveSubscription) Close() error { return nil }

func TestSuiteNoticesASequence(t *testing.T) {
	t.Parallel()
	const check = "no event appears below a position already read"
	failures := storetest.Try(func(storetest.T) storetest.Log {
		pool := database(t)
		exec(t, pool, `CREATE SEQUENCE naive`)
		exec(t, pool, naiveSchema)
		return storetest.Log{Store: naive{open(t, pool, Options{})}}
	}, storetest.Features{}, storetest.DefaultPatience, check)
	if len(failures) != 1 || failures[0].Check != check {
		t.Fatalf("a store that takes numbers before the commit passed: %v", failures)
	}
	said := strings.Join(failures[0].Messages, "\n")
	t.Log(said)
	if !strings.Contains(said, "asked for what comes after the last position") {
		t.Errorf("it failed in another way")
	}
}
