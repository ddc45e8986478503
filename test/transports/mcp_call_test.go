package transports_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tradelog/operations"
	"tradelog/test/apptest"
)

// reading is a call of a reading tool and the same request over REST.
type reading struct {
	tool      string
	arguments object
	query     string
}

// TestReadToolsAnswerWhatRESTAnswers calls every reading tool as several callers, for existing and missing resources, with and without
// filters. The text and the structured content must be REST's JSON-LD byte for byte. A refusal must have REST's message. Lists that have no
// pages over REST have them as tools.
func TestReadToolsAnswerWhatRESTAnswers(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 100)
	product(t, s, "CAP", "7.45", 100)
	for range 3 {
		order(t, s, "MUG", 2)
	}
	service := apptest.Bearer(s.Service([]string{"all"}))
	s.Must(201, "POST", "/orders/1/shipments", object{"tracks": []any{object{"trackNumber": "1Z"}}}, service...)
	_, token := s.Customer("anna@example.com")
	customer := apptest.Bearer(token)
	s.Must(201, "POST", "/carts", nil, customer...)
	mask := s.Must(201, "POST", "/guest-carts", nil).Object(t)["maskedId"].(string)
	s.Settle()

	values := map[string][]any{"storeCode": {"default", "nowhere"}, "incrementId": {"100000001"}, "key": {"x"}, "sku": {"MUG", "NO"}}
	answered, refused := 0, 0
	for _, o := range s.Pipeline.Registry.All() {
		if o.Method != "GET" || o.ToolName() == "" || s.Pipeline.Registry.ByTool(o.ToolName()) != o {
			continue
		}
		for caller, headers := range map[string][]string{
			"nobody": nil, "a customer": customer, "the shop": service, "an admin": apptest.Bearer(s.Admin("sales/order")),
		} {
			a := introduce(t, s, headers...)
			for _, c := range readings(o, values, mask) {
				path := "/api/rest/v2" + o.Path
				for _, name := range o.Placeholders() {
					path = strings.Replace(path, "{"+name+"}", fmt.Sprint(c.arguments[name]), 1)
				}
				rest := s.Do("GET", path+c.query, nil, append([]string{"Accept", "application/ld+json"}, headers...)...)
				r := a.ask("tools/call", object{"name": c.tool, "arguments": c.arguments})
				at := fmt.Sprintf("%s as %s %v", c.tool, caller, c.arguments)
				if rest.Status == 200 && strings.Contains(rest.Header.Get("Content-Type"), "json") {
					answered++
					if r.Error != nil {
						t.Errorf("%s: %s, REST answers", at, r.failed())
						continue
					}
					got := resultOf(t, r)
					if o.Divisible() && c.arguments["itemsPerPage"] != nil { // REST answers with all rows
						checkPage(t, at, got, rest.Body, c.arguments)
						continue
					}
					structured := string(got.Structured)
					if rest.Body[0] != '{' && structured == "" {
						structured = got.Content[0].Text // a list is not structured content
					}
					if got.Content[0].Text != string(rest.Body) || structured != string(rest.Body) {
						t.Errorf("%s:\n got %.600s\n and %.600s\nwant %.600s", at, got.Content[0].Text, got.Structured, rest.Body)
					}
					continue
				}
				refused++
				want := rest.Message()
				switch {
				case rest.Status == 401:
					want = "Authentication required: send an API bearer token with the MCP request."
				case want == "Access denied":
					want = "Access Denied."
				case rest.Status == 200:
					want = "Binary content is only available over REST: GET " + path
				}
				if got := r.failed(); got != "-32603 "+want {
					t.Errorf("%s: %q, want %q", at, got, want)
				}
			}
		}
	}
	t.Logf("%d answers, %d refusals are the same", answered, refused)
	if answered < 100 || refused < 100 {
		t.Error("too few to tell")
	}
}

// checkPage checks a tool's page of a list for which REST returns all rows at once.
func checkPage(t *testing.T, at string, got result, rest []byte, arguments object) {
	t.Helper()
	var all, page struct {
		TotalItems int
		Member     []json.RawMessage
	}
	if err := errors.Join(json.Unmarshal(rest, &all), json.Unmarshal(got.Structured, &page)); err != nil {
		t.Fatal(err)
	}
	number, _ := arguments["page"].(int)
	size := min(max(1, arguments["itemsPerPage"].(int)), 100)
	from := min((max(1, number)-1)*size, len(all.Member))
	want := all.Member[from:min(from+size, len(all.Member))]
	if fmt.Sprintf("%s", page.Member) != fmt.Sprintf("%s", want) || page.TotalItems != len(all.Member) ||
		got.Content[0].Text != string(got.Structured) {
		t.Errorf("%s:\n got %.600s\nwant %.600s", at, got.Structured, want)
	}
}

// readings are calls of an operation for existing and missing resources, with filters.
func readings(o *operations.Operation, values map[string][]any, mask string) []reading {
	sets := []object{{}}
	for _, name := range o.Placeholders() {
		choices, ok := values[name]
		if !ok {
			choices = []any{1, 424242}
		}
		if strings.HasPrefix(o.Path, "/guest-carts") {
			choices = []any{mask, "nothing"}
		}
		var next []object
		for _, set := range sets {
			for _, v := range choices {
				one := object{name: v}
				for had, value := range set {
					one[had] = value
				}
				next = append(next, one)
			}
		}
		sets = next
	}
	var out []reading
	for _, set := range sets {
		out = append(out, reading{o.ToolName(), set, ""})
		if o.Verb == operations.List {
			for _, filters := range []object{
				{"page": 2, "itemsPerPage": 1}, {"page": 1}, {"itemsPerPage": 1000}, {"page": -1, "itemsPerPage": 0},
				{"search": "The MÜG & <more>", "nothing": true}, {"sku": "MUG"}, {"email": "gina@example.com"}, {"storeId": 1, "includeInMenu": true},
				{"createdFrom": "nonsense"}, {"updatedSince": "2020-01-01"}, {"categoryId": 2, "path": "mug"}, {"store": "default"},
				{"store": "nowhere"}, {"attributeFilters": `{"tax_class_id":0}`},
			} {
				if slices.ContainsFunc(o.Placeholders(), func(name string) bool { return filters[name] != nil }) {
					continue // a tool has only one argument of a name, here the variable
				}
				query := url.Values{}
				arguments := object{}
				for name, value := range set {
					arguments[name] = value
				}
				for name, value := range filters {
					arguments[name] = value
					query.Set(name, fmt.Sprint(value))
				}
				out = append(out, reading{o.ToolName(), arguments, "?" + query.Encode()})
			}
		}
	}
	return out
}

// TestWrites checks that a writing tool has the effect and the answer of REST.
func TestWrites(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	mug := product(t, s, "MUG", "19.99", 100)
	id := order(t, s, "MUG", 2)
	a := introduce(t, s, apptest.Bearer(s.Service([]string{"all"}))...)

	const unchanged = " Nothing was changed."
	for name, suggested := range map[string]string{"Reason": " Did you mean reason?", "nothing": "", "dry_run": " Did you mean dryRun?"} {
		a.refused("-32603 Unknown argument: "+name+"."+suggested+unchanged, "sales_orders_hold_create", object{"id": id, name: nil})
	}
	a.refused(
		"-32603 Unknown argument: dry-run. Did you mean dryRun?"+unchanged,
		"catalog_products_update",
		object{"id": mug, "dry-run": true},
	)
	lines := func(line object) object { return object{"orderId": id, "items": []any{line}, "dryRun": true} }
	for _, c := range []struct {
		tool      string
		arguments object
		unknown   string
	}{
		{"catalog_products_update", object{"id": mug, "stockData": object{"quantity": 3}}, "quantity in stockData."},
		{"catalog_products_update", object{"id": mug, "stockData": object{"minqty": 3}},
			"minqty in stockData. Did you mean one of these: minQty, min_qty?"},
		{"sales_orders_credit_memos_create", lines(object{"orderItemId": 1, "qty": 1, "backtostock": true}),
			"backtostock in items[0]. Did you mean backToStock?"},
		{"sales_orders_shipments_create", lines(object{"orderItemId": 1, "qqty": 1}), "qqty in items[0]. Did you mean qty?"},
		{"sales_orders_shipments_create", object{"orderId": id, "tracks": []any{object{"titel": "UPS"}}},
			"titel in tracks[0]. Did you mean title?"},
		{"catalog_inventory_bulk_update", object{"items": []any{object{"sku": "MUG", "isinstock": true, "qty": 1}}},
			"isinstock in items[0]. Did you mean isInStock?"},
	} {
		a.refused("-32603 Unknown argument: "+c.unknown+unchanged, c.tool, c.arguments)
	}
	held := a.call("sales_orders_hold_create", object{"id": id, "reason": "address check"}).object(t)
	if held["@context"] != "/api/contexts/Order" || held["state"] != "holded" {
		t.Errorf("held: %v", held)
	}
	if by := held["statusHistory"].([]any)[0].(object)["changedBy"]; by != "api 1" {
		t.Errorf("the order was held by %v", by)
	}
	filtered := a.call("sales_orders_list", object{"since": "2020-01-01", "itemsPerPage": 1, "store": "default", "colour": "red"}).Meta.Ignored
	if strings.Join(filtered, " ") != "colour" {
		t.Errorf("ignored filters: %v", filtered)
	}
	known := a.call("catalog_products_list", object{"attributeFilters[color]": "red", "attributeFilters": object{}})
	if ignored := known.Meta.Ignored; ignored != nil {
		t.Errorf("filters that are known were ignored: %v", ignored)
	}
	a.refused("-32603 Order cannot be held. It is on hold already.", "sales_orders_hold_create", object{"id": fmt.Sprint(id)})
	a.call("sales_orders_unhold_create", object{"id": id})
	if got := a.call("sales_orders_get", object{"id": id}).object(t); got["state"] != "new" {
		t.Errorf("released: %v", got["state"])
	}
	a.call("sales_orders_comments_create", object{"id": id, "comment": "Quote \" backslash \\ tab\t Ümlaut \u2028 \U0001F600"})
	shipment := a.call("sales_orders_shipments_create", object{"orderId": id, "tracks": []any{object{"trackNumber": "1Z"}}}).object(t)
	track := shipment["tracks"].([]any)[0].(object)["id"]
	gone := a.call("sales_shipments_tracks_delete", object{"id": shipment["id"], "trackId": track})
	if gone.Content[0].Text != "null" || gone.Structured != nil {
		t.Errorf("an answer without a body: %v", gone)
	}
	stock := a.call("catalog_inventory_bulk_update", object{"items": []any{object{"sku": "MUG", "qty": 5}}}).object(t)
	if stock["success"] != true {
		t.Errorf("stock: %v", stock)
	}

	a.refused(`-32603 The type of the "name" attribute must be "string", "array" given.`, "catalog_products_update",
		object{"id": 1, "name": []any{}})
	a.refused("-32603 Not Found. id is missing.", "catalog_products_update", object{"name": "x"})
	a.refused("-32603 Not Found. id is missing.", "catalog_products_get", object{})
	a.refused("-32603 Not Found. orderId is missing; order_id is not known.", "sales_orders_shipments_list", object{"order_id": id})
	a.refused("-32603 Not Found", "catalog_products_get", object{"id": object{}})
	a.refused("-32603 Not Found", "sales_orders_get", object{"id": 999})
	nobody := introduce(t, s)
	const login = "-32603 Authentication required: send an API bearer token with the MCP request."
	nobody.refused(login, "catalog_products_update", object{"name": "x"})
	nobody.refused(login, "sales_orders_get", object{"id": id})
	nobody.refused(login, "sales_orders_hold_create", object{"id": 999})
	_, token := s.Customer("anna@example.com")
	customer := introduce(t, s, apptest.Bearer(token)...)
	customer.refused("-32603 Not Found", "sales_orders_get", object{"id": id}) // an order of another customer is like a missing one
	customer.refused("-32603 Access Denied.", "sales_orders_hold_create", object{"id": id})
	introduce(t, s, apptest.Bearer(s.Admin("sales/order"))...).refused(`-32603 Your admin role does not grant access to "catalog/products".`,
		"catalog_products_update", object{"id": 1})

	cart := nobody.call("customers_guest_carts_create", nil).object(t)
	nobody.call("customers_guest_carts_items_create", object{"id": cart["maskedId"], "sku": "MUG", "qty": 1})
	methods := nobody.call("customers_guest_carts_shipping_methods_create", object{"id": cart["maskedId"], "address": address})
	if !strings.HasPrefix(methods.Content[0].Text, `[{"`) || methods.Structured != nil {
		t.Errorf("a bare list: %v", methods)
	}
	totals := nobody.call("customers_guest_carts_totals_get", object{"id": cart["maskedId"]}).object(t)
	if totals["subtotal"] != 19.99 {
		t.Errorf("totals: %v", totals)
	}
}
