package installation

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/agent"
)

// The bounds of the table.
const (
	most = 10_000
	life = 30 * 24 * time.Hour
)

// Attempts stores dry runs of agents, and calls that were refused. They changed nothing, so the log has none of them. The table is beside
// the log, holds the newest attempts only, and can be lost. Make it with NewAttempts.
type Attempts struct {
	pool *pgxpool.Pool
	most int64
}

// NewAttempts makes a store.
func NewAttempts(pool *pgxpool.Pool) *Attempts { return &Attempts{pool, most} }

// Add stores an attempt and deletes those that are too many or too old.
func (s *Attempts) Add(ctx context.Context, a agent.Attempt) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var id int64
		err := tx.QueryRow(ctx, `INSERT INTO public.agent_attempts
			(at, kind, account_id, agent_id, operation, target, client, request_id, dry_run, code, message)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
			a.At, a.Kind, a.Account, a.Agent, a.Operation, a.Target, a.Client, a.RequestID, a.DryRun, a.Code, a.Message).Scan(&id)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM public.agent_attempts WHERE id <= $1 OR id IN (
			SELECT id FROM public.agent_attempts WHERE at < $2 ORDER BY id LIMIT 100)`, id-s.most, a.At.Add(-life))
		return err
	})
}

// Recent lists attempts of an account, or of all for 0, the newest first: those before an attempt, or the newest for 0.
func (s *Attempts) Recent(ctx context.Context, account, before int64, limit int) ([]agent.Attempt, error) {
	rows, err := s.pool.Query(ctx, `SELECT id, at, kind, account_id, agent_id, operation, target, client, request_id, dry_run, code, message
		FROM public.agent_attempts WHERE ($1 = 0 OR account_id = $1) AND ($2 = 0 OR id < $2) ORDER BY id DESC LIMIT $3`,
		account, before, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (a agent.Attempt, err error) {
		err = row.Scan(&a.ID, &a.At, &a.Kind, &a.Account, &a.Agent, &a.Operation, &a.Target, &a.Client, &a.RequestID, &a.DryRun, &a.Code,
			&a.Message)
		return a, err
	})
}
