package transports_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"tradelog/operations"
	"tradelog/test/apptest"
	"tradelog/test/contract"
)

// levels are the contract's names of the levels of access.
var levels = map[operations.Auth][]string{
	operations.Public: {"none"}, operations.Bearer: {"bearer"}, operations.Customer: {"customer", "customer-or-admin"},
	operations.Backend: {"admin"}, operations.OrderToken: {"order-token"},
}

// excused are intended differences.
var excused = map[string]string{
	"POST /auth/refresh access": "without a token the answer is 400, not 401, so the handler asks for it (conventions §3.5)",
	"POST /auth/logout access":  "logging out without a token succeeds (conventions §3.6)",
	"POST /orders permission":   "anybody may place an order, so there is nothing to permit (conventions §1 row C12)",
}

// TestOperationsAreThoseOfTheContract compares the registry and the OpenAPI document with the contract. A core operation must be in the
// contract. An operation in the contract must have its names, level of access and filters.
func TestOperationsAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	doc := shop.Must(200, "GET", "/api/docs.json", nil).Object(t)
	rows, registry := map[string]contract.Row{}, shop.Pipeline.Registry
	for _, r := range contract.Rows() {
		rows[r.Route()] = r
	}
	missing := maps.Clone(rows)
	for _, o := range registry.All() {
		key := contract.Route(o.Method, o.Path)
		delete(missing, key)
		r, known := rows[key]
		if o.Extra == r.Core {
			t.Errorf("%s %s is core %t in the contract, Extra is %t", o.Method, o.Path, r.Core, o.Extra)
		}
		if !known {
			continue
		}
		wrong := func(what string, got, want any) {
			if excused[o.Method+" "+o.Path+" "+what] == "" {
				t.Errorf("%s %s: %s is %v, want %v", o.Method, o.Path, what, got, want)
			}
		}
		if o.Path != r.Path {
			wrong("path", o.Path, r.Path)
		}
		if !slices.Contains(levels[o.Access.Auth], r.Auth) {
			wrong("access", levels[o.Access.Auth], r.Auth)
		}
		if o.Resource.Name != r.Resource {
			wrong("resource", o.Resource.Name, r.Resource)
		}
		if o.Access.Permission != r.Permission {
			wrong("permission", o.Access.Permission, r.Permission)
		}
		tool := o.ToolName()
		if registry.ByTool(tool) != o {
			tool = ""
		}
		if tool != r.Tool {
			wrong("tool", tool, r.Tool)
		}
		takes := contract.Parameters(doc, contract.PathPointer(o.Path)+"/"+strings.ToLower(o.Method))
		for _, name := range r.Filters {
			if !slices.Contains(takes, name) {
				t.Errorf("%s %s does not advertise the filter %s", o.Method, o.Path, name)
			}
		}
		for _, name := range r.Silent {
			if slices.Contains(takes, name) {
				t.Errorf("%s %s advertises %s, which is only honoured", o.Method, o.Path, name)
			}
		}
	}
	for key, r := range missing {
		t.Errorf("%s is missing (%s)", key, r.Resource)
	}
}
