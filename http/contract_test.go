package http_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"tradelog/internal/testing/apptest"
	"tradelog/operations"
)

// row is an operation of the contract, one line of testdata/operations.tsv.
type row struct {
	core                                                bool
	method, path, auth, resource, section, permit, tool string
	filters, silent                                     []string
}

func contractRows(t *testing.T) map[string]row {
	t.Helper()
	data, err := os.ReadFile("testdata/operations.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]row{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(line, "\t")
		for i := range f {
			if f[i] == "-" {
				f[i] = ""
			}
		}
		r := row{core: f[0] == "core", method: f[1], path: f[2], auth: f[3], resource: f[4], section: f[5], permit: f[6], tool: f[7]}
		for _, name := range strings.FieldsFunc(f[9], func(c rune) bool { return c == ',' }) {
			if silent, ok := strings.CutPrefix(name, "~"); ok {
				r.silent = append(r.silent, silent)
			} else {
				r.filters = append(r.filters, name)
			}
		}
		rows[r.method+" "+shape(r.path)] = r
	}
	return rows
}

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

// TestOperationsAreThoseOfTheContract compares the registry and the OpenAPI document with the contract. A core operation must
// be in the contract. An operation in the contract must have its names, level of access and filters.
func TestOperationsAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	doc := shop.Must(200, "GET", "/api/docs.json", nil).Object(t)
	rows, registry := contractRows(t), shop.Pipeline.Registry
	missing := maps.Clone(rows)
	for _, o := range registry.All() {
		key := o.Method + " " + shape(o.Path)
		delete(missing, key)
		r, known := rows[key]
		if o.Extra == r.core {
			t.Errorf("%s %s is core %t in the contract, Extra is %t", o.Method, o.Path, r.core, o.Extra)
		}
		if !known {
			continue
		}
		wrong := func(what string, got, want any) {
			if excused[o.Method+" "+o.Path+" "+what] == "" {
				t.Errorf("%s %s: %s is %v, want %v", o.Method, o.Path, what, got, want)
			}
		}
		if o.Path != r.path {
			wrong("path", o.Path, r.path)
		}
		if !slices.Contains(levels[o.Auth], r.auth) {
			wrong("access", levels[o.Auth], r.auth)
		}
		if o.Resource.Name != r.resource {
			wrong("resource", o.Resource.Name, r.resource)
		}
		if o.Permission != r.permit {
			wrong("permission", o.Permission, r.permit)
		}
		tool := o.ToolName()
		if registry.ByTool(tool) != o {
			tool = ""
		}
		if tool != r.tool {
			wrong("tool", tool, r.tool)
		}
		takes := parameters(doc, pathPointer(o.Path)+"/"+strings.ToLower(o.Method))
		for _, name := range r.filters {
			if !slices.Contains(takes, name) {
				t.Errorf("%s %s does not advertise the filter %s", o.Method, o.Path, name)
			}
		}
		for _, name := range r.silent {
			if slices.Contains(takes, name) {
				t.Errorf("%s %s advertises %s, which is only honoured", o.Method, o.Path, name)
			}
		}
	}
	for key, r := range missing {
		t.Errorf("%s is missing (%s)", key, r.resource)
	}
}
