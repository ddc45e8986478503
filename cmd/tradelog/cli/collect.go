package cli

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// roomyHeap is up to how many bytes the heap of a small shop may grow between two collections. By Go's default it would be
// collected whenever it has doubled, which for a small one is many times a second under load.
const roomyHeap = 72 << 20

// collectLess keeps the garbage collector from running more often than memory calls for, until the context ends. A heap that is
// large anyway is collected as by default. Who sets GOGC has decided otherwise.
func collectLess(ctx context.Context) {
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

// percentFor is by how much a heap may grow when so many bytes of it live.
func percentFor(live uint64) int {
	const byDefault, most = 100, 400
	if live == 0 {
		return most
	}
	return int(min(max(roomyHeap*100/live, 100+byDefault)-100, most))
}
