package projections

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// Progress is called with the progress of long work, for people.
type Progress func(step string, at, end eventstore.Position)

// ErrUnknownProjector: no projector has that name.
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

func quoted(name ...string) string { return pgx.Identifier(name).Sanitize() }

// Rebuild makes a projector's rows anew from the log in a shadow schema, and swaps them in when they have caught up. No request
// fails or goes back in time meanwhile. It may run on any instance.
func (e *Engine) Rebuild(ctx context.Context, name string, progress Progress) error {
	d, err := e.definition(name)
	if err != nil {
		return err
	}
	return e.inShadow(ctx, d, JobRebuild, progress, func(ctx context.Context, r *runner, _ *job, progress Progress) error {
		if err := e.catchUp(ctx, r, progress); err != nil {
			return err
		}
		progress.report("indexing", r.at, r.at)
		if err := errors.Join(addIndexes(ctx, r.conn, d), r.keyVersions(ctx)); err != nil {
			return fmt.Errorf("index the new tables of %s: %w", d.Name, err)
		}
		if err := e.catchUp(ctx, r, progress); err != nil {
			return err
		}
		return e.swap(ctx, r)
	})
}

// inSchema calls do with a connection whose search path is a schema beside the live tables. It holds the lock that allows one
// such connection for each projector, and notes the job. When do returns, the connection is closed.
func (e *Engine) inSchema(
	ctx context.Context, d *Definition, schema string, kind JobKind, progress Progress,
	do func(ctx context.Context, conn *pgx.Conn, j *job, progress Progress) error,
) error {
	conn, err := e.connectTo(ctx, "tradelog rebuild "+d.Name, schema)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := lockSchema(ctx, conn, d); err != nil {
		return err
	}
	// Unlocked explicitly: the server may end the connection late, and the next call must not be refused.
	defer unlockSchema(context.WithoutCancel(ctx), conn, d)
	return e.runJob(ctx, d, kind, progress, func(ctx context.Context, j *job, progress Progress) error { return do(ctx, conn, j, progress) })
}

// lockSchema fails with ErrBusy if another job has the projector. The end of a job is told before its lock is free, so the lock of a job
// that has ended is waited for.
func lockSchema(ctx context.Context, conn *pgx.Conn, d *Definition) error {
	var alone, ended bool
	if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock(`+schemaLock+`), NOT EXISTS (SELECT 1 FROM projection_jobs
		WHERE projector = $1 AND ended_at IS NULL)`, d.Name).Scan(&alone, &ended); err != nil || alone {
		return err
	}
	if ended {
		limit, cancel := context.WithTimeout(ctx, unlockedWithin)
		defer cancel()
		if _, err := conn.Exec(limit, `SELECT pg_advisory_lock(`+schemaLock+`)`, d.Name); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return fmt.Errorf("%w: %s", ErrBusy, d.Name)
}

// unlockedWithin bounds the time between the end of a job and the release of its lock.
const unlockedWithin = 5 * time.Second

func unlockSchema(ctx context.Context, conn *pgx.Conn, d *Definition) {
	_, _ = conn.Exec(ctx, `SELECT pg_advisory_unlock(`+schemaLock+`)`, d.Name) // on a lost connection there is nothing to unlock
}

const schemaLock = `hashtext('tradelog rebuild'), hashtext($1)`

// ErrBusy: only one rebuild, rollback or verification of a projector runs at a time.
var ErrBusy = errors.New("the projector is being rebuilt, rolled back or verified by somebody else right now")

// inShadow makes empty copies of a projector's tables in its shadow schema and calls then. The schema is dropped afterwards.
func (e *Engine) inShadow(
	ctx context.Context, d *Definition, kind JobKind, progress Progress, then func(context.Context, *runner, *job, Progress) error,
) error {
	return e.inSchema(ctx, d, shadowSchema(d.Name), kind, progress, func(ctx context.Context, conn *pgx.Conn, j *job, progress Progress) (
		err error,
	) {
		if err := e.prepareShadow(ctx, conn, d); err != nil {
			return fmt.Errorf("prepare shadow tables of %s: %w", d.Name, err)
		}
		defer func() { err = errors.Join(err, e.dropShadow(context.WithoutCancel(ctx), conn, d)) }()
		return then(ctx, e.shadowRunner(d, conn, shadowSchema(d.Name), 0), j, progress)
	})
}

// shadowRunner applies events to tables in another schema than the live ones.
func (e *Engine) shadowRunner(d *Definition, conn *pgx.Conn, schema string, at eventstore.Position) *runner {
	r := &runner{engine: e, definition: d, db: conn, conn: conn, projector: d.New(), at: at, schema: schema,
		committed: func(eventstore.Position, map[string]eventstore.Position, []any) {}}
	r.advance = func(b *pgx.Batch, _, to eventstore.Position, scopes []string, versions []int64) {
		b.Queue(`UPDATE shadow_checkpoint SET position = $1`, int64(to))
		sql := noteVersions
		if r.keyed {
			sql = raiseVersions
		}
		if len(scopes) > 0 {
			b.Queue(sql, d.Name, scopes, versions)
		}
	}
	return r
}

// prepareShadow replaces the shadow schema with empty copies of the tables. They have keys and no other indexes: those are made
// faster when the rows are there, see addIndexes.
func (e *Engine) prepareShadow(ctx context.Context, conn *pgx.Conn, d *Definition) error {
	shadow := quoted(shadowSchema(d.Name))
	statements := []string{"DROP SCHEMA IF EXISTS " + shadow + " CASCADE", "CREATE SCHEMA " + shadow,
		"CREATE TABLE " + shadow + ".shadow_checkpoint AS SELECT 0::bigint AS position"}
	statements = append(statements, emptyVersions(shadowSchema(d.Name), d)...)
	for _, t := range d.Tables {
		statements = append(statements, "CREATE TABLE "+quoted(shadowSchema(d.Name), t)+" (LIKE "+quoted("read",
			t)+" INCLUDING ALL EXCLUDING INDEXES)")
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := execAll(ctx, tx, statements); err != nil {
			return err
		}
		return addKeys(ctx, tx, d)
	})
}

func execAll(ctx context.Context, tx pgx.Tx, statements []string) error {
	for _, s := range statements {
		if _, err := tx.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// dropShadow removes the shadow schema. When the connection is lost, the lock that keeps others away may be as well. Then it is taken once
// more; if somebody else has it by now, the schema is theirs.
func (e *Engine) dropShadow(ctx context.Context, conn *pgx.Conn, d *Definition) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if conn.IsClosed() {
		fresh, err := e.connect(ctx, "tradelog rebuild "+d.Name)
		if err != nil {
			return nil // the next rebuild removes it
		}
		defer fresh.Close(ctx)
		// The server may still be busy ending the old connection.
		if _, err := fresh.Exec(ctx, `SET lock_timeout = '5s'`); err != nil {
			return nil
		}
		if _, err := fresh.Exec(ctx, `SELECT pg_advisory_lock(`+schemaLock+`)`, d.Name); err != nil {
			return nil
		}
		defer unlockSchema(ctx, fresh, d)
		conn = fresh
	}
	_, err := conn.Exec(ctx, "DROP SCHEMA IF EXISTS "+quoted(shadowSchema(d.Name))+" CASCADE")
	return err
}

// report calls a progress function that may be nil.
func (p Progress) report(step string, at, end eventstore.Position) {
	if p != nil {
		p(step, at, end)
	}
}

// catchUp applies the log to the shadow tables up to its present end. While a page is written the next one is projected, and the
// one after that is read and decoded. If a page cannot be written, its events are applied again one by one, to find the cause.
func (e *Engine) catchUp(ctx context.Context, r *runner, progress Progress) error {
	r.overlaps = true
	err := e.replay(ctx, r, progress)
	r.overlaps = false
	err = errors.Join(err, r.settle())
	var overlapped *overlappedError
	var failed *FailedError
	if !errors.As(err, &overlapped) || !errors.As(err, &failed) {
		return err
	}
	if err := r.conn.QueryRow(ctx, `SELECT position FROM shadow_checkpoint`).Scan(&r.at); err != nil {
		return err
	}
	r.projector = r.definition.New()
	return e.replay(ctx, r, progress)
}

func (e *Engine) replay(ctx context.Context, r *runner, progress Progress) error {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	ahead := make(chan chunk, 1)
	go e.readAhead(reading, r, r.at, ahead)
	for {
		var c chunk
		select {
		case c = <-ahead:
		case <-ctx.Done():
			return ctx.Err()
		}
		if c.err != nil {
			return c.err
		}
		if c.to > r.at {
			if err := r.applyOrIsolate(ctx, c); err != nil {
				return err
			}
			r.at = max(r.at, c.to)
			head, err := e.options.Store.Head(ctx)
			if err != nil {
				return err
			}
			progress.report("replaying", r.at, head)
		}
		if c.end {
			return nil
		}
	}
}

// readAhead reads pages and decodes them until the log ends, somebody stops it or there is an error.
func (e *Engine) readAhead(ctx context.Context, r *runner, from eventstore.Position, to chan<- chunk) {
	for {
		page, err := e.page(ctx, r.definition, from)
		c := chunk{events: page.Events, to: page.Next, end: page.End || err != nil, err: err}
		c.wanted(r.definition)
		c.decode(ctx, r)
		select {
		case to <- c:
		case <-ctx.Done():
			return
		}
		if c.end {
			return
		}
		from = max(from, page.Next)
	}
}

// catchUpTo applies the log to the shadow tables up to a position and not beyond.
func (e *Engine) catchUpTo(ctx context.Context, r *runner, to eventstore.Position, progress Progress) error {
	for r.at < to {
		d := r.definition
		page, err := e.page(ctx, d, r.at)
		if err != nil {
			return err
		}
		if page.Next <= r.at {
			return fmt.Errorf("the log ends at position %d, but the rows of %s are of position %d", r.at, d.Name, to)
		}
		events := page.Events
		for i := range events {
			if events[i].Position > to {
				events = events[:i]
				break
			}
		}
		c := chunk{events: events, to: min(page.Next, to)}
		c.wanted(d)
		if err := r.applyOrIsolate(ctx, c); err != nil {
			return err
		}
		progress.report("replaying", r.at, to)
	}
	return nil
}

// rebuildBatch is the number of events on a page. Three pages are in memory at once: one is read, one is decoded and one is written.
const rebuildBatch = 1500

func (e *Engine) page(ctx context.Context, d *Definition, from eventstore.Position) (eventstore.Page, error) {
	page, err := e.options.Store.ReadAll(ctx, from, eventstore.Forwards, rebuildBatch, eventstore.Filter{Types: d.Events})
	return page, missing(d, from, err)
}

// rebuildIfOutdated rebuilds a projector whose stored rows have another version.
func (e *Engine) rebuildIfOutdated(ctx context.Context, d *Definition) error {
	var version int
	if err := e.options.Pool.QueryRow(ctx, `SELECT schema_version FROM projection_checkpoints WHERE projector = $1`,
		d.Name).Scan(&version); err != nil {
		return err
	}
	if version == d.Version {
		return nil
	}
	e.options.Logger.Info("this program has another version of a projector: rebuilding its tables, the former ones serve meanwhile",
		"projector", d.Name, "former", version, "new", d.Version)
	return e.Rebuild(ctx, d.Name, nil)
}

func (e *Engine) wakeFailed(name string) {
	select {
	case e.retry[name] <- struct{}{}:
	default:
	}
}
