package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"tradelog/test/esdbclient"
	"tradelog/test/servetest"
	"tradelog/test/suite"
)

var logOn = regexp.MustCompile(`(?m)^ +log +(esdb://\S+)`)

// TestTheLogIsServedToEventStoreDBClients serves over TLS with the certificate that the program makes. API users read and append by their
// permissions, and can append nothing that would stop the shop.
func TestTheLogIsServedToEventStoreDBClients(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := servetest.Start(t, t.TempDir(), "--esdb-listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "TRADELOG_RATE_LIMITS=")
	found := logOn.FindStringSubmatch(s.Said)
	if found == nil {
		t.Fatalf("it printed:\n%s", s.Said)
	}
	account := func(name string, args ...string) string {
		var made struct {
			Key string `json:"api_key"`
		}
		out := s.Run(append([]string{"user", "create", "--kind", "api", "--username", name, "--json"}, args...)...)
		if err := json.Unmarshal([]byte(out), &made); err != nil || made.Key == "" {
			t.Fatalf("%s, %v", out, err)
		}
		return name + ":" + made.Key
	}
	connect := func(account string) *esdb.Client {
		return esdbclient.Connect(t, strings.Replace(found[1], "NAME:KEY", account, 1))
	}
	all := esdb.ReadAllOptions{From: esdb.Start{}}
	first := func(client *esdb.Client) (*esdb.ResolvedEvent, error) {
		read, err := client.ReadAll(t.Context(), all, 1)
		if err != nil {
			return nil, err
		}
		defer read.Close()
		return read.Recv()
	}
	owner := connect(account("erp", "--permissions", "all"))
	if e, err := first(owner); err != nil || e.Event.Position.Commit != 1 {
		t.Errorf("the first event: %+v, %v", e, err)
	}
	for who, want := range map[string]string{
		account("mailer", "--permissions", "orders/read"):         "PermissionDenied",
		account("north", "--permissions", "all", "--stores", "1"): "PermissionDenied",
		"erp:guessed": "Unauthenticated", "nobody:guessed": "Unauthenticated",
	} {
		if _, err := first(connect(who)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", who, err)
		}
	}

	// Permissions for a part of the log.
	reader := connect(account("reader", "--permissions", "eventlog/read:website-"))
	read, err := reader.ReadAll(t.Context(), all, 100)
	if err != nil {
		t.Fatal(err)
	}
	for {
		e, err := read.Recv()
		if err != nil {
			break
		}
		if !strings.HasPrefix(e.Event.StreamID, "website-") {
			t.Errorf("a reader of websites sees %s", e.Event.StreamID)
		}
	}
	read.Close()
	if e, err := first(reader); err != nil || e.Event.StreamID != "website-1" {
		t.Errorf("a reader of websites: %+v, %v", e, err)
	}
	scales := connect(account("scales", "--permissions", "eventlog/append:scale"))
	refusals := map[string]error{}
	_, refusals["a writer reads"] = first(scales)
	weighed := esdb.EventData{EventID: uuid.New(), EventType: "Weighed", ContentType: esdb.ContentTypeJson, Data: []byte(`{}`)}
	any := esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}
	_, refusals["a reader appends"] = reader.AppendToStream(t.Context(), "scale-2", any, weighed)
	_, refusals["elsewhere"] = scales.AppendToStream(t.Context(), "crane-2", any, weighed)
	if _, err := scales.AppendToStream(t.Context(), "scale-2", any, weighed); err != nil {
		t.Error(err)
	}
	for what, err := range refusals {
		if err == nil || !strings.Contains(err.Error(), "PermissionDenied") {
			t.Errorf("%s: %v", what, err)
		}
	}

	event := func(kind, data string) esdb.EventData {
		return esdb.EventData{EventID: uuid.New(), EventType: kind, ContentType: esdb.ContentTypeJson, Data: []byte(data)}
	}
	personless := event("Weighed", `{}`)
	personless.Metadata = []byte(`[]`)
	for _, c := range []struct {
		stream string
		event  esdb.EventData
		want   string // empty: it is stored
	}{
		{"scale-1", event("Weighed", `{"kg":7}`), ""},
		{"scale-1", personless, "metadata"},
		{"order-1", event("Weighed", `{}`), "order-1 is a stream of the shop"},
		{"scale-1", event("OrderPlaced", `{}`), "OrderPlaced is an event type of the shop"},
		{"order-1", event("OrderPlaced", `["seven"]`), "cannot read this OrderPlaced"},
	} {
		_, err := owner.AppendToStream(t.Context(), c.stream, any, c.event)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s in %s: %v", c.event.EventType, c.stream, err)
		}
	}

	// By default ten failed logins a minute are allowed; two have failed.
	last := errors.New("none")
	guesser := connect("erp:guessed")
	for range 30 {
		if _, last = first(guesser); strings.Contains(last.Error(), "ResourceExhausted") {
			break
		}
	}
	if !strings.Contains(last.Error(), "too many failed logins") {
		t.Errorf("after many guesses: %v", last)
	}
	answer, err := http.Get(s.Metrics)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	metrics, err := io.ReadAll(answer.Body)
	if want := `tradelog_esdb_calls_total{code="InvalidArgument",method="event_store.client.streams.Streams/Append"} 4`; err != nil ||
		!strings.Contains(string(metrics), want) || !strings.Contains(string(metrics), "tradelog_esdb_subscriptions 0") {
		t.Errorf("metrics: %v\n%s", err, metrics)
	}
}
