package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// afterAll comes after all names of streams that begin with a prefix, if it is put behind that.
const afterAll = "\U0010FFFF"

// Streams leaps from one stream to the next in the index on (stream, revision), so it makes three look-ups for each stream, however many
// events they have; see eventstore.SealedStore.
func (s *Store) Streams(ctx context.Context, prefix, after string, most int) ([]eventstore.StreamState, error) {
	rows, err := s.pool.Query(ctx, `WITH RECURSIVE found AS (
			(SELECT stream, 1 AS number FROM events WHERE stream >= $1 AND stream > $2 AND stream < $3 ORDER BY stream LIMIT 1)
			UNION ALL
			SELECT (SELECT e.stream FROM events e WHERE e.stream > f.stream AND e.stream < $3 ORDER BY e.stream LIMIT 1), f.number + 1
			FROM found f WHERE f.stream IS NOT NULL AND f.number < $4)
		SELECT f.stream, newest.revision, newest.position, newest.type, first.recorded_at, newest.recorded_at
		FROM found f
		CROSS JOIN LATERAL (SELECT recorded_at FROM events WHERE stream = f.stream ORDER BY revision LIMIT 1) AS first
		CROSS JOIN LATERAL (SELECT revision, position, type, recorded_at FROM events WHERE stream = f.stream
			ORDER BY revision DESC LIMIT 1) AS newest
		ORDER BY f.stream`, prefix, after, prefix+afterAll, most)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (st eventstore.StreamState, err error) {
		err = row.Scan(&st.Stream, &st.Revision, &st.Position, &st.Type, &st.Began, &st.Newest)
		st.Began, st.Newest = st.Began.UTC(), st.Newest.UTC()
		return st, err
	})
}

// PositionsBefore searches the log for times by halves, all at once: recorded times never run backwards along it. Each step is a look-up by
// the primary key. See eventstore.Store.
func (s *Store) PositionsBefore(ctx context.Context, times []time.Time) ([]eventstore.Position, error) {
	// LIMIT keeps the planner from a join over the whole table.
	rows, err := s.pool.Query(ctx, `WITH RECURSIVE search AS (
			SELECT number, at, 0::bigint AS low, (SELECT position FROM log_head ORDER BY position DESC LIMIT 1) AS high
			FROM unnest($1::timestamptz[]) WITH ORDINALITY AS wanted(at, number)
			UNION ALL
			SELECT s.number, s.at, CASE WHEN e.recorded_at < s.at THEN e.position ELSE s.low END,
				CASE WHEN e.recorded_at < s.at THEN s.high ELSE e.position - 1 END
			FROM search s CROSS JOIN LATERAL (SELECT position, recorded_at FROM events WHERE position = (s.low + s.high + 1) / 2 LIMIT 1) AS e
			WHERE s.low < s.high)
		SELECT low FROM search WHERE low = high ORDER BY number`, times)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[eventstore.Position])
	if err == nil && len(found) != len(times) {
		err = fmt.Errorf("%w: the search for a time came to a position without an event", eventstore.ErrGap)
	}
	return found, err
}

// Shares looks at one event in each of max parts of the range, at a position that differs from part to part: events come in patterns, such
// as those of an order, and equal distances would find the same type again and again. See eventstore.SealedStore.
func (s *Store) Shares(ctx context.Context, r eventstore.Range, most int) (shares []eventstore.TypeCount, all bool, err error) {
	length := int64(r.To - r.From)
	step := max(1, (length+int64(most)-1)/int64(max(1, most)))
	rows, err := s.pool.Query(ctx, `SELECT e.type, count(*) FROM generate_series(0, ($2::bigint - $1::bigint - 1) / $3::bigint) AS part
		CROSS JOIN LATERAL (SELECT type FROM events
			WHERE position = least($2, $1 + 1 + part * $3 + (part * 2654435761 % 4294967296) % $3) LIMIT 1) AS e
		GROUP BY e.type ORDER BY count(*) DESC, e.type`, int64(r.From), int64(r.To), step)
	if err != nil {
		return nil, false, err
	}
	shares, err = pgx.CollectRows(rows, pgx.RowToStructByPos[eventstore.TypeCount])
	return shares, step == 1, err
}

// Count reads a range by the primary key; see eventstore.SealedStore.
func (s *Store) Count(ctx context.Context, r eventstore.Range) ([]eventstore.Count, error) {
	rows, err := s.pool.Query(ctx, `SELECT split_part(stream, '-', 1), type, count(*), count(*) FILTER (WHERE revision = 0) FROM events
		WHERE position > $1 AND position <= $2 GROUP BY 1, 2 ORDER BY 1, 2`, int64(r.From), int64(r.To))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[eventstore.Count])
}

// Size asks the database for the size of the table; see eventstore.SealedStore.
func (s *Store) Size(ctx context.Context) (bytes int64, err error) {
	err = s.pool.QueryRow(ctx, `SELECT pg_total_relation_size('events')`).Scan(&bytes)
	return bytes, err
}
