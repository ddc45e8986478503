package projections

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
)

// Ahead lists the rows of projectors that are of a position after the end of the log. These are their checkpoints and, if thorough is set,
// their versions and the tables kept for a rollback. Such rows come from events that are gone, and new events would never be applied to
// them.
func Ahead(ctx context.Context, tx pgx.Tx, end eventstore.Position, thorough bool) ([]eventstore.Ahead, error) {
	found, err := aheadRows(ctx, tx, `SELECT 'projector ' || projector, position FROM projection_checkpoints WHERE position > $1
		ORDER BY projector`, end)
	if err != nil || !thorough {
		return found, err
	}
	versions, err := aheadRows(ctx, tx, `SELECT 'the newest version of projector ' || projector, max(version) FROM read.versions
		WHERE version > $1 GROUP BY projector ORDER BY projector`, end)
	if err != nil {
		return nil, err
	}
	found = append(found, versions...)
	kept, err := oldSchemas(ctx, tx)
	for _, schema := range kept {
		tables, err := aheadRows(ctx, tx, "SELECT 'the tables in schema ' || "+literalSQL(schema)+", position FROM "+
			quoted(schema, "shadow_checkpoint")+" WHERE position > $1", end)
		if err != nil {
			return nil, err
		}
		found = append(found, tables...)
	}
	return found, err
}

func aheadRows(ctx context.Context, tx pgx.Tx, sql string, end eventstore.Position) ([]eventstore.Ahead, error) {
	rows, err := tx.Query(ctx, sql, int64(end))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[eventstore.Ahead])
}

// DropKept removes the tables that rebuilds have kept for a rollback. They show the data of persons who were forgotten since, until a
// rollback would let the tables catch up.
func (e *Engine) DropKept(ctx context.Context) error {
	return pgx.BeginFunc(ctx, e.options.Pool, func(tx pgx.Tx) error {
		kept, err := oldSchemas(ctx, tx)
		if err != nil {
			return err
		}
		return execAll(ctx, tx, dropAll(kept))
	})
}

// dropAll lists the statements that drop schemas. A schema may be gone meanwhile: two processes that forget people do this at once.
func dropAll(schemas []string) (statements []string) {
	for _, schema := range schemas {
		statements = append(statements, "DROP SCHEMA IF EXISTS "+quoted(schema)+" CASCADE")
	}
	return statements
}

// oldSchemas lists the schemas with tables that a rebuild has kept for a rollback.
func oldSchemas(ctx context.Context, tx pgx.Tx) ([]string, error) {
	return list(ctx, tx, `SELECT c.relnamespace::regnamespace::text FROM pg_class c
		WHERE c.relname = 'shadow_checkpoint' AND c.relnamespace::regnamespace::text LIKE 'old\_%' ORDER BY 1`)
}

// Discard gives up the rows of all projectors in the caller's transaction, because they are not of this log. The engine makes them anew
// when it starts, and a rollback to the old ones is not possible.
func Discard(ctx context.Context, tx pgx.Tx) error {
	kept, err := oldSchemas(ctx, tx)
	if err != nil {
		return err
	}
	statements := []string{
		`UPDATE projection_checkpoints SET position = 0, schema_version = 0, generation = generation + 1,
			error = NULL, error_position = NULL, error_event = NULL, failed_at = NULL, updated_at = clock_timestamp()`,
		`DELETE FROM projection_bumps`,
	}
	if err := execAll(ctx, tx, append(statements, dropAll(kept)...)); err != nil {
		return fmt.Errorf("give up the read models: %w", err)
	}
	return nil
}

// behindLog refuses rows of a position after the end of the log.
func (e *Engine) behindLog(ctx context.Context, d *Definition, at eventstore.Position) error {
	end, err := e.options.Store.Head(ctx)
	if err != nil || at <= end {
		return err
	}
	return &FailedError{Projector: d.Name, Position: end + 1, Event: "missing",
		Err: fmt.Errorf("the rows are of position %d, and the log ends at position %d", at, end)}
}

// Any tells whether a database has read models.
func Any(ctx context.Context, pool *pgxpool.Pool) (has bool, err error) {
	err = pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM projection_checkpoints)`).Scan(&has)
	return has, err
}
