package commands

import (
	"context"
	"slices"
	"sync"
	"time"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/number"
	"tradelog/eventstore"
)

// Trial makes a request decide but store nothing. It holds the decided events, and later commands of the request see them as if they were
// stored; other requests do not. New records have negative identifiers, and payment gateways are assumed to agree.
//
//	r := NewTrial(Cause{Actor: who})
//	err := orders.HoldOrder(WithRequest(ctx, r), 42, "address check") // refused as it would be
//	r.Trial.Decided()                                            // order-42: OrderHeld
type Trial struct {
	mu      sync.Mutex
	decided []Decided
	drawn   map[string]int64
}

// NewTrial returns a request that is a trial.
func NewTrial(c Cause) *Request { return &Request{c, &Attempt{Trial: &Trial{}}, &Notes{}} }

// Decided is an event that would have been stored.
type Decided struct {
	Stream string
	Event  domain.Event
	At     time.Time
}

// Data returns the event's JSON without secrets, see eventstore.Show.
func (d Decided) Data() ([]byte, error) { return eventstore.Show(d.Event) }

// Bookkeeping reports whether the event only claims a unique name or issues a number, for an event of another stream.
func (d Decided) Bookkeeping() bool {
	category := domain.Category(d.Stream)
	return category == claim.Category || category == number.Category
}

// Decided returns the events that would have been stored, in the order of decision.
func (t *Trial) Decided() []Decided {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.decided)
}

// eventsOn returns the events decided on a stream.
func (t *Trial) eventsOn(stream string) []Decided {
	return slices.DeleteFunc(t.Decided(), func(d Decided) bool { return d.Stream != stream })
}

func (t *Trial) add(stream string, events []domain.Event, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range events {
		t.decided = append(t.decided, Decided{stream, e, at})
	}
}

// draw returns negative identifiers in ascending order; each call returns lower ones.
func (t *Trial) draw(sequence string, n int) []int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.drawn == nil {
		t.drawn = map[string]int64{}
	}
	t.drawn[sequence] -= int64(n)
	out := make([]int64, n)
	for i := range out {
		out[i] = t.drawn[sequence] + int64(i)
	}
	return out
}

// trialDecide decides on the stored state with the events that the trial decided before.
func (r *repository[S]) trialDecide(ctx context.Context, c *call, stream string, decide func(S) ([]domain.Event, error)) (Result, error) {
	var events []domain.Event
	var result Result
	look := func(s S, _ bool) (err error) {
		events, err = decide(s)
		return err
	}
	tried, err := r.trialState(ctx, c.request.Trial, stream)
	switch {
	case err != nil:
	case tried == nil:
		result, err = r.lane(stream).run(ctx, &job[S]{ctx: ctx, view: look})
	default:
		result.Revision, result.Position = tried.revision, tried.position
		err = protect(func() error { return look(tried.state, true) })
	}
	if err != nil {
		return Result{}, err
	}
	c.request.Trial.add(stream, events, c.meta.OccurredAt)
	for range events {
		result.Revision++
	}
	result.Stream, result.Events = stream, events
	return result, nil
}

// trialState returns a stream's state with the events that a trial decided on it, folded apart from the lane; nil if there are none.
func (r *repository[S]) trialState(ctx context.Context, t *Trial, stream string) (*loaded[S], error) {
	decided := t.eventsOn(stream)
	if len(decided) == 0 {
		return nil, nil
	}
	l, err := r.load(ctx, stream)
	if err != nil {
		return nil, err
	}
	for _, d := range decided {
		l.state = r.decider.Evolve(l.state, d.Event)
		l.revision++
	}
	return l, nil
}
