package esdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/internal/lru"
)

// Options of a Store. The zero value will do.
type Options struct {
	Logger *slog.Logger
	Clock  func() time.Time
	// Observer is told of appends and subscriptions; nobody by default. Locks and batches are the server's, so it is not told of them.
	Observer eventstore.Observer
	// Patience is the time that a server may lack the newest event that was seen before the log counts as lost; 15 s by default. Meanwhile a
	// node that is behind catches up, or a cluster finds its leader, and nothing is appended.
	Patience time.Duration
}

// DefaultPatience is longer than an election and the delay of a follower.
const DefaultPatience = 15 * time.Second

// Store is the log on a server. Make it with Open.
type Store struct {
	connection *connection
	options    Options
	logID      string
	feed       *feed
	memory     memory
	streams    lru.Cache[string, *followed]
	appended   atomic.Bool // something that no link covers yet
	stop       context.CancelFunc
	running    sync.WaitGroup
}

var _ eventstore.LinkedStore = (*Store)(nil)

// The streams of the store itself. Readers of the log do not see them, and callers cannot append to their category.
const (
	ownCategory    = "eventlog"
	identityStream = ownCategory + "-identity"
)

// followedStreams is the number of streams whose IDs are kept in memory.
const followedStreams = 4096

// Open connects to the server of a URL; see Schemes. The first process that opens a log gives it its ID.
func Open(ctx context.Context, url string, options Options) (*Store, error) {
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	if options.Observer == nil {
		options.Observer = eventstore.Unobserved{}
	}
	if options.Clock == nil {
		options.Clock = time.Now
	}
	if options.Patience == 0 {
		options.Patience = DefaultPatience
	}
	connected, err := connect(url, options.Logger)
	if err != nil {
		return nil, err
	}
	s := &Store{
		connection: connected, options: options, memory: memory{signal: make(chan struct{})},
		streams: lru.New[string, *followed](followedStreams),
	}
	if err := s.begin(ctx); err != nil {
		connected.close()
		return nil, fmt.Errorf("open the event store: %w", err)
	}
	return s, nil
}

func (s *Store) begin(ctx context.Context) error {
	if err := s.identify(ctx); err != nil {
		return err
	}
	head, err := s.readHead(ctx, 0)
	if err != nil {
		return err
	}
	s.feed = newFeed(head)
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	s.running.Go(func() { s.follow(background) })
	s.running.Go(func() { s.link(background) })
	return nil
}

// identity is the only event of its stream.
type identity struct {
	ID uuid.UUID `json:"id"`
}

// identify reads the ID of the log, and gives it one if it has none.
func (s *Store) identify(ctx context.Context) error {
	for range 2 {
		events, err := s.readStream(ctx, identityStream, 0, eventstore.Forwards, 1)
		if err != nil {
			return err
		}
		if len(events) == 1 {
			var known identity
			if err := json.Unmarshal(events[0].Data, &known); err != nil || known.ID == uuid.Nil {
				return fmt.Errorf("stream %s does not name the log", identityStream)
			}
			s.logID = known.ID.String()
			return nil
		}
		named, err := ownEvent("LogNamed", identity{uuid.New()}, s.options.Clock())
		if err != nil {
			return err
		}
		if _, err := s.send(ctx, identityStream, -1, []eventstore.NewEvent{named}, nil); err != nil && !errors.Is(err, errWrong) {
			return err
		}
	}
	return fmt.Errorf("stream %s cannot be read after it was written", identityStream)
}

// ownEvent makes an event of the store itself.
func ownEvent(eventType string, data any, at time.Time) (eventstore.NewEvent, error) {
	encoded, err := json.Marshal(data)
	if err != nil {
		return eventstore.NewEvent{}, err
	}
	metadata, err := json.Marshal(eventstore.Metadata{Actor: eventstore.Actor{Kind: "system", Name: "event store"}, OccurredAt: at.UTC()})
	return eventstore.NewEvent{ID: uuid.New(), Type: eventType, SchemaVersion: 1, Data: encoded, Metadata: metadata}, err
}

// Close ends subscriptions and lets go of the server. Appends under way are finished.
func (s *Store) Close() {
	s.stop()
	s.running.Wait()
	s.feed.close()
	s.connection.close()
}

// LogID returns the ID of this log.
func (s *Store) LogID() string { return s.logID }

// Capabilities returns none: see the package documentation.
func (s *Store) Capabilities() eventstore.Capabilities { return eventstore.Capabilities{} }

// Head returns the position of the newest event that is not the store's own or the server's.
func (s *Store) Head(ctx context.Context) (eventstore.Position, error) {
	head, err := s.readHead(ctx, s.feed.newest())
	if err != nil {
		return 0, fmt.Errorf("read the head of the log: %w", err)
	}
	s.feed.noteEvent(head)
	return head, nil
}

// headPage is the number of events that the first read from the end of the log looks at for the newest one.
const headPage = 16

// readHead returns the position of the newest event. known is the position of an event that was seen; the search ends there.
func (s *Store) readHead(ctx context.Context, known eventstore.Position) (eventstore.Position, error) {
	for at, count := eventstore.Position(eventstore.End), uint64(headPage); ; count = min(4*count, maxRead) {
		events, page, err := s.page(byLeader(ctx), at, eventstore.Backwards, count)
		if err != nil {
			return 0, err
		}
		if len(events) > 0 {
			return max(events[0].Position, known), nil
		}
		if page.End || page.Next <= known {
			return known, nil
		}
		at = page.Next
	}
}

// visible tells whether an event belongs to the log as its readers see it.
func visible(r *eventstore.Recorded) bool {
	return !strings.HasPrefix(r.Type, "$") && !strings.HasPrefix(r.Stream, "$") && r.Category() != ownCategory
}
