package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	domainaccess "tradelog/domain/access"
	"tradelog/operations/passwords"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// dearest is the bound of a request that has the server multiply what it sends: the processor time on the reference machine, and the memory
// in bytes that the process holds beyond what it holds at rest.
var dearest = cost{200 * time.Millisecond, 64 << 20, ""}

// TestDearestRequests sends each door the requests that multiply most: aliases, fragments, variables and forms of GraphQL, the largest
// pages of lists, batches, and large messages of small values. It is not parallel, because processor time and memory are those of the
// whole process. TestLargestRequests has the largest request of each operation over REST.
func TestDearestRequests(t *testing.T) {
	suite.Needs(t, suite.Long)
	s := salestest.Start(t)
	e := &everything{Shop: s}
	for _, protocol := range []string{"graphql", "mcp", "soap", "v2_soap", "xmlrpc", "jsonrpc"} {
		s.Configure("apiplatform/protocols/"+protocol, "1")
	}
	s.Configure("apiplatform/graphql/introspection", "1")
	text := strings.Repeat("A mug of some length. ", 1000)
	for i := range 100 {
		s.Product(fmt.Sprintf("MUG-%d", i), "10", 1000, salestest.Fields{"description": text})
	}
	for range 100 {
		s.Order("MUG-1*2", "MUG-2")
	}
	s.Settle()
	unit := calibrate()
	t.Logf("1 MB of JSON takes %v", unit)
	for _, r := range e.dear(t) {
		most := dearest
		if r.most.reason != "" {
			most = r.most
		}
		spent, allocated, status := e.measure(r.make)
		scaled := func() time.Duration { return time.Duration(float64(spent) / float64(unit) * float64(reference)) }
		for try := 0; try < 3 && scaled() > most.cpu; try++ { // the first request fills caches
			spent, allocated, status = e.measure(r.make)
			unit = max(unit, calibrate())
		}
		held := allocated
		if held > most.bytes {
			held = e.held(r.make)
		}
		t.Logf("%s: %d, %v, %.1f MB held of %.1f", r.name, status, scaled(), float64(held)/(1<<20), float64(allocated)/(1<<20))
		if scaled() > most.cpu || held > most.bytes || status >= 500 {
			t.Errorf("%s: %d costs %v of CPU and holds %.1f MB, more than %v and %d MB", r.name, status, scaled(), float64(held)/(1<<20),
				most.cpu, most.bytes>>20)
		}
	}
}

// held returns the most memory that was live during a request beyond what is live at rest, in bytes.
func (e *everything) held(r func() *http.Request) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	request, w := r(), &apptest.Discard{Headers: http.Header{}}
	live := func() int64 {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(sample)
		return int64(sample[0].Value.Uint64())
	}
	runtime.GC()
	rest := live()
	var most atomic.Int64
	var ended atomic.Bool
	var watch func() // the next collection
	watch = func() {
		runtime.SetFinalizer(&[16]byte{}, func(*[16]byte) {
			most.Store(max(most.Load(), live()))
			if !ended.Load() {
				watch()
			}
		})
	}
	watch()
	e.HTTP.Handler().ServeHTTP(w, request)
	ended.Store(true)
	return max(0, most.Load()-rest)
}

// dear is a request that has the server multiply what it sends.
type dear struct {
	name string
	make func() *http.Request
	most cost // if it has a reason
}

// dear returns the requests of all doors.
func (e *everything) dear(t *testing.T) (all []dear) {
	t.Helper()
	add := func(name, method, path, kind, body string, headers ...string) {
		all = append(all, dear{name: name, make: func() *http.Request {
			r := httptest.NewRequest(method, e.URL+path, strings.NewReader(body))
			if kind != "" {
				r.Header.Set("Content-Type", kind)
			}
			for i := 0; i < len(headers); i += 2 {
				r.Header.Set(headers[i], headers[i+1])
			}
			return r
		}})
	}
	e.dearDocuments(add)
	e.dearLists(add)
	e.dearBatches(t, add)
	return all
}

// adding adds a request.
type adding = func(name, method, path, kind, body string, headers ...string)

// numbered repeats a text with a number in place of each #.
func numbered(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(text, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// dearDocuments are requests of GraphQL.
func (e *everything) dearDocuments(add adding) {
	const path, kind = "/api/graphql", "application/json"
	ask := func(name, query string, variables any) {
		body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
		if err != nil {
			panic(err)
		}
		add("GraphQL, "+name, "POST", path, kind, string(body), e.Service...)
	}
	long := strings.Repeat("x", 900<<10)
	ask("a list by aliases", "{ "+numbered(125, "a#: products(first: 100) { edges { node { description } } } ")+"}", nil)
	ask("small rows by aliases", "{ "+numbered(125, "a#: orders(first: 100) { edges { node { _id } } } ")+"}", nil)
	ask("a text by aliases", "{ products(first: 100) { edges { node { "+numbered(490, "d#: description ")+"} } } }", nil)
	ask("references by aliases", "{ orders(first: 100) { edges { node { typed { "+numbered(160, "i#: items { product { sku } } ")+
		"} } } } }", nil)
	ask("searches of the log by aliases", "{ "+numbered(12, "a#: auditAuditGet(limit: 100) { next } ")+"}", nil)
	ask("fragments that double", "{ ...f0 }"+numbered(400, " fragment f# on Query { ...g# ...g# }")+
		strings.Join(doubled(400), " "), nil)
	ask("conflicts", "{ "+numbered(400, `a: country(id: "#") { name } `)+"}", nil)
	ask("unknown fields", "{ "+numbered(3000, "unknown# ")+"}", nil)
	ask("near fields", "{ "+numbered(2000, "a#: productz ")+"}", nil)
	ask("operations", numbered(49, "query q# { ...f } ")+"fragment f on Query { "+numbered(1500, "a#: countries { totalCount } ")+"}", nil)
	ask("the schema in itself", "{ __schema { types { name fields { name description type { name fields { name description type { name "+
		"fields { name description } } } } } } } }", nil)
	ask("a variable for many fields", "query ($v: String!) { "+numbered(160, "a#: guestCart(maskedId: $v) { _id } ")+"}",
		map[string]any{"v": long})
	ask("small variables", "query ($v: [Int]) { __typename }", map[string]any{"v": make([]int, 500_000)})
	for name, places := range map[string]string{
		"a file": `"variables.v"`, "a file at many places": strings.TrimSuffix(numbered(15_000, `"variables.v.#",`), ","),
	} {
		list := `{"v": [` + strings.TrimSuffix(strings.Repeat("null,", 15_000), ",") + `]}`
		field := func(name, more, value string) string {
			return fmt.Sprintf("--x\r\nContent-Disposition: form-data; name=%q%s\r\n\r\n%s\r\n", name, more, value)
		}
		add("GraphQL, "+name, "POST", path, "multipart/form-data; boundary=x",
			field("operations", "", `{"query": "query ($v: String) { products(search: $v) { totalCount } }", "variables": `+list+`}`)+
				field("map", "", `{"0": [`+places+`]}`)+field("0", `; filename="a"`, long[:500<<10])+"--x--\r\n", e.Service...)
	}
}

// doubled are the fragments g0 and so on, each of which spreads the next f.
func doubled(n int) (out []string) {
	for i := range n - 1 {
		out = append(out, fmt.Sprintf(" fragment g%d on Query { ...f%d }", i, i+1))
	}
	return append(out, fmt.Sprintf(" fragment g%d on Query { __typename }", n-1))
}

// dearLists are the largest pages of lists over REST.
func (e *everything) dearLists(add adding) {
	const prefix = "/api/rest/v2"
	for _, o := range e.Pipeline.Registry.All() {
		if o.Method == http.MethodGet && o.Paged && !strings.Contains(o.Path, "{") && !isOwn(o) {
			add("REST, "+o.Path, "GET", prefix+o.Path+"?itemsPerPage=100", "", "", e.Service...)
		}
	}
	add("REST, the feed", "GET", prefix+"/changes?limit=1000", "", "", e.Service...)
	add("REST, a search of the log", "GET", prefix+"/audit?limit=100", "", "", e.Service...)
	add("REST, a search of the log that finds nothing", "GET", prefix+"/audit?limit=100&program=nothing", "", "", e.Service...)
}

// dearBatches are batches, and large messages of small values.
func (e *everything) dearBatches(t *testing.T, add adding) {
	t.Helper()
	role, err := e.Commands.Access.SaveRole(apptest.Operator(), 0, "warehouse", false, []string{"all"}, e.KnownGrant(false))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Commands.Access.CreateAccount(apptest.Operator(), domainaccess.AccountCreated{Kind: domainaccess.API, Username: "warehouse",
		KeyHash: passwords.HashKey("warehouse-key"), RoleID: role}); err != nil {
		t.Fatal(err)
	}
	e.Settle()
	const kind = "application/json"
	session, _ := e.Must(200, "POST", "/api/jsonrpc", `{"id":1,"method":"login","params":["warehouse","warehouse-key"]}`,
		"Content-Type", kind).Object(t)["result"].(string)
	rpc := func(name, calls string) {
		add("JSON-RPC, "+name, "POST", "/api/jsonrpc", kind, `{"id":1,"method":"multiCall","params":["`+session+`",[`+
			strings.TrimSuffix(calls, ",")+`]]}`)
	}
	rpc("products", numbered(1000, `["catalog_product.info",["MUG-#"]],`))
	rpc("lists of products", numbered(100, `["catalog_product.list",[]],`))
	rpc("lists of orders", numbered(100, `["sales_order.list",[]],`))
	rpc("small values", numbered(1_000_000, `1,`))
	add("XML-RPC, small values", "POST", "/api/xmlrpc", "text/xml",
		`<?xml version="1.0"?><methodCall><methodName>multiCall</methodName><params>`+
			`<param><value>`+session+`</value></param><param><value><array><data>`+strings.Repeat(`<value><i4>1</i4></value>`, 300_000)+
			`</data></array></value></param></params></methodCall>`)
	begun := e.Must(200, "POST", "/api/mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26",`+
		`"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`, e.Service...)
	headers := salestest.With(e.Service, "Mcp-Session-Id", begun.Header.Get("Mcp-Session-Id"), "Accept", kind)
	batch := func(name, params string) {
		var b bytes.Buffer
		for i := range 100 {
			fmt.Fprintf(&b, `,{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}`, i, params)
		}
		add("MCP, "+name, "POST", "/api/mcp", kind, "["+b.String()[1:]+"]", headers...)
	}
	batch("products", `{"name":"catalog_products_list","arguments":{"itemsPerPage":100}}`)
	batch("orders", `{"name":"sales_orders_list","arguments":{"itemsPerPage":100}}`)
	for _, o := range e.Pipeline.Registry.All() {
		if o.Method == http.MethodGet && o.Path == "/audit" {
			batch("searches of the log", `{"name":"`+o.ToolName()+`","arguments":{"limit":100}}`)
		}
	}
	add("MCP, the list of tools", "POST", "/api/mcp", kind, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, headers...)
	add("MCP, small values", "POST", "/api/mcp", kind, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`+
		`"name":"catalog_products_list","arguments":{"a":[`+strings.Repeat("1,", 1_900_000)+`1]}}}`, headers...)
}
