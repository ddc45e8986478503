package catalog_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"tradelog/test/salestest"
)

func TestCreateProduct(t *testing.T) {
	t.Parallel()
	s := start(t)
	mugs := s.category("Mugs", nil)
	post := func(name string, body fields, status int, message string, want fields) exchange {
		return exchange{
			Name:    name,
			Method:  "POST",
			Path:    "/products",
			Body:    body,
			Headers: s.Service,
			Status:  status,
			Message: message,
			Want:    want,
		}
	}
	made := func(name string, body, want fields) exchange { return post(name, body, 201, "", want) }
	refused := func(name string, body fields, message string) exchange { return post(name, body, 400, message, nil) }
	s.Run(t, []exchange{
		made("the least", fields{"sku": "LEAST", "name": "Größe & Maß"}, fields{
			"sku": "LEAST", "name": "Größe & Maß", "type": "simple", "status": "enabled", "visibility": "catalog_search", "attributeSetId": 4,
			"taxClassId": 0, "urlKey": "grosse-and-mass", "urlPath": "grosse-and-mass", "price": nil, "finalPrice": nil, "currency": "USD",
			"stockStatus": "out_of_stock", "stockQty": 0, "websiteIds": []int{1}, "categoryIds": []int{}, "isActive": nil,
			"stockItem.manage_stock": true, "stockItem.min_sale_qty": 1, "extensions": []int{},
		}),
		made("everything", fields{
			"sku": " FULL ", "name": "Full", "type": "virtual", "isActive": false, "visibility": "search", "taxClassId": 2,
			"description": "<p>d</p>", "shortDescription": "s", "urlKey": "My Full--Product!", "metaTitle": "mt", "metaDescription": "md",
			"metaKeywords": "mk", "metaRobots": "NOINDEX,FOLLOW", "pageLayout": "one_column",
			"optionsContainer": "container1", "price": 19.99, "specialPrice": 15, "specialFromDate": "2020-01-02 10:11:12",
			"specialToDate": "January 2, 2099", "newsFromDate": "2020-01-01", "newsToDate": "2020-02-01", "cost": 7.5, "msrp": 30, "msrpEnabled": 1,
			"msrpDisplayActualPriceType": 2, "weight": 1.25, "barcode": "4006381333931", "gtin": "g", "mpn": "m", "countryOfManufacture": "DE",
			"giftMessageAvailable": 2, "customDesign": "a/b", "customDesignFrom": "2020-01-01", "customDesignTo": "2020-01-02",
			"customLayoutUpdate": `<remove name="left"/>`, "imageLabel": "il", "smallImageLabel": "sl",
			"thumbnailLabel": "tl", "categoryIds": []int64{mugs, 9999, mugs}, "websiteIds": []int{1}, "stockQty": 3.5, "linksTitle": "lt",
			"samplesTitle": "st",
		}, fields{
			"sku": "FULL", "type": "virtual", "status": "disabled", "visibility": "search", "taxClassId": 2, "description": "<p>d</p>",
			"shortDescription": "s", "urlKey": "my-full-product", "metaTitle": "mt", "metaDescription": "md", "metaKeywords": "mk",
			"metaRobots": "NOINDEX,FOLLOW", "pageLayout": "one_column", "optionsContainer": "container1", "price": 19.99, "specialPrice": 15,
			"finalPrice": 15, "specialFromDate": "2020-01-02", "specialToDate": "2099-01-02",
			"newsFromDate": "2020-01-01", "newsToDate": "2020-02-01", "cost": 7.5, "msrp": 30, "msrpEnabled": 1, "msrpDisplayActualPriceType": 2,
			"weight": 1.25, "barcode": "4006381333931", "gtin": "g", "mpn": "m", "countryOfManufacture": "DE", "giftMessageAvailable": 2,
			"customDesign": "a/b", "customDesignFrom": "2020-01-01", "customDesignTo": "2020-01-02", "customLayoutUpdate": `<remove name="left"/>`,
			"imageLabel": "il", "smallImageLabel": "sl", "thumbnailLabel": "tl", "categoryIds": []int64{mugs}, "stockQty": 3.5,
			"stockStatus": "in_stock", "linksTitle": "lt", "samplesTitle": "st",
		}),
		made("an unknown visibility", fields{"sku": "V", "name": "V", "visibility": "everywhere"}, fields{"visibility": "catalog_search"}),
		made("no letters for a URL key", fields{"sku": "JP-1", "name": "日本"}, fields{"urlKey": "jp-1"}),
		made("null is not sent", fields{
			"sku": "NULL", "name": "N", "price": nil, "urlKey": nil, "websiteIds": nil, "stockQty": nil, "stockData": nil,
			"customAttributesWrite": nil,
		}, fields{"price": nil, "urlKey": "n"}),
		made("no cost for grouped products", fields{"sku": "G", "name": "G", "type": "grouped", "cost": 3, "stockQty": 4},
			fields{"cost": nil, "stockQty": 0, "stockStatus": "in_stock"}),
		made("an empty URL key", fields{"sku": "EK", "name": "Empty Key", "urlKey": ""}, fields{"urlKey": "empty-key"}),
		made("text is not rendered when it is kept", fields{
			"sku": "DIR", "name": "{{x}}", "description": `a{{widget type="x"}}b{{media url="c.png"}}`,
			"shortDescription": `{{config path="apiplatform/oauth2/secret"}}`,
		},
			fields{"name": "{{x}}", "description": "abhttp://127.0.0.1:8080/media/c.png", "shortDescription": ""}),

		refused("no SKU", fields{"name": "A"}, "SKU is required"),
		refused("a blank SKU", fields{"sku": "  ", "name": "A"}, "SKU is required"),
		refused("no name", fields{"sku": "A"}, "Name is required"),
		refused("a long name", fields{"sku": "A", "name": strings.Repeat("n", 256)}, "Name must not be longer than 255 characters"),
		post("a long SKU", fields{"sku": strings.Repeat("s", 65), "name": "A"}, 422,
			"Failed to create product: SKU length should be 64 characters maximum.", nil),
		refused("an unknown type", fields{"sku": "A", "name": "A", "type": "car"},
			"Invalid product type: car. Valid: simple, virtual, configurable, grouped, bundle, downloadable, giftcard"),
		refused("null for the SKU", fields{"sku": nil, "name": "A"}, `The type of the "sku" attribute must be "string", "null" given.`),
		refused("null for the name", fields{"sku": "A", "name": nil}, `The type of the "name" attribute must be "string", "null" given.`),
		refused("null for the type", fields{"sku": "A", "name": "A", "type": nil},
			`The type of the "type" attribute must be "string", "null" given.`),
		refused("null for the categories", fields{"sku": "A", "name": "A", "categoryIds": nil},
			`The type of the "categoryIds" attribute must be "array", "null" given.`),
		refused("text for a price", fields{"sku": "A", "name": "A", "price": "10"},
			`The type of the "price" attribute must be "float", "string" given.`),
		refused("a number for a flag", fields{"sku": "A", "name": "A", "isActive": 1},
			`The type of the "isActive" attribute must be "bool", "int" given.`),
		refused("a list for a name", fields{"sku": "A", "name": []int{1}}, `The type of the "name" attribute must be "string", "array" given.`),
		refused("a negative price", fields{"sku": "A", "name": "A", "price": -1}, "price must not be negative"),
		refused("a price beyond measure", fields{"sku": "A", "name": "A", "price": 1e12}, `The value of the "price" attribute is out of range.`),
		refused("a date that is none", fields{"sku": "A", "name": "A", "specialFromDate": "soon"},
			"Invalid date for specialFromDate; use Y-m-d format."),
		refused("a date of digits", fields{"sku": "A", "name": "A", "newsToDate": "20200101"}, "Invalid date for newsToDate; use Y-m-d format."),
		refused("special dates the wrong way round",
			fields{"sku": "A", "name": "A", "specialFromDate": "2020-02-01", "specialToDate": "2020-01-01"},
			"specialFromDate must not be later than specialToDate."),
		refused("news dates the wrong way round", fields{"sku": "A", "name": "A", "newsFromDate": "2020-02-01", "newsToDate": "2020-01-01"},
			"newsFromDate must not be later than newsToDate."),
		refused("design dates the wrong way round",
			fields{"sku": "A", "name": "A", "customDesignFrom": "2020-02-01", "customDesignTo": "2020-01-01"},
			"customDesignFrom must not be later than customDesignTo."),
		refused("a layout that is no XML", fields{"sku": "A", "name": "A", "customLayoutUpdate": "<a>"},
			"Invalid customLayoutUpdate: XML data is invalid."),
		refused("a layout with a template", fields{"sku": "A", "name": "A", "customLayoutUpdate": `<block template="x.phtml"/>`},
			"Invalid customLayoutUpdate: Invalid template path used in layout update."),
		refused("a layout with a helper", fields{"sku": "A", "name": "A", "customLayoutUpdate": `<action><a helper="x"/></action>`},
			"Invalid customLayoutUpdate: Helper attributes should not be used in custom layout updates."),
		post("an unknown attribute set", fields{"sku": "A", "name": "A", "attributeSetId": 77}, 422,
			"Failed to create product: Attribute set 77 does not exist.", nil),
		refused("an unknown website", fields{"sku": "A", "name": "A", "websiteIds": []int{1, 9}}, "Unknown website ID: 9"),
		refused("a negative quantity", fields{"sku": "A", "name": "A", "stockQty": -1}, "Quantity cannot be negative"),
		post("a SKU in use", fields{"sku": "LEAST", "name": "A"}, 409, "A product with this SKU already exists", nil),
		post("a SKU in use in another case", fields{"sku": "least", "name": "A"}, 409, "A product with this SKU already exists", nil),
	})
	for name, body := range map[string]string{
		"no JSON": `{"sku":`, "nothing": "", "a list": "[1]", "an empty list for an empty object": "[]",
	} {
		want := "Invalid JSON in request body"
		switch body {
		case "[1]":
			want = "The request body must be a JSON object"
		case "[]":
			want = "SKU is required"
		}
		if a := s.Do("POST", "/products", body, salestest.With(s.Service, "Content-Type", "application/json")...); a.Status != 400 ||
			a.Message() != want {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	if a := s.Do("POST", "/products", `{}`, salestest.With(s.Service, "Content-Type", "text/plain")...); a.Status != 415 {
		t.Errorf("text: %d %s", a.Status, a.Body)
	}
}

func TestTheAnswerNamesTheNewProduct(t *testing.T) {
	t.Parallel()
	s := start(t)
	a := s.Must(201, "POST", "/products", fields{"sku": "A", "name": "A", "stockQty": 1},
		salestest.With(s.Service, "Accept", "application/ld+json")...)
	o := a.Object(t)
	salestest.Check(t, o, fields{"@context": "/api/contexts/Product", "@type": "Product"})
	if want := fmt.Sprintf("/api/rest/v2/products/%d", salestest.Number(o["id"])); a.Header.Get("Location") != want {
		t.Errorf("Location %q, want %q", a.Header.Get("Location"), want)
	}
	if read := s.Must(200, "GET", fmt.Sprintf("/products/%d", salestest.Number(o["id"])), nil,
		salestest.With(s.Service, "Accept", "application/ld+json")...); string(read.Body) != string(a.Body) {
		t.Errorf("the answer\n%s\nis not what is read\n%s", a.Body, read.Body)
	}
}

func TestCustomAttributesOfProducts(t *testing.T) {
	t.Parallel()
	s := start(t)
	var table []exchange
	for _, code := range []string{
		"entity_id", "entity_type_id", "type_id", "sku", "attribute_set_id", "tax_class_id", "website_ids", "stock_data", "status", "visibility",
		"created_at", "updated_at",
	} {
		table = append(table, exchange{Name: code, Method: "POST", Path: "/products", Headers: s.Service, Status: 400,
			Body:    fields{"sku": "X", "name": "X", "customAttributesWrite": fields{code: "1"}},
			Message: "Attribute '" + code + "' cannot be set via customAttributes; use the dedicated field."})
	}
	written := func(custom any) fields { return fields{"sku": "OK", "name": "OK", "customAttributesWrite": custom} }
	table = append(table,
		exchange{
			Name: "a list for a value", Method: "POST", Path: "/products", Headers: s.Service, Status: 400,
			Body: written(fields{"meta_title": []int{1}}), Message: "Attribute 'meta_title' must be a scalar value",
		},
		exchange{
			Name: "no number", Method: "POST", Path: "/products", Headers: s.Service, Status: 400, Body: written(fields{"price": "cheap"}),
			Message: "Attribute 'price' must be a number",
		},
		exchange{
			Name: "no whole number", Method: "POST", Path: "/products", Headers: s.Service, Status: 400,
			Body: written(fields{"msrp_enabled": "1.5"}), Message: "Attribute 'msrp_enabled' must be a whole number",
		},
		exchange{
			Name: "a bad date", Method: "POST", Path: "/products", Headers: s.Service, Status: 400, Body: written(fields{"special_from_date": "x"}),
			Message: "Invalid date for specialFromDate; use Y-m-d format.",
		},
		exchange{
			Name: "a bad character", Method: "POST", Path: "/products", Headers: s.Service, Status: 400,
			Body: written(fields{"meta_title": "a\x00b"}), Message: "Attribute 'meta_title' has characters that cannot be stored",
		},
		exchange{
			Name: "text for the map", Method: "POST", Path: "/products", Headers: s.Service, Status: 400, Body: written("x"),
			Message: `The type of the "customAttributesWrite" attribute must be "array", "string" given.`,
		},
		exchange{Name: "fields by their codes", Method: "POST", Path: "/products", Headers: s.Service, Status: 201, Body: written(fields{
			"meta_title": "T", "meta_keyword": 7, "price": "12.50", "weight": 2, "special_from_date": "2020-01-01 00:00:00", "url_key": "By Code",
			"msrp_enabled": "2", "gift_message_available": true, "no_such_attribute": "x", "price_type": 1,
			"links_title": "only downloads", "short_description": "", "meta_robots": nil,
		}), Want: fields{"metaTitle": "T", "metaKeywords": "7", "price": 12.5, "weight": 2, "specialFromDate": "2020-01-01", "urlKey": "by-code",
			"msrpEnabled": 2, "giftMessageAvailable": 1, "priceType": nil, "linksTitle": nil, "shortDescription": "", "metaRobots": nil}},
		exchange{
			Name: "an empty map written as a list", Method: "PUT", Path: "/products/1", Headers: s.Service, Status: 200,
			Body: `{"customAttributesWrite":[]}`, Want: fields{"metaTitle": "T"},
		},
		exchange{
			Name: "null clears", Method: "PUT", Path: "/products/1", Headers: s.Service, Status: 200,
			Body: fields{"customAttributesWrite": fields{"special_from_date": "", "price": nil}}, Want: fields{"specialFromDate": nil, "price": nil},
		},
	)
	s.Run(t, table)
}

func TestOfManyRequestsForOneSKUOneMakesAProduct(t *testing.T) {
	t.Parallel()
	s := start(t)
	for round := range 5 {
		sku := fmt.Sprintf("RACE-%d", round)
		var made, refused int
		var mu sync.Mutex
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				a := s.Do("POST", "/products", fields{"sku": sku, "name": "A"}, s.Service...)
				mu.Lock()
				defer mu.Unlock()
				switch a.Status {
				case 201:
					made++
				case 409:
					refused++
				default:
					t.Errorf("status %d: %s", a.Status, a.Body)
				}
			})
		}
		group.Wait()
		if made != 1 || refused != 7 {
			t.Errorf("%s: %d were made and %d refused", sku, made, refused)
		}
		s.Must(201, "POST", "/products", fields{"sku": sku + "-after", "name": "A"}, s.Service...)
	}
}
