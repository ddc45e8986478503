// Package migrations holds the schema of the PostgreSQL database as numbered SQL files and applies them.
//
// Schema public has the event log and the tables of operations. Schema read has the tables that projectors write and readmodels
// query; it can be dropped and rebuilt from the log. The schemas shadow_NAME and old_NAME exist while a projector is rebuilt
// and while a rebuild can be rolled back.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed *.sql
var files embed.FS

// Up migrates the database to the newest schema. Concurrent instances wait for each other. It fails with *newerError if the schema is
// that of a later version.
func Up(ctx context.Context, url string) error {
	complete, err := check(ctx, url, files, "")
	if err != nil || complete {
		return err
	}
	return up(ctx, url, files)
}

// UpModule migrates the tables of a module to its newest schema, after those of Up. Each module numbers its own migrations.
func UpModule(ctx context.Context, url, name string, scripts fs.FS) error {
	complete, err := check(ctx, url, scripts, name)
	if newer, ok := errors.AsType[*newerError](err); ok {
		return newer
	}
	if err == nil && !complete {
		err = up(ctx, url, scripts, goose.WithTableName("goose_"+name))
	}
	if err != nil {
		return fmt.Errorf("module %s: %w", name, err)
	}
	return nil
}

func up(ctx context.Context, url string, scripts fs.FS, options ...goose.ProviderOption) error {
	config, err := parse(url)
	if err != nil {
		return err
	}
	db := sql.OpenDB(stdlib.GetConnector(*config))
	defer db.Close()
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return err
	}
	options = append(options, goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
	provider, err := goose.NewProvider(goose.DialectPostgres, db, scripts, options...)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// Applied reports whether the database has a schema of this package, of any version. It changes nothing.
func Applied(ctx context.Context, url string) (bool, error) {
	config, err := parse(url)
	if err != nil {
		return false, err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var found bool
	err = conn.QueryRow(ctx, `SELECT to_regclass('log_head') IS NOT NULL`).Scan(&found)
	return found, err
}

func parse(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		// pgx quotes the URL in its error, and a URL may hold a password.
		return nil, errors.New("the database URL cannot be read; expected something like postgres://user@host/database")
	}
	return config, nil
}
