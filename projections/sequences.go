package projections

import (
	"context"
	"strconv"

	"tradelog/domain"
	"tradelog/domain/number"
	"tradelog/domain/record"
)

// Marks finds the identifiers that the events of an area have used.
type Marks struct {
	Events []string
	// Find calls mark for each sequence and identifier an event has used. An identifier of 0 is none.
	Find func(e Event, mark Mark)
}

// Mark notes that an identifier of a sequence is used.
type Mark func(sequence string, id int64)

// Increment notes the document number of an order or shipment in its sequence: 100000042 is number 42 of store 1.
func (m Mark) Increment(kind, increment string) {
	if storeID, n := number.Split(increment); n != 0 {
		m(kind+"_increment_"+strconv.FormatInt(storeID, 10), n)
	}
}

// RecordMarks finds the identifiers of plain records. kinds maps each kind to its sequence.
func RecordMarks(kinds map[*record.Kind]string) Marks {
	byEvent := map[string]string{}
	m := Marks{Find: func(e Event, mark Mark) { mark(byEvent[e.Type], e.Payload.(record.Created).ID) }}
	for kind, sequence := range kinds {
		name := kind.Title + "Created"
		byEvent[name] = sequence
		m.Events = append(m.Events, name)
	}
	return m
}

// Sequences stores the highest identifier of each sequence in the log, so that a database made anew from the log gives out no identifier
// twice.
func Sequences(marks ...Marks) Definition {
	s := sequences{}
	d := Definition{Name: "sequences", Version: 4, Tables: []string{"sequence_marks"}, Shows: nobody, New: func() Projector { return s }}
	for _, m := range marks {
		d.Events = append(d.Events, m.Events...)
		for _, name := range m.Events {
			s[name] = append(s[name], m.Find)
		}
	}
	return d
}

// sequences maps each event type to the functions that find its identifiers.
type sequences map[string][]func(Event, Mark)

// Apply raises the marks of the sequences that the events have used.
func (s sequences) Apply(_ context.Context, w *Writer, events []Event) error {
	highest := map[string]int64{}
	mark := func(name string, id int64) { highest[name] = max(highest[name], id) }
	for _, e := range events {
		for _, find := range s[e.Type] {
			find(e, mark)
		}
	}
	for name, id := range highest {
		if id > 0 {
			w.Exec(`INSERT INTO sequence_marks (name, highest) VALUES ($1, $2)
				ON CONFLICT (name) DO UPDATE SET highest = greatest(sequence_marks.highest, excluded.highest)`, name, id)
		}
	}
	return nil
}

// EventNames lists the event names of declarations.
func EventNames(specs ...[]domain.EventSpec) []string {
	var out []string
	for _, list := range specs {
		for _, s := range list {
			out = append(out, s.Name)
		}
	}
	return out
}
