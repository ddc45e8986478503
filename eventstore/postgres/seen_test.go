package postgres

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
)

// TestALogThatLostEvents: a process that has seen more notices that a database was restored, or taken over by a standby that
// lacks commits, whether it appends or only waits.
func TestALogThatLostEvents(t *testing.T) {
	t.Parallel()
	// back makes the log that of a restored database: the first two events, and perhaps others after them.
	back := func(t *testing.T, pool *pgxpool.Pool) {
		t.Helper()
		exec(t, pool, `DELETE FROM events WHERE position > 2`)
		exec(t, pool, `UPDATE log_head SET (position, seal) = (SELECT position, seal FROM events ORDER BY position DESC LIMIT 1)`)
	}
	for _, c := range []struct {
		name string
		do   func(t *testing.T, pool *pgxpool.Pool)
		end  eventstore.Position
	}{
		{"the log is shorter", back, 2},
		{"the log has grown again", func(t *testing.T, pool *pgxpool.Pool) {
			back(t, pool)
			mustAppend(t, open(t, pool, Options{}), "b-1", eventstore.Any, some(5)...)
		}, 7},
		{"the log is as long again", func(t *testing.T, pool *pgxpool.Pool) {
			back(t, pool)
			mustAppend(t, open(t, pool, Options{}), "b-1", eventstore.Any, some(2)...)
		}, 4},
	} {
		t.Run(c.name+", and it appends", func(t *testing.T) {
			t.Parallel()
			pool := database(t)
			var noted eventstore.Mark
			s := open(t, pool, Options{PollInterval: time.Hour})
			s.Note(func(m eventstore.Mark) { noted = m })
			mustAppend(t, s, "a-1", eventstore.NoStream, some(4)...)
			if noted.Position != 4 {
				t.Errorf("position %d was noted before the append was answered", noted.Position)
			}
			c.do(t, pool)
			var lost *eventstore.LostError
			_, err := s.Append(t.Context(), "c-1", eventstore.Any, some(1)...)
			if !errors.As(err, &lost) || lost.Seen != 4 || errors.Is(err, eventstore.ErrUnknownOutcome) {
				t.Errorf("the append: %v", err)
			}
			if _, err := s.Append(t.Context(), "c-1", eventstore.Any, some(1)...); !errors.Is(err, eventstore.ErrLogLost) {
				t.Errorf("the next append: %v", err)
			}
			if end := len(wholeLog(t, s)); end != int(c.end) {
				t.Errorf("the log has %d events, want %d", end, c.end)
			}
		})
		t.Run(c.name+", and it waits", func(t *testing.T) {
			t.Parallel()
			pool := database(t)
			mustAppend(t, open(t, pool, Options{}), "a-1", eventstore.NoStream, some(4)...)
			s := open(t, pool, Options{PollInterval: time.Millisecond})
			await(t, "a look at the log", func() bool { return s.seen().Position == 4 })
			sub, err := s.Subscribe(t.Context(), 4, eventstore.Filter{})
			if err != nil {
				t.Fatal(err)
			}
			defer sub.Close()
			ended := make(chan error, 1)
			go func() {
				for {
					if _, err := sub.Next(background); err != nil {
						ended <- err
						return
					}
				}
			}()
			c.do(t, pool)
			<-s.Lost()
			if err := <-ended; !errors.Is(err, eventstore.ErrLogLost) {
				t.Errorf("the subscription: %v", err)
			}
			if s.LostEvents() == nil {
				t.Error("nothing is said of it")
			}
		})
	}
}

// TestCuts: a new epoch begins at the newest event, where the head is set.
func TestCuts(t *testing.T) {
	t.Parallel()
	pool := database(t)
	s := open(t, pool, Options{})
	mustAppend(t, s, "a-1", eventstore.NoStream, some(5)...)
	exec(t, pool, `DELETE FROM events WHERE position > 3`)
	accept := func(seen eventstore.Position) (end eventstore.Position, err error) {
		err = pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) (err error) {
			end, err = AcceptCut(t.Context(), tx, seen)
			return err
		})
		return end, err
	}
	if end, err := accept(5); end != 3 || err != nil {
		t.Fatalf("ends at %d, %v", end, err)
	}
	again := open(t, pool, Options{})
	mustAppend(t, again, "b-1", eventstore.NoStream, some(1)...)
	if n := len(wholeLog(t, again)); n != 4 {
		t.Errorf("%d events", n)
	}
	cuts, err := Cuts(t.Context(), again.pool)
	if err != nil || len(cuts) != 1 || cuts[0].Epoch != 1 || cuts[0].Position != 3 || cuts[0].Seen != 5 {
		t.Errorf("cuts %+v", cuts)
	}
	exec(t, pool, `UPDATE log_head SET position = 2`)
	if _, err := accept(5); err == nil {
		t.Error("events behind the head are no reason to begin a new epoch")
	}
}
