// Package lru has bounded caches that keep the values used last: those of github.com/hashicorp/golang-lru behind an interface.
//
// The interface saves compile time. A struct with a field of an instantiated generic type makes each package that sees the struct compile
// all methods of that type again. An interface type has no methods to compile. The caches behind it hold values of type any, so that they
// are compiled for each type of keys and not for each of the eighty types of values.
package lru

import lru "github.com/hashicorp/golang-lru/v2"

// Cache is a cache that several goroutines may use. Make it with New.
type Cache[K comparable, V any] interface {
	Add(key K, value V) (evicted bool)
	Get(key K) (value V, ok bool)
	Contains(key K) bool                                      // does not count as use
	Peek(key K) (value V, ok bool)                            // does not count as use
	PeekOrAdd(key K, value V) (previous V, had, evicted bool) // an existing value does not count as used
	Remove(key K) (had bool)
	RemoveOldest() (key K, value V, ok bool)
	Purge()
	Keys() []K // the least recently used first
	Len() int
}

// New makes a cache of a number of values. It panics if that is not positive.
func New[K comparable, V any](size int) Cache[K, V] { return NewWithEvict[K, V](size, nil) }

// NewWithEvict makes a cache as New does, and calls evicted for each value that leaves it.
func NewWithEvict[K comparable, V any](size int, evicted func(K, V)) Cache[K, V] {
	var dropped func(K, any)
	if evicted != nil {
		dropped = func(key K, value any) { evicted(key, as[V](value)) }
	}
	c, err := lru.NewWithEvict(size, dropped)
	if err != nil {
		panic(err)
	}
	return cache[K, V]{c}
}

// cache is a cache of values that are all of type V.
type cache[K comparable, V any] struct{ *lru.Cache[K, any] }

// as returns a value as what it was added as; the zero value for none.
func as[V any](value any) V {
	typed, _ := value.(V)
	return typed
}

// Add implements Cache.
func (c cache[K, V]) Add(key K, value V) (evicted bool) { return c.Cache.Add(key, value) }

// Get implements Cache.
func (c cache[K, V]) Get(key K) (V, bool) {
	value, ok := c.Cache.Get(key)
	return as[V](value), ok
}

// Peek implements Cache.
func (c cache[K, V]) Peek(key K) (V, bool) {
	value, ok := c.Cache.Peek(key)
	return as[V](value), ok
}

// PeekOrAdd implements Cache.
func (c cache[K, V]) PeekOrAdd(key K, value V) (previous V, had, evicted bool) {
	before, had, evicted := c.Cache.PeekOrAdd(key, value)
	return as[V](before), had, evicted
}

// RemoveOldest implements Cache.
func (c cache[K, V]) RemoveOldest() (K, V, bool) {
	key, value, ok := c.Cache.RemoveOldest()
	return key, as[V](value), ok
}
