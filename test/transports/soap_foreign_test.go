package transports_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"tradelog/eventstore"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// The methods, with the names of their arguments in WS-I and in the named form of V1, in the order of soap-wire §5.1.
var argumentNames = map[string][]string{
	"catalog_product_attribute_media.currentStore": {"store"},
	"catalog_product_attribute_media.list":         {"productId", "store", "identifierType"},
	"catalog_product_attribute_media.info":         {"productId", "file", "store", "identifierType"},
	"catalog_product_attribute_media.types":        {"setId"},
	"catalog_product_attribute_media.create":       {"productId", "data", "store", "identifierType"},
	"catalog_product_attribute_media.update":       {"productId", "file", "data", "store", "identifierType"},
	"catalog_product_attribute_media.remove":       {"productId", "file", "identifierType"},
	"product_custom_option_value.list":             {"optionId", "store"},
	"product_custom_option_value.info":             {"valueId", "store"},
	"product_custom_option_value.add":              {"optionId", "data", "store"},
	"product_custom_option_value.update":           {"valueId", "data", "store"},
	"product_custom_option_value.remove":           {"valueId"},
	"customer_address.list":                        {"customerId"},
	"customer_address.create":                      {"customerId", "addressData"},
	"customer_address.info":                        {"addressId"},
	"customer_address.update":                      {"addressId", "addressData"},
	"customer_address.delete":                      {"addressId"},
}

// operationNames are the beginnings of the names of V2 operations.
var operationNames = map[string]string{
	"catalog_product_attribute_media": "catalogProductAttributeMedia", "product_custom_option_value": "catalogProductCustomOptionValue",
	"customer_address": "customerAddress",
}

// v2Name is V2's name of an argument of a method.
func v2Name(method, argument string) string {
	switch {
	case strings.HasPrefix(method, "catalog_product_attribute_media.") && argument == "productId":
		return "product"
	case strings.HasPrefix(method, "catalog_product_attribute_media.") && argument == "store":
		return "storeView"
	case method == "product_custom_option_value.update" && argument == "store":
		return "storeId"
	}
	return argument
}

// members are the members of a structure.
type members = map[string]any

// foreign is an independent client: a process that calls the shop.
type foreign struct {
	*client
	form    string
	name    string // no other client has it
	exact   bool   // values have types
	in      *json.Encoder
	out     *json.Decoder
	session any
	called  map[string]bool
	said    bytes.Buffer
}

// part is an argument of an operation, in the form for scripts.
type part [2]any

// foreignAnswer is a script's output for a call.
type foreignAnswer struct {
	Result  any
	Fault   string
	Message string
	Headers map[string]string
}

// send calls an operation and returns its result, or the code and the message of the fault. It checks the headers of all replies.
func (f *foreign) send(operation string, basic bool, arguments ...part) any {
	f.t.Helper()
	f.called[operation] = true
	if err := f.in.Encode(members{"operation": operation, "basic": basic, "arguments": append([]part{}, arguments...)}); err != nil {
		f.t.Fatalf("%s: %v\n%s", operation, err, &f.said)
	}
	var a foreignAnswer
	if err := f.out.Decode(&a); err != nil {
		f.t.Fatalf("%s: %v\n%s", operation, err, &f.said)
	}
	headers := map[string]string{}
	for name, value := range a.Headers {
		headers[strings.ToLower(name)] = value
	}
	if headers["deprecation"] != "true" || !strings.Contains(headers["warning"], "/api/rest/v2/") ||
		!strings.HasSuffix(headers["link"], `/api/docs>; rel="successor-version"`) {
		f.t.Errorf("%s: headers %v", operation, headers)
	}
	if a.Fault != "" {
		return "fault " + a.Fault + " " + a.Message
	}
	return bare(a.Result)
}

// bare returns a value without the elements by which WS-I wraps the elements of arrays.
func bare(v any) any {
	switch v := v.(type) {
	case members:
		if list, ok := v["complexObjectArray"]; ok && len(v) == 1 {
			if _, many := list.([]any); !many {
				list = []any{list}
			}
			return bare(list)
		}
		for k := range v {
			v[k] = bare(v[k])
		}
	case []any:
		for i := range v {
			v[i] = bare(v[i])
		}
	}
	return v
}

// loose tells whether the client calls methods by their paths.
func (f *foreign) loose() bool { return f.form == "v1" || f.form == "xmlrpc" || f.form == "jsonrpc" }

// do calls a method with the given arguments, the others being null.
func (f *foreign) do(method string, given members) any {
	f.t.Helper()
	return f.as(f.session, method, given)
}

func (f *foreign) as(session any, method string, given members) any {
	f.t.Helper()
	f.called[method] = true
	names := argumentNames[method]
	if f.loose() {
		args := []any{}
		for _, name := range names {
			args = append(args, given[name])
		}
		for len(args) > 0 && args[len(args)-1] == nil {
			args = args[:len(args)-1]
		}
		return f.path(session, method, args)
	}
	resource, name, _ := strings.Cut(method, ".")
	arguments := []part{{"sessionId", session}}
	for _, n := range names {
		value := given[n]
		if f.form == "v2" {
			n = v2Name(method, n)
		}
		arguments = append(arguments, part{n, value})
	}
	return f.send(operationNames[resource]+strings.ToUpper(name[:1])+name[1:], session == nil, arguments...)
}

// path calls a method by its path.
func (f *foreign) path(session any, path string, args any) any {
	f.t.Helper()
	resource := "resourcePath"
	if f.form == "wsi" {
		resource = "apiPath"
	}
	return f.send("call", session == nil, part{"sessionId", session}, part{resource, path}, part{"args", args})
}

// want checks a result. Of structures it checks the members in want. A function checks the value itself.
func (f *foreign) want(what string, got, want any) {
	f.t.Helper()
	if !f.same(got, want) {
		g, _ := json.Marshal(got)
		w, _ := json.Marshal(want)
		f.t.Errorf("%s:\n got %s\nwant %s", what, g, w)
	}
}

func (f *foreign) same(got, want any) bool {
	switch w := want.(type) {
	case members:
		g, ok := got.(members)
		for k, v := range w {
			ok = ok && f.same(g[k], v)
		}
		return ok
	case []any:
		g, ok := got.([]any)
		if len(w) == 0 && (got == nil || got == "" || reflect.DeepEqual(got, members{})) {
			return true // how clients show an empty array
		}
		ok = ok && len(g) == len(w)
		for i := range w {
			ok = ok && f.same(g[i], w[i])
		}
		return ok
	case int:
		return f.same(got, float64(w))
	case bool:
		if !f.exact && fmt.Sprint(got) == map[bool]string{true: "1", false: "0"}[w] {
			return true // Perl has no booleans
		}
	}
	if f.exact {
		return reflect.DeepEqual(got, want)
	}
	return fmt.Sprint(got) == fmt.Sprint(want)
}

// string returns a result that must be text.
func (f *foreign) string(what string, got any, pattern string) string {
	f.t.Helper()
	text, _ := got.(string)
	if !regexp.MustCompile("^(" + pattern + ")$").MatchString(text) {
		f.t.Fatalf("%s: %v", what, got)
	}
	return text
}

// written is the result of a change of pictures and option values.
func (f *foreign) written() any {
	if f.form == "wsi" {
		return 1
	}
	return true
}

// TestForeignClients calls all methods with independent clients, each in the forms that it supports, from the WSDL that it fetches. The
// scripts in test/conformance/soap only translate. The calls and expected results are here, once for all. V2 changes to its WS-I form in
// between.
func TestForeignClients(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	const clients = "../conformance/soap"
	node, project := suite.Node(t, "../../scripts", clients)
	programs := suite.Program(t, "../../scripts/soap-clients.sh", "--where")
	php := []string{programs[0], clients + "/client.php"}
	python := []string{programs[1], clients + "/client.py"}
	perl := []string{programs[2], clients + "/client.pl"}
	npm := []string{node, filepath.Join(project, "client.mjs")}
	v1, v2 := c.URL+"/api/soap/?wsdl", c.URL+"/api/v2_soap/?wsdl"
	visit := func(t *testing.T, form, address string, command []string) {
		t.Run(form+" "+filepath.Base(command[1]), func(t *testing.T) {
			t.Parallel()
			walk(t, c, form, address, command)
		})
	}
	t.Run("typed", func(t *testing.T) {
		for _, command := range [][]string{php, python, npm} {
			visit(t, "v1", v1, command)
			visit(t, "v2", v2, command)
		}
		visit(t, "v1", v1, perl)
		visit(t, "v2", v2, perl)
		visit(t, "xmlrpc", c.URL+"/api/xmlrpc", python)
		visit(t, "jsonrpc", c.URL+"/api/jsonrpc", python)
	})
	c.Configure("api/config/compliance_wsi", "1")
	t.Run("literal", func(t *testing.T) {
		for _, command := range [][]string{php, python, npm} {
			visit(t, "wsi", v2, command)
		}
	})
}

func walk(t *testing.T, shop *client, form, address string, command []string) {
	t.Helper()
	own := *shop
	own.t = t
	loose := strings.HasSuffix(command[1], ".mjs") || strings.HasSuffix(command[1], ".pl")
	f := &foreign{client: &own, form: form, name: filepath.Base(t.Name()), exact: !loose, called: map[string]bool{}}
	cmd := exec.CommandContext(t.Context(), command[0], append(command[1:], form, address, "warehouse", "warehouse-key")...)
	cmd.Stderr = &f.said
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	f.in, f.out = json.NewEncoder(in), json.NewDecoder(out)
	f.sessions()
	f.addresses()
	f.pictures()
	f.optionValues()
	f.calls()
	f.want("end", f.send("endSession", false, part{"sessionId", f.session}), true)
	f.want("ended", f.do("customer_address.info", members{"addressId": 1}), "fault 5 Session expired. Try to relogin.")
	_ = in.Close()
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil || f.said.Len() > 0 {
		t.Errorf("%v: %v\n%s", command, err, &f.said)
	}
	for method := range argumentNames {
		if !f.called[method] {
			t.Errorf("%s was not called", method)
		}
	}
}

const missing = `fault 6 Required parameter is missing, for more details see "exception.log".`

// sessions logs in and lists the methods.
func (f *foreign) sessions() {
	login := func(name, key string) any {
		return f.send("login", false, part{"username", name}, part{"apiKey", key})
	}
	f.want("wrong key", login("warehouse", "x"), "fault 2 Access denied.")
	f.want("no key", login("warehouse", ""), missing)
	f.session = f.string("login", login("warehouse", "warehouse-key"), "[0-9a-f]{32}")
	stranger := f.string("startSession", f.send("startSession", false), "[0-9a-f]{32}")
	f.want("not logged in", f.as(stranger, "customer_address.info", members{"addressId": 1}), "fault 5 Session expired. Try to relogin.")
	known := part{"sessionId", f.session}
	element := func(list any, i int) any {
		f.t.Helper()
		if l, _ := list.([]any); len(l) > i {
			return l[i]
		}
		f.t.Fatalf("there is no element %d of %v", i, list)
		return nil
	}
	faults := f.send("globalFaults", false, known)
	f.want("globalFaults", element(faults, 5), members{"code": "5", "message": "Session expired. Try to relogin."})
	faults = f.send("resourceFaults", false, known, part{"resourceName", "customer_address"})
	f.want("resourceFaults", element(faults, 2), members{"code": "102", "message": "Address not exists."})
	f.want("resourceFaults", f.send("resourceFaults", false, known, part{"resourceName", "x"}), "fault 3 Invalid api path.")
	resources, _ := json.Marshal(f.send("resources", false, known))
	for method := range argumentNames {
		if path := regexp.MustCompile(`"path":"(catalog_)?` + regexp.QuoteMeta(method) + `"`); !path.Match(resources) {
			f.t.Errorf("resources lack %s: %s", method, resources)
		}
	}
}

func (f *foreign) addresses() {
	customer, _ := f.Customer(f.name + "@example.com")
	f.want("none", f.do("customer_address.list", members{"customerId": customer}), []any{})
	created := f.do("customer_address.create", members{"customerId": customer, "addressData": members{"city": "Lyon", "country_id": "FR",
		"firstname": "Nadia", "lastname": "Perrin <&> ü", "postcode": "69002", "street": []any{"4 rue du Port", "Bat. C"},
		"telephone": "04", "region_id": 257, "is_default_billing": true}})
	id := int64(0)
	if _, err := fmt.Sscan(fmt.Sprint(created), &id); err != nil || id == 0 {
		f.t.Fatalf("create: %v", created)
	}
	if _, text := created.(string); f.exact && text != f.loose() {
		f.t.Errorf("create: %T", created)
	}
	shown := members{"customer_address_id": int(id), "city": "Lyon", "lastname": "Perrin <&> ü", "street": "4 rue du Port\nBat. C",
		"is_default_billing": true, "is_default_shipping": false}
	f.want("list", f.do("customer_address.list", members{"customerId": customer}), []any{shown})
	f.want("update", f.do("customer_address.update", members{"addressId": id, "addressData": members{"city": "Paris"}}), true)
	shown["city"] = "Paris"
	info := f.do("customer_address.info", members{"addressId": id})
	f.want("info", info, shown)
	all, _ := info.(members)
	if _, all := all["vat_id"]; all != f.loose() {
		f.t.Errorf("info: %v", info)
	}
	f.want("invalid", f.do("customer_address.create", members{"customerId": customer, "addressData": members{"city": "Lyon"}}),
		"fault 100 Please enter the first name.\nPlease enter the last name.\nPlease enter the street.\nPlease enter the telephone number.\n"+
			"Please enter the zip/postal code.\nPlease enter the country.")
	f.want("101", f.do("customer_address.list", members{"customerId": 999999}), "fault 101 Customer not exists.")
	f.want("102", f.do("customer_address.update", members{"addressId": 999999, "addressData": members{"city": "Lyon"}}),
		"fault 102 Address not exists.")
	rest := f.Must(200, "GET", fmt.Sprintf("/customers/%d/addresses", customer), nil, apptest.Bearer(f.Admin("all"))...).List(f.t)
	if len(rest) != 1 || rest[0]["city"] != "Paris" {
		f.t.Errorf("REST shows %v", rest)
	}
	f.want("basic", f.as(nil, "customer_address.info", members{"addressId": id}), shown)
	f.want("delete", f.do("customer_address.delete", members{"addressId": id}), true)
}

func (f *foreign) pictures() {
	admin := apptest.Bearer(f.Admin("all"))
	sku := "LAMP-" + f.name
	product := f.Must(201, "POST", "/products", members{"sku": sku, "name": "Lamp", "price": 5}, admin...).Object(f.t)["id"]
	f.want("none", f.do("catalog_product_attribute_media.list", members{"productId": sku}), []any{})
	picture := members{"content": pixels(f.t), "mime": "image/png", "name": "front " + sku}
	file := f.string("create", f.do("catalog_product_attribute_media.create", members{"productId": sku, "identifierType": "sku",
		"data": members{"file": picture, "label": "Front", "types": []any{"image", "thumbnail"}, "exclude": "0"}}), `/f/r/front_.*\.png`)
	// REST shows it at once, and the log has the actor.
	rest := f.Must(200, "GET", fmt.Sprintf("/products/%v/media", product), nil).List(f.t)
	if len(rest) != 1 || rest[0]["file"] != file || rest[0]["label"] != "Front" {
		f.t.Errorf("REST shows %v", rest)
	}
	events, err := f.Store.ReadStream(f.t.Context(), fmt.Sprintf("product-%v", product), eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(events) != 1 {
		f.t.Fatal(events, err)
	}
	meta, err := events[0].Meta()
	if err != nil || meta.Actor.Kind != "api" || meta.Actor.ID == 0 || meta.Client != "SOAP" ||
		!strings.Contains(string(events[0].Data), file) {
		f.t.Errorf("%s %s by %+v %v", events[0].Type, events[0].Data, meta, err)
	}
	shown := members{"file": file, "label": "Front", "position": "1", "exclude": "0", "types": []any{"image", "thumbnail"}}
	byID := members{"productId": fmt.Sprint(product), "identifierType": "id"}
	f.want("by ID", f.do("catalog_product_attribute_media.list", byID), []any{shown})
	f.want("update", f.do("catalog_product_attribute_media.update", members{"productId": sku, "file": file, "store": "default",
		"data": members{"label": "Devant", "position": "7"}}), f.written())
	f.want("info", f.do("catalog_product_attribute_media.info", members{"productId": sku, "file": file}), shown)
	shown["label"], shown["position"] = "Devant", "7"
	f.want("store", f.do("catalog_product_attribute_media.info", members{"productId": sku, "file": file, "store": "1"}), shown)
	f.want("types", f.do("catalog_product_attribute_media.types", members{"setId": "4"}),
		[]any{members{"code": "image", "scope": "store"}, members{"code": "small_image"}, members{"code": "thumbnail"}})
	f.want("current", f.do("catalog_product_attribute_media.currentStore", nil), 0)
	f.want("current", f.do("catalog_product_attribute_media.currentStore", members{"store": "default"}), 1)
	f.want("100", f.do("catalog_product_attribute_media.list", members{"productId": sku, "store": "x"}),
		"fault 100 Requested store view not found.")
	f.want("101", f.do("catalog_product_attribute_media.list", members{"productId": sku, "identifierType": "id"}),
		"fault 101 Product not exists.")
	f.want("102", f.do("catalog_product_attribute_media.create", members{"productId": sku, "data": members{"label": "x"}}),
		"fault 102 The image is not specified.")
	f.want("103", f.do("catalog_product_attribute_media.remove", members{"productId": sku, "file": "/x.png"}),
		"fault 103 Requested image not exists in product images' gallery.")
	f.want("remove", f.do("catalog_product_attribute_media.remove", members{"productId": sku, "file": file}), f.written())
	if f.loose() {
		f.want("named", f.path(f.session, "product_media.list", members{"productId": sku, "identifierType": "sku"}), []any{})
		f.want("unknown name", f.path(f.session, "product_media.list", members{"productId": sku, "x": "sku"}), missing)
	}
}

func (f *foreign) optionValues() {
	admin := apptest.Bearer(f.Admin("all"))
	product := f.Must(201, "POST", "/products", members{"sku": "MUG-" + f.name, "name": "Mug", "price": 5}, admin...).Object(f.t)["id"]
	option := func(kind string, more members) string {
		more["title"], more["type"] = "Colour", kind
		return fmt.Sprint(f.Must(201, "POST", fmt.Sprintf("/products/%v/custom-options", product), more, admin...).Object(f.t)["id"])
	}
	colour := option("drop_down", members{"values": []members{{"title": "Red", "price": 1, "sku": "R"}}})
	engraving := option("field", members{})
	blue := members{"title": "Blue", "price": "2.5", "price_type": "fixed", "sku": "B", "sort_order": "3"}
	green := members{"title": "Green", "price": "10", "price_type": "percent", "sku": "G"}
	f.want("add", f.do("product_custom_option_value.add", members{"optionId": colour, "data": []any{blue, green}}), f.written())
	values, _ := f.do("product_custom_option_value.list", members{"optionId": colour}).([]any)
	if len(values) != 3 {
		f.t.Fatalf("list: %v", values)
	}
	f.want("list", values, []any{members{"title": "Red", "price": "1", "sku": "R"}, blue, green})
	id := f.string("list", values[1].(members)["value_id"], "[0-9]+")
	f.want("update", f.do("product_custom_option_value.update", members{"valueId": id, "store": "default",
		"data": members{"title": "Bleu", "price": "3", "price_type": "fixed", "sku": "B2"}}), f.written())
	f.want("info", f.do("product_custom_option_value.info", members{"valueId": id, "store": "1"}), members{"value_id": id,
		"option_id": colour, "sku": "B2", "sort_order": "3", "default_price": "2.5", "store_price": "3", "price": "3", "default_title": "Blue",
		"store_title": "Bleu", "title": "Bleu", "price_type": "fixed", "default_price_type": "fixed", "store_price_type": "fixed"})
	other := values[2].(members)["value_id"]
	info, _ := f.do("product_custom_option_value.info", members{"valueId": other, "store": "1"}).(members)
	if own := info["store_title"]; info["title"] != "Green" || own != nil && own != "" {
		f.t.Errorf("info: %v", info)
	}
	for _, tt := range []struct {
		method string
		given  members
		want   any
	}{
		{"info", members{"valueId": "999999"}, "fault 101 Option value with requested id does not exist."},
		{"list", members{"optionId": "999999"}, "fault 103 Option with requested id does not exist."},
		{"list", members{"optionId": engraving}, "fault 104 Invalid option type."},
		{"list", members{"optionId": colour, "store": "x"}, "fault 105 Store with requested code/id does not exist."},
		{"update", members{"valueId": id, "data": members{"title": "", "price": "3", "price_type": "fixed", "sku": ""}},
			"fault 108 Title field is required."},
		{"remove", members{"valueId": id}, f.written()},
		{"remove", members{"valueId": other}, f.written()},
		{"remove", members{"valueId": values[0].(members)["value_id"]},
			"fault 109 Option should have at least one value. Can not delete last value."},
	} {
		f.want(tt.method, f.do("product_custom_option_value."+tt.method, tt.given), tt.want)
	}
}

// calls calls methods by their paths, several at once. V2 has no such operations.
func (f *foreign) calls() {
	if f.form == "v2" {
		return
	}
	f.want("no path", f.path(f.session, "customer_address", []any{}), "fault 3 Invalid api path.")
	f.want("no argument", f.path(f.session, "customer_address.info", []any{}), missing)
	calls := []any{[]any{"product_media.currentStore", []any{"default"}}, []any{"customer_address.info", []any{"999999"}},
		[]any{"product_media.currentStore"}}
	at := func(options any) any {
		return f.send("multiCall", false, part{"sessionId", f.session}, part{"calls", calls}, part{"options", options})
	}
	fault := members{"isFault": true, "faultCode": "102", "faultMessage": "Address not exists."}
	f.want("multiCall", at(nil), []any{1, fault, 1})
	f.want("break", at(members{"break": 1}), []any{1, fault})
}
