package postgres

import (
	"context"
	"errors"
	"sync"
	"time"

	"tradelog/eventstore"
	"tradelog/internal/dedicated"
	"tradelog/internal/wait"
)

// channel is where instances wake each other.
const channel = "tradelog_log"

// broadcast wakes everybody who waits on the channel it hands out.
type broadcast struct {
	mu      sync.Mutex
	ch      chan struct{}
	foreign uint64 // how often another instance may have appended
	closed  bool
	publish chan struct{}
}

func newBroadcast() *broadcast {
	return &broadcast{ch: make(chan struct{}), publish: make(chan struct{}, 1)}
}

// wait returns what to wait on, how often other instances have been heard of, and whether the store is closed. Ask before
// looking at the log, so that nothing that happens after the look is slept through.
func (b *broadcast) wait() (woken <-chan struct{}, foreign uint64, closed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ch, b.foreign, b.closed
}

func (b *broadcast) wakeAll(change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
	close(b.ch)
	b.ch = make(chan struct{})
}

// local wakes this process after an append of its own and asks the notifier to wake the others.
func (b *broadcast) local() {
	b.wakeAll(func() {})
	select {
	case b.publish <- struct{}{}:
	default:
	}
}

// other wakes this process because another instance may have appended.
func (b *broadcast) other() { b.wakeAll(func() { b.foreign++ }) }

func (b *broadcast) close() { b.wakeAll(func() { b.closed = true }) }

// notify wakes other instances after appends of this one. It runs beside the appender, since a transaction that notifies
// takes a lock of the whole database at commit; many appends make one notification. It stops when the appender has, and
// what is still to be told then is told.
func (s *Store) notify(ctx context.Context) {
	for {
		select {
		case <-s.wake.publish:
		case <-ctx.Done():
			select {
			case <-s.wake.publish:
			default:
				return
			}
		}
		telling, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		// Losing one is no harm: the others poll. The text says who appended, so that we need not listen to ourselves.
		if _, err := s.pool.Exec(telling, `SELECT pg_notify($1, $2)`, channel, s.instance); err != nil && ctx.Err() == nil {
			s.options.Logger.Warn("notify other instances", "error", err)
		}
		cancel()
		wait.For(ctx, notifyPause)
	}
}

// notifyPause is between two notifications at least: with load there would be one for every commit, and each wakes every
// instance, this one too.
const notifyPause = 3 * time.Millisecond

// listen wakes local subscribers when another instance has appended.
func (s *Store) listen(ctx context.Context) {
	for ctx.Err() == nil {
		err := s.listenOnce(ctx)
		if errors.Is(err, eventstore.ErrLogLost) {
			return
		}
		if err != nil && ctx.Err() == nil {
			s.options.Logger.Warn("listening for other instances was interrupted; polling meanwhile", "error", err)
			wait.For(ctx, s.options.PollInterval)
		}
	}
}

func (s *Store) listenOnce(ctx context.Context) error {
	conn, err := dedicated.Listen(ctx, s.pool, "tradelog listener", channel)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	s.wake.other() // whatever was committed before the LISTEN took effect
	for {
		if err := s.look(ctx, conn); err != nil {
			return err
		}
		err := dedicated.Receive(ctx, conn, s.options.PollInterval, func(instance string) bool {
			if instance != s.instance {
				s.wake.other()
			}
			return false
		})
		if err != nil {
			return err
		}
	}
}
