package catalog_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tradelog/domain/catalog"
	"tradelog/domain/settings"
	"tradelog/test/apptest"
)

// TestSearch checks the ways to search: by parts of words, by all forms of words, and by both (shapes-catalog §1.9).
func TestSearch(t *testing.T) {
	t.Parallel()
	b := startBook(t)
	s := b.store
	europe, de, _ := s.europe(2)
	s.ConfigureIn(settings.Scope{Level: "store", ID: de}, catalog.LocalePath, "de_DE")
	websites := []int64{1, europe}
	made := func(sku string, more fields) int64 {
		more["websiteIds"] = websites
		return s.product(sku, more)
	}
	b.scarlet()
	lamp := made("AB-123", fields{"name": "Running lamp", "shortDescription": "bright", "description": "<p class=\"heavy\">for a desk</p>"})
	made("C", fields{"name": "Desk", "description": "holds lamps", "customAttributesWrite": fields{"color": b.red, "secret": "linen"}})
	made("D", fields{"name": "Chair", "shortDescription": "beside the desk", "gtin": "4006381333931"})
	made("E", fields{"name": "Unlisted desk", "visibility": "catalog"})
	s.Must(200, "PUT", fmt.Sprintf("/products/%d?store=de", lamp), fields{"name": "Lampen", "description": "Tische"}, s.Service...)
	found := func(store, search string) string {
		t.Helper()
		return skus(t, s.Must(200, "GET", "/products?search="+escaped(search), nil, "X-Store-Code", store))
	}
	check := func(kind string, cases [][3]string) {
		t.Helper()
		for _, c := range cases {
			if got := found(c[0], c[1]); got != c[2] {
				t.Errorf("%s: %q in %s finds %q, want %q", kind, c[1], c[0], got, c[2])
			}
		}
	}
	check("parts", [][3]string{
		{"default", "esk", "D C AB-123"}, {"default", "carle", "C"}, {"default", "lamps", "C"}, {"default", "linen", ""}, {"de", "running", ""},
	})
	s.Configure(catalog.SearchTypePath, "2")
	check("full text", [][3]string{
		{"default", "desk", "C D AB-123"},  // the name counts more than the short description, which counts more than the description
		{"default", "desks", "C D AB-123"}, // another form
		{"default", "lamps", "AB-123 C"},   // another form
		{"default", "hai", ""},             // no part of a word
		{"default", "esk", "C"},            // similar to a word of the name
		{"default", "runni", "AB-123"},     // the beginning of the last word
		{"default", "run lamp", "AB-123"},  // all words
		{"default", "lamp chair", ""},      // not only some of them
		{"default", "the chair", "D"},      // stop words
		{"default", "ab-123", "AB-123"},    // a SKU
		{"default", "123", "AB-123"},       // a part of a SKU
		{"default", "4006381333931", "D"},  // a GTIN
		{"default", "heavy", ""},           // no tags
		{"default", "scarlet", "C"},        // the label of an option
		{"default", "desk scarlet", "C"},   // with another word
		{"default", "linen", ""},           // not searchable
		{"default", "runing lmap", ""},     // too different from every word
		{"default", "cahir", ""},           // too short for so many errors
		{"default", "runnign", "AB-123"},   // a typing error
		{"default", "%%% && | ! :* '", ""}, // nothing to look for
		{"de", "lampe", "AB-123 C"},        // the language of the store view
		{"de", "tisch", "AB-123"},          // and the texts of the store view
		{"de", "bright", "AB-123"},         // texts that it shares with all store views
		{"de", "running", ""},              // but not the texts that it has replaced
		{"default", "lampen", "AB-123"},    // similar to a word of the name
		{"default", strings.Repeat("x", 90), ""},
	})
	if got := skus(t, s.Must(200, "GET", "/products?search=desk&sortBy=sku&sortDir=desc", nil)); got != "D C AB-123" {
		t.Errorf("sorted by SKU: %q", got)
	}
	searchable := func(a *catalog.ProductAttribute) { a.Searchable = true }
	if _, err := b.writes.SetAttribute(apptest.Operator(), b.id("secret"), searchable); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	check("a searchable attribute", [][3]string{{"default", "linen", "C"}})
	s.ConfigureIn(settings.Scope{Level: "store", ID: de}, catalog.SearchLanguagePath, "simple")
	check("word by word", [][3]string{{"de", "lampen", "AB-123"}, {"de", "tisches", ""}})
	s.Configure(catalog.SearchTypePath, "3")
	check("both", [][3]string{
		{"default", "desks", "C D AB-123"}, {"default", "esk", "D C AB-123"}, {"default", "runnign", "AB-123"}, {"default", "carle", "C"},
	})
	for _, rubbish := range []string{"'", "\\", "a'b", "a:*b", "!", "(", ")", "&", "<->", "''':", "$1", "日本語", "’", "ﷺ", "*:A"} {
		for _, kind := range []string{"1", "2", "3"} {
			s.Configure(catalog.SearchTypePath, kind)
			found("default", rubbish)
		}
	}
	s.Verify("products", "stock")
}

// TestSearchesKnowNoAccents: a product is found however its words and the search are written, in each way to search and each language, and
// also while it is sold out.
func TestSearchesKnowNoAccents(t *testing.T) {
	t.Parallel()
	b := startBook(t)
	s := b.store
	europe, de, _ := s.europe(2)
	s.ConfigureIn(settings.Scope{Level: "store", ID: de}, catalog.LocalePath, "de_DE")
	websites := []int64{1, europe}
	s.product("WITH", fields{"name": "Crème Brûlée für zwei", "websiteIds": websites, "stockQty": 0})
	s.product("BARE", fields{"name": "Creme Brulee fur zwei", "websiteIds": websites})
	s.product("STREET", fields{"name": "Tasse", "description": "<p>aus der Königstraße</p>", "websiteIds": websites})
	for _, kind := range []string{"1", "2", "3"} {
		s.Configure(catalog.SearchTypePath, kind)
		for _, view := range []string{"default", "de"} {
			for search, wanted := range map[string]string{
				"creme brulee": "BARE WITH", "Crème Brûlée": "BARE WITH", "CRÈME": "BARE WITH", "cre\u0300me brule": "BARE WITH",
				"konigstrasse": "STREET", "Königstraße": "STREET", "KÖNIGSTRASSE": "STREET", "créme tasse": "",
			} {
				query := "/products?sortBy=sku&sortDir=asc&search=" + escaped(search)
				if got := skus(t, s.Must(200, "GET", query, nil, "X-Store-Code", view)); got != wanted {
					t.Errorf("way %s: %q in %s finds %q, want %q", kind, search, view, got, wanted)
				}
			}
		}
	}
	if got := skus(t, s.Must(200, "GET", "/products?sortBy=sku&sortDir=asc", nil)); got != "BARE STREET" {
		t.Errorf("without a search %q is listed", got)
	}
	s.Verify("products", "stock")
}

// TestFiltersOfTheTool checks that the tool filters as REST does (shapes-catalog §1.9).
func TestFiltersOfTheTool(t *testing.T) {
	t.Parallel()
	b := startBook(t)
	s := b.store
	s.Configure("apiplatform/protocols/mcp", "1", catalog.SearchTypePath, "3")
	index := s.category("Place", fields{})
	s.product("A", fields{
		"name": "Blue shirt", "price": 30, "barcode": "111", "urlKey": "a", "categoryIds": []int64{index},
		"customAttributesWrite": fields{"color": b.red, "eco": true},
	})
	s.product("B", fields{"name": "Red shirt", "price": 20, "countryOfManufacture": "FR", "customAttributesWrite": fields{"color": b.blue}})
	s.product("C", fields{"name": "mug", "price": 5.5})
	tell := func(method string, params fields, headers ...string) apptest.Answer {
		t.Helper()
		return s.Must(200, "POST", "/api/mcp", fields{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, headers...)
	}
	session := tell("initialize", fields{
		"protocolVersion": "2025-11-25", "capabilities": fields{}, "clientInfo": fields{"name": "test", "version": "1"},
	}).Header.Get("Mcp-Session-Id")
	for _, c := range []struct {
		arguments fields
		want      string
	}{
		{fields{}, "A C B"},
		{fields{"search": "shirts"}, "A B"},
		{fields{"search": "shrits"}, ""},
		{fields{"search": "shirtt"}, "A B"},
		{fields{"sku": "b"}, "B"},
		{fields{"barcode": "111"}, "A"},
		{fields{"categoryId": index}, "A"},
		{fields{"priceMin": 20, "sortBy": "price"}, "B A"},
		{fields{"priceMax": 20, "sortBy": "price", "sortDir": "desc"}, "B C"},
		{fields{"attributeFilters": fmt.Sprintf(`{"color":[%d,%d],"eco":1}`, b.red, b.blue)}, "A"},
		{fields{"attributeFilters": `{"country_of_manufacture":"FR"}`}, "B"},
		{fields{"createdFrom": "2099-01-01"}, ""},
		{fields{"createdTo": "2099-01-01", "search": "mug"}, "C"},
		{fields{"createdTo": "2001-01-01"}, ""},
		{fields{"updatedSince": "2099-01-01"}, ""},
	} {
		answer := tell("tools/call", fields{"name": "catalog_products_list", "arguments": c.arguments}, "Mcp-Session-Id", session,
			"Mcp-Protocol-Version", "2025-11-25")
		var told struct {
			Result struct {
				StructuredContent json.RawMessage `json:"structuredContent"`
			} `json:"result"`
		}
		if err := json.Unmarshal(answer.Body, &told); err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, match := range skuMember.FindAllSubmatch(told.Result.StructuredContent, -1) {
			found = append(found, string(match[1]))
		}
		if got := strings.Join(found, " "); got != c.want {
			t.Errorf("%v lists %q, want %q: %.500s", c.arguments, got, c.want, answer.Body)
		}
	}
}

var skuMember = regexp.MustCompile(`"sku":"([^"]*)"`)
