package transports_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tradelog/test/apptest"
)

// BenchmarkList compares a list of 20 products over REST with the same list as a tool call, both without the network:
//
//	go test ./test/transports -run none -bench List
func BenchmarkList(b *testing.B) {
	s := startMCP(b)
	for i := range 25 {
		product(b, s, fmt.Sprintf("MUG-%d", i), "19.99", 100)
	}
	service := apptest.Bearer(s.Service([]string{"all"}))
	a := introduce(b, s)
	call := []byte(jsonOf(request("tools/call", object{"name": "catalog_products_list", "arguments": object{"itemsPerPage": 20}})))
	for _, who := range []struct {
		name    string
		headers []string
	}{{"guest", nil}, {"service", service}} {
		linked := append([]string{"Accept", "application/ld+json"}, who.headers...)
		b.Run(who.name+"/REST", s.Measure(200, "GET", "/api/rest/v2/products?itemsPerPage=20", nil, linked...))
		b.Run(who.name+"/tool", s.Measure(200, "POST", "/api/mcp", call, append(append([]string{}, a.headers...), who.headers...)...))
	}
}

// BenchmarkOfficialSDK compares a list of 20 products as a tool call with a server of the official SDK. The latter answers with the same
// content, ready made, for 290 tools in one session (docs/dependencies.md):
//
//	go test ./test/transports -run none -bench OfficialSDK
func BenchmarkOfficialSDK(b *testing.B) {
	s := startMCP(b)
	for i := range 25 {
		product(b, s, fmt.Sprintf("MUG-%d", i), "19.99", 100)
	}
	a := introduce(b, s)
	call := []byte(jsonOf(request("tools/call", object{"name": "catalog_products_list", "arguments": object{"itemsPerPage": 20}})))
	ready := a.call("catalog_products_list", object{"itemsPerPage": 20})
	server := mcp.NewServer(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	tools, _ := a.tools()
	for _, t := range tools {
		server.AddTool(&mcp.Tool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.InputSchema},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{
					Content: []mcp.Content{&mcp.TextContent{Text: ready.Content[0].Text}}, StructuredContent: ready.Structured,
				}, nil
			})
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{JSONResponse: true})
	accept := []string{"Accept", "application/json, text/event-stream", "Content-Type", "application/json"}
	begin := httptest.NewRequest("POST", "/mcp", strings.NewReader(jsonOf(request("initialize", introduction))))
	begin.Header = http.Header{"Accept": {accept[1]}, "Content-Type": {accept[3]}}
	begun := httptest.NewRecorder()
	handler.ServeHTTP(begun, begin)
	session := append(accept, "Mcp-Session-Id", begun.Header().Get("Mcp-Session-Id"), "Mcp-Protocol-Version", "2025-11-25")
	list := []byte(jsonOf(request("tools/list", nil)))
	b.Run("call/own", s.Measure(200, "POST", "/api/mcp", call, a.headers...))
	b.Run("call/sdk", apptest.Measure(handler, 200, "POST", "/mcp", call, session...))
	b.Run("tools/own", s.Measure(200, "POST", "/api/mcp", list, a.headers...))
	b.Run("tools/sdk", apptest.Measure(handler, 200, "POST", "/mcp", list, session...))
}
