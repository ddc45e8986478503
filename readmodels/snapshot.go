package readmodels

import (
	"context"
	"sync"

	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Snapshot keeps a value while the versions of its scopes stand. Make it with NewSnapshot.
type Snapshot[T any] struct {
	reader *Reader
	scopes []scopes.Scope
	load   func(ctx context.Context, from Source) (T, error)

	mu     sync.RWMutex
	value  T
	vector freshness.Vector
}

// NewSnapshot makes a snapshot of the value that load reads from rows of the scopes.
func NewSnapshot[T any](r *Reader, load func(ctx context.Context, from Source) (T, error), of ...scopes.Scope) *Snapshot[T] {
	return &Snapshot[T]{reader: r, scopes: of, load: load}
}

// Get returns the value, and records the read. Only one call at a time reads it again.
func (s *Snapshot[T]) Get(ctx context.Context) (T, error) {
	var none T
	reading := freshness.ReadingFrom(ctx)
	if err := reading.Begin(ctx, s.scopes); err != nil {
		return none, err
	}
	value, vector, err := s.At(ctx)
	if err != nil {
		return none, err
	}
	reading.Add(s.scopes, vector)
	return value, nil
}

// At returns the value and the versions at which it was read. They are not valid if they were not known.
func (s *Snapshot[T]) At(ctx context.Context) (value T, vector freshness.Vector, err error) {
	s.mu.RLock()
	value, vector = s.value, s.vector
	s.mu.RUnlock()
	if vector.Valid() && s.reader.tracker.Stand(s.scopes, vector) {
		return value, vector, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.vector.Valid() && s.reader.tracker.Stand(s.scopes, s.vector) {
		return s.value, s.vector, nil
	}
	var none T
	// The versions first: if something changes while we read, they are older than the rows, and the next call reads again.
	vector, err = s.reader.versions(ctx, s.scopes)
	if err != nil {
		return none, vector, err
	}
	value, err = s.load(ctx, s.reader.recorded(ctx, s.scopes, vector))
	if err != nil {
		return none, vector, err
	}
	s.value, s.vector = value, vector
	return value, vector, nil
}
