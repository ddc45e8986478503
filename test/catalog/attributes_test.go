package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	catalogproduct "tradelog/operations/catalog/product"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// book is a shop with user-defined attributes.
type book struct {
	*store
	writes  *catalogproduct.AttributeWrites
	red     int64
	blue    int64
	options map[string]int64 // of the multiselect
}

func startBook(t *testing.T) *book {
	t.Helper()
	s := start(t)
	b := &book{store: s, writes: catalogproduct.WriteAttributes(s.Deciders, s.Readers.Catalog), options: map[string]int64{}}
	b.red, b.blue = b.option("color", "Red", "#ff0000"), b.option("color", "Blue", "blue.png")
	for code, a := range map[string]catalog.ProductAttribute{
		"features": {Input: "multiselect", Scope: "global", Filterable: catalog.WithoutResults, VisibleOnFront: true, Position: 1},
		"eco":      {Input: "boolean", Scope: "website", Filterable: catalog.WithResults, VisibleOnFront: true, Position: 2},
		"care":     {Input: "textarea", Scope: "store", VisibleOnFront: true},
		"released": {Input: "date", Scope: "store", InListing: true},
		"deposit":  {Input: "price", Scope: "website"},
		"rating":   {Input: "text", Type: "int", Scope: "global", Searchable: true},
		"secret":   {Input: "text", Scope: "global"},
		"for_bags": {Input: "text", Scope: "global", ApplyTo: []string{"bundle"}},
	} {
		a.Code, a.Label = code, strings.ToUpper(code[:1])+code[1:]
		b.attribute(a)
	}
	for _, label := range []string{"Light", "Loud", "Fast"} {
		b.options[label] = b.option("features", label, "")
	}
	s.Settle()
	return b
}

func (b *book) attribute(a catalog.ProductAttribute) int64 {
	b.T.Helper()
	id, err := b.writes.SetAttribute(apptest.Operator(), 0, func(to *catalog.ProductAttribute) {
		a.UserDefined, a.ApplyTo = true, append([]string{}, a.ApplyTo...)
		*to = a
	})
	if err != nil {
		b.T.Fatal(err)
	}
	b.Settle()
	return id
}

func (b *book) option(code, label, swatch string) int64 {
	b.T.Helper()
	id, err := b.writes.SetOption(apptest.Operator(), 0, func(o *catalog.AttributeOption) {
		o.AttributeID, o.Label, o.Swatch = b.id(code), label, swatch
	})
	if err != nil {
		b.T.Fatal(err)
	}
	b.Settle()
	return id
}

// scarlet gives the option red another label in the default store view. Searches find it once the read models have it.
func (b *book) scarlet() {
	b.T.Helper()
	if err := b.writes.Label(apptest.Operator(), catalog.OptionRecords, b.red, 1, "Scarlet"); err != nil {
		b.T.Fatal(err)
	}
	b.Settle()
}

// id is the number of an attribute.
func (b *book) id(code string) int64 {
	b.T.Helper()
	known, err := b.Readers.Catalog.Attributes(b.T.Context())
	if err != nil || known.Find(code) == nil {
		b.T.Fatalf("there is no attribute %s: %v", code, err)
	}
	return known.Find(code).ID
}

func TestAttributes(t *testing.T) {
	t.Parallel()
	b := startBook(t)
	read := b.As([]string{"product-attributes/read", "attribute-sets/read"})
	s := b.store
	one := func(path string, headers ...string) fields {
		t.Helper()
		rows := s.Must(200, "GET", path, nil, salestest.With(read, headers...)...).List(t)
		if len(rows) != 1 {
			t.Fatalf("%s has %d rows", path, len(rows))
		}
		return rows[0]
	}
	price := fields{
		"frontendLabel": "Price", "frontendInput": "price", "backendType": "decimal", "isRequired": true, "isUserDefined": false,
		"scope": "global", "isGlobal": 1, "isSearchable": true, "isFilterable": 1, "isComparable": false, "usedInProductListing": true,
		"usedForSortBy": true, "isVisibleInAdvancedSearch": true, "applyTo": []string{}, "options": []string{}, "position": 0,
		"defaultValue": nil, "note": nil, "isUnique": false,
	}
	salestest.Check(t, one("/product-attributes?code=price"), price)
	salestest.Check(t, one("/product-attributes?code=meta_description"), fields{"note": "Maximum 255 chars", "isGlobal": 0, "scope": "store"})
	salestest.Check(t, one("/product-attributes?code=weight"), fields{"applyTo": []string{"simple", "bundle"}, "isGlobal": 1})
	salestest.Check(t, one("/product-attributes?code=visibility"), fields{"defaultValue": "4"})
	salestest.Check(t, one("/product-attributes?search=gtI"), fields{"attributeCode": "gtin"})
	s.Configure("catalog/price/scope", "1")
	salestest.Check(t, one("/product-attributes?code=price"), fields{"scope": "website", "isGlobal": 2})
	b.scarlet()
	colour := s.Must(200, "GET", fmt.Sprintf("/product-attributes/%d", b.id("color")), nil, read...).Object(t)
	salestest.Check(t, colour, fields{"isUserDefined": true, "isConfigurable": true, "scope": "global", "frontendInput": "select"})
	if got, want := fmt.Sprint(colour["options"]), fmt.Sprintf(
		"[map[label:Scarlet value:%d] map[label:Blue value:%d]]", b.red, b.blue,
	); got != want {
		t.Errorf("options %s, want %s", got, want)
	}
	rows := s.Must(200, "GET", "/product-attributes?itemsPerPage=100", nil, read...).List(t)
	if len(rows) != 71+8 || rows[0]["attributeCode"] != "barcode" {
		t.Errorf("%d attributes, the first is %v", len(rows), rows[0]["attributeCode"])
	}
	set := one("/attribute-sets")
	salestest.Check(t, set, fields{"id": 4, "attributeSetName": "Default"})
	if codes := fmt.Sprint(set["attributeCodes"]); !strings.HasPrefix(codes, "[name description short_description sku weight") ||
		!strings.Contains(codes, "features") {
		t.Errorf("the default set has %s", codes)
	}
	var groups []string
	for _, g := range set["groups"].([]any) {
		groups = append(groups, g.(fields)["name"].(string))
	}
	if got := strings.Join(groups, ", "); got != "General, Prices, Meta Information, Images, Recurring Profile, Design, Gift Options" {
		t.Errorf("groups %s", got)
	}
	s.Run(t, []exchange{
		{Name: "a word for a number", Method: "GET", Path: "/product-attributes/price", Headers: read, Status: 404, Message: "Not Found"},
		{Name: "no such set", Method: "GET", Path: "/attribute-sets/5", Headers: read, Status: 404, Message: "Not Found"},
		{Name: "a guest", Method: "GET", Path: "/product-attributes", Status: 401, Message: "Authentication required"},
		{Name: "another permission", Method: "GET", Path: "/attribute-sets", Headers: b.As([]string{"product-attributes/read"}), Status: 403,
			Message: "Access denied"},
	})
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"a system attribute", b.writes.Delete(apptest.Operator(), catalog.AttributeRecords, 1), "cannot be deleted"},
		{"the default set", b.writes.Delete(apptest.Operator(), catalog.SetRecords, catalog.DefaultSet), "cannot be deleted"},
		{"another code", second(b.writes.SetAttribute(apptest.Operator(), 1, func(a *catalog.ProductAttribute) { a.Code = "x" })),
			"The code of attribute name cannot be changed"},
		{"an option of a text", second(b.writes.SetOption(apptest.Operator(), 0, func(o *catalog.AttributeOption) {
			o.AttributeID, o.Label = b.id("care"), "x"
		})), "has no options of its own"},
		{"a label twice", second(b.writes.SetOption(apptest.Operator(), 0, func(o *catalog.AttributeOption) {
			o.AttributeID, o.Label = b.id("color"), "red"
		})), catalog.ErrOptionTaken.Message},
		{"a reserved code", second(b.writes.SetAttribute(apptest.Operator(), 0, func(a *catalog.ProductAttribute) {
			a.Code, a.Label = "attribute_set_id", "x"
		})), "one of the shop's own"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, c.err, c.want)
		}
	}
	s.Verify("records")
}

func second[T any](_ T, err error) error { return err }

func TestValuesOfUserDefinedAttributes(t *testing.T) {
	t.Parallel()
	b := startBook(t)
	s := b.store
	_, de, fr := s.europe(2)
	light, fast := b.options["Light"], b.options["Fast"]
	written := fields{
		"color": fmt.Sprint(b.red), "features": []any{fast, fmt.Sprint(light), fast}, "eco": true, "care": "Wash\nit", "released": "2026-3-1",
		"deposit": "2.50", "rating": 5, "secret": "x", "for_bags": "y", "manufacturer": "",
	}
	id := s.product("MUG", fields{"customAttributesWrite": written, "websiteIds": []int{1, 2}})
	path := fmt.Sprintf("/products/%d", id)
	stored := fields{
		"color": fmt.Sprint(b.red), "features": fmt.Sprintf("%d,%d", light, fast), "eco": "1", "care": "Wash\nit", "released": "2026-03-01",
		"deposit": "2.5", "rating": "5", "secret": "x",
	}
	salestest.Check(t, s.Must(200, "GET", path, nil, s.Service...).Object(t), fields{"customAttributes": stored})
	shown := s.Must(200, "GET", path, nil).Object(t)
	salestest.Check(t, shown, fields{"customAttributes": nil})
	want := "[map[code:care label:Care value:Wash\nit] map[code:eco label:Eco value:Yes] map[code:features label:Features value:Light, Fast]]"
	if got := fmt.Sprint(shown["additionalAttributes"]); got != want {
		t.Errorf("the storefront shows %s, want %s", got, want)
	}
	before := s.LogSize()
	s.Must(200, "PUT", path, fields{"customAttributesWrite": written}, s.Service...)
	if after := s.LogSize(); after != before {
		t.Errorf("writing the same again left %d events", after-before)
	}
	// A store's own value, a website's and one of all stores.
	s.Must(200, "PUT", path+"?store=de", fields{"customAttributesWrite": fields{"care": "Waschen", "eco": 0, "rating": "4"}}, s.Service...)
	for store, want := range map[string]string{"default": "Wash\nit 1 4", "de": "Waschen 0 4", "fr": "Wash\nit 0 4"} {
		custom := s.Must(200, "GET", path+"?store="+store, nil, s.Service...).Object(t)["customAttributes"].(fields)
		if got := fmt.Sprint(custom["care"], " ", custom["eco"], " ", custom["rating"]); got != want {
			t.Errorf("in %s: %q, want %q", store, got, want)
		}
	}
	s.Must(200, "PUT", path+"?store=de", fields{"useDefault": []string{"care", "eco"}}, s.Service...)
	for _, store := range []string{"de", "fr"} {
		salestest.Check(t, s.Must(200, "GET", path+"?store="+store, nil, s.Service...).Object(t)["customAttributes"].(fields),
			fields{"care": "Wash\nit", "eco": "1"})
	}
	if de == 0 || fr == 0 {
		t.Fatal("no views")
	}
	refuse := func(name string, value any, message string) exchange {
		return exchange{Name: name, Method: "PUT", Path: path, Headers: s.Service, Status: 400, Message: message,
			Body: fields{"customAttributesWrite": fields{strings.Fields(name)[0]: value}}}
	}
	s.Run(t, []exchange{
		refuse("color of another attribute", light, fmt.Sprintf("Attribute 'color' has no option %d", light)),
		refuse("color by its label", "Red", "Attribute 'color' must be a whole number"),
		refuse("features unknown", "99999", "Attribute 'features' has no option 99999"),
		refuse("eco perhaps", "2", "Attribute 'eco' must be 0 or 1"),
		refuse("released sometime", "soon", "Invalid date for released; use Y-m-d format."),
		refuse("deposit negative", -1, "Attribute 'deposit' must not be negative"),
		refuse("deposit much", "x", "Attribute 'deposit' must be a number"),
		refuse("rating by halves", 1.5, "Attribute 'rating' must be a whole number"),
		refuse("secret of two lines", "a\nb", "Attribute 'secret' must be one line without control characters."),
		refuse("secret too long", strings.Repeat("x", 256), "Attribute 'secret' must not be longer than 255 characters"),
		refuse("secret list", []any{"a"}, "Attribute 'secret' must be a scalar value"),
		refuse("sku as ever", "x", "Attribute 'sku' cannot be set via customAttributes; use the dedicated field."),
		{Name: "a global one reverted", Method: "PUT", Path: path + "?store=de", Headers: s.Service, Status: 400,
			Body:    fields{"useDefault": []string{"color"}},
			Message: "Attribute 'color' is global scope and has no store override to revert."},
		{Name: "an unknown set", Method: "PUT", Path: path, Headers: s.Service, Status: 422, Body: fields{"attributeSetId": 99},
			Message: "Failed to update product: Attribute set 99 does not exist."},
	})
	for filter, found := range map[string]string{
		fmt.Sprintf(`{"color":%d}`, b.red): "MUG", fmt.Sprintf(`{"color":%d}`, b.blue): "",
		fmt.Sprintf(`{"features":[%d,7777]}`, fast): "MUG", `{"eco":1}`: "MUG", `{"eco":true,"rating":"4"}`: "MUG", `{"rating":5}`: "",
		`{"released":"2026-03-01"}`: "MUG", `{"secret":"x"}`: "",
	} {
		if got := skus(t, s.Must(200, "GET", "/products?attributeFilters="+escaped(filter), nil)); got != found {
			t.Errorf("%s finds %q, want %q", filter, got, found)
		}
	}
	if got := skus(t, s.Must(200, "GET", "/products?attributeFilters="+escaped(`{"secret":"x"}`), nil, s.Service...)); got != "MUG" {
		t.Errorf("the back office finds %q", got)
	}
	// The set loses an attribute: its values are left out.
	set, err := b.writes.SetSet(apptest.Operator(), 0, func(a *catalog.AttributeSet) { *a, a.Name = a.Without("rating"), "Plain" })
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	plain := s.product("CUP", fields{"attributeSetId": set, "customAttributesWrite": fields{"rating": 1, "secret": "s"}})
	salestest.Check(t, s.Must(200, "GET", fmt.Sprintf("/products/%d", plain), nil, s.Service...).Object(t),
		fields{"attributeSetId": set, "customAttributes": fields{"secret": "s"}})
	for kind, of := range map[*record.Kind]int64{
		catalog.AttributeRecords: b.id("secret"), catalog.OptionRecords: b.red, catalog.SetRecords: set,
	} {
		if err := b.writes.Delete(apptest.Operator(), kind, of); err == nil || !strings.Contains(err.Error(), "It is used by") {
			t.Errorf("%s is deleted while a product uses it: %v", kind.Title, err)
		}
	}
	if err := b.writes.Delete(apptest.Operator(), catalog.OptionRecords, b.blue); err != nil {
		t.Error(err)
	}
	s.Verify("products", "records")
}

func TestLayeredFilters(t *testing.T) {
	t.Parallel()
	b := startBook(t)
	s := b.store
	light, fast := b.options["Light"], b.options["Fast"]
	top := s.category("Things", fields{"isAnchor": true})
	mugs := s.category("Mugs", fields{"parentId": top})
	product := func(sku string, more, custom fields) int64 {
		more["categoryIds"], more["customAttributesWrite"] = []int64{mugs}, custom
		return s.product(sku, more)
	}
	first := product("A", fields{}, fields{"color": b.red, "features": []int64{light, fast}, "eco": true})
	product("B", fields{}, fields{"color": b.red, "features": []int64{light}})
	product("C", fields{}, fields{"color": b.blue, "eco": false})
	product("OUT", fields{"stockQty": 0}, fields{"color": b.blue})
	product("OFF", fields{"isActive": false}, fields{"color": b.blue})
	product("HIDDEN", fields{"visibility": "not_visible"}, fields{"color": b.blue})
	s.product("ELSEWHERE", fields{"customAttributesWrite": fields{"color": b.blue}})
	s.Settle()
	told := func(path string, headers ...string) string {
		t.Helper()
		var out []string
		for _, f := range s.Must(200, "GET", path, nil, headers...).List(t) {
			line := fmt.Sprint(f["code"], "/", f["type"], ":")
			for _, o := range f["options"].([]any) {
				o := o.(fields)
				line += fmt.Sprint(" ", o["label"], "=", o["count"])
				query := fmt.Sprintf("%s&attributeFilters=%s", strings.Replace(path, "layered-filters", "products", 1),
					escaped(fmt.Sprintf(`{"%s":"%s"}`, f["code"], o["value"])))
				if found := len(s.Must(200, "GET", query, nil, headers...).List(t)); float64(found) != o["count"] {
					t.Errorf("%s %s counts %v products, the list has %d", f["code"], o["label"], o["count"], found)
				}
			}
			out = append(out, line)
		}
		return strings.Join(out, "; ")
	}
	const all = "color/select: Red=2 Blue=1; features/multiselect: Light=2 Loud=0 Fast=1; eco/select: Yes=1 No=1"
	for _, id := range []int64{mugs, top} {
		if got := told(fmt.Sprintf("/layered-filters?categoryId=%d", id)); got != all {
			t.Errorf("filters of %d: %s, want %s", id, got, all)
		}
	}
	for _, path := range []string{"/layered-filters", "/layered-filters?categoryId=0", "/layered-filters?categoryId=999"} {
		if got := told(path); got != "" {
			t.Errorf("%s has %s", path, got)
		}
	}
	rows := s.Must(200, "GET", fmt.Sprintf("/layered-filters?categoryId=%d", mugs), nil).List(t)
	options := rows[0]["options"].([]any)
	salestest.Check(t, rows[0], fields{"label": "Color", "position": 0, "multiple": true})
	salestest.Check(t, options[0].(fields), fields{"value": fmt.Sprint(b.red), "swatch": fields{"type": "color", "value": "#ff0000"}})
	if url := options[1].(fields)["swatch"].(fields)["value"].(string); !strings.HasSuffix(url, "media/attribute/swatch/blue.png") {
		t.Errorf("the picture is %s", url)
	}
	if swatch, there := rows[1]["options"].([]any)[0].(fields)["swatch"]; swatch != nil || !there {
		t.Error("an option without a swatch has none that is null")
	}
	// The cached answer follows products and labels.
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", first), fields{"customAttributesWrite": fields{"color": b.blue}}, s.Service...)
	b.scarlet()
	s.Must(200, "PUT", "/inventory", fields{"sku": "OUT", "qty": 4}, s.Service...)
	s.Settle()
	const want = "color/select: Scarlet=1 Blue=3"
	if got := told(fmt.Sprintf("/layered-filters?categoryId=%d", mugs)); !strings.HasPrefix(got, want) {
		t.Errorf("after the changes: %s, want %s", got, want)
	}
}
