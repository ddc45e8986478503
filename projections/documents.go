package projections

import (
	"context"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"tradelog/domain"
)

// folded keeps the documents a projector has just worked on, so that the next event of the same stream needs no read.
// They are true as long as the run lasts, since nobody else writes them.
type folded[D any] struct {
	memory *lru.Cache[int64, D]
	load   func(ctx context.Context, w *Writer, ids []int64, found func(id int64, d D)) error
}

func newFolded[D any](size int, load func(ctx context.Context, w *Writer, ids []int64, found func(int64, D)) error) *folded[D] {
	memory, err := lru.New[int64, D](size)
	if err != nil {
		panic(err)
	}
	return &folded[D]{memory: memory, load: load}
}

// batch returns the documents the events of a batch need, loaded in one query, by stream ID.
func (f *folded[D]) batch(ctx context.Context, w *Writer, events []Event, concerns func(Event) bool) (map[int64]D, error) {
	out := map[int64]D{}
	missing, begins := map[int64]bool{}, map[int64]bool{}
	for _, e := range events {
		if !concerns(e) {
			continue
		}
		id := streamID(e.Stream)
		if d, ok := f.memory.Get(id); ok {
			out[id] = d
		} else if begins[id] = begins[id] || e.Revision == 0; !begins[id] { // what begins in this batch has no row yet
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

func (f *folded[D]) keep(id int64, d D) { f.memory.Add(id, d) }

func (f *folded[D]) drop(id int64) { f.memory.Remove(id) }

func streamID(stream string) int64 { return domain.StreamID(stream) }

// names lists the event names of declarations.
func names(specs ...[]domain.EventSpec) []string {
	var out []string
	for _, list := range specs {
		for _, s := range list {
			out = append(out, s.Name)
		}
	}
	return out
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func lower(s string) string { return strings.ToLower(s) }
