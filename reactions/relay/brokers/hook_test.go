package brokers

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"tradelog/adapters/outside"
	"tradelog/adapters/webhook"
	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/installation/migrations"
	"tradelog/reactions/relay"
	"tradelog/test/pgtest"
)

// TestPosting: a receiver that refuses now and then gets every event, signed, in the order of each stream.
func TestPosting(t *testing.T) {
	t.Parallel()
	secret := webhook.Secret(strings.Repeat("k", 32))
	signer, err := standardwebhooks.NewWebhook(secret.String())
	check(t, err)
	var mu sync.Mutex
	var calls int
	revisions := map[string][]int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = signer.Verify(body, r.Header)
		}
		var e relay.CloudEvent
		if err == nil {
			err = json.Unmarshal(body, &e)
		}
		mu.Lock()
		defer mu.Unlock()
		if calls++; err != nil || e.ID != r.Header.Get("webhook-id") {
			t.Errorf("%s: %v", body, err)
		}
		if calls%7 == 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if had := revisions[e.Subject]; len(had) == 0 || had[len(had)-1] < e.Revision {
			revisions[e.Subject] = append(had, e.Revision)
		}
	}))
	t.Cleanup(server.Close)
	pool, err := pgxpool.New(t.Context(), pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up)))
	check(t, err)
	t.Cleanup(pool.Close)
	store, err := postgres.Open(t.Context(), pool, postgres.Options{})
	check(t, err)
	t.Cleanup(store.Close)
	events := codec(pool)
	for n := range 40 {
		e, err := events.Encode(t.Context(), happened{n})
		check(t, err)
		e.ID, e.Metadata = uuid.New(), []byte(`{"occurredAt":"2026-03-01T10:20:30Z"}`)
		_, err = store.Append(t.Context(), fmt.Sprintf("order-%d", n%4+1), eventstore.Any, e)
		check(t, err)
	}
	broker, err := Parse(server.URL+"/in?key=1", "shop", Receiver{
		Secret: secret.String(), Networks: outside.Networks{netip.MustParsePrefix("127.0.0.0/8")},
	})
	check(t, err)
	if strings.Contains(broker.String(), "key") {
		t.Errorf("the name of the target: %s", broker)
	}
	for done := false; !done; {
		r := &relay.Relay{
			Name: "test", Pool: pool, Store: store, Codec: events, Broker: broker, Once: true, Logger: slog.New(slog.DiscardHandler),
			Poll: 100 * time.Millisecond,
		}
		switch err := r.Run(t.Context()); {
		case err == nil:
			done = true
		case !strings.Contains(err.Error(), "503") || strings.Contains(err.Error(), "key=1"):
			t.Fatal(err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for stream, got := range revisions {
		if want := []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}; !slices.Equal(got, want) {
			t.Errorf("%s: %v", stream, got)
		}
	}
	if len(revisions) != 4 {
		t.Errorf("%d streams", len(revisions))
	}
}

// TestReceiversAreChecked: an address without a secret, or one that cannot be posted to, is refused.
func TestReceiversAreChecked(t *testing.T) {
	t.Parallel()
	fine := webhook.Secret(strings.Repeat("k", 32)).String()
	for address, secret := range map[string]string{
		"https://example.com/in": "", "https://example.com/other": "whsec_short", "https://a:b@example.com/": fine,
	} {
		if _, err := Parse(address, "shop", Receiver{Secret: secret}); err == nil || strings.Contains(err.Error(), "a:b") {
			t.Errorf("%s with %q: %v", address, secret, err)
		}
	}
}
