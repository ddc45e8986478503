package transports_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tradelog/app"
	"tradelog/test/apptest"
)

// TestALiveAnswerIsAlive checks that a live answer without news sends a sign of life with its present position. It ends when its caller's
// rights do.
func TestALiveAnswerIsAlive(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t, apptest.WithConfig(func(c *app.Config) { c.Requests.Heartbeat = 20 * time.Millisecond }))
	token := s.Service([]string{"changes/read", "orders/read"})
	s.Settle()
	request, err := http.NewRequest("GET", s.URL+"/api/rest/v2/changes?after=latest", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Accept", "text/html, text/event-stream;q=0.9")
	answer, err := s.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	beats := 0
	for beats < 3 && lines.Scan() {
		if lines.Text() == ": waiting" {
			if beats++; !lines.Scan() || !strings.HasPrefix(lines.Text(), "id: ") {
				t.Errorf("after the comment comes %q", lines.Text())
			}
		}
	}
	if beats < 3 {
		t.Fatalf("it ended after %d heartbeats: %v", beats, lines.Err())
	}
	var claims struct{ JTI string }
	payload, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil || json.Unmarshal(payload, &claims) != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Access.RevokeToken(apptest.Operator(), claims.JTI, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() { // until it ends
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
	s.Must(401, "GET", "/changes", nil, apptest.Bearer(token)...)
}

// TestEveryLiveAnswerGoesOn: each operation with a live answer takes Last-Event-ID, with and without a query, as clients of others send it.
func TestEveryLiveAnswerGoesOn(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	service := apptest.Bearer(s.Service([]string{"all"}))
	live := 0
	for _, o := range s.Pipeline.Registry.All() {
		if o.Live == nil || o.Path == "" {
			continue
		}
		live++
		for _, query := range []string{"", "?", "?" + o.Live.Resume + "=0", "?other=1"} {
			request, err := http.NewRequest(o.Method, s.URL+"/api/rest/v2"+o.Path+query, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set(service[0], service[1])
			request.Header.Set("Accept", "text/event-stream")
			request.Header.Set("Last-Event-ID", "1")
			answer, err := s.Client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			kind := answer.Header.Get("Content-Type")
			lines := bufio.NewScanner(answer.Body)
			if answer.StatusCode != 200 || !strings.HasPrefix(kind, "text/event-stream") || !lines.Scan() || lines.Text() != ": live" {
				t.Errorf("%s with %q: %d %s %s", o.Name(), query, answer.StatusCode, kind, lines.Text())
			}
			answer.Body.Close()
		}
	}
	if live == 0 {
		t.Error("no operation has a live answer")
	}
}

// TestLiveAnswersAreCounted by address, by account and in all, whatever the interface. One that has ended makes room for another.
func TestLiveAnswersAreCounted(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t, apptest.WithRateLimits())
	s.Configure("system/rate_limit/live_address", "2")
	order := order1(s)
	feed := func() *http.Response {
		request, err := http.NewRequestWithContext(within(t), http.MethodGet, s.URL+"/api/rest/v2/changes?after=latest", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set(s.Service[0], s.Service[1])
		request.Header.Set("Accept", "text/event-stream")
		return s.sent(t, request)
	}
	subscribed := func(headers ...string) *http.Response {
		body := fmt.Sprintf(`{"query": "subscription { orderChanged(id: \"/api/rest/v2/orders/%v\") { state } }"}`, order["id"])
		request, err := http.NewRequestWithContext(within(t), http.MethodPost, s.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "text/event-stream")
		for i := 0; i < len(headers); i += 2 {
			request.Header.Set(headers[i], headers[i+1])
		}
		return s.sent(t, request)
	}
	refused := func(what string, a *http.Response, of string) {
		t.Helper()
		text, _ := io.ReadAll(a.Body)
		if a.StatusCode != 429 || !strings.Contains(string(text), "system/rate_limit/live_"+of+" allows ") || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s %s", what, a.StatusCode, a.Header, text)
		}
	}
	first, second := feed(), subscribed(s.Service...)
	if first.StatusCode != 200 || second.StatusCode != 200 {
		t.Fatalf("%d, %d", first.StatusCode, second.StatusCode)
	}
	refused("a third stream", feed(), "address")
	refused("a third subscription", subscribed(), "address")
	if _, a, err := websocket.Dial(within(t), "ws"+strings.TrimPrefix(s.URL, "http")+path, nil); err == nil || a == nil ||
		a.StatusCode != 429 {
		t.Errorf("a websocket: %v, %v", err, a)
	}
	second.Body.Close()
	c := s.socketWhenFree(t)
	c.send(object{"type": "connection_init", "payload": object{"Authorization": s.Service[1]}})
	if m := c.next(); m["type"] != "connection_ack" {
		t.Fatalf("%v", m)
	}
	c.send(object{"type": "subscribe", "id": "a", "payload": object{"query": `subscription { changes { what } }`}})
	if m := c.next(); at(m, "payload.errors.0.extensions.status") != 429.0 {
		t.Errorf("a subscription beyond the limit: %v", m)
	}
	if m := c.next(); m["type"] != "complete" {
		t.Errorf("after it: %v", m)
	}
	s.Configure("system/rate_limit/live_address", "100", "system/rate_limit/live_account", "1")
	refused("a second one of an account", feed(), "account")
	c.send(object{"type": "subscribe", "id": "b", "payload": object{"query": `{ __typename }`}})
	if m := c.next(); at(m, "payload.errors.0.extensions.status") != 429.0 {
		t.Errorf("an operation beyond the limit of an account: %v", m)
	}
	if guest := subscribed(); guest.StatusCode != 200 {
		t.Errorf("a guest: %d", guest.StatusCode)
	}
	s.Configure("system/rate_limit/live_account", "100", "system/rate_limit/live_all", "2")
	refused("a third one", subscribed(), "all")
}

// sent sends a request and returns the answer, which may be live.
func (s *graphShop) sent(t *testing.T, r *http.Request) *http.Response {
	t.Helper()
	a, err := s.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Body.Close() })
	return a
}

// socketWhenFree opens a websocket as soon as the limit allows it: the server learns with the next part that a client has gone.
func (s *graphShop) socketWhenFree(t *testing.T) *socket {
	t.Helper()
	ctx := within(t)
	for {
		c, a, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(s.URL, "http")+path,
			&websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}})
		if err == nil {
			t.Cleanup(func() { _ = c.CloseNow() })
			return &socket{t, ctx, c}
		}
		if a == nil || a.StatusCode != 429 {
			t.Fatal(err)
		}
	}
}
