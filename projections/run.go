package projections

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/attribute"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/internal/tracing"
	"tradelog/internal/wait"
)

// keepRunning runs one projector until the term ends. After an outage it tries again. A failure of the projector itself is recorded, and
// retried on request, at the next start, or after a pause. oust ends the term, because another one has begun.
func (e *Engine) keepRunning(ctx context.Context, t term, d *Definition, oust func()) {
	var last *FailedError
	var oneByOneUpTo eventstore.Position
	failures := 0
	for ctx.Err() == nil {
		err := e.rebuildIfOutdated(ctx, d)
		if err == nil {
			err = e.run(ctx, t, d, oneByOneUpTo)
		}
		var failed *FailedError
		var overlapped *overlappedError
		switch {
		case ctx.Err() != nil:
			return
		case errors.As(err, &overlapped) && errors.As(err, &failed):
			oneByOneUpTo = overlapped.to // the event that cannot be written is found one by one
		case errors.Is(err, errOusted):
			e.options.Logger.Warn("projector is fenced off", "projector", d.Name, "because", err)
			oust()
			return
		case errors.Is(err, errMoved):
			e.options.Logger.Info("projector goes on with other tables", "projector", d.Name, "because", err)
			wait.For(ctx, e.options.Retry/10)
		case errors.As(err, &failed):
			if failures++; last != nil && last.Position != failed.Position {
				failures = 1 // the cause of the last one is gone
			}
			last = failed
			e.record(ctx, d, t.number, failed)
			wait.Until(ctx, min(time.Duration(failures)*10*e.options.Retry, time.Minute), e.retry[d.Name])
		default:
			e.options.Logger.Warn("projector is interrupted; will try again", "projector", d.Name, "error", err)
			wait.For(ctx, e.options.Retry)
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

// record stores a failure for status and metrics, unless the tables were swapped since.
func (e *Engine) record(ctx context.Context, d *Definition, term int64, failed *FailedError) {
	e.options.Logger.Error("projector stopped", "projector", d.Name, "position", failed.Position, "event", failed.Event, "error",
		failed.Err)
	e.mu.Lock()
	run, ran := e.runs[d.Name]
	e.mu.Unlock()
	_, err := e.options.Pool.Exec(ctx, `UPDATE projection_checkpoints SET error = $3, error_position = $4, error_event = $5,
		failed_at = now()
		WHERE projector = $1 AND term = $2 AND (generation = $6 OR NOT $7)`,
		d.Name, term, failed.Err.Error(), int64(failed.Position), failed.Event, run.generation, ran)
	if err != nil && ctx.Err() == nil {
		e.options.Logger.Warn("put a projector's failure on record", "projector", d.Name, "error", err)
	}
	e.options.Publish(Update{Projector: d.Name, Failed: true, Reason: failed.Error()})
	e.notify()
}

// run applies events to the live tables until something ends it. Up to the position oneByOneUpTo, a batch is written before the next one
// is projected.
func (e *Engine) run(ctx context.Context, t term, d *Definition, oneByOneUpTo eventstore.Position) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	err := e.follow(ctx, t, d, oneByOneUpTo, end)
	if cause := context.Cause(ctx); errors.Is(cause, errMoved) {
		return cause
	}
	return err
}

// missing makes a gap in the log a failure of the projector that found it, because its rows would lack events. The position is the
// first that may be missing.
func missing(d *Definition, after eventstore.Position, err error) error {
	if !errors.Is(err, eventstore.ErrGap) {
		return err
	}
	return &FailedError{Projector: d.Name, Position: after + 1, Event: "missing", Err: err}
}

// applyOrIsolate applies a batch. If the projector fails in it, the events are tried one by one. So all events before the failing one are
// applied, and the failure names it.
func (r *runner) applyOrIsolate(ctx context.Context, c chunk) error {
	err := r.apply(ctx, c)
	var failed *FailedError
	var overlapped *overlappedError
	if !errors.As(err, &failed) || errors.As(err, &overlapped) {
		return err
	}
	r.projector = r.definition.New() // the cached rows of the failed one may be wrong
	overlaps := r.overlaps
	r.overlaps = false
	defer func() { r.overlaps = overlaps }()
	for i := range c.events {
		if err := r.apply(ctx, c.one(i)); err != nil {
			return err
		}
	}
	return nil
}

// idleFlush is the time by which the stored checkpoint may lag behind the projector unless somebody waits.
const idleFlush = 500 * time.Millisecond

// session is the connection, or the pool, that a runner reads and writes with.
type session interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// runner applies batches for one run of a projector, live or into shadow tables.
type runner struct {
	engine     *Engine
	definition *Definition
	db         session
	conn       *pgx.Conn // db, if it is a connection of this runner alone
	projector  Projector
	at         eventstore.Position // of the stored checkpoint
	// advance moves the checkpoint on and stores the versions of the touched scopes.
	advance   func(b *pgx.Batch, from, to eventstore.Position, scopes []string, versions []int64)
	committed func(to eventstore.Position, scopes map[string]eventstore.Position, told []any)
	schema    string // of its tables; empty for the live ones
	keyed     bool   // the versions in the shadow schema have their key
	// replacesRebuilt says that the tables which a rollback replaces are those of the last rebuild.
	replacesRebuilt bool
	// tries says that the events are not committed, see Try.
	tries bool
	// overlaps lets a batch be written while the next one is projected.
	overlaps bool
	writing  chan error // the outcome of the batch being written; nil without one
	written  func()     // called after it is written
}

// apply writes the changes of a batch of events in one transaction with the checkpoint.
func (r *runner) apply(ctx context.Context, c chunk) (err error) {
	began := time.Now()
	ctx, end := tracing.Work(ctx, r.activity()+r.definition.Name, c.traces, attribute.Int("tradelog.events", len(c.events)))
	defer func() {
		if r.writing == nil {
			end(err)
		}
	}()
	w, rows, b, to := newWriter(ctx, r), &pgx.Batch{}, &pgx.Batch{}, c.to
	if len(c.events) > 0 {
		if err := r.project(ctx, w, rows, c); err != nil {
			if earlier := r.settle(); earlier != nil {
				return earlier
			}
			return r.failed(err, c.events)
		}
	}
	names, versions := make([]string, 0, len(w.scopes)), make([]int64, 0, len(w.scopes))
	for scope, version := range w.scopes {
		names, versions = append(names, scope), append(versions, int64(version))
	}
	// The checkpoint comes first, as in a swap: both take their locks in the same order.
	r.advance(b, r.at, to, names, versions)
	b.QueuedQueries = append(b.QueuedQueries, rows.QueuedQueries...)
	if err := r.settle(); err != nil {
		return err
	}
	if r.overlaps {
		r.at = to
		r.write(ctx, b, c, end, func() { r.stored(c, began, w) })
		return nil
	}
	// Without explicit transaction control the whole batch is one transaction.
	if err := r.db.SendBatch(ctx, b).Close(); err != nil {
		return r.failed(err, c.events)
	}
	r.at = to
	r.stored(c, began, w)
	return nil
}

// stored reports a chunk whose transaction was committed, to Options.Observe and to committed.
func (r *runner) stored(c chunk, began time.Time, w *Writer) {
	if r.schema == "" && len(c.events) > 0 {
		r.engine.options.Observe(r.definition.Name, len(c.events), time.Since(began))
	}
	r.committed(c.to, w.scopes, w.published)
}

// activity names the purpose of the batches, for traces.
func (r *runner) activity() string {
	if r.schema != "" {
		return "rebuild "
	}
	return "project "
}

// write sends a batch while the next one is projected, and calls end when it is written. settle returns its outcome.
func (r *runner) write(ctx context.Context, b *pgx.Batch, c chunk, end func(error), then func()) {
	done := make(chan error, 1)
	r.writing, r.written = done, then
	go func() {
		err := r.db.SendBatch(ctx, b).Close()
		end(err)
		if err != nil {
			err = &overlappedError{r.failed(err, c.events), c.to}
		}
		done <- err
	}()
}

// settle waits until the batch being written is done.
func (r *runner) settle() error {
	if r.writing == nil {
		return nil
	}
	return r.wrote(<-r.writing)
}

// wrote ends the writing of a batch. If that succeeded, it calls the function that follows.
func (r *runner) wrote(err error) error {
	if r.writing = nil; err == nil {
		r.written()
	}
	return err
}

// overlappedError: a batch could not be written, and the projector has already worked on the next one.
type overlappedError struct {
	error
	to eventstore.Position // the end of the batch
}

func (e *overlappedError) Unwrap() error { return e.error }

// project applies events and queues the row changes. If it fails, it names the failing event. A failure or panic stops this projector
// alone.
func (r *runner) project(ctx context.Context, w *Writer, b *pgx.Batch, c chunk) (err error) {
	recorded, decoded := c.events, c.payloads
	defer func() {
		if p := recover(); p != nil {
			if !r.tries {
				r.engine.options.Logger.Error("projector panicked", "projector", r.definition.Name, "panic", p, "stack", string(debug.Stack()))
			}
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	if r.definition.Raw {
		decoded = make([]domain.Event, len(recorded))
	} else if decoded == nil {
		if decoded, err = r.engine.options.Codec.DecodeAll(ctx, recorded, true); err != nil {
			return err
		}
	}
	events := make([]Event, 0, len(recorded))
	for i, payload := range decoded {
		if payload != nil || r.definition.Raw {
			events = append(events, Event{Recorded: recorded[i], Payload: payload}.timed())
		}
	}
	if err := r.projector.Apply(ctx, w, events); err != nil {
		return err
	}
	w.touchTrails(events)
	w.queue(b)
	return nil
}

// failed classifies the error that stopped a batch: the fence, an outage, or a failure of the projector.
func (r *runner) failed(err error, recorded []eventstore.Recorded) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "TL002":
			return fmt.Errorf("%w: %s", errOusted, pg.Message)
		case "TL001", "TL003", "TL004":
			return fmt.Errorf("%w: %s", errMoved, pg.Message)
		}
	}
	if isTemporary(err) || r.conn != nil && r.conn.IsClosed() {
		return err
	}
	f := &FailedError{Projector: r.definition.Name, Err: err}
	if len(recorded) > 0 {
		f.Position, f.Event = recorded[0].Position, recorded[0].Type
		var at *atError
		if errors.As(err, &at) {
			f.Position, f.Event = at.Position, at.Event
		}
	}
	return f
}

// isTemporary tells whether an error is temporary and not the projector's fault. The server is unreachable, shutting down or starting,
// lacks resources, or a lock was held.
func isTemporary(err error) bool {
	var connecting *pgconn.ConnectError
	var network net.Error
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &connecting), errors.As(err, &network), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed), errors.Is(err, pgconn.ErrConnClosed):
		return true
	case !errors.As(err, &pg):
		return false
	}
	switch pg.Code[:min(2, len(pg.Code))] {
	case "08", "40", "53", "57", "58": // connection, rollback, resources, intervention, the system itself
		return true
	}
	return pg.Code == "55P03" // a lock
}

// atError names the event at which a projector failed. Without it the first event of the batch is named.
type atError struct {
	Position eventstore.Position
	Event    string
	Err      error
}

// Error returns the text of the cause.
func (e *atError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *atError) Unwrap() error { return e.Err }

// At wraps the error of a projector at one event.
func At(e Event, err error) error {
	if err == nil {
		return nil
	}
	return &atError{Position: e.Position, Event: e.Type, Err: err}
}

// Channel is the notification channel on which commits of projectors are announced to other instances.
const Channel = "tradelog_projections"

// notify asks announce for an announcement.
func (e *Engine) notify() {
	select {
	case e.news <- struct{}{}:
	default:
	}
}

// announcePause is the least time between two announcements: each wakes every instance. alonePause is that while there seems to be no other
// instance. An instance that has just started looks for itself.
const (
	announcePause = 5 * time.Millisecond
	alonePause    = 100 * time.Millisecond
)

// announce wakes the followers of other instances. One announcement covers many commits. A lost one does no harm, because followers poll.
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
		pause := announcePause
		if e.options.Alone() {
			pause = alonePause
		}
		wait.For(ctx, pause)
	}
}
