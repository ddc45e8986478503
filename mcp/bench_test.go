package mcp_test

import (
	"fmt"
	"testing"

	"tradelog/internal/testing/apptest"
)

// BenchmarkList compares a list of 20 products over REST with the same list as a tool call, both without the network:
//
//	go test ./mcp -run none -bench List
func BenchmarkList(b *testing.B) {
	s := start(b)
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
