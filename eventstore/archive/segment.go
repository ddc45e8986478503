package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"

	"github.com/klauspost/compress/zstd"

	"tradelog/eventstore"
)

// frameSize is the number of bytes of lines in a frame of events, before compression. A frame ends with the line that reaches it.
const frameSize = 256 << 10

// skippable is the magic number of a skippable zstd frame, which decoders ignore.
const skippable = 0x184D2A50

// indexHead is the length in bytes of the head of an index frame: its magic number and its size.
const indexHead = 8

// entry is a frame of a segment.
type entry struct {
	First  eventstore.Position
	Offset int64 // in the file
}

// SegmentWriter makes the file of a segment.
type SegmentWriter struct {
	Segment
	file    []byte
	frame   bytes.Buffer // lines of the frame that is not compressed yet
	entries []entry
	zip     *zstd.Encoder
	lines   *LineWriter
	framed  int64 // bytes of lines in finished frames
}

// NewSegment begins a segment with the event at a position of the log. before is the seal of the event before.
func NewSegment(logID string, first eventstore.Position, before []byte) (*SegmentWriter, error) {
	s := &SegmentWriter{Segment: Segment{First: first, Before: before}}
	var err error
	// Without concurrency the same events are the same bytes.
	if s.zip, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true)); err != nil {
		return nil, err
	}
	if s.lines, err = NewLineWriter(&s.frame, Header{LogID: logID, From: first - 1, Dense: true}); err != nil {
		return nil, err
	}
	return s, s.endFrame()
}

// Size returns the bytes of the lines so far, before compression.
func (s *SegmentWriter) Size() int64 { return s.lines.size }

// Add adds the next event.
func (s *SegmentWriter) Add(r *eventstore.Recorded) error {
	if s.lines.size == s.framed {
		s.entries = append(s.entries, entry{r.Position, int64(len(s.file))})
	}
	s.Last, s.Until, s.Seal = r.Position, r.RecordedAt, bytes.Clone(r.Seal)
	if err := s.lines.Event(r); err != nil {
		return err
	}
	if s.lines.size-s.framed >= frameSize {
		return s.endFrame()
	}
	return nil
}

// endFrame compresses the lines since the last frame, if there are any.
func (s *SegmentWriter) endFrame() error {
	if err := s.lines.out.Flush(); err != nil {
		return err
	}
	if s.frame.Len() > 0 {
		s.file = s.zip.EncodeAll(s.frame.Bytes(), s.file)
	}
	s.framed = s.lines.size
	s.frame.Reset()
	return nil
}

// Finish returns the file. The segment then has its name and hash.
func (s *SegmentWriter) Finish() ([]byte, error) {
	if err := s.endFrame(); err != nil {
		return nil, err
	}
	s.entries = append(s.entries, entry{s.Last + 1, int64(len(s.file))})
	if err := errors.Join(s.lines.Finish(), s.endFrame(), s.zip.Close()); err != nil {
		return nil, err
	}
	s.Index = int64(len(s.file))
	s.file = binary.LittleEndian.AppendUint32(s.file, skippable)
	s.file = binary.LittleEndian.AppendUint32(s.file, uint32(16*len(s.entries)))
	for _, e := range s.entries {
		s.file = binary.BigEndian.AppendUint64(s.file, uint64(e.First))
		s.file = binary.BigEndian.AppendUint64(s.file, uint64(e.Offset))
	}
	sum := sha256.Sum256(s.file)
	s.Name = fmt.Sprintf("events-%012d-%012d.jsonl.zst", s.First, s.Last)
	s.Bytes, s.SHA256 = int64(len(s.file)), sum[:]
	return s.file, nil
}

// readIndex reads the frame with the index of a segment. It fails if the entries are not in order within the segment.
func (s *Segment) readIndex(frame []byte) ([]entry, error) {
	if len(frame) < indexHead+32 || binary.LittleEndian.Uint32(frame) != skippable ||
		int(binary.LittleEndian.Uint32(frame[4:])) != len(frame)-indexHead || (len(frame)-indexHead)%16 != 0 {
		return nil, errors.New("its index cannot be read")
	}
	var entries []entry
	for rest := frame[indexHead:]; len(rest) > 0; rest = rest[16:] {
		entries = append(entries, entry{eventstore.Position(binary.BigEndian.Uint64(rest)), int64(binary.BigEndian.Uint64(rest[8:]))})
	}
	last := len(entries) - 1
	for i, e := range entries {
		if i > 0 && (e.First <= entries[i-1].First || e.Offset <= entries[i-1].Offset) || e.Offset < 0 || e.Offset > s.Index {
			return nil, errors.New("its index is not in order")
		}
	}
	if entries[0].First != s.First || entries[last].First != s.Last+1 {
		return nil, errors.New("its index is of another stretch of the log")
	}
	return entries, nil
}

// damaged returns an ErrDamaged that names the segment and the reason.
func (s *Segment) damaged(why any) error {
	return fmt.Errorf("%w: segment %s: %v", ErrDamaged, s.Name, why)
}

// readFailed explains why a segment could not be read.
func (s *Segment) readFailed(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return s.damaged("it is missing")
	}
	return fmt.Errorf("segment %s: %w", s.Name, err)
}

// Check reads the files of the archive and returns ErrDamaged for each segment that is missing or differs from the manifest. It does not
// check the events; Scan does.
func (a *Archive) Check(ctx context.Context) error {
	var found []error
	for i := range a.Segments {
		s := &a.Segments[i]
		file, err := a.storage.Read(ctx, s.Name)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			err = s.readFailed(err)
		} else if sum := sha256.Sum256(file); !bytes.Equal(sum[:], s.SHA256) {
			err = s.damaged("its hash is not that of the manifest")
		}
		if err != nil {
			found = append(found, err)
		}
	}
	return errors.Join(found...)
}

// scan reads a segment and checks all of it.
func (a *Archive) scan(ctx context.Context, s Segment, each func(*eventstore.Recorded) error) error {
	file, err := a.storage.Read(ctx, s.Name)
	if err != nil {
		return s.readFailed(err)
	}
	if sum := sha256.Sum256(file); !bytes.Equal(sum[:], s.SHA256) {
		return s.damaged("its hash is not that of the manifest")
	}
	if s.Index > 0 {
		if s.Index > int64(len(file)) {
			return s.damaged("it has no index")
		}
		if _, err := s.readIndex(file[s.Index:]); err != nil {
			return s.damaged(err)
		}
	}
	lines, err := zstd.NewReader(bytes.NewReader(file), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return s.damaged(err)
	}
	defer lines.Close()
	in := NewLineReader(lines)
	if h, err := in.Header(); err != nil || h.LogID != a.Manifest.LogID || h.From != s.First-1 {
		return s.damaged("it begins as another one")
	}
	last := s.First - 1
	var seal []byte
	err = in.Each(ctx, func(r *eventstore.Recorded) error {
		last, seal = r.Position, r.Seal
		return each(r)
	})
	switch {
	case errors.Is(err, ErrDamagedExport):
		return s.damaged(err)
	case err != nil:
		return err
	case last != s.Last || !bytes.Equal(seal, s.Seal):
		return s.damaged("it ends as another one")
	}
	return nil
}
