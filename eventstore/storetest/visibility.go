package storetest

import (
	"fmt"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

var visibilityChecks = []check{
	{name: "no event appears below a position already read", run: func(t *trial) { visibility(t, t.store) }},
	{name: "no event appears below a position already read, with several instances", needs: withInstances, run: func(t *trial) {
		visibility(t, t.store, t.log.Again(), t.log.Again())
	}},
}

// visibility lets writers append through all instances, while readers that ask for "position > last" and subscribers follow each
// of them. Once all have received a last event, none may have missed an earlier one.
func visibility(t *trial, stores ...eventstore.Store) {
	const writers, appends = 6, 40
	last := event("Last", `{}`)
	watchers := len(stores) * 3
	seen := make([][]uuid.UUID, watchers)
	t.concurrently(watchers+1, func(i int) error {
		if i == watchers {
			return writeAll(t, stores, writers, appends, last)
		}
		store := stores[i%len(stores)]
		var err error
		switch i / len(stores) {
		case 0:
			seen[i], err = poll(t, store, last.ID, 0)
		case 1:
			seen[i], err = poll(t, store, last.ID, 3) // small pages stop between events of one append
		default:
			sub, failed := store.Subscribe(t.ctx, 0, eventstore.Filter{})
			if failed != nil {
				return failed
			}
			defer sub.Close()
			seen[i], err = followUntil(t.ctx, sub, last.ID)
		}
		if err != nil {
			return fmt.Errorf("watcher %d: %w", i, err)
		}
		return nil
	})
	want := ids(t.all(t.store, 0, eventstore.Filter{}, 0))
	for i := range seen {
		who := []string{"a reader", "a reader of small pages", "a subscriber"}[i/len(stores)]
		t.sameIDs(who+" that asked for what comes after the last position", seen[i], want)
	}
	if n := writers*appends + writers*(appends/2) + 1; len(want) != n {
		t.Fatalf("%d events were appended, the log has %d", n, len(want))
	}
}

func writeAll(t *trial, stores []eventstore.Store, writers, appends int, last eventstore.NewEvent) error {
	err := atOnce(writers, func(w int) error {
		for n := range appends {
			_, err := stores[w%len(stores)].Append(t.ctx, fmt.Sprintf("order-%d", w%4), eventstore.Any, some(1+n%2)...)
			if err != nil {
				return fmt.Errorf("writer %d, append %d: %w", w, n, err)
			}
		}
		return nil
	})
	if err == nil {
		_, err = stores[0].Append(t.ctx, "order-0", eventstore.Any, last)
	}
	return err
}

// poll reads the log repeatedly until it has seen the last event. It remembers one number, like a projector.
func poll(t *trial, store eventstore.Store, last uuid.UUID, max int) (seen []uuid.UUID, err error) {
	for at := eventstore.Position(0); t.ctx.Err() == nil; {
		page, err := store.ReadAll(t.ctx, at, eventstore.Forwards, max, eventstore.Filter{})
		if err != nil {
			return seen, fmt.Errorf("read after %d: %w", at, err)
		}
		for i := range page.Events {
			if page.Events[i].Position <= at {
				return seen, fmt.Errorf("a read after %d returns position %d", at, page.Events[i].Position)
			}
			at = page.Events[i].Position
			seen = append(seen, page.Events[i].ID)
			if page.Events[i].ID == last {
				return seen, nil
			}
		}
	}
	return seen, t.ctx.Err()
}
