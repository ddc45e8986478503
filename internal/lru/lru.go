// Package lru has bounded caches that keep the values used last: those of github.com/hashicorp/golang-lru behind an interface.
//
// The interface saves compile time. A struct with a field of an instantiated generic type makes each package that sees the struct compile
// all methods of that type again. An interface type has no methods to compile.
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
	c, err := lru.NewWithEvict(size, evicted)
	if err != nil {
		panic(err)
	}
	return c
}
