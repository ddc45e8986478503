// The test runs in the patched copy of the repository.
package fields

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/pgtest"
	"tradelog/test/salestest"
)

type object = map[string]any

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestFields finds the fields care and model of products and channel of orders in stored data, in REST, in OpenAPI and in tools.
func TestFields(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("apiplatform/protocols/mcp", "1")
	made := s.Must(201, "POST", "/products", object{
		"sku": "MUG", "name": "Mug", "price": 10, "weight": 1, "stockQty": 5, "care": "Wash at 40", "model": "M1",
	}, s.Service...).Object(t)
	s.Must(201, "POST", "/products", object{"sku": "CAP", "name": "Cap", "price": 5, "stockQty": 5}, s.Service...)
	s.Settle()
	salestest.Check(t, s.Must(200, "GET", fmt.Sprintf("/products/%v", made["id"]), nil).Object(t), object{"care": "Wash at 40", "model": "M1"})
	states, err := s.Readers.Catalog.ProductStates(t.Context(), []string{"mug"})
	if stored := states["mug"].Values[0]; err != nil || string(stored["care"]) != `"Wash at 40"` || string(stored["model"]) != `"M1"` {
		t.Errorf("stored is %s, %v", stored, err)
	}
	for model, want := range map[string]int{"M1": 1, "M2": 0} {
		if got := s.Must(200, "GET", "/products?model="+model, nil).List(t); len(got) != want {
			t.Errorf("model %s lists %v", model, got)
		}
	}
	salestest.Check(t, s.Must(200, "GET", "/products?model=M1", nil).List(t)[0], object{"sku": "MUG", "care": "Wash at 40"})

	cart := s.GuestCart("MUG")
	placed := s.Must(201, "POST", "/guest-carts/"+cart+"/place-order", salestest.Placement(object{"channel": "till"})).Object(t)
	s.Settle()
	path := fmt.Sprintf("/orders/%v", placed["id"])
	salestest.Check(t, s.Must(200, "GET", path, nil, s.Service...).Object(t), object{"channel": "till"})
	salestest.Check(t, s.Must(200, "GET", "/orders", nil, s.Service...).List(t)[0], object{"channel": "till"})
	s.Verify("products", "orders")

	described(t, "OpenAPI", s.Must(200, "GET", "/api/docs.json", nil).Object(t))
	described(t, "a tool", tools(t, s))
}

// described fails unless a description has each of the fields as a property.
func described(t *testing.T, what string, in any) {
	t.Helper()
	found := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, element := range v {
				walk(element)
			}
		case object:
			if properties, ok := v["properties"].(object); ok {
				for name := range properties {
					found[name] = true
				}
			}
			for _, member := range v {
				walk(member)
			}
		}
	}
	walk(in)
	for _, name := range []string{"care", "model", "channel"} {
		if !found[name] {
			t.Errorf("%s does not have %s", what, name)
		}
	}
}

// tools lists the tools of MCP.
func tools(t *testing.T, s *salestest.Shop) (all []any) {
	t.Helper()
	ask := func(method string, params object, headers ...string) apptest.Answer {
		return s.Must(200, "POST", "/api/mcp", object{"jsonrpc": "2.0", "id": 1, "method": method, "params": params},
			salestest.With(s.Service, headers...)...)
	}
	const version = "2025-11-25"
	session := ask("initialize", object{
		"protocolVersion": version, "capabilities": object{}, "clientInfo": object{"name": "test", "version": "1"},
	}).Header.Get("Mcp-Session-Id")
	params := object{}
	for {
		body := ask("tools/list", params, "Mcp-Session-Id", session, "Mcp-Protocol-Version", version).Body
		body = body[strings.IndexByte(string(body), '{'):] // skips the name of an event, if the answer has one
		var answer struct {
			Result struct {
				Tools      []any  `json:"tools"`
				NextCursor string `json:"nextCursor"`
			} `json:"result"`
		}
		if err := json.Unmarshal(body, &answer); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		all = append(all, answer.Result.Tools...)
		if answer.Result.NextCursor == "" {
			return all
		}
		params = object{"cursor": answer.Result.NextCursor}
	}
}
