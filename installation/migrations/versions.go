package migrations

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// newerError refuses a database whose schema a later version of the program has changed.
type newerError struct {
	Module        string // whose schema it is; empty for that of the program
	Schema, Known int64  // the newest migration of the database, and of this program
	Needed        string // the first version of the program that knew the schema; empty if that is not recorded
	Last          string // the version that used the database last
}

// Error names the version that is needed.
func (e *newerError) Error() string {
	needed := "a later version"
	if e.Needed != "" {
		needed = "version " + e.Needed
		if e.Last != "" && e.Last != e.Needed {
			needed += " (last used by version " + e.Last + ")"
		}
	}
	of := "tradelog"
	if e.Module != "" {
		of = "the module " + e.Module
	}
	return fmt.Sprintf("the database was changed by %s of %s: its schema is %d, and this program knows %d. Nothing was changed. "+
		"Use that version or a later one. The way back is a backup from before the upgrade; docs/upgrade.md tells more",
		needed, of, e.Schema, e.Known)
}

// newest returns the number of the newest migration among scripts, and how many there are.
func newest(scripts fs.FS) (number int64, count int, err error) {
	names, err := fs.Glob(scripts, "*.sql")
	for _, name := range names {
		digits, _, _ := strings.Cut(name, "_")
		if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
			number = max(number, n)
			count++
		}
	}
	return number, count, err
}

// Check fails with *newerError if a later version of the program has changed the schema. It changes nothing, and accepts a database
// without a schema.
func Check(ctx context.Context, url string) error {
	_, err := check(ctx, url, files, "")
	return err
}

// check also reports whether all migrations are applied.
func check(ctx context.Context, url string, scripts fs.FS, module string) (complete bool, err error) {
	known, count, err := newest(scripts)
	if err != nil {
		return false, err
	}
	config, err := parse(url)
	if err != nil {
		return false, err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	table := "goose_db_version"
	if module != "" {
		table = "goose_" + module
	}
	var there, recorded bool
	if err := conn.QueryRow(ctx, `SELECT to_regclass($1) IS NOT NULL, to_regclass('public.program_versions') IS NOT NULL`,
		pgx.Identifier{"public", table}.Sanitize()).Scan(&there, &recorded); err != nil || !there {
		return false, err
	}
	newer, applied := &newerError{Module: module, Known: known}, 0
	if err := conn.QueryRow(ctx, `SELECT coalesce(max(version_id), 0), count(DISTINCT version_id) FILTER (WHERE version_id > 0)
		FROM `+pgx.Identifier{"public", table}.Sanitize()+` WHERE is_applied`).Scan(&newer.Schema, &applied); err != nil {
		return false, err
	}
	if newer.Schema <= known {
		return applied == count, nil
	}
	if recorded && module == "" {
		err = conn.QueryRow(ctx, `SELECT version, (SELECT version FROM public.program_versions ORDER BY last_at DESC LIMIT 1)
			FROM public.program_versions WHERE schema >= $1 ORDER BY schema, first_at LIMIT 1`, newer.Schema).Scan(&newer.Needed, &newer.Last)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return false, err
		}
	}
	return false, newer
}

// querier is a pool or a connection.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Use records that a version of the program uses the database, and returns the one that did so before it, empty if none is recorded.
func Use(ctx context.Context, db querier, version string) (before string, err error) {
	known, _, err := newest(files)
	if err != nil {
		return "", err
	}
	err = db.QueryRow(ctx, `SELECT version FROM public.program_versions ORDER BY last_at DESC LIMIT 1`).Scan(&before)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return "", err
	}
	_, err = db.Exec(ctx, `INSERT INTO public.program_versions AS p (version, schema) VALUES ($1, $2)
		ON CONFLICT (version) DO UPDATE SET schema = $2, last_at = now() WHERE p.schema <> $2 OR p.last_at < now() - interval '1 hour'
			OR p.last_at < (SELECT max(last_at) FROM public.program_versions)`, version, known)
	return before, err
}
