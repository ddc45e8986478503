package eventstore

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// GroupReader is implemented by stores that read several streams, or several places of the log, at once. ReadStreams and ReadPlaces use it.
type GroupReader interface {
	// ReadStreams returns all events of streams, in order. Streams without events are missing in the answer.
	ReadStreams(ctx context.Context, streams []string) (map[string][]Recorded, error)
	// ReadPlaces returns the events at positions. Positions without an event are missing in the answer.
	ReadPlaces(ctx context.Context, at []Position) (map[Position]Recorded, error)
}

// ReadStreams returns all events of streams, in one read if the store can. Streams without events are missing in the answer.
func ReadStreams(ctx context.Context, s Store, streams []string) (map[string][]Recorded, error) {
	if len(streams) == 0 {
		return nil, nil
	}
	if group, ok := s.(GroupReader); ok {
		return group.ReadStreams(ctx, streams)
	}
	all := make(map[string][]Recorded, len(streams))
	for _, stream := range streams {
		events, err := ReadRest(ctx, s, stream, nil)
		if err != nil {
			return nil, err
		}
		if len(events) > 0 {
			all[stream] = events
		}
	}
	return all, nil
}

// ReadPlaces returns the events at positions, in one read if the store can. Positions without an event are missing in the answer.
func ReadPlaces(ctx context.Context, s Store, at []Position) (map[Position]Recorded, error) {
	if len(at) == 0 {
		return nil, nil
	}
	if group, ok := s.(GroupReader); ok {
		return group.ReadPlaces(ctx, at)
	}
	all := make(map[Position]Recorded, len(at))
	for _, position := range at {
		e, err := ReadAt(ctx, s, position)
		switch {
		case err == nil:
			all[position] = e
		case !errors.Is(err, ErrGap):
			return nil, err
		}
	}
	return all, nil
}

// headKey is the key of what was read of logs in a context.
type headKey struct{}

// heads are the heads of logs that were read, and the streams that were read whole.
type heads struct {
	mu      sync.Mutex
	known   map[Store]Position
	streams map[Store]map[string][]Recorded
}

// AtOnce returns a context for reads that belong together, such as those of one page: HeadAtOnce reads the head of a log once for them, and
// StreamsAtOnce each stream.
func AtOnce(ctx context.Context) context.Context {
	return context.WithValue(ctx, headKey{}, &heads{known: map[Store]Position{}, streams: map[Store]map[string][]Recorded{}})
}

// StreamsAtOnce is ReadStreams, but with a context of AtOnce a stream is read once: the answer has it as it was at the first call.
// Do not change the events of the answer.
func StreamsAtOnce(ctx context.Context, s Store, streams []string) (map[string][]Recorded, error) {
	h, _ := ctx.Value(headKey{}).(*heads)
	if h == nil {
		return ReadStreams(ctx, s, streams)
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
	read, err := ReadStreams(ctx, s, rest)
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

// BackwardsAtOnce reads events of a stream backwards from a revision, or from End. With a context of AtOnce they are not read again if
// StreamsAtOnce has read the stream.
func BackwardsAtOnce(ctx context.Context, s Store, stream string, from Revision, most int) ([]Recorded, error) {
	if h, _ := ctx.Value(headKey{}).(*heads); h != nil {
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

// HeadAtOnce returns the position of the newest event as it was at the first call with a context of AtOnce. With any other it is
// s.Head.
func HeadAtOnce(ctx context.Context, s Store) (Position, error) {
	h, _ := ctx.Value(headKey{}).(*heads)
	if h == nil {
		return s.Head(ctx)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if at, known := h.known[s]; known {
		return at, nil
	}
	at, err := s.Head(ctx)
	if err == nil {
		h.known[s] = at
	}
	return at, err
}
