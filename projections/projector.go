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
	// Private is the first version whose tables seal values that earlier versions had in plain. The rebuild to it keeps no earlier tables, so
	// a rollback to them is not possible. 0: there is no such version.
	Private int
	// Tables it owns, in schema read. Nobody else writes them.
	Tables []string
	// Events it handles, by name. Nil means every event.
	Events []string
	// Trails are the categories of streams whose trails have versions. Each of their events touches the scope of its stream. If the rows stay
	// as they are, it touches the scope of the stream's trail instead. Events has all types of these streams. See scopes.Trail.
	Trails []string
	// Raw projectors look at the envelope only: their events are not decoded.
	Raw bool
	// Wants tells from an event's contents whether the projector needs it, so that nothing is written for the others. Nil means all.
	Wants func(eventstore.Recorded) bool
	// Shows tells whether the actor who caused an event may next read rows that it changes. The actor's answer then waits for the
	// projector. Nil means always.
	Shows func(by eventstore.Actor, event string) bool
	// New makes the projector for one run. Its cached rows are valid as long as the run lasts, because nobody else writes them.
	New func() Projector
}

// nobody is a Shows for tables that no actor reads. Only engines read them.
func nobody(eventstore.Actor, string) bool { return false }

// Showing returns a function that names the projectors whose tables show an event to the actor who caused it. An empty event type stands
// for an unknown one, which every projector may handle.
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

// Times returns when the event happened, when the log stored it, and who caused it. Columns and members about changes take the recorded
// time.
func (e Event) Times() domain.Times {
	if e.times.Recorded.IsZero() {
		return e.Recorded.Times()
	}
	return e.times
}

// timed parses the times of the event once and keeps them.
func (e Event) timed() Event {
	e.times = e.Recorded.Times()
	return e
}

// Update describes the changes of one commit of a projector.
type Update struct {
	Projector  string
	Position   eventstore.Position // everything up to here has been applied
	Generation int64
	// Scopes maps each touched scope to the position that touched it last.
	Scopes map[string]eventstore.Position
	// Afresh says that a run begins at Position, the stored checkpoint. Scopes lacks earlier changes, which another instance may have made,
	// or which a crash of the database may have taken back.
	Afresh bool
	// Failed says that the projector has stopped, for Reason.
	Failed bool
	Reason string
	// Rows lists the rows that the projector publishes to readers of this process, see Writer.Publish.
	Rows []any
}
