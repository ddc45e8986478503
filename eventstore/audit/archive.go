package audit

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"time"

	"github.com/klauspost/compress/zstd"

	"tradelog/eventstore"
)

// Place stores whole files, such as those of an archive.
type Place interface {
	// Read returns a file. It fails with fs.ErrNotExist if there is none of that name.
	Read(ctx context.Context, name string) ([]byte, error)
	// Write stores a file durably, instead of one of that name. A file that is not whole never has the name.
	Write(ctx context.Context, name string, content []byte) error
}

// SegmentSize is how many bytes of lines a segment has by default, before compression. A segment ends with the line that reaches it.
const SegmentSize = 64 << 20

// ArchiveOptions of WriteArchive.
type ArchiveOptions struct {
	Before      time.Time // the archive ends before the first event that was recorded then or later
	Key         ed25519.PrivateKey
	Clock       func() time.Time // of the signature
	SegmentSize int              // bytes; SegmentSize if 0
	Progress    Progress
}

// Archived describes what WriteArchive did.
type Archived struct {
	Segments   int   // written
	Events     int64 // in these
	Bytes      int64 // of these
	From, Last eventstore.Position
}

// WriteArchive writes the stretch of a log between the end of an archive and a time to further segments of the archive. The log stays
// as it is. The manifest is written after each segment, so an interrupted call leaves an archive that ends earlier, and the next one
// goes on there.
//
//   - ErrNotSealed: the store does not seal, or its positions have gaps.
//   - ErrSignature, ErrOtherLog: the place has an archive that was signed with another key, or is of another log.
//   - ErrDamagedArchive: the manifest there cannot be read.
//   - ErrDiffers: the log has other events than the archive.
//   - ErrDamagedLog: the seal of an event does not follow from its predecessor's; Verify tells more.
//   - other errors are those of the store and the place. Call it again.
func WriteArchive(ctx context.Context, store eventstore.Store, place Place, o ArchiveOptions) (done Archived, err error) {
	if c := store.Capabilities(); !c.Sealed || !c.DensePositions {
		return done, ErrNotSealed
	}
	if len(o.Key) != ed25519.PrivateKeySize {
		return done, errors.New("audit: not an Ed25519 private key")
	}
	w := &archiver{place: place, options: o,
		manifest: Manifest{Format: manifestFormat, Version: manifestVersion, LogID: store.LogID()}}
	if w.options.SegmentSize <= 0 {
		w.options.SegmentSize = SegmentSize
	}
	archive, err := OpenArchive(ctx, place, o.Key.Public().(ed25519.PublicKey))
	if err == nil {
		w.manifest = archive.Manifest
		err = archive.Compare(ctx, store)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return done, err
	}
	from, seal := w.manifest.End()
	w.done.From, w.done.Last, w.seal = from, from, seal
	until, err := recordedBefore(ctx, store, from, o.Before)
	if err != nil || until == from {
		return w.done, err
	}
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

// ErrDamagedLog: an event does not follow from its predecessor.
var ErrDamagedLog = errors.New("audit: the log is damaged")

// recordedBefore returns the position of the last event after from that was recorded before a time, or from. Recorded times do not
// run backwards.
func recordedBefore(
	ctx context.Context, store eventstore.Store, from eventstore.Position, t time.Time,
) (at eventstore.Position, err error) {
	head, err := store.Head(ctx)
	if err != nil {
		return from, err
	}
	n := sort.Search(int(head-from), func(i int) bool {
		if err != nil {
			return true
		}
		var r eventstore.Recorded
		r, err = eventAt(ctx, store, from+eventstore.Position(i)+1)
		return err != nil || !r.RecordedAt.Before(t)
	})
	return from + eventstore.Position(n), err
}

// eventAt returns the event at a position. It fails with eventstore.ErrGap if there is none.
func eventAt(ctx context.Context, store eventstore.Store, at eventstore.Position) (r eventstore.Recorded, err error) {
	page, err := store.ReadAll(ctx, at-1, eventstore.Forwards, 1, eventstore.Filter{})
	if err != nil {
		return r, err
	}
	if len(page.Events) == 0 {
		return r, fmt.Errorf("%w: there is no position %d", eventstore.ErrGap, at)
	}
	return page.Events[0], nil
}

// archiver writes segments.
type archiver struct {
	place    Place
	options  ArchiveOptions
	manifest Manifest
	seal     []byte // of the event before
	open     *segmentWriter
	done     Archived
}

func (w *archiver) add(ctx context.Context, r *eventstore.Recorded) error {
	if !follows(w.seal, r, 0) {
		return fmt.Errorf("%w at position %d", ErrDamagedLog, r.Position)
	}
	if w.open == nil {
		var err error
		if w.open, err = newSegment(w.manifest.LogID, r.Position, w.seal); err != nil {
			return err
		}
	}
	if err := w.open.add(r); err != nil {
		return err
	}
	w.seal = w.open.Seal
	if w.open.lines.size < int64(w.options.SegmentSize) {
		return nil
	}
	return w.finish(ctx)
}

// finish stores the open segment, and then the manifest with it.
func (w *archiver) finish(ctx context.Context) error {
	if w.open == nil {
		return nil
	}
	content, err := w.open.finish()
	if err != nil {
		return err
	}
	s := w.open.Segment
	w.open = nil
	if err := w.place.Write(ctx, s.Name, content); err != nil {
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
	w.manifest.sign(w.options.Key, w.options.Clock())
	text, err := json.MarshalIndent(w.manifest, "", "  ")
	if err != nil {
		return err
	}
	return w.place.Write(ctx, manifestName, append(text, '\n'))
}

// segmentWriter makes the file of a segment: an export of its stretch, compressed.
type segmentWriter struct {
	Segment
	file  bytes.Buffer
	zip   *zstd.Encoder
	lines *exporter
}

func newSegment(logID string, first eventstore.Position, before []byte) (*segmentWriter, error) {
	s := &segmentWriter{Segment: Segment{First: first, Before: before}}
	var err error
	// Without concurrency the same events are the same bytes.
	if s.zip, err = zstd.NewWriter(&s.file, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true)); err != nil {
		return nil, err
	}
	s.lines = newExporter(s.zip)
	return s, s.lines.encode(header{Format: formatName, Version: formatVersion, LogID: logID, From: first - 1, Dense: true})
}

func (s *segmentWriter) add(r *eventstore.Recorded) error {
	s.Last, s.Until, s.Seal = r.Position, r.RecordedAt, bytes.Clone(r.Seal)
	return s.lines.event(r)
}

func (s *segmentWriter) finish() ([]byte, error) {
	if err := errors.Join(s.lines.finish(), s.zip.Close()); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(s.file.Bytes())
	s.Name = fmt.Sprintf("events-%012d-%012d.jsonl.zst", s.First, s.Last)
	s.Bytes, s.SHA256 = int64(s.file.Len()), sum[:]
	return s.file.Bytes(), nil
}

// Archive is an archive that is read. It can be verified, and imported into another log.
type Archive struct {
	Manifest
	place Place
}

// OpenArchive reads the manifest of an archive and checks its signature, unless key is nil. It fails with fs.ErrNotExist if the place
// has no archive, with ErrDamagedArchive if the manifest cannot be read, and with ErrSignature.
func OpenArchive(ctx context.Context, place Place, key ed25519.PublicKey) (*Archive, error) {
	text, err := place.Read(ctx, manifestName)
	if err != nil {
		return nil, fmt.Errorf("the manifest of the archive: %w", err)
	}
	m, err := readManifest(text)
	if err != nil {
		return nil, err
	}
	if key != nil && !m.SignedBy(key) {
		return nil, fmt.Errorf("%w: that of the archive", ErrSignature)
	}
	return &Archive{m, place}, nil
}

// LogID names the log that was archived.
func (a *Archive) LogID() string { return a.Manifest.LogID }

// Capabilities returns those of a log that can be archived.
func (a *Archive) Capabilities() eventstore.Capabilities {
	return eventstore.Capabilities{DensePositions: true, Sealed: true}
}

// Head returns the last position of the archive.
func (a *Archive) Head(context.Context) (eventstore.Position, error) {
	end, _ := a.End()
	return end, nil
}

// HeadSeal returns the last position and its seal; see eventstore.SealedLog.
func (a *Archive) HeadSeal(context.Context) (eventstore.Position, []byte, error) {
	end, seal := a.End()
	return end, seal, nil
}

// Scan calls each for the events after a position; see eventstore.RawLog. each owns the event. Scan fails with ErrDamagedArchive if a
// segment is not the one that the manifest lists.
func (a *Archive) Scan(ctx context.Context, from eventstore.Position, each func(*eventstore.Recorded) error) error {
	for _, s := range a.Segments {
		if s.Last <= from {
			continue
		}
		err := a.scan(ctx, s, func(r *eventstore.Recorded) error {
			if r.Position <= from {
				return nil
			}
			return each(r)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// scan reads one segment.
func (a *Archive) scan(ctx context.Context, s Segment, each func(*eventstore.Recorded) error) error {
	damaged := func(why any) error { return fmt.Errorf("%w: segment %s: %v", ErrDamagedArchive, s.Name, why) }
	file, err := a.place.Read(ctx, s.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return damaged("it is missing")
	}
	if err != nil {
		return fmt.Errorf("segment %s: %w", s.Name, err)
	}
	if sum := sha256.Sum256(file); !bytes.Equal(sum[:], s.SHA256) {
		return damaged("its hash is not that of the manifest")
	}
	lines, err := zstd.NewReader(bytes.NewReader(file), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return damaged(err)
	}
	defer lines.Close()
	in := &exportReader{in: bufio.NewReaderSize(lines, 1<<20)}
	if h, err := in.header(); err != nil || h.LogID != a.Manifest.LogID || h.From != s.First-1 {
		return damaged("it begins as another one")
	}
	last := s.First - 1
	var seal []byte
	err = in.each(ctx, func(r *eventstore.Recorded) error {
		last, seal = r.Position, r.Seal
		return each(r)
	})
	switch {
	case errors.Is(err, ErrDamagedExport):
		return damaged(err)
	case err != nil:
		return err
	case last != s.Last || !bytes.Equal(seal, s.Seal):
		return damaged("it ends as another one")
	}
	return nil
}

// Compare checks that a log has the seals of the archive at the end of each segment. With the same seals, and if both hold
// (Verify, VerifyArchive), all events before are the same. It fails with ErrOtherLog or ErrDiffers.
func (a *Archive) Compare(ctx context.Context, store eventstore.Store) error {
	if a.LogID() != store.LogID() {
		return fmt.Errorf("%w: the archive is of %s, and this is %s", ErrOtherLog, a.LogID(), store.LogID())
	}
	for _, s := range a.Segments {
		r, err := eventAt(ctx, store, s.Last)
		switch {
		case errors.Is(err, eventstore.ErrGap):
			return fmt.Errorf("%w: the archive has position %d, the log does not", ErrDiffers, s.Last)
		case err != nil:
			return err
		case !bytes.Equal(r.Seal, s.Seal):
			return fmt.Errorf("%w: position %d, or one from %d on, has another seal than in the archive", ErrDiffers, s.Last, s.First)
		}
	}
	return nil
}

// VerifyArchive reads an archive without its log and reports damage as Verify does. It fails with ErrDamagedArchive if a segment is
// not the one that the manifest lists.
func VerifyArchive(ctx context.Context, a *Archive, o Options) (Report, error) {
	return verifySource(ctx, a, o)
}

// ImportArchive appends an archive to an empty log, or continues an interrupted import. At the end the target is read and compared.
// Errors are those of Import, and ErrDamagedArchive.
func ImportArchive(ctx context.Context, store eventstore.Store, a *Archive, o ImportOptions) (Transferred, error) {
	end, _ := a.End()
	each := func(ctx context.Context, take func(*eventstore.Recorded) error) error { return a.Scan(ctx, 0, take) }
	return newTransfer(store, o.Renumber).run(ctx, each, func(p eventstore.Position) { o.Progress.report(p, end) })
}
