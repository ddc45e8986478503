package eventstore

import (
	"bytes"
	"errors"
	"fmt"
)

// Mark identifies an event by its position and its seal, or its ID in a log without seals. The seal tells it from another event at the
// same position. The zero Mark is of no event.
type Mark struct {
	Position Position
	Seal     []byte
}

// Is reports whether both are marks of the same event.
func (m Mark) Is(other Mark) bool {
	return m.Position == other.Position && bytes.Equal(m.Seal, other.Seal)
}

// ErrLogLost: stored events are gone from the log. Readers that have seen them must stop: their state depends on lost events, and
// new events would get the same positions.
var ErrLogLost = errors.New("eventstore: the log lost events")

// LostError tells which events are gone.
type LostError struct {
	Seen Position // the greatest position that is known to have been there
	End  Position // the present end of the log
}

// Error names both positions.
func (e *LostError) Error() string {
	if e.End < e.Seen {
		return fmt.Sprintf("the event log lost events: it was seen up to position %d, and ends at position %d now", e.Seen, e.End)
	}
	return fmt.Sprintf("the event log diverged: another event stands at position %d now than was seen there, and the log ends at position %d",
		e.Seen, e.End)
}

// Unwrap makes errors.Is(err, ErrLogLost) true.
func (e *LostError) Unwrap() error { return ErrLogLost }

// Ahead is a part that has seen positions behind the end of the log.
type Ahead struct {
	What     string   `json:"what"` // such as "projector orders"
	Position Position `json:"position"`
}

// String names the part and its position.
func (a Ahead) String() string { return fmt.Sprintf("%s is at position %d", a.What, a.Position) }
