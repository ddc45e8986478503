package vault

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// Table is one of the tables that hold secrets under an identifier.
type Table struct {
	name, id                  string
	make, find, all, put, set string
}

// The tables of a vault.
var (
	Subjects = table("public.subject_keys", "subject", "created_at")   // keys of data subjects
	Secrets  = table("public.installation_secrets", "name", "made_at") // secrets of the installation
)

var tables = []*Table{Subjects, Secrets}

// storeCondition is the condition of all statements that store: $3 is the active master key, or there is none and $3 is null. set_config
// makes the commit durable whatever the pool's default is. Data that a secret has sealed or signed must not outlive the secret. The setting
// is local to the transaction, which is the statement.
const storeCondition = `set_config('synchronous_commit', 'on', true)
    WHERE $3::text IS NULL AND NOT EXISTS (SELECT FROM public.master_keys)
       OR EXISTS (SELECT FROM public.master_keys WHERE fingerprint = $3 AND active)`

func table(name, id, made string) *Table {
	insert := `INSERT INTO ` + name + ` (` + id + `, secret, master) `
	return &Table{
		name: name, id: id,
		make: `
WITH made AS (
    ` + insert + `SELECT $1, $2, $3 FROM ` + storeCondition + `
    ON CONFLICT (` + id + `) DO NOTHING RETURNING secret, master)
SELECT secret, master FROM made UNION ALL SELECT secret, master FROM ` + name + ` WHERE ` + id + ` = $1 LIMIT 1`,
		find: `SELECT ` + id + `, secret, master FROM ` + name + ` WHERE ` + id + ` = ANY($1)`,
		all:  `SELECT ` + id + `, secret, master FROM ` + name + ` WHERE ` + id + ` > $1 ORDER BY ` + id + ` LIMIT $2`,
		// The number of rows of the first column tells whether the active master key was the right one.
		put: `
WITH valid AS (SELECT FROM ` + storeCondition + `), put AS (
    ` + insert + `SELECT t.*, $3 FROM unnest($1::text[], $2::bytea[]) t, valid ON CONFLICT (` + id + `) DO NOTHING)
SELECT count(*) FROM valid`,
		set: `
WITH valid AS (SELECT FROM ` + storeCondition + `), put AS (
    ` + insert + `SELECT t.*, $3 FROM unnest($1::text[], $2::bytea[]) t, valid
    ON CONFLICT (` + id + `) DO UPDATE SET secret = excluded.secret, master = excluded.master, ` + made + ` = now())
SELECT count(*) FROM valid`,
	}
}

// associated returns the associated data that the ciphertext of a secret is bound to: its table and its identifier.
func (t *Table) associated(id string) string { return t.name + "\x00" + id }

// Make stores fresh as the secret of id unless id has one, and returns the stored secret. The secret is durable when Make returns.
func (v *Vault) Make(ctx context.Context, t *Table, id string, fresh []byte) ([]byte, error) {
	k, err := v.keys(ctx)
	for range attempts {
		if err != nil {
			return nil, err
		}
		w, err := v.wrap(k, t.associated(id), fresh)
		if err != nil {
			return nil, err
		}
		var stored wrapped
		err = v.pool.QueryRow(ctx, t.make, id, w.secret, w.master).Scan(&stored.secret, &stored.master)
		if err == nil {
			return v.unwrap(ctx, t.associated(id), stored)
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return nil, err
		}
		// Another process made it at the same moment, which the next statement sees, or another master key is active.
		if k, err = v.read(ctx, k); err != nil {
			return nil, err
		}
	}
	return nil, errMoved
}

// attempts bounds how often a statement that stores is repeated.
const attempts = 5

// Find calls f with the secrets of those identifiers that have one.
func (v *Vault) Find(ctx context.Context, t *Table, ids []string, f func(id string, secret []byte) error) error {
	return v.each(ctx, t, func(id string, w wrapped) error {
		secret, err := v.unwrap(ctx, t.associated(id), w)
		if err != nil {
			return err
		}
		return f(id, secret)
	}, t.find, ids)
}

// each calls f with the rows of a query.
func (v *Vault) each(ctx context.Context, t *Table, f func(id string, w wrapped) error, sql string, args ...any) error {
	rows, err := v.pool.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	// The rows are read before f may query.
	type row struct {
		id string
		wrapped
	}
	found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (out row, err error) {
		return out, r.Scan(&out.id, &out.secret, &out.master)
	})
	if err != nil {
		return err
	}
	for _, r := range found {
		if err := f(r.id, r.wrapped); err != nil {
			return err
		}
	}
	return nil
}

// Stored is a secret as it is stored: wrapped with the master key of a fingerprint, or as it is if that is empty.
type Stored struct {
	ID     string
	Secret []byte
	Master string
}

// Each calls f with everything in a table as it is stored, in order.
func (v *Vault) Each(ctx context.Context, t *Table, f func(Stored) error) error {
	for last, n := "", chunk; n == chunk; {
		n = 0
		if err := v.each(ctx, t, func(id string, w wrapped) error {
			n, last = n+1, id
			s := Stored{ID: id, Secret: w.secret}
			if w.master != nil {
				s.Master = *w.master
			}
			return f(s)
		}, t.all, last, chunk); err != nil {
			return err
		}
	}
	return nil
}

// chunk is the number of rows that are read or rewrapped at once.
const chunk = 1000

// Open returns a secret that was stored in a table, here or elsewhere, if its master key is among those of the source.
func (v *Vault) Open(ctx context.Context, t *Table, s Stored) ([]byte, error) {
	w := wrapped{secret: s.Secret}
	if s.Master != "" {
		w.master = &s.Master
	}
	return v.unwrap(ctx, t.associated(s.ID), w)
}

// Put stores secrets under identifiers that have none; the others stay.
func (v *Vault) Put(ctx context.Context, t *Table, ids []string, secrets [][]byte) error {
	return v.store(ctx, t, t.put, ids, secrets)
}

// Set stores a secret, and replaces the former one.
func (v *Vault) Set(ctx context.Context, t *Table, id string, secret []byte) error {
	return v.store(ctx, t, t.set, []string{id}, [][]byte{secret})
}

func (v *Vault) store(ctx context.Context, t *Table, sql string, ids []string, secrets [][]byte) error {
	k, err := v.keys(ctx)
	for range attempts {
		if err != nil {
			return err
		}
		var master *string
		all := make([][]byte, len(ids))
		for i, id := range ids {
			w, err := v.wrap(k, t.associated(id), secrets[i])
			if err != nil {
				return err
			}
			all[i], master = w.secret, w.master
		}
		var valid int
		if err := v.pool.QueryRow(ctx, sql, ids, all, master).Scan(&valid); err != nil || valid == 1 {
			return err
		}
		k, err = v.read(ctx, k)
	}
	return errMoved
}
