package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
)

// Snapshots keeps folded states in the table snapshots. It is a cache: losing it costs time only.
type Snapshots struct{ Pool *pgxpool.Pool }

// Load returns the newest snapshot of a stream with a shape.
func (s Snapshots) Load(ctx context.Context, stream, shape string) (revision eventstore.Revision, state []byte, ok bool, err error) {
	err = s.Pool.QueryRow(ctx, `SELECT revision, state FROM snapshots WHERE stream = $1 AND shape = $2`, stream, shape).Scan(&revision, &state)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil, false, nil
	}
	return revision, state, err == nil, err
}

// Save keeps a snapshot unless there is a newer one of the same shape.
func (s Snapshots) Save(ctx context.Context, stream, shape string, revision eventstore.Revision, state []byte) error {
	_, err := s.Pool.Exec(ctx, `INSERT INTO snapshots (stream, shape, revision, state) VALUES ($1, $2, $3, $4)
		ON CONFLICT (stream) DO UPDATE SET shape = excluded.shape, revision = excluded.revision, state = excluded.state, written_at = now()
		WHERE snapshots.shape <> excluded.shape OR snapshots.revision < excluded.revision`, stream, shape, int64(revision), state)
	return err
}
