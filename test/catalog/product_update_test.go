package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/test/salestest"
)

func TestUpdateProduct(t *testing.T) {
	t.Parallel()
	s := start(t)
	first, second := s.category("First", nil), s.category("Second", nil)
	id := s.product("MUG", fields{
		"description": "d", "specialPrice": 8, "specialFromDate": "2020-01-01", "categoryIds": []int64{first}, "metaTitle": "m", "urlKey": "mug",
	})
	s.product("CUP", nil)
	path := fmt.Sprintf("/products/%d", id)
	put := func(name string, body any, status int, message string, want fields) exchange {
		return exchange{Name: name, Method: "PUT", Path: path, Body: body, Headers: s.Service, Status: status, Message: message, Want: want}
	}
	s.Run(t, []exchange{
		put("nothing", fields{}, 200, "", fields{
			"sku": "MUG", "name": "The MUG", "description": "d", "price": 10, "stockQty": 5, "categoryIds": []int64{first},
		}),
		put("one field", fields{"price": 12.5}, 200, "", fields{
			"price": 12.5, "finalPrice": 8, "specialPrice": 8, "name": "The MUG", "stockQty": 5,
		}),
		put("empty texts that cannot be", fields{"sku": "", "name": "", "visibility": "nowhere", "categoryIds": []int{}}, 200, "",
			fields{"sku": "MUG", "name": "The MUG", "visibility": "catalog_search", "categoryIds": []int64{first}}),
		put("empty text where it can be", fields{"description": "", "specialFromDate": ""}, 200, "",
			fields{"description": "", "specialFromDate": nil}),
		put("null and read-only fields",
			fields{"specialPrice": nil, "metaTitle": nil, "id": 9, "type": "virtual", "finalPrice": 1}, 200, "",
			fields{"specialPrice": 8, "metaTitle": "m", "id": id, "type": "simple", "finalPrice": 8, "status": "enabled"}),
		put("an empty URL key is made of the new name", fields{"urlKey": "", "name": "Tea Mug"}, 200, "",
			fields{"urlKey": "tea-mug", "name": "Tea Mug"}),
		put("a new name leaves the URL key", fields{"name": "Mug"}, 200, "", fields{"urlKey": "tea-mug"}),
		put("categories are replaced", fields{"categoryIds": []int64{second, 777}}, 200, "", fields{"categoryIds": []int64{second}}),
		put("only unknown categories", fields{"categoryIds": []int64{777}}, 200, "", fields{"categoryIds": []int{}}),
		put("off", fields{"isActive": false}, 200, "", fields{"status": "disabled"}),
		put("an answer that is sent back", fields{"isActive": true, "status": "disabled"}, 200, "", fields{"status": "enabled"}),
		put("off by its status", fields{"status": "disabled"}, 200, "", fields{"status": "disabled"}),
		put("no status", fields{"status": "on"}, 400, "status must be enabled or disabled.", nil),
		put("and changed while it is off", fields{"isActive": true, "visibility": "not_visible"}, 200, "",
			fields{"status": "enabled", "visibility": "not_visible"}),
		put("another SKU", fields{"sku": "MUG-2"}, 200, "", fields{"sku": "MUG-2"}),
		put("the same SKU in another case", fields{"sku": "mug-2"}, 200, "", fields{"sku": "mug-2"}),
		put("no website", fields{"websiteIds": []int{}}, 200, "", fields{"websiteIds": []int{}}),
		put("a website again", fields{"websiteIds": []int{1}}, 200, "", fields{"websiteIds": []int{1}}),

		put("a long SKU", fields{"sku": strings.Repeat("s", 65)}, 422, "Failed to update product: SKU length should be 64 characters maximum.",
			nil),
		put("a new SKU with a mistake elsewhere", fields{"sku": "POT", "newsFromDate": "2020-02-01", "newsToDate": "2020-01-01"}, 400,
			"newsFromDate must not be later than newsToDate.", nil),
		put("a SKU in use", fields{"sku": "cup"}, 409, "A product with this SKU already exists", nil),
		put("a negative price", fields{"price": -0.01}, 400, "price must not be negative", nil),
		put("a date that is none", fields{"newsFromDate": "31.31.2020"}, 400, "Invalid date for newsFromDate; use Y-m-d format.", nil),
		put("dates the wrong way round with what is there", fields{"specialToDate": "2020-01-01", "specialFromDate": "2021-01-01"}, 400,
			"specialFromDate must not be later than specialToDate.", nil),
		put("a layout that is no XML", fields{"customLayoutUpdate": "&"}, 400, "Invalid customLayoutUpdate: XML data is invalid.", nil),
		put("a status by its code", fields{"customAttributesWrite": fields{"status": 2}}, 400,
			"Attribute 'status' cannot be set via customAttributes; use the dedicated field.", nil),
		put("an unknown attribute set", fields{"attributeSetId": 5}, 422, "Failed to update product: Attribute set 5 does not exist.", nil),
		put("a negative quantity", fields{"price": 99, "stockQty": -3}, 400, "Quantity cannot be negative", nil),
		put("bad JSON", `{"price":`, 400, "Invalid JSON in request body", nil),
		put("useDefault without a store", fields{"useDefault": []string{"name"}}, 400,
			"useDefault requires a store context (?store=): global values have no default to revert to.", nil),
		{Name: "an unknown product", Method: "PUT", Path: "/products/999", Body: "{", Headers: s.Service, Status: 404, Message: "Not Found"},
		{Name: "no number", Method: "PUT", Path: "/products/mug", Body: fields{}, Headers: s.Service, Status: 404, Message: "Not Found"},
		{Name: "a number too large", Method: "PUT", Path: "/products/99999999999999999999", Body: fields{}, Headers: s.Service, Status: 404,
			Message: "Not Found"},
		{Name: "the price was not touched by refusals", Method: "GET", Path: path, Headers: s.Service, Status: 200, Want: fields{"price": 12.5}},
	})
	before := s.LogSize()
	noRoute := `No route found for "PATCH ` + s.URL + "/api/rest/v2" + path + `": Method Not Allowed (Allow: GET, PUT, DELETE)`
	if a := s.Must(405, "PATCH", path, fields{}, s.Service...); a.Message() != noRoute || s.LogSize() != before {
		t.Errorf("PATCH, which the document does not have: %s, %d events", a.Body, s.LogSize()-before)
	}
	s.Must(200, "PUT", path, fields{"price": 12.5, "name": "Mug", "websiteIds": []int{1}}, s.Service...)
	if after := s.LogSize(); after != before {
		t.Errorf("changing nothing left %d events", after-before)
	}
	s.product("MUG", nil) // its former SKU is free again
}

func TestDeleteProduct(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.product("MUG", nil)
	path := fmt.Sprintf("/products/%d", id)
	if a := s.Must(204, "DELETE", path, nil, s.Service...); len(a.Body) != 0 || a.Header.Get("X-Event-Position") == "" {
		t.Errorf("answer %q %v", a.Body, a.Header)
	}
	s.Run(t, []exchange{
		{Name: "it is gone", Method: "GET", Path: path, Headers: s.Service, Status: 404, Message: "Not Found"},
		{Name: "twice", Method: "DELETE", Path: path, Headers: s.Service, Status: 404, Message: "Not Found"},
		{Name: "changed", Method: "PUT", Path: path, Body: fields{}, Headers: s.Service, Status: 404, Message: "Not Found"},
		{Name: "its stock", Method: "PUT", Path: "/inventory", Body: fields{"sku": "MUG", "qty": 1}, Headers: s.Service, Status: 404,
			Message: "Product not found for SKU: MUG"},
	})
	if list := s.Must(200, "GET", "/products", nil).List(t); len(list) != 0 {
		t.Errorf("still listed: %v", list)
	}
	again := s.Must(201, "POST", "/products", fields{"sku": "mug", "name": "Another"}, s.Service...).Object(t)
	salestest.Check(t, again, fields{"stockQty": 0, "name": "Another"})
	if salestest.Number(again["id"]) == id {
		t.Error("an identifier was given out twice")
	}
}

func TestStockWrittenWithAProduct(t *testing.T) {
	t.Parallel()
	s := start(t)
	post := func(name string, body fields, status int, message string, want fields) exchange {
		body["sku"], body["name"] = name, "A"
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
	data := func(f fields) fields { return fields{"stockData": f} }
	s.Run(t, []exchange{
		post("an empty object written as a list", fields{"stockData": []int{}, "customAttributesWrite": []int{}}, 201, "",
			fields{"stockStatus": "out_of_stock"}),
		post("columns", data(fields{"qty": 7, "is_in_stock": true, "manage_stock": 1, "min_qty": 2, "min_sale_qty": "3", "max_sale_qty": 9.5,
			"backorders": 1, "notify_stock_qty": 4, "is_qty_decimal": 1, "qty_increments": 3, "enable_qty_increments": "1", "unknown": 5,
			"use_config_notify_stock_qty": nil}), 201, "", fields{
			"stockQty": 7, "stockItem.qty": 7, "stockItem.min_qty": 2, "stockItem.min_sale_qty": 3, "stockItem.max_sale_qty": 9.5,
			"stockItem.backorders": 1, "stockItem.notify_stock_qty": 4, "stockItem.is_qty_decimal": true, "stockItem.qty_increments": 3,
			"stockItem.enable_qty_increments": true, "stockItem.use_config_min_qty": false, "stockItem.use_config_manage_stock": false,
			"stockItem.manage_stock": true}),
		post("camel case", data(fields{"qty": "8", "isInStock": 1, "minSaleQty": 2, "useConfigMinSaleQty": true}), 201, "", fields{
			"stockQty": 8, "stockItem.min_sale_qty": 2, "stockItem.use_config_min_sale_qty": true}),
		post("the shortcut", fields{"stockQty": 6}, 201, "", fields{"stockQty": 6, "stockStatus": "in_stock"}),
		post("the shortcut loses", fields{"stockQty": 6, "stockData": fields{"qty": 4}}, 201, "", fields{"stockQty": 4}),
		post("the shortcut with other data", fields{"stockQty": 6, "stockData": fields{"min_qty": 1}}, 201, "",
			fields{"stockQty": 6, "stockItem.min_qty": 1}),
		post("only manage_stock is ignored", data(fields{"manage_stock": false}), 201, "",
			fields{"stockStatus": "out_of_stock", "stockItem.manage_stock": true}),
		post("not managed", data(fields{"manage_stock": false, "qty": 0}), 201, "",
			fields{"stockStatus": "in_stock", "stockItem.manage_stock": false}),
		post("sold out by quantity whatever the flag", data(fields{"qty": 0, "is_in_stock": true}), 201, "",
			fields{"stockStatus": "out_of_stock", "stockItem.is_in_stock": false}),
		post("sold out at the minimum", data(fields{"qty": 3, "min_qty": 3}), 201, "", fields{"stockStatus": "out_of_stock"}),
		post("in stock by quantity whatever the flag", data(fields{"qty": 5, "is_in_stock": false}), 201, "", fields{"stockStatus": "in_stock"}),
		post("backorders", data(fields{"qty": 0, "backorders": 2}), 201, "", fields{"stockStatus": "in_stock"}),

		post("a negative quantity", data(fields{"qty": -1}), 400, "Quantity cannot be negative", nil),
		post("a quantity beyond measure", data(fields{"qty": 99_999_999.5}), 400, "Quantity cannot be greater than 99999999", nil),
		post("backorders that are none", data(fields{"backorders": 3}), 400, "backorders must be one of: 0, 1, 2", nil),
		post("half backorders", data(fields{"backorders": 0.5}), 400, "backorders must be one of: 0, 1, 2", nil),
		post("a negative minimum", data(fields{"min_qty": -1}), 400, "min_qty cannot be negative", nil),
		post("a negative least sale", data(fields{"minSaleQty": -1}), 400, "min_sale_qty cannot be negative", nil),
		post("a negative most sale", data(fields{"max_sale_qty": -1}), 400, "max_sale_qty cannot be negative", nil),
		post("a negative notice", data(fields{"notify_stock_qty": -1}), 400, "notify_stock_qty cannot be negative", nil),
		post("negative steps", data(fields{"qty_increments": -1}), 400, "qty_increments cannot be negative", nil),
		post("a list for the data", fields{"stockData": []int{1}}, 400, `The type of the "stockData" attribute must be "array", "array" given.`,
			nil),
		post("text that is no number", data(fields{"qty": "many"}), 400, `The "stockData.qty" attribute is not valid: it must be a number`, nil),
		post("a flag that is none", data(fields{"is_in_stock": "perhaps"}), 400,
			`The "stockData.is_in_stock" attribute is not valid: it must be true or false`, nil),
	})
	id := s.product("SYNC", nil)
	put := func(name string, body, want fields) exchange {
		return exchange{Name: name, Method: "PUT", Path: fmt.Sprintf("/products/%d", id), Body: body, Headers: s.Service, Status: 200, Want: want}
	}
	s.Run(t, []exchange{
		put("an update leaves what it does not name", data(fields{"min_sale_qty": 2}), fields{"stockQty": 5, "stockItem.min_sale_qty": 2}),
		put("to nothing", fields{"stockQty": 0}, fields{"stockQty": 0, "stockStatus": "out_of_stock", "stockItem.min_sale_qty": 2}),
		put("and back", fields{"stockQty": 1}, fields{"stockStatus": "in_stock"}),
	})
	s.Configure("cataloginventory/options/sync_stock_availability_with_qty", "0")
	s.Run(t, []exchange{
		put("the flag stands when nothing keeps it in step", data(fields{"qty": 4, "is_in_stock": false}), fields{"stockStatus": "out_of_stock"}),
		put("but nothing is nothing", data(fields{"qty": 0, "is_in_stock": true}), fields{"stockStatus": "out_of_stock"}),
	})
}

// TestAFastUpdate checks the steps that a fast update skips (shapes-catalog §1.4).
func TestAFastUpdate(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.SecondWebsite()
	id := s.product("FAST", fields{"websiteIds": []int64{1, 2}})
	all := fields{"sku": "SLOW", "taxClassId": 2, "attributeSetId": 99, "customAttributesWrite": fields{"sku": "refused"}, "name": "Fast",
		"stockData": fields{"qty": 4, "min_qty": 9, "is_in_stock": true}}
	kept := fields{"sku": "FAST", "taxClassId": 0, "attributeSetId": 4, "name": "Fast", "stockStatus": "in_stock", "stockQty": 4}
	path := fmt.Sprintf("/products/%d", id)
	s.Run(t, []exchange{
		{Name: "by a parameter", Method: "PUT", Path: path + "?fast=true", Body: all, Headers: s.Service, Status: 200, Want: kept},
		{Name: "by a header", Method: "PUT", Path: path, Body: fields{"sku": "SLOW", "name": "Faster"},
			Headers: salestest.With(s.Service, "X-Fast-Update", "true"), Status: 200, Want: fields{"sku": "FAST", "name": "Faster"}},
		{
			Name:    "in a store view",
			Method:  "PUT",
			Path:    path + "?fast=1&store=de",
			Body:    fields{"name": "Schnell"},
			Headers: s.Service,
			Status:  200,
			Want:    fields{"name": "Schnell"},
		},
		{Name: "back to all stores", Method: "PUT", Path: path + "?fast=1&store=de", Body: fields{"useDefault": []string{"name"}},
			Headers: s.Service, Status: 200, Want: fields{"name": "Faster"}},
		{Name: "the availability follows without it", Method: "PUT", Path: path, Body: fields{"stockQty": 4}, Headers: s.Service, Status: 200,
			Want: fields{"stockStatus": "out_of_stock"}},
	})
}
