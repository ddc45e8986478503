// Package changes is the feed of changes: the log, read through the declarations of package change.
//
//	log ──subscription──▶ read models show it ──▶ decode once ──▶ ring ──signal──▶ all
//	 └────────── page of a reader that is further behind ──────────▶ that reader
//
// Nothing is stored for a reader, who remembers a position. A reader is told of an event when the read models show it, and of no later
// event before that. A reader who then reads the resource finds at least that state. The ring holds the newest changes, so that readers who
// are up to date make no query. Readers who wait all wait for one signal. The ring is filled only while there are readers.
package changes

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/internal/lru"
	"tradelog/internal/wait"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

// Options of a Feed.
type Options struct {
	Store eventstore.Store
	// Decode reads the public part of an event.
	Decode  func(eventstore.Recorded) (domain.Event, error)
	Changes change.Area
	Tracker *freshness.Tracker
	// Showing names the projectors whose tables show events of a type to somebody who reads them.
	Showing func(event string) []string
	// SKUs returns the SKUs of products by number; unknown products are missing.
	SKUs func(ctx context.Context, ids []int64) (map[int64]string, error)
	// Echoes returns the resources that show what events changed, by the position of the event: all of the first whole positions. These have
	// at most as many resources as most says, or they are one position. Nil: there are no such resources.
	Echoes func(ctx context.Context, at []eventstore.Position, most int) (
		of map[eventstore.Position][]change.Echo, whole int, err error)
	Logger *slog.Logger
	// Linger is the time for which the ring is filled after the last reader has gone; a minute by default.
	Linger time.Duration
}

// Feed tells readers of changes. Make it with New; its Run must run while readers wait.
type Feed struct {
	options    Options
	declared   map[string]change.Declaration // by event type, those of resources
	showing    map[string][]string           // projectors, by event type
	projectors []string                      // all of them
	types      map[string][]string           // event types by resource
	all        []string                      // event types of all resources

	ring    atomic.Pointer[ring]
	moved   atomic.Pointer[chan struct{}] // closed when there may be something for those who wait
	leaving chan struct{}                 // closed when readers must go
	gone    sync.Once
	wanted  chan struct{} // a reader has come while the ring is not filled

	mu      sync.Mutex
	readers int
	active  bool        // the ring is filled, or about to be
	stop    func()      // ends filling it
	linger  *time.Timer // runs after the last reader has gone

	scoped    sync.Mutex
	histories lru.Cache[string, *history] // by stream
}

// The bounds of a read.
const (
	logBatch     = 1000 // events that one query returns
	logWindows   = 5    // queries that one read makes while it finds nothing
	leastDecoded = 100  // events that are decoded at once, or as many as the limit of the page
	keptStreams  = 20_000
	catchUpTime  = 250 * time.Millisecond // read models that are further behind are not waited for
)

// New makes a feed.
func New(o Options) *Feed {
	if o.Linger == 0 {
		o.Linger = time.Minute
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	f := &Feed{
		options: o, declared: map[string]change.Declaration{}, showing: map[string][]string{}, types: map[string][]string{},
		leaving: make(chan struct{}), wanted: make(chan struct{}, 1), stop: func() {}, histories: lru.New[string, *history](keptStreams),
	}
	projectors := map[string]bool{}
	for _, d := range o.Changes.Events {
		if len(d.Resources) == 0 {
			continue
		}
		f.declared[d.Event], f.showing[d.Event], f.all = d, o.Showing(d.Event), append(f.all, d.Event)
		for _, name := range f.showing[d.Event] {
			projectors[name] = true
		}
		for _, resource := range d.Resources {
			f.types[resource] = append(f.types[resource], d.Event)
		}
	}
	f.projectors = slices.Sorted(maps.Keys(projectors))
	f.ring.Store(emptyRing())
	moved := make(chan struct{})
	f.moved.Store(&moved)
	return f
}

// Resources lists the resources that changes are told of, in order.
func (f *Feed) Resources() []string { return slices.Sorted(maps.Keys(f.types)) }

// Query says which changes a reader wants, and may see.
type Query struct {
	Resources []string
	// Limited readers see only resources that belong to one of the stores, or to one of the websites.
	Limited          bool
	Stores, Websites []int64
	// Limit is the number of changes that a page should not exceed. Changes of one event are never divided.
	Limit int
	// Interrupt ends the wait for a change, but no read of the log: a reader who is interrupted again and again still gets on.
	Interrupt <-chan struct{}
}

// Entry is a change that is told.
type Entry struct {
	Position eventstore.Position
	JSON     []byte
	of       *entry
}

// EventID identifies the event of the change.
func (e Entry) EventID() uuid.UUID { return e.of.event }

// Ordinal is the number of the change among those of its event, from 0, whatever changes a reader wants or may see.
func (e Entry) Ordinal() int { return e.of.ordinal }

// RecordedAt is the time at which the log stored the event.
func (e Entry) RecordedAt() time.Time { return e.of.at }

// Change returns the change in its form for JSON. The value is shared: do not change it.
func (e Entry) Change() *documents.Change { return &e.of.told }

// Within returns a change as a reader of stores and websites is told of it: as deleted if the resource has left them. ok is false if the
// resource belongs to none of them, before or after the event.
func (f *Feed) Within(ctx context.Context, e Entry, stores, websites []int64) (told Entry, ok bool, err error) {
	of, err := f.within(ctx, e.of, Query{Stores: stores, Websites: websites})
	if err != nil || of == nil {
		return Entry{}, false, err
	}
	return Entry{of.position, of.json, of}, true, nil
}

// Page is a part of the feed.
type Page struct {
	Entries []Entry
	Next    eventstore.Position // where the next page begins
	more    bool                // the read has stopped before the end
}

// Check refuses a position after the end of the log, because nothing would ever be told to who waits there, and one that no event has.
func (f *Feed) Check(ctx context.Context, after eventstore.Position) error {
	if r := f.ring.Load(); after <= r.upTo {
		return nil
	}
	head, err := f.options.Store.Head(ctx)
	if err == nil && after > head {
		err = fault.Conflictf("The position %d is after the end of this log, which is %d. It is of another log, or of one that has lost events "+
			"since: read all resources again, beginning with after=latest.", after, head)
	}
	if err == nil {
		err = eventstore.CheckPosition(ctx, f.options.Store, after)
	}
	return err
}

// At returns the changes of the event at a position.
func (f *Feed) At(ctx context.Context, at eventstore.Position) ([]Entry, error) {
	e, err := eventstore.ReadAt(ctx, f.options.Store, at)
	if err != nil {
		return nil, err
	}
	found, _, err := f.decode(ctx, []eventstore.Recorded{e}, nil)
	entries := make([]Entry, len(found))
	for i, one := range found {
		entries[i] = Entry{one.position, one.json, one}
	}
	return entries, err
}

// Latest returns a position such that all events up to it are shown by the read models.
func (f *Feed) Latest(ctx context.Context) (eventstore.Position, error) {
	if err := f.catchUp(ctx); err != nil {
		return 0, err
	}
	if r := f.ring.Load(); r.live {
		return r.upTo, nil
	}
	head, err := eventstore.CachedHead(ctx, f.options.Store)
	for _, name := range f.projectors {
		head = min(head, f.options.Tracker.Position(name))
	}
	return head, err
}

// Read returns the changes after a position. If there are none, it waits for the first one as long as patience lets it.
func (f *Feed) Read(ctx context.Context, after eventstore.Position, q Query, patience time.Duration) (page Page, err error) {
	f.enter()
	defer f.leave()
	if err := f.minimum(ctx); err != nil {
		return page, err
	}
	ctx = freshness.WithReading(ctx, nil)
	page.Next = after
	if patience <= 0 {
		if err := f.catchUp(ctx); err != nil {
			return page, err
		}
		return f.page(ctx, after, q)
	}
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	for last := false; ; {
		moved := *f.moved.Load()
		if page, err = f.page(ctx, page.Next, q); err != nil || len(page.Entries) > 0 || last {
			return page, err
		}
		if page.more {
			moved = closed
		}
		select {
		case <-timeout.C:
			last = true // positions have passed that nobody was woken for
		default:
			select {
			case <-moved:
			case <-timeout.C:
				last = true
			case <-f.leaving:
				return page, nil
			case <-q.Interrupt:
				return page, nil
			case <-ctx.Done():
				return page, ctx.Err()
			}
		}
	}
}

// minimum waits until the read models have the least position that the call asks for. The answer is not cached, because no version names
// its contents.
func (f *Feed) minimum(ctx context.Context) error {
	reading := freshness.ReadingFrom(ctx)
	reading.Unknown()
	for _, name := range f.projectors {
		if err := reading.BeginOn(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// catchUp waits a moment for the ring to have the newest events of the log. So a reader who does not wait finds a change that they have
// just made.
func (f *Feed) catchUp(ctx context.Context) error {
	if !f.ring.Load().live {
		return nil
	}
	head, err := f.options.Store.Head(ctx)
	if err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, catchUpTime)
	defer cancel()
	for r := f.ring.Load(); r.live && r.upTo < head; r = f.ring.Load() {
		select {
		case <-r.passed:
		case <-waiting.Done():
			return ctx.Err()
		}
	}
	return nil
}

// closed is a signal that has been given.
var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// page returns the changes after a position.
func (f *Feed) page(ctx context.Context, after eventstore.Position, q Query) (Page, error) {
	if r := f.ring.Load(); r.live && after >= r.from {
		return f.pick(ctx, Page{}, r.after(after), max(after, r.upTo), q)
	}
	page := Page{Next: after}
	for range logWindows {
		next, err := f.fromLog(ctx, page.Next, q)
		if err != nil || len(next.Entries) > 0 || !next.more {
			return next, err
		}
		page = next
	}
	return page, nil
}

// fromLog reads a page of the log. more says that events follow.
func (f *Feed) fromLog(ctx context.Context, after eventstore.Position, q Query) (Page, error) {
	events, err := f.options.Store.ReadAll(ctx, after, eventstore.Forwards, logBatch, eventstore.Filter{Types: f.typesOf(q.Resources)})
	if err != nil {
		return Page{}, err
	}
	upTo, end := events.Next, events.End
	if n, _ := f.shown(events.Events); n < len(events.Events) {
		if events.Events, upTo, end = events.Events[:n], after, true; n > 0 {
			upTo = events.Events[n-1].Position
		}
	}
	page := Page{Next: upTo}
	for rest := events.Events; len(rest) > 0 && len(page.Entries) < q.Limit; {
		entries, n, err := f.decode(ctx, rest[:min(len(rest), max(q.Limit, leastDecoded))], q.Resources)
		if err != nil {
			return Page{}, err
		}
		passed := upTo
		if n < len(rest) {
			passed = rest[n-1].Position
		}
		if page, err = f.pick(ctx, page, entries, passed, q); err != nil {
			return Page{}, err
		}
		if rest = rest[n:]; page.Next < passed {
			break
		}
	}
	page.more = !end || page.Next < upTo
	return page, nil
}

// typesOf returns the event types of resources.
func (f *Feed) typesOf(resources []string) []string {
	if len(resources) == len(f.types) {
		return f.all
	}
	var types []string
	for _, name := range resources {
		types = append(types, f.types[name]...)
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// shown returns the number of events before the first one that a read model does not show yet, and the projector that it lacks.
func (f *Feed) shown(events []eventstore.Recorded) (n int, lacking string) {
	at := make(map[string]eventstore.Position, len(f.projectors))
	for i := range events {
		for _, name := range f.showing[events[i].Type] {
			position, known := at[name]
			if !known {
				position = f.options.Tracker.Position(name)
				at[name] = position
			}
			if position < events[i].Position {
				return i, name
			}
		}
	}
	return len(events), ""
}

// pick adds the entries that a reader wants and may see to a page. It ends behind an event, before the limit is exceeded.
func (f *Feed) pick(ctx context.Context, page Page, entries []*entry, upTo eventstore.Position, q Query) (Page, error) {
	page.Next = upTo
	whole := 0 // number of entries up to the end of an event
	for _, e := range entries {
		if n := len(page.Entries); n > 0 && page.Entries[n-1].Position != e.position {
			if whole = n; n >= q.Limit {
				page.Next = page.Entries[n-1].Position
				return page, nil
			}
		}
		if !slices.Contains(q.Resources, e.told.Resource) {
			continue
		}
		if q.Limited {
			var err error
			if e, err = f.within(ctx, e, q); err != nil {
				return Page{}, err
			}
			if e == nil {
				continue
			}
		}
		page.Entries = append(page.Entries, Entry{e.position, e.json, e})
		if whole > 0 && len(page.Entries) > q.Limit {
			page.Entries = page.Entries[:whole]
			page.Next = page.Entries[whole-1].Position
			return page, nil
		}
	}
	return page, nil
}

// enter counts a reader, for whom the ring is filled.
func (f *Feed) enter() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.readers++
	if f.linger != nil {
		f.linger.Stop()
	}
	if !f.active {
		f.active = true
		select {
		case f.wanted <- struct{}{}:
		default:
		}
	}
}

// leave counts a reader who has gone. When the last one has been gone for a while, the ring is filled no longer.
func (f *Feed) leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.readers--; f.readers > 0 {
		return
	}
	f.linger = time.AfterFunc(f.options.Linger, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.readers == 0 {
			f.active = false
			f.stop()
		}
	})
}

// Leave sends those away who wait, because the program ends.
func (f *Feed) Leave() { f.gone.Do(func() { close(f.leaving) }) }

// Leaving reports whether the program ends.
func (f *Feed) Leaving() bool {
	select {
	case <-f.leaving:
		return true
	default:
		return false
	}
}

// Run fills the ring while there are readers, until the context ends.
func (f *Feed) Run(ctx context.Context) {
	for {
		select {
		case <-f.wanted:
		case <-ctx.Done():
			return
		}
		for f.begin(ctx) {
			if ctx.Err() != nil {
				return
			}
		}
	}
}

// begin fills the ring until nobody wants it, or something fails. It returns whether it is still wanted.
func (f *Feed) begin(ctx context.Context) (again bool) {
	filling, stop := context.WithCancel(ctx)
	defer stop()
	f.mu.Lock()
	active := f.active
	f.stop = stop
	f.mu.Unlock()
	if !active {
		return false
	}
	err := f.fill(filling)
	if filling.Err() == nil {
		f.options.Logger.Warn("the feed of changes was interrupted", "error", err)
		wait.For(ctx, time.Second)
	}
	return true
}
