package relay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/internal/wait"
)

// Broker is a message broker that a relay publishes to.
type Broker interface {
	// String names the broker and the destination there, such as the exchange, without credentials.
	String() string
	// Dial connects. The publisher's Publish returns after the broker has stored the messages. Errors contain no credentials.
	Dial() (message.Publisher, error)
	// Topic returns the topic at the broker, such as a subject or a routing key, of messages with this metadata.
	Topic(m message.Metadata) string
}

// Relay publishes a log to a broker.
type Relay struct {
	Name   string // of the checkpoint
	Pool   *pgxpool.Pool
	Store  eventstore.Store
	Codec  *eventstore.Codec
	Broker Broker
	Logger *slog.Logger

	Filter  eventstore.Filter
	Streams []string // names; empty: all streams
	From    Start    // the start of a new relay; one with a checkpoint goes on from it
	// OpenPersonal publishes the personal data of persons who are not forgotten.
	OpenPersonal bool
	// Once ends the relay at the event that is the newest when it starts. An outage is an error then.
	Once bool

	// Poll is the pause between two looks at the lock; 1 s by default.
	Poll time.Duration
	// Retry is the pause after an outage; 1 s by default. Each further pause is twice as long, at most 30 s.
	Retry time.Duration

	at, published atomic.Int64
}

// Start is the position at which a new relay begins. The zero Start is the beginning of the log.
type Start struct {
	after eventstore.Position
	end   bool
}

// ParseStart reads start, end, or the position after which a relay begins.
func ParseStart(text string) (Start, error) {
	switch text {
	case "start":
		return Start{}, nil
	case "end":
		return Start{end: true}, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return Start{}, fault.Invalidf("--from takes start, end or a position, not %.40q", text)
	}
	return Start{after: eventstore.Position(n)}, nil
}

func (s Start) position(head eventstore.Position) (eventstore.Position, error) {
	if s.end {
		return head, nil
	}
	if s.after > head {
		return 0, fault.Invalidf("The log ends at position %d; a relay cannot begin after position %d.", head, s.after)
	}
	return s.after, nil
}

// The longest pauses.
const (
	maxRetry = 30 * time.Second
	// grace is the time that an ending relay waits for confirmations of published messages.
	grace = 15 * time.Second
)

// lanes is the number of events that are published at the same time.
const lanes = 64

// errDone ends a relay that runs once.
var errDone = errors.New("done")

var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$`)

// Check refuses an invalid name, and event types that the log does not know.
func (r *Relay) Check() error {
	if !validName.MatchString(r.Name) {
		return fault.Invalidf("The name of a relay has 1 to 40 letters, digits, dots, dashes or underscores; %.60q is none.", r.Name)
	}
	for _, name := range r.Filter.Types {
		if _, known := r.Codec.Spec(name); !known {
			return fault.Invalidf("There is no event type %.60q; types are named like OrderPlaced.", name)
		}
	}
	for _, stream := range r.Streams {
		if eventstore.CheckStream(stream) != nil {
			return fault.Invalidf("%.60q is no stream; streams are named like order-42.", stream)
		}
	}
	return nil
}

// Run publishes until the context ends, which is no error. It tries again after outages. It fails if trying again is useless: the name
// belongs to another target or log, the log lost events, or it has an event that this version does not know.
func (r *Relay) Run(ctx context.Context) error {
	if r.Poll == 0 {
		r.Poll = time.Second
	}
	if r.Retry == 0 {
		r.Retry = time.Second
	}
	if err := r.Check(); err != nil {
		return err
	}
	for pause := r.Retry; ; pause = min(2*pause, maxRetry) {
		before := r.published.Load()
		err := r.publishLocked(ctx)
		switch {
		case errors.Is(err, errDone) || ctx.Err() != nil && !final(err):
			return nil
		case err != nil && (r.Once || final(err)):
			return err
		}
		if r.published.Load() > before {
			pause = r.Retry
		}
		r.Logger.Warn("the relay is interrupted; it will try again", "relay", r.Name, "to", r.Broker.String(), "in", pause, "error", err)
		wait.For(ctx, pause)
	}
}

// final reports whether trying again cannot help against an error.
func final(err error) bool {
	_, refused := fault.As(err)
	return refused || errors.Is(err, eventstore.ErrLogLost) || errors.Is(err, eventstore.ErrGap) ||
		errors.Is(err, eventstore.ErrUnknownEvent) || errors.Is(err, eventstore.ErrNoPosition)
}

// Published returns the position up to which everything is published, and how many events this process has published.
func (r *Relay) Published() (at eventstore.Position, events int64) {
	return eventstore.Position(r.at.Load()), r.published.Load()
}

// publishLocked publishes while it has the lock, the broker and the database.
func (r *Relay) publishLocked(ctx context.Context) error {
	l, err := r.acquire(ctx)
	if err != nil {
		return err
	}
	defer l.release(ctx)
	at, err := l.begin(ctx, r)
	if err != nil {
		return err
	}
	r.at.Store(int64(at))
	end, err := r.Store.Head(ctx)
	if err != nil {
		return err
	}
	running, stop := context.WithCancelCause(ctx)
	var beating sync.WaitGroup
	defer beating.Wait()
	defer stop(nil)
	mark := &mark{lease: l, stored: at, seen: at}
	beating.Go(func() { stop(mark.keep(running, r.Poll)) })
	publisher, err := r.Broker.Dial()
	if err != nil {
		return err
	}
	defer closeSoon(publisher)
	r.Logger.Info("publishing the log", "relay", r.Name, "to", r.Broker.String(), "after", at, "end", end)
	err = r.pump(running, publisher, mark, end)
	if cause := context.Cause(running); cause != nil && ctx.Err() == nil && !errors.Is(cause, context.Canceled) {
		return fmt.Errorf("the lock of the relay is lost: %w", cause)
	}
	return err
}

// pump publishes batches of the subscription. It returns errDone at the end if the relay runs once.
func (r *Relay) pump(ctx context.Context, publisher message.Publisher, mark *mark, end eventstore.Position) error {
	at, filter := mark.seen, r.Filter
	if len(filter.Categories) == 0 {
		for _, stream := range r.Streams {
			filter.Categories = append(filter.Categories, domain.Category(stream))
		}
	}
	subscription, err := r.Store.Subscribe(ctx, at, filter)
	if err != nil {
		return err
	}
	defer subscription.Close()
	for !r.Once || at < end {
		batch, err := subscription.Next(ctx)
		if err != nil {
			return err
		}
		if len(r.Streams) > 0 {
			batch.Events = slices.DeleteFunc(slices.Clone(batch.Events),
				func(e eventstore.Recorded) bool { return !slices.Contains(r.Streams, e.Stream) })
		}
		confirmed, failed := r.publish(ctx, publisher, batch)
		if confirmed > at {
			at = confirmed
			r.at.Store(int64(at))
			// Positions of events that are left out need no statement each.
			if err := mark.move(ctx, at, len(batch.Events) > 0); err != nil {
				return errors.Join(failed, err)
			}
		}
		if failed != nil {
			return failed
		}
	}
	if err := mark.move(ctx, at, true); err != nil {
		return err
	}
	return errDone
}

// publish publishes the events of a batch. It returns the position up to which the broker has confirmed everything, 0 if not even the
// first event.
func (r *Relay) publish(ctx context.Context, publisher message.Publisher, batch eventstore.Batch) (eventstore.Position, error) {
	if len(batch.Events) == 0 {
		return batch.Position, nil
	}
	shown, err := r.Codec.Disclose(ctx, batch.Events, r.OpenPersonal)
	if err != nil {
		return 0, err
	}
	queues := map[uint32][]int{}
	messages := make([]*message.Message, len(batch.Events))
	for i, e := range batch.Events {
		if messages[i], err = r.message(e, shown[i]); err != nil {
			return 0, err
		}
		lane := laneOf(e.Stream)
		queues[lane] = append(queues[lane], i)
	}
	confirmed := make([]atomic.Bool, len(messages))
	going, halt := context.WithCancelCause(ctx)
	defer halt(nil)
	var group sync.WaitGroup
	for _, queue := range queues {
		group.Go(func() {
			for _, i := range queue {
				if going.Err() != nil {
					return
				}
				if err := publisher.Publish(r.Broker.Topic(messages[i].Metadata), messages[i]); err != nil {
					e := &batch.Events[i]
					halt(fmt.Errorf("publish %s of %s at position %d (%d bytes): %w", e.Type, e.Stream, e.Position, len(messages[i].Payload), err))
					return
				}
				confirmed[i].Store(true)
				r.published.Add(1)
			}
		})
	}
	finished := make(chan struct{})
	go func() {
		group.Wait()
		close(finished)
	}()
	select {
	case <-finished:
	case <-ctx.Done():
		wait.Until(context.WithoutCancel(ctx), grace, finished) // closing the publisher ends publications under way
	}
	last := eventstore.Position(0)
	for i := range confirmed {
		if !confirmed[i].Load() {
			if err := context.Cause(going); err != nil {
				return last, err
			}
			return last, errors.New("the broker did not confirm in time")
		}
		last = batch.Events[i].Position
	}
	return batch.Position, nil
}

// laneOf spreads streams over lanes (FNV-1a).
func laneOf(stream string) uint32 {
	h := uint32(2166136261)
	for i := range len(stream) {
		h = (h ^ uint32(stream[i])) * 16777619
	}
	return h % lanes
}

// closeSoon closes a publisher, but does not wait forever for a broker that does not answer.
func closeSoon(publisher message.Publisher) {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = publisher.Close()
	}()
	wait.Until(context.Background(), grace, closed)
}

// mark is the checkpoint of a turn.
type mark struct {
	mu           sync.Mutex
	lease        *lease
	stored, seen eventstore.Position
}

// move moves the checkpoint. It is stored now, or at the next check of the lock.
func (m *mark) move(ctx context.Context, at eventstore.Position, now bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = at
	if !now {
		return nil
	}
	return m.storeLocked(ctx)
}

func (m *mark) storeLocked(ctx context.Context) error {
	if m.seen == m.stored {
		return nil
	}
	if err := m.lease.store(ctx, m.seen); err != nil {
		return err
	}
	m.stored = m.seen
	return nil
}

// keep checks the lock and stores the checkpoint until the context ends. It fails when the lock is lost.
func (m *mark) keep(ctx context.Context, pause time.Duration) error {
	for {
		wait.For(ctx, pause)
		if ctx.Err() != nil {
			m.mu.Lock()
			defer m.mu.Unlock()
			return m.storeLocked(ctx)
		}
		if err := m.look(ctx); err != nil {
			return err
		}
	}
}

func (m *mark) look(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.seen > m.stored {
		return m.storeLocked(ctx)
	}
	return m.lease.alive(ctx)
}
