package server

import (
	"cmp"
	"context"
	"errors"
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

// progress is an event that was read, by the place that counts for its group.
type progress struct {
	place int64
	done  bool
}

// group is a persistent subscription while this instance serves it: as long as it has consumers. A reader reads the log and gives each
// event to a consumer with room, and a keeper stores the place of the group.
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
	due     chan struct{} // has a value when the place is to be stored

	mu        sync.Mutex
	ended     chan struct{} // closed when err is set
	err       error
	members   []*consumer // in the order in which they came
	turn      int         // of RoundRobin: the next member
	waiting   []item      // events that no consumer has, the earliest first
	reading   []progress  // events from the earliest unfinished one on
	place     int64       // up to which the log was read
	stored    int64       // the place that is stored
	done      int         // events finished since then
	finished  []int64     // numbers of parked events that are
	replaying map[int64]bool
	renewedAt time.Time // the time of the last renewal of the claim
	leaving   bool      // the last consumer has left
}

// groups are the persistent subscriptions that this instance serves.
type groups struct {
	mu    sync.Mutex
	byKey map[groupKey]*group
}

// join adds a consumer to a group. The first one makes this instance the owner and starts the reading.
func (s *Server) join(ctx context.Context, key groupKey, c *consumer) (*group, error) {
	for {
		s.groups.mu.Lock()
		g := s.groups.byKey[key]
		first := g == nil
		if first {
			g = &group{
				server: s, key: key, links: linksOf(key.stream), opened: make(chan struct{}), closed: make(chan struct{}), ended: make(chan struct{}),
				room: make(chan struct{}, 1), due: make(chan struct{}, 1), replaying: map[int64]bool{},
			}
			if s.groups.byKey == nil {
				s.groups.byKey = map[groupKey]*group{}
			}
			s.groups.byKey[key] = g
		}
		s.groups.mu.Unlock()
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
		select { // it ends; the next one begins where it has stopped
		case <-g.closed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// open claims a group and starts its goroutines.
func (g *group) open(ctx context.Context) {
	defer close(g.opened)
	claiming, done := context.WithTimeout(context.WithoutCancel(ctx), groupTime)
	g.failure = g.claim(claiming)
	done()
	if g.failure != nil {
		g.forget()
		return
	}
	running, cancel := g.server.endedByStop(context.WithoutCancel(ctx))
	g.cancel = cancel
	g.running.Go(func() {
		if err := g.read(running); running.Err() == nil {
			g.fail(g.server.status(running, persistent.PersistentSubscriptions_Read_FullMethodName, err))
		}
	})
	g.running.Go(func() { g.keep(running) })
}

func (g *group) claim(ctx context.Context) error {
	s := g.server
	stored, err := s.options.Groups.Claim(ctx, g.key.stream, g.key.name, s.id, s.options.Lease)
	if err != nil {
		return g.key.refusal(err)
	}
	g.owned = eventstore.Ownership{Source: g.key.stream, Name: g.key.name, Owner: s.id, Version: stored.Version}
	g.place, g.stored, g.renewedAt = stored.Place, stored.Place, time.Now()
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
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.leaving || g.err != nil {
		return false, nil
	}
	if most := int(g.settings.MaxSubscribers); most > 0 && len(g.members) >= most {
		return false, refuse(codes.FailedPrecondition, "as many consumers are connected as the group may have",
			"maximum-subscribers-reached", g.key.pairs()...)
	}
	c.group = g
	g.members = append(g.members, c)
	g.dispatch()
	return true, nil
}

// leave removes a consumer and takes back its events. The last one ends the group on this instance.
func (g *group) leave(c *consumer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.members = slices.DeleteFunc(g.members, func(m *consumer) bool { return m == c })
	for _, i := range c.given {
		g.giveBack(i)
	}
	for _, i := range c.taken {
		g.giveBack(i.item)
	}
	c.given, c.taken = nil, nil
	g.dispatch()
	if len(g.members) > 0 || g.leaving {
		return
	}
	g.leaving = true
	go func() {
		g.cancel()
		g.running.Wait()
		ending, cancel := context.WithTimeout(context.Background(), groupTime)
		defer cancel()
		_ = g.store(ending, true)
		_ = g.server.options.Groups.Release(ending, g.owned)
		g.forget()
	}()
}

// read reads on, from where the group is, until ctx ends.
func (g *group) read(ctx context.Context) error {
	nothing := func(eventstore.Batch) error { return nil }
	switch {
	case g.key.stream == all:
		return g.server.follow(ctx, eventstore.Position(g.place), eventstore.Filter{}, func(e *eventstore.Recorded) error {
			return g.offer(ctx, e, int64(e.Position), g.filter.passes(e))
		}, nothing)
	case g.links != nil:
		return g.server.follow(ctx, eventstore.Position(max(g.place, 0)), g.links.filter, func(e *eventstore.Recorded) error {
			return g.offer(ctx, e, int64(e.Position), true)
		}, nothing)
	}
	head, err := g.server.options.Store.Head(ctx)
	if err != nil {
		return err
	}
	next, err := g.server.readTo(ctx, g.key.stream, eventstore.Revision(g.place+1), func(e *eventstore.Recorded) error {
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
func (g *group) offer(ctx context.Context, e *eventstore.Recorded, place int64, wanted bool) error {
	for {
		g.mu.Lock()
		if !wanted || len(g.waiting) < g.settings.room() {
			break
		}
		g.mu.Unlock()
		select {
		case <-g.room:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	defer g.mu.Unlock()
	g.place = place
	if wanted {
		g.reading = append(g.reading, progress{place: place})
		g.waiting = append(g.waiting, item{event: *e})
		g.dispatch()
	}
	return nil
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
	at, found := slices.BinarySearchFunc(g.reading, g.placeOf(&i.event), func(p progress, place int64) int {
		return cmp.Compare(p.place, place)
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

// placeOf returns the place of an event in the numbering of the group: its position, or its revision if the source is one stream.
func (g *group) placeOf(e *eventstore.Recorded) int64 {
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
	g.mu.Lock()
	defer g.mu.Unlock()
	if delete(g.replaying, i.parked); i.parked == 0 {
		g.finish(i)
	}
	return nil
}

// replay takes parked events that are to be replayed.
func (g *group) replay(ctx context.Context) error {
	g.mu.Lock()
	without := make([]int64, 0, len(g.replaying))
	for n := range g.replaying {
		without = append(without, n)
	}
	g.mu.Unlock()
	parked, err := g.server.options.Groups.Replayed(ctx, g.key.stream, g.key.name, without)
	if err != nil {
		return err
	}
	for _, p := range parked {
		events, err := g.server.options.Store.ReadStream(ctx, p.Stream, p.Revision, eventstore.Forwards, 1)
		if err != nil {
			return err
		}
		g.mu.Lock()
		g.replaying[p.Number] = true
		if len(events) == 1 && events[0].Revision == p.Revision {
			g.giveBack(item{event: events[0], parked: p.Number})
		} else {
			g.finished = append(g.finished, p.Number) // the log has lost it
		}
		g.dispatch()
		g.mu.Unlock()
	}
	return nil
}

// keep stores the place of the group, renews the claim, and looks for changes by other instances.
func (g *group) keep(ctx context.Context) {
	every := time.NewTicker(min(g.settings.checkpointAfter(), g.server.options.Lease/3))
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-g.due:
		case <-every.C:
			if g.idle() {
				continue
			}
		}
		if err := g.store(ctx, false); err != nil && ctx.Err() == nil {
			if errors.Is(err, eventstore.ErrNoGroup) {
				g.fail(g.key.dropped())
				return
			}
			if settled(err) || time.Since(g.renewedAt) > g.server.options.Lease {
				g.fail(g.key.refusal(err))
				return
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
	return g.done == 0 && g.place == g.stored && len(g.finished) == 0 && time.Since(g.renewedAt) < g.server.options.Lease/4
}

// settled reports whether another attempt would meet the same error.
func settled(err error) bool {
	return errors.Is(err, eventstore.ErrGroupOwned) || errors.Is(err, eventstore.ErrGroupChanged)
}

// store stores the place of the group and renews the claim. The place must have moved on far enough, unless it is asked for at once.
func (g *group) store(ctx context.Context, atOnce bool) error {
	g.mu.Lock()
	place := g.place
	if len(g.reading) > 0 {
		place = g.reading[0].place - 1
	}
	place = max(place, g.stored) // events before the first one that was read are finished
	finished, done := slices.Clone(g.finished), g.done
	if !atOnce && done < int(g.settings.MinCheckpoint) && done > 0 {
		place = g.stored
		done = 0
	}
	g.mu.Unlock()
	began := time.Now()
	if err := g.server.options.Groups.Keep(ctx, g.owned, place, finished, g.server.options.Lease); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.renewedAt, g.stored = began, place
	g.done -= done
	g.finished = g.finished[len(finished):]
	for _, n := range finished {
		delete(g.replaying, n)
	}
	return nil
}

// fail disconnects all consumers.
func (g *group) fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil {
		g.err = err
		close(g.ended)
	}
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
