package changes

import (
	"context"
	"slices"
	"sort"
	"sync"
	"time"

	"tradelog/eventstore"
	"tradelog/internal/wait"
)

// ring holds the newest changes that are shown. A ring is immutable: filling it replaces it.
type ring struct {
	live       bool                // it is being filled
	from, upTo eventstore.Position // it has all changes after from, up to upTo
	entries    []*entry
	passed     chan struct{} // closed when another ring takes its place
}

// emptyRing returns a ring that nothing fills yet.
func emptyRing() *ring { return &ring{passed: make(chan struct{})} }

// The bounds of the ring, which is cut to them when it exceeds them by half, and the least time between two signals. Each signal wakes all
// who wait.
const (
	ringEntries = 8192
	signalPause = 50 * time.Millisecond
)

// after returns the entries behind a position.
func (r *ring) after(at eventstore.Position) []*entry {
	return r.entries[sort.Search(len(r.entries), func(i int) bool { return r.entries[i].position > at }):]
}

// with returns a ring with more entries. It cuts the oldest if there are too many, but not those of one event apart.
func (r *ring) with(entries []*entry, upTo eventstore.Position) *ring {
	next := &ring{live: true, from: r.from, upTo: upTo, entries: r.entries, passed: make(chan struct{})}
	if len(entries) == 0 {
		return next
	}
	next.entries = append(r.entries, entries...)
	if len(next.entries) > ringEntries*3/2 {
		next.from = next.entries[len(next.entries)-ringEntries-1].position
		next.entries = slices.Clone(next.after(next.from)) // so that the rest can be freed
	}
	return next
}

// fill follows the log from its present end.
func (f *Feed) fill(ctx context.Context) error {
	defer func() {
		f.replace(emptyRing())
		f.wake()
	}()
	head, err := f.options.Store.Head(ctx)
	if err != nil {
		return err
	}
	subscription, err := f.options.Store.Subscribe(ctx, head, eventstore.Filter{Types: f.all})
	if err != nil {
		return err
	}
	defer subscription.Close()
	for _, name := range f.projectors {
		if err := f.options.Tracker.Reach(ctx, name, head); err != nil {
			return err
		}
	}
	begun := emptyRing()
	begun.live, begun.from, begun.upTo = true, head, head
	f.replace(begun)
	f.wake()
	signalling, quit := context.WithCancel(ctx)
	added := make(chan struct{}, 1)
	var signals sync.WaitGroup
	signals.Go(func() { f.signal(signalling, added) })
	defer signals.Wait()
	defer quit()
	for {
		batch, err := subscription.Next(ctx)
		if err != nil {
			return err
		}
		if err := f.pass(ctx, batch, added); err != nil {
			return err
		}
	}
}

// signal wakes those who wait when entries were added, and then not again for a while: each has many to wake.
func (f *Feed) signal(ctx context.Context, added <-chan struct{}) {
	for {
		select {
		case <-added:
			f.wake()
			wait.For(ctx, signalPause)
		case <-ctx.Done():
			return
		}
	}
}

// wake wakes those who wait.
func (f *Feed) wake() {
	next := make(chan struct{})
	close(*f.moved.Swap(&next))
}

// pass adds the changes of a batch to the ring, as far as the read models have come.
func (f *Feed) pass(ctx context.Context, batch eventstore.Batch, added chan<- struct{}) error {
	for events := batch.Events; len(events) > 0; {
		n, lacking := f.shown(events)
		if n == 0 {
			if err := f.options.Tracker.Reach(ctx, lacking, events[0].Position); err != nil {
				return err
			}
			continue
		}
		entries, n, err := f.decode(ctx, events[:n], nil)
		if err != nil {
			return err
		}
		f.extend(entries, events[n-1].Position)
		if events = events[n:]; len(entries) > 0 {
			select {
			case added <- struct{}{}:
			default: // a signal is due anyway
			}
		}
	}
	f.extend(nil, batch.Position)
	return nil
}

// extend adds entries to the ring. Only fill calls it.
func (f *Feed) extend(entries []*entry, upTo eventstore.Position) {
	r := f.ring.Load()
	f.replace(r.with(entries, max(upTo, r.upTo)))
}

// replace replaces the ring.
func (f *Feed) replace(by *ring) { close(f.ring.Swap(by).passed) }
