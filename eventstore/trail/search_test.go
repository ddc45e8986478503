package trail_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
	"tradelog/eventstore/trail"
)

// counting counts the reads of a log.
type counting struct {
	eventstore.Store
	reads  int
	events map[string]int // read of streams
}

// ReadStreams counts the events.
func (c *counting) ReadStreams(ctx context.Context, streams []string, last eventstore.Revision) (map[string][]eventstore.Recorded, error) {
	all, err := c.Store.ReadStreams(ctx, streams, last)
	for stream, events := range all {
		c.events[stream] += len(events)
	}
	return all, err
}

// ReadAll answers with as many events as were asked for, unlike a store with a limit of its own.
func (c *counting) ReadAll(
	ctx context.Context, from eventstore.Position, direction eventstore.Direction, most int, filter eventstore.Filter,
) (all eventstore.Page, err error) {
	c.reads++
	for all.Next = from; len(all.Events) < most && !all.End; {
		part, err := c.Store.ReadAll(ctx, all.Next, direction, most-len(all.Events), filter)
		if err != nil {
			return all, err
		}
		all.Events, all.Next, all.End = append(all.Events, part.Events...), part.Next, part.End
	}
	return all, nil
}

// TestSearchesReadTheLogInFewParts: a search of a long log that finds nothing ends after 10,000 events and four reads. A search that finds
// enough among the newest events reads no more than these.
func TestSearchesReadTheLogInFewParts(t *testing.T) {
	t.Parallel()
	const all = 10_300
	memory := storetest.NewMemory()
	for from := 0; from < all; from += 100 {
		events := make([]eventstore.NewEvent, 100)
		for i := range events {
			events[i] = eventstore.NewEvent{ID: uuid.New(), Type: "Happened", SchemaVersion: 1, Data: []byte(`{}`),
				Metadata: []byte(`{"actor":{"kind":"guest"}}`)}
		}
		if _, err := memory.Append(t.Context(), fmt.Sprintf("thing-%d", from), eventstore.NoStream, events...); err != nil {
			t.Fatal(err)
		}
	}
	log := &counting{Store: memory, events: map[string]int{}}
	reader := trail.New(log, eventstore.NewCodec(nil))
	ask := func(kind string, after eventstore.Position, brief bool) trail.Page {
		t.Helper()
		log.reads = 0
		page, err := reader.Find(t.Context(), trail.Search{
			Query: trail.Query{ActorKind: kind, Limit: 100, After: after}, Brief: brief, Opens: func(string) bool { return true },
		})
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	if page := ask("admin", 0, false); log.reads != 4 || page.Next != all-10_000+1 {
		t.Errorf("%d reads, and the search goes on at %d", log.reads, page.Next)
	}
	if page := ask("admin", all-10_000+1, false); log.reads != 1 || page.Next != 0 {
		t.Errorf("the rest takes %d reads, and the search goes on at %d", log.reads, page.Next)
	}
	if page := ask("admin", 0, true); log.reads != 2 || page.Next != all-2000+1 {
		t.Errorf("a brief search takes %d reads and goes on at %d", log.reads, page.Next)
	}
	if page := ask("guest", 0, false); log.reads != 1 || page.Next != all-100+1 {
		t.Errorf("a search that finds enough takes %d reads and goes on at %d", log.reads, page.Next)
	}
}

// counted is an event that counts.
type counted struct {
	N int `json:"n"`
}

// EventName implements domain.Event.
func (counted) EventName() string { return "Counted" }

// TestASearchReadsStreamsAsFarAsItNeeds: of the stream of a long-lived thing whose early event is found, a search reads little more than
// up to that event. The events that it folds are bounded in all; others show their members.
func TestASearchReadsStreamsAsFarAsItNeeds(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	appended := func(stream string, from, n int) {
		t.Helper()
		events := make([]eventstore.NewEvent, n)
		for i := range events {
			events[i] = eventstore.NewEvent{ID: uuid.New(), Type: "Counted", SchemaVersion: 1, Data: fmt.Appendf(nil, `{"n":%d}`, from+i),
				Metadata: []byte(`{"actor":{"kind":"guest"}}`)}
		}
		expected := eventstore.NoStream
		if from > 0 {
			expected = eventstore.Exactly(eventstore.Revision(from - 1))
		}
		if _, err := memory.Append(t.Context(), stream, expected, events...); err != nil {
			t.Fatal(err)
		}
	}
	const old = 1000
	for i := range 11 {
		for from := 0; from < old; from += 100 {
			appended(fmt.Sprintf("thing-%d", i), from, 100)
		}
	}
	for i := range 11 {
		appended(fmt.Sprintf("thing-%d", i), old, 1)
	}
	log := &counting{Store: memory, events: map[string]int{}}
	reader := trail.New(log, eventstore.NewCodec(nil, domain.Spec[counted](1)))
	find := func(after eventstore.Position, limit int) trail.Page {
		t.Helper()
		clear(log.events)
		page, err := reader.Find(t.Context(), trail.Search{
			Query: trail.Query{Limit: limit, After: after}, Opens: func(string) bool { return true },
			Kinds: []trail.Kind{{Category: "thing", Path: "/things/{id}", Fold: trail.Documents(
				func(_ *counted, e domain.Event, _ domain.Times) *counted {
					c := e.(counted)
					return &c
				})}},
		})
		if err != nil || len(page.Entries) != limit {
			t.Fatalf("%d entries: %v", len(page.Entries), err)
		}
		return page
	}
	early := find(5, 3) // revisions 3, 2, 1 of thing-0
	if log.events["thing-0"] > 8 || len(log.events) != 1 {
		t.Errorf("for events 1 to 3 of a stream it reads %v", log.events)
	}
	if c := early.Entries[0].Changes; len(c) != 1 || string(c[0].Before) != "2" || string(c[0].After) != "3" {
		t.Errorf("an early event changed %v", c)
	}
	newest := find(0, 11)
	total := 0
	for _, n := range log.events {
		total += n
	}
	if total > 10_000 {
		t.Errorf("for the newest events of %d streams it reads %d", len(log.events), total)
	}
	if c := newest.Entries[0].Changes; len(c) != 1 || string(c[0].Before) != "999" {
		t.Errorf("the newest event changed %v", c)
	}
	if c := newest.Entries[10].Changes; len(c) != 1 || c[0].Before != nil || string(c[0].After) != "1000" {
		t.Errorf("an event beyond the bound changed %v", c)
	}
}
