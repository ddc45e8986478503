package transports_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/test/apptest"
)

// TestADryRunStoresNothing checks that a dry run returns the outcome and stores nothing.
func TestADryRunStoresNothing(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	mug := product(t, s, "MUG", "19.99", 100)
	id := order(t, s, "MUG", 2)
	service := apptest.Bearer(s.Service([]string{"all"}))
	a := introduce(t, s, service...)
	mask := s.Must(201, "POST", "/guest-carts", nil).Object(t)["maskedId"].(string)
	s.Must(200, "POST", "/guest-carts/"+mask+"/items", object{"sku": "MUG", "qty": 3})
	place := object{"id": mask, "dryRun": true}
	for name, value := range placement {
		place[name] = value
	}
	before := s.LogSize()
	stored := func() {
		t.Helper()
		page, err := s.Store.ReadAll(context.Background(), before, eventstore.Forwards, 100, eventstore.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Events {
			if meta, err := e.Meta(); err != nil || meta.RequestID != "" { // the shop's own sweeps may append events
				t.Errorf("%s was stored on %s (%v)", e.Type, e.Stream, err)
			}
		}
	}
	sequence := nextShipment(t, s)
	for _, c := range []struct {
		tool      string
		arguments object
		events    string
		check     func(result object) bool
	}{
		{"sales_orders_hold_create", object{"id": id, "reason": "address check"}, "[order-1 OrderHeld]",
			func(r object) bool { return r["state"] == "holded" && r["@context"] == "/api/contexts/Order" }},
		{"sales_orders_cancel_create", object{"id": id}, "[order-1 OrderCanceled stock-1 StockReturned]",
			func(r object) bool { return r["state"] == "canceled" }},
		{"sales_orders_shipments_create", object{"orderId": id}, "[order-1 OrderShipped order-1 OrderStateChanged]",
			func(r object) bool { return r["totalQty"] == 2.0 && r["id"].(float64) < 0 }},
		{"sales_guest_carts_place_order_create", place, "", func(r object) bool { return r["state"] == "new" && r["totalItemCount"] != 0.0 }},
		{"catalog_products_update", object{"id": mug, "name": "A mug", "stockQty": 7}, "",
			func(r object) bool { return r["name"] == "A mug" && r["stockQty"] == 7.0 }},
		{"catalog_products_create", object{"sku": "NEW", "name": "New", "price": 5, "stockQty": 1}, "",
			func(r object) bool { return r["sku"] == "NEW" && r["stockQty"] == 1.0 }},
		{"catalog_products_delete", object{"id": mug}, "", func(r object) bool { return r == nil }},
		{"catalog_categories_create", object{"name": "Cups"}, "", func(r object) bool { return r["name"] == "Cups" }},
		{"catalog_inventory_update", object{"sku": "MUG", "qty": 3}, "",
			func(r object) bool { return r["qty"] == 3.0 && r["previousQty"] == 98.0 }},
		{"customers_customers_create", object{"email": "new@example.com", "firstname": "N", "lastname": "E", "password": "a-long-password-1"}, "",
			func(r object) bool { return r["email"] == "new@example.com" }},
	} {
		c.arguments["dryRun"] = true
		got := a.call(c.tool, c.arguments).object(t)
		events := fmt.Sprint(happened(got))
		result, _ := got["result"].(object)
		if got["stored"] != false || c.events != "" && events != c.events || events == "[]" || !c.check(result) {
			t.Errorf("%s: %s\n%v", c.tool, events, result)
		}
		t.Logf("%s: %s", c.tool, events)
	}
	stored()
	if nextShipment(t, s) != sequence+1 {
		t.Error("numbers were given out")
	}

	// A dry run is refused like the call, and then returns no events.
	a.refused("-32603 Order is not on hold. There is nothing to release: the order is in the state new.", "sales_orders_unhold_create",
		object{"id": id, "dryRun": true})
	a.refused("-32603 Not Found. id is missing.", "sales_orders_hold_create", object{"dryRun": true})
	a.refused("-32603 The dryRun argument must be true or false.", "sales_orders_hold_create", object{"id": id, "dryRun": "true"})
	introduce(t, s).refused("-32603 Authentication required: send an API bearer token with the MCP request.", "sales_orders_hold_create",
		object{"id": id, "dryRun": true})
	stored()

	// A dry run does not use up a key. dryRun: false is the call itself.
	key := []string{"X-Idempotency-Key", "once"}
	a.call("sales_orders_hold_create", object{"id": id, "dryRun": true}, key...)
	if got := a.call("sales_orders_hold_create", object{"id": id, "dryRun": false}, key...).object(t); got["state"] != "holded" {
		t.Errorf("done: %v", got)
	}
	if got := a.call("sales_orders_hold_create", object{"id": id, "dryRun": false}, key...).object(t); got["state"] != "holded" {
		t.Errorf("replayed: %v", got)
	}
}

// happened lists the events of a dry run by stream and type.
func happened(run object) []string {
	out := []string{}
	for _, e := range run["events"].([]any) {
		out = append(out, fmt.Sprint(e.(object)["stream"], " ", e.(object)["type"]))
	}
	return out
}

// nextShipment returns the next number of the sequence that dry runs must not use.
func nextShipment(t *testing.T, s *apptest.Shop) int64 {
	t.Helper()
	ids, err := s.IDs.Next(apptest.Operator(), "shipment", 1)
	if err != nil {
		t.Fatal(err)
	}
	return ids[0]
}

// TestEventsOfADryRunAreForTheBackOffice checks that other callers see only the types of events. Secret members are hidden from everybody.
func TestEventsOfADryRunAreForTheBackOffice(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 100)
	arguments := object{"email": "new@example.com", "firstname": "N", "lastname": "E", "password": "a-long-password-1", "dryRun": true}
	for name, headers := range map[string][]string{
		"a guest": nil, "a service of something else": apptest.Bearer(s.Service([]string{"cms-pages/all"})),
		"a back-office user of something else": apptest.Bearer(s.Admin("cms/page")),
		"the shop":                             apptest.Bearer(s.Service([]string{"all"})),
		"the shop's back office":               apptest.Bearer(s.Admin("customer/manage")),
	} {
		run := introduce(t, s, headers...).call("customers_customers_create", arguments).object(t)
		shown := false
		for _, e := range run["events"].([]any) {
			data, has := e.(object)["data"].(object)
			shown = shown || has
			if data["passwordHash"] != nil || data["confirmation"] != nil {
				t.Errorf("%s sees %v", name, data)
			}
		}
		if shown != strings.HasPrefix(name, "the shop") {
			t.Errorf("%s sees data: %t", name, shown)
		}
	}
}

// TestDryRunsShowWhatIsTagged checks that the dry run of a new guest cart hides the code that opens the cart. The dry run of a product
// shows the fields that products declare.
func TestDryRunsShowWhatIsTagged(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 100)
	a := introduce(t, s, apptest.Bearer(s.Service([]string{"all"}))...)
	data := func(tool string, arguments object, event string) object {
		t.Helper()
		for _, e := range a.call(tool, arguments).object(t)["events"].([]any) {
			if d, ok := e.(object)["data"].(object); ok && e.(object)["type"] == event {
				return d
			}
		}
		t.Fatalf("%s shows no data of %s", tool, event)
		return nil
	}
	if d := data("customers_guest_carts_create", object{"dryRun": true}, "CartCreated"); d["maskedId"] != nil {
		t.Errorf("a new cart: %v", d)
	}
	created := data("catalog_products_create", object{"sku": "NEW", "name": "New", "price": 5, "dryRun": true}, "ProductCreated")
	values, _ := created["values"].(object)
	if values["sku"] != "NEW" || values["name"] != "New" {
		t.Errorf("a new product: %v", values)
	}
}

// TestFieldsOfEventsHaveNames checks that every field of every event type has a JSON name: fields without one are not shown.
func TestFieldsOfEventsHaveNames(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	for _, name := range s.Codec.Names() {
		spec, _ := s.Codec.Spec(name)
		if _, ok := spec.New().(domain.Reduced); ok {
			continue
		}
		seen := map[reflect.Type]bool{}
		var walk func(of reflect.Type)
		walk = func(of reflect.Type) {
			switch of.Kind() {
			case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
				walk(of.Elem())
			case reflect.Struct:
				if seen[of] || reflect.PointerTo(of).Implements(reflect.TypeFor[json.Marshaler]()) {
					return
				}
				seen[of] = true
				for i := range of.NumField() {
					f := of.Field(i)
					if _, namedRows := f.Tag.Lookup("json"); !namedRows && f.IsExported() && !f.Anonymous {
						t.Errorf("%s: %s.%s has no JSON name", name, of, f.Name)
					}
					walk(f.Type)
				}
			}
		}
		walk(reflect.TypeOf(spec.New()))
	}
}

// TestADryRunTellsOfNoAccount checks that the dry run of a request for a new password shows no events. Their streams would disclose whether
// there is an account.
func TestADryRunTellsOfNoAccount(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	s.Customer("anna@example.com")
	for _, email := range []string{"anna@example.com", "nobody@example.com"} {
		run := introduce(t, s).call("customers_customers_forgot_password_create", object{"email": email, "dryRun": true}).object(t)
		if events := run["events"].([]any); len(events) != 0 {
			t.Errorf("%s: %v", email, events)
		}
	}
}
