package operations

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"tradelog/readmodels/freshness"
)

// memory remembers responses together with the versions of what they were made from. While those stand the response stands:
// a request for it is answered without a query, and one that has it already is answered without a body. What
// ends at a time is told by its handler, see Until; the rest expires only by falling out when it is no longer asked for.
type memory struct {
	mu      sync.Mutex
	entries *lru.Cache[string, *remembrance]
	bytes   int
}

// memoryBytes bounds the bodies and their names.
const memoryBytes = 24 << 20

type remembrance struct {
	made []remembered
	// until is when it ends by itself; zero: never.
	until time.Time
	// The two answers: with the body, and without it for one who has it. They are shared by all who get them, so nobody
	// changes them.
	full, kept *Response
}

// answer is what a caller gets who may have the body already.
func (e *remembrance) answer(ifNoneMatch string) *Response {
	if ifNoneMatch != "" && matches(ifNoneMatch, e.full.Header.Get("ETag")) {
		return e.kept
	}
	return e.full
}

// remembered are versions as they were when something was read.
type remembered struct {
	scopes []freshness.Scope
	vector freshness.Vector
}

func newMemory() *memory {
	m := &memory{}
	entries, err := lru.NewWithEvict(50_000, func(key string, e *remembrance) { m.bytes -= len(key) + len(e.full.Body) })
	if err != nil {
		panic(err)
	}
	m.entries = entries
	return m
}

func (m *memory) get(key string, tracker *freshness.Tracker, now time.Time) *remembrance {
	m.mu.Lock()
	e, ok := m.entries.Get(key)
	m.mu.Unlock()
	if !ok || !e.until.IsZero() && now.After(e.until) {
		return nil
	}
	for _, r := range e.made {
		if !tracker.Stand(r.scopes, r.vector) {
			return nil
		}
	}
	return e
}

func (m *memory) put(key string, e *remembrance) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if had, ok := m.entries.Peek(key); ok {
		m.bytes -= len(key) + len(had.full.Body)
	}
	m.bytes += len(key) + len(e.full.Body)
	m.entries.Add(key, e)
	for m.bytes > memoryBytes {
		if _, _, ok := m.entries.RemoveOldest(); !ok {
			return
		}
	}
}

// representation is the cache key of an answer: the operation with its input, the form, and what the caller may see. It names
// the operation itself, so two operations never share an entry, whatever a transport calls their paths. Each value is escaped,
// so no value can look like the next part of the key. The query counts as it was sent: links repeat it.
func (c *Call) representation(media Media) string {
	var b strings.Builder
	b.Grow(160)
	b.WriteString(c.Operation.identity)
	for _, name := range c.Operation.variables {
		b.WriteByte(' ')
		b.WriteString(escape(c.Request.Params[name]))
	}
	b.WriteString(" ?")
	names := make([]string, 0, len(c.Request.Query))
	for name := range c.Request.Query {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, v := range c.Request.Query[name] {
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
	if c.Request.HasCurrency { // a cart of another store has that store's currency unless one was asked for
		b.WriteString(" in")
	}
	for _, part := range []string{c.Currency, c.Shop.Today(c.Store.ID, c.Now()), c.class()} {
		b.WriteByte(' ')
		b.WriteString(part)
	}
	return b.String()
}

// class names what the caller may see: the same for all who see the same.
func (c *Call) class() string {
	p := c.Principal
	switch {
	case p.Kind == Anonymous:
		return "-"
	case p.Kind == AsCustomer && c.Operation.Auth == Public:
		return fmt.Sprintf("group %d", p.GroupID)
	}
	return fmt.Sprintf("%s %d %d %v", p.Kind, p.ID, p.Version, p.StoreIDs)
}
