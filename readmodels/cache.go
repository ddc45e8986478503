package readmodels

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"

	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// cache remembers values by name, each while the version it was read at stands.
type cache[T any] struct {
	memory *lru.Cache[string, keptValue[T]]
}

type keptValue[T any] struct {
	value  T
	vector freshness.Vector
}

func newCache[T any](size int) cache[T] {
	memory, err := lru.New[string, keptValue[T]](size)
	if err != nil {
		panic(err)
	}
	return cache[T]{memory}
}

func (k cache[T]) get(ctx context.Context, r *Reader, name string, scope scopes.Scope, load func() (T, error)) (T, error) {
	of := []scopes.Scope{scope}
	if had, ok := k.memory.Get(name); ok && r.tracker.Stand(of, had.vector) {
		return had.value, nil
	}
	vector, err := r.Versions(ctx, of)
	if err != nil {
		var none T
		return none, err
	}
	value, err := load()
	if err == nil && vector.Valid() {
		k.memory.Add(name, keptValue[T]{value, vector})
	}
	return value, err
}
