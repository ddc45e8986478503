package archive

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

// ErrDamagedExport: an export is incomplete or was changed.
var ErrDamagedExport = errors.New("not a whole export of events")

// LineReader reads an export and checks that it is complete and unchanged.
type LineReader struct {
	in     *bufio.Reader
	buf    []byte
	all    hash.Hash // of all lines so far
	number int       // of the current line, for messages
}

// NewLineReader reads the lines of r. Call Header first, then Each.
func NewLineReader(r io.Reader) *LineReader { return &LineReader{in: bufio.NewReaderSize(r, 1<<20)} }

// maxLine bounds one line: the largest append with every byte escaped.
const maxLine = 6*eventstore.MaxAppendSize + 1<<20

func (e *LineReader) damaged(format string, args ...any) error {
	return fmt.Errorf("%w: line %d: %s", ErrDamagedExport, e.number, fmt.Sprintf(format, args...))
}

// next reads a line. It fails with io.EOF after the last.
func (e *LineReader) next() ([]byte, error) {
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

// Header reads the first line. It fails with ErrDamagedExport, or with an error of the reader.
func (e *LineReader) Header() (h Header, err error) {
	text, err := e.next()
	if err == io.EOF {
		return h, e.damaged("it is empty")
	}
	if err != nil {
		return h, err
	}
	if json.Unmarshal(text, &h) != nil || h.Format != linesFormat {
		return h, e.damaged("it does not begin with a header of format %q", linesFormat)
	}
	if h.Version != linesVersion {
		return h, e.damaged("version %d, this program knows version %d", h.Version, linesVersion)
	}
	e.all = sha256.New()
	e.all.Write(text)
	return h, nil
}

// Each calls take for the events in order and checks the trailer. It fails with ErrDamagedExport, or with an error of the reader or
// of take.
func (e *LineReader) Each(ctx context.Context, take func(*eventstore.Recorded) error) error {
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

func (e *LineReader) trailer(l *line, count int64, seal []byte) error {
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
