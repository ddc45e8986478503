package archive

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/klauspost/compress/zstd"

	"tradelog/eventstore"
	"tradelog/internal/lru"
)

// The bounds of the frames in memory: about 32 MiB. Larger frames, which have events of megabytes, are not kept.
const (
	keptFrames   = 64
	keptFrameMax = 2 * frameSize
)

// errNotThere: the archive ends before a position.
var errNotThere = errors.New("the archive does not have the event")

// Contents reads single events of an archive. It may be used from many goroutines.
type Contents struct {
	archive *Archive
	zip     *zstd.Decoder
	frames  lru.Cache[int64, frame] // by position of the first event

	mu      sync.Mutex
	indexes map[string][]entry // by name of the segment
}

// frame is a range of events as lines.
type frame struct {
	first eventstore.Position
	lines [][]byte
}

// OpenContents opens an archive for reading single events. Errors are those of Open, and ErrNoIndex if a segment was written by an
// earlier version.
func OpenContents(ctx context.Context, storage Storage, key ed25519.PublicKey) (*Contents, error) {
	a, err := Open(ctx, storage, key)
	if err != nil {
		return nil, err
	}
	for _, s := range a.Segments {
		if s.Index == 0 {
			return nil, fmt.Errorf("%w: %s", ErrNoIndex, s.Name)
		}
	}
	frames := lru.New[int64, frame](keptFrames)
	zip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0))
	if err != nil {
		return nil, err
	}
	return &Contents{archive: a, zip: zip, frames: frames, indexes: map[string][]entry{}}, nil
}

// ErrNoIndex: single events cannot be found in a segment of an earlier version. A new archive in another storage has an index.
var ErrNoIndex = errors.New("the archive has a segment without an index, which an earlier version wrote; " +
	"write a new archive to another place")

// Archive returns the archive that is read.
func (c *Contents) Archive() *Archive { return c.archive }

// Event returns the event at a position. It fails with errNotThere if the archive ends before, with ErrDamaged, and with errors of the
// storage.
func (c *Contents) Event(ctx context.Context, at eventstore.Position) (r eventstore.Recorded, err error) {
	segments := c.archive.Segments
	i := sort.Search(len(segments), func(i int) bool { return segments[i].Last >= at })
	if i == len(segments) || at < segments[i].First {
		return r, fmt.Errorf("%w at position %d", errNotThere, at)
	}
	s := &segments[i]
	f, err := c.frame(ctx, s, at)
	if err != nil {
		return r, err
	}
	var l line
	if err := l.parse(f.lines[at-f.first]); err != nil {
		return r, s.damaged(err)
	}
	if r, err = l.event(); err != nil || r.Position != at {
		return r, s.damaged(fmt.Sprintf("position %d is not where its index says", at))
	}
	return r, nil
}

// frame returns the frame of a segment that contains the event at a position.
func (c *Contents) frame(ctx context.Context, s *Segment, at eventstore.Position) (f frame, err error) {
	entries, err := c.index(ctx, s)
	if err != nil {
		return f, err
	}
	i := sort.Search(len(entries), func(i int) bool { return entries[i].First > at }) - 1
	this, next := entries[i], entries[i+1]
	if f, ok := c.frames.Get(int64(this.First)); ok {
		return f, nil
	}
	packed, err := c.archive.storage.ReadPart(ctx, s.Name, this.Offset, next.Offset-this.Offset)
	if err != nil {
		return f, s.readFailed(err)
	}
	text, err := c.zip.DecodeAll(packed, nil)
	if err != nil {
		return f, s.damaged(err)
	}
	f = frame{first: this.First, lines: slices.Collect(bytes.Lines(text))}
	if len(f.lines) != int(next.First-this.First) {
		return f, s.damaged(fmt.Sprintf("the frame at position %d has %d events", this.First, len(f.lines)))
	}
	if len(text) <= keptFrameMax {
		c.frames.Add(int64(this.First), f)
	}
	return f, nil
}

// index returns the index of a segment.
func (c *Contents) index(ctx context.Context, s *Segment) ([]entry, error) {
	c.mu.Lock()
	entries, ok := c.indexes[s.Name]
	c.mu.Unlock()
	if ok {
		return entries, nil
	}
	packed, err := c.archive.storage.ReadPart(ctx, s.Name, s.Index, s.Bytes-s.Index)
	if err != nil {
		return nil, s.readFailed(err)
	}
	if entries, err = s.readIndex(packed); err != nil {
		return nil, s.damaged(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.indexes[s.Name] = entries
	return entries, nil
}
