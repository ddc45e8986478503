package projections

import (
	"bytes"
	"context"
	"time"

	"tradelog/eventstore"
)

// Executed stores the commands that were carried out under idempotency keys. The events' metadata has the same facts and commits with them;
// this table makes them quick to find. A key is valid for a day, so commands of more than executedKept before the newest one go. The age is
// measured by the log itself, so the rows of a rebuild are the same. A request that goes on later than that decides again, and the log
// recognizes the events it has stored by their IDs.
var Executed = Definition{
	Name: "executed", Version: 1, Tables: []string{"executed_commands"}, Raw: true, Shows: nobody,
	Wants: func(e eventstore.Recorded) bool { return bytes.Contains(e.Metadata, []byte(`"idempotency"`)) },
	New:   func() Projector { return &executed{} },
}

// executedKept is the time for which the commands of idempotency keys are kept. The time is several times the life of a key. Clocks of
// instances differ, and a request that was cut off may be continued until its key expires.
const executedKept = 7 * 24 * time.Hour

// executed knows up to which time it has dropped commands in this run.
type executed struct{ dropped time.Time }

// Apply looks at every event, but only at its metadata.
func (p *executed) Apply(_ context.Context, w *Writer, events []Event) error {
	var newest time.Time
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
		newest = e.RecordedAt
	}
	// By whole hours, so that few batches drop anything, and none drops much.
	if until := newest.Truncate(time.Hour).Add(-executedKept); until.After(p.dropped) {
		w.Exec(`DELETE FROM executed_commands WHERE made_at < $1`, until)
		p.dropped = until
	}
	return nil
}
