package esdb

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/storetest"
	"tradelog/test/esdbtest"
)

// altered is a log that somebody has changed behind the server's back.
type altered struct {
	eventstore.Store
	change func(e *eventstore.Recorded) (keep bool)
}

func (a altered) altered(events []eventstore.Recorded) []eventstore.Recorded {
	return slices.DeleteFunc(events, func(e eventstore.Recorded) bool { return !a.change(&e) })
}

func (a altered) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, direction eventstore.Direction, max int,
) ([]eventstore.Recorded, error) {
	events, err := a.Store.ReadStream(ctx, stream, from, direction, max)
	return a.altered(events), err
}

func (a altered) ReadAll(
	ctx context.Context, from eventstore.Position, direction eventstore.Direction, max int, filter eventstore.Filter,
) (eventstore.Page, error) {
	page, err := a.Store.ReadAll(ctx, from, direction, max, filter)
	page.Events = a.altered(page.Events)
	return page, err
}

func held() eventstore.NewEvent {
	return eventstore.NewEvent{ID: uuid.New(), Type: "Held", SchemaVersion: 2, Data: []byte(`{"n":1}`), Metadata: []byte(`{}`)}
}

// TestTamperingIsFound: the server's positions tell nothing of removed events, but the links do.
func TestTamperingIsFound(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	store := open(t, esdbtest.Over(t, memory).URL)
	fill := func(n int) {
		for i := range n {
			if _, err := store.Append(t.Context(), []string{"order-1", "order-2"}[i%2], eventstore.Any, held()); err != nil {
				t.Fatal(err)
			}
		}
		if err := store.Link(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	fill(4)
	fill(3)
	var order []uuid.UUID // of the seven events
	page, err := store.ReadAll(t.Context(), 0, eventstore.Forwards, 0, eventstore.Filter{})
	if err != nil || len(page.Events) != 7 {
		t.Fatalf("%d events, error %v", len(page.Events), err)
	}
	for _, e := range page.Events {
		order = append(order, e.ID)
	}
	without := func(gone ...int) func(e *eventstore.Recorded) bool {
		return func(e *eventstore.Recorded) bool {
			return !slices.ContainsFunc(gone, func(i int) bool { return e.ID == order[i] })
		}
	}
	for name, c := range map[string]struct {
		change func(e *eventstore.Recorded) bool
		want   string
	}{
		"nothing":             {without(), ""},
		"an event removed":    {without(2), "sealed here with other events"},
		"a sealed one gone":   {without(3), "there is no event"},
		"the newest removed":  {without(5, 6), "tail cut"},
		"a stream is removed": {without(1, 3, 5), "there is no event"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, err := audit.Verify(t.Context(), open(t, esdbtest.Over(t, altered{memory, c.change}).URL), audit.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var told []string
			for _, d := range report.Damages {
				told = append(told, d.String())
			}
			if got := strings.Join(told, "\n"); (got == "") != (c.want == "") || !strings.Contains(got, c.want) || c.want == "" &&
				report.SealedUpTo != page.Events[6].Position {
				t.Errorf("%d events, sealed up to %d: %s\nwant %q", report.Events, report.SealedUpTo, got, c.want)
			}
		})
	}
}
