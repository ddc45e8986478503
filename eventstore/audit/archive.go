package audit

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
)

// segmentSize is the default number of bytes of lines in a segment, before compression. A segment ends with the line that reaches it.
const segmentSize = 64 << 20

// ArchiveOptions of WriteArchive.
type ArchiveOptions struct {
	Before      time.Time // the archive ends before the first event that was recorded then or later
	Key         ed25519.PrivateKey
	Clock       func() time.Time // of the signature
	SegmentSize int              // bytes; segmentSize if 0
	Progress    Progress
}

// Archived describes the result of WriteArchive.
type Archived struct {
	Segments   int   // written
	Events     int64 // in these
	Bytes      int64 // of these
	From, Last eventstore.Position
}

// WriteArchive writes the part of a log between the end of an archive and a time to further segments of the archive. The log stays as it
// is. The manifest is written after each segment, so an interrupted call leaves an archive that ends earlier, and the next one goes on
// there.
//
//   - errNotSealed: the store is no eventstore.SealedStore.
//   - archive.errSignature, errOtherLog: the storage has an archive that was signed with another key, or is of another log.
//   - archive.ErrDamaged: the manifest there cannot be read.
//   - errDiffers: the log has other events than the archive.
//   - errDamagedLog: the seal of an event does not follow from its predecessor's; Verify tells more.
//   - other errors are those of the store and the storage. Call it again.
func WriteArchive(ctx context.Context, store eventstore.Store, storage archive.Storage, o ArchiveOptions) (done Archived, err error) {
	if _, ok := eventstore.Sealed(store); !ok {
		return done, errNotSealed
	}
	if len(o.Key) != ed25519.PrivateKeySize {
		return done, errors.New("audit: not an Ed25519 private key")
	}
	w := &archiver{storage: storage, options: o, manifest: archive.NewManifest(store.LogID())}
	if w.options.SegmentSize <= 0 {
		w.options.SegmentSize = segmentSize
	}
	there, err := archive.Open(ctx, storage, o.Key.Public().(ed25519.PublicKey))
	if err == nil {
		w.manifest = there.Manifest
		err = CompareArchive(ctx, there, store)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return done, err
	}
	from, seal := w.manifest.End()
	w.done.From, w.done.Last, w.seal = from, from, seal
	before, err := store.PositionsBefore(ctx, []time.Time{o.Before})
	if err != nil || before[0] <= from {
		return w.done, err
	}
	until := before[0]
	source := &storeSource{store: store, from: from, until: until}
	err = source.each(ctx, func(r *eventstore.Recorded) error {
		if w.done.Events%progressEvery == 0 {
			o.Progress.report(r.Position, until)
		}
		return w.add(ctx, r)
	})
	if err == nil {
		err = w.finish(ctx)
	}
	o.Progress.report(w.done.Last, until)
	return w.done, err
}

// errDamagedLog: an event does not follow from its predecessor.
var errDamagedLog = errors.New("audit: the log is damaged")

// archiver writes segments.
type archiver struct {
	storage  archive.Storage
	options  ArchiveOptions
	manifest archive.Manifest
	seal     []byte // of the event before
	open     *archive.SegmentWriter
	done     Archived
}

func (w *archiver) add(ctx context.Context, r *eventstore.Recorded) error {
	if !follows(w.seal, r, 0) {
		return fmt.Errorf("%w at position %d", errDamagedLog, r.Position)
	}
	if w.open == nil {
		var err error
		if w.open, err = archive.NewSegment(w.manifest.LogID, r.Position, w.seal); err != nil {
			return err
		}
	}
	if err := w.open.Add(r); err != nil {
		return err
	}
	w.seal = w.open.Seal
	if w.open.Size() < int64(w.options.SegmentSize) {
		return nil
	}
	return w.finish(ctx)
}

// finish stores the open segment, and then the manifest with it.
func (w *archiver) finish(ctx context.Context) error {
	if w.open == nil {
		return nil
	}
	content, err := w.open.Finish()
	if err != nil {
		return err
	}
	s := w.open.Segment
	w.open = nil
	if err := w.storage.Write(ctx, s.Name, content); err != nil {
		return fmt.Errorf("write segment %s: %w", s.Name, err)
	}
	w.manifest.Segments = append(w.manifest.Segments, s)
	if err := w.writeManifest(ctx); err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	w.done.Segments++
	w.done.Events += int64(s.Last - s.First + 1)
	w.done.Bytes += s.Bytes
	w.done.Last = s.Last
	return nil
}

func (w *archiver) writeManifest(ctx context.Context) error {
	w.manifest.Sign(w.options.Key, w.options.Clock())
	return archive.WriteManifest(ctx, w.storage, w.manifest)
}

// CompareArchive checks that a log has the seals of the archive at the end of each segment. With the same seals, and if both hold
// (Verify, VerifyArchive), all events before are the same. It fails with errOtherLog or errDiffers.
func CompareArchive(ctx context.Context, a *archive.Archive, store eventstore.Store) error {
	if err := ofThisLog(ctx, a, store); err != nil {
		return err
	}
	for _, s := range a.Segments {
		r, err := eventstore.ReadAt(ctx, store, s.Last)
		switch {
		case errors.Is(err, eventstore.ErrGap):
			return fmt.Errorf("%w: the archive has position %d, the log does not", errDiffers, s.Last)
		case err != nil:
			return err
		case !bytes.Equal(r.Seal, s.Seal):
			return fmt.Errorf("%w: position %d, or one from %d on, has another seal than in the archive", errDiffers, s.Last, s.First)
		}
	}
	return nil
}

// ofThisLog fails with errOtherLog unless an archive is of a log, or of one that the log was moved from. Then both have the same seal where
// the archive ends, and a seal stands for all events up to it.
func ofThisLog(ctx context.Context, a *archive.Archive, store eventstore.Store) error {
	if a.LogID() == store.LogID() {
		return nil
	}
	if end, seal := a.End(); end > 0 {
		r, err := eventstore.ReadAt(ctx, store, end)
		switch {
		case err == nil && bytes.Equal(r.Seal, seal):
			return nil
		case err != nil && !errors.Is(err, eventstore.ErrGap):
			return err
		}
	}
	return fmt.Errorf("%w: the archive is of %s, and this is %s", errOtherLog, a.LogID(), store.LogID())
}

// VerifyArchive reads an archive without its log and reports damage as Verify does. It fails with archive.ErrDamaged if a segment is
// not the one that the manifest lists.
func VerifyArchive(ctx context.Context, a *archive.Archive, o Options) (Report, error) {
	return (&verifier{log: a, sealed: a, options: o, streams: newStreams()}).verify(ctx)
}

// ImportArchive appends an archive to an empty log, or continues an interrupted import. At the end the target is read and compared. It
// fails with the errors of Import, and with archive.ErrDamaged.
func ImportArchive(ctx context.Context, store eventstore.Store, a *archive.Archive, o ImportOptions) (Transferred, error) {
	end, _ := a.End()
	each := func(ctx context.Context, take func(*eventstore.Recorded) error) error { return a.Scan(ctx, 0, take) }
	t := newTransfer(store, o.Renumber)
	t.source = eventstore.Move{Source: a.LogID(), Until: end}
	return t.run(ctx, each, func(p eventstore.Position) { o.Progress.report(p, end) })
}
