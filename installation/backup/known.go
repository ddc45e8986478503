package backup

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Known is a backup that was made of a database, as the database has noted it. Nobody tells whether its files are still there.
type Known struct {
	ID        int64
	Kind      string // dump or base
	Dir       string // the directory, as the command was given it
	Position  int64  // end of the log in it; of a base, when it was begun
	Bytes     int64  // of a dump
	Program   string
	MadeAt    time.Time
	CheckedAt *time.Time // when its files were last compared with the manifest
	Damage    string     // the damage that the last check has found
}

// The kinds of backups.
const (
	Dump = "dump"
	Base = "base"
)

// keptBackups is the number of backups that are remembered.
const keptBackups = 500

// Note notes a backup in its database.
func Note(ctx context.Context, databaseURL, kind, dir string, m Manifest) error {
	return withConnection(ctx, databaseURL, func(conn *pgx.Conn) error {
		var id int64
		if err := conn.QueryRow(ctx, `INSERT INTO public.backups (kind, place, position, bytes, sha256, program) VALUES ($1, $2, $3, $4, $5, $6)
			RETURNING id`, kind, dir, m.Position, m.Bytes, m.SHA256, m.Program).Scan(&id); err != nil {
			return err
		}
		_, err := conn.Exec(ctx, `DELETE FROM public.backups WHERE id <= $1`, id-keptBackups)
		return err
	})
}

// NoteChecked notes that the files of a dump were checked, and the damage that was found. Nothing is noted of a dump that the database does
// not know.
func NoteChecked(ctx context.Context, databaseURL, digest, damage string) (known bool, err error) {
	err = withConnection(ctx, databaseURL, func(conn *pgx.Conn) error {
		tag, err := conn.Exec(ctx, `UPDATE public.backups SET checked_at = clock_timestamp(), damage = $2 WHERE sha256 = $1 AND sha256 <> ''`,
			digest, damage)
		known = tag.RowsAffected() > 0
		return err
	})
	return known, err
}

// Head returns the end of the log in a database, for a base that is about to be made.
func Head(ctx context.Context, databaseURL string) (position int64, err error) {
	err = withConnection(ctx, databaseURL, func(conn *pgx.Conn) error {
		err := conn.QueryRow(ctx, `SELECT position FROM public.log_head ORDER BY position DESC LIMIT 1`).Scan(&position)
		if errors.Is(err, pgx.ErrNoRows) {
			err = nil
		}
		return err
	})
	return position, err
}

// List lists the newest backups of a database, the newest first.
func List(ctx context.Context, pool *pgxpool.Pool, limit int) ([]Known, error) {
	rows, err := pool.Query(ctx, `SELECT id, kind, place, position, bytes, program, made_at, checked_at, damage FROM public.backups
		ORDER BY id DESC LIMIT $1`, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Known])
}
