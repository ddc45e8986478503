// Package secrets keeps the secrets of an installation, made when they are first needed. They are apart from the log, which
// may be copied and read by more people.
package secrets

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

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
	for range 2 {
		if _, err := s.pool.Exec(ctx, `INSERT INTO installation_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, []byte(hex.EncodeToString(raw[:]))); err != nil {
			return nil, fmt.Errorf("installation secret: %w", err)
		}
		if err := s.pool.QueryRow(ctx, `SELECT value FROM installation_secrets WHERE name = $1`, name).Scan(&value); err == nil {
			s.have[name] = value
			return value, nil
		}
	}
	return nil, fmt.Errorf("installation secret could not be made")
}

// Set replaces a secret. Other processes see it when they start, or when they are told to Forget.
func (s *Secrets) Set(ctx context.Context, name string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.have, name)
	_, err := s.pool.Exec(ctx, `INSERT INTO installation_secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value, made_at = now()`, name, value)
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
