package representation

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tradelog/internal/lru"
	"tradelog/operations"
	"tradelog/readmodels/freshness"
)

// Memory caches rendered answers together with the versions they were made from. An answer is returned again, without a query, while those
// versions are current. An answer may have a time at which it expires; see operations.Call.Until. The least used answers are evicted.
type Memory[T any] struct {
	mu       sync.Mutex
	entries  lru.Cache[string, *remembered[T]]
	tracker  *freshness.Tracker
	bytes    int
	maxBytes int
	// hits counts the lookups that found a valid answer, misses all others.
	hits, misses atomic.Uint64
}

type remembered[T any] struct {
	value  T
	madeOf operations.MadeOf
	until  time.Time // moment of expiry; zero means never
	bytes  int
}

// NewMemory makes a cache that is bounded in bytes. Cache keys count as well, because callers choose them.
func NewMemory[T any](tracker *freshness.Tracker, bytes int) *Memory[T] {
	m := &Memory[T]{tracker: tracker, maxBytes: bytes}
	m.entries = lru.NewWithEvict(50_000, func(_ string, e *remembered[T]) { m.bytes -= e.bytes })
	return m
}

// Get returns a cached answer if it is still valid and new enough for the call.
func (m *Memory[T]) Get(c *operations.Call, key string) (value T, ok bool) {
	m.mu.Lock()
	e, ok := m.entries.Get(key)
	m.mu.Unlock()
	if !ok || !e.until.IsZero() && c.Now().After(e.until) || !c.Accepts(e.madeOf) || !e.madeOf.Stands(m.tracker) {
		m.misses.Add(1)
		return value, false
	}
	m.hits.Add(1)
	return e.value, true
}

// Counts returns the numbers of answers since the start that were found, and that had to be made.
func (m *Memory[T]) Counts() (hits, misses uint64) { return m.hits.Load(), m.misses.Load() }

// Put caches an answer of a size in bytes, unless the versions it was made from are unknown.
func (m *Memory[T]) Put(key string, r operations.Result, value T, bytes int) {
	if !r.MadeOf.Known() {
		return
	}
	m.put(key, &remembered[T]{value: value, madeOf: r.MadeOf, until: r.Until}, bytes)
}

// Grow counts further bytes of a cached answer, such as another form that was made of it later. Nothing happens if the answer under the
// key is another one by now.
func (m *Memory[T]) Grow(key string, bytes int, same func(T) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries.Peek(key); ok && same(e.value) {
		e.bytes += bytes
		m.bytes += bytes
		m.shrink()
	}
}

// Purge drops all answers.
func (m *Memory[T]) Purge() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries.Purge()
}

func (m *Memory[T]) put(key string, e *remembered[T], bytes int) {
	e.bytes = len(key) + bytes
	m.mu.Lock()
	defer m.mu.Unlock()
	if had, ok := m.entries.Peek(key); ok {
		m.bytes -= had.bytes
	}
	m.bytes += e.bytes
	m.entries.Add(key, e)
	m.shrink()
}

// shrink drops the least used answers until the rest fits.
func (m *Memory[T]) shrink() {
	for m.bytes > m.maxBytes {
		if _, _, ok := m.entries.RemoveOldest(); !ok {
			return
		}
	}
}

// Key returns the cache key of an answer: the operation with its input, the form, and the caller's rights. It names the
// operation itself, so two operations never share an entry, even if a transport gives them the same path. Each value is
// escaped, so no value can look like the next part of the key. Parameters count as they were sent, because links repeat them.
func Key(c *operations.Call, media Media) string {
	o := c.Operation
	var b strings.Builder
	b.Grow(160)
	b.WriteString(o.Name())
	for _, name := range o.Placeholders() {
		b.WriteByte(' ')
		b.WriteString(escape(c.Path(name)))
	}
	b.WriteString(" ?")
	parameters := c.Parameters()
	names := make([]string, 0, len(parameters))
	for name := range parameters {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, v := range parameters[name] {
			b.WriteString(escape(name))
			b.WriteByte('=')
			b.WriteString(escape(v))
			b.WriteByte('&')
		}
	}
	b.WriteByte(' ')
	b.WriteString(strconv.Itoa(int(media)))
	b.WriteString(" s")
	b.WriteString(strconv.FormatInt(c.Store.ID, 10))
	if c.AllStores {
		b.WriteString(" all")
	}
	if c.Explicit {
		b.WriteString(" asked")
	}
	if c.Caller.Exact {
		b.WriteString(" exact")
	}
	if c.Caller.Strict { // what is ignored otherwise may be refused
		b.WriteString(" strict")
	}
	if c.Caller.Currency.Sent { // a cart of another store has that store's currency unless the request names one
		b.WriteString(" in")
	}
	for _, part := range []string{c.Currency, c.Shop.Today(c.Store.ID, c.Now()), c.Sight()} {
		b.WriteByte(' ')
		b.WriteString(part)
	}
	return b.String()
}
