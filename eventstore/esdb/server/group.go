package server

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"

	"tradelog/domain"
	"tradelog/eventstore"
)

// The limits of persistent subscriptions.
const (
	maxGroups         = 100
	maxUnacknowledged = 500  // events that a consumer has at once
	maxBuffered       = 2000 // events that a group has read for its consumers
	defaultBuffered   = 500
	defaultCheckpoint = 2 * time.Second
	// defaultLease is the time that an instance owns a group without renewing the claim.
	defaultLease = 15 * time.Second
	// groupTime bounds the last store of a group that ends.
	groupTime = 5 * time.Second
)

type groupKey struct{ stream, name string }

// item is an event on its way to a consumer.
type item struct {
	event   eventstore.Recorded
	retries int
	parked  int64 // number of a parked event that is replayed; 0: it was read
}

// progress is an event that was read, by its number in the source, and the number of the one before it.
type progress struct {
	number, before int64
	done           bool
}

// group is a persistent subscription while this instance serves it: as long as it has consumers. A reader reads the log and gives each
// event to a consumer with room, and a keeper stores the checkpoint of the group.
type group struct {
	server   *Server
	key      groupKey
	links    *links
	owned    eventstore.Ownership
	settings groupSettings
	filter   *filter

	opened  chan struct{} // closed when the claim has succeeded or failed
	failure error         // of the claim
	closed  chan struct{} // closed when nothing of the group runs any more
	cancel  context.CancelFunc
	running sync.WaitGroup
	room    chan struct{} // has a value when the reader may go on
	due     chan struct{} // has a value when the checkpoint is to be stored
	storing chan struct{} // has a value while alone runs

	mu        sync.Mutex
	ended     chan struct{} // closed when err is set
	err       error
	members   []*consumer // in the order in which they came
	turn      int         // of RoundRobin: the next member
	waiting   []item      // events that no consumer has, the earliest first
	reading   []progress  // events from the earliest unfinished one on
	reached   int64       // up to which the log was read
	stored    int64       // the checkpoint that is stored
	done      int         // events finished since then
	finished  []int64     // numbers of parked events that are
	replaying map[int64]bool
	renewedAt time.Time // the time of the last renewal of the claim
	leaving   bool      // the last consumer has left
}

// groups are the persistent subscriptions that this instance serves.
type groups struct {
	mu      sync.Mutex
	byKey   map[groupKey]*group
	stopped bool // no more groups are opened
}

// join adds a consumer to a group. The first one makes this instance the owner and starts the reading.
func (s *Server) join(ctx context.Context, key groupKey, c *consumer) (*group, error) {
	for {
		g, first := s.groups.get(s, key)
		if g == nil {
			return nil, errStopping
		}
		if first {
			g.open(ctx)
		}
		<-g.opened
		if g.failure != nil {
			return nil, g.failure
		}
		if joined, err := g.add(c); joined || err != nil {
			return g, err
		}
		if err := g.why(); first && err != nil { // the next one might fail likewise, and the one after it
			return nil, err
		}
		select { // it ends; the next one begins where it has stopped
		case <-g.closed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// get returns the group of a key and reports whether it is a new one, which the caller opens. It returns nil once the server has stopped.
func (g *groups) get(s *Server, key groupKey) (one *group, first bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if one = g.byKey[key]; one != nil || g.stopped {
		return one, false
	}
	one = &group{
		server: s, key: key, links: linksOf(key.stream), opened: make(chan struct{}), closed: make(chan struct{}), ended: make(chan struct{}),
		room: make(chan struct{}, 1), due: make(chan struct{}, 1), storing: make(chan struct{}, 1), replaying: map[int64]bool{},
	}
	if g.byKey == nil {
		g.byKey = map[groupKey]*group{}
	}
	g.byKey[key] = one
	return one, true
}

// open claims a group and starts its goroutines.
func (g *group) open(ctx context.Context) {
	defer close(g.opened)
	ctx = context.WithoutCancel(ctx)
	claiming, done := context.WithTimeout(ctx, groupTime)
	g.failure = g.server.guarded("the claim of a persistent subscription", func() error { return g.claim(claiming) })
	done()
	if g.failure != nil {
		g.release(ctx)
		g.forget()
		return
	}
	g.mu.Lock() // a reader that fails at once ends the group after both have begun
	defer g.mu.Unlock()
	running, cancel := g.server.endedByStop(ctx)
	g.cancel = cancel
	g.start(running, "the reader of a persistent subscription", g.read)
	g.start(running, "the keeper of a persistent subscription", g.keep)
}

// start starts a goroutine of the group. The group fails with the error of run, unless it has ended before, and with a panic.
func (g *group) start(ctx context.Context, of string, run func(context.Context) error) {
	g.running.Go(func() {
		var failure error
		if err := g.server.guarded(of, func() error {
			if err := run(ctx); ctx.Err() == nil {
				failure = g.server.status(ctx, persistent.PersistentSubscriptions_Read_FullMethodName, err)
			}
			return nil
		}); err != nil {
			failure = err
		}
		if failure != nil {
			g.fail(failure)
		}
	})
}

func (g *group) claim(ctx context.Context) error {
	s := g.server
	stored, err := s.options.Groups.Claim(ctx, g.key.stream, g.key.name, s.id, s.options.Lease)
	if err != nil {
		return g.key.refusal(err)
	}
	g.owned = eventstore.Ownership{Source: g.key.stream, Name: g.key.name, Owner: s.id, Version: stored.Version}
	g.reached, g.stored, g.renewedAt = stored.Checkpoint, stored.Checkpoint, time.Now()
	if g.settings, err = decodeSettings(stored); err != nil {
		return err
	}
	if g.filter, err = g.settings.filter(); err != nil {
		return err
	}
	return g.replay(ctx)
}

// forget takes the group from those that are served.
func (g *group) forget() {
	g.server.groups.mu.Lock()
	defer g.server.groups.mu.Unlock()
	delete(g.server.groups.byKey, g.key)
	close(g.closed)
}

// add adds a consumer, unless the group ends.
func (g *group) add(c *consumer) (bool, error) {
	joined, full := false, false
	g.locked(func() {
		if g.leaving || g.err != nil {
			return
		}
		if most := int(g.settings.MaxSubscribers); most > 0 && len(g.members) >= most {
			full = true
			return
		}
		joined, c.group = true, g
		g.members = append(g.members, c)
		g.dispatch()
	})
	if full {
		return false, refuse(codes.FailedPrecondition, "as many consumers are connected as the group may have",
			"maximum-subscribers-reached", g.key.pairs()...)
	}
	return joined, nil
}

// leave removes a consumer and takes back its events. The last one ends the group on this instance.
func (g *group) leave(c *consumer) {
	g.locked(func() {
		defer g.endUnlessUsed()
		g.members = slices.DeleteFunc(g.members, func(m *consumer) bool { return m == c })
		for _, i := range c.given {
			g.giveBack(i)
		}
		for _, i := range c.taken {
			g.giveBack(i.item)
		}
		c.given, c.taken = nil, nil
		g.dispatch()
	})
}

// endUnlessUsed ends a group without consumers. A group that is being opened ends in open. The caller has locked the group.
func (g *group) endUnlessUsed() {
	if len(g.members) == 0 && !g.leaving && g.cancel != nil {
		g.leaving = true
		g.server.start("the end of a persistent subscription", g.end)
	}
}

// end stores the checkpoint of the group for the last time, and leaves the group to the next one who claims it. After a panic the
// checkpoint is not to be trusted: the former one stays, and some events come twice.
func (g *group) end() {
	g.cancel()
	g.running.Wait()
	_ = g.alone(context.Background(), func() error { // calls that are in alone end with their clients at the latest
		defer g.forget()
		ending, cancel := context.WithTimeout(context.Background(), groupTime)
		defer cancel()
		if !errors.Is(g.why(), errPanicked) {
			_ = g.server.guarded("the last store of a persistent subscription", func() error { return g.storeAlone(ending, true) })
		}
		g.release(ending)
		return nil
	})
}

// release ends the claim, if the group has one. Without success it ends by itself, after the lease.
func (g *group) release(ctx context.Context) {
	if g.owned.Owner == uuid.Nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, groupTime)
	defer cancel()
	_ = g.server.guarded("the release of a persistent subscription", func() error { return g.server.options.Groups.Release(ctx, g.owned) })
}

// locked runs f with the group locked. A panic in f may leave half a change, so the group fails, and the panic goes on.
func (g *group) locked(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	whole := false
	defer func() {
		if !whole {
			g.failLocked(errPanicked)
		}
	}()
	f()
	whole = true
}

// read reads on, from where the group is, until ctx ends.
func (g *group) read(ctx context.Context) error {
	nothing := func(eventstore.Batch) error { return nil }
	switch {
	case g.key.stream == all:
		return g.server.follow(ctx, eventstore.Position(g.reached), eventstore.Filter{}, func(e *eventstore.Recorded) error {
			return g.offer(ctx, e, int64(e.Position), g.filter.passes(e))
		}, nothing)
	case g.links != nil:
		return g.server.follow(ctx, eventstore.Position(max(g.reached, 0)), g.links.filter, func(e *eventstore.Recorded) error {
			return g.offer(ctx, e, int64(e.Position), true)
		}, nothing)
	}
	head, err := g.server.options.Store.Head(ctx)
	if err != nil {
		return err
	}
	next, err := g.server.readTo(ctx, g.key.stream, eventstore.Revision(g.reached+1), func(e *eventstore.Recorded) error {
		return g.offer(ctx, e, int64(e.Revision), true)
	})
	if err != nil {
		return err
	}
	return g.server.follow(ctx, head, eventstore.Filter{Categories: []string{domain.Category(g.key.stream)}},
		func(e *eventstore.Recorded) error {
			if e.Stream != g.key.stream || e.Revision < next {
				return nil
			}
			return g.offer(ctx, e, int64(e.Revision), true)
		}, nothing)
}

// offer adds an event that was read to the waiting ones, once there is room for it.
func (g *group) offer(ctx context.Context, e *eventstore.Recorded, number int64, wanted bool) error {
	for {
		added := false
		g.locked(func() {
			switch {
			case !wanted:
				g.reached, added = number, true
			case len(g.waiting) < g.settings.room():
				g.reading = append(g.reading, progress{number: number, before: g.reached})
				g.reached, added = number, true
				g.waiting = append(g.waiting, item{event: *e})
				g.dispatch()
			}
		})
		if added {
			return nil
		}
		select {
		case <-g.room:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// giveBack takes an event back. The caller has locked the group, and dispatches then.
func (g *group) giveBack(i item) {
	at, _ := slices.BinarySearchFunc(g.waiting, i, func(a, b item) int { return cmp.Compare(a.event.Position, b.event.Position) })
	g.waiting = slices.Insert(g.waiting, at, i)
}

// finish notes that nothing more is to be done about an event. The caller has locked the group.
func (g *group) finish(i item) {
	if i.parked != 0 {
		g.finished = append(g.finished, i.parked)
		signal(g.due)
		return
	}
	at, found := slices.BinarySearchFunc(g.reading, g.numberOf(&i.event), func(p progress, number int64) int {
		return cmp.Compare(p.number, number)
	})
	if !found {
		return
	}
	g.reading[at].done = true
	first := 0
	for first < len(g.reading) && g.reading[first].done {
		first++
	}
	g.reading = g.reading[first:]
	if g.done++; g.settings.MaxCheckpoint > 0 && g.done >= int(g.settings.MaxCheckpoint) {
		signal(g.due)
	}
}

// numberOf returns the number of an event in the numbering of the group: its position, or its revision if the source is one stream.
func (g *group) numberOf(e *eventstore.Recorded) int64 {
	if g.key.stream == all || g.links != nil {
		return int64(e.Position)
	}
	return int64(e.Revision)
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// park puts an event aside.
func (g *group) park(ctx context.Context, i item) error {
	store := g.server.options.Groups
	var err error
	if i.parked != 0 {
		err = store.Repark(ctx, g.owned, i.parked)
	} else {
		err = store.Park(ctx, g.owned, i.event.Stream, i.event.Revision)
	}
	if err != nil {
		return g.key.refusal(err)
	}
	g.locked(func() {
		if i.parked == 0 {
			g.finish(i)
			return
		}
		delete(g.replaying, i.parked)
		signal(g.due) // if a client has asked for it again already, the keeper has passed over it
	})
	return nil
}

// replay takes parked events that are to be replayed. Only open and then the keeper call it, so nobody else adds to g.replaying meanwhile.
func (g *group) replay(ctx context.Context) error {
	var without []int64
	g.locked(func() { without = slices.AppendSeq(make([]int64, 0, len(g.replaying)), maps.Keys(g.replaying)) })
	parked, err := g.server.options.Groups.Replayed(ctx, g.key.stream, g.key.name, without)
	if err != nil {
		return err
	}
	for _, p := range parked {
		events, err := g.server.options.Store.ReadStream(ctx, p.Stream, p.Revision, eventstore.Forwards, 1)
		if err != nil {
			return err
		}
		g.locked(func() {
			g.replaying[p.Number] = true
			if len(events) == 1 && events[0].Revision == p.Revision {
				g.giveBack(item{event: events[0], parked: p.Number})
			} else {
				g.finished = append(g.finished, p.Number) // the log has lost it
			}
			g.dispatch()
		})
	}
	return nil
}

// keep stores the checkpoint of the group, renews the claim, and looks for changes by other instances. It ends with ctx, or when the group
// is to fail.
func (g *group) keep(ctx context.Context) error {
	every := time.NewTicker(min(g.settings.checkpointAfter(), g.server.options.Lease/3))
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-g.due:
		case <-every.C:
			if g.idle() {
				continue
			}
		}
		if err := g.store(ctx, false); err != nil && ctx.Err() == nil {
			if errors.Is(err, eventstore.ErrNoGroup) {
				return g.key.dropped()
			}
			if settled(err) || g.unrenewed() > g.server.options.Lease {
				return g.key.refusal(err)
			}
			g.server.options.Logger.Warn("the place of a persistent subscription is not stored", "group", g.key.name, "error", err)
			continue
		}
		if err := g.replay(ctx); err != nil && ctx.Err() == nil {
			g.server.options.Logger.Warn("parked events are not replayed", "group", g.key.name, "error", err)
		}
	}
}

// idle reports that there is nothing to store, and that the claim need not be renewed yet.
func (g *group) idle() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.done == 0 && g.reached == g.stored && len(g.finished) == 0 && time.Since(g.renewedAt) < g.server.options.Lease/4
}

// settled reports whether another attempt would meet the same error.
func settled(err error) bool {
	return errors.Is(err, eventstore.ErrNoGroup) || errors.Is(err, eventstore.ErrGroupOwned) || errors.Is(err, eventstore.ErrGroupChanged)
}

// unrenewed returns the time since the claim was renewed.
func (g *group) unrenewed() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return time.Since(g.renewedAt)
}

// errReleased reports that the group has given up its claim. The next group of its key may have stored another checkpoint since.
var errReleased = errors.New("esdb server: the group has ended")

// alone runs f while no other call of alone runs for this group. It fails with errReleased after the last store of the group.
func (g *group) alone(ctx context.Context, f func() error) error {
	select {
	case g.storing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-g.storing }()
	select {
	case <-g.closed:
		return errReleased
	default:
	}
	return f()
}

// store stores the checkpoint of the group and renews the claim. The checkpoint must have moved on far enough, unless it is asked for at
// once.
func (g *group) store(ctx context.Context, atOnce bool) error {
	return g.alone(ctx, func() error { return g.storeAlone(ctx, atOnce) })
}

// storeAlone is store in a function that alone runs. While the checkpoint is on its way, others only add to g.finished and g.done: the part
// that is stored here is still theirs afterwards.
func (g *group) storeAlone(ctx context.Context, atOnce bool) error {
	var checkpoint int64
	var finished []int64
	var done int
	g.locked(func() {
		checkpoint = g.reached
		if len(g.reading) > 0 {
			checkpoint = g.reading[0].before
		}
		checkpoint = max(checkpoint, g.stored) // events before the first one that was read are finished
		finished, done = slices.Clone(g.finished), g.done
		if !atOnce && done < int(g.settings.MinCheckpoint) && done > 0 {
			checkpoint = g.stored
			done = 0
		}
	})
	began := time.Now()
	if err := g.server.options.Groups.Keep(ctx, g.owned, checkpoint, finished, g.server.options.Lease); err != nil {
		return err
	}
	g.locked(func() {
		g.renewedAt, g.stored = began, checkpoint
		g.done -= done
		g.finished = g.finished[len(finished):]
		for _, n := range finished {
			delete(g.replaying, n)
		}
	})
	return nil
}

// stored runs f after the checkpoint of a group is stored, otherwise some events come twice. While f runs, this instance stores no other
// checkpoint.
func (s *Server) stored(ctx context.Context, key groupKey, f func() error) error {
	for {
		g := s.groups.active(key)
		if g == nil {
			return f()
		}
		err := g.alone(ctx, func() error {
			_ = g.storeAlone(ctx, true)
			return f()
		})
		if !errors.Is(err, errReleased) {
			return err
		}
	}
}

// check fails the group if its claim is no longer good, with the reason that the caller knows.
func (g *group) check(ctx context.Context, reason error) {
	switch err := g.store(ctx, true); {
	case err == nil, errors.Is(err, errReleased):
	case settled(err):
		g.fail(reason)
	default:
		signal(g.due) // the keeper checks it
	}
}

// fail disconnects all consumers.
func (g *group) fail(err error) { g.locked(func() { g.failLocked(err) }) }

// failLocked is fail for a caller who has locked the group.
func (g *group) failLocked(err error) {
	if g.err == nil {
		g.err = err
		close(g.ended)
	}
	g.endUnlessUsed()
}

func (g *group) why() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// active returns the group if this instance serves it.
func (g *groups) active(key groupKey) *group {
	g.mu.Lock()
	one := g.byKey[key]
	g.mu.Unlock()
	if one == nil {
		return nil
	}
	<-one.opened
	if one.failure != nil {
		return nil
	}
	return one
}

// close waits until nothing runs for any group.
func (g *groups) close() {
	g.mu.Lock()
	g.stopped = true
	all := make([]*group, 0, len(g.byKey))
	for _, one := range g.byKey {
		all = append(all, one)
	}
	g.mu.Unlock()
	for _, one := range all {
		<-one.closed
	}
}

// pairs are the trailers that name a group.
func (k groupKey) pairs() []string { return []string{"stream-name", k.stream, "group-name", k.name} }

// refusal returns the error that a client gets for an error of a group.
func (k groupKey) refusal(err error) error {
	switch {
	case errors.Is(err, eventstore.ErrNoGroup):
		return refuse(codes.NotFound, "there is no persistent subscription "+k.name+" on "+k.stream, "persistent-subscription-does-not-exist",
			k.pairs()...)
	case errors.Is(err, eventstore.ErrGroupExists):
		return refuse(codes.AlreadyExists, "there is a persistent subscription "+k.name+" on "+k.stream+" already",
			"persistent-subscription-exists", k.pairs()...)
	case errors.Is(err, eventstore.ErrGroupOwned):
		const reason = "another instance serves the persistent subscription; connect to that one, or wait until its consumers have left"
		return refuse(codes.FailedPrecondition, reason, "persistent-subscription-failed", append(k.pairs(), "reason", reason)...)
	case errors.Is(err, eventstore.ErrGroupChanged):
		return refuse(codes.Canceled, "the persistent subscription was updated; subscribe again", "persistent-subscription-dropped", k.pairs()...)
	}
	return err
}

// dropped returns the error that consumers of a deleted group get.
func (k groupKey) dropped() error {
	return refuse(codes.Canceled, "the persistent subscription was deleted", "persistent-subscription-dropped", k.pairs()...)
}

// idOf returns the ID by which consumers know an event of the group: the ID of the link, if they see one.
func (g *group) idOf(e *eventstore.Recorded) uuid.UUID {
	if g.links != nil {
		return g.links.id(e)
	}
	return e.ID
}
