package installation

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/agent"
	"tradelog/domain/fault"
)

// The bounds of registrations.
const (
	unusedLife = 24 * time.Hour // of a client that nobody has let in
	mostUnused = 10_000
)

// Agents stores the clients and the secrets of the authorization server, in tables of their own beside the log. Secrets are stored as
// hashes. A write is on disk when it returns, so that a client never holds a secret that the installation has lost. Make it with NewAgents.
type Agents struct {
	pool  *pgxpool.Pool
	clock func() time.Time
}

// NewAgents makes a store.
func NewAgents(pool *pgxpool.Pool, clock func() time.Time) *Agents { return &Agents{pool, clock} }

// durably runs statements in a transaction that is on disk when it returns.
func (s *Agents) durably(ctx context.Context, do func(tx pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = on`); err != nil {
			return err
		}
		return do(tx)
	})
}

func hashOf(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

var errAgentsFull = fault.New(fault.Unavailable, "Too many clients have registered and were never let in. Please try again tomorrow.").
	WithCode("temporarily_unavailable")

// Register stores a client. Clients that nobody has let in for a day are deleted.
func (s *Agents) Register(ctx context.Context, c agent.Client) error {
	now := s.clock()
	return s.durably(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM oauth_clients WHERE used_at IS NULL AND created_at < $1`, now.Add(-unusedLife)); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `INSERT INTO oauth_clients (id, doc, created_at)
			SELECT $1, $2, $3 WHERE (SELECT count(*) FROM oauth_clients WHERE used_at IS NULL) < $4`, c.ID, c, now, mostUnused)
		if err == nil && tag.RowsAffected() == 0 {
			err = errAgentsFull
		}
		return err
	})
}

// Client finds a registered client.
func (s *Agents) Client(ctx context.Context, id string) (c agent.Client, ok bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT doc FROM oauth_clients WHERE id = $1 AND (used_at IS NOT NULL OR created_at >= $2)`, id,
		s.clock().Add(-unusedLife)).Scan(&c)
	if errors.Is(err, pgx.ErrNoRows) {
		return c, false, nil
	}
	return c, err == nil, err
}

// LetIn keeps a registration.
func (s *Agents) LetIn(ctx context.Context, id string) error {
	return s.durably(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE oauth_clients SET used_at = $2 WHERE id = $1`, id, s.clock())
		return err
	})
}

// Save stores a secret.
func (s *Agents) Save(ctx context.Context, text string, secret agent.Secret) error {
	return s.durably(ctx, func(tx pgx.Tx) error { return insert(ctx, tx, text, secret, true) })
}

func insert(ctx context.Context, tx pgx.Tx, text string, s agent.Secret, answered bool) error {
	_, err := tx.Exec(ctx, `INSERT INTO oauth_secrets (hash, kind, account_id, agent_id, doc, expires_at, answered)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, hashOf(text), s.Kind, s.Account, s.Agent, s.Bound, s.Expires, answered)
	return err
}

// row is a stored secret.
type row struct {
	agent.Secret
	used      bool
	successor []byte
}

// use returns the present use of a secret.
func (r row) use(now time.Time) agent.Use {
	switch {
	case r.used:
		return agent.Repeated
	case !now.Before(r.Expires):
		return agent.Unknown
	}
	return agent.First
}

// find reads a secret and locks it. The row is empty if there is none.
func find(ctx context.Context, tx pgx.Tx, kind, text string) (r row, err error) {
	err = tx.QueryRow(ctx, `SELECT kind, account_id, agent_id, doc, expires_at, used, successor FROM oauth_secrets
		WHERE hash = $1 AND kind = $2 FOR UPDATE`, hashOf(text), kind).
		Scan(&r.Kind, &r.Account, &r.Agent, &r.Bound, &r.Expires, &r.used, &r.successor)
	if errors.Is(err, pgx.ErrNoRows) {
		return row{}, nil
	}
	return r, err
}

// Find finds a secret.
func (s *Agents) Find(ctx context.Context, kind, text string) (secret agent.Secret, use agent.Use, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		r, err := find(ctx, tx, kind, text)
		secret, use = r.Secret, r.use(s.clock())
		return err
	})
	return secret, use, err
}

// Take uses a secret, once.
func (s *Agents) Take(ctx context.Context, kind, text string) (secret agent.Secret, use agent.Use, err error) {
	err = s.durably(ctx, func(tx pgx.Tx) error {
		r, err := find(ctx, tx, kind, text)
		if secret, use = r.Secret, r.use(s.clock()); err != nil || use != agent.First {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE oauth_secrets SET used = true WHERE hash = $1`, hashOf(text))
		return err
	})
	return secret, use, err
}

// Renew replaces a refresh token. A replacement whose answer was never sent counts as used, and the token is replaced again.
func (s *Agents) Renew(ctx context.Context, text, fresh string) (secret agent.Secret, use agent.Use, err error) {
	err = s.durably(ctx, func(tx pgx.Tx) error {
		r, err := find(ctx, tx, agent.RefreshSecret, text)
		if secret, use = r.Secret, r.use(s.clock()); err != nil || use == agent.Unknown {
			return err
		}
		if use == agent.Repeated {
			tag, err := tx.Exec(ctx, `UPDATE oauth_secrets SET used = true WHERE hash = $1 AND NOT used AND NOT answered`, r.successor)
			if err != nil || tag.RowsAffected() == 0 {
				return err
			}
			use = agent.First
		}
		if _, err := tx.Exec(ctx, `UPDATE oauth_secrets SET used = true, successor = $2 WHERE hash = $1`, hashOf(text),
			hashOf(fresh)); err != nil {
			return err
		}
		return insert(ctx, tx, fresh, r.Secret, false)
	})
	return secret, use, err
}

// Answered notes that the answer with a refresh token was sent.
func (s *Agents) Answered(ctx context.Context, text string) error {
	return s.durably(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE oauth_secrets SET answered = true WHERE hash = $1 AND NOT answered`, hashOf(text))
		return err
	})
}

// Expired lists at most max agents whose secrets have all expired.
func (s *Agents) Expired(ctx context.Context, max int) ([]agent.Ended, error) {
	rows, err := s.pool.Query(ctx, `SELECT max(account_id), agent_id, bool_or(kind = $3) FROM oauth_secrets WHERE agent_id > 0
		GROUP BY agent_id HAVING max(expires_at) < $1 ORDER BY agent_id LIMIT $2`, s.clock().Add(-time.Minute), max, agent.RefreshSecret)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[agent.Ended])
}

// Clear deletes the secrets of an agent, and those of logins that have expired. Agent 0 stands for none.
func (s *Agents) Clear(ctx context.Context, id int64) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM oauth_secrets WHERE agent_id = $1 AND $1 > 0 OR agent_id = 0 AND expires_at < $2`, id, s.clock())
	return err
}
