package tally_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/tally"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

// log is a log with a tally.
type log struct {
	*testing.T
	*tally.Tally
	*postgres.Store
	revisions map[string]eventstore.Revision
}

func open(t *testing.T) *log {
	t.Helper()
	pool := pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))
	store, err := postgres.Open(t.Context(), pool, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return &log{t, &tally.Tally{Pool: pool, Log: store}, store, map[string]eventstore.Revision{}}
}

// fill appends n events to streams of two categories.
func (l *log) fill(n int) {
	l.Helper()
	head, err := l.Head(l.Context())
	if err != nil {
		l.Fatal(err)
	}
	events := make([]eventstore.Recorded, n)
	for i := range events {
		stream, kind := fmt.Sprintf("order-%d", (int(head)+i)/10), "Placed"
		if i%5 == 0 {
			stream, kind = "stock-1", "Moved"
		}
		events[i] = eventstore.Recorded{
			NewEvent: eventstore.NewEvent{ID: uuid.New(), Type: kind, SchemaVersion: 1, Data: []byte(`{}`), Metadata: []byte(`{}`)},
			Stream:   stream, Revision: l.revisions[stream], RecordedAt: time.Now(),
		}
		l.revisions[stream]++
	}
	if _, err := l.AppendBulk(l.Context(), head, events); err != nil {
		l.Fatal(err)
	}
}

// compare compares the counts with those of the whole log at once.
func (l *log) compare(when string, upTo eventstore.Position) {
	l.Helper()
	head, err := l.Head(l.Context())
	if err != nil {
		l.Fatal(err)
	}
	got, err := l.Read(l.Context(), head)
	if err != nil {
		l.Fatal(err)
	}
	want, err := l.Count(l.Context(), eventstore.Range{To: upTo})
	if err != nil {
		l.Fatal(err)
	}
	if got.UpTo != upTo || !slices.Equal(got.All, want) {
		l.Errorf("%s: up to %d %v, want up to %d %v", when, got.UpTo, got.All, upTo, want)
	}
}

// TestEachEventCountsOnce: several callers that count at once count each event once, and readers add events that are not counted yet.
func TestEachEventCountsOnce(t *testing.T) {
	t.Parallel()
	l := open(t)
	l.compare("an empty log", 0)
	l.fill(100)
	l.compare("nothing counted yet", 100)
	l.fill(60_000)
	l.compare("far behind", 0)
	if more, err := l.Advance(t.Context()); err != nil || !more {
		t.Fatalf("after a part: more %t, error %v", more, err)
	}
	var counting sync.WaitGroup
	for range 4 {
		counting.Go(func() {
			if err := l.CatchUp(t.Context(), 10); err != nil {
				t.Error(err)
			}
		})
	}
	counting.Wait()
	l.compare("all counted", 60_100)
	l.fill(10)
	l.compare("some more", 60_110)
}

// TestALossIsCountedAnew: counts of lost events do not stay.
func TestALossIsCountedAnew(t *testing.T) {
	t.Parallel()
	l := open(t)
	l.fill(50)
	if err := l.CatchUp(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	putBack := func(end eventstore.Position) {
		t.Helper()
		err := pgx.BeginFunc(t.Context(), l.Pool, func(tx pgx.Tx) error { return tally.PutBack(context.Background(), tx, end) })
		if err != nil {
			t.Fatal(err)
		}
	}
	putBack(50)
	l.compare("nothing was lost", 50)
	putBack(40)
	if c, err := l.Read(t.Context(), 0); err != nil || c.UpTo != 0 || len(c.All) != 0 {
		t.Errorf("after a loss: %+v, error %v", c, err)
	}
	l.compare("counted anew", 50)
}
