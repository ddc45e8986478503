package server

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

// until waits for an action that a server takes by itself.
func until(t *testing.T, done func() bool) {
	t.Helper()
	for !done() {
		if t.Context().Err() != nil {
			t.Fatal("it does not happen")
		}
		runtime.Gosched()
	}
}

// database is a log with its groups.
func database(t *testing.T) (eventstore.Store, eventstore.Groups) {
	t.Helper()
	pool := pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))
	store, err := postgres.Open(t.Context(), pool, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store, postgres.Groups{Pool: pool}
}

func subscribed(t *testing.T, client *esdb.Client, stream, group string, size uint32) *esdb.PersistentSubscription {
	t.Helper()
	options := esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: size}
	sub, err := client.SubscribeToPersistentSubscription(t.Context(), stream, group, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sub.Close() })
	return sub
}

// TestGroupsOutliveAServer: settings, the checkpoint, and parked events of a group are in the database of the log. One server serves it at
// a time.
func TestGroupsOutliveAServer(t *testing.T) {
	t.Parallel()
	store, groups := database(t)
	first, address := serve(t, Options{Store: store, Groups: groups})
	client := connect(t, address)
	stored(t, client, "order-1", numbered("Placed", 4)...)
	settings := esdb.SubscriptionSettingsDefault()
	settings.ConsumerStrategyName = esdb.ConsumerStrategyPinned
	settings.CheckpointLowerBound, settings.CheckpointUpperBound, settings.MaxSubscriberCount = 1, 1, 3
	settings.MessageTimeout, settings.LiveBufferSize = 90_000, 321
	if err := client.CreatePersistentSubscription(t.Context(), "order-1", "mail", esdb.PersistentStreamSubscriptionOptions{
		Settings: &settings, StartFrom: esdb.Start{},
	}); err != nil {
		t.Fatal(err)
	}
	sub := subscribed(t, client, "order-1", "mail", 1)
	for _, step := range []func(*esdb.ResolvedEvent) error{
		func(e *esdb.ResolvedEvent) error { return sub.Ack(e) },
		func(e *esdb.ResolvedEvent) error { return sub.Nack("never", esdb.NackActionPark, e) },
		func(e *esdb.ResolvedEvent) error { return sub.Ack(e) },
	} {
		e, _ := given(t, sub)
		if err := step(e); err != nil {
			t.Fatal(err)
		}
	}
	wants(t, sub, "order-1@3 Placed", 0) // without an acknowledgement
	until(t, func() bool {
		g, err := groups.Get(t.Context(), "order-1", "mail")
		return err == nil && g.Checkpoint == 2 && g.Parked == 1
	})

	second, elsewhere := serve(t, Options{Store: store, Groups: groups})
	other := connect(t, elsewhere)
	_, err := other.SubscribeToPersistentSubscription(t.Context(), "order-1", "mail", esdb.SubscribeToPersistentSubscriptionOptions{})
	if err == nil || !strings.Contains(err.Error(), "another instance serves") {
		t.Errorf("two servers serve a group: %v", err)
	}
	stopping, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	first.Stop(stopping)
	sub = subscribed(t, other, "order-1", "mail", 1)
	last := wants(t, sub, "order-1@3 Placed", 0)
	info, err := other.GetPersistentSubscriptionInfo(t.Context(), "order-1", "mail", esdb.GetPersistentSubscriptionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	settings.StartFrom = esdb.Start{}
	if *info.Settings != settings || info.Stats.ParkedMessagesCount != 1 || *info.Stats.LastCheckpointedEventRevision != 2 {
		t.Errorf("%+v %+v, not %+v", *info.Settings, *info.Stats, settings)
	}
	if err := other.ReplayParkedMessages(t.Context(), "order-1", "mail", esdb.ReplayParkedMessagesOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := sub.Ack(last); err != nil {
		t.Fatal(err)
	}
	if err := sub.Ack(wants(t, sub, "order-1@1 Placed", 0)); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool {
		parked, err := groups.Replayed(t.Context(), "order-1", "mail", nil)
		g, missing := groups.Get(t.Context(), "order-1", "mail")
		return err == nil && missing == nil && len(parked) == 0 && g.Checkpoint == 3 && g.Parked == 0
	})
	second.Stop(stopping)
}

// TestGroupsHaveOneOwner: a claim ends when it is released or not renewed, and an instance that has lost it stores nothing any more.
func TestGroupsHaveOneOwner(t *testing.T) {
	t.Parallel()
	_, groups := database(t)
	ctx := t.Context()
	if err := groups.Create(ctx, eventstore.Group{Source: "order-1", Name: "mail", Settings: []byte(`{}`), Checkpoint: -1}); err != nil {
		t.Fatal(err)
	}
	a, b := uuid.New(), uuid.New()
	claim := func(owner uuid.UUID, lease time.Duration) error {
		_, err := groups.Claim(ctx, "order-1", "mail", owner, lease)
		return err
	}
	as := func(owner uuid.UUID) eventstore.Ownership {
		return eventstore.Ownership{Source: "order-1", Name: "mail", Owner: owner, Version: 1}
	}
	pinned := []byte(`{"strategy":"Pinned"}`)
	mail := func(version, number int64) eventstore.Group {
		return eventstore.Group{Source: "order-1", Name: "mail", Version: version, Checkpoint: number}
	}
	for n, step := range []struct {
		err  error
		want error
	}{
		{claim(a, time.Hour), nil},
		{claim(b, time.Hour), eventstore.ErrGroupOwned},
		{groups.Keep(ctx, as(a), 4, nil, -time.Hour), nil}, // as if it had not renewed it for long
		{claim(b, time.Hour), nil},
		{groups.Keep(ctx, as(a), 9, nil, time.Hour), eventstore.ErrGroupOwned},
		{groups.Park(ctx, as(a), "order-1", 5), eventstore.ErrGroupOwned},
		{groups.Release(ctx, as(a)), nil},
		{claim(a, time.Hour), eventstore.ErrGroupOwned},
		{groups.Update(ctx, mail(1, 2), pinned, 7), eventstore.ErrGroupChanged}, // it is at checkpoint 4
		{groups.Update(ctx, mail(1, 4), pinned, 4), nil},
		{groups.Update(ctx, mail(1, 4), pinned, 4), eventstore.ErrGroupChanged},
		{groups.Keep(ctx, as(b), 5, nil, time.Hour), eventstore.ErrGroupChanged},
		{groups.Release(ctx, as(b)), nil},
		{claim(a, time.Hour), nil},
		{groups.Delete(ctx, "order-1", "mail"), nil},
		{groups.Keep(ctx, as(a), 5, nil, time.Hour), eventstore.ErrNoGroup},
		{claim(a, time.Hour), eventstore.ErrNoGroup},
		{groups.Update(ctx, mail(2, 4), pinned, 4), eventstore.ErrNoGroup},
	} {
		if !errors.Is(step.err, step.want) {
			t.Errorf("step %d: %v, not %v", n, step.err, step.want)
		}
	}
}

// TestStrategies: which consumer gets which event.
func TestStrategies(t *testing.T) {
	t.Parallel()
	const streams, each = 12, 3
	given := func(strategy string, most int) []*consumer {
		g := &group{settings: groupSettings{Strategy: strategy}, room: make(chan struct{}, 1)}
		for range 3 {
			g.members = append(g.members, &consumer{id: uuid.New(), maxInFlight: most, wake: make(chan struct{}, 1)})
		}
		for n := range streams * each {
			e := eventstore.Recorded{Stream: fmt.Sprintf("order-%d", n%streams), Position: eventstore.Position(n)}
			e.Metadata = fmt.Appendf(nil, `{"$correlationId":"%d"}`, n/each)
			g.waiting = append(g.waiting, item{event: e})
		}
		g.dispatch()
		return g.members
	}
	counts := func(consumers []*consumer) (n []int) {
		for _, c := range consumers {
			n = append(n, len(c.given))
		}
		return n
	}
	if got := fmt.Sprint(counts(given(dispatchToSingle, 20))); got != "[20 16 0]" {
		t.Errorf("DispatchToSingle: %s", got)
	}
	if got := fmt.Sprint(counts(given(roundRobin, 100))); got != "[12 12 12]" {
		t.Errorf("RoundRobin: %s", got)
	}
	for strategy, key := range map[string]func(*eventstore.Recorded) string{
		pinned: func(e *eventstore.Recorded) string { return e.Stream }, pinnedByCorrelation: correlation,
	} {
		owner, total := map[string]uuid.UUID{}, 0
		for _, c := range given(strategy, 100) {
			total += len(c.given)
			for _, i := range c.given {
				k := key(&i.event)
				if before, has := owner[k]; has && before != c.id {
					t.Errorf("%s: two consumers have events of %s", strategy, k)
				}
				owner[k] = c.id
			}
		}
		if total != streams*each || len(owner) != streams {
			t.Errorf("%s: %d events of %d keys are given", strategy, total, len(owner))
		}
		if few := counts(given(strategy, 2)); few[0] > 2 || few[1] > 2 || few[2] > 2 {
			t.Errorf("%s: consumers with room for 2 have %v", strategy, few)
		}
	}
}

// TestTimeouts: an event that is not acknowledged in time is tried again, and parked in the end.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	client := over(t, memory(t))
	stored(t, client, "order-1", numbered("Placed", 2)...)
	settings := esdb.SubscriptionSettingsDefault()
	settings.MessageTimeout, settings.MaxRetryCount = 20, 1
	if err := client.CreatePersistentSubscription(t.Context(), "order-1", "mail", esdb.PersistentStreamSubscriptionOptions{
		Settings: &settings, StartFrom: esdb.Start{},
	}); err != nil {
		t.Fatal(err)
	}
	sub := subscribed(t, client, "order-1", "mail", 1)
	wants(t, sub, "order-1@0 Placed", 0)
	wants(t, sub, "order-1@0 Placed", 1)
	wants(t, sub, "order-1@1 Placed", 0)
	wants(t, sub, "order-1@1 Placed", 1)
	for {
		info, err := client.GetPersistentSubscriptionInfo(t.Context(), "order-1", "mail", esdb.GetPersistentSubscriptionOptions{})
		if err != nil || info.Stats.ParkedMessagesCount < 1 || info.Stats.ParkedMessagesCount > 2 {
			t.Fatalf("%+v, %v", info, err)
		}
		if info.Stats.ParkedMessagesCount == 2 { // the second one soon after it was tried again
			return
		}
	}
}

// TestUpdate: the settings change, consumers are disconnected, and the group goes on where it was.
func TestUpdate(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		client := over(t, store)
		stored(t, client, "order-1", numbered("Placed", 2)...)
		settings := esdb.SubscriptionSettingsDefault()
		options := esdb.PersistentStreamSubscriptionOptions{Settings: &settings, StartFrom: esdb.Start{}}
		if err := client.CreatePersistentSubscription(t.Context(), "order-1", "mail", options); err != nil {
			t.Fatal(err)
		}
		sub := subscribed(t, client, "order-1", "mail", 1)
		if err := sub.Ack(wants(t, sub, "order-1@0 Placed", 0)); err != nil {
			t.Fatal(err)
		}
		wants(t, sub, "order-1@1 Placed", 0)
		settings.MaxRetryCount, settings.ConsumerStrategyName = 7, esdb.ConsumerStrategyPinned
		if err := client.UpdatePersistentSubscription(t.Context(), "order-1", "mail", options); err != nil {
			t.Fatal(err)
		}
		if e := sub.Recv(); e.SubscriptionDropped == nil || !strings.Contains(e.SubscriptionDropped.Error.Error(), "was updated") {
			t.Errorf("%+v", e)
		}
		wants(t, subscribed(t, client, "order-1", "mail", 1), "order-1@1 Placed", 0)
		info, err := client.GetPersistentSubscriptionInfo(t.Context(), "order-1", "mail", esdb.GetPersistentSubscriptionOptions{})
		if err != nil || info.Settings.MaxRetryCount != 7 || info.Settings.ConsumerStrategyName != esdb.ConsumerStrategyPinned {
			t.Errorf("%+v, %v", info, err)
		}
		if err := client.UpdatePersistentSubscription(t.Context(), "order-1", "nobody", options); code(t, err) != esdb.ErrorCodeResourceNotFound {
			t.Error(err)
		}
	})
}
