// Package secrets stores the secrets of an installation and creates them on first use. They are separate from the log, which may
// be copied.
package secrets

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Secrets reads and makes them.
type Secrets struct {
	pool *pgxpool.Pool
	mu   sync.Mutex
	have map[string][]byte
}

// New works on a migrated database.
func New(pool *pgxpool.Pool) *Secrets { return &Secrets{pool: pool, have: map[string][]byte{}} }

// Get returns a secret, and creates one of 64 hexadecimal characters if there is none.
func (s *Secrets) Get(ctx context.Context, name string) ([]byte, error) {
	var raw [32]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return nil, err
	}
	for range 2 { // the second query sees a secret that another process created at the same moment
		if value, err := s.query(ctx, name, makeSQL, name, []byte(hex.EncodeToString(raw[:]))); value != nil || err != nil {
			return value, err
		}
	}
	return nil, errors.New("installation secret: it was created and deleted elsewhere at the same moment")
}

// Find returns a secret, or nil if there is none.
func (s *Secrets) Find(ctx context.Context, name string) ([]byte, error) {
	return s.query(ctx, name, `SELECT value FROM installation_secrets WHERE name = $1`, name)
}

// query returns a secret from memory or by a query, or nil if there is none.
func (s *Secrets) query(ctx context.Context, name, sql string, args ...any) (value []byte, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.have[name]; v != nil {
		return v, nil
	}
	err = s.pool.QueryRow(ctx, sql, args...).Scan(&value)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("installation secret: %w", err)
	}
	s.have[name] = value
	return value, nil
}

// makeSQL creates a secret unless there is one, and returns the stored one. Unlike other statements of the pool, its commit is
// durable: what a secret has signed must not outlive it.
const makeSQL = `
WITH made AS (
    INSERT INTO installation_secrets (name, value) SELECT $1, $2 FROM set_config('synchronous_commit', 'on', true)
    ON CONFLICT (name) DO NOTHING RETURNING value)
SELECT value FROM made UNION ALL SELECT value FROM installation_secrets WHERE name = $1 LIMIT 1`

// Set replaces a secret. Other processes see it after Forget or a restart.
func (s *Secrets) Set(ctx context.Context, name string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.have, name)
	_, err := s.pool.Exec(ctx, `INSERT INTO installation_secrets (name, value)
		SELECT $1, $2 FROM set_config('synchronous_commit', 'on', true)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, made_at = now()`, name, value)
	return err
}

// Forget makes the next Get read the database again.
func (s *Secrets) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.have)
}

// Derive returns an HMAC of purpose with a secret as 64 hexadecimal characters.
func (s *Secrets) Derive(ctx context.Context, name, purpose string) (string, error) {
	key, err := s.Get(ctx, name)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose))
	return hex.EncodeToString(mac.Sum(nil)), nil
}
