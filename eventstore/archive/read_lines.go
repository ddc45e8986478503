package archive

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
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

// ErrExportSignature: an export is not signed, was signed with another key, or was changed since.
var ErrExportSignature = errors.New("the export is not signed with the key that was expected, or was changed since")

// LineReader reads an export and checks that it is complete and unchanged.
type LineReader struct {
	in     *bufio.Reader
	buf    []byte
	all    hash.Hash // of all lines so far
	number int       // of the current line, for messages

	header   Header
	chain    *lineChain        // nil: seals are not compared
	key      ed25519.PublicKey // of the signature; nil: it is not checked
	position eventstore.Position
}

// lineChain compares the seal of each event with its predecessor's.
type lineChain struct {
	seal []byte // of the event before; nil: not known
}

// ErrNoSeals: the lines of an export have no chain of seals. Earlier versions wrote such exports of logs in event stores, and of parts
// of logs.
var ErrNoSeals = errors.New("the export has no chain of seals, so a change to it would not be noticed")

// Check makes Each compare the seals of the events with one another and the end with the one that the header tells. With a key it also
// checks the signature. Call it after Header. It fails with ErrNoSeals.
func (e *LineReader) Check(key ed25519.PublicKey) error {
	if e.header.unsealed() {
		return ErrNoSeals
	}
	e.chain, e.key = &lineChain{}, key
	if e.header.Chained || e.header.From <= 0 {
		e.chain.seal = eventstore.GenesisSeal
		return nil
	}
	before, err := hex.DecodeString(e.header.Before)
	if err != nil {
		return e.damaged("the seal before the first event is not hexadecimal")
	}
	if len(before) > 0 {
		e.chain.seal = before
	}
	return nil
}

// CheckSignature makes Each check the signature alone. Call it after Header.
func (e *LineReader) CheckSignature(key ed25519.PublicKey) { e.key = key }

// follow compares the seal of an event with its predecessor's.
func (e *LineReader) follow(r *eventstore.Recorded) error {
	switch {
	case e.chain == nil:
		return nil
	case len(r.Seal) != eventstore.SealSize:
		return e.damaged("the event has no seal")
	case e.chain.seal != nil && !bytes.Equal(eventstore.Seal(e.chain.seal, r), r.Seal):
		return e.damaged("the seal of the event at position %d does not follow from the event before: this one was changed, or one before it "+
			"was changed, removed or put in", r.Position)
	}
	e.chain.seal = r.Seal
	if e.header.Chained { // seals of the export, not of the log
		r.Seal = nil
	}
	return nil
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
	e.header, e.position = h, h.From
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
		seal, e.position = r.Seal, r.Position
		if err := e.follow(&r); err != nil {
			return err
		}
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
	case e.chain != nil && !e.header.Partial && e.position < e.header.Head:
		return e.damaged("it ends at position %d, and the log ended at %d when it was exported", e.position, e.header.Head)
	case e.key != nil && (len(e.key) != ed25519.PublicKeySize || !ed25519.Verify(e.key, statement(count, l.Seal, sum), l.Signature)):
		return fmt.Errorf("%w: %w", ErrDamagedExport, ErrExportSignature)
	}
	if rest, err := e.next(); err != io.EOF || len(bytes.TrimSpace(rest)) > 0 {
		return e.damaged("there is more after the trailer")
	}
	return nil
}
