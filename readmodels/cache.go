package readmodels

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"

	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// cache remembers values, each while the version it was read at stands.
type cache[K comparable, T any] struct {
	memory *lru.Cache[K, cacheEntry[T]]
}

type cacheEntry[T any] struct {
	value  T
	vector freshness.Vector
}

func newCache[K comparable, T any](size int) cache[K, T] {
	memory, err := lru.New[K, cacheEntry[T]](size)
	if err != nil {
		panic(err)
	}
	return cache[K, T]{memory}
}

func (k cache[K, T]) get(ctx context.Context, r *Reader, key K, scope scopes.Scope, load func(Source) (T, error)) (T, error) {
	had, known := k.memory.Get(key)
	found, fresh, err := cached(ctx, r, []scopes.Scope{scope}, had, known, load)
	if fresh {
		k.memory.Add(key, found)
	}
	return found.value, err
}
