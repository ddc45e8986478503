package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
	"tradelog/internal/dedicated"
	"tradelog/internal/lru"
)

// The bounds of one transaction, so that a huge append does not delay all others. A larger request is stored alone.
const (
	maxBatch      = 1000    // events
	maxBatchBytes = 8 << 20 // of data and metadata
)

// request is one append in the queue of the appender, to one stream or to several.
type request struct {
	ctx     context.Context
	appends []eventstore.StreamAppend
	size    int // bytes of data and metadata
	answer  chan answer
}

type answer struct {
	appended []eventstore.Appended // for each stream
	err      error
}

func (r *request) reply(a []eventstore.Appended, err error) { r.answer <- answer{a, err} }

// count returns the number of events.
func (r *request) count() (n int) {
	for i := range r.appends {
		n += len(r.appends[i].Events)
	}
	return n
}

// appender is the one goroutine of this process that writes to the log.
type appender struct {
	store *Store
	queue chan *request

	closing sync.RWMutex // read-locked while submitting, so that close never races with a send
	closed  bool

	// Owned by the run goroutine:
	conn *pgx.Conn
	// head is the last known state of log_head, or nil if this process did not make the last append it knows of. A
	// compare-and-set in PostgreSQL checks that it is current.
	head *head
	// revisions are the newest revisions of streams. They are valid while head is current.
	revisions lru.Cache[string, eventstore.Revision]
	carry     *request // a request that did not fit into the last batch
}

type head struct {
	position   eventstore.Position
	seal       []byte
	recordedAt time.Time
}

func newAppender(s *Store) *appender {
	return &appender{store: s, queue: make(chan *request, 4*maxBatch), revisions: lru.New[string, eventstore.Revision](50_000)}
}

func (a *appender) submit(ctx context.Context, r *request) ([]eventstore.Appended, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r.ctx, r.answer = ctx, make(chan answer, 1)
	a.closing.RLock()
	if a.closed {
		a.closing.RUnlock()
		return nil, eventstore.ErrClosed
	}
	select {
	case a.queue <- r:
		a.closing.RUnlock()
	case <-ctx.Done():
		a.closing.RUnlock()
		return nil, ctx.Err()
	}
	select {
	case got := <-r.answer:
		return got.appended, got.err
	case <-ctx.Done():
	}
	select {
	case got := <-r.answer: // the answer came at the same moment
		return got.appended, got.err
	default:
		// The batch may be written already.
		return nil, fmt.Errorf("%w: %w", eventstore.ErrUnknownOutcome, ctx.Err())
	}
}

// close takes no more requests; those already queued are stored.
func (a *appender) close() {
	a.closing.Lock()
	defer a.closing.Unlock()
	if !a.closed {
		a.closed = true
		close(a.queue)
	}
}

// isOpen tells whether close was not called yet.
func (a *appender) isOpen() bool {
	a.closing.RLock()
	defer a.closing.RUnlock()
	return !a.closed
}

func (a *appender) run(ctx context.Context) {
	defer func() {
		if a.conn != nil {
			a.conn.Close(context.WithoutCancel(ctx))
		}
	}()
	for {
		batch := a.gather()
		if batch == nil {
			return
		}
		a.storeBatch(context.WithoutCancel(ctx), batch)
	}
}

// gather waits for a request and takes all queued ones, up to the bounds of a batch. It drops requests whose callers have given
// up: they were told that the outcome is unknown.
func (a *appender) gather() []*request {
	var batch []*request
	events, bytes := 0, 0
	add := func(r *request) bool {
		if r.ctx.Err() != nil {
			r.reply(nil, r.ctx.Err())
			return true
		}
		n := r.count()
		if len(batch) > 0 && (events+n > maxBatch || bytes+r.size > maxBatchBytes) {
			a.carry = r
			return false
		}
		batch, events, bytes = append(batch, r), events+n, bytes+r.size
		return true
	}
	if r := a.carry; r != nil {
		a.carry = nil
		add(r)
	}
	for {
		if len(batch) == 0 {
			r, open := <-a.queue
			if !open {
				return nil
			}
			add(r)
			continue
		}
		select {
		case r, open := <-a.queue:
			if !open || !add(r) {
				return batch
			}
		default:
			return batch
		}
	}
}

// storeBatch answers every request of a batch. If the connection is lost, the outcome is unknown, so the batch is tried once more
// on a new connection, where the event IDs show whether it was stored. If the server refuses the data, the batch is halved until
// the request at fault is alone.
func (a *appender) storeBatch(ctx context.Context, batch []*request) {
	done, err := a.optimistic(ctx, batch)
	if !done && err == nil {
		done, err = a.locked(ctx, batch)
	}
	unknown := connectionLost(err)
	if unknown {
		a.forget()
		if done, err = a.locked(ctx, batch); err == nil || errors.Is(err, eventstore.ErrLogLost) {
			unknown = false // the IDs have shown the outcome, or this is not the log of the first attempt
		}
	}
	if done {
		return
	}
	a.forget()
	if refusedByServer(err) && len(batch) > 1 {
		half := len(batch) / 2
		a.storeBatch(ctx, batch[:half])
		a.storeBatch(ctx, batch[half:])
		return
	}
	a.store.options.Logger.Error("append failed", "requests", len(batch), "error", err)
	for _, r := range batch {
		r.reply(nil, a.explain(err, unknown))
	}
}

// explain turns a failure into an error of the port. unknown reports that the outcome of an attempt could not be found out.
func (a *appender) explain(err error, unknown bool) error {
	switch {
	case unknown || connectionLost(err):
		return fmt.Errorf("%w: %w", eventstore.ErrUnknownOutcome, err)
	case refusedByServer(err):
		return fmt.Errorf("%w: %w", eventstore.ErrInvalidEvent, err)
	case lockTimeout(err):
		return fmt.Errorf("append: another transaction has held the head of the log for longer than %s: %w", a.lockTimeout(), err)
	default:
		return fmt.Errorf("append: %w", err)
	}
}

// forget closes the connection and drops the remembered head.
func (a *appender) forget() {
	a.head = nil
	a.revisions.Purge()
	if a.conn != nil {
		closing, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		a.conn.Close(closing)
		a.conn = nil
	}
}

func (a *appender) lockTimeout() time.Duration { return a.store.options.AppendTimeout * 4 / 5 }

// connect opens the connection of the appender. Its timeouts bound how long it can lock the head. A suspended process keeps its
// locks until the server ends its session.
func (a *appender) connect(ctx context.Context) error {
	if a.conn != nil && !a.conn.IsClosed() {
		return nil
	}
	limit := fmt.Sprint(a.store.options.AppendTimeout.Milliseconds())
	opening, cancel := context.WithTimeout(ctx, a.store.options.AppendTimeout)
	defer cancel()
	conn, err := dedicated.Connect(opening, a.store.pool, "tradelog appender", map[string]string{
		"synchronous_commit":                  "on",
		"default_transaction_isolation":       "read committed", // lookUp relies on it
		"enable_seqscan":                      "off",            // log_head is found by its index, see the migration
		"lock_timeout":                        fmt.Sprint(a.lockTimeout().Milliseconds()),
		"statement_timeout":                   limit,
		"idle_in_transaction_session_timeout": limit,
	})
	if err != nil {
		return &notBegun{err}
	}
	a.conn = conn
	return nil
}

// plan assigns numbers and seals to the events of the accepted requests, starting from a head.
func (a *appender) plan(from head, accepted []*placed) ([]eventstore.Recorded, head) {
	at := from
	if now := a.store.options.Clock().UTC().Truncate(time.Microsecond); now.After(at.recordedAt) {
		at.recordedAt = now
	}
	var out []eventstore.Recorded
	for _, p := range accepted {
		for i, e := range p.Events {
			at.position++
			r := eventstore.Recorded{NewEvent: e, Stream: p.Stream, Revision: p.first + eventstore.Revision(i),
				Position: at.position, RecordedAt: at.recordedAt}
			r.Seal = eventstore.Seal(at.seal, &r)
			at.seal = r.Seal
			out = append(out, r)
		}
		n := eventstore.Revision(len(p.Events))
		p.appended = eventstore.Appended{
			First: p.first, Last: p.first + n - 1, Position: at.position, FirstPosition: at.position - eventstore.Position(n) + 1,
			RecordedAt: at.recordedAt,
		}
	}
	return out, at
}

// placed is what a request appends to one stream, with its revisions there. The parts of a request follow each other.
type placed struct {
	*eventstore.StreamAppend
	request  *request
	first    eventstore.Revision
	appended eventstore.Appended
}

// assignRevisions gives each append of a request its revisions behind the newest revisions of the streams.
func assignRevisions(r *request, current map[string]eventstore.Revision) []*placed {
	parts := make([]*placed, len(r.appends))
	for i := range r.appends {
		to := &r.appends[i]
		parts[i] = &placed{StreamAppend: to, request: r, first: current[to.Stream] + 1}
		current[to.Stream] += eventstore.Revision(len(to.Events))
	}
	return parts
}

// committed publishes stored events and answers their requests.
func (a *appender) committed(events []eventstore.Recorded, now head, accepted []*placed) {
	a.head = &now
	requests := 0
	for i, p := range accepted {
		a.revisions.Add(p.Stream, p.appended.Last)
		if i == 0 || accepted[i-1].request != p.request {
			requests++
		}
	}
	if len(events) > 0 {
		a.store.options.Observer.Stored(len(events), requests)
		a.store.tail.add(events)
		a.store.wake.local()
	}
	a.store.see(eventstore.Mark{Position: now.position, Seal: now.seal})
	for len(accepted) > 0 {
		r := accepted[0].request
		answers := make([]eventstore.Appended, len(r.appends))
		for i := range answers {
			answers[i] = accepted[i].appended
		}
		accepted = accepted[len(answers):]
		r.reply(answers, nil)
	}
}
