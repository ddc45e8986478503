package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/contract"
	"tradelog/test/salestest"
)

func TestProductFilters(t *testing.T) {
	t.Parallel()
	clock := &steps{}
	s := start(t, apptest.WithConfig(clock.use))
	clothes := s.category("Clothes", fields{"isAnchor": true})
	shirts := s.category("Shirts", fields{"parentId": clothes})
	plain := s.category("Plain", nil)
	below := s.category("Below", fields{"parentId": plain})
	s.at(clock, "2026-03-01 10:00:00")
	s.product("A", fields{
		"name": "Blue Shirt", "price": 30, "categoryIds": []int64{shirts}, "barcode": "111", "gtin": "G-1", "countryOfManufacture": "DE",
		"taxClassId": 2, "cost": 5,
	})
	s.at(clock, "2026-03-02 23:59:59")
	b := s.product("B", fields{
		"name": "Red shirt", "price": 20, "specialPrice": 12, "specialFromDate": "2026-01-01", "specialToDate": "2026-12-31",
		"categoryIds": []int64{clothes}, "description": "Cotton_100%", "countryOfManufacture": "FR",
	})
	s.at(clock, "2026-03-03 00:00:00")
	s.product("C", fields{"name": "mug", "price": 5.5, "categoryIds": []int64{plain}, "urlKey": "mug", "metaRobots": "NOINDEX,FOLLOW"})
	s.product("D", fields{"name": "Cup", "price": 0, "categoryIds": []int64{below}, "urlKey": "mug", "visibility": "catalog"})
	s.product("E", fields{"name": "Zebra", "price": 9.995, "visibility": "search", "specialPrice": 9, "specialFromDate": "2099-01-01"})
	s.at(clock, "2026-03-04 12:00:00")
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", b), fields{"metaTitle": "x"}, s.Service...)
	for _, c := range []struct{ query, want string }{
		{"", "A D C B"},
		{"?sortDir=desc", "B C D A"},
		{"?sortDir=DESC&sortBy=name", "B C D A"},
		{"?sortDir=up", "A D C B"},
		{"?sortBy=price", "D C B A"},
		{"?sortBy=special_price", "B A C D"},
		{"?sortBy=created_at", "A B C D"},
		{"?sortBy=updated_at&sortDir=desc", "B C D A"},
		{"?sortBy=sku&sortDir=desc", "D C B A"},
		{"?sortBy=entity_id", "A B C D"},
		{"?sortBy=position", "A B C D"},
		{"?search=shirt", "A B"},
		{"?q=shirt", "A B"},
		{"?search=SHIRT%20blue", "A"},
		{"?search=hirt%20otton", "B"},
		{"?search=100%25", "B"},
		{"?search=n_1", "B"},
		{"?search=t_s", ""},
		{"?search=zebra", "E"},
		{"?search=cup", ""},
		{"?search=%20", "A D C B"},
		{"?search=g-1", "A"},
		{"?search=" + escaped(strings.Repeat(" shirt", 9)+" nonsense"), "A B"}, // beyond fifty characters
		{"?search=" + escaped("b l u e s h i r t b nonsense"), "A"},            // beyond ten words
		{"?search=" + escaped("blue") + "&search=" + escaped("red"), "B"},      // the last one counts
		{"?search=red&q=blue", "B"},                                            // the name has precedence over its alias
		{fmt.Sprintf("?categoryId=%d", clothes), "A B"},
		{fmt.Sprintf("?categoryId=%d", shirts), "A"},
		{fmt.Sprintf("?categoryId=%d", plain), "C"},
		{fmt.Sprintf("?categoryId=%d", below), "D"},
		{"?categoryId=2", "A D C B"},
		{"?categoryId=99999", "A D C B"},
		{"?categoryId=", "A D C B"},
		{"?categoryId=x", "A D C B"},
		{fmt.Sprintf("?categoryId=%d&search=red", clothes), "B"},
		{"?priceMin=12", "A B"},
		{"?priceMax=12", "D C B"},
		{"?priceMin=12&priceMax=12", "B"},
		{"?priceMin=0&priceMax=0", "D"},
		{"?priceMin=&priceMax=", "A D C B"},
		{"?priceMin=cheap", "A D C B"},
		{"?priceMin=99999999999999999", ""},
		{"?priceMax=99999999999999999", "A D C B"},
		{"?priceMax=-1", ""},
		{"?createdFrom=2026-03-02", "D C B"},
		{"?createdTo=2026-03-02", "A B"},
		{"?createdFrom=2026-03-02&createdTo=2026-03-02", "B"},
		{"?createdTo=2026-03-02%2023:59:58", "A"},
		{"?createdFrom=2026-03-03T00:00:00", "D C"},
		{"?updatedSince=2026-03-03%2000:00:01", "B"},
		{"?updatedSince=", "A D C B"},
		{"?sku=a", "A"},
		{"?sku=E", "E"},
		{"?sku=nope", ""},
		{"?sku=A&priceMax=1", ""},
		{"?barcode=111", "A"},
		{"?barcode=11", ""},
		{"?urlKey=mug", "C"},
		{"?urlKey=Mug", ""},
		{`?attributeFilters={}`, "A D C B"},
		{`?attributeFilters={"tax_class_id":2}`, "A"},
		{`?attributeFilters={"tax_class_id":"0,2"}`, "A D C B"},
		{`?attributeFilters={"country_of_manufacture":["DE","FR"]}`, "A B"},
		{`?attributeFilters={"country_of_manufacture":"DE","tax_class_id":0}`, ""},
		{`?attributeFilters={"visibility":4}`, "A C B"},
		{`?attributeFilters={"visibility":"catalog"}`, "D"},
		{`?attributeFilters={"status":1}`, "A D C B"},
		{`?attributeFilters={"status":true}`, "A D C B"},
		{`?attributeFilters={"status":[false,2]}`, ""},
		{`?attributeFilters={"status":"enabled"}`, "A D C B"},
		{`?attributeFilters={"custom_design":"x"}`, ""},
		{`?attributeFilters={"status":"2"}`, ""},
		{`?attributeFilters={"gtin":"G-1"}`, "A"},
		{`?attributeFilters={"name":"mug","meta_robots":"NOINDEX,FOLLOW"}`, "C"},
		{`?attributeFilters={"price":"30.00"}`, "A"},
		{`?attributeFilters={"color":7}`, ""},
		{`?attributeFilters={"manufacturer":[1,2]}`, ""},
		{`?attributeFilters={"cost":5}`, ""}, // hidden values cannot be filtered
		{`?attributeFilters={"Bad Name":1,"9":2,"name":null}`, "A D C B"},
		{`?attributeFilters={"category_ids":` + fmt.Sprint(plain) + `}`, "C"},
		{"?attr_country_of_manufacture=FR", "B"},
		{"?attr_tax_class_id=2,5", "A"},
		{"?unknown=parameter&attr_=1", "A D C B"},
	} {
		a := s.Must(200, "GET", "/products"+strings.NewReplacer(`"`, "%22", " ", "%20").Replace(c.query), nil)
		if got := skus(t, a); got != c.want {
			t.Errorf("%q lists %q, want %q", c.query, got, c.want)
		}
		if total := a.Header.Get("X-Total-Count"); total != fmt.Sprint(len(strings.Fields(c.want))) {
			t.Errorf("%q counts %s", c.query, total)
		}
	}
	if got := skus(t, s.Must(200, "GET", "/products?attr_cost=5", nil, s.Service...)); got != "A" {
		t.Errorf("the back office finds by cost: %q", got)
	}
	const badDate = "%s must be a UTC date (YYYY-MM-DD) or datetime (YYYY-MM-DD HH:MM:SS)."
	s.Run(t, []exchange{
		{Name: "sorted by something else", Method: "GET", Path: "/products?sortBy=colour", Status: 400,
			Message: "Invalid sortBy field. Allowed: name, price, special_price, created_at, updated_at, position, sku, entity_id"},
		{Name: "created from", Method: "GET", Path: "/products?createdFrom=soon", Status: 400, Message: fmt.Sprintf(badDate, "createdFrom")},
		{Name: "created to", Method: "GET", Path: "/products?createdTo=2026-13-01", Status: 400, Message: fmt.Sprintf(badDate, "createdTo")},
		{Name: "updated since", Method: "GET", Path: "/products?updatedSince=12:00", Status: 400, Message: fmt.Sprintf(badDate, "updatedSince")},
		{Name: "filters that are no JSON", Method: "GET", Path: "/products?attributeFilters={color:1}", Status: 400,
			Message: "attributeFilters must be a valid JSON object"},
		{Name: "filters that are a list", Method: "GET", Path: "/products?attributeFilters=[1]", Status: 400,
			Message: "attributeFilters must be a valid JSON object"},
		{Name: "filters that are null", Method: "GET", Path: "/products?attributeFilters=null", Status: 400,
			Message: "attributeFilters must be a valid JSON object"},
		{Name: "lists in lists", Method: "GET", Path: "/products?attributeFilters=" + escaped(`{"color":[[1]]}`), Status: 400,
			Message: "attributeFilters must be a valid JSON object"},
		{Name: "filters in filters", Method: "GET", Path: "/products?attributeFilters=" + escaped(`{"color":{"a":1}}`), Status: 400,
			Message: "attributeFilters must be a valid JSON object"},
		{Name: "an unknown attribute", Method: "GET", Path: "/products?attributeFilters=" + escaped(`{"flavour":1}`), Status: 422,
			Message: "Invalid attribute name: flavour"},
		{Name: "an unknown attribute as a parameter", Method: "GET", Path: "/products?attr_flavour=1", Status: 422,
			Message: "Invalid attribute name: flavour"},
	})
}

func TestProductRows(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.product("MUG", fields{"description": "d", "linksTitle": "l"})
	row := s.Must(200, "GET", "/products", nil).List(t)[0]
	salestest.Check(t, row, fields{"description": "d", "finalPrice": 10, "minimalPrice": 10, "tierPrices": []int{}, "mediaGallery": []int{},
		"giftcardIsMessageAllowed": false, "stockQty": 5, "websiteIds": nil, "stockItem": nil, "relatedProducts": nil, "customAttributes": nil,
		"linksTitle": nil, "@type": nil, "cost": nil})
	full := s.Must(200, "GET", "/products?fullDetail=1", nil).List(t)[0]
	salestest.Check(t, full, fields{
		"websiteIds": []int{1}, "stockItem.qty": 5, "relatedProducts": []int{}, "linksTitle": "l", "customAttributes": nil, "minimalPrice": 10,
	})
	one := s.Must(200, "GET", "/products?sku=mug", nil, "Accept", "application/ld+json").Object(t)
	salestest.Check(t, one,
		fields{"@type": "Collection", "@id": "/api/rest/v2/products", "totalItems": 1, "view.@id": "/api/rest/v2/products?sku=mug"})
	member := one["member"].([]any)[0].(map[string]any)
	salestest.Check(t, member, fields{"@type": "Product", "@context": nil, "@id": nil, "websiteIds": []int{1}, "minimalPrice": nil})
	if rows := s.Must(200, "GET", "/products?sku=mug&page=2", nil).List(t); len(rows) != 0 {
		t.Errorf("page 2 of one: %v", rows)
	}
}

func TestProductPages(t *testing.T) {
	t.Parallel()
	s := start(t)
	for i := range 23 {
		s.product(fmt.Sprintf("P%02d", i), nil)
	}
	for _, c := range []struct {
		query string
		rows  int
		first string
		link  string // what Link contains
		not   string // what Link does not contain
	}{
		{"", 20, "P00", `</api/rest/v2/products?page=2>; rel="next"; total="23"`, `rel="prev"`},
		{"?page=2", 3, "P20", `</api/rest/v2/products?page=1>; rel="prev"; total="23"`, `rel="next"`},
		{"?page=3", 0, "", `</api/rest/v2/products?page=2>; rel="prev"`, `rel="next"`},
		{"?itemsPerPage=5&page=2&sortDir=desc", 5, "P17", `</api/rest/v2/products?itemsPerPage=5&sortDir=desc&page=3>; rel="next"`, ""},
		{"?pageSize=7", 7, "P00", `?pageSize=7&page=4>; rel="last"`, ""},
		{"?itemsPerPage=1000", 23, "P00", `page=1>; rel="last"`, `rel="next"`},
		{"?itemsPerPage=0&page=-4", 1, "P00", `page=23>; rel="last"`, ""},
		{"?itemsPerPage=x&page=y", 1, "P00", `page=2>; rel="next"`, ""},
	} {
		a := s.Must(200, "GET", "/products"+c.query, nil)
		rows := a.List(t)
		if len(rows) != c.rows || c.rows > 0 && rows[0]["sku"] != c.first {
			t.Errorf("%q: %d rows from %v", c.query, len(rows), rows)
		}
		link := a.Header.Get("Link")
		if !strings.Contains(link, c.link) || c.not != "" && strings.Contains(link, c.not) || a.Header.Get("X-Total-Count") != "23" {
			t.Errorf("%q: Link %q, total %q", c.query, link, a.Header.Get("X-Total-Count"))
		}
		typed := s.Must(200, "GET", "/products"+c.query, nil, "Accept", "application/ld+json")
		for _, answer := range []apptest.Answer{a, typed} {
			contract.Check(t, s.Document, "GET", "/products", 200, answer.Header.Get("Content-Type"), answer.Body)
		}
		linked := typed.Object(t)
		if members := linked["member"].([]any); len(members) != c.rows || linked["totalItems"] != 23.0 {
			t.Errorf("%q as JSON-LD: %d members of %v", c.query, len(members), linked["totalItems"])
		}
	}
}

func TestPricesInCurrencies(t *testing.T) {
	t.Parallel()
	s := start(t)
	europe, _, _ := s.europe(2)
	id := s.product("MUG", fields{"price": 10.006, "specialPrice": 9.999, "msrp": 20, "cost": 4.1234, "websiteIds": []int64{1, europe}})
	bundle := s.product("SET", fields{
		"type": "bundle", "price": 1, "specialPrice": 90, "stockData": fields{"is_in_stock": true}, "websiteIds": []int64{1, europe},
	})
	path := fmt.Sprintf("/products/%d", id)
	reader := s.As([]string{"products/read"})
	euro := fields{"currency": "EUR", "price": 7.07, "specialPrice": 7.07, "finalPrice": 7.07, "msrp": 14.13, "cost": nil}
	get := func(name, path string, headers []string, want fields) exchange {
		return exchange{Name: name, Method: "GET", Path: path, Headers: headers, Status: 200, Want: want}
	}
	s.Run(t, []exchange{
		get("the display currency, rounded", path, nil, fields{
			"currency": "USD", "price": 10.01, "specialPrice": 10, "finalPrice": 10, "msrp": 20,
		}),
		get("another one", path, []string{"X-Currency-Code", " eur "}, euro),
		get("a store's own", path, []string{"X-Store-Code", "de"}, euro),
		get("the back office sees what is kept", path, reader,
			fields{"currency": "USD", "price": 10.006, "specialPrice": 9.999, "finalPrice": 9.999, "cost": 4.1234}),
		get("also in a store with another currency", path, salestest.With(reader, "X-Store-Code", "de"),
			fields{"currency": "USD", "price": 10.006}),
		get("a bundle's special price is a percentage", fmt.Sprintf("/products/%d", bundle), []string{"X-Store-Code", "de"},
			fields{"specialPrice": 90, "currency": "EUR"}),
		{Name: "a currency the store has not", Method: "GET", Path: path, Headers: []string{"X-Currency-Code", "GBP"}, Status: 400,
			Message: "Currency not available for this store: GBP"},
		{Name: "an empty currency", Method: "GET", Path: path, Headers: []string{"X-Currency-Code", ""}, Status: 400,
			Message: "The X-Currency-Code header cannot be empty."},
	})
	for _, c := range []struct{ query, want string }{
		{"?priceMin=7.07&priceMax=7.07", "MUG"}, {"?priceMin=7.08", ""}, {"?priceMax=7.06", "SET"},
	} {
		if got := skus(t, s.Must(200, "GET", "/products"+c.query, nil, "X-Store-Code", "de")); got != c.want {
			t.Errorf("%q lists %q, want %q", c.query, got, c.want)
		}
	}
	s.Configure("currency/options/allow", "USD,EUR,CHF")
	s.Run(t, []exchange{
		{Name: "no rate", Method: "GET", Path: path, Headers: []string{"X-Currency-Code", "CHF"}, Status: 400,
			Message: "No exchange rate available for: CHF"},
	})
}

// TestScopeOfAll lists products that are disabled, sold out or not visible, for the back office only.
func TestScopeOfAll(t *testing.T) {
	t.Parallel()
	s := start(t)
	for sku, body := range map[string]fields{
		"LISTED": {"stockQty": 5}, "DISABLED": {"stockQty": 5, "isActive": false}, "SOLD": {"stockQty": 0},
		"PART": {"stockQty": 5, "visibility": "not_visible"},
	} {
		body["sku"], body["name"], body["price"] = sku, sku, 1
		s.Must(201, "POST", "/products", body, s.Service...)
	}
	s.Settle()
	for path, want := range map[string]string{
		"/products?scope=all": "DISABLED LISTED PART SOLD", "/products?scope=all&search=a": "DISABLED PART",
		"/products?scope=all&sku=part": "PART", "/products": "LISTED",
	} {
		var skus []string
		for _, row := range s.Must(200, "GET", path, nil, s.Service...).List(t) {
			skus = append(skus, fmt.Sprint(row["sku"]))
		}
		if got := strings.Join(skus, " "); got != want {
			t.Errorf("%s lists %q, want %q", path, got, want)
		}
	}
	if rows := s.Must(200, "GET", "/products?scope=all", nil).List(t); len(rows) != 1 {
		t.Errorf("a guest sees %d products", len(rows))
	}
}
