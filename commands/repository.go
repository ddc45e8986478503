package commands

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/internal/lru"
	"tradelog/internal/tracing"
)

// Decider describes the streams of a category: the initial state and the fold. Evolve may modify the given state in place, since a state
// never leaves its lane.
type Decider[S any] struct {
	Category string
	Initial  func(stream string) S
	Evolve   func(S, domain.Event) S
	// Missing returns the error of Get for a state that does not exist; nil: every state exists.
	Missing func(S) error
	// Stamp sets the time at which the newest event was recorded; nil if the state does not hold it.
	Stamp func(S, time.Time) S
	// SnapshotEvery is the number of events between snapshots; 0: none are saved. With snapshots, the state must survive encoding/json.
	SnapshotEvery int
	// Shared says that a stream serves many resources, such as the stock ledger. An Expectation concerns such a stream only if the caller has
	// seen it.
	Shared bool
	// Cached is the number of states kept in memory; 10,000 by default.
	Cached int
}

// Infrastructure holds the dependencies of repositories.
type Infrastructure struct {
	Store eventstore.Store
	Codec *eventstore.Codec
	// Snapshots stores snapshots, SnapshotKey is the key that seals them. They are set together; nil: no snapshots.
	Snapshots   Snapshots
	SnapshotKey func(context.Context) ([]byte, error)
	// ClaimKey returns the key under which claims of guessable values are named (claim.Guessable). It never changes. Nil: such claims
	// have their plain names.
	ClaimKey func(context.Context) ([]byte, error)
	Clock    func() time.Time
	Logger   *slog.Logger // nil: nothing is logged
}

// Snapshots stores folded states. They are a cache: a missing or altered one costs time, never correctness.
type Snapshots interface {
	// Load returns the newest snapshot of a stream with the given shape; ok is false if there is none.
	Load(ctx context.Context, stream, shape string) (s eventstore.Snapshot, ok bool, err error)
	Save(ctx context.Context, s eventstore.Snapshot) error
	// Drop removes a snapshot that cannot be trusted.
	Drop(ctx context.Context, s eventstore.Snapshot) error
}

// Repository carries out commands on the streams of a category. NewRepository creates it. Like lru.Cache, it is an interface to save
// compile time.
type Repository[S any] interface {
	// Stream returns the stream name of an identifier.
	Stream(id int64) string

	// Decide loads a stream, calls decide with its state and appends the returned events. decide may run more than once and must have no side
	// effects. Its error is returned unchanged. No events means that there was nothing to do.
	//
	// Errors of the log: eventstore.ErrUnknownOutcome if the log did not answer in time, and ErrOvertaken if other processes appended
	// first until the deadline.
	Decide(ctx context.Context, stream string, decide func(S) ([]domain.Event, error), options ...Option) (Result, error)
	// Change is Decide on a stream by its identifier, for callers who need no result.
	Change(ctx context.Context, id int64, decide func(S) ([]domain.Event, error), options ...Option) error

	// View calls look with the newest state of a stream, as stored by any process. look must not retain or modify the state. exists is false
	// if the stream has no event.
	View(ctx context.Context, stream string, look func(s S, exists bool) error) error
	// ViewStale is View of the cached state; it reads the log only if no state is cached. The caller must decide on the newest state
	// afterwards.
	ViewStale(ctx context.Context, stream string, look func(s S, exists bool) error) error
	// Get returns the newest state of a stream by its identifier. It fails with the error of Decider.Missing if the state does not exist.
	Get(ctx context.Context, id int64) (S, error)
	// GetStale is Get of the cached state, see ViewStale.
	GetStale(ctx context.Context, id int64) (S, error)
}

type repository[S any] struct {
	infra   Infrastructure
	decider Decider[S]
	shape   string
	lanes   lru.Cache[string, *lane[S]]
}

// NewRepository returns a repository.
func NewRepository[S any](infra Infrastructure, decider Decider[S]) Repository[S] {
	return newRepository(infra, decider)
}

func newRepository[S any](infra Infrastructure, decider Decider[S]) *repository[S] {
	if decider.Cached == 0 {
		decider.Cached = 10_000
	}
	if infra.Clock == nil {
		infra.Clock = time.Now
	}
	if infra.Logger == nil {
		infra.Logger = slog.New(slog.DiscardHandler)
	}
	return &repository[S]{infra: infra, decider: decider, shape: shapeOf[S](), lanes: lru.New[string, *lane[S]](decider.Cached)}
}

// Stream implements Repository.
func (r *repository[S]) Stream(id int64) string { return domain.Stream(r.decider.Category, id) }

// Decide implements Repository.
func (r *repository[S]) Decide(
	ctx context.Context, stream string, decide func(S) ([]domain.Event, error), options ...Option,
) (result Result, err error) {
	ctx, end := tracing.Start(ctx, "append "+r.decider.Category)
	defer func() { end(err) }()
	c := newCall(ctx, r.infra.Clock(), stream, options)
	if c.executed != nil {
		c.request.Note(stream, c.executed.Position, c.executed.types()...)
		return *c.executed, nil
	}
	c.expects = c.request.Expects.on(stream, r.decider.Shared)
	if c.request.Trial != nil {
		return r.trialDecide(ctx, c, stream, decide)
	}
	result, err = r.lane(stream).run(ctx, &job[S]{ctx: ctx, call: c, decide: decide})
	if err == nil {
		c.done(result)
	}
	return result, err
}

// View implements Repository.
func (r *repository[S]) View(ctx context.Context, stream string, look func(s S, exists bool) error) error {
	if err := reads(ctx, stream); err != nil {
		return err
	}
	if tried, err := r.trialState(ctx, RequestFrom(ctx).Trial, stream); err != nil {
		return err
	} else if tried != nil {
		return protect(func() error { return look(tried.state, true) })
	}
	_, err := r.lane(stream).run(ctx, &job[S]{ctx: ctx, view: look})
	return err
}

// ViewStale implements Repository.
func (r *repository[S]) ViewStale(ctx context.Context, stream string, look func(s S, exists bool) error) error {
	if err := reads(ctx, stream); err != nil {
		return err
	}
	if RequestFrom(ctx).Trial != nil {
		return r.View(ctx, stream, look)
	}
	_, err := r.lane(stream).run(ctx, &job[S]{ctx: ctx, view: look, stale: true})
	return err
}

// Get implements Repository.
func (r *repository[S]) Get(ctx context.Context, id int64) (S, error) { return r.get(ctx, id, r.View) }

// GetStale implements Repository.
func (r *repository[S]) GetStale(ctx context.Context, id int64) (S, error) {
	return r.get(ctx, id, r.ViewStale)
}

func (r *repository[S]) get(ctx context.Context, id int64, view func(context.Context, string, func(S, bool) error) error) (out S,
	err error) {
	err = view(ctx, r.Stream(id), func(s S, _ bool) error {
		if r.decider.Missing != nil {
			if err := r.decider.Missing(s); err != nil {
				return err
			}
		}
		out = s
		return nil
	})
	return out, err
}

// Change implements Repository.
func (r *repository[S]) Change(ctx context.Context, id int64, decide func(S) ([]domain.Event, error), options ...Option) error {
	_, err := r.Decide(ctx, r.Stream(id), decide, options...)
	return err
}

func (r *repository[S]) lane(stream string) *lane[S] {
	if l, ok := r.lanes.Get(stream); ok {
		return l
	}
	fresh := &lane[S]{repository: r, stream: stream}
	if other, had, _ := r.lanes.PeekOrAdd(stream, fresh); had {
		return other
	}
	return fresh
}

// loaded is a state and its revision.
type loaded[S any] struct {
	state      S
	revision   eventstore.Revision // -1: no event yet
	position   eventstore.Position
	newest     string // type of the event at revision
	snapshotAt eventstore.Revision
}

const readChunk = 1000

// stamp sets the time at which the newest event of a state was recorded.
func (r *repository[S]) stamp(l *loaded[S], at time.Time) {
	if r.decider.Stamp != nil {
		l.state = r.decider.Stamp(l.state, at)
	}
}

// emptyState returns the state of a stream without events.
func (r *repository[S]) emptyState(stream string) *loaded[S] {
	return &loaded[S]{state: r.decider.Initial(stream), revision: -1, snapshotAt: -1}
}

// load folds a stream from its snapshot, or from the start.
func (r *repository[S]) load(ctx context.Context, stream string) (*loaded[S], error) {
	l := r.emptyState(stream)
	if r.decider.SnapshotEvery > 0 && r.infra.Snapshots != nil {
		r.restore(ctx, stream, l)
	}
	if err := r.catchUp(ctx, stream, l); err != nil {
		return nil, err
	}
	return l, nil
}

// catchUp folds the events after the state.
func (r *repository[S]) catchUp(ctx context.Context, stream string, l *loaded[S]) error {
	for {
		recorded, err := r.infra.Store.ReadStream(ctx, stream, l.revision+1, eventstore.Forwards, readChunk)
		if err != nil {
			return fmt.Errorf("load %s: %w", stream, err)
		}
		if err := r.fold(ctx, stream, l, recorded); err != nil {
			return err
		}
		if len(recorded) < readChunk {
			return nil
		}
	}
}

// fold applies events to a state. It fails for an event type that this binary does not know, because it must not decide on an incomplete
// state.
func (r *repository[S]) fold(ctx context.Context, stream string, l *loaded[S], recorded []eventstore.Recorded) error {
	events, err := r.infra.Codec.DecodeAll(ctx, recorded, false)
	if err != nil {
		return fmt.Errorf("load %s: %w", stream, err)
	}
	for i, e := range events {
		l.state = r.decider.Evolve(l.state, e)
		l.revision, l.position, l.newest = recorded[i].Revision, recorded[i].Position, recorded[i].Type
		r.stamp(l, recorded[i].RecordedAt)
	}
	return nil
}
