package changes

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/eventstore"
	"tradelog/readmodels/freshness"
)

// toggled is the only event type of these tests.
type toggled struct{}

func (toggled) EventName() string { return "LampToggled" }

// memoryLog is a log in memory. It counts the reads of pages.
type memoryLog struct {
	eventstore.Store
	mu     sync.Mutex
	events []eventstore.Recorded
	grown  chan struct{}
	pages  int
}

func (l *memoryLog) add(n int) eventstore.Position {
	l.mu.Lock()
	defer l.mu.Unlock()
	for range n {
		at := eventstore.Position(len(l.events) + 1)
		l.events = append(l.events, eventstore.Recorded{
			NewEvent: eventstore.NewEvent{Type: "LampToggled"}, Stream: domain.Stream("lamp", int64(at)), Position: at,
		})
	}
	close(l.grown)
	l.grown = make(chan struct{})
	return eventstore.Position(len(l.events))
}

func (l *memoryLog) Head(context.Context) (eventstore.Position, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return eventstore.Position(len(l.events)), nil
}

func (l *memoryLog) ReadAll(
	_ context.Context, from eventstore.Position, _ eventstore.Direction, most int, _ eventstore.Filter,
) (eventstore.Page, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pages++
	list := l.events[min(int(from), len(l.events)):]
	end := len(list) <= most
	list = slices.Clone(list[:min(most, len(list))])
	return eventstore.Page{Events: list, Next: from + eventstore.Position(len(list)), End: end}, nil
}

func (l *memoryLog) Subscribe(_ context.Context, from eventstore.Position, _ eventstore.Filter) (eventstore.Subscription, error) {
	return &memorySubscription{log: l, at: from}, nil
}

type memorySubscription struct {
	log *memoryLog
	at  eventstore.Position
}

func (s *memorySubscription) Next(ctx context.Context) (eventstore.Batch, error) {
	for {
		s.log.mu.Lock()
		list, grown := slices.Clone(s.log.events[s.at:]), s.log.grown
		s.log.mu.Unlock()
		if len(list) > 0 {
			s.at += eventstore.Position(len(list))
			return eventstore.Batch{Events: list, Position: s.at, CaughtUp: true}, nil
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return eventstore.Batch{}, ctx.Err()
		}
	}
}

func (s *memorySubscription) Close() error { return nil }

// lamps are a log with a feed of it and the tracker of its only projector.
type lamps struct {
	*Feed
	log     *memoryLog
	tracker *freshness.Tracker
}

func start(t *testing.T, linger time.Duration) lamps {
	t.Helper()
	return startIn(t, linger, nil)
}

// startIn is start with rooms that show lamps.
func startIn(t *testing.T, linger time.Duration, rooms echoes) lamps {
	t.Helper()
	events := change.Stream("lamps", change.Changed, nil, toggled{})
	if rooms != nil {
		events = change.Echoing("rooms", nil, events)
	}
	area, err := change.Join(change.Area{Events: events})
	if err != nil {
		t.Fatal(err)
	}
	l := lamps{log: &memoryLog{grown: make(chan struct{})}, tracker: freshness.New(nil)}
	l.Feed = New(Options{
		Store: l.log, Changes: area, Tracker: l.tracker, Linger: linger,
		Decode:  func(eventstore.Recorded) (domain.Event, error) { return toggled{}, nil },
		Showing: func(string) []string { return []string{"lamps"} },
		SKUs:    func(context.Context, []int64) (map[int64]string, error) { return nil, nil },
		Echoes:  rooms,
	})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { l.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		running.Wait()
	})
	return l
}

// show lets the projector apply everything up to a position.
func (l lamps) show(at eventstore.Position) {
	l.tracker.Publish(freshness.Update{Projector: "lamps", Position: at})
}

// read returns the positions that a reader is told after another.
func (l lamps) read(t *testing.T, after eventstore.Position, patience time.Duration) (told []eventstore.Position, at eventstore.Position) {
	t.Helper()
	page, err := l.Read(t.Context(), after, Query{Resources: []string{"lamps"}, Limit: 100_000}, patience)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Entries {
		told = append(told, e.Position)
	}
	return told, page.Next
}

// TestWhatIsNotShownIsNotTold: a reader gets an event once the projector has applied it, and no later one before it. A waiting reader gets
// it at that moment, also by a projector that had stopped.
func TestWhatIsNotShownIsNotTold(t *testing.T) {
	t.Parallel()
	l := start(t, time.Minute)
	l.log.add(3)
	l.show(1)
	if told, next := l.read(t, 0, 0); fmt.Sprint(told) != "[1]" || next != 1 {
		t.Fatalf("told %v, next %d", told, next)
	}
	l.tracker.Publish(freshness.Update{Projector: "lamps", Failed: true, Reason: "it has stopped"})
	if told, next := l.read(t, 1, time.Millisecond); told != nil || next != 1 {
		t.Fatalf("told %v, next %d", told, next)
	}
	answers := make(chan []eventstore.Position)
	go func() {
		told, _ := l.read(t, 1, time.Minute)
		answers <- told
	}()
	l.show(3)
	if told := <-answers; fmt.Sprint(told) != "[2 3]" {
		t.Errorf("told %v", told)
	}
}

// TestAnInterruptEndsTheWaitAlone: a reader that is interrupted all the time still gets the events of the log.
func TestAnInterruptEndsTheWaitAlone(t *testing.T) {
	t.Parallel()
	l := start(t, time.Minute)
	l.show(l.log.add(3))
	interrupt := make(chan struct{})
	close(interrupt)
	q := Query{Resources: []string{"lamps"}, Limit: 100, Interrupt: interrupt}
	if page, err := l.Read(t.Context(), 0, q, time.Minute); err != nil || len(page.Entries) != 3 {
		t.Fatalf("%d entries, error %v", len(page.Entries), err)
	}
	if page, err := l.Read(t.Context(), 3, q, time.Hour); err != nil || len(page.Entries) != 0 || page.Next != 3 {
		t.Errorf("%d entries, next %d, error %v", len(page.Entries), page.Next, err)
	}
}

// TestReadersShareOneRead: however many wait, new events are read once. A reader who is further behind than the ring reads the log, and is
// told the same.
func TestReadersShareOneRead(t *testing.T) {
	t.Parallel()
	l := start(t, time.Minute)
	l.log.add(1)
	l.show(1)
	told, at := l.read(t, 0, time.Minute)
	for !l.ring.Load().live {
		<-l.ring.Load().passed
	}
	l.log.mu.Lock()
	pages := l.log.pages
	l.log.mu.Unlock()
	const readers, step, more = 50, 1024, 2 * ringEntries
	there := make(chan struct{}) // a reader has all of a step
	var reading sync.WaitGroup
	for range readers {
		reading.Go(func() {
			for at := at; at < 1+more; {
				had, next := l.read(t, at, time.Minute)
				if len(had) == 0 || had[0] != at+1 || had[len(had)-1] != next {
					t.Errorf("after %d: %d positions from %v, next %d", at, len(had), had[:min(1, len(had))], next)
					return
				}
				if at = next; (at-1)%step == 0 {
					there <- struct{}{}
				}
			}
		})
	}
	for n := 0; n < more; n += step {
		l.show(l.log.add(step))
		for range readers {
			<-there
		}
	}
	reading.Wait()
	r := l.ring.Load()
	if len(r.entries) > ringEntries*3/2 || r.from == 1 {
		t.Errorf("the ring has %d entries from %d on", len(r.entries), r.from)
	}
	l.log.mu.Lock()
	behind := l.log.pages - pages
	l.log.mu.Unlock()
	if behind != 0 {
		t.Errorf("%d reads of the log for %d readers", behind, readers)
	}
	if told, _ = l.read(t, 0, 0); len(told) == 0 || told[0] != 1 {
		t.Errorf("from the beginning: %v", told[:min(3, len(told))])
	}
}

// TestTheRingIsFilledWhileThereAreReaders, and soon no longer.
func TestTheRingIsFilledWhileThereAreReaders(t *testing.T) {
	t.Parallel()
	l := start(t, time.Millisecond)
	for round := range 3 {
		at := l.log.add(1)
		l.show(at)
		if told, _ := l.read(t, at-1, time.Minute); len(told) != 1 {
			t.Fatalf("round %d: told %v", round, told)
		}
		for l.ring.Load().live {
			<-l.ring.Load().passed
		}
	}
}

// echoes returns what shows the things of events.
type echoes = func(context.Context, []eventstore.Position, int) (map[eventstore.Position][]change.Echo, int, error)

// TestAPageReadsTheEchoesThatItNeeds: each event has many. A page has those of one event, and reads little more. A reader of
// some websites needs no read for each of them, and all pages together have everything once, in order.
func TestAPageReadsTheEchoesThatItNeeds(t *testing.T) {
	t.Parallel()
	const events, rooms, limit = 30, 700, 10
	read := 0
	l := startIn(t, time.Minute, func(_ context.Context, at []eventstore.Position, most int) (
		of map[eventstore.Position][]change.Echo, whole int, err error) {
		of = map[eventstore.Position][]change.Echo{}
		for i, p := range at {
			if i > 0 && rooms*(i+1) > most {
				return of, i, nil
			}
			read += rooms
			for id := range int64(rooms) {
				of[p] = append(of[p], change.Echo{Resource: "rooms", ID: id + 1, Scope: change.OfWebsites([]int64{id % 2})})
			}
		}
		return of, len(at), nil
	})
	l.show(l.log.add(events))
	for name, c := range map[string]struct {
		query   Query
		entries int // of each event
	}{
		"all":     {Query{Resources: []string{"lamps", "rooms"}, Limit: limit}, rooms + 1},
		"limited": {Query{Resources: []string{"lamps", "rooms"}, Limit: limit, Limited: true, Websites: []int64{1}}, rooms / 2},
		"lamps":   {Query{Resources: []string{"lamps"}, Limit: limit}, 1},
	} {
		at := eventstore.Position(0)
		for pages := 0; at < events; pages++ {
			read = 0
			page, err := l.Read(t.Context(), at, c.query, 0)
			if err != nil {
				t.Fatal(err)
			}
			if want := max(c.entries, limit); pages < 3 && (len(page.Entries) != want || page.Next != at+eventstore.Position(want/c.entries)) {
				t.Fatalf("%s: page %d has %d entries after %d, next %d", name, pages, len(page.Entries), at, page.Next)
			}
			if most := mostEchoes + rooms; read > most || c.entries == 1 && read > 0 {
				t.Fatalf("%s: page %d reads %d echoes, at most %d are needed", name, pages, read, most)
			}
			for i, e := range page.Entries {
				if want := at + 1 + eventstore.Position(i/c.entries); e.Position != want {
					t.Fatalf("%s: entry %d of page %d is at %d, not at %d", name, i, pages, e.Position, want)
				}
			}
			at = page.Next
		}
	}
}
