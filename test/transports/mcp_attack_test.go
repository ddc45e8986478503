package transports_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// TestArgumentsReachNoOtherOperation checks that a token for one tool never gets REST's cached answers of other operations, whatever
// identifiers are sent. Excluded tools are absent while REST stays.
func TestArgumentsReachNoOtherOperation(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 100)
	id := order(t, s, "MUG", 1)
	account := account(t, s, "agent")
	whole := apptest.Bearer(tokenOf(t, s, account))
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/invoices", id), object{}, whole...)
	s.Settle()
	linked := append([]string{"Accept", "application/ld+json"}, whole...)
	for range 2 {
		s.Must(200, "GET", fmt.Sprintf("/orders/%d/invoices", id), nil, linked...)
	}
	a := introduce(t, s, apptest.Bearer(tokenOf(t, s, account, "sales_orders_get"))...)
	a.refused("-32603 This token is not allowed to use this tool.", "sales_orders_invoices_list", object{"orderId": id})
	for _, reach := range []string{
		"%d/invoices", "%d/invoices/", "%d/../%[1]d/invoices", "%d?page=1", "%d%%2Finvoices", "%d#", "..", ".", "", "%d\n",
		" %d", "+%d", "\u0000",
	} {
		if strings.Contains(reach, "%") {
			reach = fmt.Sprintf(reach, id)
		}
		a.refused("-32603 Not Found", "sales_orders_get", object{"id": reach})
	}
	if got := a.call("sales_orders_get", object{"id": id}).object(t); got["@type"] != "Order" {
		t.Errorf("the order: %v", got)
	}

	excludedTools(t, s, whole)
}

// excludedTools excludes an operation, a pattern and a whole resource, and includes them again.
func excludedTools(t *testing.T, s *apptest.Shop, headers []string) {
	t.Helper()
	command := func(code int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		line := append(append([]string{"config"}, args...), "--database", s.Config.Database.URL, "--data", t.TempDir())
		if got := cli.Run(context.Background(), nil, line, &out, &out); got != code {
			t.Fatalf("config %v: exit %d, want %d\n%s", args, got, code, &out)
		}
		return out.String()
	}
	const path = "apiplatform/mcp/excluded_tools"
	hidden := func(name string) bool {
		group := s.Pipeline.Registry.ByTool(name).Resource.Name == "CustomerGroup"
		return group || name == "sales_orders_get" || strings.HasPrefix(name, "catalog_inventory_")
	}
	a := introduce(t, s, headers...)
	before, pages := a.tools()
	command(0, "set", path, "sales_orders_get, catalog_inventory_*,CustomerGroup")
	after, pagesAfter := a.tools()
	want := 0
	for _, tool := range before {
		if !hidden(tool.Name) {
			want++
		}
	}
	if len(after) != want || want > len(before)-4 || len(pages) != len(pagesAfter) {
		t.Errorf("%d tools of %d are left, want %d; %d pages, want %d", len(after), len(before), want, len(pagesAfter), len(pages))
	}
	for _, tool := range after {
		if hidden(tool.Name) {
			t.Errorf("%s is still offered", tool.Name)
		}
	}
	a.refused(`-32601 Tool not found: "sales_orders_get".`, "sales_orders_get", object{"id": 1})
	a.refused(`-32601 Tool not found: "catalog_inventory_update".`, "catalog_inventory_update", object{"sku": "MUG", "qty": 1})
	s.Must(200, "GET", "/orders/1", nil, headers...)
	s.Must(200, "PUT", "/inventory", object{"sku": "MUG", "qty": 1}, headers...)
	if out := command(1, "set", path, "sales_orders_gte"); !strings.Contains(out, `"sales_orders_gte" is no tool`) {
		t.Errorf("a mistyped name: %s", out)
	}
	command(0, "unset", path)
	a.call("sales_orders_get", object{"id": 1})
}

// batchOf makes a batch that calls a tool many times.
func batchOf(n int, tool string, arguments object) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = object{"jsonrpc": "2.0", "id": i, "method": "tools/call", "params": object{"name": tool, "arguments": arguments}}
	}
	return out
}

// reader is a client with an address and a reading speed of its own.
type reader struct {
	apptest.Discard
	write func(b []byte) (int, error)
}

func (r *reader) Write(b []byte) (int, error) { return r.write(b) }

// from sends a body from an address directly to the handler.
func from(s *apptest.Shop, w http.ResponseWriter, address string, payload any, headers ...string) {
	r := httptest.NewRequest("POST", s.URL+"/api/mcp", strings.NewReader(jsonOf(payload)))
	r.RemoteAddr = address + ":4000"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	s.HTTP.Handler().ServeHTTP(w, r)
}

// TestFloods checks the limits for one address: batches are bounded in bytes, sent as they are made and limited in number. Sessions are
// limited too.
func TestFloods(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	clock := apptest.NewClock()
	s := startMCP(t, apptest.WithClock(clock), apptest.WithConfig(func(c *app.Config) { c.Requests.RateLimitsOff = false }))
	s.Configure("system/rate_limit/mcp_batches", "1", "system/rate_limit/mcp_initialize", "3")
	a := introduce(t, s)
	const countries, newCart = "system_countries_list", "customers_guest_carts_create"

	t.Run("bytes", func(t *testing.T) {
		at := s.LogSize()
		payload := append(batchOf(99, countries, object{}), batchOf(1, newCart, object{})...)
		answer := post(s, payload, a.headers...)
		var replies []toolReply
		if err := json.Unmarshal(answer.Body, &replies); err != nil || answer.Status != 200 || len(replies) != 100 {
			t.Fatalf("status %d, %d answers, %v", answer.Status, len(replies), err)
		}
		const beyond = "-32603 The answers of this batch exceed 4194304 bytes, so this message was not answered. " +
			"Send it again in a request of its own."
		answered := 0
		for answered < 100 && replies[answered].Error == nil {
			answered++
		}
		size := len(answer.Body)
		if one := size / max(1, answered); answered < 5 || answered > 90 || size > 4<<20+100*300 || size < 4<<20-2*one {
			t.Errorf("%d answers in %d bytes", answered, size)
		}
		for i, r := range replies[answered:] {
			want := fmt.Sprint((answered + i) % 99) // the last call is the first of a second list
			if r.failed() != beyond || string(r.ID) != want {
				t.Fatalf("answer %d, id %s: %s", answered+i, r.ID, r.failed())
			}
		}
		if s.LogSize() != at {
			t.Error("a tool that writes was called although there was no room for its answer")
		}
	})
	t.Run("one after another", func(t *testing.T) {
		at := s.LogSize()
		gone := &reader{Discard: apptest.Discard{Headers: http.Header{}}}
		gone.write = func([]byte) (int, error) { return 0, errors.New("the client has gone") }
		from(s, gone, "192.0.2.1", append(batchOf(1, countries, object{}), batchOf(20, newCart, object{})...), a.headers...)
		if s.LogSize() != at {
			t.Error("calls went on when nobody could read the answer of the first")
		}
	})
	t.Run("at once", func(t *testing.T) {
		begun, release, ended := make(chan struct{}, 1000), make(chan struct{}), make(chan struct{})
		slow := &reader{Discard: apptest.Discard{Headers: http.Header{}}, write: func(b []byte) (int, error) {
			begun <- struct{}{}
			<-release
			return len(b), nil
		}}
		batch := batchOf(2, newCart, object{})
		go func() {
			defer close(ended)
			from(s, slow, "[2001:db8::1]", batch, a.headers...)
		}()
		<-begun
		status := func(address string, payload any) *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			from(s, w, address, payload, a.headers...)
			return w
		}
		for _, near := range []string{"2001:db8::1", "2001:db8::2"} { // addresses of one network
			if w := status("["+near+"]", batch); w.Code != 429 {
				t.Errorf("a second batch of %s: %d %s", near, w.Code, w.Body)
			}
		}
		if w := status("[2001:db8:0:1::1]", batch); w.Code != 200 {
			t.Errorf("a batch of another network: %d %s", w.Code, w.Body)
		}
		if w := status("[2001:db8::1]", batch[0]); w.Code != 200 {
			t.Errorf("a single message: %d %s", w.Code, w.Body)
		}
		close(release)
		<-ended
		if w := status("[2001:db8::1]", batch); w.Code != 200 {
			t.Errorf("when the first batch has ended: %d %s", w.Code, w.Body)
		}
	})
	t.Run("sessions", func(t *testing.T) {
		status := func(address string) int {
			w := httptest.NewRecorder()
			from(s, w, address, request("initialize", introduction))
			if w.Code == 429 && w.Header().Get("Retry-After") != "60" {
				t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
			}
			return w.Code
		}
		for i, want := range []int{200, 200, 200, 429, 429} {
			if got := status("192.0.2.9"); got != want {
				t.Errorf("session %d: %d, want %d", i+1, got, want)
			}
		}
		if got := status("192.0.2.10"); got != 200 {
			t.Errorf("another address: %d", got)
		}
		clock.Advance(time.Minute)
		if got := status("192.0.2.9"); got != 200 {
			t.Errorf("a minute later: %d", got)
		}
	})
}
