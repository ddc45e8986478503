package operations

import (
	"strings"
	"testing"
	"time"
)

// TestLimiterKeysAreBounded checks that a long key uses no more memory than a short one and stays distinct.
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
