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

// channel is the notification channel on which instances wake each other.
const channel = "tradelog_log"

// broadcast wakes all waiters.
type broadcast struct {
	mu      sync.Mutex
	ch      chan struct{}
	foreign uint64 // counts wake-ups by other instances
	wakes   uint64 // counts all wake-ups
	closed  bool
	publish chan struct{}
}

func newBroadcast() *broadcast {
	return &broadcast{ch: make(chan struct{}), publish: make(chan struct{}, 1)}
}

// woken is a snapshot of the wake-ups of a broadcast.
type woken struct {
	next    <-chan struct{} // closed by the next one
	foreign uint64          // the number of wake-ups by other instances
	all     uint64          // the number of all wake-ups
	closed  bool            // the store is closed
}

// wait returns a snapshot of the wake-ups. Call it before reading the log, so that no later append is missed.
func (b *broadcast) wait() woken {
	b.mu.Lock()
	defer b.mu.Unlock()
	return woken{b.ch, b.foreign, b.wakes, b.closed}
}

func (b *broadcast) wakeAll(change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
	b.wakes++
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

// wakeForeign wakes this process because another instance may have appended.
func (b *broadcast) wakeForeign() { b.wakeAll(func() { b.foreign++ }) }

func (b *broadcast) close() { b.wakeAll(func() { b.closed = true }) }

// notify wakes other instances after appends of this one. It runs beside the appender, because a transaction that notifies locks
// the whole database at commit. One notification covers many appends. It stops after the appender, when the last notification is
// sent.
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
		// A lost notification does no harm: the others poll. The payload names the sender, so that it can ignore its own.
		if _, err := s.pool.Exec(telling, `SELECT pg_notify($1, $2)`, channel, s.instance); err != nil && ctx.Err() == nil {
			s.options.Logger.Warn("notify other instances", "error", err)
		}
		cancel()
		pause := notifyPause
		if s.options.Alone() {
			pause = alonePause
		}
		wait.For(ctx, pause)
	}
}

// notifyPause is the least time between two notifications. Each wakes every instance, and under load there would be one for every
// commit. alonePause is that while there seems to be no other instance.
const (
	notifyPause = 3 * time.Millisecond
	alonePause  = 100 * time.Millisecond
)

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
	s.wake.wakeForeign() // covers what was committed before the LISTEN took effect
	for {
		if err := s.look(ctx, conn); err != nil {
			return err
		}
		err := dedicated.Receive(ctx, conn, s.options.PollInterval, func(instance string) bool {
			if instance != s.instance {
				s.wake.wakeForeign()
			}
			return false
		})
		if err != nil {
			return err
		}
	}
}
