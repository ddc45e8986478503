package http

import (
	"context"
	"sync"
	"time"
)

// deadline is a context whose timer starts at the first call of Done. Most requests are answered from memory and never wait. Call end when
// the request is over.
type deadline struct {
	context.Context
	at time.Time

	mu     sync.Mutex
	timed  context.Context // nil until Done is called
	cancel context.CancelFunc
	ended  bool
}

// Deadline returns the request's deadline, or the parent's if that is sooner.
func (d *deadline) Deadline() (time.Time, bool) {
	if sooner, ok := d.Context.Deadline(); ok && sooner.Before(d.at) {
		return sooner, true
	}
	return d.at, true
}

// Done starts the timer.
func (d *deadline) Done() <-chan struct{} { return d.start().Done() }

func (d *deadline) start() context.Context {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timed == nil {
		d.timed, d.cancel = context.WithDeadline(d.Context, d.at)
		if d.ended {
			d.cancel()
		}
	}
	return d.timed
}

// Err returns why the request ended, or nil while it runs.
func (d *deadline) Err() error {
	d.mu.Lock()
	timed, ended := d.timed, d.ended
	d.mu.Unlock()
	switch {
	case timed != nil:
		return timed.Err()
	case d.Context.Err() != nil:
		return d.Context.Err()
	case ended:
		return context.Canceled
	case !time.Now().Before(d.at):
		return context.DeadlineExceeded
	}
	return nil
}

// end cancels everything that still waits.
func (d *deadline) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ended = true
	if d.cancel != nil {
		d.cancel()
	}
}
