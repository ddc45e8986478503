package conformance_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/test/salestest"
)

// The flood appends so many events by so many appends at each tick. That is 500 events a second.
const (
	appends = 60
	atOnce  = 50
	tick    = 100 * time.Millisecond
)

// flood returns the address of a server that appends the newest event of a product repeatedly. The answer has the number of events and the
// time. Commands would be too slow for it on a busy machine. Further paths start the verification of a large log by another instance, and
// its end after a cancellation.
func flood(t *testing.T, s *salestest.Shop) string {
	t.Helper()
	id := s.Product("FLOOD", "10", 5, nil)
	s.Change(id, fields{"price": 11})
	stream := fmt.Sprintf("product-%d", id)
	mux := http.NewServeMux()
	for path, statement := range map[string]string{
		"/verifying": `INSERT INTO log_verifications (asked_kind, asked_id, began_at, seen_at, position, head)
			VALUES ('system', 0, now() - interval '10 seconds', now(), 25000, 100000)`,
		"/verified": `UPDATE log_verifications SET ended_at = now(), outcome = 'cancelled' WHERE ended_at IS NULL AND stopping`,
	} {
		mux.HandleFunc(path, func(_ http.ResponseWriter, r *http.Request) {
			if _, err := s.Pool.Exec(r.Context(), statement); err != nil {
				t.Error(err)
			}
		})
	}
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		if err := pour(r.Context(), s.Store, stream); err != nil {
			t.Error(err)
		}
		_ = json.NewEncoder(w).Encode(fields{"events": appends * atOnce, "seconds": time.Since(began).Seconds()})
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// pour appends the events.
func pour(ctx context.Context, store eventstore.Store, stream string) error {
	newest, err := store.ReadStream(ctx, stream, eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		return err
	}
	pace := time.NewTicker(tick)
	defer pace.Stop()
	for range appends {
		events := make([]eventstore.NewEvent, atOnce)
		for i := range events {
			events[i] = newest[0].NewEvent
			events[i].ID = uuid.New()
		}
		if _, err := store.Append(ctx, stream, eventstore.Any, events...); err != nil {
			return err
		}
		<-pace.C
	}
	return nil
}
