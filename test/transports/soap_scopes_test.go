package transports_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/catalog"
	catalogproduct "tradelog/operations/catalog/product"
	"tradelog/test/apptest"
)

// scopedValue is a field with values by store view: its value in all store views, and the one written in a view. The field of is its name
// in SOAP, empty if SOAP has no such field. The field shown is its name in documents, if it is another one.
type scopedValue struct {
	all, own any
	of       string
	shown    string
}

// productValues maps fields of products, by their names in domain/catalog, to values.
var productValues = map[string]scopedValue{
	"name": {all: "Mug", own: "Becher", of: "name"}, "isActive": {all: true, own: false, of: "status", shown: "status"},
	"visibility": {all: "catalog_search", own: "search", of: "visibility"}, "taxClassId": {all: 2, own: 0, of: "tax_class_id"},
	"description":      {all: "<p>A mug</p>", own: "<p>Ein Becher</p>", of: "description"},
	"shortDescription": {all: "A mug", own: "Becher", of: "short_description"}, "urlKey": {all: "mug", own: "becher", of: "url_key"},
	"metaTitle": {all: "A", own: "B", of: "meta_title"}, "metaDescription": {all: "A", own: "B", of: "meta_description"},
	"metaKeywords": {all: "A", own: "B", of: "meta_keyword"}, "metaRobots": {all: "INDEX,FOLLOW", own: "NOINDEX,FOLLOW"},
	"pageLayout": {all: "one_column", own: "minimal"}, "optionsContainer": {all: "container1", own: "container2", of: "options_container"},
	"price": {all: 10, own: 12, of: "price"}, "specialPrice": {all: 9, own: 8, of: "special_price"},
	"specialFromDate": {all: "2026-01-01", own: "2026-02-01", of: "special_from_date"},
	"specialToDate":   {all: "2036-01-01", own: "2036-02-01", of: "special_to_date"},
	"newsFromDate":    {all: "2026-01-01", own: "2026-02-01"}, "newsToDate": {all: "2036-01-01", own: "2036-02-01"},
	"cost": {all: 5, own: 6}, "msrp": {all: 20, own: 21}, "msrpEnabled": {all: 0, own: 1}, "msrpDisplayActualPriceType": {all: 1, own: 2},
	"countryOfManufacture": {all: "DE", own: "FR"}, "customDesign": {all: "a/b", own: "c/d", of: "custom_design"},
	"customDesignFrom": {all: "2026-01-01", own: "2026-02-01"}, "customDesignTo": {all: "2036-01-01", own: "2036-02-01"},
	"customLayoutUpdate": {all: "<a/>", own: "<b/>", of: "custom_layout_update"}, "imageLabel": {all: "A", own: "B"},
	"smallImageLabel": {all: "A", own: "B"}, "thumbnailLabel": {all: "A", own: "B"},
}

// ofOtherTypes are scoped fields that only downloadable products and gift cards have. They are in the table scopedAttributes.
var ofOtherTypes = strings.Fields(`linksTitle samplesTitle giftcardType giftcardAmounts giftcardMinAmount giftcardMaxAmount
	giftcardIsMessageAllowed giftcardLifetime`)

// categoryValues maps fields of categories to values.
var categoryValues = map[string]scopedValue{
	"name": {all: "Mugs", own: "Becher"}, "description": {all: "<p>A</p>", own: "<p>B</p>"}, "urlKey": {all: "mugs", own: "becher"},
	"image": {all: "a.png", own: "b.png"}, "isActive": {all: true, own: false}, "includeInMenu": {all: true, own: false},
	"isAnchor": {all: true, own: false}, "availableSortBy": {all: []any{"name"}, own: []any{"price"}},
	"defaultSortBy": {all: "name", own: "price"}, "landingPageId": {all: nil, own: 1}, "displayMode": {all: "PRODUCTS", own: "PAGE"},
	"metaTitle": {all: "A", own: "B"}, "metaKeywords": {all: "A", own: "B"}, "metaDescription": {all: "A", own: "B"},
	"metaRobots": {all: "INDEX,FOLLOW", own: "NOINDEX,FOLLOW"}, "pageLayout": {all: "one_column", own: "minimal"},
	"customDesign": {all: "a/b", own: "c/d"}, "customDesignFrom": {all: "2026-01-01", own: "2026-02-01"},
	"customDesignTo": {all: "2036-01-01", own: "2036-02-01"}, "customLayoutUpdate": {all: "<a/>", own: "<b/>"},
	"customUseParentSettings": {all: true, own: false}, "customApplyToProducts": {all: true, own: false},
	"filterPriceRange": {all: 10, own: 20},
}

// scopedFields are the fields of a type that are declared to have values by store view.
func scopedFields(of any) (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
		if f.Tag.Get("scope") == "store" {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	return names
}

// tool calls a tool of MCP in a store view and returns its structured answer.
func (c *client) tool(store string, headers []string, name string, arguments object) object {
	c.t.Helper()
	a := c.Must(200, "POST", "/api/mcp", object{"jsonrpc": "2.0", "id": 2, "method": "tools/call",
		"params": object{"name": name, "arguments": arguments}}, append([]string{"X-Store-Code", store}, headers...)...).Object(c.t)
	result, _ := a["result"].(map[string]any)
	structured, _ := result["structuredContent"].(map[string]any)
	if structured == nil {
		c.t.Fatalf("%s: %v", name, a)
	}
	return structured
}

// session opens a session of MCP.
func (c *client) agent(headers []string) []string {
	c.t.Helper()
	a := c.Must(200, "POST", "/api/mcp", object{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": object{
		"protocolVersion": "2025-11-25", "capabilities": object{}, "clientInfo": object{"name": "test", "version": "1"}}}, headers...)
	return append([]string{"Mcp-Session-Id", a.Header.Get("Mcp-Session-Id"), "Mcp-Protocol-Version", "2025-11-25"}, headers...)
}

// tools maps the path of a resource to the beginning of its tools' names.
var tools = map[string]string{"/products": "catalog_products_", "/categories": "catalog_categories_"}

// writeInView changes a product or category in the store view "de" over an interface. It writes members, or the SOAP elements for them.
func (c *client) writeInView(over, path string, id any, members object, soap string, admin, agent []string) {
	c.t.Helper()
	switch over {
	case "REST":
		c.Must(200, "PUT", fmt.Sprint(path, "/", id, "?store=de"), members, admin...)
	case "MCP":
		arguments := maps.Clone(members)
		arguments["id"] = id
		c.tool("de", agent, tools[path]+"update", arguments)
	case "SOAP":
		c.want("update", c.v2("catalogProductUpdate", fmt.Sprintf("<product>%v</product><productData>%s</productData><storeView>de</storeView>",
			id, soap)), "{result=true}")
	}
	c.Settle()
}

// TestScopedFieldsAreOfTheirStoreView is the table of all fields with values by store view, over all interfaces. A value written in a store
// view is read there, and all others stay.
func TestScopedFieldsAreOfTheirStoreView(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	c.Configure("apiplatform/protocols/mcp", "1", "catalog/price/scope", "1")
	website, _ := c.SecondWebsite()
	admin := apptest.Bearer(c.Service([]string{"all"}))
	agent := c.agent(admin)
	c.Must(201, "POST", "/cms-blocks", object{"identifier": "landing"}, admin...)
	rest := func(store, path string) object {
		return c.Must(200, "GET", path, nil, append([]string{"X-Store-Code", store}, admin...)...).Object(t)
	}
	for _, kind := range []struct {
		path   string
		fields []string
		values map[string]scopedValue
		made   object
	}{
		{"/products", scopedFields(catalog.Product{}), productValues, object{"websiteIds": []int64{1, website}}},
		{"/categories", scopedFields(catalog.Category{}), categoryValues, object{}},
	} {
		for _, name := range kind.fields {
			if _, known := kind.values[name]; !known && !slices.Contains(ofOtherTypes, name) {
				t.Errorf("the scoped field %s of %s is not in the table", name, kind.path)
			}
		}
		for _, over := range []string{"REST", "MCP", "SOAP"} {
			all, own := object{}, object{}
			soap := ""
			for name, v := range kind.values {
				if v.all != nil {
					all[name] = v.all
				}
				own[name] = v.own
				if v.of != "" {
					soap += "<" + v.of + ">" + html.EscapeString(soapText(name, v.own)) + "</" + v.of + ">"
				}
			}
			if kind.path == "/products" {
				all["sku"], all["urlKey"] = "MUG-"+over, "mug-"+strings.ToLower(over)
				own["urlKey"] = "becher-" + strings.ToLower(over)
				soap = strings.ReplaceAll(soap, ">becher<", ">becher-soap<")
			} else {
				all["urlKey"], own["urlKey"] = "mugs-"+strings.ToLower(over), "becher-"+strings.ToLower(over)
			}
			maps.Copy(all, kind.made)
			id := c.Must(201, "POST", kind.path, all, admin...).Object(t)["id"]
			path := fmt.Sprint(kind.path, "/", id)
			before := rest("default", path+"?scope=all")
			read := func(store string) object { return rest(store, path+"?scope=all") }
			if over == "SOAP" && kind.path == "/categories" {
				continue // SOAP writes no categories
			}
			if over == "MCP" {
				read = func(store string) object {
					return c.tool(store, agent, tools[kind.path]+"get", object{"id": id, "scope": "all"})
				}
			}
			c.writeInView(over, kind.path, id, own, soap, admin, agent)
			after, there := read("default"), read("de")
			for _, name := range slices.Sorted(maps.Keys(kind.values)) {
				v, at := kind.values[name], name
				if v.shown != "" {
					at = v.shown
				}
				if got, want := text(after[at]), text(before[at]); got != want {
					t.Errorf("%s over %s: %s became %s in another store view", kind.path, over, want, got)
				}
				want := own[name]
				if name == "isActive" && kind.path == "/products" {
					want = "disabled"
				}
				if over == "SOAP" && v.of == "" {
					want = before[at]
				}
				if got := text(there[at]); got != text(want) && !(name == "image" && strings.HasSuffix(got, `b.png"`)) {
					t.Errorf("%s over %s: %s is %s in its store view, want %s", kind.path, over, name, got, text(want))
				}
			}
		}
	}
}

// scopedAttribute is an attribute of a type of product, written by its code. It has a value in all store views and another one in a view.
// Its field is a member of documents; empty: among those of user-defined attributes.
type scopedAttribute struct {
	code, field string
	all, own    any // in written form
	had, has    any // in the form of documents; nil: as written
}

// scopedAttributes are the scoped attributes by type of product.
var scopedAttributes = map[string][]scopedAttribute{
	"downloadable": {
		{code: "links_title", field: "linksTitle", all: "Files", own: "Dateien"},
		{code: "samples_title", field: "samplesTitle", all: "Samples", own: "Proben"},
	},
	"giftcard": {
		{code: "giftcard_type", field: "giftcardType", all: "fixed", own: "combined"},
		{code: "giftcard_amounts", field: "giftcardAmounts", all: "25,50", own: "30", had: []int{25, 50}, has: []int{30}},
		{code: "giftcard_min_amount", field: "giftcardMinAmount", all: 10, own: 20},
		{code: "giftcard_max_amount", field: "giftcardMaxAmount", all: 100, own: 90},
		{code: "giftcard_allow_message", field: "giftcardIsMessageAllowed", all: 1, own: 0, had: true, has: false},
		{code: "giftcard_lifetime", field: "giftcardLifetime", all: 30, own: 60}, // in no document, see lifetime
	},
	"simple": {
		{code: "motto", all: "First", own: "Zuerst"},
		{code: "care", all: "Wash\nit", own: "Nicht\nwaschen"},
		{code: "released", all: "2026-01-01", own: "2026-02-01"},
		{code: "eco", all: "1", own: "0"},
		{code: "deposit", all: "1.5", own: "2.5"},
		{code: "colour", all: "Red", own: "Blue"}, // labels of options
		{code: "features", all: "Light", own: "Loud"},
	},
}

// userDefined creates user-defined attributes with the scope of store views, and returns the options by their labels.
func (c *client) userDefined() map[any]any {
	c.t.Helper()
	writes, options := catalogproduct.WriteAttributes(c.Deciders, c.Readers.Catalog), map[any]any{}
	for code, input := range map[string]string{
		"motto": "text", "care": "textarea", "released": "date", "eco": "boolean", "deposit": "price", "colour": "select",
		"features": "multiselect",
	} {
		id, err := writes.SetAttribute(apptest.Operator(), 0, func(a *catalog.ProductAttribute) {
			*a = catalog.ProductAttribute{Code: code, Label: code, Input: input, Scope: catalog.StoreScope, UserDefined: true, ApplyTo: []string{}}
		})
		if err != nil {
			c.t.Fatal(err)
		}
		c.Settle()
		labels := map[string][]string{"colour": {"Red", "Blue"}, "features": {"Light", "Loud"}}
		for _, label := range labels[code] {
			option, err := writes.SetOption(apptest.Operator(), 0, func(o *catalog.AttributeOption) { o.AttributeID, o.Label = id, label })
			if err != nil {
				c.t.Fatal(err)
			}
			options[label] = fmt.Sprint(option)
		}
	}
	c.Settle()
	return options
}

// TestScopedAttributesAreOfTheirStoreView is TestScopedFieldsAreOfTheirStoreView for attributes that are written by their codes. They are
// those of downloadable products and of gift cards, and user-defined ones of every input.
func TestScopedAttributesAreOfTheirStoreView(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	c.Configure("apiplatform/protocols/mcp", "1", "catalog/price/scope", "1")
	website, _ := c.SecondWebsite()
	options := c.userDefined()
	admin := apptest.Bearer(c.Service([]string{"all"}))
	agent := c.agent(admin)
	for _, name := range ofOtherTypes {
		of := func(a scopedAttribute) bool { return a.field == name }
		if !slices.ContainsFunc(scopedAttributes["downloadable"], of) && !slices.ContainsFunc(scopedAttributes["giftcard"], of) {
			t.Errorf("the scoped field %s is not in the table", name)
		}
	}
	value := func(v any) any { return cmp.Or(options[v], v) }
	for productType, attributes := range scopedAttributes {
		for _, over := range []string{"REST", "MCP", "SOAP"} {
			all, own, additional := object{}, object{}, ""
			for _, a := range attributes {
				all[a.code], own[a.code] = value(a.all), value(a.own)
				additional += "<item>" + entity("key", a.code, "value", fmt.Sprint(own[a.code])) + "</item>"
			}
			id := c.Must(201, "POST", "/products", object{"sku": productType + "-" + over, "name": "Thing", "type": productType,
				"websiteIds": []int64{1, website}, "customAttributesWrite": all}, admin...).Object(t)["id"]
			path := fmt.Sprint("/products/", id)
			soap := "<additional_attributes><single_data>" + additional + "</single_data></additional_attributes>"
			c.writeInView(over, "/products", id, object{"customAttributesWrite": own}, soap, admin, agent)
			for store, want := range map[string]func(scopedAttribute) any{
				"default": func(a scopedAttribute) any { return cmp.Or(a.had, value(a.all)) },
				"de":      func(a scopedAttribute) any { return cmp.Or(a.has, value(a.own)) },
			} {
				shown := c.Must(200, "GET", path, nil, append([]string{"X-Store-Code", store}, admin...)...).Object(t)
				custom, _ := shown["customAttributes"].(map[string]any)
				for _, a := range attributes {
					got := shown[a.field]
					switch a.field {
					case "":
						got = custom[a.code]
					case "giftcardLifetime":
						got = c.lifetime(store, int64(id.(float64)))
					}
					if text(got) != text(want(a)) {
						t.Errorf("%s over %s: %s is %s in %s, want %s", productType, over, a.code, text(got), store, text(want(a)))
					}
				}
			}
		}
	}
}

// lifetime returns the lifetime in days of cards that are sold with a product in a store view.
func (c *client) lifetime(store string, product int64) any {
	c.t.Helper()
	view := int64(1)
	if shop, err := c.Readers.Directory.Shop(c.t.Context()); err != nil {
		c.t.Fatal(err)
	} else if found, ok := shop.FindStore(store); ok {
		view = found.ID
	}
	goods, err := c.Readers.Catalog.CartProducts(c.t.Context(), view, []int64{product})
	if err != nil || goods[product] == nil || goods[product].Terms.GiftCard == nil {
		c.t.Fatalf("%+v, %v", goods, err)
	}
	return goods[product].Terms.GiftCard.Lifetime
}

// TestPicturesAndOptionsAreOfTheirStoreView checks the same for parts of products with values by store view.
func TestPicturesAndOptionsAreOfTheirStoreView(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	c.Configure("apiplatform/protocols/mcp", "1")
	website, _ := c.SecondWebsite()
	admin := apptest.Bearer(c.Service([]string{"all"}))
	agent := c.agent(admin)
	german := append([]string{"X-Store-Code", "de"}, admin...)
	values := object{"label": "Vorne", "position": 9, "disabled": true, "types": []string{"thumbnail"}}
	for _, over := range []string{"PUT", "PATCH", "MCP", "SOAP"} {
		body := object{"sku": "MUG-" + over, "name": "Mug", "websiteIds": []int64{1, website}}
		id := c.Must(201, "POST", "/products", body, admin...).Object(t)["id"]
		path := fmt.Sprintf("/products/%v/media", id)
		made := c.Must(201, "POST", path, object{"base64": pixels(t), "label": "Front", "types": []string{"image"}}, admin...).Object(t)
		read := func(store string) object {
			return c.Must(200, "GET", path+"?all=1", nil, append([]string{"X-Store-Code", store}, admin...)...).List(t)[0]
		}
		before := read("default")
		sent := maps.Clone(values)
		switch over {
		case "PUT":
			sent["valueId"] = made["id"]
			c.Must(200, "PUT", path, sent, german...)
		case "PATCH":
			c.Must(200, "PATCH", fmt.Sprintf("/products/%v/gallery/%v", id, made["id"]), sent, german...)
		case "MCP":
			sent["productId"], sent["valueId"] = id, made["id"]
			c.tool("de", agent, "catalog_products_media_update", sent)
		case "SOAP":
			c.want("update", c.v2("catalogProductAttributeMediaUpdate", fmt.Sprintf("<product>%v</product><file>%v</file><data><label>Vorne</label>"+
				"<position>9</position><exclude>1</exclude><types><item>thumbnail</item></types></data><storeView>de</storeView>"+
				"<identifierType>id</identifierType>", id, made["file"])), "{result=true}")
			all := fmt.Sprintf("file=%v label=Front position=1 exclude=0 url=", made["file"])
			one := fmt.Sprintf("file=%v label=Vorne position=9 exclude=1 url=", made["file"])
			for store, want := range map[string]string{"default": all, "de": one} {
				if got := c.call("product_media.info", list(fmt.Sprint(id), made["file"].(string), store, "id")); !strings.Contains(got, want) {
					t.Errorf("SOAP shows in %s: %s", store, got)
				}
			}
		}
		c.Settle()
		if after := read("default"); text(after) != text(before) {
			t.Errorf("over %s: %s became %s in another store view", over, text(before), text(after))
		}
		there := read("de")
		for name, want := range values {
			if name == "types" && (over == "PUT" || over == "MCP") {
				want = []string{"image", "thumbnail"} // these are added
			}
			if text(there[name]) != text(want) {
				t.Errorf("over %s: %s is %s in its store view", over, name, text(there[name]))
			}
		}

		option := c.Must(201, "POST", fmt.Sprintf("/products/%v/custom-options", id), object{"title": "Colour", "type": "drop_down",
			"values": []object{{"title": "Red", "price": 1}}}, admin...).Object(t)
		value := option["values"].([]any)[0].(map[string]any)["id"]
		shown := func(store string) string {
			return string(c.Must(200, "GET", fmt.Sprintf("/products/%v/custom-options", id), nil, "X-Store-Code", store).Body)
		}
		if had := shown("default"); over == "SOAP" {
			c.want("update", c.v2("catalogProductCustomOptionValueUpdate", fmt.Sprintf("<valueId>%v</valueId><data><title>Rot</title>"+
				"<price>3</price></data><storeId>de</storeId>", value)), "{result=true}")
			if now := shown("default"); now != had {
				t.Errorf("a value of an option became %s in another store view", now)
			}
			if now := shown("de"); !strings.Contains(now, `"Rot"`) || strings.Contains(now, `"Red"`) {
				t.Errorf("a value of an option is %s in its store view", now)
			}
		}
	}
}

// soapText is a value in SOAP's notation.
func soapText(name string, v any) string {
	switch name {
	case "isActive":
		return "2"
	case "visibility":
		return "3"
	}
	return fmt.Sprint(v)
}

func text(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
