package audit

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
)

// ExportOptions of Export.
type ExportOptions struct {
	From     eventstore.Position // events after this position
	Filter   eventstore.Filter
	Progress Progress
	Key      ed25519.PrivateKey // that signs the export; nil: it is not signed
}

// Progress is called from time to time with the position reached and the end of the log. It may be nil.
type Progress func(position, head eventstore.Position)

// report calls the function unless it is nil. While others append, the position may be after the head.
func (p Progress) report(position, head eventstore.Position) {
	if p != nil {
		p(position, max(head, position))
	}
}

// Export writes the log up to its current end as lines of JSON; see the package for the format. It fails with eventstore.ErrGap
// if an event is missing. The output then has no trailer, and Import refuses it as incomplete. Other errors are those of store
// and w.
func Export(ctx context.Context, store eventstore.Store, w io.Writer, o ExportOptions) (archive.Written, error) {
	head, err := store.Head(ctx)
	if err != nil {
		return archive.Written{}, err
	}
	c := store.Capabilities()
	h := archive.Header{LogID: store.LogID(), From: o.From, Head: head, Dense: c.DensePositions, Partial: !o.Filter.IsZero()}
	h.Chained = h.Partial || !c.Sealed
	if !h.Chained && o.From > 0 && o.From <= head {
		before, err := eventstore.ReadAt(ctx, store, o.From)
		if err != nil {
			return archive.Written{}, err
		}
		h.Before = hex.EncodeToString(before.Seal)
	}
	lines, err := archive.NewLineWriter(w, h)
	if err != nil {
		return archive.Written{}, err
	}
	lines.Sign(o.Key)
	events := &storeSource{store: store, from: o.From, until: head, filter: o.Filter}
	err = events.each(ctx, func(r *eventstore.Recorded) error {
		if err := lines.Event(r); err != nil {
			return err
		}
		if lines.Written().Events%progressEvery == 0 {
			o.Progress.report(r.Position, head)
		}
		return nil
	})
	if err != nil {
		return lines.Written(), err
	}
	o.Progress.report(head, head)
	return lines.Written(), lines.Finish()
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
	sealed, scan := eventstore.Sealed(s.store)
	scan = scan && s.filter.IsZero()
	last := max(s.from, 0)
	within := func(r *eventstore.Recorded) error {
		if r.Position > s.until {
			return errEnough
		}
		if scan && r.Position != last+1 {
			return fmt.Errorf("%w: position %d follows %d", eventstore.ErrGap, r.Position, last)
		}
		last = r.Position
		return take(r)
	}
	switch {
	case scan:
		err = sealed.Scan(ctx, last, within)
	case s.from < s.until:
		err = readPages(ctx, s.store, s.from, 1000, s.filter, within)
	}
	if err == errEnough {
		err = nil
	}
	if err == nil && scan && last < s.until && s.from < s.until {
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
