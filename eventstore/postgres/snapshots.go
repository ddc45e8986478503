package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
)

// Snapshots stores folded states in the table snapshots, which is a cache. The caller checks whether a row can be trusted.
type Snapshots struct{ Pool *pgxpool.Pool }

// Load returns the newest snapshot of a stream with a shape.
func (s Snapshots) Load(ctx context.Context, stream, shape string) (snapshot eventstore.Snapshot, ok bool, err error) {
	snapshot.Stream, snapshot.Shape = stream, shape
	err = s.Pool.QueryRow(ctx, `SELECT revision, state, seal FROM snapshots WHERE stream = $1 AND shape = $2`, stream, shape).
		Scan(&snapshot.Revision, &snapshot.State, &snapshot.Seal)
	if errors.Is(err, pgx.ErrNoRows) {
		return snapshot, false, nil
	}
	return snapshot, err == nil, err
}

// Save stores a snapshot unless there is a newer one of the same shape.
func (s Snapshots) Save(ctx context.Context, snapshot eventstore.Snapshot) error {
	_, err := s.Pool.Exec(ctx, `INSERT INTO snapshots (stream, shape, revision, state, seal) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (stream) DO UPDATE
		SET shape = excluded.shape, revision = excluded.revision, state = excluded.state, seal = excluded.seal, written_at = now()
		WHERE snapshots.shape <> excluded.shape OR snapshots.revision < excluded.revision`,
		snapshot.Stream, snapshot.Shape, int64(snapshot.Revision), snapshot.State, snapshot.Seal)
	return err
}

// Forget removes the snapshots of streams.
func (s Snapshots) Forget(ctx context.Context, streams []string) error {
	_, err := s.Pool.Exec(ctx, `DELETE FROM snapshots WHERE stream = ANY($1)`, streams)
	return err
}

// Drop removes a snapshot that cannot be trusted, unless another has replaced it.
func (s Snapshots) Drop(ctx context.Context, snapshot eventstore.Snapshot) error {
	_, err := s.Pool.Exec(ctx, `DELETE FROM snapshots WHERE stream = $1 AND shape = $2 AND revision = $3 AND seal = $4`,
		snapshot.Stream, snapshot.Shape, int64(snapshot.Revision), snapshot.Seal)
	return err
}
