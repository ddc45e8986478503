package postgres

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
)

// Options of a Store.
type Options struct {
	// Clock gives recorded_at; time.Now by default.
	Clock  func() time.Time
	Logger *slog.Logger
	// PollInterval is the interval at which a waiting subscriber queries without a notification. 1 s by default.
	PollInterval time.Duration
	// AppendTimeout bounds one attempt to store a batch, and how long this process can lock the head of the log. Up to four
	// fifths of it may be spent waiting for the lock. 5 s by default.
	AppendTimeout time.Duration
	// Observer is told of appends and subscriptions; nobody by default.
	Observer eventstore.Observer
	// Alone tells whether there seems to be no other instance. Others are then told of many appends together, and find them by themselves at
	// their start. Nil: there may be others.
	Alone func() bool
	// OpenStorage opens the storage of the archive with the contents of dropped events. Without it they cannot be read.
	OpenStorage StorageOpener
}

// Store is the event log in one PostgreSQL database. Make it with Open.
type Store struct {
	pool     *pgxpool.Pool
	options  Options
	logID    string
	instance string // distinguishes the notifications of this instance
	appender *appender
	tail     *tail
	news     news
	wake     *broadcast
	turn     chan struct{} // held by the caller that appends in turn
	memory   memory
	archived archived
	stop     context.CancelFunc
	writing  sync.WaitGroup // the appender
	running  sync.WaitGroup // notifier and listener
}

var (
	_ eventstore.SealedStore     = (*Store)(nil)
	_ eventstore.TurnTaker       = (*Store)(nil)
	_ eventstore.StreamsAppender = (*Store)(nil)
)

// Open starts the log on a migrated database. Close it to stop the appender; the pool stays the caller's.
func Open(ctx context.Context, pool *pgxpool.Pool, options Options) (*Store, error) {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	if options.Alone == nil {
		options.Alone = func() bool { return false }
	}
	if options.PollInterval == 0 {
		options.PollInterval = time.Second
	}
	if options.AppendTimeout == 0 {
		options.AppendTimeout = 5 * time.Second
	}
	if options.Observer == nil {
		options.Observer = eventstore.Unobserved{}
	}
	s := &Store{
		pool: pool, options: options, instance: rand.Text(), tail: newTail(), wake: newBroadcast(), turn: make(chan struct{}, 1),
		memory: memory{signal: make(chan struct{})},
	}
	if err := pool.QueryRow(ctx, `SELECT log_id::text FROM log_head`).Scan(&s.logID); err != nil {
		return nil, fmt.Errorf("event log: read head (is the database migrated?): %w", err)
	}
	background, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.appender = newAppender(s)
	s.writing.Go(func() { s.appender.run(background) })
	s.running.Go(func() { s.notify(background) })
	s.running.Go(func() { s.listen(background) })
	return s, nil
}

// Close stops the appender after the accepted appends and ends all subscriptions. A second call does nothing.
func (s *Store) Close() {
	s.appender.close()
	s.writing.Wait()
	s.stop()
	s.running.Wait()
	s.wake.close()
}

// LogID returns the ID of this log.
func (s *Store) LogID() string { return s.logID }

// Capabilities returns all that the port knows.
func (s *Store) Capabilities() eventstore.Capabilities {
	return eventstore.Capabilities{DensePositions: true, Sealed: true, UniqueIDs: true, OrderedTimes: true, Turns: true,
		Streams: true}
}

// Head returns the position of the newest event.
func (s *Store) Head(ctx context.Context) (eventstore.Position, error) {
	p, _, err := s.HeadSeal(ctx)
	return p, err
}

// HeadSeal returns the position and the seal of the newest event; see eventstore.SealedStore.
func (s *Store) HeadSeal(ctx context.Context) (p eventstore.Position, seal []byte, err error) {
	if err := s.pool.QueryRow(ctx, `SELECT position, seal FROM log_head ORDER BY position DESC LIMIT 1`,
		pgx.QueryExecModeCacheDescribe).Scan(&p, &seal); err != nil {
		return 0, nil, fmt.Errorf("read the head of the log: %w", err)
	}
	return p, seal, nil
}

// Newest returns the mark of the newest event; see eventstore.Log.
func (s *Store) Newest(ctx context.Context) (m eventstore.Mark, err error) {
	m.Position, m.Seal, err = s.HeadSeal(ctx)
	return m, err
}

// Append stores events; see eventstore.Store.
func (s *Store) Append(
	ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.NewEvent,
) (eventstore.Appended, error) {
	if err := eventstore.CheckAppend(stream, events); err != nil {
		return eventstore.Appended{}, err
	}
	results, err := s.submit(ctx, []eventstore.StreamAppend{{Stream: stream, Expected: expected, Events: events}})
	if err != nil {
		return eventstore.Appended{}, err
	}
	return results[0], nil
}

// AppendStreams stores events in several streams; see eventstore.StreamsAppender.
func (s *Store) AppendStreams(ctx context.Context, appends ...eventstore.StreamAppend) ([]eventstore.Appended, error) {
	if err := eventstore.CheckAppends(appends); err != nil {
		return nil, err
	}
	return s.submit(ctx, slices.Clone(appends))
}

// submit has the appender store a request. It copies the events.
func (s *Store) submit(ctx context.Context, appends []eventstore.StreamAppend) ([]eventstore.Appended, error) {
	if err := s.LostEvents(); err != nil {
		return nil, err
	}
	r := &request{appends: appends}
	for i := range appends {
		copied, size := copyEvents(appends[i].Events)
		appends[i].Events, r.size = copied, r.size+size
	}
	began := time.Now()
	results, err := s.appender.submit(ctx, r)
	s.options.Observer.Appended(time.Since(began), err)
	return results, err
}

// copyEvents copies the events. A caller that has given up may reuse its bytes while the appender still works on them, and the
// tail keeps the events longer.
func copyEvents(events []eventstore.NewEvent) (copied []eventstore.NewEvent, size int) {
	for i := range events {
		size += len(events[i].Data) + len(events[i].Metadata)
	}
	all := make([]byte, 0, size)
	keep := func(b []byte) []byte {
		start := len(all)
		all = append(all, b...)
		return all[start:len(all):len(all)]
	}
	copied = slices.Clone(events)
	for i := range copied {
		copied[i].Data, copied[i].Metadata = keep(copied[i].Data), keep(copied[i].Metadata)
	}
	return copied, size
}
