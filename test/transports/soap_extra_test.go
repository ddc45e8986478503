package transports_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tradelog/eventstore"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestMethodsBeyondTheContract calls each method of products, categories, stock, orders, shipments, invoices and customers in SOAP V2 and
// in V1. It compares the results with REST. In an expected result {a.b} is a member of REST's document.
func TestMethodsBeyondTheContract(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	shop := &salestest.Shop{Shop: c.Shop, T: t, Service: apptest.Bearer(c.Service([]string{"all"}))}
	shop.Product("MUG", "10", 100, nil)
	shop.Product("CAP", "12.5", 5, salestest.Fields{"visibility": "not_visible", "isActive": false})
	one, _ := shop.Order("MUG*3")["incrementId"].(string)
	two, _ := shop.Order("MUG")["incrementId"].(string)
	anna, _ := c.Customer("anna@example.com")
	number := fmt.Sprint(anna)
	hidden := fmt.Sprint(shop.Must(201, "POST", "/categories", map[string]any{"name": "Hidden", "parentId": 2, "isActive": false},
		shop.Service...).Object(t)["id"])
	shop.Configure("payment/sandbox/active", "1")
	online := shop.Must(201, "POST", "/guest-carts/"+shop.GuestCart("MUG*2")+"/place-order",
		salestest.Placement(salestest.Fields{"paymentMethod": "sandbox", "paymentData": salestest.Fields{"instrument": "card"}})).Object(t)
	open := func() string { // the number of an invoice that is not paid
		number, _ := shop.Must(201, "POST", "/orders/3/invoices", map[string]any{"capture": "not_capture", "items": []map[string]any{
			{"orderItemId": salestest.At(online, "items.0.id"), "qty": 1}}}, shop.Service...).Object(t)["incrementId"].(string)
		return number
	}
	first, second := open(), open()
	before := c.LogSize()
	product := "product_id={id} sku={sku}"
	pairs := func(kind, key, value string) string {
		return "<filters><" + kind + "><item>" + entity("key", key) + "<value>" + value + "</value></item></" + kind + "></filters>"
	}
	row := func(id, sku string) string {
		return "product_id=" + id + " sku=" + sku + " name=The " + sku + " set=4 type=simple category_ids=[2] website_ids=[1]"
	}
	data := entity("name", "New", "price", "3.50", "status", "2", "visibility", "1", "weight", "1") +
		"<category_ids><item>2</item></category_ids><website_ids><item>1</item></website_ids>" +
		"<stock_data><qty>7</qty><is_in_stock>1</is_in_stock></stock_data>"
	attributes := "<additional_attributes><single_data><item><key>country_of_manufacture</key><value>DE</value></item></single_data>" +
		"</additional_attributes>"
	called := map[string]bool{}
	for _, tt := range []struct {
		operation, parts string // V2
		path, args       string // V1; empty: only V2 is called
		rest             string // the document, if any
		want             string // expected in the result
	}{
		{"catalogProductList", "", "product.list", "", "", row("1", "MUG") + "} {" + row("2", "CAP")},
		{"catalogProductList", pairs("filter", "sku", "mug"), "catalog_product.list", list("<sku>mug</sku>"), "", "[{" + row("1", "MUG") + "}]"},
		{"catalogProductList", pairs("complex_filter", "sku", entity("key", "like", "value", "%ap")), "product.list",
			list("<sku><like>%AP</like></sku>"), "", "[{" + row("2", "CAP") + "}]"},
		{"catalogProductList", pairs("complex_filter", "price", entity("key", "gt", "value", "9.5")), "product.list",
			list("<price><from>9.5</from><to>10</to></price>"), "", "[{" + row("1", "MUG")},
		{"catalogProductList", pairs("complex_filter", "product_id", entity("key", "in", "value", "2,9")), "product.list",
			list("<status>2</status>"), "", "[{" + row("2", "CAP") + "}]"},
		{"catalogProductList", pairs("complex_filter", "created_at", entity("key", "to", "value", "2020-01-01")), "product.list",
			list(`<sku><in xsi:type="Array"><item>X</item></in></sku>`), "", "[]"},
		{"catalogProductInfo", "<productId>CAP</productId>", "product.info", list("2"), "/products/2",
			product + " set={attributeSetId} type={type} categories=[2] websites=[1] created_at={createdAt} updated_at={updatedAt}"},
		{"catalogProductCreate", "<type>simple</type><set>4</set><sku>NEW</sku><productData>" + data + attributes + "</productData>", "", "",
			"/products/3", "{result={id}}"},
		{"", "", "product.create", list("simple", "4", "OLD", data+attributes), "/products/4", "{callReturn={id}}"},
		{"catalogProductUpdate", "<product>NEW</product><productData><price>4</price><status>1</status></productData>", "product.update",
			list("NEW", "<price>4</price>"), "", "=true}"},
		{"catalogProductInfo", "<productId>NEW</productId><attributes><attributes><item>price</item><item>status</item>" +
			"</attributes></attributes>", "product.info", list("NEW", "", `<item>price</item><item>status</item>`), "/products/3",
			"{product_id={id} sku=NEW set=4 type=simple status=1 price={price}}"},
		{"catalogCategoryTree", "<storeView>default</storeView>", "category.tree", list("2"), "",
			"category_id=" + hidden + " parent_id=2 name=Hidden is_active=0 position=1 level=2 children=[]"},
		{"catalogCategoryTree", "", "category.tree", "", "",
			"{category_id=1 parent_id=0 name=Root Catalog position=0 level=0 children=[{category_id=2"},
		{"catalogCategoryInfo", "<categoryId>2</categoryId>", "category.info", list("2"), "/categories/2?store=admin",
			"category_id={id} is_active=1 position={position} level={level} parent_id={parentId} children=" + hidden},
		{"catalogInventoryStockItemList", "<products><item>NEW</item><item>2</item><item>NONE</item></products>", "product_stock.list",
			list(`<item>NEW</item><item>2</item><item>NONE</item>`), "/products/2",
			"=[{product_id=3 sku=NEW qty=7 is_in_stock=1} {product_id=2 sku=CAP qty={stockItem.qty} is_in_stock=1}]}"},
		{"catalogInventoryStockItemUpdate", "<product>NEW</product><data><qty>0</qty></data>", "product_stock.update",
			list("NEW", "<qty>0</qty><manage_stock>1</manage_stock>"), "", "=true}"},
		{"catalogInventoryStockItemList", "<products><item>NEW</item></products>", "", "", "/products/3",
			"[{product_id=3 sku=NEW qty={stockItem.qty} is_in_stock=0}]"},
		{"salesOrderHold", "<orderIncrementId>" + one + "</orderIncrementId>", "order.hold", list(two), "", "=true}"},
		{"salesOrderList", pairs("filter", "status", "holded"), "order.list", list("<status>holded</status>"), "/orders/1",
			"order_id={id} increment_id={incrementId} order_currency_code={currency}"},
		{"salesOrderUnhold", "<orderIncrementId>" + one + "</orderIncrementId>", "order.unhold", list(two), "", "=true}"},
		{"salesOrderList", pairs("complex_filter", "grand_total", entity("key", "gteq", "value", "45")), "sales_order.list",
			list("<grand_total><moreq>45</moreq></grand_total><increment_id><neq>" + two + "</neq></increment_id>"), "/orders/1",
			"=[{order_id={id} increment_id={incrementId} order_currency_code={currency} payment_method={paymentMethod}"},
		{"salesOrderInfo", "<orderIncrementId>" + one + "</orderIncrementId>", "order.info", list(one), "/orders/1",
			"payment={amount_ordered={prices.grandTotal} base_amount_ordered={prices.baseGrandTotal}"},
		{"salesOrderInfo", "<orderIncrementId>" + one + "</orderIncrementId>", "order.info", list(one), "/orders/1",
			"city={billingAddress.city} region={billingAddress.region} postcode={billingAddress.postcode}"},
		{"salesOrderShipmentCreate", "<orderIncrementId>" + one + "</orderIncrementId><itemsQty><item>" +
			entity("order_item_id", "1", "qty", "1") +
			"</item></itemsQty><comment>first</comment><email>1</email>", "", "", "/orders/1", "{shipmentIncrementId={shipments.0.incrementId}}"},
		{"", "", "order_shipment.create", `<args xsi:type="Array"><item>` + one + `</item><item xsi:type="x:Map"><item><key>1</key>` +
			`<value>1</value></item></item></args>`, "/orders/1",
			"{callReturn={shipments.1.incrementId}}"},
		{"salesOrderShipmentCreate", "<orderIncrementId>" + one + "</orderIncrementId>", "", "", "/orders/1",
			"{shipmentIncrementId={shipments.2.incrementId}}"},
		{"salesOrderShipmentAddTrack", "<shipmentIncrementId>100000001</shipmentIncrementId>" +
			entity("carrier", "custom", "title", "Post", "trackNumber", "1Z"), "", "", "/shipments/1", "{result={tracks.0.id}}"},
		{"", "", "order_shipment.addTrack", list("100000001", "custom", "Post", "2Z"), "/shipments/1", "{callReturn={tracks.1.id}}"},
		{"salesOrderInvoiceCreate", "<invoiceIncrementId>" + one + "</invoiceIncrementId><itemsQty><item>" +
			entity("order_item_id", "1", "qty", "1") + "</item></itemsQty>", "", "", "/orders/1/invoices", "{result={0.incrementId}}"},
		{"", "", "order_invoice.create", namedArgs("orderIncrementId", one, "email", "1"), "/orders/1/invoices", "{callReturn={1.incrementId}}"},
		{"salesOrderInvoiceCapture", "<invoiceIncrementId>" + first + "</invoiceIncrementId>", "order_invoice.capture", list(second), "",
			"=true}"},
		{"salesOrderInvoiceCapture", "<invoiceIncrementId>" + first + "</invoiceIncrementId>", "", "", "/invoices?incrementId=" + first,
			"fault 104 "},
		{"salesOrderCancel", "<orderIncrementId>" + two + "</orderIncrementId>", "", "", "", "{result=true}"},
		{"", "", "order.cancel", list(two), "", "fault 103 Order cannot be cancelled"},
		{"customerCustomerList", pairs("filter", "email", "anna@example.com"), "customer.list", list("<lastname><eq>smith</eq></lastname>"),
			"/customers/" + number, "=[{customer_id={id} created_at={createdAt} updated_at={updatedAt} store_id=1 website_id=1"},
		{"customerCustomerInfo", "<customerId>" + number + "</customerId><attributes><item>email</item></attributes>", "customer.info",
			list(number, "<item>email</item>"), "/customers/" + number, "={customer_id={id} email={email}}"},
	} {
		var got []string
		if tt.operation != "" {
			got = append(got, c.v2(tt.operation, tt.parts))
		}
		if tt.path != "" {
			got = append(got, c.call(tt.path, tt.args))
		}
		want := tt.want
		if tt.rest != "" {
			shown := shop.Must(200, "GET", tt.rest, nil, shop.Service...).JSON(t)
			want = regexp.MustCompile(`\{[a-zA-Z0-9]+[a-zA-Z0-9.]*\}`).ReplaceAllStringFunc(want, func(member string) string {
				b, err := json.Marshal(salestest.At(shown, strings.Trim(member, "{}")))
				if err != nil {
					t.Fatal(err)
				}
				return strings.Trim(string(b), `"`)
			})
		}
		for _, g := range got {
			if !strings.Contains(g, want) {
				t.Errorf("%s %s %s:\n got %s\nwant %s", tt.operation, tt.path, tt.args, g, want)
			}
		}
		called[tt.operation], called[tt.path] = true, true
	}
	wsdl := string(c.Must(200, "GET", "/api/v2_soap/?wsdl", nil).Body)
	for _, o := range regexp.MustCompile(`<operation name="((?:catalog|sales|customerC)[A-Za-z]+)"><doc`).FindAllStringSubmatch(wsdl, -1) {
		if name := o[1]; !called[name] && !strings.Contains(name, "AttributeMedia") && !strings.Contains(name, "CustomOption") {
			t.Errorf("no row calls %s", name)
		}
	}
	resources := c.text(c.send("/api/soap", "<resources><sessionId>"+c.session+"</sessionId></resources>"))
	for _, m := range regexp.MustCompile(`path=(\S+) name=\S+ aliases=\[([^\]]*)\]`).FindAllStringSubmatch(resources, -1) {
		if !called[m[1]] && !called[m[2]] && !regexp.MustCompile("media|option|address").MatchString(m[1]) {
			t.Errorf("no row calls %s", m[1])
		}
	}
	created := shop.Must(200, "GET", "/products/4", nil, shop.Service...).Object(t)
	for member, want := range map[string]any{"status": "disabled", "visibility": "not_visible", "price": 3.5, "countryOfManufacture": "DE"} {
		if created[member] != want {
			t.Errorf("%s of the new product is %v, want %v", member, created[member], want)
		}
	}
	// The API user is the actor of all events.
	page, err := c.Store.ReadAll(t.Context(), before, eventstore.Forwards, 1000, eventstore.Filter{Types: []string{"OrderHeld", "OrderShipped",
		"ProductCreated", "ProductChanged"}})
	if err != nil || len(page.Events) < 5 {
		t.Fatalf("%d events: %v", len(page.Events), err)
	}
	for _, e := range page.Events {
		if meta, err := e.Meta(); err != nil || meta.Actor.Kind != "api" || meta.Actor.ID == 0 || meta.Client != "SOAP" {
			t.Errorf("%s was caused by %+v (%v)", e.Type, meta, err)
		}
	}
}
