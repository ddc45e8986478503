package transports_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"tradelog/test/apptest"
)

// within bounds the waits of a test.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// events subscribes with server-sent events and returns a function that reads the next answer; nil at the end.
func (s *graphShop) events(t *testing.T, query string, headers ...string) func() object {
	t.Helper()
	body, err := json.Marshal(object{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(within(t), http.MethodPost, s.URL+path, strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Body.Close() })
	if a.StatusCode != 200 {
		t.Fatalf("status %d", a.StatusCode)
	}
	lines := bufio.NewScanner(a.Body)
	return func() object {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var out object
				if err := json.Unmarshal([]byte(data), &out); err != nil {
					t.Fatal(err)
				}
				return out
			}
			if lines.Text() == "event: complete" {
				return nil
			}
		}
		t.Fatalf("the connection ended: %v", lines.Err())
		return nil
	}
}

// TestOrdersAreFollowed: a subscriber gets the order's present state and the state after each change, and only with the right to read it.
func TestOrdersAreFollowed(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	order := order1(s)
	query := fmt.Sprintf(`subscription { orderChanged(id: "/api/rest/v2/orders/%v") { state typed { items { sku } } } }`, order["id"])
	next := s.events(t, query, s.Service...)
	if first := next(); at(first, "data.orderChanged.state") != "new" || at(first, "data.orderChanged.typed.items.0.sku") != "MUG" {
		t.Errorf("%v", first)
	}
	s.Must(201, "POST", fmt.Sprintf("/orders/%v/hold", order["id"]), object{}, s.Service...)
	if second := next(); at(second, "data.orderChanged.state") != "holded" {
		t.Errorf("%v", second)
	}
	_, stranger := s.Customer("anna@example.com")
	foreign := s.events(t, query, stranger...)
	if a := foreign(); at(a, "data.orderChanged") != nil || a["errors"] != nil {
		t.Errorf("a stranger: %v", a)
	}
	if end := foreign(); end != nil {
		t.Errorf("a stranger: %v", end)
	}
	wrong := s.events(t, `subscription { orderChanged(id: 5) { nothing } }`)
	if a := wrong(); !strings.Contains(fmt.Sprint(a["errors"]), "Cannot query field") {
		t.Errorf("%v", a)
	}
}

// socket is a connection that speaks graphql-transport-ws.
type socket struct {
	t   *testing.T
	ctx context.Context
	c   *websocket.Conn
}

func (s *graphShop) socket(t *testing.T) *socket {
	t.Helper()
	ctx := within(t)
	c, a, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(s.URL, "http")+path,
		&websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}})
	if err != nil {
		t.Fatalf("%v %v", err, a)
	}
	c.SetReadLimit(4 << 20)
	t.Cleanup(func() { _ = c.CloseNow() })
	return &socket{t, ctx, c}
}

func (s *socket) send(message object) {
	s.t.Helper()
	if err := wsjson.Write(s.ctx, s.c, message); err != nil {
		s.t.Fatal(err)
	}
}

// next reads the next message that is no ping.
func (s *socket) next() object {
	s.t.Helper()
	for {
		var m object
		if err := wsjson.Read(s.ctx, s.c, &m); err != nil {
			s.t.Fatal(err)
		}
		if m["type"] != "ping" && m["type"] != "pong" {
			return m
		}
	}
}

// TestTheFeedOverAWebsocket follows changes, with a token in the first message, and answers queries beside it.
func TestTheFeedOverAWebsocket(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Product("CUP", "10", 20, nil)
	s.Settle()
	c := s.socket(t)
	c.send(object{"type": "connection_init", "payload": object{"Authorization": s.Service[1]}})
	if m := c.next(); m["type"] != "connection_ack" {
		t.Fatalf("%v", m)
	}
	c.send(object{"type": "subscribe", "id": "a", "payload": object{
		"query":     `subscription ($after: String) { changes(after: $after, resources: "products") { what _id product: resource } }`,
		"variables": object{"after": "latest"},
	}})
	c.send(object{"type": "subscribe", "id": "b", "payload": object{"query": `{ orders { totalCount } }`}})
	if m := c.next(); m["id"] != "b" || at(m, "payload.data.orders.totalCount") != 0.0 {
		t.Errorf("%v", m)
	}
	if m := c.next(); m["type"] != "complete" || m["id"] != "b" {
		t.Errorf("%v", m)
	}
	id := s.Product("MUG", "10", 20, nil)
	if m := c.next(); m["id"] != "a" || at(m, "payload.data.changes.what") != "created" || at(m, "payload.data.changes._id") != float64(id) ||
		at(m, "payload.data.changes.product") != "products" {
		t.Errorf("%v", m)
	}
	nobody := s.socket(t)
	nobody.send(object{"type": "connection_init"})
	if m := nobody.next(); m["type"] != "connection_ack" {
		t.Fatalf("%v", m)
	}
	nobody.send(object{"type": "subscribe", "id": "a", "payload": object{"query": `subscription { changes { what } }`}})
	if m := nobody.next(); !strings.Contains(fmt.Sprint(m["payload"]), "Authentication required") {
		t.Errorf("%v", m)
	}
}

// TestSubscriptionsEndWithTheToken: a revoked token gets no more messages, over either protocol, on any subscription.
func TestSubscriptionsEndWithTheToken(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	order := order1(s)
	token := s.Shop.Shop.Service([]string{"orders/all", "changes/read", "products/read"})
	s.Settle()
	held := fmt.Sprintf(`subscription { orderChanged(id: "/api/rest/v2/orders/%v") { state } }`, order["id"])
	next := s.events(t, held, apptest.Bearer(token)...)
	if first := next(); at(first, "data.orderChanged.state") != "new" {
		t.Fatalf("%v", first)
	}
	c := s.socket(t)
	c.send(object{"type": "connection_init", "payload": object{"Authorization": "Bearer " + token}})
	if m := c.next(); m["type"] != "connection_ack" {
		t.Fatalf("%v", m)
	}
	c.send(object{"type": "subscribe", "id": "a", "payload": object{"query": `subscription { changes(resources: "orders") { what } }`}})
	if m := c.next(); at(m, "payload.data.changes.what") != "created" {
		t.Fatalf("%v", m)
	}
	s.Must(201, "POST", "/auth/logout", object{}, apptest.Bearer(token)...)
	s.Must(201, "POST", fmt.Sprintf("/orders/%v/hold", order["id"]), object{}, s.Service...)
	const revoked = "Token has been revoked"
	if a := next(); at(a, "data.orderChanged") != nil || at(a, "errors.0.message") != revoked || at(a, "errors.0.extensions.status") != 401.0 {
		t.Errorf("the order: %v", a)
	}
	if end := next(); end != nil {
		t.Errorf("after the end: %v", end)
	}
	if m := c.next(); m["id"] != "a" || at(m, "payload.data.changes") != nil || at(m, "payload.errors.0.message") != revoked {
		t.Errorf("the feed: %v", m)
	}
	if m := c.next(); m["id"] != "a" || m["type"] != "complete" {
		t.Errorf("after the end: %v", m)
	}
	late := s.socket(t)
	late.send(object{"type": "connection_init", "payload": object{"Authorization": "Bearer " + token}})
	if err := wsjson.Read(late.ctx, late.c, &object{}); err == nil {
		t.Error("a revoked token may connect")
	}
}

// TestSubscriptionsEndWithTheProgram: subscribers are told of the end when the program begins to stop, so that it can stop.
func TestSubscriptionsEndWithTheProgram(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	order := order1(s)
	next := s.events(t, fmt.Sprintf(`subscription { orderChanged(id: "/api/rest/v2/orders/%v") { state } }`, order["id"]), s.Service...)
	if first := next(); at(first, "data.orderChanged.state") != "new" {
		t.Fatalf("%v", first)
	}
	feed := s.events(t, `subscription { changes(resources: "orders") { what } }`, s.Service...)
	if m := feed(); at(m, "data.changes.what") != "created" {
		t.Fatalf("%v", m)
	}
	if err := s.HTTP.Shutdown(within(t)); err != nil {
		t.Error(err)
	}
	if end := next(); end != nil {
		t.Errorf("the order: %v", end)
	}
	if end := feed(); end != nil {
		t.Errorf("the feed: %v", end)
	}
}

// TestASocketHoldsLittle: the open operations of a websocket are bounded in bytes together, and so is each answer.
func TestASocketHoldsLittle(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	id := order1(s)["id"]
	c := s.socket(t)
	c.send(object{"type": "connection_init", "payload": object{"Authorization": s.Service[1]}})
	if m := c.next(); m["type"] != "connection_ack" {
		t.Fatalf("%v", m)
	}
	open := func(name string) {
		t.Helper()
		c.send(object{"type": "subscribe", "id": name, "payload": object{
			"query":     fmt.Sprintf(`subscription { orderChanged(id: "/api/rest/v2/orders/%v") { state } }`, id),
			"variables": object{"unused": strings.Repeat("x", 600<<10)},
		}})
	}
	open("a")
	if m := c.next(); m["id"] != "a" || at(m, "payload.data.orderChanged.state") != "new" {
		t.Fatalf("%v", m)
	}
	open("b")
	if m := c.next(); m["id"] != "b" || at(m, "payload.errors.0.extensions.status") != 413.0 {
		t.Errorf("beyond the bound: %v", m)
	}
	if m := c.next(); m["id"] != "b" || m["type"] != "complete" {
		t.Errorf("after it: %v", m)
	}
	c.send(object{"type": "complete", "id": "a"})
	if m := c.next(); m["id"] != "a" || m["type"] != "complete" {
		t.Errorf("the end of the first: %v", m)
	}
	open("c")
	if m := c.next(); m["id"] != "c" || at(m, "payload.data.orderChanged.state") != "new" {
		t.Errorf("after the first has ended: %v", m)
	}
	var types strings.Builder
	for i := range 8 {
		fmt.Fprintf(&types, "a%d: types { name fields { name description type { name fields { name description } } } } ", i)
	}
	c.send(object{"type": "subscribe", "id": "d", "payload": object{"query": "{ __schema { " + types.String() + "} }"}})
	if m := c.next(); m["id"] != "d" ||
		at(m, "payload.errors.0.message") != "The answer exceeds 1048576 bytes. Ask for fewer rows or fields." {
		t.Errorf("%.300v", m)
	}
}
