package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/installation/migrations"
	"tradelog/internal/privatepg"
	"tradelog/test/pgtest"
)

// load appends from several goroutines until it is stopped and repeats appends of unknown outcome. It records every answer.
type load struct {
	stop    chan struct{}
	writing sync.WaitGroup

	mu       sync.Mutex
	acked    map[uuid.UUID]eventstore.Appended // by the first event's ID
	notDone  map[uuid.UUID]error
	unknown  int // appends that had to be repeated
	failures []error
}

func startLoad(ctx context.Context, stores []*Store, writers int) *load {
	l := &load{stop: make(chan struct{}), acked: map[uuid.UUID]eventstore.Appended{}, notDone: map[uuid.UUID]error{}}
	for w := range writers {
		l.writing.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-l.stop:
					return
				default:
				}
				stream := []string{"shared-1", fmt.Sprintf("own-%d", w)}[n%2]
				l.append(ctx, stores[w%len(stores)], stream, some(1+n%3))
			}
		})
	}
	return l
}

// append repeats until the outcome is known. After an unknown outcome only a success decides: any other error concerns the
// repeat.
func (l *load) append(ctx context.Context, s *Store, stream string, events []eventstore.NewEvent) {
	at, err := s.Append(ctx, stream, eventstore.Any, events...)
	refused := errors.Is(err, eventstore.ErrWrongRevision) || errors.Is(err, eventstore.ErrInvalidEvent)
	if errors.Is(err, eventstore.ErrUnknownOutcome) {
		l.mu.Lock()
		l.unknown++
		l.mu.Unlock()
		for err != nil && !refused && ctx.Err() == nil {
			at, err = s.Append(ctx, stream, eventstore.Any, events...)
			refused = errors.Is(err, eventstore.ErrWrongRevision) || errors.Is(err, eventstore.ErrInvalidEvent)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err == nil:
		l.acked[events[0].ID] = at
	case refused || ctx.Err() != nil:
		l.failures = append(l.failures, err)
	default:
		l.notDone[events[0].ID] = err
	}
}

// count returns the number of acknowledged appends.
func (l *load) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.acked)
}

// check ends the load and compares the acknowledged events with the log.
func (l *load) check(t *testing.T, s *Store) {
	t.Helper()
	close(l.stop)
	l.writing.Wait()
	for _, err := range l.failures {
		t.Error(err)
	}
	log := wholeLog(t, s)
	seen := map[uuid.UUID]bool{}
	for _, r := range log {
		if seen[r.ID] {
			t.Errorf("event %s is in the log twice", r.ID)
		}
		seen[r.ID] = true
		if err := l.notDone[r.ID]; err != nil {
			t.Errorf("event %s is in the log, its append was answered %q, which means not done", r.ID, err)
		}
	}
	total := 0
	for id, at := range l.acked {
		total += int(at.Last - at.First + 1)
		if int(at.FirstPosition) > len(log) || log[at.FirstPosition-1].ID != id || log[at.FirstPosition-1].Revision != at.First {
			t.Errorf("an append was acknowledged at %+v and is not there", at)
		}
	}
	if total != len(log) {
		t.Errorf("%d events were acknowledged, the log has %d", total, len(log))
	}
	if broken, err := s.BrokenStreams(t.Context(), eventstore.End, 10); err != nil || len(broken) != 0 {
		t.Errorf("broken streams %+v, error %v", broken, err)
	}
	t.Logf("%d appends of %d events; %d answers were unknown, %d not done", len(l.acked), total, l.unknown, len(l.notDone))
}

func TestConnectionsKilledUnderLoad(t *testing.T) {
	t.Parallel()
	pool := database(t)
	stores := []*Store{open(t, pool, Options{}), open(t, pool, Options{})}
	l := startLoad(t.Context(), stores, 8)
	for kill := range 25 {
		before := l.count()
		await(t, "some appends", func() bool { return l.count() > before+20 })
		exec(t, pool, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
			[]string{"tradelog appender", "tradelog appender", "tradelog listener"}[kill%3])
	}
	before := l.count()
	await(t, "appends after the last kill", func() bool { return l.count() > before+50 })
	l.check(t, stores[0])
}

// TestServerEndsUnderLoad is the same with the server itself, which has the settings of production: killed, and restarted as
// an administrator does it. Every append is acknowledged and stored, or answered with an error that says what became of it, and a
// subscription goes on where it was.
func TestServerEndsUnderLoad(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(srv *privatepg.Server) error{
		"killed": func(srv *privatepg.Server) error {
			srv.Kill()
			return nil
		},
		"restarted": func(srv *privatepg.Server) error { return srv.Stop(t.Context()) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := pgtest.Private(t)
			if err := migrations.Up(t.Context(), srv.URL()); err != nil {
				t.Fatal(err)
			}
			pool, err := pgxpool.New(t.Context(), srv.URL())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(pool.Close)
			store := open(t, pool, Options{PollInterval: 20 * time.Millisecond})
			sub, err := store.Subscribe(t.Context(), 0, eventstore.Filter{})
			if err != nil {
				t.Fatal(err)
			}
			defer sub.Close()
			var seen []uuid.UUID // a subscription must have seen nothing that the crash undid
			follow := func(until eventstore.Position) {
				t.Helper()
				for at := eventstore.Position(len(seen)); at < until; {
					batch, err := sub.Next(t.Context())
					if err != nil {
						continue // the server is away; nothing is lost by asking again
					}
					seen, at = append(seen, idsOf(batch.Events)...), batch.Position
				}
			}
			l := startLoad(t.Context(), []*Store{store}, 8)
			for range 2 {
				before := l.count()
				await(t, "some appends", func() bool { return l.count() > before+100 })
				follow(eventstore.Position(len(seen) + 1))
				if err := end(srv); err != nil {
					t.Fatal(err)
				}
				if srv, err = privatepg.Start(t.Context(), privatepg.Options{Dir: srv.Dir()}); err != nil {
					t.Fatal(err)
				}
				defer srv.Kill()
			}
			before := l.count()
			await(t, "appends after the last end", func() bool { return l.count() > before+100 })
			l.check(t, store)
			if l.unknown+len(l.notDone) == 0 {
				t.Error("the ends went unnoticed")
			}
			log := wholeLog(t, store)
			follow(log[len(log)-1].Position)
			wantIDs(t, "the subscription", seen, idsOf(log))
		})
	}
}

// TestOutcomeStaysUnknown: the first attempt loses its connection and the second cannot connect. The outcome must stay unknown.
func TestOutcomeStaysUnknown(t *testing.T) {
	t.Parallel()
	srv := pgtest.Private(t)
	if err := migrations.Up(t.Context(), srv.URL()); err != nil {
		t.Fatal(err)
	}
	pool, err := pgxpool.New(t.Context(), srv.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	store := open(t, pool, patient)
	mustAppend(t, store, "order-1", eventstore.NoStream, some(1)...)
	lockHead(t, pool)
	answered := make(chan error, 1)
	e := some(1)
	go func() {
		_, err := store.Append(t.Context(), "order-1", eventstore.Exactly(0), e...)
		answered <- err
	}()
	blocked(t, pool, "tradelog appender")
	srv.Kill()
	if err := <-answered; !errors.Is(err, eventstore.ErrUnknownOutcome) {
		t.Errorf("an append in flight when the server was killed: %v", err)
	}
	if _, err := store.Append(t.Context(), "order-1", eventstore.Exactly(0), e...); err == nil ||
		errors.Is(err, eventstore.ErrUnknownOutcome) {
		t.Errorf("an append that never reached a server: %v", err)
	}
}
