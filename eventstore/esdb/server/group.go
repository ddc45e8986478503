package server

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/domain"
	"tradelog/eventstore"
)

// The limits of persistent subscriptions.
const (
	maxGroups         = 100
	maxParked         = 1000 // events that a group has parked
	maxUnacknowledged = 500  // events that a consumer has at once
	freshEvents       = 100  // events that a group has read for its consumers
)

var (
	errNoGroup  = status.Error(codes.NotFound, "there is no such persistent subscription; they end with the server")
	errDeleted  = status.Error(codes.Unavailable, "the persistent subscription was deleted")
	errIsParked = status.Errorf(codes.ResourceExhausted, "%d events are parked, which is the limit; replay them", maxParked)
)

type groupKey struct{ stream, name string }

// groups are the persistent subscriptions of a server.
type groups struct {
	mu    sync.Mutex
	byKey map[groupKey]*group
}

func (g *groups) add(one *group) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case one.key.name == "":
		return status.Error(codes.InvalidArgument, "a group needs a name")
	case g.byKey[one.key] != nil:
		return status.Error(codes.AlreadyExists, "there is such a persistent subscription already")
	case len(g.byKey) == maxGroups:
		return status.Errorf(codes.ResourceExhausted, "there are %d persistent subscriptions, which is the limit", maxGroups)
	case g.byKey == nil:
		g.byKey = map[groupKey]*group{}
	}
	g.byKey[one.key] = one
	return nil
}

func (g *groups) get(key groupKey) (*group, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if one := g.byKey[key]; one != nil {
		return one, nil
	}
	return nil, errNoGroup
}

func (g *groups) remove(key groupKey) (*group, error) {
	one, err := g.get(key)
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.byKey, key)
	return one, err
}

// list returns the groups of a stream, or all, in order.
func (g *groups) list(stream string) (out []*group) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for key, one := range g.byKey {
		if stream == "" || key.stream == stream {
			out = append(out, one)
		}
	}
	slices.SortFunc(out, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.key.stream, b.key.stream), cmp.Compare(a.key.name, b.key.name))
	})
	return out
}

// item is an event on its way to a consumer.
type item struct {
	event   eventstore.Recorded
	retries int
}

// group is a persistent subscription. While it has consumers it reads the log, and each consumer takes the next event when it has room.
type group struct {
	server  *Server
	key     groupKey
	filter  *filter
	retries int    // attempts before an event is parked
	start   string // where it began

	fresh    chan item     // read, and not yet taken
	returned chan struct{} // has a value while back has events

	mu        sync.Mutex
	ended     chan struct{}       // closed when err is set
	next      eventstore.Revision // of a stream: the next to read
	at        eventstore.Position // of the log: the last that was read
	back      []item              // returned by consumers that left, or replayed
	parked    []item
	err       error
	deleted   bool
	consumers struct{ open, most int }
	stop      context.CancelFunc // ends reading
	stopped   chan struct{}
}

func newGroup(s *Server, key groupKey) *group {
	return &group{server: s, key: key, fresh: make(chan item, freshEvents), returned: make(chan struct{}, 1), ended: make(chan struct{})}
}

// join adds a consumer. The first one starts the reading. The channel is closed when the group ends, for the reason of why.
func (g *group) join() (ended <-chan struct{}, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.err != nil:
		return nil, g.err
	case g.consumers.most > 0 && g.consumers.open >= g.consumers.most:
		return nil, status.Errorf(codes.FailedPrecondition, "%d consumers are connected, which is the limit of this group", g.consumers.open)
	}
	if g.consumers.open++; g.consumers.open > 1 {
		return g.ended, nil
	}
	ctx, cancel := g.server.untilStop(context.Background())
	before, stopped := g.stopped, make(chan struct{})
	g.stop, g.stopped = cancel, stopped
	go func() {
		defer close(stopped)
		if before != nil {
			<-before // one reads at a time
		}
		if err := g.read(ctx); ctx.Err() == nil {
			g.fail(g.server.status(ctx, persistent.PersistentSubscriptions_Read_FullMethodName, err))
		}
	}()
	return g.ended, nil
}

// leave removes a consumer and takes back its events. The last one ends the reading, and what it failed with is forgotten: the next
// consumer tries again.
func (g *group) leave(unfinished []item) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.giveBack(unfinished)
	if g.consumers.open--; g.consumers.open == 0 {
		g.stop()
		if g.err != nil && !g.deleted {
			g.err, g.ended = nil, make(chan struct{})
		}
	}
}

// read reads on, from where the group is, until ctx ends.
func (g *group) read(ctx context.Context) error {
	g.mu.Lock()
	next, at := g.next, g.at
	g.mu.Unlock()
	if g.key.stream == all {
		return g.server.follow(ctx, at, eventstore.Filter{},
			func(e *eventstore.Recorded) error { return g.offer(ctx, e, g.filter.passes(e)) },
			func(eventstore.Batch) error { return nil })
	}
	head, err := g.server.options.Store.Head(ctx)
	if err != nil {
		return err
	}
	wanted := func(e *eventstore.Recorded) error { return g.offer(ctx, e, true) }
	if next, err = g.server.readTo(ctx, g.key.stream, next, wanted); err != nil {
		return err
	}
	return g.server.follow(ctx, head, eventstore.Filter{Categories: []string{domain.Category(g.key.stream)}},
		func(e *eventstore.Recorded) error {
			return g.offer(ctx, e, e.Stream == g.key.stream && e.Revision >= next)
		},
		func(eventstore.Batch) error { return nil })
}

// offer waits until a consumer may take an event, unless the group leaves it out. It is read then.
func (g *group) offer(ctx context.Context, e *eventstore.Recorded, wanted bool) error {
	if wanted {
		select {
		case g.fresh <- item{event: *e}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.at = e.Position
	if e.Stream == g.key.stream {
		g.next = max(g.next, e.Revision+1)
	}
	return nil
}

// giveBack takes back events, the earliest first. The caller has locked the group.
func (g *group) giveBack(items []item) {
	if len(items) == 0 {
		return
	}
	g.back = append(g.back, items...)
	slices.SortFunc(g.back, func(a, b item) int { return cmp.Compare(a.event.Position, b.event.Position) })
	g.signal()
}

func (g *group) signal() {
	select {
	case g.returned <- struct{}{}:
	default:
	}
}

// takeBack passes some returned events to a consumer.
func (g *group) takeBack(most int) []item {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(most, len(g.back))
	taken := slices.Clone(g.back[:n])
	if g.back = g.back[n:]; len(g.back) > 0 {
		g.signal()
	}
	return taken
}

// park puts an event aside.
func (g *group) park(i item) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.parked) == maxParked {
		return errIsParked
	}
	g.parked = append(g.parked, i)
	return nil
}

// replay gives parked events to consumers, as if for the first time.
func (g *group) replay(most int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(most, len(g.parked))
	again := slices.Clone(g.parked[:n])
	for i := range again {
		again[i].retries = 0
	}
	g.parked = slices.Clone(g.parked[n:])
	g.giveBack(again)
}

// end disconnects all consumers for good.
func (g *group) end() {
	g.mu.Lock()
	g.deleted = true
	g.mu.Unlock()
	g.fail(errDeleted)
}

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

// close waits until nothing is read any more.
func (g *groups) close() {
	for _, one := range g.list("") {
		one.mu.Lock()
		stopped := one.stopped
		one.mu.Unlock()
		if stopped != nil {
			<-stopped
		}
	}
}

// info describes the group.
func (g *group) info() *persistent.SubscriptionInfo {
	g.mu.Lock()
	defer g.mu.Unlock()
	place := placeOf(g.next, g.at, g.key.stream)
	out := &persistent.SubscriptionInfo{
		EventSource: g.key.stream, GroupName: g.key.name, Status: "Live", NamedConsumerStrategy: "DispatchToSingle",
		StartFrom: g.start, LastKnownEventPosition: place, LastCheckpointedEventPosition: place,
		MaxRetryCount: int32(g.retries), MaxSubscriberCount: int32(g.consumers.most),
		ParkedMessageCount: int64(len(g.parked)), RetryBufferCount: int32(len(g.back)), LiveBufferCount: int64(len(g.fresh)),
		BufferSize: freshEvents,
	}
	for range g.consumers.open {
		out.Connections = append(out.Connections, &persistent.SubscriptionInfo_ConnectionInfo{})
	}
	return out
}

// placeOf shows a place as EventStoreDB does: a revision, or a position of $all. -1 is before the first event of a stream.
func placeOf(next eventstore.Revision, at eventstore.Position, stream string) string {
	if stream != all {
		return strconv.FormatInt(int64(next)-1, 10)
	}
	p := strconv.FormatInt(int64(at), 10)
	return "C:" + p + "/P:" + p
}
