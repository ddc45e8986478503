package transports_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/operations"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestBriefAndWholeRowsShareNoAnswer requests brief rows, whole rows and named members of every list, in each order. Agents with and
// without chosen tools get what they request, whatever was requested before.
func TestBriefAndWholeRowsShareNoAnswer(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("apiplatform/protocols/mcp", "1", "revocation/general/enabled", "1")
	stocked(s)
	all := introduce(t, s.Shop, s.Service...)
	chosen := choose(t, s.Shop, "*_list", s.Service...)
	lists := 0
	for _, o := range s.Pipeline.Registry.All() {
		if o.ToolName() == "" || !strings.HasSuffix(o.ToolName(), "_list") || o.Verb != operations.List || len(o.Placeholders()) > 0 ||
			o.Access.Auth == operations.Customer {
			continue
		}
		ask := func(a *agent, fields string) string {
			arguments := object{}
			if fields != "" {
				arguments["fields"] = fields
			}
			r := a.ask("tools/call", object{"name": o.ToolName(), "arguments": arguments})
			return r.failed() + string(r.Result)
		}
		asked := []string{"*", "", "id", "*", "", " * ", "id", ""}
		for _, a := range []*agent{chosen, all} {
			alone := map[string]string{}
			for _, fields := range asked {
				s.Pipeline.DropAnswers()
				alone[fields] = ask(a, fields)
			}
			s.Pipeline.DropAnswers()
			for _, fields := range asked {
				if got := ask(a, fields); got != alone[fields] {
					t.Errorf("%s with fields=%s:\n got %.300s\nwant %.300s", o.ToolName(), fields, got, alone[fields])
				}
			}
			if a == chosen && strings.Contains(alone[""], "Rows are brief") && alone[""] != alone["*"] {
				lists++
			}
		}
	}
	if lists < 15 {
		t.Errorf("only %d lists have brief rows", lists)
	}
}

// BenchmarkRemembered measures answers from memory over each interface, without the network:
//
//	go test ./test/transports -run none -bench Remembered
func BenchmarkRemembered(b *testing.B) {
	s := startSOAP(b)
	s.Configure("apiplatform/protocols/mcp", "1", "apiplatform/protocols/graphql", "1")
	for i := range 20 {
		product(b, s.Shop, fmt.Sprintf("MUG-%d", i), "19.99", 100)
	}
	service := apptest.Bearer(s.Service([]string{"all"}))
	const items, item = "/api/rest/v2/products?itemsPerPage=20", "/api/rest/v2/products/1"
	tag := s.Must(200, "GET", items, nil, service...).Header.Get("ETag")
	b.Run("REST/item", s.Measure(200, "GET", item, nil, service...))
	b.Run("REST/list", s.Measure(200, "GET", items, nil, service...))
	b.Run("REST/304", s.Measure(304, "GET", items, nil, append([]string{"If-None-Match", tag}, service...)...))
	b.Run("REST/guest", s.Measure(200, "GET", items, nil))

	call := []byte(jsonOf(request("tools/call", object{"name": "catalog_products_list", "arguments": object{"itemsPerPage": 20}})))
	whole, brief := introduce(b, s.Shop, service...), choose(b, s.Shop, "catalog", service...)
	b.Run("MCP/whole", s.Measure(200, "POST", "/api/mcp", call, whole.headers...))
	b.Run("MCP/brief", s.Measure(200, "POST", "/api/mcp"+brief.query, call, brief.headers...))

	query := []byte(jsonOf(object{"query": `{ products(pageSize: 20) { edges { node { sku finalPrice } } } }`}))
	position := s.Must(201, "POST", "/cms-pages", object{"identifier": "about"}, service...).Header.Get("X-Event-Position")
	s.Settle()
	sent := append([]string{"Content-Type", "application/json"}, service...)
	s.Must(200, "POST", path, query, sent...)
	b.Run("GraphQL/document", s.Measure(200, "POST", path, query, sent...))
	b.Run("GraphQL/operation", s.Measure(200, "POST", path, query, append([]string{"X-Min-Position", position}, sent...)...))

	message := []byte(envelope("<call><sessionId>" + s.session + "</sessionId><resourcePath>product_media.list</resourcePath>" +
		list("MUG-1") + "</call>"))
	b.Run("SOAP", s.Measure(200, "POST", "/api/soap", message, "Content-Type", "text/xml"))
}
