package eventstore

import (
	"slices"
	"sort"
)

// Recent holds the newest events of a log, in order of position. It is cut to its bounds when it exceeds them by half. Events that are
// larger than the bounds are dropped altogether. It is not safe for use from several goroutines.
type Recent struct {
	events []Recorded
	size   int // bytes of data and metadata
}

// The bounds of Recent.
const (
	RecentEvents = 4096
	RecentBytes  = 32 << 20
)

// Add adds events that follow. It returns the position of the newest event that was dropped for them, or 0.
func (r *Recent) Add(events []Recorded) (dropped Position) {
	r.events = append(r.events, events...)
	for i := range events {
		r.size += sizeOf(&events[i])
	}
	if len(r.events) <= RecentEvents*3/2 && r.size <= RecentBytes*3/2 {
		return 0
	}
	drop := 0
	for ; drop < len(r.events) && (len(r.events)-drop > RecentEvents || r.size > RecentBytes); drop++ {
		r.size -= sizeOf(&r.events[drop])
		dropped = r.events[drop].Position
	}
	r.events = slices.Clone(r.events[drop:]) // so that the rest can be freed
	return dropped
}

func sizeOf(e *Recorded) int { return len(e.Data) + len(e.Metadata) }

// Clear drops all events.
func (r *Recent) Clear() { r.events, r.size = nil, 0 }

// Size returns the number of events, and the bytes of their data and metadata.
func (r *Recent) Size() (events, bytes int) { return len(r.events), r.size }

// First returns the oldest event, nil if there is none.
func (r *Recent) First() *Recorded {
	if len(r.events) == 0 {
		return nil
	}
	return &r.events[0]
}

// After returns a copy of the list of at most max events behind a position.
func (r *Recent) After(at Position, max int) []Recorded {
	start := r.indexAfter(at)
	return slices.Clone(r.events[start:min(start+max, len(r.events))])
}

// UpTo returns the last n events up to a position, or nil if there are fewer.
func (r *Recent) UpTo(at Position, n int) []Recorded {
	end := r.indexAfter(at)
	if end < n {
		return nil
	}
	return slices.Clone(r.events[end-n : end])
}

// indexAfter returns the index of the first event behind a position.
func (r *Recent) indexAfter(at Position) int {
	return sort.Search(len(r.events), func(i int) bool { return r.events[i].Position > at })
}
