package projections

import (
	"context"
	"slices"

	"tradelog/domain"
	"tradelog/eventstore"
)

// Definition declares a projector.
type Definition struct {
	Name string
	// Version of the tables' contents. Raising it makes the next start rebuild the projector while the old tables serve.
	Version int
	// Private is the first version whose tables seal what earlier ones had in plain. The rebuild to it leaves no earlier tables behind, to
	// which a rollback could go. 0: there is none.
	Private int
	// Tables it owns, in schema read. Nobody else writes them.
	Tables []string
	// Events it handles, by name. Nil means every event.
	Events []string
	// Raw projectors look at the envelope only: their events are not decoded.
	Raw bool
	// Wants tells which of these events matter, by what is in them, so that nothing is written for the others. Nil means all.
	Wants func(eventstore.Recorded) bool
	// Shows tells whether the actor who caused an event may read next what becomes of it. The answer to them waits for the projector
	// then. Nil means always.
	Shows func(by eventstore.Actor, event string) bool
	// New makes the projector for one run. What it remembers of its rows is true as long as the run lasts, because nobody
	// else writes them.
	New func() Projector
}

// nobody reads what becomes of an event, but the engines do.
func nobody(eventstore.Actor, string) bool { return false }

// Showing returns a function that names the projectors whose tables show an event to the actor who caused it. Each projector handles an
// event of unknown type, which is empty.
func Showing(definitions []Definition) func(by eventstore.Actor, event string) []string {
	return func(by eventstore.Actor, event string) (names []string) {
		for _, d := range definitions {
			handles := event == "" || d.Events == nil || slices.Contains(d.Events, event)
			if handles && (d.Shows == nil || d.Shows(by, event)) {
				names = append(names, d.Name)
			}
		}
		return names
	}
}

// Projector turns events into row changes.
type Projector interface {
	// Apply handles events in the order of the log. It may read its own tables through the writer and hands its changes to
	// it; they become durable together with the checkpoint. An error stops this projector alone. After an error the
	// projector is not used again; a new one is made.
	Apply(ctx context.Context, w *Writer, events []Event) error
}

// Event is a recorded event with its decoded form.
type Event struct {
	eventstore.Recorded
	Payload domain.Event

	times domain.Times
}

// Times are when the event happened and when the log stored it. Columns and members that tell of changes take the latter.
func (e Event) Times() domain.Times {
	if e.times.Recorded.IsZero() {
		return e.Recorded.Times()
	}
	return e.times
}

// timed reads the times from the event once.
func (e Event) timed() Event {
	e.times = e.Recorded.Times()
	return e
}

// Update tells what a commit of a projector changed.
type Update struct {
	Projector  string
	Position   eventstore.Position // everything up to here has been applied
	Generation int64
	// Scopes are the things touched, each with the position that touched it last.
	Scopes map[string]eventstore.Position
	// Afresh tells that a run begins at Position, which is what is stored. What was changed before, perhaps by another
	// instance or in tables that a crash of the database has taken back, is not told in Scopes.
	Afresh bool
	// Failed tells that the projector has stopped; Reason is why.
	Failed bool
	Reason string
}
