package transports_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/test/apptest"
	"tradelog/test/contract"
)

// asker sends requests and checks the answers against the document, reads in both representations.
type asker struct {
	*apptest.Shop
	t   testing.TB
	doc *contract.Document
}

func (a asker) must(status int, method, path string, body any, headers ...string) apptest.Answer {
	a.t.Helper()
	got := a.Must(status, method, path, body, headers...)
	contract.Check(a.t, a.doc, method, path, got.Status, got.Header.Get("Content-Type"), got.Body)
	if method == "GET" {
		linked := a.Must(status, method, path, nil, append([]string{"Accept", "application/ld+json"}, headers...)...)
		contract.Check(a.t, a.doc, method, path, linked.Status, linked.Header.Get("Content-Type"), linked.Body)
	}
	return got
}

// product puts a product with stock into the shop.
func (a asker) product(sku string) {
	a.t.Helper()
	values, err := record.Of(map[string]any{
		"sku": sku, "name": "The " + sku, "type": "simple", "isActive": true, "visibility": "catalog_search", "attributeSetId": 4,
		"taxClassId": 0,
		"websiteIds": []int64{1}, "categoryIds": []int64{2}, "urlKey": sku, "price": json.RawMessage("19.99"), "weight": 1.5,
	})
	if err != nil {
		a.t.Fatal(err)
	}
	units, yes := money.FromInt(100), true
	if _, err := a.Commands.Catalog.CreateProduct(apptest.Operator(), values, &stock.Change{Qty: &units, InStock: &yes}); err != nil {
		a.t.Fatal(err)
	}
	a.Settle()
}

// order places a guest's order through a cart and returns its path.
func (a asker) order() (path, token string) {
	a.t.Helper()
	address := map[string]any{
		"firstName": "Gina", "lastName": "Guest", "street": []string{"1 Main St"}, "city": "Los Angeles", "region": "CA",
		"postcode":  "90001",
		"countryId": "US", "telephone": "555-0100",
	}
	cart := "/guest-carts/" + a.must(201, "POST", "/guest-carts", nil).Object(a.t)["maskedId"].(string)
	item := a.must(200, "POST", cart+"/items", map[string]any{"sku": "MUG", "qty": 3}).Object(a.t)["items"].([]any)[0].(map[string]any)
	a.must(200, "PUT", fmt.Sprintf("%s/items/%v", cart, item["id"]), map[string]any{"qty": 2})
	a.must(200, "POST", cart+"/shipping-methods", map[string]any{"address": address})
	a.must(200, "GET", cart+"/totals", nil)
	a.must(200, "GET", cart+"/payment-methods", nil)
	a.must(200, "GET", cart, nil)
	placed := a.must(201, "POST", cart+"/place-order", map[string]any{
		"shippingAddress": address, "billingAddress": address, "guestEmail": "gina@example.com", "paymentMethod": "checkmo",
		"shippingMethod": "flatrate_flatrate",
	}).Object(a.t)
	return fmt.Sprintf("/orders/%.0f", placed["id"]), placed["accessToken"].(string)
}

// TestAnOrderFromCartToShipment: all answers of the process conform to the document.
func TestAnOrderFromCartToShipment(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	a := asker{shop, t, contract.Fetch(t, shop.URL)}
	a.product("MUG")
	path, _ := a.order()
	service := apptest.Bearer(shop.Service([]string{"all"}))
	a.must(200, "GET", "/orders", nil, service...)
	a.must(200, "GET", "/orders?itemsPerPage=1&page=7", nil, service...)
	a.must(200, "GET", path, nil, service...)
	a.must(201, "POST", path+"/hold", nil, service...)
	a.must(422, "POST", path+"/cancel", nil, service...)
	a.must(201, "POST", path+"/unhold", nil, service...)
	a.must(201, "POST", path+"/comments", map[string]any{"comment": "Packing"}, service...)
	shipment := a.must(201, "POST", path+"/shipments", map[string]any{"tracks": []any{map[string]any{"trackNumber": "1Z"}}},
		service...).Object(t)
	a.must(200, "GET", path+"/shipments", nil, service...)
	a.must(200, "GET", fmt.Sprintf("/shipments/%.0f", shipment["id"]), nil, service...)
	a.must(200, "GET", path, nil, service...)
}

// TestEverythingFromEverybody calls every operation with every kind of caller, for existing and for missing resources. The document must
// describe each answer, and none may be an internal error.
func TestEverythingFromEverybody(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	doc := contract.Fetch(t, shop.URL)
	a := asker{shop, t, doc}
	a.product("MUG")
	_, orderToken := a.order()
	_, customer := shop.Customer("anna@example.com")
	callers := map[string][]string{
		"nobody": {"X-Order-Token", orderToken}, "a customer": apptest.Bearer(customer),
		"a service":                apptest.Bearer(shop.Service([]string{"all"})),
		"a service with no rights": apptest.Bearer(shop.Service([]string{"nothing/read"})),
		"the back office":          apptest.Bearer(shop.Admin("all")),
	}
	for _, o := range shop.Pipeline.Registry.All() {
		if strings.HasSuffix(o.Path, "/auth/logout") {
			continue // the tokens are needed
		}
		for _, value := range []string{"1", "999999", "nonsense"} {
			path := o.Path
			for _, name := range o.Placeholders() {
				path = strings.Replace(path, "{"+name+"}", value, 1)
			}
			if path == o.Path && value != "1" {
				continue
			}
			for who, headers := range callers {
				for _, accept := range []string{"application/json", "application/ld+json"} {
					var body any
					if o.ReadsBody() {
						body = map[string]any{}
					}
					got := shop.Do(o.Method, path, body, append([]string{"Accept", accept}, headers...)...)
					if got.Status == 500 {
						t.Errorf("%s %s as %s is a defect: %s", o.Method, path, who, got.Body)
					}
					if err := doc.Verify(o.Method, path, got.Status, got.Header.Get("Content-Type"), got.Body); err != nil {
						t.Errorf("%s %s as %s answered %d: %v\n%.600s", o.Method, path, who, got.Status, err, got.Body)
					}
				}
			}
		}
	}
}
