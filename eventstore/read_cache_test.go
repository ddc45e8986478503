package eventstore_test

import (
	"context"
	"testing"

	"tradelog/eventstore"
)

// countedStore has streams of three events, and counts how often it is asked for some.
type countedStore struct {
	eventstore.Store
	reads int
}

func (s *countedStore) ReadStream(_ context.Context, stream string, from eventstore.Revision, d eventstore.Direction, limit int) (
	[]eventstore.Recorded, error,
) {
	s.reads++
	step := eventstore.Revision(1)
	if d == eventstore.Backwards {
		from, step = min(from, 2), -1
	}
	var out []eventstore.Recorded
	for r := from; r >= 0 && r < 3 && len(out) < limit; r += step {
		out = append(out, eventstore.Recorded{Stream: stream, Revision: r})
	}
	return out, nil
}

func (s *countedStore) ReadStreams(
	ctx context.Context, streams []string, last eventstore.Revision,
) (map[string][]eventstore.Recorded, error) {
	return eventstore.ReadEach(ctx, s, streams, last)
}

// TestAtOnce: a page reads a stream once, and then has its events backwards as the store would tell them.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	s := &countedStore{}
	ctx := eventstore.WithReadCache(t.Context())
	for range 2 {
		all, err := eventstore.CachedStreams(ctx, s, []string{"order-1", "order-2"})
		if err != nil || len(all["order-1"]) != 3 || len(all["order-2"]) != 3 {
			t.Fatalf("streams: %v, %v", all, err)
		}
	}
	once := s.reads
	if _, err := eventstore.CachedStreams(t.Context(), s, []string{"order-1", "order-2"}); err != nil || s.reads != 2*once {
		t.Errorf("%d reads, and %d with a second page: %v", once, s.reads, err)
	}
	for _, from := range []eventstore.Revision{0, 1, 2, 5, eventstore.End} {
		for _, limit := range []int{1, 2, 10} {
			before := s.reads
			known, err := eventstore.CachedBackwards(ctx, s, "order-1", from, limit)
			if err != nil || s.reads != before {
				t.Fatalf("from %d a stream that is known is read: %v", from, err)
			}
			read, err := eventstore.CachedBackwards(t.Context(), s, "order-1", from, limit)
			if err != nil || len(known) != len(read) {
				t.Fatalf("from %d, at most %d: %d events, the store tells %d: %v", from, limit, len(known), len(read), err)
			}
			for i := range known {
				if known[i].Revision != read[i].Revision {
					t.Errorf("from %d, at most %d: revision %d, the store tells %d", from, limit, known[i].Revision, read[i].Revision)
				}
			}
		}
	}
}
