package transports_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"tradelog/domain/access"
	"tradelog/operations/passwords"
	"tradelog/soap/wire"
	"tradelog/test/apptest"
)

// client calls a shop as an API user.
type client struct {
	*apptest.Shop
	t       testing.TB
	session string
}

// startSOAP starts a shop whose legacy interfaces are on, with an API user who has permissions.
func startSOAP(t testing.TB, options ...apptest.Option) *client {
	t.Helper()
	s := apptest.Start(t, options...)
	c := &client{Shop: s, t: t}
	c.Configure("apiplatform/protocols/soap", "1", "apiplatform/protocols/v2_soap", "1", "apiplatform/protocols/xmlrpc", "1",
		"apiplatform/protocols/jsonrpc", "1")
	c.user("warehouse", "all")
	c.session = c.login("warehouse")
	return c
}

// user opens an account whose key is its name and "-key".
func (c *client) user(name string, grants ...string) {
	c.t.Helper()
	role, err := c.Commands.Access.SaveRole(apptest.Operator(), 0, name, false, grants, c.KnownGrant(false))
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.Commands.Access.CreateAccount(apptest.Operator(), access.AccountCreated{Kind: access.API, Username: name,
		KeyHash: passwords.HashKey(name + "-key"), RoleID: role}); err != nil {
		c.t.Fatal(err)
	}
	c.Settle()
}

func (c *client) login(name string) string {
	c.t.Helper()
	n := c.send("/api/soap/", "<login><username>"+name+"</username><apiKey>"+name+"-key</apiKey></login>")
	return n.Child("loginResponse").Child("loginReturn").Text
}

// envelope is a message with a body.
func envelope(body string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/" ` +
		`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="http://xml.apache.org/xml-soap"><E:Body>` + body +
		`</E:Body></E:Envelope>`
}

// send posts a message and returns the body of the reply.
func (c *client) send(path, body string, headers ...string) *wire.Node {
	c.t.Helper()
	a := c.Do("POST", path, envelope(body), append([]string{"Content-Type", "text/xml; charset=utf-8"}, headers...)...)
	root, err := wire.ReadAs(a.Body, "")
	if err != nil {
		c.t.Fatalf("%s: %d %v\n%s", body, a.Status, err, a.Body)
	}
	if a.Header.Get("Deprecation") != "true" || !strings.Contains(a.Header.Get("Warning"), "/api/rest/v2/") ||
		!strings.Contains(a.Header.Get("Link"), `api/docs>; rel="successor-version"`) {
		c.t.Errorf("headers %v", a.Header)
	}
	return root.Child("Body")
}

// call calls a V1 method with arguments that are XML.
func (c *client) call(path, args string) string {
	c.t.Helper()
	return c.text(c.send("/api/soap", "<call><sessionId>"+c.session+"</sessionId><resourcePath>"+path+"</resourcePath>"+args+"</call>"))
}

// v2 calls an operation of V2 and returns its reply as text.
func (c *client) v2(operation, parts string) string {
	c.t.Helper()
	return c.text(c.send("/api/v2_soap/", "<"+operation+"><sessionId>"+c.session+"</sessionId>"+parts+"</"+operation+">"))
}

// text is a reply in short: "fault CODE message", or the values.
func (c *client) text(body *wire.Node) string {
	c.t.Helper()
	if f := body.Child("Fault"); f != nil {
		return "fault " + f.Child("faultcode").Text + " " + f.Child("faultstring").Text
	}
	v, err := wire.NewDecoder(body).Value(body.Children[0])
	if err != nil {
		c.t.Fatal(err)
	}
	return brief(v)
}

func brief(v wire.Value) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case wire.List:
		var out []string
		for _, item := range v {
			out = append(out, brief(item))
		}
		return "[" + strings.Join(out, " ") + "]"
	case wire.Map:
		var out []string
		for _, e := range v {
			out = append(out, e.Name+"="+brief(e.Value))
		}
		return "{" + strings.Join(out, " ") + "}"
	}
	return wire.Text(v)
}

func (c *client) want(what, got, want string) {
	c.t.Helper()
	if got != want {
		c.t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

func list(items ...string) string {
	return `<args xsi:type="Array"><item>` + strings.Join(items, "</item><item>") + `</item></args>`
}

func entity(pairs ...string) string {
	out := ""
	for i := 0; i < len(pairs); i += 2 {
		out += "<" + pairs[i] + ">" + pairs[i+1] + "</" + pairs[i] + ">"
	}
	return out
}

func namedArgs(pairs ...string) string { return "<args>" + entity(pairs...) + "</args>" }

const home = `<firstname>Nadia</firstname><lastname>Perrin</lastname><street><item>4 rue du Port</item><item>Bat. C</item></street>` +
	`<city>Lyon</city><country_id>FR</country_id><region_id>257</region_id><postcode>69002</postcode><telephone>04</telephone>`

func TestAddresses(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	customer, _ := c.Customer("nadia@example.com")
	number := fmt.Sprint(customer)
	id := strings.TrimSuffix(strings.TrimPrefix(c.call("customer_address.create", list(number, home)), "{callReturn="), "}")
	c.want("list", c.v2("customerAddressList", "<customerId>"+number+"</customerId>")[:34], "{result=[{customer_address_id="+id+" cr")
	info := c.call("customer_address.info", "<args>"+id+"</args>")
	for _, part := range []string{"increment_id=nil prefix=nil firstname=Nadia", "street=4 rue du Port\nBat. C", "vat_id=nil",
		"is_default_billing=false"} {
		if !strings.Contains(info, part) {
			t.Errorf("info lacks %q: %s", part, info)
		}
	}
	// A change leaves the missing fields unchanged, in one event of the API user.
	before := c.LogSize()
	c.want("update", c.v2("customerAddressUpdate", "<addressId>"+id+"</addressId><addressData><city>Paris</city>"+
		"<is_default_shipping>true</is_default_shipping></addressData>"), "{info=true}")
	if n := c.LogSize() - before; n != 2 {
		t.Errorf("the change is %d events", n)
	}
	after := c.v2("customerAddressInfo", "<addressId>"+id+"</addressId>")
	for _, part := range []string{"city=Paris", "firstname=Nadia", "is_default_shipping=true", "region_id=257"} {
		if !strings.Contains(after, part) {
			t.Errorf("after the change there is no %q: %s", part, after)
		}
	}
	if strings.Contains(after, "vat_id") || strings.Contains(after, "company") {
		t.Errorf("V2 shows unset fields: %s", after)
	}
	c.want("problems", c.call("customer_address.create", list(number, "<city>Lyon</city><country_id>HK</country_id>")),
		"fault 100 Please enter the first name.\nPlease enter the last name.\nPlease enter the street.\nPlease enter the telephone number.")
	c.want("no customer", c.call("customer_address.list", list("9999")), "fault 101 Customer not exists.")
	c.want("no address", c.call("customer_address.delete", list("9999")), "fault 102 Address not exists.")
	c.want("delete", c.call("customer_address.delete", list(id)), "{callReturn=true}")
	c.want("empty", c.call("customer_address.list", list(number)), "{callReturn=[]}")
}

func pixels(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 4, 3))); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestPictures(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	admin := apptest.Bearer(c.Admin("all"))
	id := c.Must(201, "POST", "/products", map[string]any{"sku": "LAMP-7", "name": "Lamp", "price": 5}, admin...).Object(t)["id"]
	file := func(mime, content string) string {
		return "<file>" + entity("content", content, "mime", mime, "name", "My  Pic") + "</file>"
	}
	create := func(data string) string {
		return c.v2("catalogProductAttributeMediaCreate", "<product>LAMP-7</product><data>"+data+"</data>")
	}
	c.want("create", create(file("image/png", pixels(t))+"<label>Front</label><types><item>image</item><item>other</item></types>"),
		"{result=/M/y/My_Pic.png}")
	c.want("again", create(file("image/png", pixels(t))), "{result=/M/y/My_Pic_1.png}")
	c.want("no file", create("<label>x</label>"), "fault 102 The image is not specified.")
	c.want("type", create(file("text/html", "x")), "fault 102 Invalid image type.")
	c.want("base64", create(file("image/png", "???")), "fault 102 The image contents is not valid base64 data.")
	if got := create(file("image/png", "aGVsbG8=")); !strings.HasPrefix(got, "fault 104 ") {
		t.Errorf("no picture: %s", got)
	}
	const head = "iVBORw0KGgoAAAANSUhEUgAAGWQAABdwCAIAAAAQBRqA" // of a PNG of 39 megapixels
	const tooLarge = " The image has 39.0 megapixels: its conversion to png takes more memory than pictures may. Send a smaller one."
	for over, got := range map[string]string{"V1": c.call("product_media.create", list("LAMP-7", file("image/png", head))),
		"V2": create(file("image/png", head))} {
		if !strings.HasPrefix(got, "fault ") || !strings.HasSuffix(got, tooLarge) {
			t.Errorf("a picture of 39 megapixels over %s: %s", over, got)
		}
	}
	if got := c.call("product_media.list", list("LAMP-7")); !strings.Contains(got,
		"{file=/M/y/My_Pic.png label=Front position=1 exclude=1 url=") ||
		!strings.Contains(got, "types=[image]") {
		t.Errorf("list: %s", got)
	}
	c.want("update", c.v2("catalogProductAttributeMediaUpdate", "<productId>"+fmt.Sprint(id)+"</productId><file>/M/y/My_Pic.png</file>"+
		"<data><exclude>0</exclude><types/>"+file("image/png", pixels(t))+"</data><identifierType>id</identifierType>"), "{result=true}")
	pictures := c.Must(200, "GET", fmt.Sprintf("/products/%v/media", id), nil).List(t)
	if len(pictures) != 1 || pictures[0]["file"] != "/M/y/My_Pic.png" || len(pictures[0]["types"].([]any)) != 0 {
		t.Errorf("REST shows %v", pictures)
	}
	c.Must(200, "GET", "/media/catalog/product/M/y/My_Pic.png", nil)
	c.want("remove", c.call("catalog_product_attribute_media.remove", list("LAMP-7", "/M/y/My_Pic_1.png", "sku")), "{callReturn=true}")
	c.want("103", c.call("product_media.info", list("LAMP-7", "/none.png")),
		"fault 103 Requested image not exists in product images' gallery.")
	c.want("store", c.call("product_media.list", list("LAMP-7", "nowhere")), "fault 100 Requested store view not found.")
	c.want("unknown", c.call("product_media.list", list("LAMP", "", "sku")), "fault 101 Product not exists.")
	c.want("types", c.call("product_media.types", list("4")),
		"{callReturn=[{code=image scope=store} {code=small_image scope=store} {code=thumbnail scope=store}]}")
	c.want("store", c.v2("catalogProductAttributeMediaCurrentStore", "<storeView>default</storeView>"), "{storeView=1}")
}

func TestOptionValues(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	admin := apptest.Bearer(c.Admin("all"))
	id := c.Must(201, "POST", "/products", map[string]any{"sku": "MUG", "name": "Mug", "price": 5}, admin...).Object(t)["id"]
	option := func(kind string) string {
		body := map[string]any{"title": "Colour", "type": kind}
		if kind == "drop_down" {
			body["values"] = []map[string]any{{"title": "Red", "price": 1, "sku": "R"}}
		}
		return fmt.Sprint(c.Must(201, "POST", fmt.Sprintf("/products/%v/custom-options", id), body, admin...).Object(t)["id"])
	}
	colour, engraving := option("drop_down"), option("field")
	c.want("add", c.v2("catalogProductCustomOptionValueAdd", "<optionId>"+colour+"</optionId><data><item>"+
		entity("title", "<![CDATA[<b>Blue</b>]]>", "price", "2.5", "price_type", "fixed", "sku", "B")+"</item></data>"), "{result=true}")
	got := c.call("product_custom_option_value.list", list(colour))
	if !strings.Contains(got, "title=Red price=1 price_type=fixed sku=R") ||
		!strings.Contains(got, "title=Blue price=2.5 price_type=fixed sku=B") {
		t.Fatalf("list: %s", got)
	}
	value := strings.TrimPrefix(strings.Fields(got)[0], "{callReturn=[{value_id=")
	c.want("108", c.v2("catalogProductCustomOptionValueUpdate", "<valueId>"+value+"</valueId><data><price>3</price></data>"),
		"fault 108 Title field is required.")
	c.want("update", c.v2("catalogProductCustomOptionValueUpdate", "<valueId>"+value+
		"</valueId><data><title>Rouge</title><price>3</price></data><storeId>default</storeId>"), "{result=true}")
	c.want("info", c.v2("catalogProductCustomOptionValueInfo", "<valueId>"+value+"</valueId><store>1</store>"), "{result={value_id="+value+
		" option_id="+colour+" sku=R sort_order=0 default_price=1 default_price_type=fixed store_price=3 store_price_type=fixed price=3 "+
		"price_type=fixed default_title=Red store_title=Rouge title=Rouge}}")
	if got := c.call("product_custom_option_value.info", list(value)); !strings.Contains(got, "store_title=Red") {
		t.Errorf("in all store views: %s", got)
	}
	shown := c.Must(200, "GET", fmt.Sprintf("/products/%v/custom-options", id), nil).Body
	if !bytes.Contains(shown, []byte(`"Rouge"`)) {
		t.Errorf("REST shows %s", shown)
	}
	for _, tt := range []struct{ path, args, want string }{
		{"list", list("999"), "fault 103 Option with requested id does not exist."},
		{"list", list(engraving), "fault 104 Invalid option type."},
		{"list", list(colour, "nowhere"), "fault 105 Store with requested code/id does not exist."},
		{"info", list("999"), "fault 101 Option value with requested id does not exist."},
		{"add", list(colour, "<item><title>x</title><price>1</price><price_type>x</price_type></item>"),
			"fault 102 Invalid price_type: x. Valid: fixed, percent"},
		{"update", list(value, "<title>x</title><price>-1</price>"), "fault 107 Price must not be negative"},
		{"remove", list(value), "{callReturn=true}"},
	} {
		c.want(tt.path, c.call("catalog_product_custom_option_value."+tt.path, tt.args), tt.want)
	}
	left := c.call("product_custom_option_value.list", list(colour))
	last := strings.TrimPrefix(strings.Fields(left)[0], "{callReturn=[{value_id=")
	c.want("last", c.call("product_custom_option_value.remove", list(last)),
		"fault 109 Option should have at least one value. Can not delete last value.")
}

func TestSessionsAndPermissions(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	c := startSOAP(t, apptest.WithClock(clock))
	login := func(name, key string) string {
		return c.text(c.send("/api/soap/", "<login><username>"+name+"</username><apiKey>"+key+"</apiKey></login>"))
	}
	c.want("wrong key", login("warehouse", "x"), "fault 2 Access denied.")
	c.want("nobody", login("x", "x"), "fault 2 Access denied.")
	c.want("empty", login("warehouse", ""), `fault 6 Required parameter is missing, for more details see "exception.log".`)
	c.want("path", c.call("customer_address", ""), "fault 3 Invalid api path.")
	c.want("missing", c.call("customer_address.info", ""), `fault 6 Required parameter is missing, for more details see "exception.log".`)
	if got := c.text(c.send("/api/soap", "<nothing/>")); got != "fault SOAP-ENV:Server Procedure 'nothing' not present" {
		t.Error(got)
	}
	all := c.session
	c.user("reader", "customer/address", "customer/address/info", "catalog/product/media")
	c.session = c.login("reader")
	c.want("permitted", c.call("customer_address.info", list("1")), "fault 102 Address not exists.")
	c.want("refused", c.call("customer_address.delete", list("1")), "fault 2 Access denied.")
	c.want("refused", c.call("product_custom_option_value.info", list("1")), "fault 2 Access denied.")
	resources := c.text(c.send("/api/v2_soap", "<resources><sessionId>"+c.session+"</sessionId></resources>"))
	if strings.Contains(resources, "customer_address.delete") || !strings.Contains(resources, "path=customer_address.info") {
		t.Errorf("resources: %s", resources)
	}
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte("reader:reader-key"))
	asked := c.send("/api/v2_soap", "<customerAddressInfo><addressId>1</addressId></customerAddressInfo>", "Authorization", basic)
	c.want("basic", c.text(asked), "fault 102 Address not exists.")
	// multiCall continues after a fault unless the request says otherwise.
	calls := `<calls><item xsi:type="Array"><item>customer_address.delete</item></item><item xsi:type="Array">` +
		`<item>product_media.types</item><item xsi:type="Array"><item>999</item></item></item></calls>`
	c.want("multiCall", c.text(c.send("/api/soap", "<multiCall><sessionId>"+c.session+"</sessionId>"+calls+"</multiCall>")),
		"{multiCallReturn=[{isFault=true faultCode=2 faultMessage=Access denied.} []]}")
	c.want("break", c.text(c.send("/api/soap", "<multiCall><sessionId>"+c.session+"</sessionId>"+calls+
		`<options xsi:type="x:Map"><item><key>break</key><value>1</value></item></options></multiCall>`)),
		"{multiCallReturn=[{isFault=true faultCode=2 faultMessage=Access denied.}]}")
	if got := c.text(c.send("/api/soap", "<resourceFaults><sessionId>"+c.session+"</sessionId><resourceName>product_media</resourceName>"+
		"</resourceFaults>")); !strings.Contains(got, "{code=107 message=Requested product doesn't support images}") {
		t.Errorf("faults: %s", got)
	}
	// A session is valid on another instance, is extended by use, expires, and ends at once on request.
	second := apptest.Start(t, apptest.OnDatabase(c.Shop), apptest.WithClock(clock))
	clock.Advance(50 * time.Minute)
	elsewhere := &client{Shop: second, t: t, session: c.session}
	elsewhere.want("elsewhere", elsewhere.call("customer_address.info", list("1")), "fault 102 Address not exists.")
	// Calls shortly after each other write nothing, and a program that starts later accepts the session too.
	written := c.used()
	elsewhere.want("again", elsewhere.call("customer_address.info", list("1")), "fault 102 Address not exists.")
	if again := c.used(); again != written {
		t.Errorf("a renewal was written: %s, before %s", again, written)
	}
	second.Stop()
	second = apptest.Start(t, apptest.OnDatabase(c.Shop), apptest.WithClock(clock))
	elsewhere.Shop = second
	elsewhere.want("restarted", elsewhere.call("customer_address.info", list("1")), "fault 102 Address not exists.")
	clock.Advance(50 * time.Minute)
	c.want("renewed", c.call("customer_address.info", list("1")), "fault 102 Address not exists.")
	expired := &client{Shop: c.Shop, t: t, session: all}
	c.want("expired", expired.call("customer_address.info", list("1")), "fault 5 Session expired. Try to relogin.")
	c.want("end", c.text(c.send("/api/soap", "<endSession><sessionId>"+c.session+"</sessionId></endSession>")), "{endSessionReturn=true}")
	c.want("ended", c.call("customer_address.info", list("1")), "fault 5 Session expired. Try to relogin.")
	clock.Advance(2 * time.Second)
	elsewhere.want("ended elsewhere", elsewhere.call("customer_address.info", list("1")), "fault 5 Session expired. Try to relogin.")
	var hashes int
	if err := c.Pool.QueryRow(context.Background(), `SELECT count(*) FROM api_sessions`).Scan(&hashes); err != nil || hashes > 2 {
		t.Errorf("%d sessions remain (%v)", hashes, err)
	}
}

// used returns the times of the sessions' last use in the database.
func (c *client) used() (at string) {
	c.t.Helper()
	if err := c.Pool.QueryRow(c.t.Context(), `SELECT string_agg(used_at::text, ' ' ORDER BY id) FROM api_sessions`).Scan(&at); err != nil {
		c.t.Fatal(err)
	}
	return at
}

// TestSwitches: every interface is off until it is switched on, its WSDL too.
func TestSwitches(t *testing.T) {
	t.Parallel()
	c := &client{Shop: apptest.Start(t), t: t}
	on := map[string]bool{}
	check := func() {
		t.Helper()
		for _, name := range []string{"soap", "v2_soap", "xmlrpc", "jsonrpc"} {
			for _, a := range []apptest.Answer{c.Do("POST", "/api/"+name, "x"), c.Do("GET", "/api/"+name+"/?wsdl", nil)} {
				if off := a.Status == 404 && len(a.Body) == 0; off == on[name] {
					t.Errorf("%s: %d %.200s", name, a.Status, a.Body)
				}
			}
		}
	}
	check()
	for _, name := range []string{"v2_soap", "jsonrpc"} {
		c.Configure("apiplatform/protocols/"+name, "1")
		on[name] = true
		check()
	}
}

func TestTheWSIForm(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	v2 := c.Must(200, "GET", "/api/v2_soap/?wsdl", nil).Body
	c.Configure("api/config/compliance_wsi", "1")
	a := c.Must(200, "GET", "/api/v2_soap/?wsdl=1&x=1", nil)
	if !bytes.Contains(a.Body, []byte(`location="`+c.URL+`/api/v2_soap/?x=1"`)) || !bytes.Contains(a.Body, []byte(`use="literal"`)) ||
		!bytes.Contains(v2, []byte(`use="encoded"`)) || !bytes.Contains(v2, []byte(`wsdl:arrayType="typens:customerAddressEntityItem[]"`)) {
		t.Errorf("WSDL: %s", a.Body)
	}
	customer, _ := c.Customer("nadia@example.com")
	c.want("login", c.text(c.send("/api/v2_soap", "<loginParam><username>x</username><apiKey>y</apiKey></loginParam>")),
		"fault 2 Access denied.")
	got := c.v2("customerAddressCreateRequestParam", fmt.Sprintf("<customerId>%d</customerId><addressData>%s</addressData>", customer,
		strings.NewReplacer("<item>", "<complexObjectArray>", "</item>", "</complexObjectArray>").Replace(home)))
	id := strings.TrimSuffix(strings.TrimPrefix(got, "{result="), "}")
	c.want("delete", c.v2("customerAddressDeleteRequestParam", "<addressId>"+id+"</addressId>"), "{result=true}")
	c.want("empty", c.v2("customerAddressListRequestParam", fmt.Sprintf("<customerId>%d</customerId>", customer)), "{result=}")
	if got := c.text(c.send("/api/v2_soap", "")); len(got) != len("{result=}")+32 {
		t.Errorf("startSession: %s", got)
	}
	c.Must(200, "GET", "/api/soap/?wsdl", nil)
}

func TestRemoteCallsWithoutEnvelopes(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	rpc := func(args string) string {
		return string(c.Must(200, "POST", "/api/xmlrpc", "<methodCall><methodName>call</methodName><params><param><value>"+c.session+
			"</value></param><param><value><string>customer_address.info</string></value></param><param><value>"+args+
			"</value></param></params></methodCall>", "Content-Type", "text/xml").Body)
	}
	if got := rpc("<array><data><value><int>58</int></value></data></array>"); !strings.Contains(got, "<int>102</int>") {
		t.Errorf("XML-RPC: %s", got)
	}
	if got := rpc("<int>58</int>"); !strings.Contains(got, "<int>623</int>") {
		t.Errorf("XML-RPC: %s", got)
	}
	c.want("JSON-RPC", string(c.Must(200, "POST", "/api/jsonrpc", `{"jsonrpc":"2.0","id":7,"method":"customer_address.info","params":["`+
		c.session+`",58]}`).Body), `{"error":{"code":102,"message":"Address not exists.","data":{}},"id":"7","jsonrpc":"2.0"}`)
	c.want("JSON-RPC", string(c.Must(200, "POST", "/api/jsonrpc", `{`).Body),
		`{"error":{"code":-32700,"message":"Parse error","data":{}},"id":null,"jsonrpc":"2.0"}`)
}

// TestAttacks sends messages that must not be read.
func TestAttacks(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	if a := s.Do("POST", "/api/soap/", "x"); a.Status != 404 || len(a.Body) != 0 {
		t.Errorf("switched off: %d %s", a.Status, a.Body)
	}
	c := startSOAP(t)
	for name, document := range map[string]string{
		"no XML":   "x",
		"bomb":     `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + envelope("<login><username>&b;</username></login>"),
		"external": `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>` + envelope("<login><username>&a;</username></login>"),
		"deep":     envelope(strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100)),
		"many":     envelope("<a>" + strings.Repeat("<a/>", 30_000) + "</a>"),
		"ring": envelope(`<call><sessionId>x</sessionId><resourcePath>a</resourcePath><args xsi:type="Array" id="a"><item href="#a"/>` +
			`<item href="#a"/></args></call>`),
	} {
		a := c.Do("POST", "/api/soap/", document, "Content-Type", "text/xml")
		if a.Status != 400 || !bytes.Contains(a.Body, []byte("<faultcode>SOAP-ENV:Client</faultcode>")) {
			t.Errorf("%s: %d %.300s", name, a.Status, a.Body)
		}
	}
	foreign := strings.Replace(envelope("<a/>"), "<E:Body>", `<E:Header><x E:mustUnderstand="1"/></E:Header><E:Body>`, 1)
	if a := c.Do("POST", "/api/soap/", foreign, "Content-Type", "text/xml"); a.Status != 500 ||
		!bytes.Contains(a.Body, []byte("<faultcode>SOAP-ENV:MustUnderstand</faultcode>")) {
		t.Errorf("a header that must be understood: %d %.300s", a.Status, a.Body)
	}
	if a := c.Do("POST", "/api/soap/", strings.Repeat("x", 29<<20)); a.Status != 413 || !bytes.Contains(a.Body, []byte("Fault")) {
		t.Errorf("a large body: %d %.300s", a.Status, a.Body)
	}
}
