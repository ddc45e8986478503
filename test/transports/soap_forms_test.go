package transports_test

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"tradelog/test/apptest"
)

// typed is an element whose text is in base64, with the type for that.
func typed(name, text string) string {
	return "<" + name + ` xsi:type="xsd:base64Binary">` + base64.StdEncoding.EncodeToString([]byte(text)) + "</" + name + ">"
}

// lyon is an address without a city and a street.
const lyon = `<firstname>Nadia</firstname><lastname>Perrin</lastname><country_id>FR</country_id><region_id>257</region_id>` +
	`<postcode>69002</postcode><telephone>04</telephone>`

// city returns what REST shows as the city of the newest address of a customer, and its street.
func (c *client) city(customer int64) (city string, street any) {
	c.t.Helper()
	all := c.Must(200, "GET", fmt.Sprintf("/customers/%d/addresses", customer), nil, apptest.Bearer(c.Admin("all"))...).List(c.t)
	if len(all) == 0 {
		return "", nil
	}
	last := all[0]
	for _, a := range all {
		if a["id"].(float64) > last["id"].(float64) {
			last = a
		}
	}
	city, _ = last["city"].(string)
	return city, last["street"]
}

// TestTextAsBytes: text that clients send in base64, with its type, is stored as text on every wire.
func TestTextAsBytes(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	customer, _ := c.Customer("nadia@example.com")
	number, street := fmt.Sprint(customer), "<street><item>1 rue</item></street>"
	encoded := base64.StdEncoding.EncodeToString([]byte("Lü"))
	rpc := func(city string) string {
		members := ""
		for _, pair := range [][2]string{{"firstname", "Nadia"}, {"lastname", "Perrin"}, {"country_id", "FR"}, {"region_id", "257"},
			{"postcode", "69002"}, {"telephone", "04"}, {"street", "1 rue"}} {
			members += "<member><name>" + pair[0] + "</name><value><string>" + pair[1] + "</string></value></member>"
		}
		return string(c.Do("POST", "/api/xmlrpc", "<methodCall><methodName>call</methodName><params><param><value>"+c.session+
			"</value></param><param><value>customer_address.create</value></param><param><value><array><data><value><int>"+number+
			"</int></value><value><struct>"+members+"<member><name>city</name><value>"+city+
			"</value></member></struct></value></data></array></value></param></params></methodCall>").Body)
	}
	for name, send := range map[string]func() string{
		"V1": func() string {
			return c.call("customer_address.create", list(number, lyon+street+typed("city", "Lü")))
		},
		"V1, the whole message": func() string {
			return c.text(c.send("/api/soap", "<call>"+typed("sessionId", c.session)+typed("resourcePath", "customer_address.create")+
				`<args xsi:type="Array">`+typed("item", number)+`<item>`+lyon+typed("city", "Lü")+typed("street", "1 rü")+"</item></args></call>"))
		},
		"V1, a map": func() string {
			return c.call("customer_address.create", `<args xsi:type="Array"><item>`+number+`</item><item xsi:type="x:Map">`+
				pairsOf("firstname", "Nadia", "lastname", "Perrin", "country_id", "FR", "region_id", "257", "postcode", "69002", "telephone", "04",
					"street", "1 rue")+"<item>"+typed("key", "city")+typed("value", "Lü")+"</item></item></args>")
		},
		"V1, Latin 1": func() string {
			return c.call("customer_address.create", list(number, lyon+street+typed("city", "L\xfc")))
		},
		"V2": func() string {
			return c.v2("customerAddressCreate", "<customerId>"+number+"</customerId><addressData>"+lyon+street+typed("city", "Lü")+
				"</addressData>")
		},
		"XML-RPC": func() string { return rpc("<base64>" + encoded[:2] + "\n " + encoded[2:] + "</base64>") },
	} {
		if got := send(); strings.Contains(got, "fault") {
			t.Errorf("%s: %s", name, got)
		}
		if city, _ := c.city(customer); city != "Lü" {
			t.Errorf("%s: the city is %q", name, city)
		}
		c.call("customer_address.delete", list(fmt.Sprint(c.newest(customer))))
	}
	if got := rpc("<base64>%</base64>"); !strings.Contains(got, "-32700") {
		t.Errorf("XML-RPC that is no base64: %s", got)
	}
	a := c.Do("POST", "/api/soap", envelope(`<login><username xsi:type="xsd:base64Binary">%</username></login>`))
	if a.Status != 400 || !strings.Contains(string(a.Body), "declared as base64") {
		t.Errorf("no base64: %d %s", a.Status, a.Body)
	}
	// The bytes of a picture can be sent in any of three ways.
	c.Must(201, "POST", "/products", map[string]any{"sku": "LAMP", "name": "Lamp", "price": 5}, apptest.Bearer(c.Admin("all"))...)
	raw, err := base64.StdEncoding.DecodeString(pixels(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"text": "<content>" + pixels(t) + "</content>", "bytes": typed("content", string(raw)),
		"bytes of text": typed("content", pixels(t))} {
		namedArgs := entity("mime", "image/png", "name", strings.ReplaceAll(name, " ", ""))
		if got := c.call("product_media.create", list("LAMP", "<file>"+content+namedArgs+"</file>")); !strings.HasPrefix(got, "{callReturn=/") {
			t.Errorf("a picture as %s: %s", name, got)
		}
	}
}

// newest is the number of the newest address of a customer.
func (c *client) newest(customer int64) (id int64) {
	c.t.Helper()
	for _, a := range c.Must(200, "GET", fmt.Sprintf("/customers/%d/addresses", customer), nil, apptest.Bearer(c.Admin("all"))...).List(c.t) {
		id = max(id, int64(a["id"].(float64)))
	}
	return id
}

// pairsOf are members of a map.
func pairsOf(pairs ...string) (out string) {
	for i := 0; i < len(pairs); i += 2 {
		out += "<item>" + entity("key", pairs[i], "value", pairs[i+1]) + "</item>"
	}
	return out
}

// TestWhatIsGivenIsTaken sends the addresses and products of answers back. Nothing changes.
func TestWhatIsGivenIsTaken(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	admin := apptest.Bearer(c.Admin("all"))
	customer, _ := c.Customer("nadia@example.com")
	c.call("customer_address.create", list(fmt.Sprint(customer), home))
	id := fmt.Sprint(c.newest(customer))
	c.Must(201, "POST", "/products", map[string]any{"sku": "LAMP", "name": "Lamp & more", "price": 5.25, "description": "<p>a</p>\n<p>b</p>",
		"specialPrice": 4, "specialFromDate": "2026-01-02", "weight": 1.5, "metaKeywords": "a,\nb"}, admin...)
	c.Must(201, "POST", "/products/1/tier-prices", []map[string]any{{"qty": 5, "price": 3}, {"qty": 9, "price": 2.5, "customerGroupId": 1}},
		admin...)
	option := fmt.Sprint(c.Must(201, "POST", "/products/1/custom-options", map[string]any{"title": "Colour", "type": "drop_down",
		"values": []map[string]any{{"title": "Red", "price": 1.5, "sku": "R", "sortOrder": 4}}}, admin...).Object(t)["id"])
	c.Settle()
	value := regexp.MustCompile(`value_id=(\d+)`).FindStringSubmatch(c.call("product_custom_option_value.list", list(option)))[1]
	for _, of := range []struct{ info, update, id, rest string }{
		{"customer_address.info", "customer_address.update", id, "/addresses/" + id},
		{"product.info", "product.update", "1", "/products/1"},
		{"product.info", "product.update", "1", "/products/1/tier-prices"},
		{"product_custom_option_value.info", "product_custom_option_value.update", value, "/custom-option-values/" + value},
	} {
		read := func() string {
			return regexp.MustCompile(`"updatedAt":"[^"]*"`).ReplaceAllString(string(c.Must(200, "GET", of.rest, nil, admin...).Body), "")
		}
		before := read()
		shown := c.Do("POST", "/api/soap", envelope("<call><sessionId>"+c.session+"</sessionId><resourcePath>"+of.info+"</resourcePath>"+
			list(of.id)+"</call>"))
		var reply struct {
			Return struct {
				Content string `xml:",innerxml"`
			} `xml:"Body>callResponse>callReturn"`
		}
		if err := xml.Unmarshal(shown.Body, &reply); err != nil {
			t.Fatal(err)
		}
		size := c.LogSize()
		c.want(of.update, c.call(of.update, `<args xsi:type="Array"><item>`+of.id+`</item><item xsi:type="x:Map">`+
			strings.NewReplacer("ns2:", "x:", "xsd:", "x:", "SOAP-ENC:", "x:").Replace(reply.Return.Content)+"</item></args>"), "{callReturn=true}")
		if after := read(); before != after {
			t.Errorf("%s changes (%d events):\n%s\n%s", of.update, c.LogSize()-size, before, after)
		}
	}
	for _, street := range []string{"<street>1 rue&#13;\nBat. C</street>", "<street><item>1 rue\nBat. C</item></street>",
		"<street><item>1 rue</item><item>Bat. C</item></street>"} {
		c.want(street, c.call("customer_address.update", list(id, street)), "{callReturn=true}")
		if _, shown := c.city(customer); fmt.Sprint(shown) != "[1 rue Bat. C]" {
			t.Errorf("%s is stored as %q", street, shown)
		}
	}
}

// TestTierPrices writes tier prices in both versions. A refusal changes neither them nor the product.
func TestTierPrices(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	admin := apptest.Bearer(c.Admin("all"))
	c.Must(201, "POST", "/products", map[string]any{"sku": "LAMP", "name": "Lamp", "price": 5}, admin...)
	tiers := func() string {
		out := ""
		for _, row := range c.Must(200, "GET", "/products/1/tier-prices", nil, admin...).List(t) {
			out += fmt.Sprint(row["customerGroupId"], " ", row["websiteId"], " ", row["qty"], " ", row["price"], "; ")
		}
		return out
	}
	rows := func(rows ...string) string {
		return "<tier_price><item>" + strings.Join(rows, "</item><item>") + "</item></tier_price>"
	}
	one := entity("customer_group_id", "all", "website", "all", "qty", "5", "price", "4")
	two := entity("customer_group_id", "1", "website", "1", "qty", "9", "price", "3.5")
	v2 := func(data string) string {
		return c.v2("catalogProductUpdate", "<product>LAMP</product><productData>"+data+"</productData>")
	}
	for _, tt := range []struct{ got, want, tiers string }{
		{v2(rows(one, two) + "<name>Lamp 2</name>"), "{result=true}", "all 0 5 4; 1 1 9 3.5; "},
		{c.call("product.update", list("LAMP", rows(entity("qty", "3", "price", "4.5")))), "{callReturn=true}", "all 0 3 4.5; "},
		{v2(rows(entity("website", "base", "qty", "3", "price", "4.5"))), "{result=true}", "all 1 3 4.5; "},
	} {
		c.want("update", tt.got, tt.want)
	}
	c.want("tiers", tiers(), "all 1 3 4.5; ")
	v2(rows(one, two))
	c.want("tiers", tiers(), "all 0 5 4; 1 1 9 3.5; ")
	if got := c.call("product.info", list("LAMP")); !strings.Contains(got, "tier_price=[{customer_group_id=all website=all qty=5 price=4} "+
		"{customer_group_id=1 website=1 qty=9 price=3.5}]") || !strings.Contains(got, "name=Lamp 2") {
		t.Errorf("info: %s", got)
	}
	before := c.LogSize()
	for _, tt := range []struct{ got, want string }{
		{v2(rows(entity("qty", "-1", "price", "4")) + "<name>Lamp 3</name>"), "fault 102 Quantity must be greater than 0"},
		{v2(rows(entity("website", "99")) + "<name>Lamp 3</name>"), "fault 102 Failed to save tier prices: Unknown website ID: 99"},
		{v2(rows(one) + "<status>9</status>"), "fault 102 "},
		{c.call("product.create", list("simple", "4", "NEW", "<name>New</name><price>1</price>"+rows(one))),
			"fault 102 tier_price cannot be set while a product is created."},
	} {
		if !strings.HasPrefix(tt.got, tt.want) {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
	if c.LogSize() != before {
		t.Error("a refusal changed something")
	}
	c.want("clear", v2("<tier_price/>"), "{result=true}")
	c.want("tiers", tiers(), "")
	c.want("create", c.call("product.create", list("simple", "4", "NEW", "<name>New</name><price>1</price><tier_price/>")), "{callReturn=2}")
}

// TestNamesInFaults: refusals name the fields that clients of these interfaces have sent.
func TestNamesInFaults(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	c.Must(201, "POST", "/products", map[string]any{"sku": "LAMP", "name": "Lamp", "price": 5}, apptest.Bearer(c.Admin("all"))...)
	for _, tt := range []struct{ got, has string }{
		{c.call("product.update", list("LAMP", "<category_ids><item>x</item></category_ids>")), `"category_ids[0]"`},
		{c.call("product.update", list("LAMP", "<categories><item>x</item></categories>")), `"categories[0]"`},
		{c.call("product.update", list("LAMP", "<status>9</status>")), `"status"`},
		{c.call("product.update", list("LAMP", "<tax_class_id>x</tax_class_id>")), `"tax_class_id"`},
		{c.call("product.update", list("LAMP", "<special_from_date>soon</special_from_date>")), "special_from_date"},
		{c.call("product.update", list("LAMP", "<special_price>-1</special_price>")), "special_price"},
		{c.call("product.create", list("simple", "x", "NEW", "<name>New</name>")), `"set"`},
		{c.call("product_stock.update", list("LAMP", "<qty>many</qty>")), `"data.qty"`},
		{c.call("product.list", list("<created_at><from>soon</from></created_at>")), "created_at"},
		{c.call("order.list", list("<updated_at><gteq>soon</gteq></updated_at>")), "updated_at"},
	} {
		if !strings.Contains(tt.got, tt.has) || !strings.Contains(tt.got, "fault 10") {
			t.Errorf("no %s: %s", tt.has, tt.got)
		}
	}
}

// TestJSONKeepsOrderAndNames: members of JSON-RPC keep their order, and parameters may have names.
func TestJSONKeepsOrderAndNames(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	customer, _ := c.Customer("nadia@example.com")
	c.call("customer_address.create", list(fmt.Sprint(customer), home))
	send := func(method, params string, headers ...string) string {
		return string(c.Must(200, "POST", "/api/jsonrpc", `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+
			strings.ReplaceAll(params, "SID", c.session)+`}`, headers...).Body)
	}
	for _, tt := range []struct{ method, params, has string }{
		{"customer_address.info", `{"addressId":1,"sessionId":"SID"}`, `"city":"Lyon"`},
		{"customer_address.info", `{"sessionId":"SID","addressId":9}`, `"code":102`},
		{"customer_address.info", `{"addressId":1}`, `"code":5`},
		{"customer_address.info", `{"sessionId":"SID","address":1}`, `"code":6`},
		{"customer_address.info", `{"sessionId":"SID"}`, `"code":6`},
		{"call", `{"args":{"addressId":1},"resourcePath":"customer_address.info","sessionId":"SID"}`, `"city":"Lyon"`},
		{"call", `{"args":[1],"apiPath":"customer_address.info","sessionId":"SID"}`, `"city":"Lyon"`},
		{"call", `{"path":"customer_address.info","sessionId":"SID"}`, `"code":6`},
		{"login", `{"apiKey":"warehouse-key","username":"warehouse"}`, `"result":"`},
		{"endSession", `{"sessionId":"x"}`, `"result":true`},
		{"multiCall", `{"calls":{"b":["customer_address.info",[9]],"a":["product_media.currentStore"]},"sessionId":"SID"}`,
			`"faultMessage":"Address not exists."},0]`},
		{"multiCall", `["SID",{"10":["customer_address.info",[9]],"9":["product_media.currentStore"]}]`,
			`"faultMessage":"Address not exists."},0]`},
		// Of two unknown filters the refusal names the first.
		{"product.list", `["SID",{"zzz_long":"1","b":"2"}]`, "Unknown filter: zzz_long"},
		{"product.list", `["SID",{"b":"2","zzz_long":"1"}]`, "Unknown filter: b"},
		{"product.list", `{"sessionId":"SID","filters":{"colour":null}}`, "Unknown filter: colour"},
		{"resources", `[]`, `"code":5`},
		{"globalFaults", `null`, `"code":"5"`},
	} {
		if got := send(tt.method, tt.params); !strings.Contains(got, tt.has) {
			t.Errorf("%s %s: %.300s, want %s", tt.method, tt.params, got, tt.has)
		}
	}
}

// TestEncodings: the charset of the Content-Type and the one that a document declares count on every wire.
func TestEncodings(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	customer, _ := c.Customer("nadia@example.com")
	c.call("customer_address.create", list(fmt.Sprint(customer), home))
	id := fmt.Sprint(c.newest(customer))
	bare := `<E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/"><E:Body>%s</E:Body></E:Envelope>`
	wires := map[string]string{
		"/api/soap": fmt.Sprintf(bare, "<call><sessionId>"+c.session+"</sessionId><resourcePath>customer_address.update</resourcePath>"+
			"<args><addressId>"+id+"</addressId><addressData><city>CITY</city></addressData></args></call>"),
		"/api/v2_soap": fmt.Sprintf(bare, "<customerAddressUpdate><sessionId>"+c.session+"</sessionId><addressId>"+id+
			"</addressId><addressData><city>CITY</city></addressData></customerAddressUpdate>"),
		"/api/xmlrpc": "<methodCall><methodName>call</methodName><params><param><value>" + c.session + "</value></param><param><value>" +
			"customer_address.update</value></param><param><value><array><data><value>" + id + "</value><value><struct><member><name>city</name>" +
			"<value>CITY</value></member></struct></value></data></array></value></param></params></methodCall>",
		"/api/jsonrpc": `{"jsonrpc":"2.0","id":1,"method":"customer_address.update","params":["` + c.session + `",` + id + `,{"city":"CITY"}]}`,
	}
	latin := func(s string) string { return strings.NewReplacer("ü", "\xfc", "€", "\x80").Replace(s) }
	wide := func(s string) string {
		out := []byte{0xff, 0xfe}
		for _, unit := range utf16.Encode([]rune(s)) {
			out = append(out, byte(unit), byte(unit>>8))
		}
		return string(out)
	}
	n := 0
	for path, message := range wires {
		for _, tt := range []struct {
			charset, declared string
			encode            func(string) string
			euro              bool
		}{
			{"utf-8", "", strings.Clone, true}, {"", "", strings.Clone, true}, {"iso-8859-1", "", latin, false}, {"Windows-1252", "", latin, true},
			{"", "ISO-8859-1", latin, false}, {"", "windows-1252", latin, true}, {"utf-16", "", wide, true}, {"", "UTF-16", wide, true},
			{"utf-8", "ISO-8859-1", latin, false},
		} {
			if tt.declared != "" && path == "/api/jsonrpc" {
				continue
			}
			n++
			want, kind := fmt.Sprint("Lü ", n), "text/xml"
			if tt.euro {
				want += " €"
			}
			document := strings.Replace(message, "CITY", want, 1)
			if tt.declared != "" {
				document = `<?xml version="1.0" encoding="` + tt.declared + `"?>` + document
			}
			if tt.charset != "" {
				kind += "; charset=" + tt.charset
			}
			a := c.Do("POST", path, tt.encode(document), "Content-Type", kind)
			if city, _ := c.city(customer); a.Status != 200 || city != want {
				t.Errorf("%s, charset %q, declared %q: the city is %q, want %q: %s", path, tt.charset, tt.declared, city, want, a.Body)
			}
		}
		before := c.LogSize()
		for _, bad := range []struct{ kind, document string }{
			{"text/xml; charset=utf-8", latin(strings.Replace(message, "CITY", "Lü", 1))}, {"text/xml; charset=koi8-r", message},
			{"text/xml", "x" + message}, {"text/xml", message + "x"}, {"text/xml", strings.NewReplacer("<E:Body>", "x<E:Body>",
				"<params>", "x<params>", `"id"`, `x"id"`).Replace(message)},
		} {
			a := c.Do("POST", path, bad.document, "Content-Type", bad.kind)
			if !strings.Contains(string(a.Body), "SOAP-ENV:Client") && !strings.Contains(string(a.Body), "-32700") || c.LogSize() != before {
				t.Errorf("%s %s is accepted: %s %s", path, bad.kind, bad.document, a.Body)
			}
		}
	}
}
