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

// A process is at rest when it allocates less than resting between two looks. It then gives memory back to the operating system, if that
// is at least worthwhile.
const (
	lookEvery  = 2 * time.Second
	resting    = 8 << 20
	worthwhile = 24 << 20
)

// CollectLess makes the garbage collector run less often while the heap is small, and gives back what a burst of work has left behind once
// the process rests, until the context ends. It does nothing if GOGC is set.
func CollectLess(ctx context.Context) {
	if os.Getenv("GOGC") != "" {
		return
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var before heap
	for given := false; ; {
		now := readHeap()
		debug.SetGCPercent(percentFor(now.live))
		switch quiet := now.allocated-before.allocated < resting; {
		case !quiet:
			given = false
		case !given && now.garbage() >= worthwhile:
			debug.FreeOSMemory()
			given = true // once for each burst: what is left is in use
			now = readHeap()
		}
		before = now
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// heap is the size of the heap at a moment, in bytes.
type heap struct {
	live      uint64 // found in use by the last collection
	allocated uint64 // since the process began
	held      uint64 // from the operating system
}

// garbage is what the heap holds beyond what the last collection found in use.
func (h heap) garbage() uint64 { return h.held - min(h.live, h.held) }

func readHeap() heap {
	samples := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/allocs:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
	}
	metrics.Read(samples)
	size := func(i int) uint64 { return samples[i].Value.Uint64() }
	return heap{live: size(0), allocated: size(1), held: size(2) + size(3) + size(4)}
}

// percentFor returns the GC percentage for a heap with so many live bytes.
func percentFor(live uint64) int {
	const byDefault, most = 100, 400
	if live == 0 {
		return most
	}
	return int(min(max(roomyHeap*100/live, 100+byDefault)-100, most))
}
