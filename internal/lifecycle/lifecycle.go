// Package lifecycle starts and stops the parts of a program.
package lifecycle

import (
	"context"
	"sync"
)

// Part is something that runs until it is stopped. Start returns when later parts may rely on it. Stop waits until it has ended;
// it may be called after a Start that failed.
type Part interface {
	Start(ctx context.Context) error
	Stop()
}

// Step is a part that has ended when its Start returns.
type Step func(ctx context.Context) error

// Start does it.
func (s Step) Start(ctx context.Context) error { return s(ctx) }

// Stop has nothing to stop.
func (Step) Stop() {}

// Background is a part that runs a function until its context ends.
type Background struct {
	Run     func(ctx context.Context)
	cancel  context.CancelFunc
	running sync.WaitGroup
}

// Start runs the function.
func (b *Background) Start(ctx context.Context) error {
	ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
	b.running.Go(func() { b.Run(ctx) })
	return nil
}

// Stop ends the function's context and waits.
func (b *Background) Stop() {
	b.cancel()
	b.running.Wait()
}

// Closer is a part that has started already.
type Closer func()

// Start has nothing to start.
func (Closer) Start(context.Context) error { return nil }

// Stop closes it.
func (c Closer) Stop() { c() }
