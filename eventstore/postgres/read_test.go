package postgres

import (
	"errors"
	"fmt"
	"testing"

	"tradelog/eventstore"
)

// damaged is a log of two streams with deleted events.
func damaged(t *testing.T, remove ...int) *Store {
	t.Helper()
	pool := database(t)
	store := open(t, pool, Options{})
	for i := range 20 {
		mustAppend(t, store, []string{"order-1", "stock-1"}[i%2], eventstore.Any, some(1)...)
	}
	exec(t, pool, `DELETE FROM events WHERE position = ANY($1)`, remove)
	return open(t, pool, Options{}) // without a memory of what was there
}

func TestMissingEventsAreNoticed(t *testing.T) {
	t.Parallel()
	orders := eventstore.Filter{Categories: []string{"order"}}
	none := eventstore.Filter{Types: []string{"Never"}}
	for _, c := range []struct {
		remove []int
		read   map[string]func(*Store) error
	}{
		{[]int{7}, map[string]func(*Store) error{
			"the log":                       readsAll(0, eventstore.Forwards, 100, eventstore.Filter{}),
			"the log from just before":      readsAll(6, eventstore.Forwards, 1, eventstore.Filter{}),
			"the log backwards":             readsAll(eventstore.End, eventstore.Backwards, 100, eventstore.Filter{}),
			"its stream":                    readsStream("order-1", 0, eventstore.Forwards),
			"its stream from just there":    readsStream("order-1", 3, eventstore.Forwards),
			"its stream backwards":          readsStream("order-1", eventstore.End, eventstore.Backwards),
			"through a filter":              readsAll(0, eventstore.Forwards, 100, orders),
			"through a filter, small pages": readsAll(5, eventstore.Forwards, 2, orders),
			"through a filter for others":   readsAll(0, eventstore.Forwards, 100, eventstore.Filter{Categories: []string{"stock"}}),
			"through a filter for none":     readsAll(0, eventstore.Forwards, 100, none),
			"a subscription":                subscribes(eventstore.Filter{}),
			"a filtered subscription":       subscribes(orders),
		}},
		{[]int{20}, map[string]func(*Store) error{ // an unfiltered read cannot know that there should be more
			"a cut end through a filter": readsAll(0, eventstore.Forwards, 100, orders),
		}},
		{[]int{1}, map[string]func(*Store) error{
			"the start of the log":                  readsAll(0, eventstore.Forwards, 100, eventstore.Filter{}),
			"the start of its stream":               readsStream("order-1", 0, eventstore.Forwards),
			"the start of the log through a filter": readsAll(0, eventstore.Forwards, 100, orders),
		}},
	} {
		store := damaged(t, c.remove...)
		for what, read := range c.read {
			if err := read(store); !errors.Is(err, eventstore.ErrGap) {
				t.Errorf("event %d is missing, %s: %v", c.remove, what, err)
			}
		}
		if err := readsStream("stock-1", 0, eventstore.Forwards)(store); c.remove[0] != 20 && err != nil {
			t.Errorf("event %d is missing, another stream: %v", c.remove, err)
		}
		for what, read := range map[string]func(*Store) error{
			"after it": readsAll(7, eventstore.Forwards, 100, eventstore.Filter{}), "after it, through a filter": readsAll(7,
				eventstore.Forwards, 100, orders),
			"before it": readsAll(7, eventstore.Backwards, 5, eventstore.Filter{}),
		} {
			if err := read(store); c.remove[0] == 7 && err != nil {
				t.Errorf("event %d is missing, %s: %v", c.remove, what, err)
			}
		}
	}
}

func readsAll(from eventstore.Position, d eventstore.Direction, max int, f eventstore.Filter) func(*Store) error {
	return func(s *Store) error {
		_, err := s.ReadAll(background, from, d, max, f)
		return err
	}
}

func readsStream(name string, from eventstore.Revision, d eventstore.Direction) func(*Store) error {
	return func(s *Store) error {
		_, err := s.ReadStream(background, name, from, d, 100)
		return err
	}
}

func subscribes(f eventstore.Filter) func(*Store) error {
	return func(s *Store) error {
		sub, err := s.Subscribe(background, 0, f)
		if err != nil {
			return err
		}
		defer sub.Close()
		if _, err = sub.Next(background); err == nil {
			return nil
		}
		if _, again := sub.Next(background); again == nil || again.Error() != err.Error() {
			return fmt.Errorf("the second time it says %v", again)
		}
		return err
	}
}

func TestReadsAtTheEdges(t *testing.T) {
	t.Parallel()
	store := open(t, database(t), Options{})
	mustAppend(t, store, "order-1", eventstore.NoStream, some(4)...)
	for _, c := range []struct {
		from   eventstore.Position
		filter eventstore.Filter
		events int
		next   eventstore.Position
	}{
		{-5, eventstore.Filter{}, 4, 4},
		{-5, eventstore.Filter{Types: []string{"Happened"}}, 4, 4},
		{100, eventstore.Filter{}, 0, 100},
		{100, eventstore.Filter{Types: []string{"Happened"}}, 0, 100},
		{eventstore.End, eventstore.Filter{}, 0, eventstore.End},
		{eventstore.End, eventstore.Filter{Types: []string{"Happened"}}, 0, eventstore.End},
		{eventstore.End - 10, eventstore.Filter{Types: []string{"Happened"}}, 0, eventstore.End - 10},
	} {
		page, err := store.ReadAll(t.Context(), c.from, eventstore.Forwards, 10, c.filter)
		if err != nil || len(page.Events) != c.events || page.Next != c.next || !page.End {
			t.Errorf("after %d through %+v: %d events, next %d, end %v, error %v", c.from, c.filter, len(page.Events), page.Next, page.End,
				err)
		}
	}
	for _, from := range []eventstore.Revision{-3, 0} {
		if events, err := store.ReadStream(t.Context(), "order-1", from, eventstore.Forwards, -1); err != nil || len(events) != 4 {
			t.Errorf("a stream from %d: %d events, error %v", from, len(events), err)
		}
	}
	if events, err := store.ReadStream(t.Context(), "order-1", -1, eventstore.Backwards, 10); err != nil || len(events) != 0 {
		t.Errorf("a stream from -1 backwards: %d events, error %v", len(events), err)
	}
}

// TestWindow: a filter without matches makes progress in bounded steps.
func TestWindow(t *testing.T) {
	t.Parallel()
	pool := database(t)
	store := open(t, pool, Options{})
	exec(t, pool, `INSERT INTO events SELECT n, 'order-' || n, 0, gen_random_uuid(), 'Placed', 1, '{}', '{}', now(), ''
		FROM generate_series(1, $1::int) AS n`, window*2+10)
	exec(t, pool, `UPDATE log_head SET position = $1`, window*2+10)
	at, pages := eventstore.Position(0), 0
	for end := false; !end; pages++ {
		page, err := store.ReadAll(t.Context(), at, eventstore.Forwards, 100, eventstore.Filter{Types: []string{"Never"}})
		if err != nil || len(page.Events) > 0 || page.Next <= at {
			t.Fatalf("after %d: %+v, error %v", at, page, err)
		}
		at, end = page.Next, page.End
	}
	if pages != 3 || at != window*2+10 {
		t.Errorf("%d pages to %d", pages, at)
	}
}
