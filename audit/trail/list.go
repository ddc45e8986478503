package trail

import (
	"context"

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

// The bounds of what is read of a list.
const (
	listedAtOnce = 100
	listedInAll  = 500
)

// list reads a part of the trail of a thing whose events are listed. Each of these is read by its position, so their number is bounded:
// Page.Next continues a read that has considered so many, even without entries.
func (r *Reader) list(ctx context.Context, k Kind, list List, q Query) (Page, error) {
	t, after := r.telling(k, q), q.After
	for range listedInAll / listedAtOnce {
		part, err := list(ctx, after, q.OldestFirst, listedAtOnce)
		if err != nil {
			return Page{}, err
		}
		for _, l := range part {
			e, err := r.listed(ctx, l, q)
			if err != nil {
				return Page{}, err
			}
			if e == nil {
				continue
			}
			if full, err := t.add(ctx, e); err != nil || full {
				return t.page, err
			}
		}
		if len(part) < listedAtOnce {
			return t.page, nil
		}
		after = part[len(part)-1].Position
	}
	t.page.Next = after
	return t.page, nil
}

// listed reads an event of a list, or returns nil if the query leaves it out.
func (r *Reader) listed(ctx context.Context, l Listed, q Query) (*event, error) {
	recorded, err := eventstore.ReadAt(ctx, r.store, l.Position)
	if err != nil {
		return nil, err
	}
	e := &event{Recorded: recorded, times: recorded.Times(), open: q.Open, folded: true}
	if !r.known(e.Type) || !q.matches(e.times) {
		return nil, nil
	}
	disclosed, err := r.codec.DiscloseEvents(ctx, []eventstore.Recorded{recorded}, func(eventstore.Recorded) bool { return q.Open })
	if err != nil {
		return nil, err
	}
	e.DisclosedEvent = disclosed[0]
	if e.before, err = members(l.Before); err != nil {
		return nil, err
	}
	e.after, err = members(l.After)
	return e, err
}
