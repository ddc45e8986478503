package trail

import (
	"fmt"
	"testing"

	"tradelog/domain"
	"tradelog/eventstore"
)

// noted is an event that adds a note.
type noted struct{ text string }

func (noted) EventName() string { return "Noted" }

// notes is a document that collects notes, the newest first.
type notes struct {
	Notes []note `json:"notes"`
}

// note counts how often it is encoded.
type note struct {
	text    string
	encoded *int
}

func (n note) MarshalJSON() ([]byte, error) {
	*n.encoded++
	return fmt.Appendf(nil, `{"text":%q}`, n.text), nil
}

// TestWorkForAnEntry: the work of encoding for the entries of a page does not grow with the events before them. An entry has the additions
// of its event.
func TestWorkForAnEntry(t *testing.T) {
	t.Parallel()
	const limit = 20
	for _, c := range []struct {
		field string
		want  func(events int) int // how many entries
	}{
		{"", func(int) int { return limit + 1 }},
		{"notes", func(events int) int { return events }},
	} {
		for _, length := range []int{100, 1000} {
			encoded := 0
			kind := Kind{
				Fold: Documents(func(d *notes, e domain.Event, _ domain.Times) *notes {
					if d == nil {
						d = &notes{Notes: []note{}}
					}
					d.Notes = append([]note{{e.(noted).text, &encoded}}, d.Notes...)
					return d
				}),
				Empty: Emptied(func(d *notes) { d.Notes = []note{} }),
			}
			recorded, disclosed := make([]eventstore.Recorded, length), make([]eventstore.DisclosedEvent, length)
			for i := range recorded {
				recorded[i] = eventstore.Recorded{Revision: eventstore.Revision(i), Position: eventstore.Position(i + 1)}
				disclosed[i].Event = noted{fmt.Sprint(i)}
			}
			q := Query{Limit: limit, Field: c.field}
			events := wanted(kind, recorded, disclosed, func(domain.Event) bool { return true }, q)
			if err := fold(kind, q, recorded, disclosed, events); err != nil {
				t.Fatal(err)
			}
			if len(events) != c.want(length) || encoded != len(events) {
				t.Errorf("field %q: %d events of %d, and %d notes encoded", c.field, len(events), length, encoded)
			}
			for _, e := range events {
				added := fmt.Sprintf(`{"text":"%d"}`, e.Revision)
				if len(e.changes) != 1 || e.changes[0].Field != "notes[]" || string(e.changes[0].After) != added || e.changes[0].Before != nil {
					t.Fatalf("event %d changed %v", e.Revision, e.changes)
				}
			}
		}
	}
}
