package webhooks

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"tradelog/adapters/webhook"
	domainwebhook "tradelog/domain/webhook"
	"tradelog/eventstore"
)

// The bounds of a lane.
const (
	mostTaken                 = 256  // changes that it holds without a row
	mostOpen                  = 1000 // changes that have a row and are to be sent
	firstAtATime, mostAtATime = 4, 16
	slow                      = 5 * time.Second // an answer that takes longer halves the number of messages on their way
	quick                     = time.Second
	downAfter                 = 5 // resources that failed in a row after which a receiver is down
	mostProbes                = 8 // changes without a row that it holds while the receiver is down
)

// item is a change on its way to a subscription.
type item struct {
	position, before   eventstore.Position // before: the position behind which it was read
	ordinal            int
	event              uuid.UUID
	resource, id, what string
	at                 time.Time
	change             json.RawMessage // nil: it is read from the feed before it is sent
	attempts           int
	first              time.Time // of the first attempt
	due                time.Time // of the next attempt, in lane.restored; zero: at once
	noted              bool      // it has a row
	done               bool
	chain              *chain
}

func (i *item) mark() mark { return mark{i.position, i.ordinal} }

// mark identifies a change.
type mark struct {
	position eventstore.Position
	ordinal  int
}

// chain has the changes of one resource, in order. Only the first is sent.
type chain struct {
	key   string
	items []*item
	held  bool        // the first one has failed, and waits for its next attempt
	timer *time.Timer // of that attempt
}

// lane delivers to one subscription. Its methods take its lock, except those that say otherwise.
type lane struct {
	of           *Dispatcher
	subscription domainwebhook.Subscription
	stop         context.CancelFunc // ends messages on their way
	ctx          context.Context
	flights      sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	joined   bool                // the common reader offers it changes
	catching bool                // it is being caught up
	read     eventstore.Position // the position up to which it was offered changes
	turn     int                 // counts how often that was set back
	queue    []*item             // without those before the first that has no row and is not done
	seen     map[mark]bool       // changes after read that are done or have a row
	chains   map[string]*chain
	fresh    []*item // may be sent
	due      []*item // may be sent again
	restored []*item // to be sent again, once the lane is in use
	flying   int
	window   int             // the number of messages that may be on their way
	failing  map[string]bool // chains that failed since something was accepted
	probing  bool            // while the receiver is down: one change without a row may be sent
	open     int             // items with a row

	failingSince, delivered time.Time
	results                 map[mark]row
	stored                  eventstore.Position
	replays                 int64 // of the row of its position
	changed                 bool  // failingSince or delivered
	untrimmed               int   // deliveries that were stored since old ones were last deleted
}

// row is the outcome of a delivery so far.
type row struct {
	*item
	state    string
	status   int
	problem  string
	took     time.Duration
	due      time.Time
	last     time.Time
	attempts int
	first    time.Time
}

// down tells whether so many resources have failed that only probes are sent. Probes are deliveries that are due again. With each of them
// goes one change that was not sent yet, since the failed ones may be refused for a reason of their own. The caller has the lock.
func (l *lane) down() bool { return len(l.failing) >= downAfter && l.open > 0 }

// room returns the number of changes without a row that the lane holds. The caller has the lock.
func (l *lane) room() int {
	if l.down() {
		return mostProbes
	}
	return mostTaken
}

// common is the turn of the changes that the common reader offers.
const common = -1

// take takes the changes of one event, all that the subscription wants, which were read behind the position before. It returns false, and
// takes none, if there is no room, or if what comes before them is not known any more: turn says since when it was read.
func (l *lane) take(turn int, before, at eventstore.Position, items []*item) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return true
	case turn == common && !l.joined || turn != common && turn != l.turn:
		return false
	case at <= l.read:
		return true
	}
	if len(l.queue) >= l.room() {
		l.joined = false
		return false
	}
	for _, i := range items {
		if l.seen[i.mark()] {
			delete(l.seen, i.mark())
			continue
		}
		i.before = max(before, l.read)
		l.queue = append(l.queue, i)
		l.append(i)
	}
	l.read = at
	l.start()
	return true
}

// append puts an item at the end of its chain. The caller has the lock.
func (l *lane) append(i *item) {
	key := i.resource + "/" + i.id
	c := l.chains[key]
	if c == nil {
		c = &chain{key: key}
		l.chains[key] = c
	}
	i.chain = c
	if c.items = append(c.items, i); len(c.items) == 1 {
		l.fresh = append(l.fresh, i)
	} else if c.held {
		l.await(i)
	}
}

// await gives an item a row, so that the position moves past it while it waits for a failed one. The caller has the lock.
func (l *lane) await(i *item) {
	if i.noted || l.open >= mostOpen {
		return
	}
	now := l.of.options.Clock()
	i.noted, i.change = true, nil
	l.open++
	l.note(row{item: i, state: waiting, last: now, first: now})
}

// note remembers an outcome until it is stored. The caller has the lock.
func (l *lane) note(r row) {
	l.results[r.mark()] = r
	l.of.dirty(l)
}

// start sends the messages that may be sent. The caller has the lock.
func (l *lane) start() {
	for !l.closed && l.flying < l.window {
		var next *item
		switch {
		case len(l.fresh) > 0 && l.open < mostOpen && (l.probing && l.flying == 0 && l.down() || !l.down() && len(l.due) == 0):
			next, l.fresh, l.probing = l.fresh[0], l.fresh[1:], false // before those that are due, which may be refused for ever
		case len(l.due) > 0 && (!l.down() || l.flying == 0):
			next, l.due = l.due[0], l.due[1:]
		default:
			return
		}
		l.flying++
		l.flights.Go(func() { l.fly(next) })
	}
}

// fly sends an item.
func (l *lane) fly(i *item) {
	select {
	case l.of.slots <- struct{}{}:
		defer func() { <-l.of.slots }()
	case <-l.ctx.Done():
		return
	}
	began := time.Now()
	status, err := l.of.send(l.ctx, l.subscription, i)
	if l.ctx.Err() != nil {
		return // nobody knows whether it was accepted: it is sent again
	}
	l.settle(i, status, time.Since(began), err)
}

// settle notes the outcome of an attempt and goes on.
func (l *lane) settle(i *item, status int, took time.Duration, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flying--
	var failure *webhook.Failure
	switch {
	case err == nil:
		l.accepted(i, status, took)
	case errors.As(err, &failure):
		l.failed(i, failure, took)
	default:
		l.of.options.Logger.Warn("a webhook cannot be sent; will try again", "webhook", l.subscription.ID, "position", i.position,
			"error", err)
		l.failed(i, webhook.NotSent("the shop could not make the message; its log tells why", false), took)
	}
	l.advance()
	if l.down() && l.flying == 0 {
		l.unload()
	}
	l.start()
	l.catchUp()
}

// accepted ends an item, and sends those at once that wait for a receiver which works again. The caller has the lock.
func (l *lane) accepted(i *item, status int, took time.Duration) {
	now := l.of.options.Clock()
	i.attempts++
	if i.first.IsZero() {
		i.first = now
	}
	l.note(row{
		item: i, state: delivered, status: status, took: took, last: now, attempts: i.attempts, first: i.first,
	})
	recovered := l.down()
	clear(l.failing)
	l.failingSince, l.delivered, l.changed = time.Time{}, now, true
	switch {
	case took < quick:
		l.window = min(mostAtATime, l.window+1)
	case took > slow:
		l.window = max(1, l.window/2)
	}
	l.end(i)
	if !recovered {
		return
	}
	for _, c := range l.chains {
		if c.timer != nil && c.timer.Stop() {
			c.timer = nil
			l.due = append(l.due, c.items[0])
		}
	}
	slices.SortFunc(l.due, func(a, b *item) int { return cmp.Compare(a.position, b.position) })
}

// end takes an item out of its chain, whose next one may be sent. The caller has the lock.
func (l *lane) end(i *item) {
	i.done = true
	if i.noted {
		l.open--
	}
	c := i.chain
	c.items, c.held = c.items[1:], false
	switch {
	case len(c.items) == 0:
		delete(l.chains, c.key)
	case c.items[0].noted:
		l.due = append(l.due, c.items[0])
	default:
		l.fresh = append(l.fresh, c.items[0])
	}
}

// failed decides about an item that was not accepted. An item that the shop cannot send says nothing about the receiver, so it is parked in
// the end however quiet the subscription is, and does not slow the others down. The caller has the lock.
func (l *lane) failed(i *item, failure *webhook.Failure, took time.Duration) {
	now := l.of.options.Clock()
	i.attempts++
	if i.first.IsZero() {
		i.first = now
	}
	if !failure.Unsent {
		l.failing[i.chain.key] = true
		l.window = max(1, l.window/2)
	}
	if l.failingSince.IsZero() {
		l.failingSince, l.changed = now, true
	}
	pause := l.of.options.Pause(i.attempts, failure.RetryAfter)
	outcome := row{
		item: i, state: retrying, status: failure.Status, problem: failure.Error(), took: took, due: now.Add(pause), last: now,
		attempts: i.attempts, first: i.first,
	}
	old := now.Sub(i.first) >= domainwebhook.Patience
	if old && !failure.Gone && (failure.Unsent || now.Sub(l.failingSince) < domainwebhook.Patience) {
		outcome.state, outcome.due = parked, time.Time{}
		l.note(outcome)
		l.end(i)
		l.of.report(l.subscription, failure, false)
		return
	}
	if !i.noted {
		i.noted = true
		l.open++
	}
	l.note(outcome)
	l.later(i, pause)
	if old || failure.Gone {
		l.of.report(l.subscription, failure, true)
	}
}

// later tries an item again after a pause. The caller has the lock.
func (l *lane) later(i *item, pause time.Duration) {
	c := i.chain
	if i.noted {
		i.change, c.held = nil, true
		for _, behind := range c.items[1:] {
			l.await(behind)
		}
	}
	c.timer = time.AfterFunc(pause, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.closed || c.timer == nil {
			return
		}
		c.timer, l.probing = nil, true
		l.due = append(l.due, i)
		l.start()
	})
}

// advance forgets the items at the beginning of the queue that the position moves past. The caller has the lock.
func (l *lane) advance() {
	for _, i := range l.queue {
		if c := i.chain; !i.noted && !i.done && c.held {
			l.await(i)
		}
		if !i.noted && !i.done {
			break
		}
		l.queue = l.queue[1:]
	}
	if len(l.queue) == 0 {
		l.queue = nil
	}
}

// position returns the position that is to be stored. The caller has the lock.
func (l *lane) position(common eventstore.Position) eventstore.Position {
	switch {
	case len(l.queue) > 0:
		return l.queue[0].before
	case l.joined:
		return max(l.read, common)
	}
	return l.read
}

// unload forgets items that are not needed for probes while the receiver is down. They are read again afterwards. The caller has the lock.
func (l *lane) unload() {
	keep := mostProbes
	for keep < len(l.queue) && l.queue[keep].position == l.queue[keep-1].position {
		keep++
	}
	if keep >= len(l.queue) {
		return
	}
	dropped := l.queue[keep:]
	l.read, l.joined = dropped[0].before, false
	l.turn++
	for _, i := range dropped {
		if i.done || i.noted {
			l.seen[i.mark()] = true
			continue
		}
		c := i.chain
		if c.items = slices.DeleteFunc(c.items, func(of *item) bool { return of == i }); len(c.items) == 0 {
			if c.timer != nil {
				c.timer.Stop()
				c.timer = nil
			}
			delete(l.chains, c.key)
		}
	}
	gone := func(i *item) bool { return !i.noted && i.position > l.read }
	l.queue, l.fresh, l.due = slices.Clone(l.queue[:keep]), slices.DeleteFunc(l.fresh, gone), slices.DeleteFunc(l.due, gone)
}

// catchUp asks for the changes that the lane was not offered, if it has room for them. The caller has the lock.
func (l *lane) catchUp() {
	if !l.joined && !l.catching && !l.closed && len(l.queue) < l.room()/2 {
		l.catching = true
		l.of.behind(l)
	}
}

// close ends the lane. It returns when nothing is on its way any more. Unsettled attempts are not noted.
func (l *lane) close(cut bool) {
	l.mu.Lock()
	l.closed = true
	for _, c := range l.chains {
		if c.timer != nil {
			c.timer.Stop()
		}
	}
	l.mu.Unlock()
	if cut {
		l.stop()
	}
	l.flights.Wait()
	l.stop()
}
