package installation

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"tradelog/eventstore/vault"
)

// Secrets reads the secrets of an installation, and creates them on first use. They are separate from the log, which may be copied, and
// wrapped with the master key.
type Secrets struct {
	vault *vault.Vault
	mu    sync.Mutex
	cache map[string][]byte
}

// NewSecrets stores the secrets in a vault.
func NewSecrets(v *vault.Vault) *Secrets { return &Secrets{vault: v, cache: map[string][]byte{}} }

// Get returns a secret, and creates one of 64 hexadecimal characters if there is none.
func (s *Secrets) Get(ctx context.Context, name string) ([]byte, error) {
	var raw [32]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return nil, err
	}
	return s.remembered(name, func() ([]byte, error) {
		return s.vault.Make(ctx, vault.Secrets, name, []byte(hex.EncodeToString(raw[:])))
	})
}

// Find returns a secret, or nil if there is none.
func (s *Secrets) Find(ctx context.Context, name string) (value []byte, err error) {
	return s.remembered(name, func() ([]byte, error) {
		err := s.vault.Find(ctx, vault.Secrets, []string{name}, func(_ string, found []byte) error {
			value = found
			return nil
		})
		return value, err
	})
}

// remembered returns a secret from memory, or reads it.
func (s *Secrets) remembered(name string, read func() ([]byte, error)) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.cache[name]; v != nil {
		return v, nil
	}
	value, err := read()
	if err != nil {
		return nil, fmt.Errorf("installation secret: %w", err)
	}
	if value != nil {
		s.cache[name] = value
	}
	return value, nil
}

// Set replaces a secret. Other processes see it after Forget or a restart.
func (s *Secrets) Set(ctx context.Context, name string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.cache, name)
	return s.vault.Set(ctx, vault.Secrets, name, value)
}

// Forget makes the next Get read the database again.
func (s *Secrets) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.cache)
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
