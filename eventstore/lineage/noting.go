package lineage

import (
	"context"
	"fmt"
	"log/slog"

	"tradelog/eventstore"
)

// Noting notes the end of a log that the program has seen, outside of the database.
type Noting struct {
	witness *Witness
	logger  *slog.Logger
}

// Note begins to note the end of a log in a directory. Without a directory it returns nil. cuts is how often the log was cut.
func Note(ctx context.Context, log eventstore.Log, dir string, cuts int, logger *slog.Logger) (*Noting, error) {
	if dir == "" {
		return nil, nil
	}
	w, err := OpenWitness(dir, log.LogID(), cuts)
	if err != nil {
		return nil, fmt.Errorf("note how far the log was seen: %w", err)
	}
	n := &Noting{w, logger}
	newest, err := log.Newest(ctx)
	if err != nil {
		return n, err
	}
	n.note(newest)
	log.Note(n.note)
	return n, nil
}

func (n *Noting) note(m eventstore.Mark) {
	if err := n.witness.Note(int64(m.Position), m.Seal); err != nil {
		n.logger.Warn("note how far the log was seen", "error", err)
	}
}

// Close ends it. The log is closed before, so that its last event is noted. Closing nil does nothing.
func (n *Noting) Close() {
	if n == nil {
		return
	}
	if err := n.witness.Close(); err != nil {
		n.logger.Warn("note how far the log was seen", "error", err)
	}
}
