package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tradelog/eventstore"
)

// Kind is what happened to a log.
type Kind string

// The kinds of damage.
const (
	Changed       Kind = "changed"        // an event is not what was stored
	Removed       Kind = "removed"        // an event is gone, later ones of its stream are there
	StreamDeleted Kind = "stream deleted" // all events of a stream are gone, or its newest
	Inserted      Kind = "inserted"       // an event was put in between, or behind the end
	Reordered     Kind = "reordered"      // events changed places
	TailCut       Kind = "tail cut"       // the newest events are gone
	Forged        Kind = "forged"         // the log is consistent and not the one its head or the checkpoint tells of
)

// Damage is one kind of damage that was found, at its first place.
type Damage struct {
	Kind     Kind
	Position eventstore.Position // the first one concerned
	Stream   string              // of that event, where it can be known
	Count    int                 // how often this kind was found, at least
	Detail   string              // in words
}

// String is how a damage is shown: "removed at position 7 (order-42): ...".
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

// Report is what Verify found.
type Report struct {
	LogID  string
	Sealed bool                // the store seals its events; without, only numbers could be checked
	Events int64               // read
	Head   eventstore.Position // where the log says it ends
	Seal   []byte              // of the last event read

	// CheckedAgainst is the position of the checkpoint, 0 when there was none.
	CheckedAgainst eventstore.Position
	// Damages has the first of each kind, in order of position.
	Damages []Damage
}

// OK tells that no damage was found.
func (r Report) OK() bool { return len(r.Damages) == 0 }

// Find returns the damage of a kind.
func (r Report) Find(kind Kind) (Damage, bool) {
	i := slices.IndexFunc(r.Damages, func(d Damage) bool { return d.Kind == kind })
	if i < 0 {
		return Damage{}, false
	}
	return r.Damages[i], true
}

// findings gathers damages while the log is read.
type findings struct {
	first map[Kind]*Damage
	// Positions that are concerned by anything, for telling which gaps in streams they explain; at most maxNoted.
	gone    []eventstore.Position // where events are missing
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

// missing notes a position without an event. Whether it was removed alone or with its stream is told later. false: there
// are too many to go on.
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
