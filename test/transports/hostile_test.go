package transports_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"tradelog/graphql"
	tradehttp "tradelog/http"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// hostileValues are values that inputs have to refuse, or to take alike over all interfaces.
var hostileValues = []any{
	[]any{}, -1, object{}, "", nil, []any{nil}, 0.00001, " ", []any{-1}, 1e15, true, []any{"x"}, "2026-13-45", object{"a": 1},
	strings.Repeat("x", 300), []any{object{}}, 4711, []any{[]any{}},
}

// TestHostileValuesAreRefusedAlike sends every write with hostile values in each member of its body: what REST refuses because of the
// input, GraphQL and tools refuse with the same message, if their own types do not refuse it before. What REST takes, tools take. Nothing
// is stored.
func TestHostileValuesAreRefusedAlike(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Configure("apiplatform/protocols/mcp", "1")
	s.Product("MUG", "10", 100, nil)
	s.Customer("anna@example.com")
	s.Order("MUG")
	s.Settle()
	h := graphql.New(graphql.Options{Pipeline: s.Pipeline})
	if err := h.Prepare(); err != nil {
		t.Fatal(err)
	}
	examples := recordedExamples(t)
	headers := s.Service
	tools := introduce(t, s.Shop.Shop, headers...)
	before, refused, taken, turn := s.LogSize(), 0, 0, 0
	for _, f := range h.Fields() {
		o := f.Operation
		if f.Of != "Mutation" || o == nil || o.Unrouted.Name != "" || o.Reads() || o.Uploads() || o.Effect.Untried != "" ||
			strings.HasPrefix(o.Path, "/auth/") {
			continue
		}
		def := h.Schema().Types["Mutation"].Fields.ForName(f.Name)
		input := def.Arguments.ForName("input").Type
		query := fmt.Sprintf("mutation ($input: %s) { %s(input: $input) { __typename } }", input, f.Name)
		example, base := examples[o.Method+" "+o.Path], object{}
		if err := json.Unmarshal(example.Request, &base); len(example.Request) > 0 && err != nil {
			continue // a body that is no object
		}
		restPath, ids, addressed := o.Path, object{}, true
		for _, name := range o.Placeholders() {
			id := example.Variables[name]
			restPath, ids[name] = strings.Replace(restPath, "{"+name+"}", id, 1), id
			addressed = addressed && h.Schema().Types[input.Name()].Fields.ForName(name) != nil
		}
		members := slices.Collect(maps.Keys(base))
		for _, field := range h.Schema().Types[input.Name()].Fields {
			if _, isID := ids[field.Name]; !isID && base[field.Name] == nil && field.Name != "clientMutationId" {
				members = append(members, field.Name)
			}
		}
		slices.Sort(members)
		for _, member := range slices.Compact(members) {
			for i, value := range hostileValues {
				if turn++; !suite.Long.Runs() && (turn+i)%7 != 0 {
					continue
				}
				body := maps.Clone(base)
				body[member] = value
				where := fmt.Sprintf("%s %s with %s: %.40v", o.Method, restPath, member, value)
				rest := s.Do(o.Method, restPath, body, append([]string{"X-Dry-Run", "true"}, headers...)...)
				arguments := maps.Clone(body)
				maps.Copy(arguments, ids)
				byTool := object{"dryRun": true}
				maps.Copy(byTool, arguments)
				switch rest.Status {
				case 200, 201, 202, 204:
					taken++
					if r := tools.ask("tools/call", object{"name": o.ToolName(), "arguments": byTool}); o.ToolName() != "" && r.Error != nil &&
						!strings.HasPrefix(r.Error.Message, "Unknown argument: ") { // REST ignores members that it does not know
						t.Errorf("%s: REST takes it, the tool answers %s", where, r.Error.Message)
					}
				case 400, 422:
					refused++
					if r := tools.ask("tools/call", object{"name": o.ToolName(), "arguments": byTool}); o.ToolName() != "" &&
						(r.Error == nil || r.Error.Message != rest.Message() && !strings.HasPrefix(r.Error.Message, "Unknown argument: ")) {
						t.Errorf("%s: REST answers %s, the tool %+v", where, rest.Message(), r.Error)
					}
					field := h.Schema().Types[input.Name()].Fields.ForName(member)
					_, isList := value.([]any)
					if !addressed || field != nil && field.Type.Elem != nil && !isList && value != nil { // GraphQL makes it a list
						continue
					}
					got := s.ask(query, object{"input": arguments}, headers...)
					if len(got.Errors) == 0 || got.Errors[0].Extensions.Status != 0 && got.Errors[0].Message != rest.Message() {
						t.Errorf("%s: REST answers %s, GraphQL %s", where, rest.Message(), got.Body)
					}
				}
			}
		}
	}
	t.Logf("%d refused, %d taken", refused, taken)
	if refused < 500 || taken < 50 {
		t.Error("too few to tell")
	}
	if s.LogSize() != before {
		t.Errorf("stored: %v", s.Since(before))
	}
}

// TestHostileValuesOfLegacyCalls: what REST refuses of a product, a stock item or an address because of the value of a member, legacy calls
// refuse, too. They take texts for numbers and flags, so refusals of types do not count, and null leaves a member as it is.
func TestHostileValuesOfLegacyCalls(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	all := apptest.Bearer(c.Service([]string{"all"}))
	c.Must(201, "POST", "/products", object{"sku": "MUG", "name": "Mug", "type": "simple", "price": 10}, all...)
	customer, _ := c.Customer("anna@example.com")
	c.Settle()
	address := object{"firstname": "Anna", "lastname": "Smith", "street": []any{"1 Main St"}, "city": "Town", "postcode": "90001",
		"countryId": "US", "telephone": "1", "region": "CA"}
	kinds := []struct {
		path, method, legacy string
		base                 object
		args                 func(data object) []any
		members              map[string]string // names in legacy calls, by those of REST
	}{
		{"/products/1", "PUT", "product.update", object{}, func(data object) []any { return []any{"MUG", data} }, map[string]string{
			"categoryIds": "category_ids", "websiteIds": "website_ids", "name": "name", "description": "description", "weight": "weight",
			"urlKey": "url_key", "price": "price", "specialPrice": "special_price", "specialFromDate": "special_from_date",
			"specialToDate": "special_to_date", "taxClassId": "tax_class_id", "metaTitle": "meta_title", "optionsContainer": "options_container",
		}},
		{"/inventory", "PUT", "product_stock.update", object{"sku": "MUG", "qty": 5}, func(data object) []any { return []any{"MUG", data} },
			map[string]string{
				"qty": "qty", "minQty": "min_qty", "minSaleQty": "min_sale_qty", "maxSaleQty": "max_sale_qty", "backorders": "backorders",
				"notifyStockQty": "notify_stock_qty",
			}},
		{fmt.Sprintf("/customers/%d/addresses", customer), "POST", "customer_address.create", address,
			func(data object) []any {
				legacy := object{}
				for name, value := range data {
					legacy[strings.Replace(name, "countryId", "country_id", 1)] = value
				}
				return []any{customer, legacy}
			},
			map[string]string{"firstname": "firstname", "street": "street", "city": "city", "postcode": "postcode", "countryId": "countryId",
				"telephone": "telephone", "company": "company"}},
	}
	refused := 0
	for _, k := range kinds {
		for member, name := range k.members {
			for _, value := range hostileValues {
				if value == nil {
					continue
				}
				body, data := maps.Clone(k.base), maps.Clone(k.base)
				delete(data, "sku")
				body[member], data[name] = value, value
				rest := c.Do(k.method, k.path, body, append([]string{"X-Dry-Run", "true"}, all...)...)
				if rest.Status != 400 && rest.Status != 422 || strings.HasPrefix(rest.Message(), "The type of the") {
					continue
				}
				refused++
				call := object{"jsonrpc": "2.0", "id": 1, "method": k.legacy, "params": append([]any{c.session}, k.args(data)...)}
				a := c.Must(200, "POST", "/api/jsonrpc", call, "Content-Type", "application/json")
				if answer := a.Object(t); answer["error"] == nil {
					t.Errorf("%s with %s: %.40v: REST answers %s, %s", k.path, member, value, rest.Message(), a.Body)
				}
			}
		}
	}
	if t.Logf("%d refused", refused); refused < 50 {
		t.Error("too few to tell")
	}
}

// recordedExamples returns the examples of the OpenAPI document, by operation.
func recordedExamples(t *testing.T) map[string]tradehttp.Example {
	t.Helper()
	file, err := os.Open("../../http/openapi_examples.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all := map[string]tradehttp.Example{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var one tradehttp.Example
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		all[one.Operation] = one
	}
	return all
}
