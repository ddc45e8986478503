package archive

import (
	"bufio"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"io"

	"tradelog/eventstore"
)

// Written describes the events that were written.
type Written struct {
	Events   int64
	Position eventstore.Position // of the last event
	Seal     []byte              // of the last event, nil where the store does not seal
}

// LineWriter writes the lines of an export.
type LineWriter struct {
	out  *bufio.Writer
	sum  hash.Hash
	size int64 // of the lines so far
	line []byte
	done Written

	chain []byte // seal of the line before, if the seals are over the lines
	key   ed25519.PrivateKey
}

// NewLineWriter writes the header. The rest follows with Event and Finish. Errors are those of w.
func NewLineWriter(w io.Writer, h Header) (*LineWriter, error) {
	l := &LineWriter{out: bufio.NewWriterSize(w, 1<<20), sum: sha256.New()}
	h.Format, h.Version = linesFormat, linesVersion
	if h.Chained {
		l.chain = eventstore.GenesisSeal
	}
	return l, l.encode(h)
}

// Sign makes Finish sign the export.
func (w *LineWriter) Sign(key ed25519.PrivateKey) { w.key = key }

// Event writes the line of an event.
func (w *LineWriter) Event(r *eventstore.Recorded) error {
	if w.chain != nil {
		chained := *r
		w.chain = eventstore.Seal(w.chain, r)
		chained.Seal = w.chain
		r = &chained
	}
	w.done.Events++
	w.done.Position, w.done.Seal = r.Position, append(w.done.Seal[:0], r.Seal...)
	w.line = appendEvent(w.line[:0], r)
	return w.write(w.line)
}

// Written describes the events so far.
func (w *LineWriter) Written() Written { return w.done }

// Finish writes the trailer.
func (w *LineWriter) Finish() error {
	last := trailer{
		End: true, Count: w.done.Events, Seal: hex.EncodeToString(w.done.Seal), SHA256: hex.EncodeToString(w.sum.Sum(nil)),
	}
	if w.key != nil {
		last.Signature = ed25519.Sign(w.key, statement(last.Count, last.Seal, last.SHA256))
	}
	if err := w.encode(last); err != nil {
		return err
	}
	return w.out.Flush()
}

func (w *LineWriter) write(line []byte) error {
	w.size += int64(len(line))
	w.sum.Write(line)
	_, err := w.out.Write(line)
	return err
}

func (w *LineWriter) encode(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return w.write(append(line, '\n'))
}
