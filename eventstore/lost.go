package eventstore

import (
	"errors"
	"fmt"
)

// ErrLogLost: events that were stored are gone from the log. Whoever has seen them must not go on: what it knows comes of
// events that are no more, and new events would get their positions.
var ErrLogLost = errors.New("eventstore: the log lost events")

// LostError tells which events are gone.
type LostError struct {
	Seen Position // the greatest position that is known to have been there
	End  Position // where the log ends now
}

// Error names both positions.
func (e *LostError) Error() string {
	if e.End < e.Seen {
		return fmt.Sprintf("the event log lost events: it was seen up to position %d, and ends at position %d now", e.Seen, e.End)
	}
	return fmt.Sprintf("the event log lost events: another event stands at position %d now, and the log ends at position %d", e.Seen, e.End)
}

// Unwrap makes errors.Is(err, ErrLogLost) true.
func (e *LostError) Unwrap() error { return ErrLogLost }

// Ahead is something that knows of more events than the log has.
type Ahead struct {
	What     string   `json:"what"` // such as "projector orders"
	Position Position `json:"position"`
}

// String is how it is shown.
func (a Ahead) String() string { return fmt.Sprintf("%s is at position %d", a.What, a.Position) }
