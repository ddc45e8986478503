package audit

import (
	"bufio"
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

// ExportOptions of Export.
type ExportOptions struct {
	From     eventstore.Position // events after this position
	Filter   eventstore.Filter
	Progress Progress
}

// Progress is called from time to time with the position reached and the end of the log. It may be nil.
type Progress func(position, head eventstore.Position)

// report calls it. While others append, the position may be after the head.
func (p Progress) report(position, head eventstore.Position) {
	if p != nil {
		p(position, max(head, position))
	}
}

// Exported describes what was written.
type Exported struct {
	Events   int64
	Position eventstore.Position // of the last event
	Seal     []byte              // of the last event, nil where the store does not seal
}

// Export writes the log up to its current end as lines of JSON; see the package for the format. It fails with eventstore.ErrGap
// if an event is missing. The output then has no trailer, and Import refuses it as incomplete. Other errors are those of store
// and w.
func Export(ctx context.Context, store eventstore.Store, w io.Writer, o ExportOptions) (Exported, error) {
	head, err := store.Head(ctx)
	if err != nil {
		return Exported{}, err
	}
	e := newExporter(w)
	err = e.encode(header{
		Format: formatName, Version: formatVersion, LogID: store.LogID(), From: o.From, Head: head,
		Dense: store.Capabilities().DensePositions, Partial: !o.Filter.IsZero(),
	})
	if err != nil {
		return Exported{}, err
	}
	events := &storeSource{store: store, from: o.From, until: head, filter: o.Filter}
	err = events.each(ctx, func(r *eventstore.Recorded) error {
		if err := e.event(r); err != nil {
			return err
		}
		if e.done.Events%progressEvery == 0 {
			o.Progress.report(r.Position, head)
		}
		return nil
	})
	if err != nil {
		return e.done, err
	}
	o.Progress.report(head, head)
	return e.done, e.finish()
}

// exporter writes the lines of an export.
type exporter struct {
	out  *bufio.Writer
	sum  hash.Hash
	size int64 // of the lines so far
	line []byte
	done Exported
}

func newExporter(w io.Writer) *exporter {
	return &exporter{out: bufio.NewWriterSize(w, 1<<20), sum: sha256.New()}
}

// event writes the line of an event.
func (e *exporter) event(r *eventstore.Recorded) error {
	e.done.Events++
	e.done.Position, e.done.Seal = r.Position, append(e.done.Seal[:0], r.Seal...)
	e.line = appendEvent(e.line[:0], r)
	return e.write(e.line)
}

// finish writes the trailer.
func (e *exporter) finish() error {
	sum := hex.EncodeToString(e.sum.Sum(nil))
	if err := e.encode(trailer{End: true, Count: e.done.Events, Seal: hex.EncodeToString(e.done.Seal), SHA256: sum}); err != nil {
		return err
	}
	return e.out.Flush()
}

func (e *exporter) write(line []byte) error {
	e.size += int64(len(line))
	e.sum.Write(line)
	_, err := e.out.Write(line)
	return err
}

func (e *exporter) encode(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return e.write(append(line, '\n'))
}

// storeSource reads the events of a store, to export or copy them.
type storeSource struct {
	store       eventstore.Store
	from, until eventstore.Position
	filter      eventstore.Filter
}

// each calls take for the events in order. A whole log is scanned raw if possible, which is fastest, and checked for gaps here.
// With a filter the store checks for gaps.
func (s *storeSource) each(ctx context.Context, take func(*eventstore.Recorded) error) (err error) {
	raw, scan := s.store.(eventstore.RawLog)
	scan = scan && s.filter.IsZero()
	check := scan && s.store.Capabilities().DensePositions
	last := max(s.from, 0)
	within := func(r *eventstore.Recorded) error {
		if r.Position > s.until {
			return errEnough
		}
		if check && r.Position != last+1 {
			return fmt.Errorf("%w: position %d follows %d", eventstore.ErrGap, r.Position, last)
		}
		last = r.Position
		return take(r)
	}
	switch {
	case scan:
		err = raw.Scan(ctx, last, within)
	case s.from < s.until:
		err = readPages(ctx, s.store, s.from, 1000, s.filter, within)
	}
	if err == errEnough {
		err = nil
	}
	if err == nil && check && last < s.until && s.from < s.until {
		err = fmt.Errorf("%w: the log ends at %d and should at %d", eventstore.ErrGap, last, s.until)
	}
	return err
}

// readPages calls take for the events after a position that pass the filter. An error of take ends it and is returned.
func readPages(
	ctx context.Context, store eventstore.Store, from eventstore.Position, size int, filter eventstore.Filter,
	take func(*eventstore.Recorded) error,
) error {
	for {
		page, err := store.ReadAll(ctx, from, eventstore.Forwards, size, filter)
		if err != nil {
			return err
		}
		for i := range page.Events {
			if err := take(&page.Events[i]); err != nil {
				return err
			}
		}
		if from = page.Next; page.End {
			return nil
		}
	}
}

// errEnough ends a scan at the position where the log ended when the scan began.
var errEnough = errors.New("enough")
