// Package wait has pauses that end with a context.
package wait

import (
	"context"
	"time"
)

// For returns after d, or when the context ends.
func For(ctx context.Context, d time.Duration) { Until(ctx, d, nil) }

// Until returns after d, when the signal arrives or is closed, or when the context ends.
func Until(ctx context.Context, d time.Duration, signal <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-signal:
	case <-ctx.Done():
	}
}
