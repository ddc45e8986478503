package storetest

import (
	"context"
	"sync"

	"tradelog/eventstore"
)

// memoryBatch is the size of a batch. The batch is small so that catching up takes several batches.
const memoryBatch = 16

type memorySubscription struct {
	store  *Memory
	filter eventstore.Filter
	at     eventstore.Position
	told   bool // whether CaughtUp was reported at this position
	live   bool // has been told so once
	done   chan struct{}
	once   sync.Once
}

// Subscribe starts after a position; see eventstore.Store.
func (m *Memory) Subscribe(ctx context.Context, from eventstore.Position, filter eventstore.Filter) (eventstore.Subscription, error) {
	if ctx.Err() != nil && !m.log.faults[FaultReadsIgnoreContext] {
		return nil, ctx.Err()
	}
	return &memorySubscription{store: m, filter: filter, at: from, done: make(chan struct{})}, nil
}

// Next returns the next batch; see eventstore.Subscription.
func (s *memorySubscription) Next(ctx context.Context) (eventstore.Batch, error) {
	faults := s.store.log.faults
	for {
		if s.closed() {
			return eventstore.Batch{}, eventstore.ErrClosed
		}
		if ctx.Err() != nil && !faults[FaultCancelLosesBatch] {
			return eventstore.Batch{}, ctx.Err()
		}
		batch, changed := s.read()
		if batch.Position > s.at || batch.CaughtUp && !s.told {
			s.at, s.told = batch.Position, batch.CaughtUp
			if ctx.Err() != nil && faults[FaultCancelLosesBatch] {
				return eventstore.Batch{}, ctx.Err()
			}
			return batch, nil
		}
		done, storeClosed := s.done, s.store.closed
		if faults[FaultCloseDoesNotWake] {
			done = nil
		}
		if faults[FaultStoreCloseNotHeard] {
			storeClosed = nil
		}
		if faults[FaultDeafInstance] && !s.store.first {
			changed = nil
		}
		select {
		case <-changed:
		case <-done:
		case <-storeClosed:
		case <-ctx.Done():
			return eventstore.Batch{}, ctx.Err()
		}
	}
}

// read returns the next batch, and a channel that is closed when more is appended.
func (s *memorySubscription) read() (eventstore.Batch, <-chan struct{}) {
	l := s.store.log
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.faults[FaultSeamSkips] && s.told && !s.live && len(l.events) > 0 {
		s.at = l.events[len(l.events)-1].Position
	}
	from := s.at
	if l.faults[FaultDeliveredTwice] && s.told && !s.live && from > 0 {
		from--
	}
	if l.faults[FaultReadOnceThenNothing] && s.live {
		return eventstore.Batch{Position: s.at}, l.changed
	}
	s.live = s.told
	page := l.readForwards(from, memoryBatch, s.filter)
	batch := eventstore.Batch{Events: page.Events, Position: page.Next, CaughtUp: page.End}
	switch {
	case l.faults[FaultNeverCaughtUp]:
		batch.CaughtUp = false
	case l.faults[FaultCaughtUpTooEarly]:
		batch.CaughtUp = true
	case l.faults[FaultNoProgress] && len(page.Events) == 0:
		batch.Position = s.at
	case l.faults[FaultSharedBatches] && s.filter.IsZero() && len(page.Events) > 0:
		start := len(l.events) - len(l.after(page.Events[0].Position-1))
		batch.Events = l.events[start : start+len(page.Events)]
	}
	return batch, l.changed
}

func (l *memoryLog) after(p eventstore.Position) []eventstore.Recorded {
	for i := range l.events {
		if l.events[i].Position > p {
			return l.events[i:]
		}
	}
	return nil
}

func (s *memorySubscription) closed() bool {
	select {
	case <-s.done:
		return true
	default:
		return s.store.isClosed() && !s.store.log.faults[FaultStoreCloseNotHeard]
	}
}

// Close ends the subscription and wakes a waiting Next.
func (s *memorySubscription) Close() error {
	s.once.Do(func() { close(s.done) })
	return nil
}
