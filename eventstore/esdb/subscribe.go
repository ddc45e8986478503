package esdb

import (
	"context"
	"errors"
	"sync"

	"tradelog/eventstore"
)

// batchEvents is the greatest number of events that a subscription delivers at once.
const batchEvents = 1000

type subscription struct {
	store  *Store
	filter eventstore.Filter
	at     eventstore.Position // of the last event that was delivered or left out
	read   eventstore.Position // up to which pages were read; the server's and the store's own events may follow the last one
	told   bool                // CaughtUp was reported at this position
	done   chan struct{}
	once   sync.Once
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
		news := sub.store.feed.after(sub.at)
		if news.closed || sub.closed() {
			return eventstore.Batch{}, eventstore.ErrClosed
		}
		if err := errors.Join(sub.store.LostEvents(), ctx.Err()); err != nil {
			return eventstore.Batch{}, err
		}
		if news.stopped != nil {
			return eventstore.Batch{}, news.stopped
		}
		batch := eventstore.Batch{Events: news.events, Position: news.to, CaughtUp: news.end}
		if news.tooOld {
			events, page, err := sub.store.page(ctx, max(sub.at, sub.read), eventstore.Forwards, batchEvents)
			if err != nil {
				return eventstore.Batch{}, err
			}
			batch = eventstore.Batch{Events: events, Position: sub.at}
			if n := len(events); n > 0 {
				batch.Position = events[n-1].Position
			} else if page.Next > sub.read {
				sub.read = page.Next
				continue
			}
		}
		if batch.Position > sub.at || batch.CaughtUp && !sub.told {
			batch.Events = sub.filter.Keep(batch.Events)
			sub.at, sub.told = batch.Position, batch.CaughtUp
			return batch, nil
		}
		select {
		case <-news.changed:
		case <-sub.done:
		case <-ctx.Done():
		}
	}
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
