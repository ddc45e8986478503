package lru_test

import (
	"slices"
	"testing"

	"tradelog/internal/lru"
)

// TestCache: values come back as what they were added as, absent ones are zero, and evicted ones are told.
func TestCache(t *testing.T) {
	t.Parallel()
	var evicted []string
	c := lru.NewWithEvict(2, func(key string, value error) {
		evicted = append(evicted, key)
		if value != nil {
			t.Errorf("%s: %v", key, value)
		}
	})
	c.Add("a", nil) // a value that is no value of any type
	if value, ok := c.Get("a"); value != nil || !ok {
		t.Errorf("a: %v, %v", value, ok)
	}
	if value, ok := c.Peek("b"); value != nil || ok {
		t.Errorf("b: %v, %v", value, ok)
	}
	if previous, had, dropped := c.PeekOrAdd("b", nil); previous != nil || had || dropped {
		t.Errorf("b: %v, %v, %v", previous, had, dropped)
	}
	if !c.Add("c", nil) || !slices.Equal(evicted, []string{"a"}) {
		t.Errorf("evicted %v", evicted)
	}
	if key, value, ok := c.RemoveOldest(); key != "b" || value != nil || !ok || c.Len() != 1 || !c.Contains("c") {
		t.Errorf("%s, %v, %v; left %v", key, value, ok, c.Keys())
	}

	numbers := lru.New[int64, [2]int](1)
	numbers.Add(7, [2]int{1, 2})
	if previous, had, _ := numbers.PeekOrAdd(7, [2]int{3, 4}); previous != [2]int{1, 2} || !had {
		t.Errorf("%v, %v", previous, had)
	}
	if value, ok := numbers.Get(7); value != [2]int{1, 2} || !ok || !numbers.Remove(7) {
		t.Errorf("%v, %v", value, ok)
	}
	if value, ok := numbers.Get(7); value != [2]int{} || ok {
		t.Errorf("removed: %v, %v", value, ok)
	}
}
