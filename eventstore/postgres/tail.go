package postgres

import (
	"slices"
	"sync"

	"tradelog/eventstore"
)

// tail holds the newest events that this process has appended, so that its subscribers need no query. It has no gaps: an append
// by another process empties it.
type tail struct {
	mu     sync.RWMutex
	events []eventstore.Recorded
	size   int                 // bytes of data and metadata in events
	end    eventstore.Position // of the newest event this process has appended, 0 when there was none
}

// The bounds of the tail. It is cut to them when it exceeds them by half.
const (
	tailEvents = 4096
	tailBytes  = 32 << 20
)

func newTail() *tail { return &tail{} }

func (t *tail) add(events []eventstore.Recorded) {
	if len(events) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.end+1 != events[0].Position {
		t.events, t.size = nil, 0
	}
	t.events = append(t.events, events...)
	t.end = events[len(events)-1].Position
	for i := range events {
		t.size += bytesOf(&events[i])
	}
	if len(t.events) > tailEvents*3/2 || t.size > tailBytes*3/2 {
		t.cut()
	}
}

func (t *tail) cut() {
	drop := 0
	for ; drop < len(t.events) && (len(t.events)-drop > tailEvents || t.size > tailBytes); drop++ {
		t.size -= bytesOf(&t.events[drop])
	}
	t.events = slices.Clone(t.events[drop:]) // so that the rest can be freed
}

func bytesOf(e *eventstore.Recorded) int { return len(e.Data) + len(e.Metadata) }

// after returns at most max events that directly follow a position, or nil if the tail does not have them. atEnd reports that the
// position is the newest that this process has appended.
func (t *tail) after(from eventstore.Position, max int) (events []eventstore.Recorded, atEnd bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if from >= t.end {
		return nil, from == t.end && t.end > 0
	}
	if len(t.events) == 0 || from+1 < t.events[0].Position {
		return nil, false
	}
	start := int(from + 1 - t.events[0].Position)
	return slices.Clone(t.events[start:min(start+max, len(t.events))]), false
}
