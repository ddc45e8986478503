package eventstore

import "time"

// Until bounds a view of the past: it includes the events up to a position, or those recorded up to a time. The zero Until is no bound.
// Recorded times never decrease along the log, so a time includes the events up to a position as well.
type Until struct {
	Position Position  // 0: no bound
	Time     time.Time // zero: no bound
}

// IsZero reports whether there is no bound.
func (u Until) IsZero() bool { return u.Position == 0 && u.Time.IsZero() }

// Includes reports whether an event is part of the view.
func (u Until) Includes(r Recorded) bool {
	return (u.Position == 0 || r.Position <= u.Position) && (u.Time.IsZero() || !r.RecordedAt.After(u.Time))
}

// Cut returns the events of a stream that are part of the view, which are the first ones.
func (u Until) Cut(events []Recorded) []Recorded {
	for i := range events {
		if !u.Includes(events[i]) {
			return events[:i]
		}
	}
	return events
}
