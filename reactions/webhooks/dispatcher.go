package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/adapters/webhook"
	"tradelog/domain/change"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	domainwebhook "tradelog/domain/webhook"
	"tradelog/eventstore"
	"tradelog/internal/wait"
	"tradelog/readmodels/changes"
)

// Options of a Dispatcher.
type Options struct {
	Pool *pgxpool.Pool
	Feed *changes.Feed
	Log  string // ID of the log
	// Find returns the newest state of a subscription; record.ErrNotFound if there is none.
	Find func(ctx context.Context, id int64) (domainwebhook.Subscription, error)
	// Websites returns the websites of store views.
	Websites func(ctx context.Context, stores []int64) ([]int64, error)
	// Secret returns a secret of a subscription.
	Secret func(ctx context.Context, id, version int64) (webhook.Secret, error)
	// Permits refuses a subscription whose account may not be sent this any more. A fault ends the subscription.
	Permits func(ctx context.Context, s domainwebhook.Subscription) error
	// Document returns a resource as the subscription may read it; nil if it is not there.
	Document func(ctx context.Context, s domainwebhook.Subscription, resource, id string) (json.RawMessage, error)
	// Revise changes the record of a subscription.
	Revise func(ctx context.Context, id int64, revise func(domainwebhook.Subscription) domainwebhook.Subscription) error
	Sender *webhook.Sender
	Clock  func() time.Time
	Logger *slog.Logger
	// Observe is called for each attempt that was answered, or failed. It must not block.
	Observe func(outcome string, took time.Duration)
	// Pause is the pause after a number of failed attempts, if the receiver asks for none; webhook.Pause by default.
	Pause func(attempts int, asked time.Duration) time.Duration
	// Flush is the pause between two times at which outcomes are stored; 100 ms by default.
	Flush time.Duration
}

// Dispatcher sends changes to subscriptions. Make it with New.
type Dispatcher struct {
	options Options
	slots   chan struct{} // bounds the number of messages on their way to all

	mu       sync.Mutex
	at       eventstore.Position // the pages that lanes that are up to date were offered
	lanes    map[int64]*lane
	index    map[string][]*lane // by resource
	renewing map[int64]*bool
	running  context.Context // of Run; nil: it does not run

	flushing sync.Mutex // one flush at a time
	noting   sync.Mutex // the innermost lock
	unstored map[*lane]bool
	stale    chan struct{} // there is something to store

	news       chan struct{} // other resources may be wanted
	waiting    chan *lane    // lanes that are behind
	background sync.WaitGroup
}

// The bounds of a dispatcher.
const (
	mostFlights = 4096
	pageSize    = 1000
	patience    = 20 * time.Second // of one read of the feed
	catchers    = 4                // lanes that are caught up at a time
	near        = 10_000           // positions that a lane may be behind the others and begin with them
	idleEvery   = 30 * time.Second
	sweepEvery  = time.Minute
)

// New makes a dispatcher.
func New(o Options) *Dispatcher {
	if o.Flush == 0 {
		o.Flush = 100 * time.Millisecond
	}
	if o.Pause == nil {
		o.Pause = domainwebhook.Pause
	}
	if o.Observe == nil {
		o.Observe = func(string, time.Duration) {}
	}
	return &Dispatcher{
		options: o, slots: make(chan struct{}, mostFlights), news: make(chan struct{}, 1), stale: make(chan struct{}, 1),
		waiting: make(chan *lane, 64), lanes: map[int64]*lane{}, index: map[string][]*lane{}, unstored: map[*lane]bool{},
		renewing: map[int64]*bool{},
	}
}

// Run sends changes until the context ends, which is no error. One process at a time may run it.
func (d *Dispatcher) Run(ctx context.Context) error {
	running, stop := context.WithCancelCause(ctx)
	var group sync.WaitGroup
	defer func() {
		stop(nil)
		group.Wait()
		d.end(ctx)
	}()
	if err := d.load(running); err != nil {
		return err
	}
	work := func(do func(context.Context) error) {
		group.Go(func() {
			if err := do(running); err != nil && running.Err() == nil {
				stop(err)
			}
		})
	}
	work(d.flushes)
	work(d.idles)
	work(d.sweeps)
	for range catchers {
		work(d.catches)
	}
	for running.Err() == nil {
		if err := d.follow(running); err != nil && running.Err() == nil {
			return err
		}
	}
	if ctx.Err() == nil {
		return context.Cause(running)
	}
	return nil
}

// end closes all lanes, whose subscriptions go on elsewhere from their stored state.
func (d *Dispatcher) end(ctx context.Context) {
	d.mu.Lock()
	d.running = nil
	lanes := slices.Collect(maps.Values(d.lanes))
	d.mu.Unlock()
	var closing sync.WaitGroup
	for _, l := range lanes {
		closing.Go(func() { l.close(true) })
	}
	closing.Wait()
	storing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := errors.Join(d.flush(storing), d.storeIdle(storing)); err != nil {
		d.options.Logger.Warn("outcomes of webhooks could not be stored; some are sent again", "error", err)
	}
	d.mu.Lock()
	d.lanes, d.index = map[int64]*lane{}, map[string][]*lane{}
	d.mu.Unlock()
	d.background.Wait()
}

// follow reads a page of the feed for all lanes that are up to date. Without lanes, it waits for one.
func (d *Dispatcher) follow(ctx context.Context) error {
	d.mu.Lock()
	at, resources := d.at, slices.Sorted(maps.Keys(d.index))
	d.mu.Unlock()
	if len(resources) == 0 {
		select {
		case <-d.news:
		case <-ctx.Done():
		}
		return nil
	}
	page, err := d.options.Feed.Read(ctx, at, changes.Query{Resources: resources, Limit: pageSize, Interrupt: d.news}, patience)
	if err != nil {
		return err
	}
	if len(page.Entries) == 0 && d.options.Feed.Leaving() {
		wait.For(ctx, time.Second)
	}
	return d.offer(ctx, at, page)
}

// offer gives the changes of a page, which was read after a position, to the lanes that want them.
func (d *Dispatcher) offer(ctx context.Context, at eventstore.Position, page changes.Page) error {
	for before, event := range eventsOf(at, page) {
		for _, l := range d.interested(event) {
			items, err := d.items(ctx, l.subscription, event)
			if err != nil {
				return err
			}
			if len(items) > 0 && !l.take(common, before, event[0].Position, items) {
				l.mu.Lock()
				l.catchUp()
				l.mu.Unlock()
			}
		}
	}
	d.mu.Lock()
	d.at = max(d.at, page.Next)
	d.mu.Unlock()
	return nil
}

// eventsOf returns the changes of a page, those of each event together, with the position behind which they were read.
func eventsOf(at eventstore.Position, page changes.Page) iter.Seq2[eventstore.Position, []changes.Entry] {
	return func(yield func(eventstore.Position, []changes.Entry) bool) {
		for rest := page.Entries; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].Position == rest[0].Position {
				n++
			}
			if !yield(at, rest[:n]) {
				return
			}
			at, rest = rest[0].Position, rest[n:]
		}
	}
}

// interested lists the lanes that are up to date and whose subscriptions name a resource of an event.
func (d *Dispatcher) interested(event []changes.Entry) (all []*lane) {
	resources := map[string]bool{}
	for _, e := range event {
		resources[e.Change().Resource] = true
	}
	found := map[*lane]bool{}
	d.mu.Lock()
	defer d.mu.Unlock()
	for resource := range resources {
		for _, l := range d.index[resource] {
			if len(resources) > 1 {
				if found[l] {
					continue
				}
				found[l] = true
			}
			l.mu.Lock()
			joined := l.joined
			l.mu.Unlock()
			if joined {
				all = append(all, l)
			}
		}
	}
	return all
}

// items returns the changes of an event that a subscription wants.
func (d *Dispatcher) items(ctx context.Context, s domainwebhook.Subscription, event []changes.Entry) (items []*item, err error) {
	for _, e := range event {
		if !slices.Contains(s.Resources, e.Change().Resource) {
			continue
		}
		if len(s.StoreIDs) > 0 {
			websites, err := d.options.Websites(ctx, s.StoreIDs)
			if err != nil {
				return nil, err
			}
			var ok bool
			if e, ok, err = d.options.Feed.Within(ctx, e, s.StoreIDs, websites); err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
		}
		c := e.Change()
		if !s.Wants(c.Resource, change.Kind(c.What), c.Fields) {
			continue
		}
		items = append(items, &item{
			position: e.Position, ordinal: e.Ordinal(), event: e.EventID(), resource: c.Resource, id: fmt.Sprint(c.ID), what: c.What,
			at: e.RecordedAt(), change: e.JSON,
		})
	}
	return items, nil
}

// behind asks for a lane to be caught up.
func (d *Dispatcher) behind(l *lane) {
	select {
	case d.waiting <- l:
	default:
		go func() {
			select {
			case d.waiting <- l:
			case <-l.ctx.Done():
			}
		}()
	}
}

// catches catches up with lanes that are behind, one after another.
func (d *Dispatcher) catches(ctx context.Context) error {
	for {
		select {
		case l := <-d.waiting:
			err := d.catch(ctx, l)
			l.mu.Lock()
			l.catching = false
			l.catchUp() // it may have got room meanwhile
			l.mu.Unlock()
			if err != nil && l.ctx.Err() == nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// catch offers a lane the pages that it was not offered, until it has no more room or is up to date.
func (d *Dispatcher) catch(ctx context.Context, l *lane) error {
	for l.ctx.Err() == nil {
		l.mu.Lock()
		at, turn, room := l.read, l.turn, l.room()-len(l.queue)
		l.mu.Unlock()
		if room <= 0 {
			return nil
		}
		page, err := d.options.Feed.Read(ctx, at, changes.Query{Resources: l.subscription.Resources, Limit: room}, 0)
		if err != nil {
			return err
		}
		for before, event := range eventsOf(at, page) {
			items, err := d.items(ctx, l.subscription, event)
			if err != nil {
				return err
			}
			if !l.take(turn, before, event[0].Position, items) {
				return nil
			}
		}
		if d.reached(l, turn, page) {
			return nil
		}
	}
	return nil
}

// reached notes that a lane was offered a page. It returns whether the lane is up to date.
func (d *Dispatcher) reached(l *lane, turn int, page changes.Page) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if turn != l.turn {
		return false
	}
	l.read = max(l.read, page.Next)
	if len(page.Entries) == 0 && l.read >= d.at {
		l.joined = true
	}
	d.dirty(l)
	return l.joined
}

// send sends an item once.
func (d *Dispatcher) send(ctx context.Context, s domainwebhook.Subscription, i *item) (status int, err error) {
	if err := d.options.Permits(ctx, s); err != nil {
		if f, refused := fault.As(err); refused && (f.Kind == fault.Forbidden || f.Kind == fault.Invalid) {
			return 0, webhook.NotSent(f.Message, true)
		}
		return 0, err
	}
	if i.change == nil {
		if err := d.reread(ctx, i); err != nil {
			return 0, err
		}
	}
	var document json.RawMessage
	if s.Payload == domainwebhook.Document {
		if document, err = d.options.Document(ctx, s, i.resource, i.id); err != nil {
			if f, refused := fault.As(err); refused {
				return 0, webhook.NotSent(fmt.Sprintf("%s/%s cannot be read: %s", i.resource, i.id, f.Message), false)
			}
			return 0, fmt.Errorf("%s/%s cannot be read: %w", i.resource, i.id, err)
		}
		if document == nil {
			document = json.RawMessage("null")
		}
	}
	m, err := d.message(s, i, document)
	if err != nil {
		return 0, err
	}
	return d.post(ctx, s, m)
}

// post sends a message, signed with the present secrets.
func (d *Dispatcher) post(ctx context.Context, s domainwebhook.Subscription, m webhook.Message) (status int, err error) {
	versions := s.Secrets(d.options.Clock())
	secrets := make([]webhook.Secret, len(versions))
	for n, version := range versions {
		if secrets[n], err = d.options.Secret(ctx, s.ID, version); err != nil {
			return 0, err
		}
	}
	began := time.Now()
	status, err = d.options.Sender.Send(ctx, s.URL, secrets, m)
	if ctx.Err() == nil {
		outcome := "accepted"
		if err != nil {
			outcome = "failed"
		}
		d.options.Observe(outcome, time.Since(began))
	}
	return status, err
}

// reread reads the change of an item again.
func (d *Dispatcher) reread(ctx context.Context, i *item) error {
	entries, err := d.options.Feed.At(ctx, i.position)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Ordinal() == i.ordinal {
			i.change, i.at = e.JSON, e.RecordedAt()
			return nil
		}
	}
	return fmt.Errorf("position %d has no change %d of %s", i.position, i.ordinal, i.resource)
}

// report notes in the record of a subscription that deliveries were given up, or that it is suspended. An e-mail follows from that.
func (d *Dispatcher) report(s domainwebhook.Subscription, failure *webhook.Failure, suspends bool) {
	d.background.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		now, why := d.options.Clock(), failure.Error()
		err := d.options.Revise(ctx, s.ID, func(s domainwebhook.Subscription) domainwebhook.Subscription {
			switch {
			case suspends && s.SuspendedAt == nil:
				return s.Suspended(now, why)
			case !suspends && !s.ParkedSince(now.Add(-24*time.Hour)):
				return s.Parked(now, why)
			}
			return s
		})
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			d.options.Logger.Error("the trouble of a webhook could not be noted", "webhook", s.ID, "error", err)
		}
	})
}
