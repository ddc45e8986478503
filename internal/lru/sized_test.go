package lru_test

import (
	"testing"

	"tradelog/internal/lru"
)

// TestSized: a cache keeps the values used last within its bytes, and none that would fill much of it.
func TestSized(t *testing.T) {
	t.Parallel()
	c := lru.NewSized[string, int](80)
	for i, key := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		c.Add(key, i, 10)
	}
	c.Get("a")
	c.Add("i", 8, 10)  // evicts b
	c.Add("j", 9, 11)  // too large
	c.Add("c", 20, 5)  // replaces
	c.Add("d", 30, 10) // replaces
	for key, want := range map[string]int{"a": 0, "c": 20, "d": 30, "i": 8} {
		if got, ok := c.Get(key); got != want || !ok {
			t.Errorf("%s: %d, %v", key, got, ok)
		}
	}
	for _, key := range []string{"b", "j"} {
		if got, ok := c.Get(key); got != 0 || ok {
			t.Errorf("%s is kept: %d", key, got)
		}
	}
	if got := c.Bytes(); got != 75 {
		t.Errorf("%d bytes", got)
	}
}
