package projections

import (
	"bytes"
	"context"

	"tradelog/eventstore"
)

// Executed stores the commands that were carried out under idempotency keys. The events' metadata has the same facts and commits with
// them; this table makes them quick to find.
var Executed = Definition{
	Name: "executed", Version: 1, Tables: []string{"executed_commands"}, Raw: true, Shows: nobody,
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
