package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/internal/dedicated"
	"tradelog/internal/wait"
)

// Options of an Engine.
type Options struct {
	Pool        *pgxpool.Pool // of the database with the read tables
	Store       eventstore.Store
	Codec       *eventstore.Codec
	Sealer      eventstore.Sealer // of what rows do not have in plain
	Definitions []Definition
	// Publish is called with every commit of this engine, in order for each projector. It must not block.
	Publish func(Update)
	// Observe is called with the number of events that were written to the live tables in one transaction. It also gets the time that
	// projecting and writing took. It must not block.
	Observe func(projector string, events int, took time.Duration)
	// Wanted returns a channel that is closed while somebody in this process waits for a projector. A nil Wanted means that somebody
	// always does.
	Wanted func(projector string) <-chan struct{}
	// Pace is the least time between two commits of a projector that nobody waits for; 250 ms by default. Events of that time are written at
	// once, up to a thousand, and rows that change several times are written once.
	Pace time.Duration
	// Alone tells whether no other instance reads the rows. Otherwise the lull is also the pace, because the others see no change before its
	// commit. Nil: there is no other instance.
	Alone  func() bool
	Logger *slog.Logger
	// Retry is the pause of a projector after an outage, and of another instance between attempts to take over. 1 s by default.
	Retry time.Duration
}

// Engine runs projectors while this instance holds the lock that chooses it. Make it with New, start it with Start.
type Engine struct {
	options Options
	byName  map[string]*Definition

	stop          context.CancelFunc
	running       sync.WaitGroup
	retry         map[string]chan struct{} // wakes a failed projector
	flushRequests map[string]chan struct{} // somebody elsewhere waits for a projector
	news          chan struct{}            // there is something to announce

	// patience is the time for which the server keeps the lock of a silent instance, such as a stopped process.
	patience time.Duration

	mu    sync.Mutex
	owner bool
	runs  map[string]liveRun
}

// liveRun is the present run of a projector on the live tables, or the last one if it has ended.
type liveRun struct {
	generation int64
	end        context.CancelCauseFunc // nil when it has ended
}

// New checks the definitions. Names and tables must be used once.
func New(options Options) (*Engine, error) {
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	if options.Retry == 0 {
		options.Retry = time.Second
	}
	if options.Publish == nil {
		options.Publish = func(Update) {}
	}
	if options.Observe == nil {
		options.Observe = func(string, int, time.Duration) {}
	}
	if options.Pace == 0 {
		options.Pace = 250 * time.Millisecond
	}
	if options.Alone == nil {
		options.Alone = func() bool { return true }
	}
	if options.Wanted == nil {
		always := make(chan struct{})
		close(always)
		options.Wanted = func(string) <-chan struct{} { return always }
	}
	e := &Engine{options: options, byName: map[string]*Definition{}, retry: map[string]chan struct{}{},
		flushRequests: map[string]chan struct{}{}, news: make(chan struct{}, 1),
		patience: max(5*time.Second, 5*options.Retry), runs: map[string]liveRun{}}
	tables := map[string]string{}
	for i := range options.Definitions {
		d := &options.Definitions[i]
		if _, twice := e.byName[d.Name]; twice || d.Name == "" || d.Version < 1 {
			return nil, fmt.Errorf("projector %q: names must be unique and versions at least 1", d.Name)
		}
		e.byName[d.Name] = d
		e.retry[d.Name], e.flushRequests[d.Name] = make(chan struct{}, 1), make(chan struct{}, 1)
		for _, t := range d.Tables {
			if other, taken := tables[t]; taken {
				return nil, fmt.Errorf("table %s belongs to projector %s and to %s", t, other, d.Name)
			}
			tables[t] = d.Name
		}
	}
	return e, nil
}

// Start runs the projectors in the background, as soon as this instance is chosen.
func (e *Engine) Start(ctx context.Context) error {
	if err := e.register(ctx); err != nil {
		return err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	e.stop = stop
	e.running.Go(func() { e.runLocked(background) })
	return nil
}

// Stop ends the projectors after their current batches. It may be called at any time and more than once.
func (e *Engine) Stop() {
	if e.stop != nil {
		e.stop()
	}
	e.running.Wait()
}

// Owner tells whether this instance runs the projectors now.
func (e *Engine) Owner() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.owner
}

// Hurry makes a projector commit what it has, because another instance waits for it. Unknown projectors are ignored.
func (e *Engine) Hurry(projector string) {
	select {
	case e.flushRequests[projector] <- struct{}{}:
	default:
	}
}

func (e *Engine) setOwner(owner bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.owner = owner
}

// register creates the checkpoint of every projector and the partition for its versions.
func (e *Engine) register(ctx context.Context) error {
	b := &pgx.Batch{}
	for _, d := range e.options.Definitions {
		b.Queue(`INSERT INTO projection_checkpoints (projector, schema_version) VALUES ($1, $2) ON CONFLICT DO NOTHING`, d.Name, d.Version)
	}
	if err := e.options.Pool.SendBatch(ctx, b).Close(); err != nil {
		return fmt.Errorf("register the projectors: %w", err)
	}
	return e.addPartitions(ctx)
}

// ownerLock is the advisory lock that chooses the instance: "tradelog" in a 64-bit number.
const ownerLock = 0x7472_6164_656c_6f67

// Owned tells whether any instance runs the projectors now.
func (e *Engine) Owned(ctx context.Context) (bool, error) {
	return dedicated.Locked(ctx, e.options.Pool, ownerLock)
}

// runLocked waits for the lock and runs the projectors as long as it is held. The lock belongs to a connection: when that breaks, or is
// silent for a while, the server gives the lock to another instance.
func (e *Engine) runLocked(ctx context.Context) {
	for ctx.Err() == nil {
		if err := e.ownForATerm(ctx); err != nil && ctx.Err() == nil {
			e.options.Logger.Warn("projections are interrupted; will try again", "error", err)
		}
		wait.For(ctx, e.options.Retry)
	}
}

// term is a time in which this instance owns the projectors.
type term struct {
	number int64
	db     *pgxpool.Pool // writes the live tables
}

func (e *Engine) ownForATerm(ctx context.Context) error {
	conn, err := e.connect(ctx, "tradelog projections owner")
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := dedicated.Hold(ctx, conn, ownerLock, e.options.Retry, e.patience, nil); err != nil {
		return err
	}
	var t term
	// Taking the term locks out whoever had it before: their next commit finds another one.
	if err := conn.QueryRow(ctx, `SELECT nextval('projection_terms')`).Scan(&t.number); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `UPDATE projection_checkpoints SET term = $1 WHERE projector = ANY($2)`, t.number, e.Names()); err != nil {
		return err
	}
	e.options.Logger.Info("running the projectors", "term", t.number)
	if t.db, err = e.livePool(ctx); err != nil {
		return err
	}
	defer t.db.Close()
	e.setOwner(true)
	defer e.setOwner(false)
	running, stop := context.WithCancel(ctx)
	defer stop()
	var group sync.WaitGroup
	for i := range e.options.Definitions {
		d := &e.options.Definitions[i]
		group.Go(func() { e.keepRunning(running, t, d, stop) })
	}
	group.Go(func() { e.prune(running) })
	group.Go(func() { e.announce(running) })
	err = e.guard(running, conn)
	stop()
	group.Wait()
	return err
}

// guard returns when the connection that holds the lock is lost, or the term has ended otherwise. Its queries also keep the server from
// taking the lock away. On the way it finds tables that another process has exchanged.
func (e *Engine) guard(ctx context.Context, conn *pgx.Conn) error {
	for ctx.Err() == nil {
		wait.For(ctx, e.options.Retry)
		if err := e.look(ctx, conn); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (e *Engine) look(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	rows, err := conn.Query(ctx, `SELECT projector, generation FROM projection_checkpoints`)
	if err != nil {
		return err
	}
	var projector string
	var generation int64
	_, err = pgx.ForEachRow(rows, []any{&projector, &generation}, func() error {
		e.mu.Lock()
		defer e.mu.Unlock()
		switch run, known := e.runs[projector]; {
		case !known || run.generation == generation:
		case run.end != nil:
			run.end(fmt.Errorf("%w: generation %d, not %d", errMoved, generation, run.generation))
		default: // it has failed, and may not on other tables
			e.wakeFailed(projector)
		}
		return nil
	})
	return err
}

func (e *Engine) setRun(projector string, generation int64, end context.CancelCauseFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.runs[projector] = liveRun{generation, end}
}

// Names lists the projectors.
func (e *Engine) Names() []string {
	var out []string
	for _, d := range e.options.Definitions {
		out = append(out, d.Name)
	}
	return out
}

// connect opens a connection for projector work: read tables come first in its search path, and commits do not wait for the disk.
func (e *Engine) connect(ctx context.Context, application string) (*pgx.Conn, error) {
	return e.connectTo(ctx, application, "read")
}

func (e *Engine) connectTo(ctx context.Context, application, schema string) (*pgx.Conn, error) {
	conn, err := dedicated.Connect(ctx, e.options.Pool, application, parameters(schema))
	if err != nil {
		return nil, err
	}
	if err := compress(ctx, conn); err != nil {
		return nil, errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
	}
	return conn, nil
}

func parameters(schema string) map[string]string {
	return map[string]string{"search_path": schema + ", public", "synchronous_commit": "off"}
}

// compress has documents compressed the quicker way, since they are long enough for it. Servers that do not have it refuse the setting
// and keep theirs.
func compress(ctx context.Context, conn *pgx.Conn) error {
	var refused *pgconn.PgError
	if _, err := conn.Exec(ctx, `SET default_toast_compression = 'lz4'`); err != nil && !errors.As(err, &refused) {
		return err
	}
	return nil
}

// livePool returns the connections that projectors write the live tables with. They are few, because a connection costs the server more
// than most projectors ever write. They are enough for some to be blocked by locks of others. They are never more than those for requests,
// which an operator bounds.
func (e *Engine) livePool(ctx context.Context) (*pgxpool.Pool, error) {
	config := dedicated.PoolConfig(e.options.Pool, "tradelog projectors", parameters("read"))
	config.MaxConns = min(config.MaxConns, int32(max(6, min(runtime.GOMAXPROCS(0), len(e.options.Definitions)))))
	config.AfterConnect = compress
	return pgxpool.NewWithConfig(ctx, config)
}

// prune drops old announcements of changes. Instances that have slept longer than these are kept start afresh.
func (e *Engine) prune(ctx context.Context) {
	for ctx.Err() == nil {
		if _, err := e.options.Pool.Exec(ctx, `DELETE FROM projection_bumps WHERE made_at < now() - interval '5 minutes'`); err != nil &&
			ctx.Err() == nil {
			e.options.Logger.Warn("prune projection news", "error", err)
		}
		wait.For(ctx, time.Minute)
	}
}

// The errors of the fence: this instance must not write to these tables, or not at all.
var (
	errMoved  = errors.New("a rebuild or a rollback has replaced them")
	errOusted = errors.New("the projectors belong to another instance now")
)
