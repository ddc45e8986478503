package projections

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"tradelog/eventstore"
)

// Progress tells a person how far long work is.
type Progress func(step string, at, end eventstore.Position)

// ErrUnknownProjector is returned for a name nobody declared.
var ErrUnknownProjector = errors.New("there is no projector of that name")

func (e *Engine) definition(name string) (*Definition, error) {
	d := e.byName[name]
	if d == nil {
		return nil, fmt.Errorf("%w: %s (known: %s)", ErrUnknownProjector, name, strings.Join(e.Names(), ", "))
	}
	return d, nil
}

func shadowSchema(name string) string { return "shadow_" + name }
func oldSchema(name string) string    { return "old_" + name }

// Rebuild makes a projector's rows anew from the log, beside those that serve, and swaps them in when they have caught up.
// No request fails or goes back in time meanwhile. It may run on any instance.
func (e *Engine) Rebuild(ctx context.Context, name string, progress Progress) error {
	d, err := e.definition(name)
	if err != nil {
		return err
	}
	return e.inShadow(ctx, d, true, func(r *runner) error {
		if err := e.catchUp(ctx, r, progress); err != nil {
			return err
		}
		return e.swap(ctx, d, r)
	})
}

// Rollback puts the rows of before the last rebuild back, after they have caught up with the log.
func (e *Engine) Rollback(ctx context.Context, name string, progress Progress) error {
	d, err := e.definition(name)
	if err != nil {
		return err
	}
	var kept bool
	if err := e.options.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)`, oldSchema(name)).Scan(&kept); err != nil {
		return err
	}
	if !kept {
		return fmt.Errorf("projector %s has no earlier tables to go back to: they are kept after a rebuild only", name)
	}
	return e.inShadow(ctx, d, false, func(r *runner) error {
		if err := e.catchUp(ctx, r, progress); err != nil {
			return err
		}
		return e.swap(ctx, d, r)
	})
}

// Difference is what Verify found in one table.
type Difference struct {
	Table           string `json:"table"`
	Missing, Excess int64  // rows only a rebuild has, rows only the live table has
}

// Verify makes a projector's rows anew aside and compares them with those that serve, as of the same position. No
// difference is the law every projector keeps.
func (e *Engine) Verify(ctx context.Context, name string, progress Progress) ([]Difference, error) {
	d, err := e.definition(name)
	if err != nil {
		return nil, err
	}
	var differences []Difference
	err = e.inShadow(ctx, d, true, func(r *runner) error {
		var live eventstore.Position
		if err := e.options.Pool.QueryRow(ctx, `SELECT position FROM projection_checkpoints WHERE projector = $1`, d.Name).Scan(&live); err != nil {
			return err
		}
		if err := e.catchUpTo(ctx, r, live, progress); err != nil {
			return err
		}
		differences, err = e.compare(ctx, d, r)
		return err
	})
	return differences, err
}

// inShadow makes a projector's tables in its shadow schema and calls then. The schema is dropped afterwards.
// fresh starts from nothing; otherwise the shadow is what the last rebuild replaced.
func (e *Engine) inShadow(ctx context.Context, d *Definition, fresh bool, then func(*runner) error) (err error) {
	schema := shadowSchema(d.Name)
	conn, err := e.connectTo(ctx, "tradelog rebuild "+d.Name, schema)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var alone bool
	if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock(hashtext('tradelog rebuild'), hashtext($1))`, d.Name).Scan(&alone); err != nil {
		return err
	}
	if !alone {
		return fmt.Errorf("projector %s is being rebuilt or verified by somebody else right now", d.Name)
	}
	at, err := e.prepareShadow(ctx, conn, d, fresh)
	if err != nil {
		return fmt.Errorf("prepare shadow tables of %s: %w", d.Name, err)
	}
	defer func() {
		cleaning, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
		defer cancel()
		if _, cleanErr := e.options.Pool.Exec(cleaning, "DROP SCHEMA IF EXISTS "+pgx.Identifier{schema}.Sanitize()+" CASCADE"); cleanErr != nil && err == nil {
			err = cleanErr
		}
	}()
	r := &runner{engine: e, definition: d, conn: conn, projector: d.New(), at: at, silent: true,
		advance: func(b *pgx.Batch, _, to eventstore.Position) {
			b.Queue(`UPDATE shadow_checkpoint SET position = $1`, int64(to))
		},
		committed: func(eventstore.Position, map[string]eventstore.Position) {},
	}
	return then(r)
}

// report calls a progress function that may be nil.
func (p Progress) report(step string, at, end eventstore.Position) {
	if p != nil {
		p(step, at, end)
	}
}

// catchUp applies the log to the shadow up to where it ends now.
func (e *Engine) catchUp(ctx context.Context, r *runner, progress Progress) error {
	for {
		page, err := e.options.Store.ReadAll(ctx, r.at, eventstore.Forwards, rebuildBatch, eventstore.Filter{Types: r.definition.Events})
		if err != nil {
			return err
		}
		if page.Next > r.at {
			if err := r.apply(ctx, page.Events, page.Next); err != nil {
				return err
			}
			head, err := e.options.Store.Head(ctx)
			if err != nil {
				return err
			}
			progress.report("replaying", r.at, head)
		}
		if page.End {
			return nil
		}
	}
}

const rebuildBatch = 5000

// prepareShadow makes empty copies of the tables, or takes the kept ones.
func (e *Engine) prepareShadow(ctx context.Context, conn *pgx.Conn, d *Definition, fresh bool) (at eventstore.Position, err error) {
	shadow := pgx.Identifier{shadowSchema(d.Name)}.Sanitize()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback(ctx)
	statements := []string{"DROP SCHEMA IF EXISTS " + shadow + " CASCADE"}
	if fresh {
		statements = append(statements, "CREATE SCHEMA "+shadow, "CREATE TABLE "+shadow+".versions (LIKE read.versions INCLUDING ALL)",
			"CREATE TABLE "+shadow+".shadow_checkpoint AS SELECT 0::bigint AS position")
		for _, t := range d.Tables {
			table := pgx.Identifier{t}.Sanitize()
			statements = append(statements, "CREATE TABLE "+shadow+"."+table+" (LIKE read."+table+" INCLUDING ALL)")
		}
	} else {
		statements = append(statements, "ALTER SCHEMA "+pgx.Identifier{oldSchema(d.Name)}.Sanitize()+" RENAME TO "+shadow)
	}
	for _, s := range statements {
		if _, err := tx.Exec(ctx, s); err != nil {
			return 0, err
		}
	}
	if err := tx.QueryRow(ctx, "SELECT position FROM "+shadow+".shadow_checkpoint").Scan(&at); err != nil {
		return 0, err
	}
	return at, tx.Commit(ctx)
}

// swap exchanges the shadow tables and the live ones in one transaction. While it holds the projector's checkpoint nobody
// moves the live tables, so the last events are applied to the shadow and both are at the same position.
func (e *Engine) swap(ctx context.Context, d *Definition, r *runner) error {
	for attempt := 0; ; attempt++ {
		err := e.trySwap(ctx, d, r)
		var pg *pgconn.PgError
		if err == nil || attempt == 20 || !errors.As(err, &pg) || pg.Code != "55P03" && pg.Code != "40P01" {
			return err
		}
		// A long read is in the way. Waiting in line for the lock would make all later reads wait behind us.
		wait(ctx, time.Duration(attempt+1)*50*time.Millisecond, nil)
		if err := e.catchUp(ctx, r, nil); err != nil {
			return err
		}
	}
}

func (e *Engine) trySwap(ctx context.Context, d *Definition, r *runner) error {
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
	if err := tx.QueryRow(ctx, `SELECT position, generation FROM projection_checkpoints WHERE projector = $1 FOR UPDATE`, d.Name).Scan(&live, &generation); err != nil {
		return err
	}
	if err := e.catchUp(ctx, r, nil); err != nil {
		return err
	}
	if int64(r.at) < live {
		return fmt.Errorf("shadow of %s is at %d, behind the live tables at %d", d.Name, r.at, live)
	}
	shadow, old := pgx.Identifier{shadowSchema(d.Name)}.Sanitize(), pgx.Identifier{oldSchema(d.Name)}.Sanitize()
	statements := []string{
		`SET LOCAL lock_timeout = '200ms'`,
		"DROP SCHEMA IF EXISTS " + old + " CASCADE", "CREATE SCHEMA " + old,
		fmt.Sprintf("CREATE TABLE %s.shadow_checkpoint AS SELECT %d::bigint AS position", old, live),
		fmt.Sprintf("CREATE TABLE %s.versions (LIKE read.versions INCLUDING ALL)", old),
		fmt.Sprintf("INSERT INTO %s.versions SELECT * FROM read.versions WHERE projector = '%s'", old, d.Name),
		fmt.Sprintf("DELETE FROM read.versions WHERE projector = '%s'", d.Name),
		fmt.Sprintf("INSERT INTO read.versions SELECT * FROM %s.versions", shadow),
	}
	for _, t := range d.Tables {
		table := pgx.Identifier{t}.Sanitize()
		statements = append(statements, "ALTER TABLE read."+table+" SET SCHEMA "+old, "ALTER TABLE "+shadow+"."+table+" SET SCHEMA read")
	}
	for _, s := range statements {
		if _, err := tx.Exec(ctx, s); err != nil {
			return err
		}
	}
	// The new generation ends the run on the old tables, and its memory of their rows with it.
	if _, err := tx.Exec(ctx, `UPDATE projection_checkpoints SET position = $2, schema_version = $3, generation = generation + 1,
		error = NULL, error_position = NULL, error_event = NULL, failed_at = NULL, updated_at = clock_timestamp() WHERE projector = $1`,
		d.Name, int64(r.at), d.Version); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	e.options.Publish(Update{Projector: d.Name, Position: r.at, Generation: generation + 1})
	e.wakeFailed(d.Name)
	return nil
}

// compare looks for differences between the shadow and the live tables. First by a sum over all rows, which lets the live
// tables go on: rows and checkpoint commit together, so one snapshot has both. Only when the sums differ are the live
// tables held still and compared row by row.
func (e *Engine) compare(ctx context.Context, d *Definition, r *runner) ([]Difference, error) {
	position, live, err := e.sums(ctx, d, "read", "projection_checkpoints WHERE projector = '"+d.Name+"'")
	if err != nil {
		return nil, err
	}
	if err := e.catchUpTo(ctx, r, position, nil); err != nil {
		return nil, err
	}
	_, rebuilt, err := e.sums(ctx, d, shadowSchema(d.Name), pgx.Identifier{shadowSchema(d.Name)}.Sanitize()+".shadow_checkpoint")
	if err != nil {
		return nil, err
	}
	if maps.Equal(live, rebuilt) {
		return nil, nil
	}
	return e.compareRows(ctx, d, r)
}

// sums returns a position and a digest for each table as of that position. The order of rows does not matter.
func (e *Engine) sums(ctx context.Context, d *Definition, schema, checkpoint string) (at eventstore.Position, digests map[string]string, err error) {
	tx, err := e.options.Pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return 0, nil, err
	}
	defer tx.Rollback(ctx)
	if err := tx.QueryRow(ctx, "SELECT position FROM "+checkpoint).Scan(&at); err != nil {
		return 0, nil, err
	}
	digests = map[string]string{}
	for _, t := range append([]string{"versions"}, d.Tables...) {
		var sum string
		if err := tx.QueryRow(ctx, "SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM "+source(d, schema, t)+" t").Scan(&sum); err != nil {
			return 0, nil, err
		}
		digests[t] = sum
	}
	return at, digests, nil
}

// source names a table of a projector in a schema; all projectors share one table of versions in schema read.
func source(d *Definition, schema, table string) string {
	if schema == "read" && table == "versions" {
		return "(SELECT * FROM read.versions WHERE projector = '" + d.Name + "')"
	}
	return pgx.Identifier{schema, table}.Sanitize()
}

func (e *Engine) compareRows(ctx context.Context, d *Definition, r *runner) ([]Difference, error) {
	tx, err := e.options.Pool.Begin(ctx)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback(ctx)
	var live int64
	if err := tx.QueryRow(ctx, `SELECT position FROM projection_checkpoints WHERE projector = $1 FOR UPDATE`, d.Name).Scan(&live); err != nil {
		return nil, err
	}
	if err := e.catchUpTo(ctx, r, eventstore.Position(live), nil); err != nil {
		return nil, err
	}
	count := func(a, b string) (n int64, err error) {
		err = tx.QueryRow(ctx, "SELECT count(*) FROM (SELECT t::text FROM "+a+" t EXCEPT ALL SELECT t::text FROM "+b+" t) AS only_here").Scan(&n)
		return n, err
	}
	var out []Difference
	for _, t := range append([]string{"versions"}, d.Tables...) {
		rebuilt, serving := source(d, shadowSchema(d.Name), t), source(d, "read", t)
		diff := Difference{Table: t}
		if diff.Missing, err = count(rebuilt, serving); err != nil {
			return nil, err
		}
		if diff.Excess, err = count(serving, rebuilt); err != nil {
			return nil, err
		}
		if diff.Missing != 0 || diff.Excess != 0 {
			out = append(out, diff)
		}
	}
	return out, nil
}

// catchUpTo applies the log to the shadow up to a position and not beyond.
func (e *Engine) catchUpTo(ctx context.Context, r *runner, to eventstore.Position, progress Progress) error {
	for r.at < to {
		page, err := e.options.Store.ReadAll(ctx, r.at, eventstore.Forwards, rebuildBatch, eventstore.Filter{Types: r.definition.Events})
		if err != nil {
			return err
		}
		events := page.Events
		for i := range events {
			if events[i].Position > to {
				events = events[:i]
				break
			}
		}
		if err := r.apply(ctx, events, min(page.Next, to)); err != nil {
			return err
		}
		progress.report("replaying", r.at, to)
	}
	return nil
}

// rebuildIfOutdated rebuilds a projector whose stored rows are of another version.
func (e *Engine) rebuildIfOutdated(ctx context.Context, d *Definition) error {
	var version int
	if err := e.options.Pool.QueryRow(ctx, `SELECT schema_version FROM projection_checkpoints WHERE projector = $1`, d.Name).Scan(&version); err != nil {
		return err
	}
	if version == d.Version {
		return nil
	}
	e.options.Logger.Info("projector is of another version: rebuilding it", "projector", d.Name, "stored", version, "wanted", d.Version)
	return e.Rebuild(ctx, d.Name, nil)
}

func (e *Engine) wakeFailed(name string) {
	select {
	case e.retry[name] <- struct{}{}:
	default:
	}
}
