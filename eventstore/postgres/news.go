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
	// recent has the events after the position from, without gaps, up to the position to.
	recent   eventstore.Recent
	from, to eventstore.Position
	// ended reports that the log ended at to when wakes was the count of wake-ups.
	ended bool
	wakes uint64
}

// after returns at most subscriptionBatch events after a position. wakes is the present count of wake-ups: the table is queried unless it
// was queried at that count already; afresh queries it anyway. ok is false if the position is far behind the end of the log.
func (n *news) after(
	ctx context.Context, s *Store, at eventstore.Position, wakes uint64, afresh bool,
) (page eventstore.Page, ok bool, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if at < n.from || at > n.to || n.to == 0 {
		head, err := s.Head(ctx)
		if err != nil || head-at > eventstore.RecentEvents {
			return page, false, err
		}
		n.recent.Clear()
		n.from, n.to, n.ended = at, at, false
	}
	events := n.recent.After(at, subscriptionBatch)
	if at == n.to && (afresh || !n.ended || n.wakes < wakes) {
		read, err := s.readForwards(ctx, at, subscriptionBatch)
		if err != nil {
			return page, false, err
		}
		events = slices.Clone(read.Events)
		n.from = max(n.from, n.recent.Add(read.Events))
		n.to, n.ended, n.wakes = read.Next, read.End, wakes
	}
	page = eventstore.Page{Events: events, Next: at + eventstore.Position(len(events))}
	page.End = n.ended && n.wakes >= wakes && page.Next == n.to
	return page, true, nil
}
