package storetest

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var subscriptionChecks = []check{
	{name: "a subscription catches up and goes live", run: catchUpThenLive},
	{name: "a subscription says that it is caught up", run: saysCaughtUp},
	{name: "a subscription starts in the middle and at the end", run: startsAnywhere},
	{name: "a subscription tells progress through what its filter leaves out", run: tellsProgress},
	{name: "a subscription resumes from every position it tells", run: resumes},
	{name: "several subscriptions do not disturb each other", run: severalSubscriptions},
}

// batch takes the next batch of a subscription and checks it.
func (t *trial) batch(sub eventstore.Subscription, after eventstore.Position) eventstore.Batch {
	t.Helper()
	b, err := nextBatch(t.ctx, sub, after)
	t.failIf(err != nil, "%v", err)
	return b
}

func nextBatch(ctx context.Context, sub eventstore.Subscription, after eventstore.Position) (eventstore.Batch, error) {
	b, err := sub.Next(ctx)
	if err != nil {
		return b, fmt.Errorf("next batch after %d: %w", after, err)
	}
	at := after
	for i := range b.Events {
		if b.Events[i].Position <= at {
			return b, fmt.Errorf("a subscription delivers position %d after %d", b.Events[i].Position, at)
		}
		at = b.Events[i].Position
	}
	if b.Position < at {
		return b, fmt.Errorf("a batch that ends with event %d claims position %d", at, b.Position)
	}
	return b, nil
}

// follow takes n events of a subscription.
func (t *trial) follow(sub eventstore.Subscription, n int) (got []eventstore.Recorded) {
	t.Helper()
	at := eventstore.Position(0)
	for len(got) < n {
		b := t.batch(sub, at)
		got, at = append(got, b.Events...), b.Position
	}
	return got
}

// followTo takes everything up to a position.
func (t *trial) followTo(sub eventstore.Subscription, end eventstore.Position) (got []eventstore.Recorded) {
	t.Helper()
	for at := eventstore.Position(0); at < end; {
		b := t.batch(sub, at)
		got, at = append(got, b.Events...), b.Position
	}
	return got
}

// rest appends a last event and takes everything up to it from a subscription. So a lost event is missing, and the check does not
// wait for it.
func (t *trial) rest(sub eventstore.Subscription) (got []uuid.UUID, last uuid.UUID) {
	t.Helper()
	e := event("Last", `{}`)
	t.append("last-1", eventstore.Any, e)
	got, err := followUntil(t.ctx, sub, e.ID)
	t.failIf(err != nil, "%v", err)
	return got, e.ID
}

// followUntil takes everything up to an event. The function is for goroutines: it returns its error.
func followUntil(ctx context.Context, sub eventstore.Subscription, last uuid.UUID) (got []uuid.UUID, err error) {
	at := eventstore.Position(0)
	for {
		b, err := nextBatch(ctx, sub, at)
		if err != nil {
			return got, fmt.Errorf("after %d events: %w", len(got), err)
		}
		at = b.Position
		for i := range b.Events {
			if got = append(got, b.Events[i].ID); b.Events[i].ID == last {
				return got, nil
			}
		}
	}
}

func (t *trial) subscribe(store eventstore.Store, from eventstore.Position, filter eventstore.Filter) eventstore.Subscription {
	t.Helper()
	sub, err := store.Subscribe(t.ctx, from, filter)
	t.failIf(err != nil, "subscribe after %d: %v", from, err)
	t.Cleanup(func() { sub.Close() })
	return sub
}

// catchUp takes batches of a new subscription until one is caught up, at end at least, and returns their events.
func (t *trial) catchUp(sub eventstore.Subscription, after, end eventstore.Position) (got []eventstore.Recorded) {
	t.Helper()
	for at := after; ; {
		b := t.batch(sub, at)
		got, at = append(got, b.Events...), b.Position
		t.failIf(b.CaughtUp && at < end, "a subscription says it is caught up at %d, the log ends at %d", at, end)
		if b.CaughtUp {
			return got
		}
	}
}

func catchUpThenLive(t *trial) {
	t.threeStreams(20)
	sub := t.subscribe(t.store, 0, eventstore.Filter{})
	got := t.catchUp(sub, 0, t.head())
	for i := range 40 {
		// Events that are appended between two calls of Next, and while one waits.
		before := some(1 + i%3)
		where := t.append("live-1", eventstore.Any, before...)
		live := t.followTo(sub, where.Position)
		t.failIf(len(live) != len(before), "%d events were appended after the subscription was caught up, it delivered %d", len(before),
			len(live))
		got = append(got, live...)
	}
	t.sameIDs("a subscription from the start", ids(got), ids(t.all(t.store, 0, eventstore.Filter{}, 0)))
}

func saysCaughtUp(t *trial) {
	onEmpty := t.subscribe(t.store, 0, eventstore.Filter{})
	if got := t.catchUp(onEmpty, 0, 0); len(got) != 0 {
		t.Fatalf("a subscription to an empty log delivered %d events", len(got))
	}
	t.threeStreams(3)
	for _, f := range filters {
		sub := t.subscribe(t.store, 0, f)
		t.catchUp(sub, 0, 0) // a filter may let nothing through
		where := t.append("later-1", eventstore.Any, some(1)...)
		t.append("order-1", eventstore.Any, event("Placed", `{}`))
		t.append("order-1", eventstore.Any, event("Held", `{}`))
		for at := eventstore.Position(0); f.IsZero(); { // and says so again
			b := t.batch(sub, at)
			if at = b.Position; b.CaughtUp && at > where.Position {
				break
			}
		}
	}
}

func startsAnywhere(t *trial) {
	t.threeStreams(10)
	whole := t.all(t.store, 0, eventstore.Filter{}, 0)
	for _, start := range []int{0, 1, 14, 28, 29} {
		sub := t.subscribe(t.store, whole[start].Position, eventstore.Filter{})
		got := t.catchUp(sub, whole[start].Position, t.head())
		t.sameIDs(fmt.Sprintf("a subscription after event %d", start), ids(got), ids(whole[start+1:]))
	}
	atEnd := t.subscribe(t.store, t.head(), eventstore.Filter{})
	e := some(2)
	t.append("order-1", eventstore.Any, e...)
	got, last := t.rest(atEnd)
	t.sameIDs("a subscription from the end", got, append(newIDs(e), last))
}

func tellsProgress(t *trial) {
	f := eventstore.Filter{Categories: []string{"wanted"}}
	sub := t.subscribe(t.store, 0, f)
	t.catchUp(sub, 0, 0)
	const count = 300
	passed := make([]eventstore.Appended, count)
	for i := range passed {
		passed[i] = t.append("other-1", eventstore.Any, some(1)...)
	}
	// A store need not report each step, but its progress must not lag by the whole range.
	for at := eventstore.Position(0); at < passed[count*2/3].Position; {
		b := t.batch(sub, at)
		if len(b.Events) > 0 {
			t.Fatalf("a filtered subscription delivered %s", b.Events[0].Stream)
		}
		if at = b.Position; at > passed[count-1].Position {
			t.Fatalf("a subscription considered position %d, the head is %d", at, passed[count-1].Position)
		}
	}
	e := some(2)
	t.append("wanted-1", eventstore.NoStream, e...)
	t.sameIDs("after the stretch", ids(t.follow(sub, 2)), newIDs(e))
}

func resumes(t *trial) {
	t.mixture(120)
	f := eventstore.Filter{Types: []string{"Held"}}
	want := passing(t.all(t.store, 0, eventstore.Filter{}, 0), f)
	sub := t.subscribe(t.store, 0, f)
	var got []eventstore.Recorded
	for at := eventstore.Position(0); at < t.head(); {
		b := t.batch(sub, at)
		got, at = append(got, b.Events...), b.Position
		again := t.subscribe(t.store, at, f)
		t.sameIDs("what was delivered and what comes after", append(ids(got), ids(t.catchUp(again, at, t.head()))...), ids(want))
		if b.CaughtUp {
			break
		}
	}
	// A position that was reported at the end of the log must not be behind the next event.
	e := event("Held", `{}`)
	at := t.subscribe(t.store, t.head(), f)
	b := t.batch(at, t.head())
	resumed := t.subscribe(t.store, b.Position, f)
	t.append("order-1", eventstore.Any, e)
	t.sameIDs("after a position at the head", ids(t.follow(resumed, 1)), []uuid.UUID{e.ID})
}

func severalSubscriptions(t *trial) {
	t.threeStreams(10)
	const subscribers = 5
	last := event("Last", `{}`)
	whole := make(chan []uuid.UUID, subscribers)
	errs := make(chan error, subscribers)
	for i := range subscribers {
		sub := t.subscribe(t.store, 0, eventstore.Filter{})
		go func() {
			if i == 0 { // one that leaves early
				_, err := nextBatch(t.ctx, sub, 0)
				errs <- errors.Join(err, sub.Close())
				whole <- nil
				return
			}
			got, err := followUntil(t.ctx, sub, last.ID)
			errs <- err
			whole <- got
		}()
	}
	t.threeStreams(10)
	t.append("order-1", eventstore.Any, last)
	want := ids(t.all(t.store, 0, eventstore.Filter{}, 0))
	for range subscribers {
		if err := <-errs; err != nil {
			t.Fatalf("one of %d subscriptions: %v", subscribers, err)
		}
		if got := <-whole; got != nil {
			t.sameIDs("one of several subscriptions", got, want)
		}
	}
}
