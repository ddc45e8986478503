package audit

import (
	"context"
	"crypto/ed25519"
	"errors"
	"io"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
)

// ImportOptions of Import.
type ImportOptions struct {
	// Renumber gives the events of each stream new revisions without gaps. Renumbering is needed if a filter left out some events of a stream.
	Renumber bool
	Progress Progress
	Key      ed25519.PublicKey // of the signature that an export must have; nil: it need not be signed
	// Unsealed takes exports without a chain of seals, as earlier versions wrote them, and does not compare the seals of others.
	Unsealed bool
}

// The errors of Import and Copy about the events themselves.
var (
	ErrNoSeals = archive.ErrNoSeals
	errDiffers = errors.New("audit: the target has other events")
)

// Import appends an export to an empty log, or continues an interrupted import. An export from a later position needs a log that
// ends there. At the end the target is read and compared.
//
//   - archive.ErrDamagedExport: the export is incomplete, was changed, or is not signed by the key. Events before the damage may have been
//     imported.
//   - ErrNoSeals: the export has no chain of seals; see ImportOptions.Unsealed.
//   - errDiffers: the target has other events than the export.
//   - eventstore.ErrHeadMoved: somebody else writes to the target.
//   - other errors are those of r and of the store. Import again.
func Import(ctx context.Context, store eventstore.Store, r io.Reader, o ImportOptions) (Transferred, error) {
	begun, err := BeginImport(r, o)
	if err != nil {
		return Transferred{}, err
	}
	return begun.Into(ctx, store)
}

// BegunImport is an import of an export whose header was read. It has stored nothing yet.
type BegunImport struct {
	in     *archive.LineReader
	header archive.Header
	o      ImportOptions
}

// BeginImport reads the header of an export, so that a caller can refuse a file before it opens a log. It fails as Import does.
func BeginImport(r io.Reader, o ImportOptions) (*BegunImport, error) {
	in := archive.NewLineReader(r)
	h, err := in.Header()
	if err != nil {
		return nil, err
	}
	if o.Unsealed {
		in.CheckSignature(o.Key)
	} else if err := in.Check(o.Key); err != nil {
		return nil, err
	}
	return &BegunImport{in, h, o}, nil
}

// Into imports the events into a store, as Import does. It can be called once.
func (b *BegunImport) Into(ctx context.Context, store eventstore.Store) (Transferred, error) {
	h := b.header
	t := newTransfer(store, b.o.Renumber)
	t.source = eventstore.Move{Source: h.LogID, Until: h.Head}
	if h.Dense && !h.Partial {
		t.start = h.From
	}
	return t.run(ctx, b.in.Each, func(p eventstore.Position) { b.o.Progress.report(p, h.Head) })
}
