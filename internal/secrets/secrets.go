// Package secrets keeps the secrets of an installation, made when they are first needed. They are apart from the log, which
// may be copied and read by more people.
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

// Get returns a secret of 64 hexadecimal characters, which is made when there is none.
func (s *Secrets) Get(ctx context.Context, name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.have[name]; v != nil {
		return v, nil
	}
	var raw [32]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return nil, err
	}
	var value []byte
	if err := s.pool.QueryRow(ctx, makeSQL, name, []byte(hex.EncodeToString(raw[:]))).Scan(&value); errors.Is(err, pgx.ErrNoRows) {
		// Made elsewhere at the same moment: the next statement sees it.
		err = s.pool.QueryRow(ctx, `SELECT value FROM installation_secrets WHERE name = $1`, name).Scan(&value)
		if err != nil {
			return nil, fmt.Errorf("installation secret: %w", err)
		}
	} else if err != nil {
		return nil, fmt.Errorf("installation secret: %w", err)
	}
	s.have[name] = value
	return value, nil
}

// Find returns a secret somebody has set; nil when nobody has.
func (s *Secrets) Find(ctx context.Context, name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.have[name]; v != nil {
		return v, nil
	}
	var value []byte
	err := s.pool.QueryRow(ctx, `SELECT value FROM installation_secrets WHERE name = $1`, name).Scan(&value)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("installation secret: %w", err)
	}
	s.have[name] = value
	return value, nil
}

// makeSQL makes a secret unless there is one, and returns the one there is. It waits for the disk, unlike other statements
// of the same pool: what was signed with a secret must not outlive it.
const makeSQL = `
WITH made AS (
    INSERT INTO installation_secrets (name, value) SELECT $1, $2 FROM set_config('synchronous_commit', 'on', true)
    ON CONFLICT (name) DO NOTHING RETURNING value)
SELECT value FROM made UNION ALL SELECT value FROM installation_secrets WHERE name = $1 LIMIT 1`

// Set replaces a secret. Other processes see it when they start, or when they are told to Forget.
func (s *Secrets) Set(ctx context.Context, name string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.have, name)
	_, err := s.pool.Exec(ctx, `INSERT INTO installation_secrets (name, value) SELECT $1, $2 FROM set_config('synchronous_commit', 'on', true) ON CONFLICT (name) DO UPDATE SET value = excluded.value, made_at = now()`, name, value)
	return err
}

// Forget makes the next Get read the database again.
func (s *Secrets) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.have)
}

// Derive makes a value of 64 hexadecimal characters from a secret and a purpose; the same ones give the same value.
func (s *Secrets) Derive(ctx context.Context, name, purpose string) (string, error) {
	key, err := s.Get(ctx, name)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose))
	return hex.EncodeToString(mac.Sum(nil)), nil
}
