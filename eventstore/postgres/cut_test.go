package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/test/pgtest"
)

// lines are the connections opened with the configuration of a pool. A test can cut them in the middle of a message.
type lines struct {
	away atomic.Bool // nobody can connect

	mu   sync.Mutex
	cuts []cut // what is still to be cut, in order
	done int
}

// cut breaks a connection at the first message to the server that contains a text.
type cut struct {
	at string
	// reached is the part of the message that reaches the server: none, some, or all of it. In the last case the server's answer is lost.
	reached part
}

type part int

const (
	none part = iota
	half
	all
)

func (l *lines) option() pgtest.Option {
	return pgtest.WithConfig(func(c *pgxpool.Config) {
		dial := c.ConnConfig.DialFunc
		c.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
			if l.away.Load() {
				return nil, errors.New("nobody is there")
			}
			conn, err := dial(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &line{Conn: conn, lines: l}, nil
		}
	})
}

// expect sets the next cuts.
func (l *lines) expect(cuts ...cut) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cuts, l.done = cuts, 0
}

// made returns how many cuts were made.
func (l *lines) made() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.done
}

func (l *lines) due(message []byte) (c cut, due bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.cuts) == 0 || !bytes.Contains(message, []byte(l.cuts[0].at)) {
		return cut{}, false
	}
	c, l.cuts = l.cuts[0], l.cuts[1:]
	l.done++
	return c, true
}

type line struct {
	net.Conn
	lines *lines
	lost  atomic.Bool // the next answer
}

var errCut = errors.New("the connection was cut")

func (l *line) Write(message []byte) (int, error) {
	c, due := l.lines.due(message)
	if !due {
		return l.Conn.Write(message)
	}
	switch c.reached {
	case half:
		_, _ = l.Conn.Write(message[:len(message)/2])
		fallthrough
	case none:
		l.Conn.Close()
		return 0, errCut
	}
	l.lost.Store(true)
	return l.Conn.Write(message)
}

func (l *line) Read(into []byte) (int, error) {
	if !l.lost.Load() {
		return l.Conn.Read(into)
	}
	// PostgreSQL sends its answer when the transaction has ended.
	_, _ = l.Conn.Read(make([]byte, 1))
	l.Conn.Close()
	return 0, errCut
}

// commit is the statement as sent, not the end of a longer word.
const commit = "\x0bcommit\x00"

// marked makes n events with a text in their data.
func marked(text string, n int) []eventstore.NewEvent {
	out := some(n)
	for i := range out {
		out[i].Data = fmt.Appendf(nil, `{"says":%q}`, text)
	}
	return out
}

// TestCutInTheMiddleOfAnAppend: wherever the connection breaks, the append is done once and reported as done.
func TestCutInTheMiddleOfAnAppend(t *testing.T) {
	t.Parallel()
	const marker = "cut here"
	for _, c := range []struct {
		name     string
		fresh    bool // the appender has to look at the head first, and needs a transaction
		cuts     []cut
		repeated bool // the first attempt had been stored
	}{
		{"the request is lost", false, []cut{{marker, none}}, false},
		{"half of the request is lost", false, []cut{{marker, half}}, false},
		{"the answer is lost", false, []cut{{marker, all}}, true},
		{"the answer is lost, and then the look-up", false, []cut{{marker, all}, {"log_head", none}}, true},
		{"the transaction is lost before it", true, []cut{{"begin", all}}, false},
		{"the look at the head is lost", true, []cut{{"FOR UPDATE", all}}, false},
		{"the events are lost", true, []cut{{marker, none}}, false},
		{"the answer to the events is lost", true, []cut{{marker, all}}, false},
		{"the commit is lost", true, []cut{{commit, none}}, false},
		{"half of the commit is lost", true, []cut{{commit, half}}, false},
		{"the answer to the commit is lost", true, []cut{{commit, all}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var l lines
			pool := database(t, l.option())
			first, second := open(t, pool, Options{}), open(t, pool, Options{})
			mustAppend(t, first, "order-1", eventstore.NoStream, some(2)...)
			mustAppend(t, first, "order-1", eventstore.Exactly(1), some(1)...)
			store := first
			if c.fresh {
				store = second
			}
			e := marked(marker, 3)
			l.expect(c.cuts...)
			at, err := store.Append(t.Context(), "order-1", eventstore.Exactly(2), e...)
			for errors.Is(err, eventstore.ErrUnknownOutcome) && len(c.cuts) > 1 { // two in a row are more than the store bridges
				at, err = store.Append(t.Context(), "order-1", eventstore.Exactly(2), e...)
			}
			if err != nil || at.First != 3 || at.Last != 5 || at.Position != 6 || at.Repeated != c.repeated {
				t.Errorf("answered %+v, error %v", at, err)
			}
			if n := l.made(); n != len(c.cuts) {
				t.Errorf("%d cuts of %d were made", n, len(c.cuts))
			}
			wantIDs(t, "the stream's end", idsOf(wholeLog(t, store)[3:]), idsOf(e))
			// What the store remembers of the head is right again, on both instances.
			mustAppend(t, store, "order-1", eventstore.Exactly(5), some(1)...)
			mustAppend(t, first, "order-1", eventstore.Exactly(6), some(1)...)
			mustAppend(t, second, "order-1", eventstore.Exactly(7), some(1)...)
			wholeLog(t, store)
		})
	}
}

// TestAnUnknownOutcome: if the store cannot find out the outcome of an append, it says so. A repeat with the same IDs stores the
// events once, whether they had been stored or not.
func TestAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	for name, reached := range map[string]part{"it was stored": all, "it was not": none} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var l lines
			store := open(t, database(t, l.option()), Options{})
			mustAppend(t, store, "order-1", eventstore.NoStream, some(1)...)
			e := marked("cut here", 2)
			l.expect(cut{"cut here", reached})
			l.away.Store(true)
			if _, err := store.Append(t.Context(), "order-1", eventstore.Exactly(0), e...); !errors.Is(err, eventstore.ErrUnknownOutcome) {
				t.Errorf("answered %v", err)
			}
			if _, err := store.Append(t.Context(), "order-1", eventstore.Exactly(0), e...); err == nil ||
				errors.Is(err, eventstore.ErrUnknownOutcome) {
				t.Errorf("the repeat cannot have been done, and is answered %v", err)
			}
			l.away.Store(false)
			at := mustAppend(t, store, "order-1", eventstore.Exactly(0), e...)
			if at.Repeated != (reached == all) || at.First != 1 {
				t.Errorf("repeated: %+v", at)
			}
			wantIDs(t, "the log", idsOf(wholeLog(t, store)[1:]), idsOf(e))
		})
	}
}

// TestCutInTheMiddleOfABatch: every caller of a batch gets the answer to its own append.
func TestCutInTheMiddleOfABatch(t *testing.T) {
	t.Parallel()
	for name, reached := range map[string]part{"the answer is lost": all, "the request is lost": none} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var l lines
			store := open(t, database(t, l.option(), pgtest.WithMaxConns(8)), patient)
			mustAppend(t, store, "first-1", eventstore.NoStream, some(1)...)
			var requests []request
			for i := range 20 {
				requests = append(requests, to(fmt.Sprintf("order-%d", i%7), eventstore.Any, some(1+i%3)...))
			}
			requests = append(requests, to("order-0", eventstore.NoStream, some(1)...)) // is refused
			requests[10].appends[0].Events = marked("cut here", 2)
			l.expect(cut{"cut here", reached})
			var want []uuid.UUID
			for i, a := range batched(t, store, requests...) {
				if i == len(requests)-1 {
					if !errors.Is(a.err, eventstore.ErrWrongRevision) {
						t.Errorf("an append that had to be refused: %+v, error %v", a.appended, a.err)
					}
					continue
				}
				if a.err != nil {
					t.Errorf("append %d: %v", i, a.err)
				}
				want = append(want, idsOf(requests[i].events())...)
			}
			if l.made() != 1 {
				t.Error("nothing was cut")
			}
			wantIDs(t, "the log", idsOf(wholeLog(t, store)[2:]), want)
		})
	}
}

// TestCutInTheMiddleOfABulk: the outcome is reported as unknown.
func TestCutInTheMiddleOfABulk(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cut     cut
		unknown bool
		stored  bool
	}{{cut{commit, all}, true, true}, {cut{commit, none}, true, false}, {cut{"UPDATE log_head", none}, false, false}} {
		t.Run(fmt.Sprint(c.cut), func(t *testing.T) {
			t.Parallel()
			var l lines
			store := open(t, database(t, l.option()), Options{})
			events := elsewhere(50)
			l.expect(c.cut)
			_, err := store.AppendBulk(t.Context(), 0, events)
			if err == nil || errors.Is(err, eventstore.ErrUnknownOutcome) != c.unknown {
				t.Errorf("answered %v", err)
			}
			log := wholeLog(t, store)
			if stored := len(log) == 50; stored != c.stored || !stored && len(log) != 0 {
				t.Errorf("the log has %d events", len(log))
			}
			if !c.stored {
				if _, err := store.AppendBulk(t.Context(), 0, events); err != nil {
					t.Errorf("once more: %v", err)
				}
			}
			wantIDs(t, "the log", idsOf(wholeLog(t, store)), idsOf(events))
		})
	}
}

// TestBulkWakesItsOwnProcess: local subscribers get the events, although the tail lacks them.
func TestBulkWakesItsOwnProcess(t *testing.T) {
	t.Parallel()
	store := open(t, database(t), Options{PollInterval: time.Hour})
	await(t, "the listener", func() bool {
		return store.wake.wait().foreign > 0
	})
	sub := subscribe(t, store, 0, eventstore.Filter{})
	events := elsewhere(20)
	at := mustAppend(t, store, "first-1", eventstore.NoStream, some(1)...)
	follow(t, sub, at.Position)
	if _, err := sub.read(t.Context(), store.wake.wait()); err != nil { // the look after which it lives on memory alone
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := store.AppendBulk(t.Context(), at.Position, events)
		done <- err
	}()
	wantIDs(t, "seen", idsOf(follow(t, sub, 21)), idsOf(events))
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}
