package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// scanPage is the number of events that one query of a scan returns. A single query over the whole log would keep all old
// versions of log_head alive and slow down appends.
const scanPage = 5000

// Scan reads the table unchecked; see eventstore.SealedStore. It includes rows with positions below 1, which no append creates, if
// from is before them.
func (s *Store) Scan(ctx context.Context, from eventstore.Position, each func(*eventstore.Recorded) error) error {
	for {
		rows, err := s.pool.Query(ctx, `SELECT `+columns+` FROM events WHERE position > $1 ORDER BY position LIMIT $2`, int64(from),
			scanPage)
		if err != nil {
			return err
		}
		events, err := collect(rows)
		if err == nil { // an event that somebody has emptied is damage, which the caller finds
			err = s.fillUnless(ctx, events, errGone)
		}
		if err != nil {
			return err
		}
		for i := range events {
			if err := each(&events[i]); err != nil {
				return err
			}
			from = events[i].Position
		}
		if len(events) < scanPage {
			return nil
		}
	}
}

// BrokenStreams walks the index on (stream, revision); see eventstore.SealedStore.
func (s *Store) BrokenStreams(ctx context.Context, upTo eventstore.Position, max int) ([]eventstore.BrokenStream, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT stream, revision, position, coalesce(previous, -1), coalesce(previous_position, 0) FROM (
			SELECT stream, revision, position, lag(revision) OVER s AS previous, lag(position) OVER s AS previous_position
			FROM events WHERE position <= $1 WINDOW s AS (PARTITION BY stream ORDER BY revision)) AS stepped
		WHERE revision <> coalesce(previous, -1) + 1 OR position < previous_position
		ORDER BY position LIMIT $2`, int64(upTo), max)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (eventstore.BrokenStream, error) {
		var b eventstore.BrokenStream
		err := row.Scan(&b.Stream, &b.Revision, &b.Position, &b.Previous, &b.PreviousPosition)
		return b, err
	})
}
