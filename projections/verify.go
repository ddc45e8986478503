package projections

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// Difference holds the differences that Verify found in one table. A row that differs counts on both sides.
type Difference struct {
	Table   string   `json:"table"`
	Missing int64    `json:"missing"` // rows only a rebuild has
	Excess  int64    `json:"excess"`  // rows only the live table has
	Rows    []string `json:"rows"`    // the first of them, by their keys
}

// Verify rebuilds a projector's rows in a shadow schema and compares them with the live ones as of the same position. There must
// be no difference.
func (e *Engine) Verify(ctx context.Context, name string, progress Progress) ([]Difference, error) {
	d, err := e.definition(name)
	if err != nil {
		return nil, err
	}
	var differences []Difference
	err = e.inShadow(ctx, d, JobVerify, progress, func(ctx context.Context, r *runner, j *job, progress Progress) error {
		var live eventstore.Position
		if err := e.options.Pool.QueryRow(ctx, `SELECT position FROM projection_checkpoints WHERE projector = $1`,
			d.Name).Scan(&live); err != nil {
			return err
		}
		if err := e.catchUpTo(ctx, r, live, progress); err != nil {
			return err
		}
		if err := r.keyVersions(ctx); err != nil {
			return err
		}
		progress.report("comparing", r.at, r.at)
		differences, err = e.compare(ctx, d, r)
		j.found(differences)
		return err
	})
	return differences, err
}

// compare looks for differences between the shadow and the live tables. First it compares sums over all rows without a lock:
// rows and checkpoint commit together, so one snapshot has both. Only if the sums differ does it lock the checkpoint and compare
// row by row.
func (e *Engine) compare(ctx context.Context, d *Definition, r *runner) ([]Difference, error) {
	position, live, err := e.sums(ctx, d, "read", "projection_checkpoints WHERE projector = "+literalSQL(d.Name))
	if err != nil {
		return nil, err
	}
	if err := e.catchUpTo(ctx, r, position, nil); err != nil {
		return nil, err
	}
	_, rebuilt, err := e.sums(ctx, d, r.schema, quoted(r.schema, "shadow_checkpoint"))
	if err != nil {
		return nil, err
	}
	if maps.Equal(live, rebuilt) {
		return nil, nil
	}
	return e.compareRows(ctx, d, r)
}

// sums returns a position and a digest for each table as of that position. The order of rows does not matter.
func (e *Engine) sums(ctx context.Context, d *Definition, schema, checkpoint string) (at eventstore.Position, digests map[string]string,
	err error) {
	tx, err := e.options.Pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return 0, nil, err
	}
	defer tx.Rollback(ctx)
	if err := tx.QueryRow(ctx, "SELECT position FROM "+checkpoint).Scan(&at); err != nil {
		return 0, nil, err
	}
	digests = map[string]string{}
	for _, t := range append([]string{versionsTable}, d.Tables...) {
		var sum string
		if err := tx.QueryRow(ctx, "SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM "+source(d,
			schema, t)+" t").Scan(&sum); err != nil {
			return 0, nil, err
		}
		digests[t] = sum
	}
	return at, digests, nil
}

func (e *Engine) compareRows(ctx context.Context, d *Definition, r *runner) ([]Difference, error) {
	tx, err := e.options.Pool.Begin(ctx)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback(ctx)
	var live int64
	if err := tx.QueryRow(ctx, `SELECT position FROM projection_checkpoints WHERE projector = $1 FOR UPDATE`,
		d.Name).Scan(&live); err != nil {
		return nil, err
	}
	if err := e.catchUpTo(ctx, r, eventstore.Position(live), nil); err != nil {
		return nil, err
	}
	var out []Difference
	for _, t := range append([]string{versionsTable}, d.Tables...) {
		diff, err := differ(ctx, tx, t, source(d, r.schema, t), source(d, "read", t))
		if err != nil {
			return nil, err
		}
		if diff.Missing != 0 || diff.Excess != 0 {
			out = append(out, diff)
		}
	}
	return out, nil
}

// shown is the number of rows that a Difference names.
const shown = 10

// differ compares two tables row by row and names the first rows that only one of them has.
func differ(ctx context.Context, tx pgx.Tx, table, rebuilt, serving string) (Difference, error) {
	key, err := keyOf(ctx, tx, table)
	if err != nil {
		return Difference{}, err
	}
	d := Difference{Table: table}
	only := func(a, b string) (n int64, err error) {
		sql := "SELECT " + key + " AS key, t::text FROM " + a + " t EXCEPT ALL SELECT " + key + ", t::text FROM " + b + " t"
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM ("+sql+") AS only_here").Scan(&n); err != nil || n == 0 {
			return n, err
		}
		rows, err := tx.Query(ctx, "SELECT DISTINCT key FROM ("+sql+") AS only_here ORDER BY key LIMIT $1", shown)
		if err != nil {
			return n, err
		}
		named, err := pgx.CollectRows(rows, pgx.RowTo[string])
		d.Rows = append(d.Rows, named...)
		return n, err
	}
	if d.Missing, err = only(rebuilt, serving); err != nil {
		return d, err
	}
	if d.Excess, err = only(serving, rebuilt); err != nil {
		return d, err
	}
	slices.Sort(d.Rows)
	d.Rows = slices.Compact(d.Rows)
	d.Rows = d.Rows[:min(len(d.Rows), shown)]
	return d, nil
}

// keyOf returns the SQL expression that names a row of a table by its primary key, such as "id=7".
func keyOf(ctx context.Context, tx pgx.Tx, table string) (string, error) {
	rows, err := tx.Query(ctx, `SELECT quote_literal(a.attname || '=') || ' || t.' || quote_ident(a.attname) || '::text'
		FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
		WHERE i.indrelid = to_regclass($1) AND i.indisprimary ORDER BY array_position(i.indkey::int2[], a.attnum)`, quoted("read", table))
	if err != nil {
		return "", err
	}
	parts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if len(parts) == 0 {
		parts = []string{"''"}
	}
	return "concat_ws(', ', " + strings.Join(parts, ", ") + ")", err
}
