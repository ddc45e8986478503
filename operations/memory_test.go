package operations

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestMemoryIsBounded by what it holds, names included: callers choose those.
func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	m := newMemory()
	for i := range 3000 {
		m.put(fmt.Sprint(i%2500, strings.Repeat("n", 30_000)), &remembrance{full: &Response{Body: []byte("x")}})
	}
	held := 0
	for _, key := range m.entries.Keys() {
		e, _ := m.entries.Peek(key)
		held += len(key) + len(e.full.Body)
	}
	if held != m.bytes || held > memoryBytes || m.entries.Len() < 700 {
		t.Errorf("%d entries with %d bytes, counted %d, bound %d", m.entries.Len(), held, m.bytes, memoryBytes)
	}
}

// TestLimiterKeysAreBounded: a caller's long name takes no more room than another, and is still its own.
func TestLimiterKeysAreBounded(t *testing.T) {
	t.Parallel()
	l := NewLimiter(time.Now, false)
	long := strings.Repeat("k", 1<<20)
	for _, key := range []string{long + "a", long + "b"} {
		if ok, _ := l.Allow(key, 1, time.Minute); !ok {
			t.Error("two names share a window")
		}
		if ok, wait := l.Allow(key, 1, time.Minute); ok || wait <= 0 || wait > time.Minute {
			t.Errorf("the second call: %v, wait %v", ok, wait)
		}
	}
	for _, key := range l.windows.Keys() {
		if len(key) > 100 {
			t.Errorf("a name of %d bytes is kept", len(key))
		}
	}
}
