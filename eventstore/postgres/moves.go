package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// BeginMove notes the transfer of another log into this one; see eventstore.Log. It is on the disk when BeginMove returns.
func (s *Store) BeginMove(ctx context.Context, m eventstore.Move) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = on`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO public.log_moves (source, until, began_at) VALUES ($1, $2, $3)
			ON CONFLICT (single) DO UPDATE SET until = greatest(log_moves.until, excluded.until) WHERE log_moves.source = excluded.source`,
			m.Source, int64(m.Until), s.options.Clock().UTC())
		return err
	})
	if err != nil {
		return fmt.Errorf("note that the transfer begins: %w", err)
	}
	there, err := s.Unfinished(ctx)
	if err == nil && there != nil && there.Source != m.Source {
		err = &eventstore.UnfinishedError{Move: *there}
	}
	return err
}

// EndMove forgets a transfer that has ended; see eventstore.Log.
func (s *Store) EndMove(ctx context.Context, m eventstore.Move) error {
	if _, err := s.pool.Exec(ctx, `DELETE FROM public.log_moves WHERE source = $1 AND until <= $2`, m.Source, int64(m.Until)); err != nil {
		return fmt.Errorf("note that the transfer has ended: %w", err)
	}
	return nil
}

// Unfinished returns the transfer that has not ended; see eventstore.Log.
func (s *Store) Unfinished(ctx context.Context) (*eventstore.Move, error) {
	var m eventstore.Move
	err := s.pool.QueryRow(ctx, `SELECT source, until, began_at FROM public.log_moves`).Scan(&m.Source, &m.Until, &m.Began)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for a transfer that has not ended: %w", err)
	}
	return &m, nil
}
