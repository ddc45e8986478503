package eventstore

import (
	"context"
	"errors"
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

// headKey is the key of the heads of logs in a context.
type headKey struct{}

// heads are the heads of logs that were read.
type heads struct {
	mu    sync.Mutex
	known map[Store]Position
}

// AtOnce returns a context for reads that belong together, such as those of one page: HeadAtOnce reads the head of a log once for them.
func AtOnce(ctx context.Context) context.Context {
	return context.WithValue(ctx, headKey{}, &heads{known: map[Store]Position{}})
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
