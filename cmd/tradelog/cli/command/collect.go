package command

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// roomyHeap is the size to which a small heap may grow between two collections. With Go's default a small heap is collected many times a
// second under load.
const roomyHeap = 128 << 20

// A process is at rest when it allocates less than resting between two checks. It then returns memory to the operating system, if that is
// at least worthwhile.
const (
	lookEvery  = 2 * time.Second
	resting    = 8 << 20
	worthwhile = 24 << 20
)

// CollectLess makes the garbage collector run less often while the heap is small. Once the process rests, it returns the memory of a burst
// of work to the operating system. It runs until the context ends, and does nothing if GOGC is set.
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
			given = true // once for each burst; the rest is in use
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
	live      uint64 // in use at the last collection
	allocated uint64 // since the process began
	held      uint64 // memory from the operating system
}

// garbage is the held memory that was not in use at the last collection.
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
