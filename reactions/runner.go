package reactions

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain"
	"tradelog/eventstore"
)

// Event is an event a reaction handles.
type Event struct {
	eventstore.Recorded
	Payload domain.Event
}

// Reaction is what to do about some events.
type Reaction struct {
	Name   string
	Events []string // names
	// FromStart makes a new reaction begin at the start of the log; otherwise it begins at its end.
	FromStart bool
	Handle    func(ctx context.Context, e Event) error
}

// Sweep is work that is looked for from time to time.
type Sweep struct {
	Name  string
	Every time.Duration
	Run   func(ctx context.Context) error
}

// Runner runs reactions and sweeps while it is the instance chosen to.
type Runner struct {
	Pool      *pgxpool.Pool
	Store     eventstore.Store
	Codec     *eventstore.Codec
	Logger    *slog.Logger
	Reactions []Reaction
	Sweeps    []Sweep
	// Retries of a failing handler before its event is parked; 5 by default.
	Retries int

	stop    context.CancelFunc
	running sync.WaitGroup
}

// Start runs in the background until Stop.
func (r *Runner) Start(ctx context.Context) {
	if r.Retries == 0 {
		r.Retries = 5
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	r.stop = stop
	r.running.Go(func() {
		for background.Err() == nil {
			if err := r.turn(background); err != nil && background.Err() == nil {
				r.Logger.Warn("reactions are interrupted; will try again", "error", err)
			}
			wait(background, time.Second)
		}
	})
}

// Stop ends the reactions after the events they are at.
func (r *Runner) Stop() {
	if r.stop != nil {
		r.stop()
	}
	r.running.Wait()
}

// runnerLock is the advisory lock that chooses the instance.
const runnerLock = 0x7472_6164_656c_7265

// turn waits for the lock and runs everything as long as its connection lives.
func (r *Runner) turn(ctx context.Context) error {
	config := r.Pool.Config().ConnConfig.Copy()
	config.RuntimeParams["application_name"] = "tradelog reactions"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for got := false; !got; {
		if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, int64(runnerLock)).Scan(&got); err != nil {
			return err
		}
		if !got {
			wait(ctx, time.Second)
			if ctx.Err() != nil {
				return nil
			}
		}
	}
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
		wait(running, 2*time.Second)
		if running.Err() == nil {
			if _, err := conn.Exec(running, `SELECT 1`); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Runner) sweep(ctx context.Context, s Sweep) {
	for ctx.Err() == nil {
		if err := s.Run(ctx); err != nil && ctx.Err() == nil {
			r.Logger.Warn("sweep failed; will try again", "sweep", s.Name, "error", err)
		}
		wait(ctx, s.Every)
	}
}

func (r *Runner) router() (*message.Router, error) {
	// The router's own comings and goings are of interest to nobody but a developer.
	logger := watermill.NewSlogLoggerWithLevelMapping(r.Logger, map[slog.Level]slog.Level{slog.LevelInfo: slog.LevelDebug})
	router, err := message.NewRouter(message.RouterConfig{CloseTimeout: 10 * time.Second}, logger)
	if err != nil {
		return nil, err
	}
	router.AddMiddleware(middleware.CorrelationID)
	for _, reaction := range r.Reactions {
		handler := router.AddConsumerHandler(reaction.Name, reaction.Name, &subscriber{runner: r, reaction: reaction}, func(m *message.Message) error {
			return r.handle(m, reaction)
		})
		handler.AddMiddleware(
			r.park(reaction),
			middleware.Retry{MaxRetries: r.Retries, InitialInterval: 100 * time.Millisecond, MaxInterval: 5 * time.Second, Multiplier: 3, Logger: logger}.Middleware,
			middleware.Recoverer,
		)
	}
	return router, nil
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

// park is the poison queue: an event whose handler keeps failing is put aside with its error, and so is every later event of
// its stream, because they may build on it.
func (r *Runner) park(reaction Reaction) message.HandlerMiddleware {
	return func(next message.HandlerFunc) message.HandlerFunc {
		return func(m *message.Message) ([]*message.Message, error) {
			recorded, ok := m.Context().Value(eventKey{}).(eventstore.Recorded)
			if !ok {
				return next(m)
			}
			var behind bool
			if err := r.Pool.QueryRow(m.Context(), `SELECT EXISTS (SELECT FROM public.reaction_parked WHERE reaction = $1 AND stream = $2)`, reaction.Name, recorded.Stream).Scan(&behind); err != nil {
				return nil, err
			}
			failure := errors.New("an earlier event of the stream is parked")
			if !behind {
				out, err := next(m)
				if err == nil || m.Context().Err() != nil {
					return out, err
				}
				failure = err
			}
			r.Logger.Error("event parked", "reaction", reaction.Name, "position", recorded.Position, "event", recorded.Type, "stream", recorded.Stream, "error", failure)
			_, err := r.Pool.Exec(m.Context(), `INSERT INTO public.reaction_parked (reaction, position, stream, event, error) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
				reaction.Name, int64(recorded.Position), recorded.Stream, recorded.Type, failure.Error())
			return nil, err
		}
	}
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Parked lists the events that were put aside.
func (r *Runner) Parked(ctx context.Context) ([]ParkedEvent, error) {
	rows, err := r.Pool.Query(ctx, `SELECT reaction, position, stream, event, error, parked_at FROM public.reaction_parked ORDER BY reaction, position LIMIT 1000`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[ParkedEvent])
}

// ParkedEvent is an event a reaction could not handle.
type ParkedEvent struct {
	Reaction string
	Position int64
	Stream   string
	Event    string
	Error    string
	ParkedAt time.Time
}

// Retry takes a stream's parked events out, so that they are handled once more, in order.
func (r *Runner) Retry(ctx context.Context, reactionName, stream string) error {
	i := -1
	for n, reaction := range r.Reactions {
		if reaction.Name == reactionName {
			i = n
		}
	}
	if i < 0 {
		return fmt.Errorf("there is no reaction %q", reactionName)
	}
	rows, err := r.Pool.Query(ctx, `SELECT position FROM public.reaction_parked WHERE reaction = $1 AND stream = $2 ORDER BY position`, reactionName, stream)
	if err != nil {
		return err
	}
	positions, err := pgx.CollectRows(rows, pgx.RowTo[eventstore.Position])
	if err != nil {
		return err
	}
	for _, at := range positions {
		page, err := r.Store.ReadAll(ctx, at-1, eventstore.Forwards, 1, eventstore.Filter{})
		if err != nil || len(page.Events) != 1 {
			return errors.Join(err, fmt.Errorf("read position %d", at))
		}
		payload, err := r.Codec.Decode(ctx, page.Events[0])
		if err != nil {
			return err
		}
		if err := r.Reactions[i].Handle(ctx, Event{page.Events[0], payload}); err != nil {
			return err
		}
		if _, err := r.Pool.Exec(ctx, `DELETE FROM public.reaction_parked WHERE reaction = $1 AND position = $2`, reactionName, int64(at)); err != nil {
			return err
		}
	}
	return nil
}
