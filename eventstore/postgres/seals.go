package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// Seals reads the seals of ranges in one query; see eventstore.SealedStore. The rows of dropped events have them too.
func (s *Store) Seals(ctx context.Context, ranges []eventstore.Range) ([]eventstore.Mark, error) {
	after, upTo := make([]int64, len(ranges)), make([]int64, len(ranges))
	for i, r := range ranges {
		after[i], upTo[i] = int64(r.From), int64(r.To)
	}
	// A plain join makes the planner expect a large part of the table for each range, and read all of it.
	rows, err := s.pool.Query(ctx, `SELECT e.position, e.seal FROM unnest($1::bigint[], $2::bigint[]) AS wanted(after, up_to)
		CROSS JOIN LATERAL (SELECT position, seal FROM events WHERE position > wanted.after AND position <= wanted.up_to
			ORDER BY position LIMIT wanted.up_to - wanted.after) AS e ORDER BY e.position`, after, upTo)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m eventstore.Mark, err error) {
		err = row.Scan(&m.Position, &m.Seal)
		return m, err
	})
}
