package catalog_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

func TestStoreViewsOverride(t *testing.T) {
	t.Parallel()
	s := start(t)
	europe, _, _ := s.europe(2)
	id := s.product("MUG", fields{"websiteIds": []int64{1, europe}, "metaTitle": "all"})
	path := fmt.Sprintf("/products/%d", id)
	in := func(store string) []string { return salestest.With(s.Service, "X-Store-Code", store) }
	de, fr, all := in("de"), in("fr"), in("admin")
	put := func(name, query string, headers []string, body, want fields) exchange {
		return exchange{Name: name, Method: "PUT", Path: path + query, Headers: headers, Body: body, Status: 200, Want: want}
	}
	read := func(name, query string, headers []string, want fields) exchange {
		return exchange{Name: name, Method: "GET", Path: path + query, Headers: headers, Status: 200, Want: want}
	}
	refused := func(name string, headers []string, codes []string, message string) exchange {
		return exchange{Name: name, Method: "PUT", Path: path, Headers: headers, Body: fields{"useDefault": codes}, Status: 400, Message: message}
	}
	s.Run(t, []exchange{
		put("an override", "", de, fields{"name": "Becher", "urlKey": "Großer Becher", "metaTitle": "de"},
			fields{"name": "Becher", "urlKey": "grosser-becher", "sku": "MUG"}),
		put("the parameter wins over the header", "?store=fr", de, fields{"name": "Tasse"}, fields{"name": "Tasse", "metaTitle": "all"}),
		put("everything else for all", "", s.Service, fields{"name": "Mug", "metaTitle": "every"}, fields{"name": "Mug", "metaTitle": "every"}),
		read("de", "", de, fields{"name": "Becher", "metaTitle": "de", "urlKey": "grosser-becher"}),
		read("fr", "", fr, fields{"name": "Tasse", "metaTitle": "every", "urlKey": "the-mug"}),
		read("by number", "?store=3", nil, fields{"name": "Tasse"}),
		read("the default view", "", nil, fields{"name": "Mug"}),
		read("the values of all", "", all, fields{"name": "Mug"}),
		put("a shared value written in a view", "", de, fields{"price": 20, "description": "nur hier"},
			fields{"price": 20, "description": "nur hier"}),
		read("is everybody's", "", fr, fields{"price": 20, "description": nil}),
		put("admin is the scope of all", "", all, fields{"description": "all"}, fields{"description": "all", "name": "Mug"}),
		read("which views override", "", de, fields{"description": "nur hier"}),
		put("back to what holds for all", "", de, fields{"useDefault": []string{"name", "meta_title", "urlKey"}, "description": "neu"},
			fields{"name": "Mug", "metaTitle": "every", "urlKey": "the-mug", "description": "neu"}),
		put("taking back wins over writing", "", de, fields{"name": "Becher", "useDefault": []string{"name"}}, fields{"name": "Mug"}),
		put("also when there is an override", "", fr, fields{"name": "Bol", "useDefault": []string{"name"}}, fields{"name": "Mug"}),
		put("which is written anew", "", fr, fields{"name": "Tasse"}, fields{"name": "Tasse"}),
		put("what was never overridden", "", de, fields{"useDefault": []string{"name", "image", "status"}}, fields{"name": "Mug"}),
		put("a view can switch it off", "", de, fields{"isActive": false}, fields{"status": "disabled"}),
		{Name: "so it is hidden there", Method: "GET", Path: path, Headers: []string{"X-Store-Code", "de"}, Status: 404, Message: "Not Found"},
		read("and nowhere else", "", []string{"X-Store-Code", "fr"}, fields{"status": "enabled", "name": "Tasse"}),

		refused("no store", s.Service, []string{"name"},
			"useDefault requires a store context (?store=): global values have no default to revert to."),
		refused("the scope of all", all, []string{"name"},
			"useDefault requires a store context (?store=): global values have no default to revert to."),
		refused("an unknown attribute", de, []string{"name", "nonsense"}, "Unknown attribute in useDefault: nonsense"),
		refused("a static attribute", de, []string{"sku"}, "Unknown attribute in useDefault: sku"),
		refused("a shared attribute", de, []string{"weight"}, "Attribute 'weight' is global scope and has no store override to revert."),
		refused("a shared price", de, []string{"price"}, "Attribute 'price' is global scope and has no store override to revert."),
		{Name: "an unknown store", Method: "GET", Path: path, Headers: []string{"X-Store-Code", "mars"}, Status: 400,
			Message: "Unknown store: mars"},
		{Name: "an empty store", Method: "GET", Path: path + "?store=", Status: 400, Message: "The store parameter cannot be empty."},
		{Name: "the scope of all is not for guests", Method: "GET", Path: path + "?store=admin", Status: 401, Message: "Authentication required"},
	})
	created := s.Must(201, "POST", "/products", fields{"sku": "NEW", "name": "Neu", "stockQty": 1}, de...).Object(t)
	salestest.Check(t, created, fields{"websiteIds": []int64{europe}, "name": "Neu"})
	other := fmt.Sprintf("/products/%d", salestest.Number(created["id"]))
	salestest.Check(t, s.Must(200, "GET", other, nil, fr...).Object(t), fields{"name": "Neu"})
	s.Must(404, "GET", other, nil)
	salestest.Check(t, s.Must(200, "GET", other, nil, s.Service...).Object(t), fields{"name": "Neu"}) // the back office reads every website
}

func TestRestrictedTokens(t *testing.T) {
	t.Parallel()
	s := start(t)
	europe, de, fr := s.europe(2)
	both := s.product("BOTH", fields{"websiteIds": []int64{1, europe}})
	ours := s.product("OURS", fields{"websiteIds": []int64{europe}})
	theirs := s.product("THEIRS", nil)
	token := s.As([]string{"products/all", "inventory/all"}, de, fr)
	in := func(name, method string, id int64, query string, body any, status int, message string, want fields) exchange {
		return exchange{
			Name: name, Method: method, Path: fmt.Sprintf("/products/%d%s", id, query), Body: body, Headers: token, Status: status,
			Message: message, Want: want,
		}
	}
	const outside, global = "Access denied for this product's websites",
		"Global-scope writes require an unrestricted token; pass ?store= to write values for a specific store."
	s.Run(t, []exchange{
		in("a foreign store", "GET", ours, "?store=default", nil, 403, "Token is not authorized for the requested store.", nil),
		in("a store of theirs if none is named", "GET", ours, "", nil, 200, "", fields{"sku": "OURS"}),
		in("what holds for all stores", "PUT", both, "?store=de", fields{"price": 7}, 403,
			"price holds for all stores, and this token is for some of them; it takes an unrestricted token.", nil),
		in("the SKU", "PUT", both, "?store=de", fields{"sku": "OTHER"}, 403,
			"sku holds for all stores, and this token is for some of them; it takes an unrestricted token.", nil),
		in("the weight", "PUT", both, "?store=de", fields{"weight": 7}, 403,
			"weight holds for all stores, and this token is for some of them; it takes an unrestricted token.", nil),
		in("a link", "POST", both, "/links/related?store=de", fields{"linkedProductId": ours}, 403,
			"links/related holds for all stores, and this token is for some of them; it takes an unrestricted token.", nil),
		in("an option", "POST", both, "/custom-options?store=de", fields{"title": "Text", "type": "field"}, 403,
			"custom-options holds for all stores, and this token is for some of them; it takes an unrestricted token.", nil),
		in("an option of their own", "POST", ours, "/custom-options?store=de", fields{"title": "Text", "type": "field"}, 201, "", nil),
		in("a link of their own", "POST", ours, "/links/related?store=de", fields{"linkedProductId": both}, 201, "", nil),
		in("a value as it is", "PUT", both, "?store=de", fields{"price": 10, "name": "Both"}, 200, "", fields{"price": 10}),
		in("what only they sell", "PUT", ours, "?store=de", fields{"price": 7}, 200, "", fields{"price": 7}),
		in("a value of all stores where none is named", "PUT", ours, "", fields{"price": 8}, 403, global, nil),
		in("a store of theirs is", "GET", ours, "?store=de", nil, 200, "", fields{"sku": "OURS"}),
		in("a product of theirs too", "GET", both, "?store=fr", nil, 200, "", fields{"sku": "BOTH"}),
		in("a foreign product", "GET", theirs, "?store=de", nil, 403, outside, nil),
		in("the scope of all", "GET", ours, "?store=admin", nil, 403, "Token is not authorized for the requested store.", nil),
		in("an override", "PUT", both, "?store=de", fields{"name": "Beide"}, 200, "", fields{"name": "Beide"}),
		in("a foreign product is not changed", "PUT", theirs, "?store=de", fields{"name": "X"}, 403, outside, nil),
		in("an unknown product", "PUT", 999, "?store=de", fields{}, 404, "Not Found", nil),
		in("a foreign website", "PUT", both, "?store=de", fields{"websiteIds": []int64{1, europe}}, 403, "Access denied for website: 1", nil),
		in("leaves foreign websites alone", "PUT", both, "?store=de", fields{"websiteIds": []int64{europe}}, 200, "",
			fields{"websiteIds": []int64{europe, 1}}),
		in("what is sold elsewhere is not deleted", "DELETE", both, "?store=de", nil, 403, outside, nil),
		in("a foreign product is not deleted", "DELETE", theirs, "?store=de", nil, 403, outside, nil),
		in("their own is", "DELETE", ours, "?store=de", nil, 204, "", nil),
		{Name: "created in a foreign website", Method: "POST", Path: "/products?store=de", Headers: token,
			Body: fields{"sku": "A", "name": "A", "websiteIds": []int64{1}}, Status: 403, Message: "Access denied for website: 1"},
		{Name: "created in their own", Method: "POST", Path: "/products?store=de", Headers: token, Body: fields{"sku": "A", "name": "A"},
			Status: 201, Want: fields{"websiteIds": []int64{europe}}},
		{Name: "a foreign product's stock", Method: "PUT", Path: "/inventory?store=de", Headers: token, Body: fields{"sku": "THEIRS", "qty": 1},
			Status: 403, Message: outside},
		{Name: "a foreign product's stock among others", Method: "PUT", Path: "/inventory/bulk?store=de", Headers: token,
			Body: fields{"items": []fields{{"sku": "BOTH", "qty": 1}, {"sku": "THEIRS", "qty": 1}}}, Status: 403, Message: outside},
		{Name: "their own stock", Method: "PUT", Path: "/inventory?store=de", Headers: token, Body: fields{"sku": "both", "qty": 1}, Status: 200,
			Want: fields{"qty": 1, "previousQty": 5}},
		{Name: "a foreign SKU is not found", Method: "GET", Path: "/products?store=de&sku=THEIRS",
			Headers: salestest.With(token, "Accept", "application/ld+json"), Status: 200, Want: fields{"totalItems": 0}},
	})
	// The store stays the token's when the shop is read again for a position.
	written := s.Must(200, "PUT", fmt.Sprintf("/products/%d?store=de", both), fields{"name": "Zwei"}, token...)
	at := salestest.With(token, "X-Min-Position", written.Header.Get("X-Event-Position"))
	salestest.Check(t, s.Must(200, "GET", fmt.Sprintf("/products/%d", both), nil, at...).Object(t), fields{"name": "Zwei"})
	token = s.As([]string{"products/all"}, 1, de) // valid for the default store, but not for all stores
	s.Run(t, []exchange{in("a value of all", "PUT", both, "", fields{"name": "X"}, 403, global, nil)})
	token = s.As([]string{"products/write"}, 1)
	s.Run(t, []exchange{
		in("not even of an unknown product", "PUT", 999, "", fields{"name": "X"}, 403, global, nil),
		{Name: "but they create", Method: "POST", Path: "/products", Headers: token, Body: fields{"sku": "B", "name": "B"}, Status: 201,
			Want: fields{"websiteIds": []int{1}}},
	})
}

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.product("MUG", fields{"cost": 3, "customDesign": "a/b"})
	root := s.category("Mugs", nil)
	_, customer := s.Customer("anna@example.com")
	callers := map[string][]string{
		"nobody": nil, "a customer": customer, "a service without grants": s.As([]string{"orders/read"}),
		"a reader":                 s.As([]string{"products/read", "categories/read", "inventory/read"}),
		"a writer":                 s.As([]string{"products/write", "categories/write", "inventory/write"}),
		"a remover":                s.As([]string{"products/delete", "categories/delete"}),
		"an admin of other things": {"Authorization", "Bearer " + s.Admin("sales/order")},
		"an admin":                 {"Authorization", "Bearer " + s.Admin("catalog/products", "catalog/categories")},
	}
	type call struct {
		method, path, acl string
		body              any
		by                []string
	}
	for _, c := range []call{
		{"POST", "/products", "catalog/products", fields{}, []string{"a writer", "an admin"}},
		{"PUT", fmt.Sprintf("/products/%d", id), "catalog/products", fields{}, []string{"a writer", "an admin"}},
		{"PUT", "/products/999", "catalog/products", fields{}, []string{"a writer", "an admin"}},
		{"DELETE", "/products/999", "catalog/products", nil, []string{"a remover", "an admin"}},
		{"POST", "/categories", "catalog/categories", fields{}, []string{"a writer", "an admin"}},
		{"PUT", fmt.Sprintf("/categories/%d", root), "catalog/categories", fields{}, []string{"a writer", "an admin"}},
		{"DELETE", "/categories/2", "catalog/categories", nil, []string{"a remover", "an admin"}},
		{"PUT", "/inventory", "catalog/products", fields{}, []string{"a writer", "an admin"}},
		{"PUT", "/inventory/bulk", "catalog/products", fields{}, []string{"a writer", "an admin"}},
	} {
		for who, headers := range callers {
			t.Run(fmt.Sprintf("%s: %s %s", who, c.method, c.path), func(t *testing.T) {
				before := s.LogSize()
				a := s.Do(c.method, c.path, c.body, headers...)
				allowed := false
				for _, by := range c.by {
					allowed = allowed || by == who
				}
				switch {
				case allowed:
					if a.Status == 401 || a.Status == 403 {
						t.Errorf("refused: %d %s", a.Status, a.Body)
					}
				case who == "nobody":
					if a.Status != 401 || a.Message() != "Authentication required" || a.Header.Get("WWW-Authenticate") == "" {
						t.Errorf("%d %s", a.Status, a.Body)
					}
				case who == "an admin of other things":
					if want := fmt.Sprintf("Your admin role does not grant access to %q.", c.acl); a.Status != 403 || a.Message() != want {
						t.Errorf("%d %s", a.Status, a.Body)
					}
				default:
					if a.Status != 403 || a.Message() != "Access denied" {
						t.Errorf("%d %s", a.Status, a.Body)
					}
				}
				if s.LogSize() != before {
					t.Error("something was written")
				}
			})
		}
	}
	for who, headers := range callers {
		for _, path := range []string{fmt.Sprintf("/products/%d", id), "/products?sku=mug", "/products"} {
			a := s.Must(200, "GET", path, nil, headers...)
			o := map[string]any{}
			if path[len(path)-1] >= '0' && path[len(path)-1] <= '9' {
				o = a.Object(t)
			} else {
				o = a.List(t)[0]
			}
			_, sees := o["cost"]
			_, design := o["customDesign"]
			backend := who == "a reader" || who == "a writer" || who == "an admin"
			if sees != backend || design != backend {
				t.Errorf("%s sees the cost on %s: %v", who, path, sees)
			}
			if item, ok := o["stockItem"].(map[string]any); ok {
				if _, policy := item["manage_stock"]; policy != backend || len(item) != map[bool]int{true: 19, false: 7}[backend] {
					t.Errorf("%s sees of the stock: %v", who, item)
				}
			}
		}
	}
}

func TestWhatCanBeRead(t *testing.T) {
	t.Parallel()
	s := start(t)
	europe, _, _ := s.europe(2)
	reader := s.As([]string{"products/read"})
	for _, c := range []struct {
		name           string
		product        fields
		item, listed   int // statuses and numbers of rows for the storefront
		found          int // number of rows found by a search
		bySKU, backend int
	}{
		{"shown", fields{}, 200, 1, 1, 1, 200},
		{"off", fields{"isActive": false}, 404, 0, 0, 0, 200},
		{"not visible", fields{"visibility": "not_visible"}, 200, 0, 0, 1, 200},
		{"catalog only", fields{"visibility": "catalog"}, 200, 1, 0, 1, 200},
		{"search only", fields{"visibility": "search"}, 200, 0, 1, 1, 200},
		{"sold out", fields{"stockQty": 0}, 200, 0, 1, 1, 200},
		{"elsewhere", fields{"websiteIds": []int64{europe}}, 404, 0, 0, 0, 200},
		{"nowhere", fields{"websiteIds": []int64{}}, 404, 0, 0, 0, 200},
	} {
		sku := fmt.Sprintf("S-%q", c.name)
		id := s.product(sku, c.product)
		path := fmt.Sprintf("/products/%d", id)
		if a := s.Do("GET", path, nil); a.Status != c.item {
			t.Errorf("%s: item %d, want %d", c.name, a.Status, c.item)
		}
		if a := s.Do("GET", path, nil, reader...); a.Status != c.backend {
			t.Errorf("%s: item of the back office %d", c.name, a.Status)
		}
		for _, headers := range [][]string{nil, reader} { // lists are the same for every caller
			if got := len(s.Must(200, "GET", "/products", nil, headers...).List(t)); got != c.listed {
				t.Errorf("%s: %d listed, want %d", c.name, got, c.listed)
			}
			if got := len(s.Must(200, "GET", "/products?search="+"the", nil, headers...).List(t)); got != c.found {
				t.Errorf("%s: %d found, want %d", c.name, got, c.found)
			}
		}
		query := "/products?sku=s-%22" + escaped(c.name) + "%22"
		if got := len(s.Must(200, "GET", query, nil).List(t)); got != c.bySKU {
			t.Errorf("%s: %d by SKU, want %d", c.name, got, c.bySKU)
		}
		if rows := s.Must(200, "GET", query, nil, reader...).List(t); len(rows) != 1 || rows[0]["websiteIds"] == nil {
			t.Errorf("%s: the back office finds %v", c.name, rows)
		}
		s.Must(204, "DELETE", path, nil, s.Service...)
	}
	s.product("OUT", fields{"stockQty": 0})
	s.Configure("cataloginventory/options/show_out_of_stock", "1")
	if got := skus(t, s.Must(200, "GET", "/products", nil)); got != "OUT" {
		t.Errorf("with show_out_of_stock: %q", got)
	}
	s.Configure("cataloginventory/options/show_out_of_stock", "0", "cataloginventory/item_options/manage_stock", "0")
	rows := s.Must(200, "GET", "/products", nil).List(t)
	if len(rows) != 1 || rows[0]["stockStatus"] != "in_stock" {
		t.Errorf("without managed stock: %v", rows)
	}
}
