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
