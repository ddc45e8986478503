package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Each calls f for the key of every data subject, in order. Who has the keys can read what the log seals: keep what is made
// of them as safe as the database.
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

// Put brings the key of a subject along with a log that was moved here. A key that is there stays.
func (k *Keyring) Put(ctx context.Context, subject string, key []byte) error {
	_, err := k.pool.Exec(ctx, `INSERT INTO subject_keys (subject, key) VALUES ($1, $2) ON CONFLICT DO NOTHING`, subject, key)
	return err
}
