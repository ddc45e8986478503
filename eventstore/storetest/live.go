package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var liveChecks = []check{
	{name: "nothing is lost or repeated between catching up and going live", run: seam},
	{name: "subscriptions opened while others append miss nothing", run: openedUnderLoad},
	{name: "a subscription hears of other instances", needs: withInstances, run: hearsOthers},
	{name: "a subscription follows instances that append in turn", needs: withInstances, run: followsInTurn},
	{name: "Close ends a waiting Next", run: closeEndsWaiting},
	{name: "a context ends a waiting Next and loses nothing", run: contextEndsWaiting},
}

// seam appends between the Next that reports CaughtUp and the following Next, and once more while that one waits.
func seam(t *trial) {
	for round := range 30 {
		t.append("seam-1", eventstore.Any, some(1+round%3)...)
		from := t.head() - 1
		if !t.features.DensePositions {
			from = 0
		}
		want := ids(t.all(t.store, from, eventstore.Filter{}, 0))
		sub := t.subscribe(t.store, from, eventstore.Filter{})
		got := ids(t.catchUp(sub, from, t.head()))
		between, last := some(1+round%2), event("Last", `{}`)
		t.append("seam-1", eventstore.Any, between...)
		appended := make(chan error, 1)
		waits := sync.OnceFunc(func() {
			go func() {
				_, err := t.store.Append(t.ctx, "seam-1", eventstore.Any, last)
				appended <- err
			}()
		})
		rest, err := followUntil(asked{Context: t.ctx, tell: waits}, sub, last.ID)
		if err == nil {
			err = <-appended
		}
		t.failIf(err != nil, "round %d: %v", round, err)
		want = append(append(want, newIDs(between)...), last.ID)
		t.sameIDs(fmt.Sprintf("round %d", round), append(got, rest...), want)
	}
}

func openedUnderLoad(t *trial) {
	t.append("load-1", eventstore.NoStream, some(50)...)
	last := event("Last", `{}`)
	const subscriptions, appends = 12, 150
	start := make(chan struct{}, subscriptions)
	var got [subscriptions][]uuid.UUID
	t.concurrently(subscriptions+1, func(i int) error {
		if i == subscriptions {
			for n := range appends {
				if _, err := t.store.Append(t.ctx, "load-1", eventstore.Any, some(1+n%2)...); err != nil {
					return err
				}
				if n%(appends/subscriptions) == 0 && n/(appends/subscriptions) < subscriptions {
					start <- struct{}{}
				}
			}
			_, err := t.store.Append(t.ctx, "load-1", eventstore.Any, last)
			close(start)
			return err
		}
		select {
		case <-start:
		case <-t.ctx.Done():
			return t.ctx.Err()
		}
		sub, err := t.store.Subscribe(t.ctx, 0, eventstore.Filter{})
		if err != nil {
			return err
		}
		defer sub.Close()
		got[i], err = followUntil(t.ctx, sub, last.ID)
		return err
	})
	want := ids(t.all(t.store, 0, eventstore.Filter{}, 0))
	for i := range got {
		t.sameIDs(fmt.Sprintf("subscription %d", i), got[i], want)
	}
}

func hearsOthers(t *trial) {
	const rounds = 20
	sub := t.subscribe(t.log.Again(), 0, eventstore.Filter{})
	t.catchUp(sub, 0, 0)
	var want, got []uuid.UUID
	heard := make(chan struct{}, rounds)
	t.concurrently(2, func(i int) error {
		if i == 0 { // nearly always waits in Next when the other appends
			for at := eventstore.Position(0); len(got) < rounds; heard <- struct{}{} {
				b, err := nextBatch(t.ctx, sub, at)
				if err != nil {
					return fmt.Errorf("after %d events of another instance: %w", len(got), err)
				}
				got, at = append(got, ids(b.Events)...), b.Position
			}
			return nil
		}
		for range rounds {
			e := some(1)
			want = append(want, e[0].ID)
			if _, err := t.store.Append(t.ctx, "order-1", eventstore.Any, e...); err != nil {
				return err
			}
			select {
			case <-heard:
			case <-t.ctx.Done():
				return t.ctx.Err()
			}
		}
		return nil
	})
	t.sameIDs("at another instance", got, want)
}

func followsInTurn(t *trial) {
	stores := []eventstore.Store{t.store, t.log.Again(), t.log.Again()}
	subs := make([]eventstore.Subscription, len(stores))
	for i := range subs {
		subs[i] = t.subscribe(stores[i], 0, eventstore.Filter{})
	}
	var want []uuid.UUID
	got := make([][]eventstore.Recorded, len(subs))
	for round := range 60 {
		e := some(1 + round%3)
		if _, err := stores[round*round%3].Append(t.ctx, fmt.Sprintf("order-%d", round%4), eventstore.Any, e...); err != nil {
			t.Fatalf("append %d: %v", round, err)
		}
		want = append(want, newIDs(e)...)
		if i := round % 7; i < len(subs) { // the others lag behind for a while
			got[i] = append(got[i], t.follow(subs[i], len(want)-len(got[i]))...)
		}
	}
	for i := range subs {
		got[i] = append(got[i], t.follow(subs[i], len(want)-len(got[i]))...)
		t.sameIDs(fmt.Sprintf("instance %d", i), ids(got[i]), want)
	}
}

// asked is a context that calls tell when Done is called, which Next does just before it waits.
type asked struct {
	context.Context
	tell func()
}

func (a asked) Done() <-chan struct{} {
	a.tell()
	return a.Context.Done()
}

func closeEndsWaiting(t *trial) {
	t.append("order-1", eventstore.NoStream, some(3)...)
	for round := range 30 {
		sub := t.subscribe(t.store, 0, eventstore.Filter{})
		t.catchUp(sub, 0, 0)
		waiting, ended := make(chan struct{}), make(chan error, 1)
		go func() {
			_, err := sub.Next(asked{Context: t.ctx, tell: sync.OnceFunc(func() { close(waiting) })})
			ended <- err
		}()
		select {
		case <-waiting:
		case <-t.ctx.Done():
		}
		for range round { // a store that calls Done for other reasons gets a little more time
			t.head()
		}
		var closing sync.WaitGroup // a second and concurrent Close must be harmless
		closing.Go(func() { sub.Close() })
		closing.Go(func() { sub.Close() })
		closing.Wait()
		if err := <-ended; !errors.Is(err, eventstore.ErrClosed) {
			t.Fatalf("Next while the subscription is closed: %v, want %v", err, eventstore.ErrClosed)
		}
		if _, err := sub.Next(t.ctx); !errors.Is(err, eventstore.ErrClosed) {
			t.Fatalf("Next after Close: %v, want %v", err, eventstore.ErrClosed)
		}
	}
}

func contextEndsWaiting(t *trial) {
	sub := t.subscribe(t.store, 0, eventstore.Filter{})
	var want []uuid.UUID
	var got []eventstore.Recorded
	take := func(ctx context.Context) error {
		b, err := sub.Next(ctx)
		if err == nil {
			got = append(got, b.Events...)
		}
		return err
	}
	for round := range 40 {
		ctx, cancel := context.WithCancel(t.ctx)
		e := some(1)
		want = append(want, e[0].ID)
		t.concurrently(2, func(i int) error {
			if i == 0 {
				for {
					if err := take(ctx); errors.Is(err, context.Canceled) && t.ctx.Err() == nil {
						return nil
					} else if err != nil {
						return fmt.Errorf("Next while its context is cancelled: %w", err)
					}
				}
			}
			if round%2 == 0 {
				cancel()
			}
			_, err := t.store.Append(t.ctx, "order-1", eventstore.Any, e...)
			cancel()
			return err
		})
	}
	rest, last := t.rest(sub)
	t.sameIDs("across cancelled calls", append(ids(got), rest...), append(want, last))
}
