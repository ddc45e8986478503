package installation

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/access"
)

// IssuedTokens stores which tokens were issued, without the tokens. The table is beside the log. If it is lost, tokens stay valid,
// but nobody can list them or revoke a single one. Make it with NewIssuedTokens.
type IssuedTokens struct {
	pool  *pgxpool.Pool
	clock func() time.Time
}

// NewIssuedTokens makes a store.
func NewIssuedTokens(pool *pgxpool.Pool, clock func() time.Time) *IssuedTokens {
	return &IssuedTokens{pool, clock}
}

// Add stores a token, or the new end of one that is known, and deletes some that have expired.
func (s *IssuedTokens) Add(ctx context.Context, t access.IssuedToken) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM public.issued_tokens WHERE number IN (
			SELECT number FROM public.issued_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED)`,
			s.clock()); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO public.issued_tokens (id, way, kind, account_id, agent_id, doc, issued_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
			ON CONFLICT (id) DO UPDATE SET expires_at = greatest(public.issued_tokens.expires_at, excluded.expires_at)`,
			t.ID, t.Way, t.Kind, t.AccountID, t.Agent, t.Limits, t.IssuedAt, t.ExpiresAt)
		return err
	})
}

const columns = `SELECT number, id, way, kind, account_id, agent_id, doc, issued_at, expires_at FROM public.issued_tokens`

func scan(row pgx.CollectableRow) (t access.IssuedToken, err error) {
	err = row.Scan(&t.Number, &t.ID, &t.Way, &t.Kind, &t.AccountID, &t.Agent, &t.Limits, &t.IssuedAt, &t.ExpiresAt)
	return t, err
}

// List lists the tokens that have not expired, the newest first: those before a number, or the newest for 0. Empty members of
// access.IssuedTo stand for all.
func (s *IssuedTokens) List(ctx context.Context, to access.IssuedTo, before int64, limit int) ([]access.IssuedToken, error) {
	rows, err := s.pool.Query(ctx, columns+` WHERE expires_at > $1 AND ($2 = 0 OR account_id = $2) AND ($3 = '' OR kind = $3)
		AND ($4 = 0 OR number < $4) ORDER BY number DESC LIMIT $5`, s.clock(), to.AccountID, to.Kind, before, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scan)
}

// Find finds a token that has not expired. ok is false if there is none.
func (s *IssuedTokens) Find(ctx context.Context, id string) (t access.IssuedToken, ok bool, err error) {
	rows, err := s.pool.Query(ctx, columns+` WHERE id = $1 AND expires_at > $2`, id, s.clock())
	if err != nil {
		return t, false, err
	}
	t, err = pgx.CollectExactlyOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return t, false, nil
	}
	return t, err == nil, err
}
