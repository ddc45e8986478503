package postgres

import (
	"context"
	"sync"
	"time"

	"tradelog/eventstore"
)

// subscriptionBatch is the greatest number of events that a subscription delivers at once.
const subscriptionBatch = 1000

type subscription struct {
	store  *Store
	filter eventstore.Filter
	at     eventstore.Position
	told   bool // whether CaughtUp was reported at this position
	// looked reports that the table had nothing after at when foreign was the count of wake-ups by other instances. While that
	// count stays the same, the next event is an append of this process.
	looked  bool
	foreign uint64
	missed  bool // a notification may have been lost
	begun   bool // it has read from the table: whoever begins again looks at events as they are there now
	done    chan struct{}
	once    sync.Once
}

// Subscribe starts after a position.
func (s *Store) Subscribe(ctx context.Context, from eventstore.Position, filter eventstore.Filter) (eventstore.Subscription, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	s.options.Observer.Subscribed(1)
	return &subscription{store: s, filter: filter, at: max(from, 0), done: make(chan struct{})}, nil
}

// Next returns the next batch; see eventstore.Subscription.
func (sub *subscription) Next(ctx context.Context) (eventstore.Batch, error) {
	for {
		woken := sub.store.wake.wait()
		if woken.closed || sub.closed() {
			return eventstore.Batch{}, eventstore.ErrClosed
		}
		if err := sub.store.LostEvents(); err != nil {
			return eventstore.Batch{}, err
		}
		if ctx.Err() != nil {
			return eventstore.Batch{}, ctx.Err()
		}
		batch, err := sub.read(ctx, woken)
		if err != nil {
			return eventstore.Batch{}, err
		}
		if batch.Position > sub.at || (batch.CaughtUp && !sub.told) {
			sub.told = batch.CaughtUp
			sub.at = batch.Position
			return batch, nil
		}
		timer := time.NewTimer(sub.store.options.PollInterval)
		select {
		case <-woken.next:
		case <-timer.C:
			sub.looked, sub.missed = false, true
		case <-sub.done:
		case <-ctx.Done():
		}
		timer.Stop()
	}
}

// read returns the next batch from the tail. If other instances may have appended, or the tail does not reach back that far, it
// queries the table, beside the others if it is close to the end of the log.
func (sub *subscription) read(ctx context.Context, woken woken) (eventstore.Batch, error) {
	alone := sub.looked && sub.foreign == woken.foreign
	events, atEnd := sub.store.tail.after(sub.at, subscriptionBatch)
	if alone && atEnd {
		return eventstore.Batch{Position: sub.at, CaughtUp: true}, nil
	}
	if events != nil {
		batch := eventstore.Batch{Events: events, Position: events[len(events)-1].Position,
			CaughtUp: alone && len(events) < subscriptionBatch}
		batch.Events = sub.filter.Keep(events)
		return batch, nil
	}
	var page eventstore.Page
	var near bool
	var err error
	if sub.begun {
		page, near, err = sub.store.news.after(ctx, sub.store, sub.at, woken.all, sub.missed)
	}
	if near {
		page.Events = sub.filter.Keep(page.Events)
	} else if err == nil {
		page, err = sub.store.ReadAll(ctx, sub.at, eventstore.Forwards, subscriptionBatch, sub.filter)
	}
	if err != nil {
		return eventstore.Batch{}, err
	}
	sub.looked, sub.foreign, sub.missed, sub.begun = page.End, woken.foreign, false, true
	return eventstore.Batch{Events: page.Events, Position: page.Next, CaughtUp: page.End}, nil
}

func (sub *subscription) closed() bool {
	select {
	case <-sub.done:
		return true
	default:
		return false
	}
}

// Close ends the subscription and wakes a waiting Next.
func (sub *subscription) Close() error {
	sub.once.Do(func() {
		close(sub.done)
		sub.store.options.Observer.Subscribed(-1)
	})
	return nil
}
