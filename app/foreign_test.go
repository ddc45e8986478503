package app_test

import (
	"context"
	"fmt"
	"math"
	"net"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"tradelog/app"
	"tradelog/internal/demo"
	"tradelog/internal/testing/apptest"
	"tradelog/internal/testing/esdbclient"
)

// TestTheShopTakesItsOwnEvents: what is asked of events of clients, the events of a whole demo meet. Areas declare all streams that they
// decide on.
func TestTheShopTakesItsOwnEvents(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	if _, err := demo.Seed(apptest.Operator(), s.App, func(string) {}); err != nil {
		t.Fatal(err)
	}
	if wrong := s.Undeclared(); len(wrong) > 0 {
		t.Errorf("undeclared: %s", strings.Join(wrong, ", "))
	}
	refused, err := s.Foreign(t.Context())
	if err != nil || s.LogSize() < 100 {
		t.Fatalf("%d events, %v", s.LogSize(), err)
	}
	for _, r := range refused[:min(10, len(refused))] {
		t.Error(r)
	}
}

// serveLog serves the log of a shop to a client, who may do everything.
func serveLog(t *testing.T, s *apptest.Shop) *esdb.Client {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.ServeEventStoreDB(ctx, l, app.EventStoreDB{}) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return esdbclient.Connect(t, "esdb://"+l.Addr().String()+"?tls=false")
}

// TestEventsTheRulesNeverMade: a client may append what is not the shop's business. Events of the shop are taken if its deciders could have
// made them; otherwise nothing changes: read models stay as their rebuild, and sequences where they are.
func TestEventsTheRulesNeverMade(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	id, _ := s.Customer("anna@example.com")
	client := serveLog(t, s)
	size := s.LogSize()
	stranger := uuid.NewString()
	huge := int64(math.MaxInt64 / 10)
	for _, c := range []struct{ stream, event, data, want string }{
		{"eventlog-identity", "LogNamed", fmt.Sprintf(`{"id":%q}`, stranger), "tradelog events serve"},
		{"attributeoption-1", "Weighed", `{}`, "is a stream of the shop"},
		{"productattribute-1", "OrderHeld", `{}`, "is not an event of streams such as"},
		{"scale-1", "AttributeSetCreated", `{"id":1}`, "is not one of its streams"},
		{fmt.Sprintf("order-%d", huge), "OrderAbandoned", `{"cartId":1}`, "which the shop has not given out"},
		{fmt.Sprintf("category-%d", huge), "CategoryCreated", fmt.Sprintf(`{"id":%d,"values":{}}`, huge), "which the shop has not given out"},
		{fmt.Sprintf("customer-%d", id), "CustomerActivated", `{}`, ""},
		{fmt.Sprintf("customer-%d", id), "CustomerRegistered", `{"customerId":1}`, "has begun"},
		{fmt.Sprintf("customer-%d", id), "CustomerAbandoned", `{}`, "has begun"},
		{"order-1", "OrderHeld", `{}`, "does not begin a stream"},
		{fmt.Sprintf("wishlist-%d", id), "WishlistItemAdded", fmt.Sprintf(`{"itemId":1,"customerId":%d,"productId":%d}`, id, huge),
			"which the shop has not given out"},
	} {
		_, err := client.AppendToStream(t.Context(), c.stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, esdb.EventData{
			EventID: uuid.New(), EventType: c.event, ContentType: esdb.ContentTypeJson, Data: []byte(c.data),
		})
		if c.want == "" {
			size++
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s in %s: %v", c.event, c.stream, err)
		}
	}
	if now := s.LogSize(); now != size {
		t.Errorf("the log has %d events, not %d", now, size)
	}
	given, err := s.IDs.Given(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for sequence, n := range given {
		if n > 1e9 {
			t.Errorf("sequence %s is at %d", sequence, n)
		}
	}
}
