package operations

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"tradelog/internal/lru"
	"tradelog/readmodels/documents"
)

// answerBytes bounds the cached answers of each interface (Caller.Via), in bytes. Requests over one interface evict no answers of another.
// Interfaces that are not listed cache none.
var answerBytes = map[string]int{"rest": 24 << 20, "graphql": 32 << 20, "mcp": 16 << 20, "soap": 8 << 20}

// Format renders answers for a transport. Cached answers are found by their format, so formats are compared with ==. Render reads only the
// format, the call and the result, so equal formats of an answer give the same bytes.
type Format[T any] interface {
	// Render returns a rendered answer, which its callers must not change, and its size in bytes.
	Render(c *Call, r Result) (value T, bytes int, err error)
}

// Documents is the format of transports that read parts of the documents of an answer.
type Documents struct{}

// Render returns the answer unchanged.
func (Documents) Render(_ *Call, r Result) (a documents.Answer, bytes int, err error) {
	a = r.Answer
	bytes = len(a.Item) + len(a.Bare) + 200
	for _, item := range a.Items {
		bytes += len(item)
	}
	if a.File != nil {
		bytes += len(a.File.Body)
	}
	return a, bytes, nil
}

// Answer runs an admitted call and renders its result. If the answer of a read is cached, the call is neither run nor rendered, and the
// result has MadeOf alone.
func Answer[T any](ctx context.Context, c *Call, format Format[T]) (value T, r Result, err error) {
	if o := c.Operation; o.Reads() && !o.Body.sent && c.replay == nil {
		if had, madeOf, ok := c.Recall(format); ok {
			return had.(T), Result{MadeOf: madeOf}, nil
		}
	}
	if r, err = c.Run(ctx); err != nil {
		return value, r, err
	}
	value, bytes, err := format.Render(c, r)
	if err == nil {
		c.Remember(value, r.MadeOf, bytes)
	}
	return value, r, err
}

// Recall returns the cached answer of a call in a format, if it is still valid and new enough for the call. The caller's rights were
// checked before.
func (c *Call) Recall(format any) (value any, madeOf MadeOf, ok bool) {
	m := c.pipeline.answers[c.Caller.Via]
	if m == nil {
		return nil, madeOf, false
	}
	key := answerKey{c.key(), format}
	m.mu.Lock()
	e, ok := m.entries.Get(key)
	m.mu.Unlock()
	if !ok || !e.madeOf.until.IsZero() && c.Now().After(e.madeOf.until) || !c.accepts(e.madeOf) ||
		!e.madeOf.Stands(c.pipeline.Reader.Tracker()) {
		m.misses.Add(1)
		c.answer = &remembered{key: key}
		return nil, madeOf, false
	}
	m.hits.Add(1)
	c.answer = e
	return e.value, e.madeOf, true
}

// Remember caches the answer that Recall did not find, unless its versions are unknown or it is too large.
func (c *Call) Remember(value any, madeOf MadeOf, bytes int) {
	if c.answer == nil || !madeOf.Known() {
		return
	}
	key := c.answer.key
	c.answer = &remembered{key, value, madeOf, len(key.call) + bytes}
	c.pipeline.answers[c.Caller.Via].put(c.answer)
}

// Grow counts further bytes of the cached answer of a call, such as another form that was made of it later.
func (c *Call) Grow(bytes int) {
	if c.answer != nil {
		c.pipeline.answers[c.Caller.Via].grow(c.answer, bytes)
	}
}

// DropAnswers drops all cached answers.
func (p *Pipeline) DropAnswers() {
	for _, m := range p.answers {
		m.mu.Lock()
		m.entries.Purge()
		m.mu.Unlock()
	}
}

// Lookups reports for each interface how many answers since the start were cached, and how many had to be made.
func (p *Pipeline) Lookups(tell func(via string, hits, misses uint64)) {
	for via, m := range p.answers {
		tell(via, m.hits.Load(), m.misses.Load())
	}
}

// answerKey identifies a cached answer.
type answerKey struct {
	call   string // see Call.key
	format any
}

// remembered is a cached answer with its versions. It is valid while they are current.
type remembered struct {
	key    answerKey
	value  any
	madeOf MadeOf
	bytes  int
}

// answers caches the answers of one interface. The least recently used ones are evicted.
type answers struct {
	mu           sync.Mutex
	entries      lru.Cache[answerKey, *remembered]
	bytes, most  int
	hits, misses atomic.Uint64
}

// newAnswers makes a cache that is bounded in bytes. Keys count as well, because callers choose them.
func newAnswers(most int) *answers {
	m := &answers{most: most}
	m.entries = lru.NewWithEvict(50_000, func(_ answerKey, e *remembered) { m.bytes -= e.bytes })
	return m
}

// put stores an answer, unless it would fill more than an eighth of the cache.
func (m *answers) put(e *remembered) {
	if e.bytes > m.most/8 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries.Remove(e.key)
	m.entries.Add(e.key, e)
	m.bytes += e.bytes
	m.shrink()
}

// grow counts further bytes of an answer, unless another one has replaced it.
func (m *answers) grow(e *remembered, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if had, ok := m.entries.Peek(e.key); ok && had == e {
		e.bytes += bytes
		m.bytes += bytes
		m.shrink()
	}
}

// shrink drops the least recently used answers until the rest fits.
func (m *answers) shrink() {
	for m.bytes > m.most {
		if _, _, ok := m.entries.RemoveOldest(); !ok {
			return
		}
	}
}

// key returns the inputs of an answer besides the data: the operation with its whole input, and the caller's view. The interface is not
// part of it, because each has answers of its own. A length precedes each text, so no text can look like the next part of the key.
// Parameters count as they were sent, because links repeat them.
func (c *Call) key() string {
	var buffer [256]byte
	b := append(buffer[:0], c.Operation.Name()...)
	for _, name := range c.Operation.Placeholders() {
		b = appendText(b, c.Path(name))
	}
	b = appendParameters(append(b, '?'), c.Parameters())
	return string(c.appendView(append(b, ' ')))
}

func appendText(b []byte, text string) []byte {
	return append(append(strconv.AppendInt(append(b, ' '), int64(len(text)), 10), ':'), text...)
}

func appendParameters(b []byte, parameters map[string][]string) []byte {
	var few [8]string
	names := few[:0]
	for name := range parameters {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range parameters[name] {
			b = appendText(appendText(b, name), value)
		}
	}
	return b
}

// appendView appends the inputs of an answer besides operation and input. Callers who see the same have the same view.
func (c *Call) appendView(b []byte) []byte {
	of := &c.Caller
	for _, set := range [...]bool{
		c.AllStores, c.Explicit, of.Exact, of.Divides, of.Brief,
		of.Strict,        // strict calls refuse parameters that others ignore
		of.Currency.Sent, // a cart of another store has that store's currency unless the request names one
	} {
		b = strconv.AppendBool(b, set)
	}
	b = strconv.AppendInt(b, c.Store.ID, 10)
	b = appendText(appendText(b, c.Currency), c.Shop.Today(c.Store.ID, c.Now()))
	p := c.Principal
	switch {
	case p.Kind == Anonymous:
		return append(b, '-')
	case p.Kind == AsCustomer && c.Operation.Access.Auth == Public:
		return strconv.AppendInt(append(b, "group "...), p.GroupID, 10)
	}
	b = strconv.AppendInt(appendText(b, string(p.Kind)), p.ID, 10)
	b = strconv.AppendInt(append(b, ' '), int64(p.Version), 10)
	if p.StoreIDs == nil {
		return b
	}
	b = append(b, " in"...)
	for _, id := range p.StoreIDs {
		b = strconv.AppendInt(append(b, ' '), id, 10)
	}
	return b
}
