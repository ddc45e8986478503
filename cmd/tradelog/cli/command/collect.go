package command

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// roomyHeap is the size to which a small heap may grow between two collections. With Go's default a small heap is collected many
// times a second under load.
const roomyHeap = 128 << 20

// CollectLess makes the garbage collector run less often while the heap is small, until the context ends. It does nothing if GOGC
// is set.
func CollectLess(ctx context.Context) {
	if os.Getenv("GOGC") != "" {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		metrics.Read(live)
		debug.SetGCPercent(percentFor(live[0].Value.Uint64()))
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// percentFor returns the GC percentage for a heap with so many live bytes.
func percentFor(live uint64) int {
	const byDefault, most = 100, 400
	if live == 0 {
		return most
	}
	return int(min(max(roomyHeap*100/live, 100+byDefault)-100, most))
}
