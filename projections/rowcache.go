package projections

import (
	"context"

	"tradelog/domain"
	"tradelog/internal/lru"
)

// RowCache holds the rows of recent events, so that the next event of the same stream needs no read. They are valid as long as the run
// lasts, because nobody else writes them.
type RowCache[D any] struct {
	memory lru.Cache[int64, D]
	load   func(ctx context.Context, w *Writer, ids []int64, found func(id int64, d D)) error
}

// NewRowCache makes a cache of size rows; load reads the rows of stream IDs.
func NewRowCache[D any](size int, load func(ctx context.Context, w *Writer, ids []int64, found func(int64, D)) error) *RowCache[D] {
	return &RowCache[D]{memory: lru.New[int64, D](size), load: load}
}

// Batch returns the rows that the events of a batch need, by stream ID. It loads the rows that are not cached in one query.
func (f *RowCache[D]) Batch(ctx context.Context, w *Writer, events []Event, concerns func(Event) bool) (map[int64]D, error) {
	out := map[int64]D{}
	missing, begins := map[int64]bool{}, map[int64]bool{}
	for _, e := range events {
		if !concerns(e) {
			continue
		}
		id := domain.StreamID(e.Stream)
		if d, ok := f.memory.Get(id); ok {
			out[id] = d
		} else if begins[id] = begins[id] || e.Revision == 0; !begins[id] { // a stream that begins in this batch has no row yet
			missing[id] = true
		}
	}
	if len(missing) > 0 {
		ids := make([]int64, 0, len(missing))
		for id := range missing {
			ids = append(ids, id)
		}
		if err := f.load(ctx, w, ids, func(id int64, d D) { out[id] = d }); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Get returns a cached row.
func (f *RowCache[D]) Get(id int64) (D, bool) { return f.memory.Get(id) }

// Keep caches a row.
func (f *RowCache[D]) Keep(id int64, d D) { f.memory.Add(id, d) }

// Drop removes a row from the cache.
func (f *RowCache[D]) Drop(id int64) { f.memory.Remove(id) }
