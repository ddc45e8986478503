package app_test

import (
	"context"
	"fmt"
	"math"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"tradelog/app/logserver"
	"tradelog/cmd/tradelog/cli/demoshop"
	"tradelog/cmd/tradelog/demo"
	"tradelog/eventstore"
	"tradelog/test/apptest"
	"tradelog/test/esdbclient"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// TestTheShopTakesItsOwnEvents: the events of a whole demo pass the checks for events of clients. Areas declare all streams that they
// decide on.
func TestTheShopTakesItsOwnEvents(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := apptest.Start(t)
	if _, err := demo.Seed(apptest.Operator(), demoshop.Of(s.App), func(string) {}); err != nil {
		t.Fatal(err)
	}
	if wrong := s.Undeclared(); len(wrong) > 0 {
		t.Errorf("undeclared: %s", strings.Join(wrong, ", "))
	}
	if kinds, events := s.UnversionedTrails(); !slices.Equal(kinds, []string{"stock level"}) || len(events) > 0 { // a table lists stock
		t.Errorf("timelines without versions: %q; events without versions: %q", kinds, events)
	}
	refused, err := s.Foreign(t.Context())
	if err != nil || s.LogSize() < 100 {
		t.Fatalf("%d events, %v", s.LogSize(), err)
	}
	for _, r := range refused[:min(10, len(refused))] {
		t.Error(r)
	}
}

// serveLog serves the log of a shop to a client with all rights.
func serveLog(t *testing.T, s *apptest.Shop) *esdb.Client {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.ServeEventStoreDB(ctx, l, logserver.Options{}) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return esdbclient.Connect(t, "esdb://"+l.Addr().String()+"?tls=false")
}

// TestEventsTheRulesNeverMade: a client may append events of its own types. Events of the shop are accepted only if its deciders could fold
// them. A refused append changes no read model, no rebuild and no sequence.
func TestEventsTheRulesNeverMade(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := salestest.Start(t)
	id, _ := s.Customer("anna@example.com")
	productStream := fmt.Sprintf("product-%d", s.Product("MUG", "10", 100, nil))
	orderStream := fmt.Sprintf("order-%d", salestest.ID(s.Order("MUG")))
	client := serveLog(t, s.Shop)
	s.Settle()
	refused := map[uuid.UUID]string{}
	stranger := uuid.NewString()
	huge := int64(math.MaxInt64 / 10)
	const either = "*" // harmless, so it may be accepted or refused
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
		{"order-2", "OrderHeld", `{}`, "does not begin a stream"},
		{fmt.Sprintf("wishlist-%d", id), "WishlistItemAdded", fmt.Sprintf(`{"itemId":1,"customerId":%d,"productId":%d}`, id, huge),
			"which the shop has not given out"},
		{orderStream, "OrderInvoicePaid", `{"invoiceId":0}`, either},
		{orderStream, "OrderInvoiced", `{"invoiceId":0,"lines":[{"id":0,"lineId":-7,"qty":1}]}`, either},
		{orderStream, "OrderRefunded", `{}`, either},
		{orderStream, "OrderShipped", `{"shipmentId":0,"lines":[{"lineId":-1,"qty":-3}]}`, either},
		{orderStream, "OrderCommented", `{}`, either},
		{productStream, "ProductChanged", `{"set":{"price":"much","name":7}}`, "could not apply"},
		{productStream, "ProductChanged", `{"set":{"price":12.5}}`, ""},
		{productStream, "ProductDeleted", `{}`, ""},
		{productStream, "ProductDeleted", `{}`, either},
		{"stock-1", "StockSettled", `{"orderIds":[-4]}`, either},
	} {
		id := uuid.New()
		_, err := client.AppendToStream(t.Context(), c.stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, esdb.EventData{
			EventID: id, EventType: c.event, ContentType: esdb.ContentTypeJson, Data: []byte(c.data),
		})
		if err != nil {
			refused[id] = c.event
		}
		if c.want == either {
			t.Logf("%s in %s: %v", c.event, c.stream, err)
			continue
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s in %s: %v", c.event, c.stream, err)
		}
	}
	s.Settle()
	for _, name := range s.Projections.Names() {
		differences, err := s.Projections.Verify(t.Context(), name, nil)
		if err != nil || len(differences) > 0 {
			t.Errorf("verify %s: %+v, %v", name, differences, err)
		}
	}
	stored, err := s.Store.ReadAll(t.Context(), 0, eventstore.Forwards, 1000, eventstore.Filter{})
	if err != nil || !stored.End {
		t.Fatal(err)
	}
	for _, e := range stored.Events {
		if refused[e.ID] != "" {
			t.Errorf("the log has the refused %s", e.Type)
		}
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
