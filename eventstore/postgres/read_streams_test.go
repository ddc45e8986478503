package postgres

import (
	"fmt"
	"reflect"
	"testing"

	"tradelog/eventstore"
)

// TestReadsAtOnce compares streams and positions that are read at once with those that are read one by one.
func TestReadsAtOnce(t *testing.T) {
	t.Parallel()
	pool := database(t)
	s := open(t, pool, Options{})
	// Position 5 is the first event of account-7.
	for _, written := range []struct {
		stream string
		events int
	}{{"order-1", 3}, {"order-2", 1}, {"account-7", 5}} {
		if _, err := s.Append(t.Context(), written.stream, eventstore.NoStream, some(written.events)...); err != nil {
			t.Fatal(err)
		}
	}
	// A stream with more events than one read takes.
	exec(t, pool, `INSERT INTO events (position, stream, revision, id, type, schema_version, data, metadata, recorded_at, seal)
		SELECT 9 + n, 'long-1', n - 1, gen_random_uuid(), 'Happened', 1, data, metadata, recorded_at, seal
		FROM events, generate_series(1, $1) AS n WHERE position = 1`, maxRead+5)
	names := []string{"order-2", "nothing-1", "long-1", "order-1", "account-7"}
	all, err := s.ReadStreams(t.Context(), names, eventstore.End)
	if err != nil {
		t.Fatal(err)
	}
	if _, is := all["nothing-1"]; is || len(all) != 4 || len(all["long-1"]) != maxRead+5 {
		t.Errorf("%d streams, the long one with %d events", len(all), len(all["long-1"]))
	}
	for _, stream := range names {
		alone, err := eventstore.ReadRest(t.Context(), s, stream, nil, eventstore.End)
		if err != nil || !reflect.DeepEqual(alone, all[stream]) {
			t.Errorf("%s: %d events, alone %d: %v", stream, len(all[stream]), len(alone), err)
		}
	}
	begun, err := s.ReadStreams(t.Context(), names, 1)
	if err != nil || len(begun) != 4 {
		t.Fatalf("up to revision 1: %d streams: %v", len(begun), err)
	}
	for stream, events := range begun {
		if !reflect.DeepEqual(events, all[stream][:min(2, len(all[stream]))]) {
			t.Errorf("%s up to revision 1: %d events", stream, len(events))
		}
	}
	exec(t, pool, `DELETE FROM events WHERE position = 5`)
	results, err := s.ReadPositions(t.Context(), []eventstore.Position{9, 2, 5, 1_000_000})
	if err != nil || len(results) != 2 {
		t.Fatalf("%d events, not two: %v", len(results), err)
	}
	for at, e := range results {
		if alone, err := eventstore.ReadAt(t.Context(), s, at); err != nil || !reflect.DeepEqual(alone, e) {
			t.Errorf("position %d: %v, alone %v: %v", at, e, alone, err)
		}
	}
	if _, err := s.ReadStreams(t.Context(), names, eventstore.End); err == nil {
		t.Error("a stream without one of its events is read as if it were whole")
	}
}

// TestCachedHead: the head of the log is read once for reads that belong together, and each time for others.
func TestCachedHead(t *testing.T) {
	t.Parallel()
	s := open(t, database(t), Options{})
	page := eventstore.WithReadCache(t.Context())
	for i := range 3 {
		if _, err := s.Append(t.Context(), fmt.Sprintf("order-%d", i), eventstore.NoStream, some(1)...); err != nil {
			t.Fatal(err)
		}
		together, err := eventstore.CachedHead(page, s)
		if err != nil || together != 1 {
			t.Errorf("the head of the page is %d: %v", together, err)
		}
		alone, err := eventstore.CachedHead(t.Context(), s)
		if err != nil || alone != eventstore.Position(i+1) {
			t.Errorf("the head is %d after %d events: %v", alone, i+1, err)
		}
	}
}
