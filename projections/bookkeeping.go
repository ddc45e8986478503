package projections

import (
	"bytes"
	"context"
	"maps"
	"slices"

	"tradelog/domain"
	"tradelog/domain/number"
	"tradelog/domain/record"
	"tradelog/eventstore"
)

// Sequence tells which identifiers events of a type bring into the world.
type Sequence struct {
	event string
	find  func(e Event, mark func(sequence string, id int64))
}

// Numbers declares the identifiers in events of a type: find marks each with the name of its sequence.
func Numbers[E domain.Event](find func(e E, mark func(sequence string, id int64))) Sequence {
	var e E
	return Sequence{e.EventName(), func(e Event, mark func(string, int64)) { find(e.Payload.(E), mark) }}
}

// NumbersStream is Numbers for events that begin a stream with an identifier.
func NumbersStream[E domain.Event](sequence string) Sequence {
	var e E
	return Sequence{e.EventName(), func(e Event, mark func(string, int64)) { mark(sequence, domain.StreamID(e.Stream)) }}
}

// NumbersRecords declares the sequence that numbers a kind of plain record.
func NumbersRecords(kind *record.Kind, sequence string) Sequence {
	return Sequence{kind.Title + "Created", func(e Event, mark func(string, int64)) { mark(sequence, e.Payload.(record.Created).ID) }}
}

// MarkIncrement marks the number of a document, such as 100000042, which is 42 of its kind in store 1.
func MarkIncrement(mark func(sequence string, id int64), kind, increment string) {
	if storeID, n := number.Split(increment); n > 0 {
		mark(kind+"_increment_"+itoa(storeID), n)
	}
}

// Sequences keeps the highest identifier the log has of each sequence, so that a database made anew from the log gives out
// no identifier twice.
func Sequences(all []Sequence) Definition {
	byEvent := sequences{}
	for _, s := range all {
		byEvent[s.event] = append(byEvent[s.event], s)
	}
	return Definition{Name: "sequences", Version: 4, Tables: []string{"sequence_marks"}, Events: slices.Sorted(maps.Keys(byEvent)), New: func() Projector { return byEvent }}
}

type sequences map[string][]Sequence

// Apply finds the identifiers that events brought into the world.
func (s sequences) Apply(_ context.Context, w *Writer, events []Event) error {
	highest := map[string]int64{}
	for _, e := range events {
		for _, sequence := range s[e.Type] {
			sequence.find(e, func(name string, id int64) { highest[name] = max(highest[name], id) })
		}
	}
	for name, id := range highest {
		if id > 0 {
			w.Exec(`INSERT INTO sequence_marks (name, highest) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET highest = greatest(sequence_marks.highest, excluded.highest)`, name, id)
		}
	}
	return nil
}

// Executed keeps which commands were carried out under idempotency keys. The record itself is in the events' metadata and
// so commits with them; this is only how it is found.
var Executed = Definition{
	Name: "executed", Version: 1, Tables: []string{"executed_commands"}, Raw: true,
	Wants: func(e eventstore.Recorded) bool { return bytes.Contains(e.Metadata, []byte(`"idempotency"`)) },
	New:   func() Projector { return executed{} },
}

type executed struct{}

// Apply looks at every event, but only at its metadata.
func (executed) Apply(_ context.Context, w *Writer, events []Event) error {
	for _, e := range events {
		meta, err := e.Meta()
		if err != nil {
			return At(e, err)
		}
		if meta.Idempotency == nil {
			continue
		}
		// The first event of a command makes the row, the later ones extend it.
		w.Exec(`INSERT INTO executed_commands (scope, command, stream, first, last, position, made_at) VALUES ($1, $2, $3, $4, $4, $5, $6)
			ON CONFLICT (scope, command) DO UPDATE SET last = excluded.last, position = excluded.position`,
			meta.Idempotency.Scope, meta.Idempotency.Command, e.Stream, int64(e.Revision), int64(e.Position), e.RecordedAt)
	}
	return nil
}
