// Package apisession stores the sessions of API users (soap-wire §2). They are in the database, so that they outlive restarts and
// every instance knows them. The database has only hashes of their identifiers.
package apisession

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/internal/lru"
	"tradelog/operations/passwords"
)

const (
	// memoryTime is the time that an instance serves a session from memory without reading it again. A session that another instance has ended
	// may be served for as long.
	memoryTime = time.Second
	// renewals is the number of times that a session in constant use is written during its lifetime.
	renewals = 60
	cached   = 10_000
)

// Sessions are the sessions of all instances. Make them with New.
type Sessions struct {
	pool  *pgxpool.Pool
	clock func() time.Time
	known lru.Cache[[sha256.Size]byte, known]
}

type known struct {
	account    int64
	used, read time.Time
}

// New makes the sessions of a database.
func New(pool *pgxpool.Pool, clock func() time.Time) *Sessions {
	return &Sessions{pool: pool, clock: clock, known: lru.New[[sha256.Size]byte, known](cached)}
}

// NewID makes an identifier that belongs to no session: 32 hexadecimal characters in lower case.
func (*Sessions) NewID() string { return passwords.RandomHex(16) }

// hashed returns the digest under which a session is stored. ok is false if the text cannot be the identifier of a session.
func hashed(id string) (sum [sha256.Size]byte, ok bool) {
	raw, err := hex.DecodeString(id)
	return sha256.Sum256([]byte(id)), err == nil && len(raw) == 16
}

// Begin opens a session of an account and returns its identifier. Sessions that have expired are deleted.
func (s *Sessions) Begin(ctx context.Context, account int64, life time.Duration) (string, error) {
	id, now := s.NewID(), s.clock()
	sum, _ := hashed(id)
	_, err := s.pool.Exec(ctx, `WITH expired AS (DELETE FROM api_sessions WHERE used_at < $3)
		INSERT INTO api_sessions (id, account_id, used_at) VALUES ($1, $2, $4)`, sum[:], account, now.Add(-s.longest(life)), now)
	return id, err
}

// longest returns the time after its last stored use at which a session has expired. Uses within one renewal of the last stored one are not
// stored.
func (s *Sessions) longest(life time.Duration) time.Duration { return life + life/renewals }

// Account returns the account of a session and renews the session. ok is false if there is no such session.
func (s *Sessions) Account(ctx context.Context, id string, life time.Duration) (account int64, ok bool, err error) {
	sum, shaped := hashed(id)
	if !shaped {
		return 0, false, nil
	}
	now := s.clock()
	k, found := s.known.Get(sum)
	if !found || now.Sub(k.read) >= memoryTime || now.Before(k.read) {
		k = known{read: now}
		err := s.pool.QueryRow(ctx, `SELECT account_id, used_at FROM api_sessions WHERE id = $1`, sum[:]).Scan(&k.account, &k.used)
		if errors.Is(err, pgx.ErrNoRows) {
			s.known.Remove(sum)
			return 0, false, nil
		}
		if err != nil {
			return 0, false, err
		}
	}
	if now.Sub(k.used) >= s.longest(life) {
		return 0, false, nil
	}
	if now.Sub(k.used) >= life/renewals {
		if _, err := s.pool.Exec(ctx, `UPDATE api_sessions SET used_at = $2 WHERE id = $1 AND used_at < $2`, sum[:], now); err != nil {
			return 0, false, err
		}
		k.used = now
	}
	s.known.Add(sum, k)
	return k.account, true, nil
}

// End ends a session if it exists.
func (s *Sessions) End(ctx context.Context, id string) error {
	sum, ok := hashed(id)
	if !ok {
		return nil
	}
	s.known.Remove(sum)
	_, err := s.pool.Exec(ctx, `DELETE FROM api_sessions WHERE id = $1`, sum[:])
	return err
}
