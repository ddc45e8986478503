package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/record"
	"tradelog/eventstore"
)

// IDs issues identifiers. They are integers, never issued twice, and may have gaps.
type IDs interface {
	// Next returns n fresh identifiers of a sequence, in order.
	Next(ctx context.Context, sequence string, n int) ([]int64, error)
	// Each returns a fresh identifier of each of some sequences, in their order.
	Each(ctx context.Context, sequences ...string) ([]int64, error)
}

// Engine provides the write side to use cases: repositories, identifiers, unique values and the clock. A process has one. NewEngine
// creates it.
type Engine struct {
	infra  Infrastructure
	ids    IDs
	claims Repository[claim.State]
	// claimKey caches the key of Infrastructure.ClaimKey.
	claimKey atomic.Pointer[[]byte]

	mu           sync.Mutex
	repositories map[string]any // Repository[S] by category

	// between is called between the steps of processes over several streams; tests interrupt them there.
	between atomic.Pointer[func(name string)]
	apart   atomic.Bool // see StepByStep
}

// NewEngine returns an engine.
func NewEngine(infra Infrastructure, ids IDs) *Engine {
	if infra.Clock == nil {
		infra.Clock = time.Now
	}
	if infra.Logger == nil {
		infra.Logger = slog.New(slog.DiscardHandler)
	}
	e := &Engine{infra: infra, ids: ids, repositories: map[string]any{}}
	e.claims = Open(e, claims)
	return e
}

var claims = Decider[claim.State]{
	Category: claim.Category, Shared: true, Initial: func(string) claim.State { return claim.State{} }, Evolve: claim.Evolve,
}

// Open returns the repository of a category. Each category has one, since its lanes order the commands on a stream. Only the first call's
// decider is used.
func Open[S any](e *Engine, d Decider[S]) Repository[S] {
	e.mu.Lock()
	defer e.mu.Unlock()
	if opened, ok := e.repositories[d.Category]; ok {
		r, same := opened.(Repository[S])
		if !same {
			panic(fmt.Sprintf("commands: category %s has states of two types", d.Category))
		}
		return r
	}
	r := NewRepository(e.infra, d)
	e.repositories[d.Category] = r
	return r
}

// Opened returns the categories whose repositories were opened, sorted.
func (e *Engine) Opened() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Sorted(maps.Keys(e.repositories))
}

// OpenRecords is Open for a kind of plain record.
func OpenRecords(e *Engine, kind *record.Kind) Repository[record.State] {
	return Open(e, ofRecords(kind))
}

func ofRecords(kind *record.Kind) Decider[record.State] {
	return Decider[record.State]{Category: kind.Name, Initial: record.New, Evolve: record.Evolve, Cached: 2000,
		Missing: func(s record.State) error {
			if !s.Live() {
				return record.ErrNotFound
			}
			return nil
		}}
}

// Steps sets a function that processes over several streams call between their steps. Tests interrupt them there.
func (e *Engine) Steps(f func(name string)) { e.between.Store(&f) }

// StepByStep makes processes over several streams take one step after another, as on a store that cannot append to several streams at once.
// Tests of such stores call it.
func (e *Engine) StepByStep() { e.apart.Store(true) }

// Step marks the end of a step of a process.
func (e *Engine) Step(name string) {
	if f := e.between.Load(); f != nil {
		(*f)(name)
	}
}

// Head returns the position of the newest event of the log.
func (e *Engine) Head(ctx context.Context) (eventstore.Position, error) {
	return e.infra.Store.Head(ctx)
}

// Next returns n fresh identifiers of a sequence, in order. A trial gets negative ones.
func (e *Engine) Next(ctx context.Context, sequence string, n int) ([]int64, error) {
	if t := RequestFrom(ctx).Trial; t != nil {
		return t.draw(sequence, n), nil
	}
	return e.ids.Next(ctx, sequence, n)
}

// Each returns a fresh identifier of each of some sequences, in their order, at the cost of a single one. A trial gets negative ones.
func (e *Engine) Each(ctx context.Context, sequences ...string) (ids []int64, err error) {
	t := RequestFrom(ctx).Trial
	if t == nil {
		return e.ids.Each(ctx, sequences...)
	}
	for _, s := range sequences {
		ids = append(ids, t.draw(s, 1)...)
	}
	return ids, nil
}

// Now returns the time of a command: the request's time if it is backdated, else the clock's.
func (e *Engine) Now(ctx context.Context) time.Time {
	at := RequestFrom(ctx).At
	if at.IsZero() {
		at = e.infra.Clock()
	}
	return at.UTC().Truncate(time.Microsecond)
}

// Exists tells whether a stream has an event.
func (e *Engine) Exists(ctx context.Context, stream string) (bool, error) {
	if err := reads(ctx, stream); err != nil {
		return false, err
	}
	events, err := e.infra.Store.ReadStream(ctx, stream, 0, eventstore.Forwards, 1)
	return len(events) > 0 || len(RequestFrom(ctx).Trial.eventsOn(stream)) > 0, err
}

// First returns the first event of a stream and its position; nil if there is none.
func (e *Engine) First(ctx context.Context, stream string) (domain.Event, eventstore.Position, error) {
	if err := reads(ctx, stream); err != nil {
		return nil, 0, err
	}
	recorded, err := e.infra.Store.ReadStream(ctx, stream, 0, eventstore.Forwards, 1)
	if err != nil {
		return nil, 0, err
	}
	if len(recorded) == 0 {
		for _, d := range RequestFrom(ctx).Trial.eventsOn(stream) {
			return d.Event, 0, nil
		}
		return nil, 0, nil
	}
	event, err := e.infra.Codec.Decode(ctx, recorded[0])
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", stream, err)
	}
	return event, recorded[0].Position, nil
}

// EventAt returns the event at a position of the log; nil if there is none.
func (e *Engine) EventAt(ctx context.Context, at eventstore.Position) (domain.Event, error) {
	recorded, err := eventstore.ReadAt(ctx, e.infra.Store, at)
	if errors.Is(err, eventstore.ErrGap) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return e.infra.Codec.Decode(ctx, recorded)
}

// EachEvent calls f with the events of a stream, in order, and their times. Responses are folded from them while a projector is behind.
func (e *Engine) EachEvent(ctx context.Context, stream string, f func(e domain.Event, at domain.Times)) error {
	return e.EachUntil(ctx, stream, eventstore.Until{}, f)
}

// EachUntil is EachEvent for the events that a view of the past includes. It reads no more than the stream, and decodes only these events.
func (e *Engine) EachUntil(ctx context.Context, stream string, until eventstore.Until, f func(e domain.Event, at domain.Times)) error {
	if until.IsZero() {
		if err := reads(ctx, stream); err != nil { // only the present has a version; past events never change
			return err
		}
	}
	for from := eventstore.Revision(0); ; {
		recorded, err := e.infra.Store.ReadStream(ctx, stream, from, eventstore.Forwards, readChunk)
		if err != nil {
			return err
		}
		included := until.Cut(recorded)
		events, err := e.infra.Codec.DecodeAll(ctx, included, false)
		if err != nil {
			return err
		}
		for i, event := range events {
			f(event, included[i].Times())
		}
		switch {
		case len(included) < len(recorded):
			return nil
		case len(recorded) < readChunk && !until.IsZero():
			return nil
		case len(recorded) < readChunk:
			for _, d := range RequestFrom(ctx).Trial.eventsOn(stream) {
				f(d.Event, domain.Times{Occurred: d.At, Recorded: d.At})
			}
			return nil
		}
		from = recorded[len(recorded)-1].Revision + 1
	}
}
