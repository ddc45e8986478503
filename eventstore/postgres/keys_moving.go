package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Each calls f for the key of every data subject, in order. The keys open all personal data of the log: protect copies like the
// database.
func (k *Keyring) Each(ctx context.Context, f func(subject string, key []byte) error) error {
	rows, err := k.pool.Query(ctx, `SELECT subject, key FROM subject_keys ORDER BY subject`)
	if err != nil {
		return err
	}
	var subject string
	var key []byte
	_, err = pgx.ForEachRow(rows, []any{&subject, &key}, func() error { return f(subject, key) })
	return err
}

// Put imports the key of a subject. An existing key stays.
func (k *Keyring) Put(ctx context.Context, subject string, key []byte) error {
	_, err := k.pool.Exec(ctx, `INSERT INTO subject_keys (subject, key) VALUES ($1, $2) ON CONFLICT DO NOTHING`, subject, key)
	return err
}
