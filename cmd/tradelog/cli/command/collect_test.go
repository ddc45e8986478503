package command

import "testing"

// TestHeapsAreCollectedByTheirSize: small heaps are collected less often than by default, large ones as by default.
func TestHeapsAreCollectedByTheirSize(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]int{0: 400, 10 << 20: 400, 32 << 20: 300, 48 << 20: 166, 64 << 20: 100, 1 << 30: 100} {
		if got := percentFor(live); got != want {
			t.Errorf("%d MB live: %d %%, want %d", live>>20, got, want)
		}
	}
}
