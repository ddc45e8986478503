package catalog_test

import (
	"fmt"
	"testing"
)

// TestMessagesOfParts compares the messages of sub-resources with the sheets, to the letter (shapes-catalog §4, §5, §6, §7, §8, §9).
func TestMessagesOfParts(t *testing.T) {
	t.Parallel()
	s := start(t)
	plain := s.product("PLAIN", nil)
	at := func(kind string) string {
		return fmt.Sprintf("/products/%d/", s.product("A"+kind, fields{"type": kind, "price": nil, "stockQty": nil}))
	}
	bundle, grouped, configurable, downloadable, simple := at("bundle")+"bundle-options", at("grouped")+"grouped",
		at("configurable")+"configurable", at("downloadable")+"downloadable-links", fmt.Sprintf("/products/%d/", plain)
	options, related := simple+"custom-options", simple+"links/related"
	type request struct {
		method, path string
		body         any
		status       int
		message      string
	}
	for _, r := range []request{
		{"PUT", simple + "group-prices", fields{}, 400, "Request body must be an array of group prices"},
		{"PUT", simple + "group-prices", []any{1}, 400, "Each group price must be an object"},
		{"PUT", simple + "group-prices", []fields{{"price": -1}}, 400, "Price must not be negative"},
		{"POST", options, fields{"type": "field"}, 400, "Title is required"},
		{"POST", options, fields{"title": "T"}, 400, "Type is required"},
		{"POST", options, fields{"title": "T", "type": "y"}, 400, "Invalid option type: y"},
		{"POST", options, fields{"title": "T", "type": "radio"}, 400, "Select-type options require at least one value"},
		{"POST", options, fields{"title": "T", "type": "radio", "values": []fields{{}}}, 400, "Value at index 0 must have a title"},
		{"POST", options, fields{"title": "T", "type": "field", "price": -1}, 400, "Price must not be negative"},
		{"POST", options, fields{"title": "T", "type": "file", "fileExtensions": "php"}, 422,
			"Failed to create option: The following file extensions are not allowed for security reasons: php"},
		{"PUT", options + "/99", fields{"title": "T"}, 404, "Option not found"},
		{"DELETE", options + "/99", nil, 404, "Option not found"},
		{"GET", simple + "bundle-options", nil, 400, "Product is not a bundle product"},
		{"POST", bundle, fields{"title": " "}, 400, "title is required"},
		{"POST", bundle, fields{"title": "T", "type": "x"}, 400, "Invalid type: x. Valid: select, radio, checkbox, multi"},
		{"POST", bundle, fields{"title": "T", "selections": []fields{{"productId": plain, "qty": 0}}}, 400, "Quantity must be greater than 0"},
		{"POST", bundle, fields{"title": "T", "selections": []fields{{"productId": plain, "price": -1}}}, 400, "Price must not be negative"},
		{"PUT", bundle + "/99", fields{"title": "T"}, 404, "Bundle option not found"},
		{"PUT", bundle, fields{"title": "T"}, 400, "optionId is required"},
		{"DELETE", bundle, nil, 400, "optionId is required"},
		{"DELETE", bundle + "?optionId=99", nil, 404, "Bundle option not found"},
		{"GET", simple + "configurable", nil, 400, "Product is not a configurable product"},
		{"PUT", configurable, fields{"superAttributes": []string{"flavour"}}, 400, "Attribute not found: flavour"},
		{"POST", configurable + "/children", fields{}, 400, "childProductId is required and must be positive"},
		{"GET", simple + "downloadable-links", nil, 400, "Product is not a downloadable product"},
		{"POST", downloadable, fields{}, 400, "title is required"},
		{"POST", downloadable, fields{"title": "T", "price": -1}, 400, "Price must not be negative"},
		{"POST", downloadable, fields{"title": "T", "isShareable": 3}, 400, "isShareable must be 0 (no), 1 (yes), or 2 (use config)"},
		{"POST", downloadable, fields{"title": "T", "linkType": "ftp"}, 400, "Invalid linkType: ftp. Valid: url, file"},
		{"POST", downloadable, fields{"title": "T"}, 400, "linkUrl is required for url type links"},
		{"PUT", downloadable, fields{"title": "T"}, 400, "linkId is required"},
		{"PUT", downloadable, fields{"id": 99, "title": "T"}, 404, "Downloadable link not found"},
		{"DELETE", downloadable, nil, 400, "linkId is required"},
		{"DELETE", downloadable + "?linkId=99", nil, 404, "Downloadable link not found"},
		{"GET", simple + "grouped", nil, 400, "Product is not a grouped product"},
		{"PUT", grouped, fields{}, 400, "Each link must be an object"},
		{"PUT", grouped, []fields{{}}, 400, "childProductId is required and must be positive"},
		{"POST", grouped, fields{}, 400, "childProductId is required and must be positive"},
		{"POST", grouped, fields{"childProductId": 99999}, 422, "Failed to add grouped link"},
		{"POST", related, fields{"linkedProductId": 0}, 400, "linkedProductId is required and must be positive"},
		{"POST", related, fields{"linkedProductId": 99999}, 422, "Failed to save links"},
		{"PUT", related, []any{3}, 400, "Each link must be an object with linkedProductId"},
		{"PUT", related, []fields{{"linkedProductId": 99999}}, 422, "Failed to save links"},
	} {
		if a := s.Do(r.method, r.path, r.body, s.Service...); a.Status != r.status || a.Message() != r.message {
			t.Errorf("%s %s %v: %d %q, want %d %q", r.method, r.path, r.body, a.Status, a.Message(), r.status, r.message)
		}
	}
}

// TestProductsAreActiveByView: a write that names a store view switches the product there alone (shapes-catalog §0.5).
func TestProductsAreActiveByView(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.SecondWebsite()
	id := s.product("MUG", fields{"websiteIds": []int64{1, 2}})
	path := fmt.Sprintf("/products/%d", id)
	s.Must(200, "PUT", path+"?store=de", fields{"isActive": false}, s.Service...)
	s.Settle()
	s.Must(404, "GET", path+"?store=de", nil)
	if a := s.Must(200, "GET", path, nil).Object(t); a["status"] != "enabled" {
		t.Errorf("the other view shows %v", a["status"])
	}
	if a := s.Must(200, "GET", path+"?store=de", nil, s.Service...).Object(t); a["status"] != "disabled" {
		t.Errorf("the back office sees %v", a["status"])
	}
	for _, code := range []string{"created_at", "updated_at"} {
		for _, a := range s.Must(200, "GET", "/product-attributes?code="+code, nil, s.Service...).List(t) {
			if a["attributeCode"] == code && a["isRequired"] != true {
				t.Errorf("%s is not required", code)
			}
		}
	}
}
