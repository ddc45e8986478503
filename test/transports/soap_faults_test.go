package transports_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// notCaused are faults that no call causes, with the reason. TestRefusalsAreFaults makes them, except the last two.
var notCaused = map[string]string{
	" 0":                                  "every refusal that an operation gives today has a fault of its own",
	" 4":                                  "every method of the table has an implementation",
	"catalog_product_attribute_media 106": "a picture that exists can always be removed",
	"catalog_product_attribute_media 107": "products of all types have pictures",
	"catalog_product_custom_option_value 106": "a value that exists can be removed unless it is the last one, which is 109",
	"customer_address 103":                    "an address that exists can always be deleted",
}

// TestEveryFault makes the faults of all tables. A fault of a table without a row here, and without a reason in notCaused, fails.
func TestEveryFault(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	shop := &salestest.Shop{Shop: c.Shop, T: t, Service: apptest.Bearer(c.Service([]string{"all"}))}
	made := func(path string, body any) string {
		t.Helper()
		return fmt.Sprint(shop.Must(201, "POST", path, body, shop.Service...).Object(t)["id"])
	}
	mug := fmt.Sprint(shop.Product("MUG", "10", 100, nil))
	number, _ := shop.Order("MUG*2")["incrementId"].(string)
	customer, _ := c.Customer("nadia@example.com")
	c.Settle()
	colour := made("/products/"+mug+"/custom-options", map[string]any{"title": "Colour", "type": "drop_down",
		"values": []map[string]any{{"title": "Red", "price": 1}}})
	text := made("/products/"+mug+"/custom-options", map[string]any{"title": "Text", "type": "field"})
	value := regexp.MustCompile(`value_id=(\d+)`).FindStringSubmatch(c.call("product_custom_option_value.list", list(colour)))[1]
	png := "<file>" + entity("content", pixels(t), "mime", "image/png", "name", "mug") + "</file>"
	c.want("picture", c.call("product_media.create", list("MUG", png)), "{callReturn=/m/u/mug.png}")
	c.want("invoice", c.call("order_invoice.create", list(number)), "{callReturn=100000001}")
	c.user("reader", "customer/address")
	reader := &client{Shop: c.Shop, t: t, session: c.login("reader")}
	nobody := &client{Shop: c.Shop, t: t, session: "0123456789abcdef0123456789abcdef"}
	const media, options, address = "catalog_product_attribute_media", "catalog_product_custom_option_value", "customer_address"
	broken := `<file><content>aGVsbG8=</content><mime>image/png</mime></file>`
	seen := map[string]bool{}
	for _, tt := range []struct {
		resource string // empty: the faults of all resources
		code     int
		by       *client
		path     string
		args     string
	}{
		{"", 2, reader, "customer_address.info", list("1")},
		{"", 3, c, "customer_address", ""},
		{"", 3, c, "customer_address.nothing", ""},
		{"", 3, c, "nothing.info", ""},
		{"", 5, nobody, "customer_address", ""}, // the session is checked before the path
		{"", 6, c, "customer_address.info", ""},
		{"", 6, c, "customer_address.info", namedArgs("addressId", "1", "nothing", "1")},
		{media, 100, c, media + ".list", list("MUG", "nowhere")},
		{media, 100, c, media + ".currentStore", list("99")},
		{media, 101, c, media + ".list", list("NONE")},
		{media, 101, c, media + ".list", list("a&#10;b")},
		{media, 101, c, media + ".info", list("MUG", "/m/u/mug.png", "", "id")},
		{media, 101, c, media + ".remove", list("999", "/m/u/mug.png")},
		{media, 101, c, media + ".create", list("NONE", "<label>x</label>")},
		{media, 102, c, media + ".create", list("MUG", "<label>x</label>")},
		{media, 103, c, media + ".update", list("MUG", "/n/o/none.png", broken)},
		{media, 103, c, media + ".remove", list("MUG", "/n/o/none.png")},
		{media, 104, c, media + ".create", list("MUG", broken)},
		{media, 104, c, media + ".create", list("MUG", "<file>"+entity("content", pixels(t), "mime", "image/png", "name", "../x")+"</file>")},
		{media, 105, c, media + ".update", list("MUG", "/m/u/mug.png", broken)},
		{options, 101, c, options + ".info", list("999", "nowhere")},
		{options, 101, c, options + ".update", list("999", "<title>x</title>", "nowhere")},
		{options, 101, c, options + ".remove", list("999")},
		{options, 102, c, options + ".add", list(colour, "<item><title>x</title><price>1</price></item>")},
		{options, 102, c, options + ".add", list(colour, "")},
		{options, 103, c, options + ".list", list("999")},
		{options, 103, c, options + ".add", list("999", "<item><title>x</title></item>")},
		{options, 104, c, options + ".list", list(text)},
		{options, 104, c, options + ".add", list(text, "<item><title>x</title></item>")},
		{options, 105, c, options + ".list", list(colour, "nowhere")},
		{options, 105, c, options + ".update", list(value, "<price>1</price>", "nowhere")},
		{options, 107, c, options + ".update", list(value, "<title>x</title><price>-1</price>")},
		{options, 108, c, options + ".update", list(value, "<price>1</price>")},
		{options, 108, c, options + ".update", list(value, "<title/><price>1</price>")},
		{options, 109, c, options + ".remove", list(value)},
		{address, 100, c, address + ".create", list(fmt.Sprint(customer), "<city>Lyon</city>")},
		{address, 101, c, address + ".create", list("999", home)},
		{address, 101, c, address + ".list", list("999")},
		{address, 102, c, address + ".update", list("999", "<city>Lyon</city>")},
		{"catalog_product", 100, c, "product.list", namedArgs("store", "nowhere")},
		{"catalog_product", 101, c, "product.info", list("NONE")},
		{"catalog_product", 102, c, "product.create", list("simple", "4", "MUG", "<name>x</name><price>1</price>")},
		{"catalog_product", 102, c, "product.list", list("<colour>1</colour>")},
		{"catalog_product", 102, c, "product.list", list("<sku><sounds>mug</sounds></sku>")},
		{"catalog_product", 102, c, "product.update", list("MUG", "<status>9</status>")},
		{"catalog_category", 100, c, "category.tree", list("2", "nowhere")},
		{"catalog_category", 102, c, "category.info", list("999")},
		{"cataloginventory_stock_item", 101, c, "product_stock.update", list("NONE", "<qty>1</qty>")},
		{"cataloginventory_stock_item", 102, c, "product_stock.update", list("MUG", "<qty>many</qty>")},
		{"sales_order", 100, c, "order.info", list("999")},
		{"sales_order", 101, c, "order.list", list("<colour>1</colour>")},
		{"sales_order", 101, c, "order.list", list("<created_at><from>soon</from></created_at>")},
		{"sales_order", 103, c, "order.unhold", list(number)},
		{"sales_order_shipment", 100, c, "order_shipment.addTrack", list("999", "custom", "T", "1Z")},
		{"sales_order_shipment", 102, c, "order_shipment.create", list(number,
			`<item xsi:type="x:Map"><item><key>999</key><value>1</value></item></item>`)},
		{"sales_order_shipment", 103, c, "order_shipment.create", list("999")},
		{"sales_order_invoice", 100, c, "order_invoice.capture", list("999")},
		{"sales_order_invoice", 102, c, "order_invoice.create", list(number)},
		{"sales_order_invoice", 103, c, "order_invoice.create", list("999")},
		{"sales_order_invoice", 104, c, "order_invoice.capture", list("100000001")},
		{"customer", 101, c, "customer.list", list("<password>1</password>")},
		{"customer", 102, c, "customer.info", list("999")},
	} {
		got := tt.by.call(tt.path, tt.args)
		if want := fmt.Sprintf("fault %d ", tt.code); len(got) <= len(want) || got[:len(want)] != want {
			t.Errorf("%s %s: got %s, want %s", tt.path, tt.args, got, want)
		}
		seen[fmt.Sprintf("%s %d", tt.resource, tt.code)] = true
	}
	// A refusal names fields as these interfaces do.
	c.want("an item", c.call("order_shipment.create", list(number, `<item xsi:type="x:Map"><item><key>0</key><value>1</value></item></item>`)),
		"fault 102 Each item must have a valid order_item_id")
	wanted := codes(c.text(c.send("/api/soap", "<globalFaults/>")), "")
	for _, name := range regexp.MustCompile(` name=([a-z_]+) aliases=\[[^]]*\] methods`).FindAllStringSubmatch(
		c.text(c.send("/api/soap", "<resources><sessionId>"+c.session+"</sessionId></resources>")), -1) {
		wanted = append(wanted, codes(c.text(c.send("/api/soap", "<resourceFaults><sessionId>"+c.session+"</sessionId><resourceName>"+name[1]+
			"</resourceName></resourceFaults>")), name[1])...)
	}
	// Without the table of sessions no session can be looked up.
	if _, err := c.Pool.Exec(t.Context(), `ALTER TABLE api_sessions RENAME TO gone`); err != nil {
		t.Fatal(err)
	}
	c.want("broken", c.text(c.send("/api/soap", "<login><username>warehouse</username><apiKey>warehouse-key</apiKey></login>")),
		"fault 1 Internal Error. Please see log for details.")
	seen[" 1"] = true
	for _, code := range wanted {
		if !seen[code] && notCaused[code] == "" {
			t.Errorf("nothing makes the fault %s", code)
		}
		if seen[code] && notCaused[code] != "" {
			t.Errorf("the fault %s is made, so notCaused is wrong", code)
		}
	}
	for code := range seen {
		if !slices.Contains(wanted, code) {
			t.Errorf("no table has the fault %s", code)
		}
	}
	if len(wanted) < 40 {
		t.Errorf("only %d faults: %v", len(wanted), wanted)
	}
}

// codes are the faults of a list, behind the name of their resource.
func codes(list, resource string) (out []string) {
	for _, code := range regexp.MustCompile(`code=(\d+)`).FindAllStringSubmatch(list, -1) {
		out = append(out, resource+" "+code[1])
	}
	return out
}
