package postgres

import (
	"sync"

	"tradelog/eventstore"
)

// tail holds the newest events that this process has appended, so that its subscribers need no query. It has no gaps: an append
// by another process empties it.
type tail struct {
	mu     sync.RWMutex
	recent eventstore.Recent
	end    eventstore.Position // of the newest event this process has appended, 0 when there was none
}

func newTail() *tail { return &tail{} }

func (t *tail) add(events []eventstore.Recorded) {
	if len(events) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.end+1 != events[0].Position {
		t.recent.Clear()
	}
	t.recent.Add(events)
	t.end = events[len(events)-1].Position
}

// after returns at most max events that directly follow a position, or nil if the tail does not have them. atEnd reports that the
// position is the newest that this process has appended.
func (t *tail) after(from eventstore.Position, max int) (events []eventstore.Recorded, atEnd bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if from >= t.end {
		return nil, from == t.end && t.end > 0
	}
	if first := t.recent.First(); first == nil || from+1 < first.Position {
		return nil, false
	}
	return t.recent.After(from, max), false
}
