package projections

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"tradelog/domain"
	"tradelog/eventstore"
)

// keepRunning runs one projector until the term ends. An outage is waited for; a failure of the projector itself is put on
// record and retried when somebody asks, when the next start comes, or after a while in case the cause was passing.
func (e *Engine) keepRunning(ctx context.Context, d *Definition, term int64) {
	failures := 0
	for ctx.Err() == nil {
		if err := e.rebuildIfOutdated(ctx, d); err != nil {
			if ctx.Err() == nil {
				e.options.Logger.Error("rebuild of an outdated projector", "projector", d.Name, "error", err)
			}
			wait(ctx, e.options.Retry, e.retry[d.Name])
			continue
		}
		err := e.run(ctx, d, term)
		var failed *FailedError
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, errFenced):
			// Other tables after a rebuild: go on with those at once. Another owner: guard will notice and end the term.
			e.options.Logger.Info("projector starts again", "projector", d.Name, "because", err)
			wait(ctx, e.options.Retry/10, nil)
		case errors.As(err, &failed):
			failures++
			e.record(ctx, d, term, failed)
			wait(ctx, min(time.Duration(failures)*10*e.options.Retry, time.Minute), e.retry[d.Name])
		default:
			e.options.Logger.Warn("projector is interrupted; will try again", "projector", d.Name, "error", err)
			wait(ctx, e.options.Retry, nil)
		}
	}
}

// FailedError is the failure of a projector at an event.
type FailedError struct {
	Projector string
	Position  eventstore.Position
	Event     string
	Err       error
}

// Error names the projector, the event and the position.
func (e *FailedError) Error() string {
	return fmt.Sprintf("projector %s failed at position %d (%s): %v", e.Projector, e.Position, e.Event, e.Err)
}

// Unwrap returns the cause.
func (e *FailedError) Unwrap() error { return e.Err }

func (e *Engine) record(ctx context.Context, d *Definition, term int64, failed *FailedError) {
	e.options.Logger.Error("projector stopped", "projector", d.Name, "position", failed.Position, "event", failed.Event, "error", failed.Err)
	_, err := e.options.Pool.Exec(ctx, `UPDATE projection_checkpoints SET error = $3, error_position = $4, error_event = $5, failed_at = now() WHERE projector = $1 AND term = $2`,
		d.Name, term, failed.Err.Error(), int64(failed.Position), failed.Event)
	if err != nil && ctx.Err() == nil {
		e.options.Logger.Warn("put a projector's failure on record", "projector", d.Name, "error", err)
	}
	e.options.Publish(Update{Projector: d.Name, Failed: true, Reason: failed.Error()})
	e.notify()
}

// run applies events to the live tables until something ends it.
func (e *Engine) run(ctx context.Context, d *Definition, term int64) error {
	conn, err := e.connect(ctx, "tradelog projector "+d.Name)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var position eventstore.Position
	var generation int64
	if err := conn.QueryRow(ctx, `SELECT position, generation FROM projection_checkpoints WHERE projector = $1`, d.Name).Scan(&position, &generation); err != nil {
		return err
	}
	r := &runner{engine: e, definition: d, conn: conn, at: position, projector: d.New(), advance: func(b *pgx.Batch, from, to eventstore.Position) {
		b.Queue(`SELECT advance_projection($1, $2, $3, $4, $5)`, d.Name, term, generation, int64(from), int64(to))
	}}
	r.committed = func(to eventstore.Position, scopes map[string]eventstore.Position) {
		e.options.Publish(Update{Projector: d.Name, Position: to, Generation: generation, Scopes: scopes})
	}
	r.committed(position, nil)
	subscription, err := e.options.Store.Subscribe(ctx, position, eventstore.Filter{Types: d.Events})
	if err != nil {
		return err
	}
	defer subscription.Close()
	seen := position // how far the log was considered; the stored checkpoint may lag through events of others
	for {
		next, cancel := ctx, context.CancelFunc(func() {})
		if seen > r.at {
			// Idle: write down how far this projector is, so that other instances need not wait for it.
			next, cancel = context.WithTimeout(ctx, idleFlush)
		}
		batch, err := subscription.Next(next)
		cancel()
		switch {
		case err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
			if err := r.apply(ctx, nil, seen); err != nil {
				return err
			}
			e.notify()
			continue
		case err != nil:
			return err
		}
		seen = batch.Position
		if len(batch.Events) == 0 {
			r.committed(seen, nil) // nothing of this projector: no need to write
			continue
		}
		if err := r.applyOrIsolate(ctx, batch.Events, batch.Position); err != nil {
			return err
		}
		e.notify()
	}
}

// applyOrIsolate applies a batch. When the projector fails in it, the events are tried one by one, so that all before the
// culprit are applied and the culprit is known for certain.
func (r *runner) applyOrIsolate(ctx context.Context, events []eventstore.Recorded, to eventstore.Position) error {
	err := r.apply(ctx, events, to)
	var failed *FailedError
	if !errors.As(err, &failed) {
		return err
	}
	r.projector = r.definition.New() // what the failed one remembers may be wrong
	for i := range events {
		if err := r.apply(ctx, events[i:i+1], events[i].Position); err != nil {
			return err
		}
		r.engine.notify()
	}
	return nil
}

// idleFlush is how long a projector may be further than its stored checkpoint says.
const idleFlush = 50 * time.Millisecond

// runner applies batches for one run of a projector, live or into shadow tables.
type runner struct {
	engine     *Engine
	definition *Definition
	conn       *pgx.Conn
	projector  Projector
	at         eventstore.Position // of the stored checkpoint
	advance    func(b *pgx.Batch, from, to eventstore.Position)
	committed  func(to eventstore.Position, scopes map[string]eventstore.Position)
	silent     bool // writes no news
}

// apply writes what a batch of events changes, in one transaction with the checkpoint.
func (r *runner) apply(ctx context.Context, recorded []eventstore.Recorded, to eventstore.Position) error {
	w := newWriter(r.conn)
	if len(recorded) > 0 {
		if err := r.project(ctx, w, recorded); err != nil {
			return err
		}
	}
	b := &pgx.Batch{}
	r.advance(b, r.at, to)
	w.queue(b)
	if len(w.scopes) > 0 {
		names, versions := make([]string, 0, len(w.scopes)), make([]int64, 0, len(w.scopes))
		for scope, version := range w.scopes {
			names, versions = append(names, scope), append(versions, int64(version))
		}
		b.Queue(`INSERT INTO versions (projector, scope, version) SELECT $1, u.scope, u.version FROM unnest($2::text[], $3::bigint[]) AS u (scope, version)
			ON CONFLICT (projector, scope) DO UPDATE SET version = greatest(versions.version, excluded.version)`, r.definition.Name, names, versions)
		if !r.silent {
			b.Queue(`INSERT INTO projection_bumps (projector, position, scopes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, r.definition.Name, int64(to), names)
		}
	}
	// Without explicit transaction control the whole batch is one transaction.
	err := r.conn.SendBatch(ctx, b).Close()
	if err != nil {
		return r.failed(err, recorded)
	}
	r.at = to
	r.committed(to, w.scopes)
	return nil
}

// project lets the projector work, and finds the event it fails at.
func (r *runner) project(ctx context.Context, w *Writer, recorded []eventstore.Recorded) (err error) {
	decoded := make([]domain.Event, len(recorded))
	if !r.definition.Raw {
		if decoded, err = r.engine.options.Codec.DecodeAll(ctx, recorded, true); err != nil {
			return r.failed(err, recorded)
		}
	}
	events := make([]Event, 0, len(recorded))
	for i, payload := range decoded {
		if payload != nil || r.definition.Raw {
			events = append(events, Event{Recorded: recorded[i], Payload: payload})
		}
	}
	defer func() {
		if p := recover(); p != nil {
			err = r.failed(fmt.Errorf("panic: %v\n%s", p, debug.Stack()), recorded)
		}
	}()
	if err := r.projector.Apply(ctx, w, events); err != nil {
		return r.failed(err, recorded)
	}
	return nil
}

// failed tells what kind of failure stopped a batch: fenced, an outage, or the projector's own.
func (r *runner) failed(err error, recorded []eventstore.Recorded) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "TL001", "TL002", "TL003", "TL004":
			return fmt.Errorf("%w: %s", errFenced, pg.Message)
		case "57P01", "57P02", "57P03", "53100", "53200", "53300", "40001", "40P01", "55P03", "57014": // shutdown, no room, locks: not the projector's fault
			return err
		}
	} else if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || r.conn.IsClosed() {
		return err
	}
	f := &FailedError{Projector: r.definition.Name, Err: err}
	if len(recorded) > 0 {
		f.Position, f.Event = recorded[0].Position, recorded[0].Type
		var at *AtError
		if errors.As(err, &at) {
			f.Position, f.Event = at.Position, at.Event
		}
	}
	return f
}

// AtError lets a projector name the event it failed at; without it the first event of the batch is named.
type AtError struct {
	Position eventstore.Position
	Event    string
	Err      error
}

// Error is the cause's.
func (e *AtError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *AtError) Unwrap() error { return e.Err }

// At wraps the failure of one event.
func At(e Event, err error) error {
	if err == nil {
		return nil
	}
	return &AtError{Position: e.Position, Event: e.Type, Err: err}
}

// Channel is where commits of projectors are announced to other instances.
const Channel = "tradelog_projections"

// notify asks for an announcement.
func (e *Engine) notify() {
	select {
	case e.news <- struct{}{}:
	default:
	}
}

// announce wakes the other instances' followers; many commits make one announcement. Losing one is no harm: they poll.
func (e *Engine) announce(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-e.news:
		}
		if _, err := e.options.Pool.Exec(ctx, `SELECT pg_notify($1, '')`, Channel); err != nil && ctx.Err() == nil {
			e.options.Logger.Warn("announce a projection", "error", err)
		}
	}
}
