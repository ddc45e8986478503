package freshness

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// Reading records the dependencies of an answer while the answer is read. Readers find it in the context. Several goroutines may use it,
// and a nil Reading records nothing.
type Reading struct {
	wait func(ctx context.Context, projector string) error

	mu         sync.Mutex
	scopes     []Scope
	at         Vector // of scopes
	projectors []string
	unknown    bool
}

// NewReading makes a reading. wait is called before the first rows of each projector are read.
func NewReading(wait func(ctx context.Context, projector string) error) *Reading {
	return &Reading{wait: wait}
}

type readingKey struct{}

// WithReading puts a reading into the context.
func WithReading(ctx context.Context, r *Reading) context.Context {
	return context.WithValue(ctx, readingKey{}, r)
}

// ReadingFrom returns the reading of a context, nil if there is none.
func ReadingFrom(ctx context.Context) *Reading {
	r, _ := ctx.Value(readingKey{}).(*Reading)
	return r
}

// Begin waits for the projectors of some scopes, which are about to be read.
func (r *Reading) Begin(ctx context.Context, of []Scope) error {
	if r == nil {
		return nil
	}
	for _, s := range of {
		if err := r.BeginOn(ctx, s.Projector); err != nil {
			return err
		}
	}
	return nil
}

// BeginOn is Begin for rows of a projector that never change once they exist. An answer with such rows depends on no scope of theirs.
func (r *Reading) BeginOn(ctx context.Context, projector string) error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	begun := slices.Contains(r.projectors, projector)
	r.mu.Unlock()
	if begun {
		return nil
	}
	if err := r.wait(ctx, projector); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.projectors, projector) {
		r.projectors = append(r.projectors, projector)
	}
	return nil
}

// Add records scopes with their versions, as they were before the rows were read. Of a scope that is read twice the first version counts.
func (r *Reading) Add(of []Scope, at Vector) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !at.Valid() || len(r.scopes) > 0 && r.at.epoch != at.epoch {
		r.unknown = true
		return
	}
	r.at.epoch = at.epoch
	for i, s := range of {
		if !slices.Contains(r.at.keys, at.keys[i]) {
			r.scopes, r.at.keys, r.at.versions = append(r.scopes, s), append(r.at.keys, at.keys[i]), append(r.at.versions, at.versions[i])
		}
	}
}

// Unknown records a read of rows that no scope names. An answer made of them is not cached.
func (r *Reading) Unknown() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unknown = true
}

// Made returns the projectors and the scopes that were read, and the versions of the scopes. The versions are not valid if anything of
// unknown version was read.
func (r *Reading) Made() (projectors []string, of []Scope, at Vector) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.unknown && len(r.scopes) > 0 {
		at = Vector{epoch: r.at.epoch, keys: r.at.keys, versions: r.at.versions, stood: new(atomic.Uint64)}
	}
	return r.projectors, r.scopes, at
}
