package monitoring

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"tradelog/internal/wait"
)

// Work is a task of exactly one instance at a time, the one that holds its advisory lock.
type Work struct {
	Role    string
	Purpose string
	Owned   func(ctx context.Context) (bool, error)
}

// Owners finds works that no running instance does.
type Owners struct {
	logger *slog.Logger
	works  []Work

	mu      sync.Mutex
	missing []string
}

// NewOwners makes the owners of works. Watch keeps them up to date.
func NewOwners(logger *slog.Logger, works []Work) *Owners {
	return &Owners{logger: logger, works: works}
}

// Missing lists the roles that no running instance has had for longer than a takeover lasts.
func (o *Owners) Missing() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.missing)
}

// A role counts as missing after four checks in a row, because a takeover lasts less than 5 s.
const (
	ownersEvery = 2 * time.Second
	ownersLooks = 4
)

// Watch logs when no instance does some work, and when one does it again.
func (o *Owners) Watch(ctx context.Context) {
	looks := map[string]int{}
	for ; ctx.Err() == nil; wait.For(ctx, ownersEvery) {
		var none []string
		for _, w := range o.works {
			owned, err := w.Owned(ctx)
			if err != nil {
				continue // the database is away; the log has that from elsewhere
			}
			was := looks[w.Role] >= ownersLooks
			if looks[w.Role]++; owned {
				looks[w.Role] = 0
			}
			if looks[w.Role] >= ownersLooks {
				none = append(none, w.Role)
			}
			switch {
			case was && owned:
				o.logger.Info("an instance has taken over what was left undone", "role", w.Role)
			case looks[w.Role] == ownersLooks:
				o.logger.Warn(fmt.Sprintf("no running instance runs %s. Start one with --role %s or --role all", w.Purpose, w.Role))
			}
		}
		o.mu.Lock()
		o.missing = none
		o.mu.Unlock()
	}
}
