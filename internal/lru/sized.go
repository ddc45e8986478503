package lru

import "sync"

// Sized is a cache that is bounded in bytes, which several goroutines may use. Make it with NewSized.
type Sized[K comparable, V any] interface {
	// Add keeps a value that takes a number of bytes, its key included. A value that would fill more than an eighth of the cache is not kept.
	Add(key K, value V, bytes int)
	Get(key K) (value V, ok bool)
	Bytes() int // that the values take
}

// mostValues bounds the number of values of a Sized cache, for values that take few bytes.
const mostValues = 50_000

// NewSized makes a cache of a number of bytes.
func NewSized[K comparable, V any](bytes int) Sized[K, V] {
	s := &sized[K, V]{most: bytes}
	s.values = NewWithEvict(mostValues, func(_ K, v measured) { s.bytes -= v.bytes })
	return s
}

// measured is a value with the bytes that it takes.
type measured struct {
	value any
	bytes int
}

type sized[K comparable, V any] struct {
	mu          sync.Mutex
	values      Cache[K, measured]
	bytes, most int
}

// Add implements Sized.
func (s *sized[K, V]) Add(key K, value V, bytes int) {
	if bytes > s.most/8 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values.Remove(key)
	s.values.Add(key, measured{value, bytes})
	s.bytes += bytes
	for s.bytes > s.most {
		if _, _, ok := s.values.RemoveOldest(); !ok {
			return
		}
	}
}

// Get implements Sized.
func (s *sized[K, V]) Get(key K) (V, bool) {
	found, ok := s.values.Get(key)
	return as[V](found.value), ok
}

// Bytes implements Sized.
func (s *sized[K, V]) Bytes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}
