package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
)

// Keyring keeps the keys of data subjects in the table subject_keys, and those in use in memory.
type Keyring struct {
	pool *pgxpool.Pool

	mu    sync.Mutex
	cache *lru.Cache[string, []byte]
	// removed counts Forget and Drop. What was read from the table before one of them is not put into the cache after it:
	// the read may have been just ahead of the deletion, and would bring the key back.
	removed uint64
}

var _ eventstore.Keyring = (*Keyring)(nil)

// NewKeyring works on a migrated database.
func NewKeyring(pool *pgxpool.Pool) *Keyring {
	cache, err := lru.New[string, []byte](20_000)
	if err != nil {
		panic(err)
	}
	return &Keyring{pool: pool, cache: cache}
}

// createKeySQL makes a key unless there is one, and returns the one there is. It waits for the disk, also where the log is
// in the same database and the event sealed with the key comes after it in the same write-ahead log: an append of unknown
// outcome is repeated with the event as it was sealed, and when the server crashed in between, the event would be stored
// and its key would not. (set_config is local to the transaction, which is this statement.)
const createKeySQL = `
WITH made AS (
    INSERT INTO subject_keys (subject, key) SELECT $1, $2 FROM set_config('synchronous_commit', 'on', true)
    ON CONFLICT (subject) DO NOTHING RETURNING key)
SELECT key FROM made UNION ALL SELECT key FROM subject_keys WHERE subject = $1 LIMIT 1`

// Key returns a subject's key; see eventstore.Keyring.
func (k *Keyring) Key(ctx context.Context, subject string, create bool) ([]byte, error) {
	if key, ok := k.cache.Get(subject); ok {
		return key, nil
	}
	if create {
		return k.create(ctx, subject)
	}
	// From the answer, not from the cache: among many subjects a key may be gone from there again.
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
	for range 2 { // a key made at the same moment elsewhere shows in the next statement's snapshot
		var key []byte
		err := k.pool.QueryRow(ctx, createKeySQL, subject, fresh).Scan(&key)
		if errors.Is(err, pgx.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("data subject key: %w", err)
		}
		keep(subject, key)
		return key, nil
	}
	return nil, errors.New("data subject key: it was made and deleted elsewhere at the same moment")
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
	rows, err := k.pool.Query(ctx, `SELECT subject, key FROM subject_keys WHERE subject = ANY($1)`, subjects)
	if err != nil {
		return nil, fmt.Errorf("data subject keys: %w", err)
	}
	found := make(map[string][]byte, len(subjects))
	var subject string
	var key []byte
	_, err = pgx.ForEachRow(rows, []any{&subject, &key}, func() error {
		found[subject] = key
		keep(subject, key)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("data subject keys: %w", err)
	}
	return found, nil
}

// keeper returns what puts a key that is about to be read into the cache, unless one has been removed in between.
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

// Forget deletes a subject's key. What it sealed can never be read again. Other processes may hold the key in memory until
// they hear of the PersonForgotten event and call Drop.
func (k *Keyring) Forget(ctx context.Context, subject string) error {
	_, err := k.pool.Exec(ctx, `DELETE FROM subject_keys WHERE subject = $1`, subject)
	k.Drop(subject)
	if err != nil {
		return fmt.Errorf("forget a data subject: %w", err)
	}
	return nil
}

// Drop removes a key from this process's memory.
func (k *Keyring) Drop(subject string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.removed++
	k.cache.Remove(subject)
}
