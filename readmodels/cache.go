package readmodels

import (
	"context"

	"tradelog/eventstore"
	"tradelog/internal/lru"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Cache remembers values, each while the versions of its scopes stand. Make it with NewCache. Cache is an interface for the same reason as
// lru.Cache.
type Cache[K comparable, T any] interface {
	// Get returns the value of a key whose rows belong to scopes: from memory while their versions stand, or loaded.
	Get(ctx context.Context, key K, load func(ctx context.Context, from Source) (T, error), of ...scopes.Scope) (value T, err error)
	// Several returns values by key, from memory as far as their versions stand. The others are loaded at once. Keys for which load returns
	// no value are missing from the result.
	Several(
		ctx context.Context, keys []K, scope func(K) scopes.Scope,
		load func(ctx context.Context, from Source, missing []K) (map[K]T, error),
	) (map[K]T, error)
	// Learn replaces the value of a key by the one that a projector has just written. at is the position of its event, which is the version of
	// its scope. A key that is not remembered stays so.
	Learn(key K, value T, at eventstore.Position, of scopes.Scope)
}

type cache[K comparable, T any] struct {
	reader *Reader
	memory lru.Cache[K, cacheEntry[T]]
}

type cacheEntry[T any] struct {
	value  T
	vector freshness.Vector
}

// NewCache makes a cache for at most size values. It drops the least recently used ones.
func NewCache[K comparable, T any](r *Reader, size int) Cache[K, T] {
	return &cache[K, T]{r, lru.New[K, cacheEntry[T]](size)}
}

// Get implements Cache.
func (k *cache[K, T]) Get(
	ctx context.Context, key K, load func(ctx context.Context, from Source) (T, error), of ...scopes.Scope,
) (value T, err error) {
	reading := freshness.ReadingFrom(ctx)
	if err := reading.Begin(ctx, of); err != nil {
		return value, err
	}
	if had, known := k.memory.Get(key); known && k.reader.tracker.Stand(of, had.vector) {
		reading.Add(of, had.vector)
		return had.value, nil
	}
	vector, err := k.reader.versions(ctx, of)
	if err != nil {
		return value, err
	}
	reading.Add(of, vector)
	if value, err = load(ctx, k.reader.recorded(ctx, of, vector)); err == nil && vector.Valid() {
		k.memory.Add(key, cacheEntry[T]{value, vector})
	}
	return value, err
}

// Several implements Cache.
func (k *cache[K, T]) Several(
	ctx context.Context, keys []K, scope func(K) scopes.Scope,
	load func(ctx context.Context, from Source, missing []K) (map[K]T, error),
) (map[K]T, error) {
	reading := freshness.ReadingFrom(ctx)
	found := make(map[K]T, len(keys))
	var missing []K
	var wanted []scopes.Scope
	one := make([]scopes.Scope, 1)
	for _, key := range keys {
		one[0] = scope(key)
		if err := reading.Begin(ctx, one); err != nil {
			return nil, err
		}
		if had, ok := k.memory.Get(key); ok && k.reader.tracker.Stand(one, had.vector) {
			reading.Add(one, had.vector)
			found[key] = had.value
		} else {
			missing, wanted = append(missing, key), append(wanted, one[0])
		}
	}
	if len(missing) == 0 {
		return found, nil
	}
	if _, err := k.reader.versions(ctx, wanted); err != nil { // all of them at once
		return nil, err
	}
	vectors := make([]freshness.Vector, len(missing))
	for i := range missing {
		var err error
		if vectors[i], err = k.reader.versions(ctx, wanted[i:i+1]); err != nil {
			return nil, err
		}
		reading.Add(wanted[i:i+1], vectors[i])
	}
	all, err := k.reader.versions(ctx, wanted) // at least as new as each of the vectors
	if err != nil {
		return nil, err
	}
	loaded, err := load(ctx, k.reader.recorded(ctx, wanted, all), missing)
	if err != nil {
		return nil, err
	}
	for i, key := range missing {
		value, ok := loaded[key]
		if !ok {
			continue
		}
		found[key] = value
		if vectors[i].Valid() {
			k.memory.Add(key, cacheEntry[T]{value, vectors[i]})
		}
	}
	return found, nil
}

// Learn implements Cache.
func (k *cache[K, T]) Learn(key K, value T, at eventstore.Position, of scopes.Scope) {
	if _, known := k.memory.Peek(key); !known {
		return
	}
	if vector, ok := k.reader.tracker.Versions([]scopes.Scope{of}); ok && vector.Newest() == at {
		k.memory.Add(key, cacheEntry[T]{value, vector})
	}
}
