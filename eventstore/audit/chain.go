package audit

import (
	"bytes"

	"tradelog/eventstore"
)

// chain checks the seals of a log in order. It remembers the last few events. If a seal does not follow from its predecessor's,
// it collects events until seals follow again and examines that span.
type chain struct {
	dense, sealed bool
	found         *findings

	recent []link              // the last events, newest at the end; never empty
	shift  eventstore.Position // original position minus present one, if events were renumbered
	open   *brokenSpan         // nil while the seals follow
	tries  int                 // the number of hashes that may still be computed
	odd    []*row              // events whose seals follow from no other, compared with each other at the end
}

// link is an event in the memory of the chain: its position, its seal and its stream.
type link struct {
	position eventstore.Position
	seal     []byte
	stream   string
}

// The bounds of an examination. Beyond them a damaged event is reported as changed.
const (
	maxSpan      = 128     // events
	maxSpanBytes = 8 << 20 // of data and metadata
	maxShift     = 8       // events inserted or removed at one position with all later ones renumbered
	maxTries     = 400_000 // hashes, about a second
	maxOdd       = 32
)

func newChain(c eventstore.Capabilities, found *findings) *chain {
	return &chain{dense: c.DensePositions, sealed: c.Sealed, found: found, recent: []link{{seal: eventstore.GenesisSeal}}, tries: maxTries}
}

func (c *chain) last() link { return c.recent[len(c.recent)-1] }

// next takes the next event of the log.
func (c *chain) next(r *eventstore.Recorded) {
	last := c.last()
	gap := c.dense && r.Position != last.position+1
	if !c.sealed {
		for p := last.position + 1; c.dense && p < r.Position && c.found.missing(p); p++ {
		}
		c.recent = append(c.recent[:0], link{position: r.Position})
		return
	}
	follows := !gap && follows(last.seal, r, c.shift)
	if !follows && c.open == nil {
		c.open = &brokenSpan{before: append([]link(nil), c.recent...), shift: c.shift}
	}
	if len(c.recent) > maxShift {
		c.recent = append(c.recent[:0], c.recent[1:]...)
	}
	c.recent = append(c.recent, link{r.Position, bytes.Clone(r.Seal), r.Stream})
	if c.open == nil {
		return
	}
	c.open.add(r, follows)
	if c.open.rejoined() || len(c.open.rows) >= maxSpan || c.open.size > maxSpanBytes {
		c.examine()
	}
}

// follows reports whether the seal of r was computed over this one, with r at its original position.
func follows(seal []byte, r *eventstore.Recorded, shift eventstore.Position) bool {
	original := *r
	original.Position += shift
	return bytes.Equal(eventstore.Seal(seal, &original), r.Seal)
}

func (c *chain) examine() {
	if c.open != nil {
		c.open.examine(c)
		c.shift = c.open.shift
		c.open = nil
	}
}

// end examines the open span and compares the odd events.
func (c *chain) end() {
	c.examine()
	for _, a := range c.odd {
		if b := c.exchanged(a); b != nil {
			c.found.add(Reordered, a.event.Position, a.event.Stream, "it belongs at position %d", b.original)
		} else if !a.excused {
			a.changed(c.found)
		}
	}
}

// exchanged looks for the event at whose position a belongs, however far apart they are. There the content of a yields its own seal,
// if the seal was moved with it, or else the seal stored at that position.
func (c *chain) exchanged(a *row) *row {
	for _, b := range c.odd {
		if a == b {
			continue
		}
		moved := a.event
		moved.Position = b.original
		if seal := eventstore.Seal(b.behind, &moved); bytes.Equal(seal, a.event.Seal) || bytes.Equal(seal, b.event.Seal) {
			return b
		}
	}
	return nil
}

// Follows reports whether the seal of an event follows from its content and its predecessor's seal.
func Follows(previous []byte, r *eventstore.Recorded) bool { return follows(previous, r, 0) }
