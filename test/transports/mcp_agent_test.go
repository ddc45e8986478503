package transports_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/test/apptest"
)

// startMCP starts a shop with the MCP endpoint enabled.
func startMCP(t testing.TB, options ...apptest.Option) *apptest.Shop {
	t.Helper()
	s := apptest.Start(t, options...)
	s.Configure("apiplatform/protocols/mcp", "1")
	return s
}

// post sends a body to the endpoint.
func post(s *apptest.Shop, payload any, headers ...string) apptest.Answer {
	return s.Do("POST", "/api/mcp", payload, headers...)
}

// request makes a JSON-RPC request.
func request(method string, params any) object {
	m := object{"jsonrpc": "2.0", "id": 7, "method": method}
	if params != nil {
		m["params"] = params
	}
	return m
}

var introduction = object{
	"protocolVersion": "2025-11-25", "capabilities": object{}, "clientInfo": object{"name": "tester", "version": "1.0"},
}

// agent is a client with a session.
type agent struct {
	t       testing.TB
	shop    *apptest.Shop
	headers []string
	query   string // of the URL of the endpoint, such as ?tools=support
}

// introduce opens a session. headers are sent with every message.
func introduce(t testing.TB, s *apptest.Shop, headers ...string) *agent {
	t.Helper()
	a := post(s, request("initialize", introduction), headers...)
	id := a.Header.Get("Mcp-Session-Id")
	if a.Status != 200 || id == "" {
		t.Fatalf("initialize: %d %s", a.Status, a.Body)
	}
	return &agent{t, s, append([]string{"Mcp-Session-Id", id, "Mcp-Protocol-Version", "2025-11-25"}, headers...), ""}
}

// toolReply is an answer to a message.
type toolReply struct {
	ID     json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
		Data    json.RawMessage
	}
}

// failed returns the error as code and message, or "".
func (r toolReply) failed() string {
	if r.Error == nil {
		return ""
	}
	return fmt.Sprintf("%d %s", r.Error.Code, r.Error.Message)
}

// ask sends a request and returns the reply.
func (a *agent) ask(method string, params any, headers ...string) toolReply {
	a.t.Helper()
	sent := append(append([]string{}, a.headers...), headers...)
	return replyOf(a.t, a.shop.Do("POST", "/api/mcp"+a.query, request(method, params), sent...))
}

func replyOf(t testing.TB, answer apptest.Answer) toolReply {
	t.Helper()
	var r toolReply
	if err := json.Unmarshal(answer.Body, &r); err != nil || answer.Status != 200 {
		t.Fatalf("status %d, %v\n%s", answer.Status, err, answer.Body)
	}
	return r
}

// result is the result of a tool call.
type result struct {
	Content    []struct{ Type, Text string }
	IsError    *bool
	Structured json.RawMessage `json:"structuredContent"`
	Meta       struct {
		Ignored []string
		ETag    string
	} `json:"_meta"`
}

// call calls a tool that must succeed.
func (a *agent) call(tool string, arguments any, headers ...string) result {
	a.t.Helper()
	r := a.ask("tools/call", object{"name": tool, "arguments": arguments}, headers...)
	if r.Error != nil {
		a.t.Fatalf("%s: %s", tool, r.failed())
	}
	return resultOf(a.t, r)
}

func resultOf(t testing.TB, r toolReply) result {
	t.Helper()
	var out result
	if err := json.Unmarshal(r.Result, &out); err != nil || len(out.Content) != 1 || out.Content[0].Type != "text" || out.IsError == nil ||
		*out.IsError {
		t.Fatalf("result: %v\n%s", err, r.Result)
	}
	return out
}

// object reads the structured content.
func (r result) object(t testing.TB) object {
	t.Helper()
	var o object
	if err := json.Unmarshal(r.Structured, &o); err != nil {
		t.Fatalf("structured content: %v\n%s", err, r.Structured)
	}
	return o
}

// refused calls a tool that must be refused.
func (a *agent) refused(want, tool string, arguments any, headers ...string) {
	a.t.Helper()
	r := a.ask("tools/call", object{"name": tool, "arguments": arguments}, headers...)
	if got := r.failed(); got != want {
		a.t.Errorf("%s %v: %q, want %q", tool, arguments, got, want)
	}
	if r.Error == nil || r.Error.Data == nil {
		return
	}
	var data map[string][]fault.Violation
	if err := json.Unmarshal(r.Error.Data, &data); err != nil || len(data) != 1 || len(data["violations"]) == 0 {
		a.t.Errorf("%s: the error has other data than violations: %s", tool, r.Error.Data)
	}
}

// tool is a descriptor.
type tool struct {
	Name, Title, Description string
	InputSchema              json.RawMessage
	Annotations              map[string]bool
}

// tools lists all pages and the length of each.
func (a *agent) tools() (all []tool, pages []int) {
	a.t.Helper()
	params := object{}
	for {
		r := a.ask("tools/list", params)
		var page struct {
			Tools      []tool
			NextCursor *string
		}
		if err := json.Unmarshal(r.Result, &page); err != nil || page.Tools == nil {
			a.t.Fatalf("tools/list: %v %s %s", err, r.failed(), r.Result)
		}
		all, pages = append(all, page.Tools...), append(pages, len(page.Tools))
		if page.NextCursor == nil {
			return all, pages
		}
		params["cursor"] = *page.NextCursor
	}
}

// product creates a product with stock.
func product(t testing.TB, s *apptest.Shop, sku, price string, qty int64) int64 {
	t.Helper()
	values, err := record.Of(map[string]any{
		"sku": sku, "name": "The " + sku, "type": "simple", "isActive": true, "visibility": "catalog_search", "attributeSetId": 4,
		"taxClassId": 0, "websiteIds": []int64{1}, "categoryIds": []int64{2}, "urlKey": sku, "price": json.RawMessage(price), "weight": 1.5,
	})
	if err != nil {
		t.Fatal(err)
	}
	units, yes := money.FromInt(qty), true
	id, err := s.Commands.Catalog.CreateProduct(apptest.Operator(), values, &stock.Change{Qty: &units, InStock: &yes})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	return id
}

var address = object{
	"firstName": "Gina", "lastName": "Guest", "street": []string{"1 Main St"}, "city": "Los Angeles", "region": "CA", "postcode": "90001",
	"countryId": "US", "telephone": "555-0100",
}

var placement = object{
	"shippingAddress": address, "billingAddress": address, "guestEmail": "gina@example.com", "paymentMethod": "checkmo",
	"shippingMethod": "flatrate_flatrate",
}

// order places a guest's order and returns its number.
func order(t testing.TB, s *apptest.Shop, sku string, qty int) int64 {
	t.Helper()
	mask := s.Must(201, "POST", "/guest-carts", nil).Object(t)["maskedId"].(string)
	s.Must(200, "POST", "/guest-carts/"+mask+"/items", object{"sku": sku, "qty": qty})
	return int64(s.Must(201, "POST", "/guest-carts/"+mask+"/place-order", placement).Object(t)["id"].(float64))
}
