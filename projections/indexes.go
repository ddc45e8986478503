package projections

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
)

// addKeys gives the empty shadow tables the constraints of the live ones, whose indexes find rows.
func addKeys(ctx context.Context, tx pgx.Tx, d *Definition) error {
	statements, err := list(ctx, tx, `SELECT format('ALTER TABLE %I.%I ADD CONSTRAINT %I %s', $2::text, c.relname, k.conname,
		pg_get_constraintdef(k.oid))
		FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = 'read' AND c.relname = ANY($1) AND k.contype IN ('p', 'u') ORDER BY k.conname`, d.Tables, shadowSchema(d.Name))
	if err != nil {
		return err
	}
	return execAll(ctx, tx, statements)
}

// addIndexes gives the filled shadow tables the other indexes of the live ones, under the same names.
func addIndexes(ctx context.Context, conn *pgx.Conn, d *Definition) error {
	definitions, err := list(ctx, conn, `SELECT pg_get_indexdef(i.indexrelid) || chr(1) || format('%I.%I', n.nspname,
		c.relname) || chr(1) || format('%I.%I', $2::text, c.relname)
		FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = 'read' AND c.relname = ANY($1) AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
		ORDER BY i.indexrelid`, d.Tables, shadowSchema(d.Name))
	if err != nil {
		return err
	}
	for _, definition := range definitions {
		part := strings.Split(definition, "\x01")
		if _, err := conn.Exec(ctx, strings.Replace(part[0], " ON "+part[1]+" ", " ON "+part[2]+" ", 1)); err != nil {
			return err
		}
	}
	return nil
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func list(ctx context.Context, q querier, sql string, args ...any) ([]string, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
