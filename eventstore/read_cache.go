package eventstore

import (
	"context"
	"slices"
	"sync"
)

// readCacheKey is the key of what was read of logs in a context.
type readCacheKey struct{}

// readCache has the heads of logs that were read, and the streams that were read whole.
type readCache struct {
	mu      sync.Mutex
	heads   map[Store]Position
	streams map[Store]map[string][]Recorded
}

// WithReadCache returns a context for reads that belong together, such as those of one page: CachedHead reads the head of a log once for
// them, and CachedStreams each stream.
func WithReadCache(ctx context.Context) context.Context {
	return context.WithValue(ctx, readCacheKey{}, &readCache{heads: map[Store]Position{}, streams: map[Store]map[string][]Recorded{}})
}

// CachedStreams is Store.ReadStreams to the end, but with a context of WithReadCache a stream is read once: the answer has it as it was
// at the first call. Do not change the events of the answer.
func CachedStreams(ctx context.Context, s Store, streams []string) (map[string][]Recorded, error) {
	h, _ := ctx.Value(readCacheKey{}).(*readCache)
	if h == nil {
		return s.ReadStreams(ctx, streams, End)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	known, all := h.streams[s], make(map[string][]Recorded, len(streams))
	var rest []string
	for _, stream := range streams {
		if events, read := known[stream]; !read {
			rest = append(rest, stream)
		} else if len(events) > 0 {
			all[stream] = events
		}
	}
	read, err := s.ReadStreams(ctx, rest, End)
	if err != nil {
		return nil, err
	}
	if known == nil {
		known = map[string][]Recorded{}
		h.streams[s] = known
	}
	for _, stream := range rest {
		if known[stream] = read[stream]; len(read[stream]) > 0 {
			all[stream] = read[stream]
		}
	}
	return all, nil
}

// CachedBackwards reads events of a stream backwards from a revision, or from End. With a context of WithReadCache they are not read again
// if CachedStreams has read the stream.
func CachedBackwards(ctx context.Context, s Store, stream string, from Revision, most int) ([]Recorded, error) {
	if h, _ := ctx.Value(readCacheKey{}).(*readCache); h != nil {
		h.mu.Lock()
		all, read := h.streams[s][stream]
		h.mu.Unlock()
		if read {
			end := len(all)
			if from != End && int(from) < end {
				end = int(from) + 1
			}
			part := slices.Clone(all[max(0, end-most):end])
			slices.Reverse(part)
			return part, nil
		}
	}
	return s.ReadStream(ctx, stream, from, Backwards, most)
}

// CachedHead returns the position of the newest event as it was at the first call with a context of WithReadCache. With any other it is
// s.Head.
func CachedHead(ctx context.Context, s Store) (Position, error) {
	h, _ := ctx.Value(readCacheKey{}).(*readCache)
	if h == nil {
		return s.Head(ctx)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if at, known := h.heads[s]; known {
		return at, nil
	}
	at, err := s.Head(ctx)
	if err == nil {
		h.heads[s] = at
	}
	return at, err
}
