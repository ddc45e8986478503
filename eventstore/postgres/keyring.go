package postgres

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/claim"
	"tradelog/eventstore"
	"tradelog/eventstore/vault"
	"tradelog/internal/lru"
)

// Keyring stores the keys of data subjects in the table subject_keys of a vault and caches those in use, as they are.
type Keyring struct {
	pool  *pgxpool.Pool
	vault *vault.Vault

	mu    sync.Mutex
	cache lru.Cache[string, []byte]
	// removed counts Forget and Drop. A key that was read before one of them is not cached after it, because the read may have
	// preceded the deletion.
	removed uint64
}

var _ eventstore.Keyring = (*Keyring)(nil)

// NewKeyring returns a keyring that stores its keys in a vault.
func NewKeyring(v *vault.Vault) *Keyring {
	return &Keyring{pool: v.Pool(), vault: v, cache: lru.New[string, []byte](20_000)}
}

// Key returns a subject's key; see eventstore.Keyring.
func (k *Keyring) Key(ctx context.Context, subject string, create bool) ([]byte, error) {
	if key, ok := k.cache.Get(subject); ok {
		return key, nil
	}
	if create {
		return k.create(ctx, subject)
	}
	// The key is taken from the result, because the cache may have evicted it already.
	keys, err := k.load(ctx, []string{subject})
	if err != nil {
		return nil, err
	}
	if key, ok := keys[subject]; ok {
		return key, nil
	}
	return nil, eventstore.ErrForgotten
}

func (k *Keyring) create(ctx context.Context, subject string) ([]byte, error) {
	fresh := make([]byte, 32)
	if _, err := rand.Read(fresh); err != nil {
		return nil, err
	}
	keep := k.keeper()
	// It is durable when it is returned: an append of unknown outcome is repeated with the event as sealed, so a crash in between
	// must not lose the key.
	key, err := k.vault.Make(ctx, vault.Subjects, subject, fresh)
	if err != nil {
		return nil, fmt.Errorf("data subject key: %w", err)
	}
	keep(subject, key)
	return key, nil
}

// Load fetches keys that are not in memory, in one query; see eventstore.Keyring.
func (k *Keyring) Load(ctx context.Context, subjects []string) error {
	var missing []string
	for _, s := range subjects {
		if !k.cache.Contains(s) {
			missing = append(missing, s)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	_, err := k.load(ctx, missing)
	return err
}

func (k *Keyring) load(ctx context.Context, subjects []string) (map[string][]byte, error) {
	keep := k.keeper()
	found := make(map[string][]byte, len(subjects))
	if err := k.vault.Find(ctx, vault.Subjects, subjects, func(subject string, key []byte) error {
		found[subject] = key
		keep(subject, key)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("data subject keys: %w", err)
	}
	return found, nil
}

// keeper returns a function that caches a key, unless a key was removed since keeper was called.
func (k *Keyring) keeper() func(subject string, key []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	before := k.removed
	return func(subject string, key []byte) {
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.removed == before {
			k.cache.Add(subject, key)
		}
	}
}

// Forget deletes the keys of subjects, whose sealed data can never be read again. The deletion is durable when it returns. Other
// processes may cache a key until they call Drop. It refuses, and deletes nothing, if a subject is no person: the key of
// claim.KeySubject is the shop's, and without it no claim of an e-mail address would hold.
func (k *Keyring) Forget(ctx context.Context, subjects ...string) error {
	if slices.Contains(subjects, claim.KeySubject) {
		return fmt.Errorf("the key %q is the shop's and belongs to nobody who can be forgotten", claim.KeySubject)
	}
	_, err := k.pool.Exec(ctx, `DELETE FROM subject_keys WHERE subject = ANY($1)
		AND set_config('synchronous_commit', 'on', true) IS NOT NULL`, subjects)
	k.Drop()
	if err != nil {
		return fmt.Errorf("forget data subjects: %w", err)
	}
	return nil
}

// Drop removes all keys from this process's memory.
func (k *Keyring) Drop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.removed++
	k.cache.Purge()
}
