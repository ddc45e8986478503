package projections

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"tradelog/eventstore"
	"tradelog/internal/wait"
)

// Rollback swaps the tables that were replaced last back in, after they have caught up with the log. They are those from before the last
// rebuild or, after a rollback, those of that rebuild. rebuilt tells whether the tables of the rebuild serve now. If it fails the tables
// are kept for another attempt.
func (e *Engine) Rollback(ctx context.Context, name string, progress Progress) (rebuilt bool, err error) {
	d, err := e.definition(name)
	if err != nil {
		return false, err
	}
	err = e.inSchema(ctx, d, oldSchema(name), JobRollback, progress, func(ctx context.Context, conn *pgx.Conn, _ *job,
		progress Progress,
	) error {
		var at eventstore.Position
		if at, rebuilt, err = e.previous(ctx, conn, d); err != nil {
			return err
		}
		if err := e.behindLog(ctx, d, at); err != nil {
			return err
		}
		r := e.shadowRunner(d, conn, oldSchema(name), at)
		r.keyed, r.replacesRebuilt = true, !rebuilt
		progress.report("replaying", at, at)
		if err := e.catchUp(ctx, r, progress); err != nil {
			return err
		}
		return e.swap(ctx, r)
	})
	return rebuilt, err
}

// ErrNothingKept: there are no earlier tables that a rollback could put back.
var ErrNothingKept = errors.New("there are no earlier tables to go back to")

// previous returns the position of the tables that were replaced last, and whether they are those of the last rebuild. It checks that this
// program can use them.
func (e *Engine) previous(ctx context.Context, conn *pgx.Conn, d *Definition) (at eventstore.Position, rebuilt bool, err error) {
	var there bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)`,
		oldSchema(d.Name)).Scan(&there); err != nil {
		return 0, false, err
	}
	if !there {
		return 0, false, fmt.Errorf("projector %s: %w: they are kept after a rebuild only", d.Name, ErrNothingKept)
	}
	var version int
	// Tables that an earlier program has put aside do not say whether a rollback did that.
	if err := conn.QueryRow(ctx, `SELECT position, schema_version, coalesce((to_jsonb(c) ->> 'rebuilt')::boolean, false)
		FROM shadow_checkpoint c`).Scan(&at, &version, &rebuilt); err != nil {
		return 0, false, err
	}
	if version != d.Version {
		return 0, false, fmt.Errorf("projector %s: %w: the kept ones are of version %d, this program goes on with version %d only", d.Name,
			ErrNothingKept, version, d.Version)
	}
	live, err := shapes(ctx, conn, "read", d.Tables)
	if err != nil {
		return 0, false, err
	}
	old, err := shapes(ctx, conn, oldSchema(d.Name), d.Tables)
	if err != nil {
		return 0, false, err
	}
	if !maps.Equal(live, old) {
		return 0, false, fmt.Errorf("projector %s: %w: a migration has changed its tables since", d.Name, ErrNothingKept)
	}
	return at, rebuilt, nil
}

// shapes describes the columns of tables.
func shapes(ctx context.Context, conn *pgx.Conn, schema string, tables []string) (map[string]string, error) {
	rows, err := conn.Query(ctx, `SELECT c.relname, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', '
		ORDER BY a.attnum)
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE n.nspname = $1 AND c.relname = ANY($2) GROUP BY c.relname`, schema, tables)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	var table, columns string
	_, err = pgx.ForEachRow(rows, []any{&table, &columns}, func() error {
		out[table] = columns
		return nil
	})
	return out, err
}

// swap exchanges the shadow tables and the live ones in one transaction. It locks the projector's checkpoint, so the live tables
// stay as they are while the last events are applied to the shadow tables.
func (e *Engine) swap(ctx context.Context, r *runner) error {
	for attempt := 0; ; attempt++ {
		err := e.trySwap(ctx, r)
		var pg *pgconn.PgError
		if err == nil || attempt == 20 || !errors.As(err, &pg) || pg.Code != "55P03" && pg.Code != "40P01" {
			return err
		}
		// A long read is in the way. Waiting in line for the lock would make all later reads wait behind us.
		wait.For(ctx, time.Duration(attempt+1)*50*time.Millisecond)
		if err := e.catchUp(ctx, r, nil); err != nil {
			return err
		}
	}
}

func (e *Engine) trySwap(ctx context.Context, r *runner) error {
	d := r.definition
	conn, err := e.connectTo(ctx, "tradelog swap "+d.Name, "read")
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '2s'`); err != nil {
		return err
	}
	var live, generation int64
	var version int
	if err := tx.QueryRow(ctx, `SELECT position, generation, schema_version FROM projection_checkpoints WHERE projector = $1 FOR UPDATE`,
		d.Name).Scan(&live, &generation, &version); err != nil {
		return err
	}
	if err := e.catchUp(ctx, r, nil); err != nil {
		return err
	}
	if int64(r.at) < live {
		return fmt.Errorf("the new tables of %s are at %d, behind the live ones at %d", d.Name, r.at, live)
	}
	if err := execAll(ctx, tx, exchange(d, r.schema, live, version, r.replacesRebuilt)); err != nil {
		return err
	}
	// The new generation ends the run on the old tables and discards its cached rows.
	if _, err := tx.Exec(ctx, `UPDATE projection_checkpoints SET position = $2, schema_version = $3, generation = generation + 1,
		error = NULL, error_position = NULL, error_event = NULL, failed_at = NULL, updated_at = clock_timestamp() WHERE projector = $1`,
		d.Name, int64(r.at), d.Version); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `SELECT pg_notify($1, '')`, Channel); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	e.options.Publish(Update{Projector: d.Name, Position: r.at, Generation: generation + 1})
	e.wakeFailed(d.Name)
	return nil
}

// exchange lists the statements that replace the live tables with those of a schema, and move the live ones to the schema for a
// rollback. Both schemas may be the same. rebuilt says that the live tables are those of the last rebuild.
func exchange(d *Definition, from string, live int64, version int, rebuilt bool) []string {
	next, old := "next_"+d.Name, oldSchema(d.Name)
	statements := []string{
		`SET LOCAL lock_timeout = '200ms'`,
		"CREATE SCHEMA " + quoted(next),
		fmt.Sprintf("CREATE TABLE %s AS SELECT %d::bigint AS position, %d AS schema_version, %t AS rebuilt",
			quoted(next, "shadow_checkpoint"), live, version, rebuilt),
	}
	statements = append(statements, exchangeVersions(d, from, next)...)
	for _, t := range d.Tables {
		statements = append(statements, "ALTER TABLE "+quoted("read", t)+" SET SCHEMA "+quoted(next),
			"ALTER TABLE "+quoted(from, t)+" SET SCHEMA read")
	}
	statements = append(statements, "DROP SCHEMA IF EXISTS "+quoted(old)+" CASCADE")
	if version < d.Private {
		return append(statements, "DROP SCHEMA "+quoted(next)+" CASCADE")
	}
	return append(statements, "ALTER SCHEMA "+quoted(next)+" RENAME TO "+quoted(old))
}
