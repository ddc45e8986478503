package audit

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"

	"tradelog/eventstore"
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
	ErrDamagedExport = errors.New("audit: not a whole export")
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
	in := &exportReader{in: bufio.NewReaderSize(r, 1<<20)}
	h, err := in.header()
	if err != nil {
		return Transferred{}, err
	}
	t := newTransfer(store, o.Renumber)
	if h.Dense && !h.Partial {
		t.start = h.From
	}
	return t.run(ctx, in.each, func(p eventstore.Position) { o.Progress.report(p, h.Head) })
}

// exportReader reads an export and checks that it is complete and unchanged.
type exportReader struct {
	in     *bufio.Reader
	buf    []byte
	all    hash.Hash // of all lines so far
	number int       // of the current line, for messages
}

// maxLine bounds one line: the largest append with every byte escaped.
const maxLine = 6*eventstore.MaxAppendSize + 1<<20

func (e *exportReader) damaged(format string, args ...any) error {
	return fmt.Errorf("%w: line %d: %s", ErrDamagedExport, e.number, fmt.Sprintf(format, args...))
}

// next reads a line. It fails with io.EOF after the last.
func (e *exportReader) next() ([]byte, error) {
	e.number++
	e.buf = e.buf[:0]
	for {
		part, err := e.in.ReadSlice('\n')
		e.buf = append(e.buf, part...)
		switch {
		case err == nil:
			return e.buf, nil
		case err == io.EOF && len(e.buf) > 0:
			return nil, e.damaged("it is cut short")
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(e.buf) > maxLine:
			return nil, e.damaged("it is longer than %d bytes", maxLine)
		}
	}
}

func (e *exportReader) header() (h header, err error) {
	text, err := e.next()
	if err == io.EOF {
		return h, e.damaged("it is empty")
	}
	if err != nil {
		return h, err
	}
	if json.Unmarshal(text, &h) != nil || h.Format != formatName {
		return h, e.damaged("it does not begin with a header of format %q", formatName)
	}
	if h.Version != formatVersion {
		return h, e.damaged("version %d, this program knows version %d", h.Version, formatVersion)
	}
	e.all = sha256.New()
	e.all.Write(text)
	return h, nil
}

// each calls take for the events in order and checks the trailer.
func (e *exportReader) each(ctx context.Context, take func(*eventstore.Recorded) error) error {
	var l line
	var count int64
	var seal []byte
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		text, err := e.next()
		if err == io.EOF {
			return e.damaged("the trailer is missing")
		}
		if err != nil {
			return err
		}
		if err := l.parse(text); err != nil {
			return e.damaged("%v", err)
		}
		if l.End {
			return e.trailer(&l, count, seal)
		}
		e.all.Write(text)
		r, err := l.event()
		if err != nil {
			return e.damaged("%v", err)
		}
		count++
		seal = r.Seal
		if err := take(&r); err != nil {
			return err
		}
	}
}

func (e *exportReader) trailer(l *line, count int64, seal []byte) error {
	sum := hex.EncodeToString(e.all.Sum(nil))
	switch {
	case l.Count != count:
		return e.damaged("the trailer counts %d events, there are %d", l.Count, count)
	case l.Seal != hex.EncodeToString(seal):
		return e.damaged("the trailer has another seal than the last event")
	case l.SHA256 != sum:
		return e.damaged("the lines do not have the hash of the trailer")
	}
	if rest, err := e.next(); err != io.EOF || len(bytes.TrimSpace(rest)) > 0 {
		return e.damaged("there is more after the trailer")
	}
	return nil
}
