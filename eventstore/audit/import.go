package audit

import (
	"context"
	"errors"
	"io"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
)

// ImportOptions of Import.
type ImportOptions struct {
	// Renumber gives the events of each stream new revisions without gaps. It is needed if a filter left out some events of a
	// stream.
	Renumber bool
	Progress Progress
}

// The errors of Import and Copy about the events themselves.
var (
	ErrDamagedExport = archive.ErrDamagedExport
	ErrDiffers       = errors.New("audit: the target has other events")
)

// Import appends an export to an empty log, or continues an interrupted import. An export from a later position needs a log that
// ends there. At the end the target is read and compared.
//
//   - ErrDamagedExport: the export is incomplete or was changed. Events before the damage may have been imported.
//   - ErrDiffers: the target has other events than the export.
//   - eventstore.ErrHeadMoved: somebody else writes to the target.
//   - other errors are those of r and of the store. Import again.
func Import(ctx context.Context, store eventstore.Store, r io.Reader, o ImportOptions) (Transferred, error) {
	in := archive.NewLineReader(r)
	h, err := in.Header()
	if err != nil {
		return Transferred{}, err
	}
	t := newTransfer(store, o.Renumber)
	if h.Dense && !h.Partial {
		t.start = h.From
	}
	return t.run(ctx, in.Each, func(p eventstore.Position) { o.Progress.report(p, h.Head) })
}
