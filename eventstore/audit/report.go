package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tradelog/eventstore"
)

// Kind is a kind of damage to a log.
type Kind string

// The kinds of damage.
const (
	Changed       Kind = "changed"        // an event was modified
	Removed       Kind = "removed"        // an event is missing, later events of its stream exist
	StreamDeleted Kind = "stream deleted" // all events of a stream are missing, or its newest
	Inserted      Kind = "inserted"       // an event was added between others or behind the end
	Reordered     Kind = "reordered"      // events were exchanged
	TailCut       Kind = "tail cut"       // the newest events of the log are missing
	Forged        Kind = "forged"         // the log is consistent but contradicts its head or the checkpoint
)

// Damage is one kind of damage, at the first position where it was found.
type Damage struct {
	Kind     Kind
	Position eventstore.Position // the first damaged position
	Stream   string              // of that event, if known
	Count    int                 // at least so many positions have this kind
	Detail   string              // in words
}

// String formats a damage, such as "removed at position 7 (order-42): ...".
func (d Damage) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s at position %d", d.Kind, d.Position)
	if d.Stream != "" {
		fmt.Fprintf(&b, " (%s)", d.Stream)
	}
	if d.Count > 1 {
		fmt.Fprintf(&b, ", the first of at least %d", d.Count)
	}
	return b.String() + ": " + d.Detail
}

// Report is the result of Verify.
type Report struct {
	LogID  string
	Sealed bool                // the store seals its events; otherwise only numbers were checked
	Events int64               // read
	Head   eventstore.Position // end of the log according to its head
	Seal   []byte              // of the last event read
	// SealedUpTo is the last position that a link of the log covers; see eventstore.LinkedStore. 0 if there is none.
	SealedUpTo eventstore.Position

	// CheckedAgainst is the position of the checkpoint, 0 when there was none.
	CheckedAgainst eventstore.Position
	// Damages has the first of each kind, in order of position.
	Damages []Damage
}

// OK tells that no damage was found.
func (r Report) OK() bool { return len(r.Damages) == 0 }

// findings gathers damages while the log is read.
type findings struct {
	first map[Kind]*Damage
	// Damaged positions, to find out which gaps in streams they explain; at most maxNoted.
	gone    []eventstore.Position // of missing events
	touched []eventstore.Position // changed, inserted or reordered
}

const maxNoted = 1000

func newFindings() *findings { return &findings{first: map[Kind]*Damage{}} }

func (f *findings) add(kind Kind, position eventstore.Position, stream string, detail string, args ...any) {
	d, seen := f.first[kind]
	if !seen {
		d = &Damage{Kind: kind, Position: position, Stream: stream, Detail: fmt.Sprintf(detail, args...)}
		f.first[kind] = d
	} else if position < d.Position {
		d.Position, d.Stream, d.Detail = position, stream, fmt.Sprintf(detail, args...)
	}
	d.Count++
	if (kind == Changed || kind == Inserted || kind == Reordered) && len(f.touched) < maxNoted {
		f.touched = append(f.touched, position)
	}
}

// missing records a position without an event. explain decides later whether its stream was removed with it. missing returns
// false if there are too many.
func (f *findings) missing(position eventstore.Position) bool {
	if len(f.gone) == maxNoted {
		return false
	}
	f.gone = append(f.gone, position)
	return true
}

func (f *findings) damages() []Damage {
	var all []Damage
	for _, d := range f.first {
		all = append(all, *d)
	}
	slices.SortFunc(all, func(a, b Damage) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.Kind, b.Kind))
	})
	return all
}
