package server

import (
	"encoding/json"
	"hash/maphash"

	"tradelog/eventstore"
)

// dispatch gives waiting events to consumers, by the strategy of the group. A group that has failed gives out none. The caller has locked
// the group.
func (g *group) dispatch() {
	if g.err != nil {
		return
	}
	kept := g.waiting[:0]
	for n, i := range g.waiting {
		c, others := g.choose(&i.event)
		if c != nil {
			c.given = append(c.given, i)
			signal(c.wake)
			continue
		}
		if !others {
			kept = append(kept, g.waiting[n:]...)
			break
		}
		kept = append(kept, i)
	}
	clear(g.waiting[len(kept):])
	if g.waiting = kept; len(kept) < g.settings.room() {
		signal(g.room)
	}
}

// choose returns the consumer for an event, or nil if none has room. others reports whether another event may find a consumer
// nevertheless.
func (g *group) choose(e *eventstore.Recorded) (c *consumer, others bool) {
	if len(g.members) == 0 {
		return nil, false
	}
	switch g.settings.Strategy {
	case roundRobin:
		for range g.members {
			g.turn = (g.turn + 1) % len(g.members)
			if c := g.members[g.turn]; c.free() {
				return c, true
			}
		}
	case pinned, pinnedByCorrelation:
		key := e.Stream
		if g.settings.Strategy == pinnedByCorrelation {
			key = correlation(e)
		}
		if c := g.pinned(key); c.free() {
			return c, true
		}
		return nil, true
	default:
		for _, c := range g.members {
			if c.free() {
				return c, true
			}
		}
	}
	return nil, false
}

var seed = maphash.MakeSeed()

// pinned returns the consumer of a key. When consumers come and go, only the keys of these move to another one.
func (g *group) pinned(key string) (best *consumer) {
	var highest uint64
	for _, c := range g.members {
		var h maphash.Hash
		h.SetSeed(seed)
		_, _ = h.Write(c.id[:])
		_, _ = h.WriteString(key)
		if sum := h.Sum64(); best == nil || sum > highest {
			best, highest = c, sum
		}
	}
	return best
}

// correlation returns the correlation ID of an event: the one that EventStoreDB defines, or the one of this program, or else the stream.
func correlation(e *eventstore.Recorded) string {
	var known struct {
		Theirs string `json:"$correlationId"`
		Ours   string `json:"correlationId"`
	}
	switch err := json.Unmarshal(e.Metadata, &known); {
	case err != nil:
	case known.Theirs != "":
		return known.Theirs
	case known.Ours != "":
		return known.Ours
	}
	return e.Stream
}
