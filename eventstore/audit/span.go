package audit

import (
	"bytes"
	"slices"

	"tradelog/eventstore"
)

// brokenSpan is a part of the log in which seals do not follow from one another.
type brokenSpan struct {
	before []link              // the last events before it, the newest at the end
	shift  eventstore.Position // before the span; after its examination, behind it
	rows   []*row
	size   int
	calm   int // number of events at the end whose seals follow again
}

// row is one event of a span.
type row struct {
	event    eventstore.Recorded
	original eventstore.Position // the original position, or 0 if unknown
	behind   []byte              // the seal that it follows from, or has to
	follows  *row                // the event of the span that it follows
	sound    bool                // its seal is valid after behind
	excused  bool                // its predecessor was changed, so it need not follow
}

func (s *brokenSpan) add(r *eventstore.Recorded, follows bool) {
	e := *r
	e.Data, e.Metadata, e.Seal = bytes.Clone(r.Data), bytes.Clone(r.Metadata), bytes.Clone(r.Seal)
	s.rows = append(s.rows, &row{event: e})
	s.size += len(e.Data) + len(e.Metadata)
	if s.calm++; !follows {
		s.calm = 0
	}
}

// rejoined reports that the seals follow again, or that so many do not that the events may have been renumbered.
func (s *brokenSpan) rejoined() bool { return s.calm >= 2 || s.calm == 0 && len(s.rows) >= 3*maxShift }

// examine finds the original position of every event and reports the changes.
func (s *brokenSpan) examine(c *chain) {
	first := s.verify(c)
	for _, r := range slices.Backward(s.rows) { // a predecessor comes directly before its successor
		if f := r.follows; f != nil && f.original == 0 {
			f.original = r.original - 1
		}
	}
	s.settle(c, first)
	s.compare(c.found, first)
	for _, r := range slices.Backward(s.rows) {
		if r.original > 0 {
			s.shift = r.original - r.event.Position
			break
		}
	}
}

// verify finds the predecessor of each event by its seal. It returns the first position of the span. If an event follows one that
// is not directly before the span, the events between were inserted with valid seals.
func (s *brokenSpan) verify(c *chain) (first eventstore.Position) {
	last := len(s.before) - 1
	shift, inserted := s.shift, 0
	for i, r := range s.rows {
		if seal, f := s.predecessor(i - 1); follows(seal, &r.event, shift) {
			r.original, r.behind, r.follows, r.sound = r.event.Position+shift, seal, f, true
			continue
		}
		for _, d := range shifts(c.dense) {
			if c.tries <= 0 {
				break
			}
			if k, ok := s.find(c, i, shift+d); ok {
				shift, inserted = shift+d, max(inserted, k)
				break
			}
		}
	}
	for _, l := range s.before[last+1-inserted:] {
		c.found.add(Inserted, l.position, l.stream, "the events around it belong together")
	}
	return s.before[last].position + s.shift + 1 - eventstore.Position(inserted)
}

// predecessor returns the seal of a row, or for -1 that of the last event before the span.
func (s *brokenSpan) predecessor(i int) ([]byte, *row) {
	if i < 0 {
		return s.before[len(s.before)-1].seal, nil
	}
	return s.rows[i].event.Seal, s.rows[i]
}

// shifts returns the shifts in the order in which they are tried.
func shifts(dense bool) []eventstore.Position {
	all := []eventstore.Position{0}
	for d := eventstore.Position(1); dense && d <= maxShift; d++ {
		all = append(all, -d, d)
	}
	return all
}

// find tries the seals of all events around as the predecessor's, the nearest first. It returns how many events before the
// span were skipped.
func (s *brokenSpan) find(c *chain, i int, shift eventstore.Position) (skipped int, ok bool) {
	r := s.rows[i]
	try := func(seal []byte, f *row) bool {
		if c.tries--; !follows(seal, &r.event, shift) {
			return false
		}
		r.original, r.behind, r.follows, r.sound = r.event.Position+shift, seal, f, true
		return true
	}
	for distance := 1; distance <= len(s.rows); distance++ {
		for _, j := range []int{i - distance, i + distance} {
			if j >= -1 && j < len(s.rows) {
				if seal, f := s.predecessor(j); try(seal, f) {
					return 0, true
				}
			}
		}
	}
	// Perhaps only the seal of the previous event was changed.
	if i > 0 && !s.rows[i-1].sound {
		behind, _ := s.predecessor(i - 2)
		before := s.rows[i-1].event
		before.Position += shift
		if try(eventstore.Seal(behind, &before), s.rows[i-1]) {
			return 0, true
		}
	}
	// Or events were inserted before the span and all later ones renumbered. Then the next event follows as well. It does not
	// if two events were exchanged.
	if i+1 < len(s.rows) && !follows(r.event.Seal, &s.rows[i+1].event, shift) {
		return 0, false
	}
	for k := 1; k < len(s.before); k++ {
		if len(c.odd) > 0 && shift != s.shift-eventstore.Position(k) {
			continue // not renumbered: it may follow an event that was moved there
		}
		if try(s.before[len(s.before)-1-k].seal, nil) {
			return k, true
		}
	}
	return 0, false
}

// settle gives an event without a known position its present one. If another event belongs there, the event was inserted. settle
// also reports changed events.
func (s *brokenSpan) settle(c *chain, first eventstore.Position) {
	taken := map[eventstore.Position]*row{}
	for _, r := range s.rows {
		if r.original > 0 {
			taken[r.original] = r
		}
	}
	next := first
	for _, r := range s.rows {
		if r.original == 0 {
			if here := r.event.Position + s.shift; here > next || !c.dense {
				next = here // there is a gap before it
			}
			if taken[next] != nil {
				c.found.add(Inserted, r.event.Position, r.event.Stream,
					"its seal follows from no other, and the events around it belong together")
				continue
			}
			r.original = next
			taken[next] = r
		}
		next = r.original + 1
		if !r.sound {
			s.judge(c, r, taken[r.original-1], r.original == first)
		}
	}
}

// judge decides about an event whose seal follows from no other. The event is not reported if its predecessor is missing or was changed.
// Otherwise it counts as changed.
func (s *brokenSpan) judge(c *chain, r, predecessor *row, first bool) {
	switch {
	case first:
		r.behind, _ = s.predecessor(-1)
	case predecessor != nil:
		r.behind = predecessor.event.Seal
		r.excused = !predecessor.sound && predecessor.behind != nil
	default:
		return
	}
	if len(c.odd) < maxOdd {
		c.odd = append(c.odd, r)
	} else if !r.excused {
		r.changed(c.found)
	}
}

func (r *row) changed(found *findings) {
	found.add(Changed, r.event.Position, r.event.Stream,
		"its seal does not follow from its predecessor's: it was changed, or its predecessor was and was sealed anew")
}

// compare reports positions without an event, and events out of order. It names present positions, also if events were renumbered.
func (s *brokenSpan) compare(found *findings, next eventstore.Position) {
	var placed []*row
	for _, r := range s.rows {
		if r.original > 0 {
			placed = append(placed, r)
		}
	}
	inOrder := slices.SortedFunc(slices.Values(placed), func(a, b *row) int { return int(a.original - b.original) })
	for i, r := range placed {
		if r.original != inOrder[i].original {
			found.add(Reordered, r.event.Position, r.event.Stream, "it belongs at position %d", r.original-s.shift)
		}
	}
	for _, r := range inOrder {
		for ; next < r.original && found.missing(next-s.shift); next++ {
		}
		next = r.original + 1
	}
}
