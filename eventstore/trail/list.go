package trail

import (
	"context"
	"fmt"

	"tradelog/eventstore"
)

// Listed is an event of a thing, and the thing's document before and after it.
type Listed struct {
	Position      eventstore.Position
	Before, After any
}

// List returns the events of a thing that come after a position, at most limit, in the order of the log or against it. 0 is the beginning
// of the order.
type List func(ctx context.Context, after eventstore.Position, oldestFirst bool, limit int) ([]Listed, error)

// The bounds of a read of a list.
const (
	listedAtOnce = 100
	listedInAll  = 500
)

// list reads a part of the trail of a thing whose events are listed. Each of these is read by its position, so their number is bounded:
// Page.Next continues a read that has considered so many, even without entries.
func (r *Reader) list(ctx context.Context, k Kind, list List, q Query) (Page, error) {
	t, after := r.newPage(k, q), q.After
	for range listedInAll / listedAtOnce {
		part, err := list(ctx, after, q.OldestFirst, listedAtOnce)
		if err != nil {
			return Page{}, err
		}
		events, err := r.listed(ctx, part, q)
		if err != nil {
			return Page{}, err
		}
		if full, err := t.add(ctx, events); err != nil || full {
			return t.page, err
		}
		if len(part) < listedAtOnce {
			return t.page, nil
		}
		after = part[len(part)-1].Position
	}
	t.page.Next = after
	return t.page, nil
}

// listed reads the events of a part of a list, but for those that the query leaves out.
func (r *Reader) listed(ctx context.Context, part []Listed, q Query) (events []*event, err error) {
	at := make([]eventstore.Position, len(part))
	for i, l := range part {
		at[i] = l.Position
	}
	there, err := r.store.ReadPositions(ctx, at)
	if err != nil {
		return nil, err
	}
	var recorded []eventstore.Recorded
	for _, l := range part {
		e, is := there[l.Position]
		if !is {
			return nil, fmt.Errorf("%w: there is no position %d", eventstore.ErrGap, l.Position)
		}
		if !r.known(e.Type) || !q.matches(e.Times()) {
			continue
		}
		one := &event{Recorded: e, times: e.Times(), open: q.Open, folded: true}
		if one.before, err = members(l.Before); err != nil {
			return nil, err
		}
		if one.after, err = members(l.After); err != nil {
			return nil, err
		}
		recorded, events = append(recorded, e), append(events, one)
	}
	disclosed, err := r.codec.DiscloseEvents(ctx, recorded, func(eventstore.Recorded) bool { return q.Open })
	for i := range disclosed {
		events[i].DisclosedEvent = disclosed[i]
	}
	return events, err
}
