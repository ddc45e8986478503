package media

import (
	"context"
	"errors"
	"testing"
)

// TestConversionsShareTheMemory: a conversion that would take more than the rest waits until memory is given back, or until nobody waits
// for the answer.
func TestConversionsShareTheMemory(t *testing.T) {
	t.Parallel()
	m := newMemory(100)
	leave, err := m.enter(context.Background(), 60)
	if err != nil {
		t.Fatal(err)
	}
	gone, end := context.WithCancel(context.Background())
	end()
	if _, err := m.enter(gone, 60); !errors.Is(err, context.Canceled) {
		t.Errorf("120 of 100 bytes: %v", err)
	}
	entered := make(chan func())
	go func() {
		second, err := m.enter(context.Background(), 1000)
		if err != nil {
			t.Error(err)
		}
		entered <- second
	}()
	leave()
	(<-entered)()
	for range maxConversions {
		if _, err := m.enter(context.Background(), 1); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.enter(gone, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("one more than may run at once: %v", err)
	}
}
