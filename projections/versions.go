package projections

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Each projector's versions are a partition of read.versions, so that they are swapped together with its tables, whatever their number. In
// a shadow schema the table is called versions.

const versionsTable = "versions"

// partitionOf returns the name of a projector's partition in schema read.
func partitionOf(projector string) string { return versionsTable + "_" + projector }

// addPartitions gives every projector its partition.
func (e *Engine) addPartitions(ctx context.Context) error {
	return pgx.BeginFunc(ctx, e.options.Pool, func(tx pgx.Tx) error {
		// Instances that start at the same time wait for each other.
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext('tradelog versions'))`); err != nil {
			return err
		}
		there, err := list(ctx, tx, `SELECT relname FROM pg_class WHERE relnamespace = 'read'::regnamespace AND relname LIKE 'versions\_%'`)
		if err != nil {
			return err
		}
		known := map[string]bool{}
		for _, name := range there {
			known[name] = true
		}
		var statements []string
		for _, d := range e.options.Definitions {
			if !known[partitionOf(d.Name)] {
				statements = append(statements, fmt.Sprintf(
					"CREATE TABLE %s PARTITION OF read.versions (CHECK (projector = %s)) FOR VALUES IN (%[2]s)",
					quoted("read", partitionOf(d.Name)), literalSQL(d.Name)))
			}
		}
		return execAll(ctx, tx, statements)
	})
}

// emptyVersions lists the statements that make the table in a shadow schema. It has no key yet, see keyVersions.
func emptyVersions(schema string, d *Definition) []string {
	return []string{fmt.Sprintf("CREATE TABLE %s (LIKE read.versions, CHECK (projector = %s))", quoted(schema, versionsTable),
		literalSQL(d.Name))}
}

// keyVersions reduces the table to the newest version of each scope and adds its key. Later versions are upserted one by one.
func (r *runner) keyVersions(ctx context.Context) error {
	if r.keyed {
		return nil
	}
	statements := append([]string{"ALTER TABLE versions RENAME TO noted"}, emptyVersions(r.schema, r.definition)...)
	statements = append(statements,
		"INSERT INTO versions SELECT projector, scope, max(version) FROM noted GROUP BY projector, scope", "DROP TABLE noted",
		fmt.Sprintf("ALTER TABLE versions ADD CONSTRAINT %s PRIMARY KEY (projector, scope)",
			quoted(partitionOf(r.definition.Name)+"_pkey")))
	err := pgx.BeginFunc(ctx, r.conn, func(tx pgx.Tx) error { return execAll(ctx, tx, statements) })
	r.keyed = err == nil
	return err
}

const (
	noteVersions = `INSERT INTO versions (projector, scope, version) SELECT $1, u.scope, u.version
		FROM unnest($2::text[], $3::bigint[]) AS u (scope, version)`
	raiseVersions = noteVersions + ` ON CONFLICT (projector, scope) DO UPDATE SET version = greatest(versions.version, excluded.version)`
)

// exchangeVersions lists the statements that put the versions of schema from in place of the live ones, and move the live ones to schema
// to.
func exchangeVersions(d *Definition, from, to string) []string {
	partition := partitionOf(d.Name)
	live := quoted("read", partition)
	return []string{
		"ALTER TABLE read.versions DETACH PARTITION " + live,
		"ALTER TABLE " + live + " SET SCHEMA " + quoted(to),
		"ALTER TABLE " + quoted(to, partition) + " RENAME TO " + versionsTable,
		"ALTER TABLE " + quoted(from, versionsTable) + " RENAME TO " + quoted(partition),
		"ALTER TABLE " + quoted(from, partition) + " SET SCHEMA read",
		"ALTER TABLE read.versions ATTACH PARTITION " + live + " FOR VALUES IN (" + literalSQL(d.Name) + ")",
	}
}

// source names a table of a projector in a schema.
func source(d *Definition, schema, table string) string {
	if schema == "read" && table == versionsTable {
		return quoted(schema, partitionOf(d.Name))
	}
	return quoted(schema, table)
}

// literalSQL quotes a text for statements that take no parameters.
func literalSQL(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
