package audit

import (
	"context"
	"errors"

	"tradelog/eventstore"
)

// CopyOptions of Copy.
type CopyOptions struct {
	Filter   eventstore.Filter
	Renumber bool // see ImportOptions; a Filter by type needs it
	Progress Progress
}

// Copy copies the events of one log, up to its current end, into another, like Export and Import. Errors are those of Import, and
// eventstore.ErrGap if the source lacks an event.
func Copy(ctx context.Context, from, to eventstore.Store, o CopyOptions) (Transferred, error) {
	if from.LogID() == to.LogID() {
		return Transferred{}, errors.New("audit: source and target are the same log")
	}
	head, err := from.Head(ctx)
	if err != nil {
		return Transferred{}, err
	}
	source := &storeSource{store: from, until: head, filter: o.Filter}
	t := newTransfer(to, o.Renumber)
	t.source = eventstore.Move{Source: from.LogID(), Until: head}
	return t.run(ctx, source.each, func(p eventstore.Position) { o.Progress.report(p, head) })
}
