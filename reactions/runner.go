package reactions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/internal/dedicated"
	"tradelog/internal/tracing"
	"tradelog/internal/wait"
)

// Event is an event a reaction handles.
type Event struct {
	eventstore.Recorded
	Payload domain.Event
}

// Reaction is a handler for some events.
type Reaction struct {
	Name   string
	Events []string // names
	// FromStart makes a new reaction begin at the start of the log. Otherwise it begins at the end.
	FromStart bool
	Handle    func(ctx context.Context, e Event) error
	// Store stores the work that Handle has only noted, for several events together. Store is called before the checkpoint moves past them.
	// Nil: there is nothing to store.
	Store func(ctx context.Context) error
}

// Sweep is work that is done again and again. It may be cut off at any point, and done twice.
type Sweep struct {
	Name string
	// Every is the pause between two runs. 0: a run goes on until its context ends, such as sending webhooks; one that ends before is begun
	// again.
	Every time.Duration
	Run   func(ctx context.Context) error
	// Recover is the first run of an instance that starts while no other one runs, so that nobody is in the middle of what it finishes. Nil:
	// the first run is one like all others.
	Recover func(ctx context.Context) error
}

// Runner runs reactions and sweeps on the instance that holds the lock.
type Runner struct {
	Pool      *pgxpool.Pool
	Store     eventstore.Store
	Codec     *eventstore.Codec
	Logger    *slog.Logger
	Reactions []Reaction
	Sweeps    []Sweep
	// Retries is the number of retries of a failing handler before its event is parked; 5 by default.
	Retries int
	// Backoff is the pause before the first retry; 100 ms by default. Each further pause is three times as long, at most 5 s.
	Backoff time.Duration
	// Poll is the pause before an instance tries again to get the lock, or continues after an outage; 1 s by default.
	Poll time.Duration
	// Observe is called for every attempt of a handler. It must not block.
	Observe func(reaction string, took time.Duration, err error)

	// patience is the time for which the database keeps the lock of a silent instance, such as a stopped process.
	patience time.Duration

	stop    context.CancelFunc
	running sync.WaitGroup
	owner   atomic.Bool // this instance runs the reactions

	unparked sync.Map // names of reactions without parked events, each with the time until which that is believed
}

// Start runs reactions in the background until Stop. It does not fail.
func (r *Runner) Start(ctx context.Context) error {
	if r.Retries == 0 {
		r.Retries = 5
	}
	if r.Backoff == 0 {
		r.Backoff = 100 * time.Millisecond
	}
	if r.Poll == 0 {
		r.Poll = time.Second
	}
	if r.patience == 0 {
		r.patience = max(5*time.Second, 5*r.Poll)
	}
	if r.Logger == nil {
		r.Logger = slog.New(slog.DiscardHandler)
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	r.stop = stop
	r.running.Go(func() {
		for background.Err() == nil {
			if err := r.runLocked(background); err != nil && background.Err() == nil {
				r.Logger.Warn("reactions are interrupted; will try again", "error", err)
			}
			wait.For(background, r.Poll)
		}
	})
	return nil
}

// Stop ends the reactions after their current events.
func (r *Runner) Stop() {
	if r.stop != nil {
		r.stop()
	}
	r.running.Wait()
}

// runnerLock is the advisory lock that selects the instance.
const runnerLock = 0x7472_6164_656c_7265

// Owned tells whether any instance runs reactions and sweeps now.
func (r *Runner) Owned(ctx context.Context) (bool, error) {
	return dedicated.Locked(ctx, r.Pool, runnerLock)
}

// Owner tells whether this instance runs reactions and sweeps now.
func (r *Runner) Owner() bool { return r.owner.Load() }

// runLocked waits for the lock and runs everything while the lock's connection is alive.
func (r *Runner) runLocked(ctx context.Context) error {
	conn, err := dedicated.Connect(ctx, r.Pool, "tradelog reactions", nil)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := dedicated.Hold(ctx, conn, runnerLock, r.Poll, r.patience, nil); err != nil {
		return err
	}
	r.owner.Store(true)
	defer r.owner.Store(false)
	running, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer stop()
	router, err := r.router()
	if err != nil {
		return err
	}
	group.Go(func() {
		defer stop()
		if err := router.Run(running); err != nil {
			r.Logger.Error("the reactions' router ended", "error", err)
		}
	})
	for _, s := range r.Sweeps {
		group.Go(func() { r.sweep(running, s) })
	}
	for running.Err() == nil {
		wait.For(running, r.Poll)
		if running.Err() == nil {
			if err := dedicated.Alive(running, conn); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Runner) sweep(ctx context.Context, s Sweep) {
	for ctx.Err() == nil {
		if err := sweepOnce(ctx, s); err != nil && ctx.Err() == nil {
			r.Logger.Warn("sweep failed; will try again", "sweep", s.Name, "error", err)
		}
		wait.For(ctx, cmp.Or(s.Every, r.Poll))
	}
}

// Recover runs Sweep.Recover of each sweep. Call it before requests are answered, and while no other instance runs. A failure keeps nobody
// from starting: the sweep comes to it later.
func (r *Runner) Recover(ctx context.Context) {
	for _, s := range r.Sweeps {
		if s.Recover == nil {
			continue
		}
		if err := runOnce(ctx, s.Recover); err != nil {
			r.Logger.Error("a sweep could not recover; will try again", "sweep", s.Name, "error", err)
		}
	}
}

// runOnce runs a function whose panic is an error.
func runOnce(ctx context.Context, run func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return run(ctx)
}

func sweepOnce(ctx context.Context, s Sweep) (err error) {
	if s.Every == 0 { // its span would last as long as the process
		return runOnce(ctx, s.Run)
	}
	ctx, end := tracing.Work(ctx, "sweep "+s.Name, tracing.NoCause)
	err = runOnce(ctx, s.Run)
	end(err)
	return err
}

func (r *Runner) router() (*message.Router, error) {
	// Only developers need the router's own messages.
	logger := watermill.NewSlogLoggerWithLevelMapping(r.Logger, map[slog.Level]slog.Level{slog.LevelInfo: slog.LevelDebug})
	router, err := message.NewRouter(message.RouterConfig{CloseTimeout: 10 * time.Second}, logger)
	if err != nil {
		return nil, err
	}
	router.AddMiddleware(middleware.CorrelationID)
	for _, reaction := range r.Reactions {
		handler := router.AddConsumerHandler(reaction.Name, reaction.Name, &subscriber{runner: r, reaction: reaction},
			func(m *message.Message) error {
				return r.handle(m, reaction)
			})
		handler.AddMiddleware(
			r.park(reaction),
			middleware.Retry{
				MaxRetries: r.Retries, InitialInterval: r.Backoff, MaxInterval: 5 * time.Second, Multiplier: 3, Logger: logger,
			}.Middleware,
			r.observe(reaction),
			middleware.Recoverer,
		)
	}
	return router, nil
}

// observe is the middleware that measures attempts.
func (r *Runner) observe(reaction Reaction) message.HandlerMiddleware {
	return func(next message.HandlerFunc) message.HandlerFunc {
		return func(m *message.Message) ([]*message.Message, error) {
			began := time.Now()
			out, err := next(m)
			if r.Observe != nil && m.Context().Err() == nil {
				r.Observe(reaction.Name, time.Since(began), err)
			}
			return out, err
		}
	}
}

type eventKey struct{}

func (r *Runner) handle(m *message.Message, reaction Reaction) error {
	recorded, ok := m.Context().Value(eventKey{}).(eventstore.Recorded)
	if !ok {
		return errors.New("the message carries no event")
	}
	payload, err := r.Codec.Decode(m.Context(), recorded)
	if err != nil {
		return err
	}
	return reaction.Handle(m.Context(), Event{recorded, payload})
}
