package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
)

// TestOneRoundTrip counts what an append costs, alone and with another instance in between.
func TestOneRoundTrip(t *testing.T) {
	t.Parallel()
	var sent statements
	pool := database(t, traced(&sent))
	a, b := open(t, pool, Options{}), open(t, pool, Options{})
	steps := []struct {
		what   string
		append func()
		sends  string
	}{
		{"the first append has to look at the head", func() { mustAppend(t, a, "order-1", eventstore.NoStream, some(1)...) },
			"begin WITH commit"},
		{"then the head is known", func() { mustAppend(t, a, "order-1", eventstore.Exactly(0), some(3)...) }, "WITH"},
		{"and a new stream is taken at its word", func() { mustAppend(t, a, "order-2", eventstore.NoStream, some(1)...) }, "WITH"},
		{"Any on a known stream", func() { mustAppend(t, a, "order-2", eventstore.Any, some(1)...) }, "WITH"},
		{"another instance looks at the head", func() { mustAppend(t, b, "order-1", eventstore.Exactly(3), some(1)...) },
			"begin WITH commit"},
		{"and moved it for the first", func() { mustAppend(t, a, "order-2", eventstore.Any, some(1)...) }, "WITH begin WITH commit"},
		{"which knows it again", func() { mustAppend(t, a, "order-1", eventstore.Exactly(4), some(1)...) }, "WITH"},
		{"Any on a stream it does not know", func() { mustAppend(t, a, "order-3", eventstore.Any, some(1)...) }, "begin WITH commit"},
		{"a wrong revision is never guessed", func() { a.Append(t.Context(), "order-3", eventstore.Exactly(7), some(1)...) },
			"begin commit"},
		{"nor believed", func() { a.Append(t.Context(), "order-9", eventstore.Exactly(7), some(1)...) }, "WITH begin commit"},
	}
	for _, step := range steps {
		step.append()
		got := sent.take("tradelog appender")
		if got = words(got, "begin", "WITH", "commit"); got != step.sends {
			t.Errorf("%s: sent %q, want %q", step.what, got, step.sends)
		}
	}
	wholeLog(t, a)
}

// words keeps some words of a text.
func words(text string, keep ...string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(text), func(w string) bool { return !slices.Contains(keep, w) }), " ")
}

func TestInstancesAppendAtOnce(t *testing.T) {
	t.Parallel()
	pool := database(t)
	stores := []*Store{open(t, pool, Options{}), open(t, pool, Options{})}
	const writers, appends = 8, 40
	stored := make([]map[uuid.UUID]eventstore.Appended, writers)
	var writing sync.WaitGroup
	for w := range writers {
		stored[w] = map[uuid.UUID]eventstore.Appended{}
		writing.Go(func() {
			for n := range appends {
				e := some(1 + n%3)
				stream := []string{"shared-1", fmt.Sprintf("own-%d", w)}[n%2]
				at, err := stores[w%2].Append(t.Context(), stream, eventstore.Any, e...)
				if err != nil {
					t.Errorf("writer %d: %v", w, err)
					return
				}
				stored[w][e[0].ID] = at
			}
		})
	}
	writing.Wait()
	log := wholeLog(t, stores[0])
	total := 0
	for w := range stored {
		for id, at := range stored[w] {
			if log[at.FirstPosition-1].ID != id || log[at.FirstPosition-1].Revision != at.First ||
				at.Position-at.FirstPosition != eventstore.Position(at.Last-at.First) {
				t.Errorf("an append was told %+v, where another event is", at)
			}
			total += int(at.Last - at.First + 1)
		}
	}
	if len(log) != total {
		t.Errorf("%d events were acknowledged, the log has %d", total, len(log))
	}
	if broken, err := stores[0].BrokenStreams(t.Context(), eventstore.End, 10); err != nil || len(broken) != 0 {
		t.Errorf("broken streams %+v, error %v", broken, err)
	}
}

// TestTimeNeverRunsBack has two instances whose clocks disagree, and one that jumps.
func TestTimeNeverRunsBack(t *testing.T) {
	t.Parallel()
	pool := database(t)
	start := time.Date(2026, 1, 2, 3, 4, 5, 123456789, time.FixedZone("CET", 3600))
	offsets := []time.Duration{0, time.Second, -time.Hour, 2 * time.Second, -24 * time.Hour, 3 * time.Second}
	n := 0
	jumping := open(t, pool, Options{Clock: func() time.Time {
		n++
		return start.Add(offsets[n%len(offsets)])
	}})
	behind := open(t, pool, Options{Clock: func() time.Time { return start.Add(-365 * 24 * time.Hour) }})
	for i := range 24 {
		mustAppend(t, []*Store{jumping, jumping, behind}[i%3], "order-1", eventstore.Any, some(1+i%2)...)
	}
	log := wholeLog(t, jumping)
	if at := log[len(log)-1].RecordedAt; !at.Equal(start.Add(3*time.Second).Truncate(time.Microsecond)) || at.Location() != time.UTC {
		t.Errorf("the newest event was recorded at %v, the clocks were never past %v", at, start.Add(3*time.Second))
	}
}

func TestForeignLockIsAClearError(t *testing.T) {
	t.Parallel()
	pool := database(t)
	store := open(t, pool, Options{AppendTimeout: 5 * time.Second / 2})
	mustAppend(t, store, "order-1", eventstore.NoStream, some(1)...)
	for round := range 2 {
		at := eventstore.Exactly(eventstore.Revision(round))
		release := lockHead(t, pool)
		e := some(1)
		_, err := store.Append(t.Context(), "order-1", at, e...)
		const says = "append: another transaction has held the head of the log for longer than 2s"
		if err == nil || !containsAll(err.Error(), says, "55P03") || containsAll(err.Error(), "may or may not") {
			t.Errorf("append while the head is locked: %v", err)
		}
		release()
		if stored := mustAppend(t, store, "order-1", at, e...); stored.Repeated {
			t.Error("the append was answered as not done, and was stored")
		}
	}
}

// TestStoppedProcessLosesTheHead: an instance that stops in the middle of an append must not stop all others.
func TestStoppedProcessLosesTheHead(t *testing.T) {
	t.Parallel()
	pool := database(t)
	stopped := open(t, pool, Options{AppendTimeout: 2 * time.Second})
	a := stopped.appender
	if err := a.connect(t.Context()); err != nil { // the appender itself has not begun: nothing is queued
		t.Fatal(err)
	}
	conn := a.conn
	a.conn = nil
	defer conn.Close(context.Background())
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `SELECT FROM log_head FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	other := open(t, pool, patient)
	mustAppend(t, other, "order-1", eventstore.NoStream, some(1)...) // waits until the server has ended the other's session
	if err := tx.Commit(t.Context()); !connectionLost(err) {
		t.Errorf("the transaction of the stopped process: %v", err)
	}
}
