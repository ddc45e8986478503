package transports_test

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tradelog/operations"
	"tradelog/test/apptest"
	"tradelog/test/contract"
)

// TestEveryOperationIsTheToolOfTheContract checks the tools listed for an unrestricted token: those of the contract whose operations exist,
// and those of operations beyond the contract.
func TestEveryOperationIsTheToolOfTheContract(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	listed, pages := introduce(t, s, apptest.Bearer(s.Service([]string{"all"}))...).tools()
	names := map[string]tool{}
	for _, d := range listed {
		if _, twice := names[d.Name]; twice {
			t.Errorf("%s is listed twice", d.Name)
		}
		names[d.Name] = d
	}
	for i, n := range pages {
		if n != 20 && i < len(pages)-1 {
			t.Errorf("page %d has %d tools, and nothing was to be left out", i, n)
		}
	}
	tools := map[string]string{}
	for _, r := range contract.Rows() {
		tools[r.Route()] = r.Tool
	}
	for _, o := range s.Pipeline.Registry.All() {
		want, known := tools[contract.Route(o.Method, o.Path)]
		d, is := names[o.ToolName()]
		delete(names, o.ToolName())
		switch {
		case known && want != o.ToolName(), known && is != (want != ""):
			t.Errorf("%s %s is the tool %q (listed: %t), the contract says %q", o.Method, o.Path, o.ToolName(), is, want)
		case is:
			checkDescriptor(t, o, d)
		}
	}
	for name := range names {
		t.Errorf("%s is no operation's", name)
	}
}

// schemaOf has the parts of an input schema whose order matters.
type schemaOf struct {
	Type        any
	Description string
	Properties  json.RawMessage
	Required    []string
}

// properties lists the properties in their order.
func (s schemaOf) properties(t *testing.T) (names []string, byName map[string]object) {
	t.Helper()
	if len(s.Properties) == 0 {
		return nil, nil
	}
	decode := json.NewDecoder(strings.NewReader(string(s.Properties)))
	byName = map[string]object{}
	_, err := decode.Token()
	for err == nil && decode.More() {
		var name json.Token
		var value object
		if name, err = decode.Token(); err == nil {
			err = decode.Decode(&value)
			names, byName[name.(string)] = append(names, name.(string)), value
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return names, byName
}

func checkDescriptor(t *testing.T, o *operations.Operation, d tool) {
	t.Helper()
	get := o.Method == "GET"
	want := map[string]bool{
		"readOnlyHint": get, "destructiveHint": o.Method == "DELETE" || o.Extra && o.Effect.Irreversible != "",
		"idempotentHint": o.Method != "POST", "openWorldHint": false,
	}
	if jsonOf(d.Annotations) != jsonOf(want) {
		t.Errorf("%s: annotations %v, want %v", d.Name, d.Annotations, want)
	}
	if verb, of, _ := strings.Cut(d.Title, " "); o.Tool.Title != "" && d.Title != o.Tool.Title ||
		o.Tool.Title == "" && (of != o.Resource.Name || verb == "") {
		t.Errorf("%s: title %q", d.Name, d.Title)
	}
	if o.Summary == "" || o.Doc == "" || !strings.HasPrefix(d.Description, o.Summary+". ") {
		t.Errorf("%s: nobody finds this by %q", d.Name, d.Description)
	}
	if !strings.HasPrefix(d.Description, strings.TrimSpace(o.Summary+". "+o.Effect.Irreversible)) || o.Method == "DELETE" &&
		strings.HasPrefix(o.Summary, "Delete ") && o.Effect.Irreversible == "" {
		t.Errorf("%s does not say what cannot be undone: %q", d.Name, d.Description)
	}
	if found := regexp.MustCompile(`\b(304|4\d\d)\b|If-None-Match|ETag`).FindString(d.Description); found != "" {
		t.Errorf("%s: %s means nothing to callers of tools: %q", d.Name, found, d.Description)
	}
	for _, bad := range []string{"$ref", "allOf", `"properties":{}`, `"required":[]`, "additionalProperties\":false"} {
		if strings.Contains(string(d.InputSchema), bad) {
			t.Errorf("%s: the schema has %s", d.Name, bad)
		}
	}
	var s schemaOf
	if err := json.Unmarshal(d.InputSchema, &s); err != nil || s.Type != "object" {
		t.Fatalf("%s: %v %s", d.Name, err, d.InputSchema)
	}
	names, properties := s.properties(t)
	for _, name := range o.Placeholders() {
		if !slices.Contains(names, name) {
			t.Errorf("%s: %s is not advertised", d.Name, name)
		} else if jsonOf(properties[name]["type"]) != `["string","integer"]` && (get || !o.ReadsBody()) {
			t.Errorf("%s: %s is %v", d.Name, name, properties[name])
		}
	}
	switch {
	case !get && (o.Method != "DELETE" || o.ReadsBody()):
		last := "dryRun"
		if o.Effect.Lasts() {
			last = "confirm"
		}
		if o.Method != "DELETE" && s.Required != nil || s.Description == "" || names[len(names)-1] != last {
			t.Errorf("%s: schema of what writes: %s", d.Name, d.InputSchema)
		}
	case !slices.Equal(s.Required[:min(len(s.Required), len(o.Placeholders()))], o.Placeholders()):
		t.Errorf("%s: required %v", d.Name, s.Required)
	case o.Paged || o.Divisible():
		at := slices.Index(names, "itemsPerPage")
		if at < 0 || !slices.Contains(names, "page") || at > 0 && names[at-1] != "page" && !slices.Contains(names, "pageSize") {
			t.Errorf("%s: properties %v", d.Name, names)
		}
		for _, name := range names[at+1:] { // beyond the contract
			if !slices.Contains([]string{"after", "fields", "asOf", "ids"}, name) {
				t.Errorf("%s: %s is behind the page", d.Name, name)
			}
		}
	}
}

// TestSchemas checks a complete example of each kind.
func TestSchemas(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	listed, _ := introduce(t, s, apptest.Bearer(s.Service([]string{"all"}))...).tools()
	schemas := map[string]string{}
	for _, d := range listed {
		schemas[d.Name] = string(d.InputSchema)
	}
	const match = `"ifMatch":{"type":"string","description":"_meta.etag you read"}`
	for name, want := range map[string]string{
		"core_store_config_get": `{"type":"object"}`,
		"catalog_categories_get": `{"type":"object","properties":{"id":{"type":["string","integer"],"description":"ID of the ` +
			`category"}},"required":["id"]}`,
		"sales_shipments_tracks_delete": `{"type":"object","properties":{"id":{"type":["string","integer"],"description":"ID of the ` +
			`shipment"},` +
			`"trackId":{"type":["string","integer"],"description":"ID of the track, not the tracking number"},` + match +
			`,"dryRun":{"type":"boolean","description":"true: store nothing, return what would be stored"}},"required":["id","trackId"]}`,
		"sales_orders_hold_create": `{"type":"object","description":"Put an order on hold","properties":{"reason":{"type":["string","null"],` +
			`"description":"reason; becomes part of the order's history","maxLength":1024},` +
			`"id":{"type":["string","integer"],"description":"required; ID of the order (not its increment ID)"},` + match +
			`,"dryRun":{"type":"boolean","description":"true: store nothing, return what would be stored"}}}`,
		"sales_orders_shipments_list": `{"type":"object","properties":{"orderId":{"type":["string","integer"],"description":"ID of the ` +
			`order"},` +
			`"page":{"type":"integer","description":"page number, from 1","minimum":1},` +
			`"itemsPerPage":{"type":"integer","description":"rows per page, at most 100; 20 by default","minimum":1},` +
			`"after":{"type":"string","description":"instead of page: empty, then the after of view.next"},` +
			`"fields":{"type":"string","description":"members of the rows, comma-separated; all by default"},` +
			`"asOf":{"type":"string","description":"position or UTC time of the past"}},"required":["orderId"]}`,
	} {
		if schemas[name] != want {
			t.Errorf("%s:\n got %s\nwant %s", name, schemas[name], want)
		}
	}
}

// TestDeletionsRequireIdentifiers: each tool that deletes requires the identifiers of what it deletes, also those in its body.
func TestDeletionsRequireIdentifiers(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	listed, _ := introduce(t, s, apptest.Bearer(s.Service([]string{"all"}))...).tools()
	required := map[string]string{}
	for _, d := range listed {
		o := s.Pipeline.Registry.ByTool(d.Name)
		if o.Method != "DELETE" {
			continue
		}
		var schema struct{ Required []string }
		if err := json.Unmarshal(d.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		required[d.Name] = strings.Join(schema.Required, " ")
		for _, name := range o.Placeholders() {
			if !slices.Contains(schema.Required, name) {
				t.Errorf("%s does not require %s", d.Name, name)
			}
		}
	}
	for name, want := range map[string]string{
		"catalog_products_media_delete": "productId valueId", "catalog_products_downloadable_links_delete": "productId linkId",
	} {
		if required[name] != want {
			t.Errorf("%s requires %q, want %q", name, required[name], want)
		}
	}
}

// TestDescriptionsSpeakOfTools checks that descriptions name tools instead of routes.
func TestDescriptionsSpeakOfTools(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	listed, _ := introduce(t, s, apptest.Bearer(s.Service([]string{"all"}))...).tools()
	for _, d := range listed {
		for _, method := range []string{"GET /", "POST /", "PUT /", "DELETE /"} {
			if at := strings.Index(d.Description, method); at >= 0 && !strings.HasPrefix(d.Description[at:], "POST /auth/") { // tokens have no tools
				t.Errorf("%s speaks of a route: %s", d.Name, d.Description[at:])
			}
		}
		if d.Name == "customers_carts_create" && !strings.Contains(d.Description, "Add lines next: customers_carts_items_create.") {
			t.Errorf("%s: %s", d.Name, d.Description)
		}
	}
}

// TestToolsAreThoseTheCallerMayUse checks that pages are cut before they are filtered and that calls of unlisted tools are refused.
func TestToolsAreThoseTheCallerMayUse(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	_, customer := s.Customer("anna@example.com")
	limited := func(claims ...string) []string { return apptest.Bearer(limitedToken(t, s, claims...)) }
	all, whole := introduce(t, s, apptest.Bearer(s.Service([]string{"all"}))...).tools()
	for _, c := range []struct {
		name    string
		headers []string
		with    []string
		without []string
	}{
		{"nobody", nil, []string{"catalog_products_list", "customers_guest_carts_create", "sales_orders_create", "sales_orders_details_get"},
			[]string{"sales_orders_list", "sales_orders_get", "catalog_products_create", "customers_carts_get"}},
		{"a customer", apptest.Bearer(customer), []string{
			"sales_orders_get", "sales_customers_me_orders_list", "sales_orders_cancel_create", "customers_carts_create",
		},
			[]string{"sales_orders_list", "sales_orders_hold_create", "catalog_products_create"}},
		{"who reads orders", apptest.Bearer(s.Service([]string{"orders/read"})), []string{"sales_orders_list", "sales_orders_get"},
			[]string{"sales_orders_hold_create", "catalog_products_update"}},
		{"who may do all with products", apptest.Bearer(s.Service([]string{"products/all"})),
			[]string{"catalog_products_create", "catalog_products_delete", "sales_orders_get"},
			[]string{"sales_orders_list", "catalog_inventory_update"}},
		{"an admin for orders", apptest.Bearer(s.Admin("sales/order")),
			[]string{"sales_orders_list", "sales_orders_hold_create", "catalog_products_list"},
			[]string{"sales_shipments_get", "catalog_products_create"}},
		{"a token for some tools", limited("sales_orders_*", "catalog_products_list"),
			[]string{"sales_orders_list", "sales_orders_hold_create", "catalog_products_list"},
			[]string{"catalog_products_get", "sales_shipments_get", "customers_guest_carts_create"}},
	} {
		got, pages := introduce(t, s, c.headers...).tools()
		if len(pages) != len(whole) {
			t.Errorf("%s: %d pages, %d for everybody else", c.name, len(pages), len(whole))
		}
		var names []string
		for _, d := range got {
			names = append(names, d.Name)
		}
		for _, want := range c.with {
			if !slices.Contains(names, want) {
				t.Errorf("%s does not see %s", c.name, want)
			}
		}
		for _, bad := range c.without {
			if slices.Contains(names, bad) {
				t.Errorf("%s sees %s", c.name, bad)
			}
		}
		// A hidden tool is refused whatever its arguments are.
		a := introduce(t, s, c.headers...)
		for _, d := range all {
			if slices.Contains(names, d.Name) {
				continue
			}
			arguments := object{}
			for _, p := range s.Pipeline.Registry.ByTool(d.Name).Placeholders() {
				arguments[p] = 999999
			}
			switch got := a.ask("tools/call", object{"name": d.Name, "arguments": arguments}).failed(); {
			case strings.HasPrefix(got, "-32603 Authentication required: send an API bearer token"), got == "-32603 Access Denied.",
				strings.HasPrefix(got, "-32603 Your admin role does not grant access to "),
				strings.HasPrefix(got, "-32603 This endpoint is not admin-accessible."),
				got == "-32603 This token is not allowed to use this tool.":
			default:
				t.Errorf("%s calls %s: %q", c.name, d.Name, got)
			}
		}
	}
}

// TestACursorIsAPlaceInTheWholeCatalogue checks that a cursor means the same for every caller.
func TestACursorIsAPlaceInTheWholeCatalogue(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	a := introduce(t, s)
	cursor := func(n int) object {
		return object{"cursor": base64.StdEncoding.EncodeToString([]byte(strconv.Itoa(n)))}
	}
	var first struct{ NextCursor string }
	if err := json.Unmarshal(a.ask("tools/list", nil).Result, &first); err != nil || first.NextCursor != "MjA=" {
		t.Errorf("after the first page: %q", first.NextCursor)
	}
	if r := a.ask("tools/list", cursor(-1)); r.Error == nil || r.Error.Code != -32602 {
		t.Errorf("a negative place: %s", r.Result)
	}
	for _, bad := range []any{"", 5, object{}} {
		if r := a.ask("tools/list", object{"cursor": bad}); r.Error == nil || r.Error.Code != -32602 {
			t.Errorf("%v: %s", bad, r.Result)
		}
	}
	if r := a.ask("tools/list", object{"cursor": nil}); r.Error != nil {
		t.Errorf("null: %s", r.failed())
	}
}
