package representation

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/readmodels/freshness"
)

// TestMemoryIsBounded checks the bound in bytes, which includes the keys because callers choose them.
func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	const most = 24 << 20
	m := NewMemory[string](freshness.New(nil), most)
	for i := range 3000 {
		m.put(fmt.Sprint(i%2500, strings.Repeat("n", 30_000)), &remembered[string]{value: "x"}, 1)
	}
	held := 0
	for _, key := range m.entries.Keys() {
		held += len(key) + 1
	}
	if held != m.bytes || held > most || m.entries.Len() < 700 {
		t.Errorf("%d entries with %d bytes, counted %d, bound %d", m.entries.Len(), held, m.bytes, most)
	}
}

// TestMemoryGrows checks that a further form of an answer counts, that it does not outlive the bound, and that the form of an answer which
// was replaced meanwhile is not counted.
func TestMemoryGrows(t *testing.T) {
	t.Parallel()
	m := NewMemory[string](freshness.New(nil), 100)
	m.put("a", &remembered[string]{value: "old"}, 9)
	m.put("b", &remembered[string]{value: "x"}, 9)
	m.Grow("a", 30, func(had string) bool { return had == "other" })
	m.Grow("c", 30, func(string) bool { return true })
	if m.bytes != 20 {
		t.Errorf("counted %d bytes", m.bytes)
	}
	m.Grow("a", 30, func(had string) bool { return had == "old" })
	m.put("a", &remembered[string]{value: "new"}, 19)
	if m.bytes != 30 {
		t.Errorf("counted %d bytes after it was replaced", m.bytes)
	}
	m.Grow("b", 90, func(string) bool { return true })
	if m.bytes > 100 || m.entries.Len() != 1 {
		t.Errorf("%d entries of %d bytes", m.entries.Len(), m.bytes)
	}
}
