package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"

	"tradelog/eventstore"
)

// Transferred describes the result of Import or Copy.
type Transferred struct {
	Events   int64               // of the source
	Present  int64               // of these, found in the target
	Position eventstore.Position // of the last one in the target
	Bulk     bool                // appended by AppendBulk of the target
	// TimesKept reports that all recorded times are those of the source. SealsKept reports that the last seal is that of the
	// source, so the logs are identical.
	TimesKept, SealsKept bool
}

// transfer brings events into a log.
type transfer struct {
	to    eventstore.Store
	bulk  eventstore.SealedStore         // nil if the target is none: one append for each run of events of a stream
	moved eventstore.LinkedStore         // nil if the target is none, and cannot keep recorded times by appends
	start eventstore.Position            // position in the target after which the source begins
	newer map[string]eventstore.Revision // next revision of each stream when renumbering; nil otherwise
	there *present                       // events that the target had before; nil after all were compared
	at    eventstore.Position            // the end of the target
	done  Transferred

	source         eventstore.Move
	log            eventstore.Log // notes that the transfer is under way; nil if the target cannot
	noted          bool
	content, times hash.Hash // of the source
	seal           []byte    // of the source's last event
}

func newTransfer(to eventstore.Store, renumber bool) *transfer {
	t := &transfer{to: to, content: sha256.New(), times: sha256.New()}
	t.bulk, t.done.Bulk = eventstore.Sealed(to)
	t.moved, _ = to.(eventstore.LinkedStore)
	t.log, _ = to.(eventstore.Log)
	if renumber {
		t.newer = map[string]eventstore.Revision{}
	}
	return t
}

// The bounds of a batch. The head of the target is locked while one is stored.
const (
	batchEvents = 5000
	batchBytes  = 8 << 20
)

// each calls take for the events of a source in order. take owns the event.
type each func(ctx context.Context, take func(*eventstore.Recorded) error) error

// run reads the source in one goroutine and writes the target in another.
func (t *transfer) run(ctx context.Context, source each, progress func(eventstore.Position)) (Transferred, error) {
	head, err := t.to.Head(ctx)
	if err != nil {
		return t.done, err
	}
	if head < t.start {
		return t.done, fmt.Errorf("%w: the target ends at %d, the source goes on after %d", errDiffers, head, t.start)
	}
	t.there = &present{store: t.to, at: t.start}
	back := readBack(ctx, t.to, t.start)
	reading, stop := context.WithCancel(ctx)
	batches, failed := make(chan []eventstore.Recorded, 2), make(chan error, 1)
	go func() {
		failed <- readBatches(reading, source, batches)
		close(batches)
	}()
	for batch := range batches {
		if err == nil {
			if err = t.take(ctx, batch); err != nil {
				stop() // and drain the channel
				continue
			}
			back.upTo <- t.done.Position
			progress(batch[len(batch)-1].Position)
		}
	}
	stop()
	close(back.upTo)
	<-back.ended
	if sourceErr := <-failed; err == nil {
		err = sourceErr
	}
	if err == nil {
		err = t.compare(back)
	}
	if err == nil && t.log != nil {
		err = t.log.EndMove(ctx, t.source)
	}
	return t.done, err
}

// readBatches gathers events into batches. If the source fails, it first passes on the events read so far.
func readBatches(ctx context.Context, source each, batches chan<- []eventstore.Recorded) error {
	var batch []eventstore.Recorded
	size := 0
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		select {
		case batches <- batch:
			batch, size = nil, 0
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := source(ctx, func(r *eventstore.Recorded) error {
		if batch == nil {
			batch = make([]eventstore.Recorded, 0, batchEvents)
		}
		batch = append(batch, *r)
		if size += len(r.Data) + len(r.Metadata); len(batch) == batchEvents || size > batchBytes {
			return flush()
		}
		return nil
	})
	return errors.Join(err, flush())
}

// take appends a batch to the target, or compares it with the events there.
func (t *transfer) take(ctx context.Context, batch []eventstore.Recorded) error {
	for i := range batch {
		r := &batch[i]
		if t.newer != nil {
			r.Revision = t.newer[r.Stream]
			t.newer[r.Stream]++
		}
		digest(t.content, t.times, r)
		t.seal = r.Seal
	}
	t.done.Events += int64(len(batch))
	for t.there != nil && len(batch) > 0 {
		old, err := t.there.next(ctx)
		if err != nil {
			return err
		}
		if old == nil {
			t.there = nil
			if t.at, err = t.to.Head(ctx); err != nil {
				return err
			}
			break
		}
		if !same(old, &batch[0]) {
			return fmt.Errorf("%w: event %s of the target at position %d, %s of the source at %d", errDiffers, old.ID, old.Position,
				batch[0].ID, batch[0].Position)
		}
		t.done.Position = old.Position
		t.done.Present++
		batch = batch[1:]
	}
	if len(batch) == 0 {
		return nil
	}
	err := t.begin(ctx)
	if err != nil {
		return err
	}
	if t.bulk != nil {
		err = t.appendBulk(ctx, batch)
	} else {
		err = t.appendRuns(ctx, batch)
	}
	if t.newer == nil && (errors.Is(err, eventstore.ErrInvalidEvent) || errors.Is(err, eventstore.ErrWrongRevision)) {
		err = fmt.Errorf("%w (if the source has only parts of its streams, renumber)", err)
	}
	t.done.Position = t.at
	return err
}

// begin notes in the target that events are missing from now on, until the transfer ends.
func (t *transfer) begin(ctx context.Context) error {
	if t.log == nil || t.noted {
		return nil
	}
	t.noted = true
	return t.log.BeginMove(ctx, t.source)
}

// present reads the events that the target had before.
type present struct {
	store eventstore.Store
	at    eventstore.Position
	page  []eventstore.Recorded
	end   bool
}

// next returns the next event, nil after the last.
func (p *present) next(ctx context.Context) (*eventstore.Recorded, error) {
	for len(p.page) == 0 {
		if p.end {
			return nil, nil
		}
		page, err := p.store.ReadAll(ctx, p.at, eventstore.Forwards, 1000, eventstore.Filter{})
		if err != nil {
			return nil, err
		}
		p.page, p.at, p.end = page.Events, page.Next, page.End
	}
	r := &p.page[0]
	p.page = p.page[1:]
	return r, nil
}

func same(a, b *eventstore.Recorded) bool {
	return a.ID == b.ID && a.Stream == b.Stream && a.Revision == b.Revision && a.Type == b.Type && a.SchemaVersion == b.SchemaVersion &&
		bytes.Equal(a.Data, b.Data) && bytes.Equal(a.Metadata, b.Metadata)
}

// digest adds an event to the hash of its content and to the hash of its time.
func digest(content, times hash.Hash, r *eventstore.Recorded) {
	c := *r
	c.Position = 0
	c.RecordedAt = epoch
	content.Write(eventstore.Seal(nil, &c))
	times.Write(r.RecordedAt.UTC().AppendFormat(nil, "2006-01-02T15:04:05.000000"))
}

// transferred holds the events that were read back from the target, while more is written.
type transferred struct {
	upTo  chan eventstore.Position // the position up to which events are to be read
	ended chan struct{}            // closed when everything was read, or reading has failed

	content, times hash.Hash
	count          int64
	seal           []byte // of the last event
	err            error
}

// readBack reads the events of a store after a position, up to each position that it is sent.
func readBack(ctx context.Context, store eventstore.Store, at eventstore.Position) *transferred {
	b := &transferred{upTo: make(chan eventstore.Position, 2), ended: make(chan struct{}), content: sha256.New(), times: sha256.New()}
	go func() {
		defer close(b.ended)
		for until := range b.upTo {
			if b.err != nil || until <= at {
				continue
			}
			written := &storeSource{store: store, from: at, until: until}
			b.err = written.each(ctx, func(r *eventstore.Recorded) error {
				digest(b.content, b.times, r)
				b.seal = append(b.seal[:0], r.Seal...)
				b.count++
				return nil
			})
			at = until
		}
	}()
	return b
}

// compare compares the transferred events, as they were read back, with the source.
func (t *transfer) compare(back *transferred) error {
	if back.err != nil {
		return back.err
	}
	if back.count != t.done.Events || !bytes.Equal(back.content.Sum(nil), t.content.Sum(nil)) {
		return fmt.Errorf("%w: %d events were read back, the source has %d, and not the same in the same order", errDiffers, back.count,
			t.done.Events)
	}
	t.done.TimesKept = bytes.Equal(back.times.Sum(nil), t.times.Sum(nil))
	t.done.SealsKept = len(back.seal) > 0 && bytes.Equal(back.seal, t.seal)
	return nil
}
