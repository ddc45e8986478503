package esdb

import (
	"context"
	"errors"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"tradelog/eventstore"
)

// feed holds the newest events of the log. One subscription to the server fills it for all subscribers of the process.
type feed struct {
	mu     sync.Mutex
	recent eventstore.Recent
	// recent has all events after the position from and up to the position to, which may be that of an event of the server.
	from, to eventstore.Position
	last     eventstore.Position // of the newest event that was seen
	known    eventstore.Position // of the newest event that this process knows of, perhaps before the feed has it
	changed  chan struct{}       // closed when something has come
	closed   bool
	stopped  error // why the feed cannot go on; nil while it does, or tries to
}

func newFeed(head eventstore.Position) *feed {
	return &feed{from: head, to: head, last: head, known: head, changed: make(chan struct{})}
}

func (f *feed) change(how func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	how()
	close(f.changed)
	f.changed = make(chan struct{})
}

// add stores events of the log that the server has sent, and the position up to which the server has come.
func (f *feed) add(events []eventstore.Recorded, to eventstore.Position) {
	f.change(func() {
		if n := len(events); n > 0 {
			f.from = max(f.from, f.recent.Add(events))
			f.last = events[n-1].Position
			f.known = max(f.known, f.last)
		}
		f.to = max(f.to, to)
	})
}

func (f *feed) ended() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.closed
}

// stop makes subscriptions fail with an error that the feed cannot pass. Interruptions of the connection do not stop them.
func (f *feed) stop(err error) {
	if errors.Is(err, errExplicit) {
		f.change(func() { f.stopped = err })
	}
}

func (f *feed) close() { f.change(func() { f.closed = true }) }

// noteEvent notes that there is an event at a position.
func (f *feed) noteEvent(at eventstore.Position) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known = max(f.known, at)
}

// newest returns the position of the newest event that was seen.
func (f *feed) newest() eventstore.Position {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

// upTo waits for the event at a position and returns the last n events up to it. It returns nil if the feed does not have them.
func (f *feed) upTo(ctx context.Context, at eventstore.Position, n int) []eventstore.Recorded {
	for {
		f.mu.Lock()
		there, changed, closed := f.to >= at, f.changed, f.closed
		if there {
			defer f.mu.Unlock()
			return f.recent.UpTo(at, n)
		}
		f.mu.Unlock()
		if closed {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		}
	}
}

// news is the state of the feed for one subscriber: the next events, and whether more will come.
type news struct {
	events  []eventstore.Recorded
	to      eventstore.Position
	end     bool            // to is the end of the log, as this process knows it
	tooOld  bool            // the feed does not reach back to the subscriber
	changed <-chan struct{} // closed when there is more
	closed  bool
	stopped error // nothing more comes
}

func (f *feed) after(at eventstore.Position) news {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := news{to: max(at, f.last), tooOld: at < f.from, changed: f.changed, closed: f.closed}
	if n.tooOld || n.closed {
		return n
	}
	if n.events = f.recent.After(at, batchEvents); len(n.events) == batchEvents {
		n.to = n.events[batchEvents-1].Position
	} else if len(n.events) == 0 {
		n.stopped = f.stopped
	}
	n.end = n.to >= f.last && n.to >= f.known
	return n
}

// follow fills the feed until the context ends.
func (s *Store) follow(ctx context.Context) {
	for failures := 0; ctx.Err() == nil; failures++ {
		before := s.feed.newest()
		err := s.look(ctx)
		if errors.Is(err, eventstore.ErrLogLost) {
			return
		}
		if err == nil {
			err = s.followOnce(ctx)
		}
		if ctx.Err() != nil {
			return
		}
		if s.feed.newest() > before {
			failures = 0
		}
		level := s.options.Logger.Warn
		if failures == 0 { // a server that ends a subscription now and then is no news
			level = s.options.Logger.Info
		}
		level("following the event store was interrupted; will try again", "error", err)
		s.feed.stop(err)
		if failures > 0 {
			pause(ctx, failures-1)
		}
	}
}

// searchWindow is the number of events that the server filters between two reports of its position. It leaves out system events, whose
// types begin with a dollar sign.
const searchWindow = 256

func (s *Store) followOnce(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.feed.mu.Lock()
	from := s.feed.to
	s.feed.mu.Unlock()
	return s.connection.use(ctx, func(n *node) error {
		call, err := n.streams.Read(ctx, subscribeRequest(from))
		if err != nil {
			return &failure{err: err}
		}
		arrived, ended := make(chan *streams.ReadResp, batchEvents), make(chan error, 1)
		go func() {
			defer close(arrived)
			ended <- receive(call, func(answer *streams.ReadResp) error {
				select {
				case arrived <- answer:
				case <-ctx.Done():
				}
				return ctx.Err()
			})
		}()
		err = s.take(ctx, from, arrived)
		cancel()
		for range arrived { // until the goroutine has ended
		}
		if dropped := <-ended; err == nil {
			err = dropped
		}
		if err == nil {
			err = errors.New("the server ended the subscription")
		}
		return err
	})
}

// take adds arriving events to the feed, many at once when many have come, until no more arrive.
func (s *Store) take(ctx context.Context, from eventstore.Position, arrived <-chan *streams.ReadResp) error {
	to := from
	for {
		var events []eventstore.Recorded
		var newest *message
		note := func(answer *streams.ReadResp) error {
			if at := answer.GetCheckpoint(); at != nil {
				to = max(to, position(at.GetCommitPosition()))
			}
			m, err := received(answer.GetEvent())
			if m == nil || err != nil {
				return err
			}
			shown := visible(&m.Recorded)
			if shown && m.explicit {
				return explicit(m)
			}
			if m.Position > to {
				if to = m.Position; shown {
					events, newest = append(events, m.Recorded), m
				}
			}
			return nil
		}
		var err error
		more := true
		select {
		case answer, ok := <-arrived:
			if more = ok; ok {
				err = note(answer)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
		open := more
		for more && err == nil && len(events) < batchEvents {
			select {
			case answer, ok := <-arrived:
				if more, open = ok, ok; ok {
					err = note(answer)
				}
			default:
				more = false
			}
		}
		if newest != nil {
			s.see(&newest.Recorded)
		}
		s.feed.add(events, to)
		if err != nil || !open {
			return err
		}
	}
}
