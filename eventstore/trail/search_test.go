package trail_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
	"tradelog/eventstore/trail"
)

// counting counts the reads of a log.
type counting struct {
	eventstore.Store
	reads int
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
	log := &counting{Store: memory}
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
