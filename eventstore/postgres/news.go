package postgres

import (
	"context"
	"slices"
	"sync"

	"tradelog/eventstore"
)

// news holds the newest events that were read from the table. After an append by another process every subscriber wants the same events,
// each through a filter of its own: the first one reads them for all.
type news struct {
	mu sync.Mutex
	// events are those after the position from, without gaps, up to the position to.
	events   []eventstore.Recorded
	size     int // bytes of data and metadata in events
	from, to eventstore.Position
	// ended reports that the log ended at to when wakes was the count of wake-ups.
	ended bool
	wakes uint64
}

// after returns at most subscriptionBatch events after a position. It queries the table unless it has looked there since wakes was the
// count of wake-ups; afresh makes it look again. ok is false if the position is far behind the end of the log.
func (n *news) after(
	ctx context.Context, s *Store, at eventstore.Position, wakes uint64, afresh bool,
) (page eventstore.Page, ok bool, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if at < n.from || at > n.to || n.to == 0 {
		head, err := s.Head(ctx)
		if err != nil || head-at > tailEvents {
			return page, false, err
		}
		n.events, n.size, n.from, n.to, n.ended = nil, 0, at, at, false
	}
	if at == n.to && (afresh || !n.ended || n.wakes < wakes) {
		read, err := s.readForth(ctx, at, subscriptionBatch)
		if err != nil {
			return page, false, err
		}
		n.add(read.Events)
		n.to, n.ended, n.wakes = read.Next, read.End, wakes
	}
	start := max(0, int(at-n.from))
	events := n.events[start:min(start+subscriptionBatch, len(n.events))]
	page = eventstore.Page{Events: slices.Clone(events), Next: at + eventstore.Position(len(events))}
	page.End = n.ended && n.wakes >= wakes && page.Next == n.to
	return page, true, nil
}

func (n *news) add(events []eventstore.Recorded) {
	n.events = append(n.events, events...)
	for i := range events {
		n.size += bytesOf(&events[i])
	}
	if len(n.events) <= tailEvents*3/2 && n.size <= tailBytes*3/2 {
		return
	}
	drop := 0
	for keep := len(n.events) - len(events); drop < keep && (len(n.events)-drop > tailEvents || n.size > tailBytes); drop++ {
		n.size -= bytesOf(&n.events[drop])
	}
	n.events = slices.Clone(n.events[drop:]) // so that the rest can be freed
	n.from += eventstore.Position(drop)
}
