package server

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/google/uuid"

	"tradelog/eventstore"
)

// watchedGroups counts the calls of Keep that run for one group at once. A call gives way to others, as one over a network does.
type watchedGroups struct {
	eventstore.Groups
	mu      sync.Mutex
	running map[string]int
	most    int
}

func (w *watchedGroups) enter(name string, by int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running == nil {
		w.running = map[string]int{}
	}
	w.running[name] += by
	w.most = max(w.most, w.running[name])
}

func (w *watchedGroups) Keep(ctx context.Context, o eventstore.Ownership, number int64, finished []int64, lease time.Duration) error {
	w.enter(o.Name, 1)
	defer w.enter(o.Name, -1)
	for range 200 {
		runtime.Gosched()
	}
	err := w.Groups.Keep(ctx, o, number, finished, lease)
	for range 200 {
		runtime.Gosched()
	}
	return err
}

// TestGroupsUpdatedWhileConsumersLeave: the keeper, an update and the end of a group store its checkpoint at the same moment, with a
// replayed event that is finished. Only one of them does at once, and the group goes on.
func TestGroupsUpdatedWhileConsumersLeave(t *testing.T) {
	t.Parallel()
	const rounds, atOnce = 5, 8
	watched := &watchedGroups{Groups: &memoryGroups{}}
	_, address := serve(t, Options{Store: memory(t), Groups: watched})
	client := connect(t, address)
	one := func(stream, group string) error {
		ctx := t.Context()
		settings := esdb.SubscriptionSettingsDefault()
		options := esdb.PersistentStreamSubscriptionOptions{Settings: &settings, StartFrom: esdb.Start{}}
		if err := client.CreatePersistentSubscription(ctx, stream, group, options); err != nil {
			return err
		}
		sub, err := client.SubscribeToPersistentSubscription(ctx, stream, group, esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: 10})
		if err != nil {
			return err
		}
		var events []*esdb.ResolvedEvent
		receive := func() error {
			e := sub.Recv()
			if e.EventAppeared == nil {
				return e.SubscriptionDropped.Error
			}
			events = append(events, e.EventAppeared.Event)
			return nil
		}
		if err := errors.Join(receive(), receive(), receive()); err != nil {
			return err
		}
		if err := sub.Nack("later", esdb.NackActionPark, events[1]); err != nil {
			return err
		}
		for parked := int64(0); parked == 0; {
			g, err := watched.Get(ctx, stream, group)
			if err != nil {
				return err
			}
			parked = g.Parked
			runtime.Gosched()
		}
		if err := client.ReplayParkedMessages(ctx, stream, group, esdb.ReplayParkedMessagesOptions{}); err != nil {
			return err
		}
		if err := receive(); err != nil {
			return err
		}
		var same sync.WaitGroup
		var updated error
		same.Go(func() { updated = client.UpdatePersistentSubscription(ctx, stream, group, options) })
		same.Go(func() {
			_ = sub.Ack(events[0], events[2], events[3]) // fails if the update was first
			_ = sub.Close()
		})
		same.Wait()
		if updated != nil {
			return updated
		}
		sub, err = client.SubscribeToPersistentSubscription(ctx, stream, group, esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: 10})
		if err != nil {
			return fmt.Errorf("again: %w", err)
		}
		defer sub.Close()
		if _, err := client.AppendToStream(ctx, stream, esdb.AppendToStreamOptions{}, event("Held", "{}")); err != nil {
			return err
		}
		for {
			if err := receive(); err != nil {
				return fmt.Errorf("again: %w", err)
			}
			if events[len(events)-1].Event.EventType == "Held" {
				return nil
			}
		}
	}
	for round := range rounds {
		var running sync.WaitGroup
		for n := range atOnce {
			stream := fmt.Sprintf("order-%d", round*atOnce+n)
			stored(t, client, stream, numbered("Placed", 3)...)
			running.Go(func() {
				if err := one(stream, "mail "+stream); err != nil {
					t.Error(err)
				}
			})
		}
		running.Wait()
	}
	watched.mu.Lock()
	defer watched.mu.Unlock()
	if watched.most != 1 {
		t.Errorf("the place of one group is stored %d times at once", watched.most)
	}
}

// heldGroups lets a test hold calls of Keep.
type heldGroups struct {
	eventstore.Groups
	entered, leave chan struct{}
}

func (h *heldGroups) Keep(ctx context.Context, o eventstore.Ownership, number int64, finished []int64, lease time.Duration) error {
	h.entered <- struct{}{}
	<-h.leave
	return h.Groups.Keep(ctx, o, number, finished, lease)
}

// groupOf makes a group and a server of it that has no clients.
func groupOf(t *testing.T, groups eventstore.Groups) *Server {
	t.Helper()
	settings := groupSettings{Strategy: dispatchToSingle, CheckpointMS: time.Hour.Milliseconds()}
	made := eventstore.Group{Source: "order-1", Name: "mail", Settings: settings.encode(), Checkpoint: -1}
	if err := groups.Create(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	return New(Options{Store: memory(t), Groups: groups, Lease: time.Hour})
}

func newConsumer() *consumer {
	return &consumer{id: uuid.New(), maxInFlight: 10, taken: map[uuid.UUID]taken{}, wake: make(chan struct{}, 1)}
}

// TestGroupStoresAlone: a store waits for the one before, and a group that has ended stores nothing.
func TestGroupStoresAlone(t *testing.T) {
	t.Parallel()
	held := &heldGroups{Groups: &memoryGroups{}, entered: make(chan struct{}, 10), leave: make(chan struct{})}
	s := groupOf(t, held)
	c := newConsumer()
	g, err := s.join(t.Context(), groupKey{"order-1", "mail"}, c)
	if err != nil {
		t.Fatal(err)
	}
	first := make(chan error)
	go func() { first <- g.store(t.Context(), true) }()
	<-held.entered
	given, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.store(given, true); !errors.Is(err, context.Canceled) || len(held.entered) > 0 {
		t.Errorf("a second store runs beside the first: %v", err)
	}
	close(held.leave)
	if err := <-first; err != nil {
		t.Error(err)
	}
	g.leave(c)
	<-g.closed
	<-held.entered // the last store
	if err := g.store(t.Context(), true); !errors.Is(err, errReleased) || len(held.entered) > 0 {
		t.Errorf("a group stores its place after its end: %v", err)
	}
}

// TestGroupFailsBeforeItsConsumer: a group that fails between its claim and its first consumer ends nevertheless, and another takes it up.
func TestGroupFailsBeforeItsConsumer(t *testing.T) {
	t.Parallel()
	s, key := groupOf(t, &memoryGroups{}), groupKey{"order-1", "mail"}
	g, _ := s.groups.get(s, key)
	g.open(t.Context())
	g.fail(key.refusal(eventstore.ErrGroupChanged))
	c := newConsumer()
	next, err := s.join(t.Context(), key, c)
	if err != nil {
		t.Fatal(err)
	}
	if next == g {
		t.Error("a consumer joined the group that failed")
	}
	next.leave(c)
	s.groups.close()
	if _, err := s.join(t.Context(), key, c); !errors.Is(err, errStopping) {
		t.Errorf("a group is opened after the server has stopped: %v", err)
	}
}

// TestGroupMadeAgain: a server of a group that was deleted and made again stores nothing in the new one.
func TestGroupMadeAgain(t *testing.T) {
	t.Parallel()
	ctx, groups, owner := t.Context(), &memoryGroups{}, uuid.New()
	made := eventstore.Group{Source: "order-1", Name: "mail", Settings: []byte("{}"), Checkpoint: -1}
	owned := eventstore.Ownership{Source: made.Source, Name: made.Name, Owner: owner, Version: 1}
	claim := func() error {
		_, err := groups.Claim(ctx, made.Source, made.Name, owner, time.Hour)
		return err
	}
	for n, step := range []struct{ err, want error }{
		{groups.Create(ctx, made), nil},
		{claim(), nil},
		{groups.Keep(ctx, owned, 3, nil, time.Hour), nil},
		{groups.Delete(ctx, made.Source, made.Name), nil},
		{groups.Keep(ctx, owned, 4, nil, time.Hour), eventstore.ErrNoGroup},
		{groups.Create(ctx, made), nil},
		{groups.Keep(ctx, owned, 4, nil, time.Hour), eventstore.ErrGroupOwned},
		{groups.Park(ctx, owned, "order-1", 4), eventstore.ErrGroupOwned},
		{claim(), nil},
		{groups.Keep(ctx, owned, 0, nil, time.Hour), nil},
		{groups.Release(ctx, owned), nil},
		{groups.Keep(ctx, owned, 1, nil, time.Hour), eventstore.ErrGroupOwned},
	} {
		if !errors.Is(step.err, step.want) {
			t.Errorf("step %d: %v, not %v", n, step.err, step.want)
		}
	}
	if g, err := groups.Get(ctx, made.Source, made.Name); err != nil || g.Checkpoint != 0 || g.Parked != 0 {
		t.Errorf("%+v, %v", g, err)
	}
}

// TestLongestTimes: times beyond the longest duration mean the longest one.
func TestLongestTimes(t *testing.T) {
	t.Parallel()
	_, address := serve(t, Options{Store: memory(t)})
	client := connect(t, address)
	stored(t, client, "order-1", numbered("Placed", 1)...)
	const ticks = 93_000_000_000_000_000 // as milliseconds more than a time.Duration has
	if _, err := persistent.NewPersistentSubscriptionsClient(plain(t, address)).Create(t.Context(), &persistent.CreateReq{
		Options: &persistent.CreateReq_Options{
			StreamIdentifier: wireStream("order-1"), GroupName: "mail", Settings: &persistent.CreateReq_Settings{
				CheckpointAfter: &persistent.CreateReq_Settings_CheckpointAfterTicks{CheckpointAfterTicks: ticks},
				MessageTimeout:  &persistent.CreateReq_Settings_MessageTimeoutTicks{MessageTimeoutTicks: ticks},
			},
		},
	}); err != nil {
		t.Fatal(err)
	}
	wants(t, subscribed(t, client, "order-1", "mail", 1), "order-1@0 Placed", 0)
}

// overtaken lets a test change a group on another instance, after it was read here for the first time.
type overtaken struct {
	eventstore.Groups
	once    sync.Once
	between func()
}

func (o *overtaken) Get(ctx context.Context, source, name string) (eventstore.Group, error) {
	g, err := o.Groups.Get(ctx, source, name)
	o.once.Do(o.between)
	return g, err
}

// TestAnUpdateBesideAnotherInstance: while one instance updates a group, another one serves its first consumer, or updates it too. What
// the other has done is neither lost nor undone.
func TestAnUpdateBesideAnotherInstance(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]func(t *testing.T) (eventstore.Store, eventstore.Groups){
		"memory":   func(t *testing.T) (eventstore.Store, eventstore.Groups) { return memory(t), &memoryGroups{} },
		"postgres": database,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, groups := kind(t)
			_, there := serve(t, Options{Store: store, Groups: groups})
			other := connect(t, there)
			stored(t, other, "order-1", numbered("Placed", 6)...)
			options := func(from esdb.StreamPosition) esdb.PersistentStreamSubscriptionOptions {
				settings := esdb.SubscriptionSettingsDefault()
				settings.CheckpointLowerBound, settings.CheckpointUpperBound = 1, 1
				return esdb.PersistentStreamSubscriptionOptions{Settings: &settings, StartFrom: from}
			}
			group := func(of string) eventstore.Group {
				t.Helper()
				g, err := groups.Get(t.Context(), "order-1", of)
				if err != nil {
					t.Fatal(err)
				}
				return g
			}
			for _, c := range []struct {
				name    string
				between func()
				place   int64
				version int64
			}{
				{"served", func() {
					sub := subscribed(t, other, "order-1", "served", 10)
					for range 3 {
						e, _ := given(t, sub)
						if err := sub.Ack(e); err != nil {
							t.Error(err)
						}
					}
					until(t, func() bool { return group("served").Checkpoint == 2 })
				}, 2, 2},
				{"updated", func() {
					if err := other.UpdatePersistentSubscription(t.Context(), "order-1", "updated", options(esdb.Revision(2))); err != nil {
						t.Error(err)
					}
				}, 3, 3},
				{"left alone", func() {}, 3, 2},
			} {
				if err := other.CreatePersistentSubscription(t.Context(), "order-1", c.name, options(esdb.Start{})); err != nil {
					t.Fatal(err)
				}
				_, here := serve(t, Options{Store: store, Groups: &overtaken{Groups: groups, between: c.between}})
				if err := connect(t, here).UpdatePersistentSubscription(t.Context(), "order-1", c.name, options(esdb.Revision(4))); err != nil {
					t.Fatal(err)
				}
				if g := group(c.name); g.Checkpoint != c.place || g.Version != c.version {
					t.Errorf("%s: the group is at place %d, version %d; want %d, %d", c.name, g.Checkpoint, g.Version, c.place, c.version)
				}
			}
		})
	}
}
