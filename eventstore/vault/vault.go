package vault

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Vault wraps and opens the secrets of its tables.
type Vault struct {
	pool    *pgxpool.Pool
	source  Source
	creates bool

	mu  sync.Mutex // held while keys are read
	now atomic.Pointer[known]
}

// known holds the master keys as they were last read.
type known struct {
	keys   map[string]*Key
	active *Key // nil: the database is not protected
}

// New works on a migrated database. creates allows the vault to make the first master key of an installation. Otherwise a database without
// one stays unprotected if the source has none either.
func New(pool *pgxpool.Pool, source Source, creates bool) *Vault {
	if source == nil {
		source = fixed(nil)
	}
	return &Vault{pool: pool, source: source, creates: creates}
}

// Pool returns the connections to the database of the vault.
func (v *Vault) Pool() *pgxpool.Pool { return v.pool }

// Check reads the master keys and, on a database that has none, makes the newest of the source active. It fails with UnknownKeyError if
// something is wrapped with a key that the source does not have. It fails with lostKeysError if the database does not know its master keys.
func (v *Vault) Check(ctx context.Context) error {
	_, err := v.read(ctx, nil)
	return err
}

// keys returns the master keys, which are read once.
func (v *Vault) keys(ctx context.Context) (*known, error) {
	if k := v.now.Load(); k != nil {
		return k, nil
	}
	return v.read(ctx, nil)
}

// read reads the master keys, unless another caller has done so since old was read.
func (v *Vault) read(ctx context.Context, old *known) (*known, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if k := v.now.Load(); k != nil && k != old {
		return k, nil
	}
	has, err := v.source.Keys(ctx)
	if err != nil {
		return nil, err
	}
	registered, err := v.registered(ctx)
	if err != nil {
		return nil, err
	}
	if len(registered) == 0 {
		if err := v.checkKeysKnown(ctx); err != nil {
			return nil, err
		}
	}
	if len(registered) == 0 && len(has) == 0 && v.creates {
		if err := v.source.Create(ctx); err != nil {
			return nil, err
		}
		if has, err = v.source.Keys(ctx); err != nil {
			return nil, err
		}
	}
	if len(registered) == 0 && len(has) > 0 {
		if err := v.activate(ctx, has[0], true); err != nil {
			return nil, err
		}
		if registered, err = v.registered(ctx); err != nil {
			return nil, err
		}
	}
	k := &known{keys: make(map[string]*Key, len(has))}
	for _, key := range has {
		k.keys[key.print] = key
	}
	var missing []string
	for print, active := range registered {
		if k.keys[print] == nil {
			missing = append(missing, print)
		} else if active {
			k.active = k.keys[print]
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return nil, &UnknownKeyError{Missing: missing, Source: v.source.String(), Has: has}
	}
	v.now.Store(k)
	return k, nil
}

// checkKeysKnown fails with lostKeysError if something is wrapped although no master key is registered. One statement looks at both,
// because another process may register the first one now.
func (v *Vault) checkKeysKnown(ctx context.Context) error {
	rows, err := v.pool.Query(ctx, `SELECT master FROM (SELECT master FROM `+Subjects.name+`
			UNION SELECT master FROM `+Secrets.name+`) wrapped
		WHERE master IS NOT NULL AND NOT EXISTS (SELECT FROM public.master_keys) ORDER BY 1`)
	if err != nil {
		return fmt.Errorf("master keys: %w", err)
	}
	prints, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("master keys: %w", err)
	}
	if len(prints) > 0 {
		return &lostKeysError{Wrapping: prints}
	}
	return nil
}

// registered returns the fingerprints of the master keys in use. The value is true for the active one.
func (v *Vault) registered(ctx context.Context) (map[string]bool, error) {
	rows, err := v.pool.Query(ctx, `SELECT fingerprint, active FROM public.master_keys`)
	if err != nil {
		return nil, fmt.Errorf("master keys: %w", err)
	}
	found := map[string]bool{}
	var print string
	var active bool
	if _, err := pgx.ForEachRow(rows, []any{&print, &active}, func() error {
		found[print] = active
		return nil
	}); err != nil {
		return nil, fmt.Errorf("master keys: %w", err)
	}
	return found, nil
}

// activate makes a master key the active one. The locks make it wait for statements that store something under another one, and
// those that come later see the new one. With first it does nothing if there is one already.
func (v *Vault) activate(ctx context.Context, key *Key, first bool) error {
	return v.change(ctx, func(tx pgx.Tx) error {
		if first {
			_, err := tx.Exec(ctx, `INSERT INTO public.master_keys (fingerprint, active)
				SELECT $1, true WHERE NOT EXISTS (SELECT FROM public.master_keys)`, key.print)
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE public.master_keys SET active = false WHERE active`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO public.master_keys (fingerprint, active) VALUES ($1, true)
			ON CONFLICT (fingerprint) DO UPDATE SET active = true`, key.print)
		return err
	})
}

// change changes master_keys while nobody else does, and while nothing is stored. Its commit is durable.
func (v *Vault) change(ctx context.Context, f func(pgx.Tx) error) error {
	err := pgx.BeginFunc(ctx, v.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = on`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '10s'`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `LOCK TABLE public.master_keys IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		for _, t := range tables {
			if _, err := tx.Exec(ctx, `LOCK TABLE `+t.name+` IN SHARE MODE`); err != nil {
				return err
			}
		}
		return f(tx)
	})
	if err != nil {
		return fmt.Errorf("master keys: %w", err)
	}
	return nil
}

// wrapped is a secret as it is stored. Without a master key's fingerprint it is stored as it is.
type wrapped struct {
	secret []byte
	master *string
}

func (v *Vault) wrap(k *known, associated string, secret []byte) (wrapped, error) {
	if k.active == nil {
		return wrapped{secret: secret}, nil
	}
	bytes, err := k.active.wrap(associated, secret)
	return wrapped{bytes, &k.active.print}, err
}

// unwrap opens a stored secret. If its master key is unknown the source is read again.
func (v *Vault) unwrap(ctx context.Context, associated string, w wrapped) ([]byte, error) {
	if w.master == nil {
		return w.secret, nil
	}
	k, err := v.keys(ctx)
	if err != nil {
		return nil, err
	}
	if k.keys[*w.master] == nil {
		if k, err = v.read(ctx, k); err != nil {
			return nil, err
		}
	}
	key := k.keys[*w.master]
	if key == nil { // not registered: it comes from a file of another installation
		return nil, &UnknownKeyError{Missing: []string{*w.master}, Source: v.source.String(), Has: slices.Collect(maps.Values(k.keys))}
	}
	return key.unwrap(associated, w.secret)
}

var errMoved = errors.New("the active master key changed again and again while a secret was stored")
