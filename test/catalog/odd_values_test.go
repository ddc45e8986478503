package catalog_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/test/contract"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// odd are values that clients send by mistake or on purpose.
var odd = []string{
	`null`, `""`, `" "`, `"x"`, `"1"`, `"-1"`, `0`, `-1`, `1.5`, `-0.0`, `1e308`, `1e-308`, `123456789012345678901234567890`, `true`, `false`,
	`[]`, `{}`, `[null]`, `[1]`, `[-1,1,1]`, `["x"]`, `[[]]`, `{"a":1}`, `{"1":null}`, `"\u0000"`, `"\ud800"`, `"2026-02-31"`,
	`"{{block type=\"cms/block\" block_id=\"1\"}}"`, `"<a>"`, `"../../x.png"`, `9223372036854775808`,
	`"` + strings.Repeat("ä", 5000) + `"`,
}

// members lists the members of an operation's body in the OpenAPI document.
func (s *store) members(method, path string) []string {
	s.T.Helper()
	document := s.Must(200, "GET", "/api/docs.json", nil).Object(s.T)
	at := func(from any, steps ...string) map[string]any {
		for _, step := range steps {
			members, _ := from.(map[string]any)
			from = members[step]
		}
		found, _ := from.(map[string]any)
		return found
	}
	schema := at(document, "paths", path, strings.ToLower(method), "requestBody", "content", "application/json", "schema")
	if ref, ok := schema["$ref"].(string); ok {
		schema = at(document, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	names := slices.Sorted(maps.Keys(at(schema, "properties")))
	if len(names) == 0 {
		s.T.Fatalf("%s %s takes nothing", method, path)
	}
	return names
}

// TestOddValuesAreRefusedOrTaken sends bodies with random odd values. Each body is accepted, or refused with a reason, and never causes an
// internal error. A refusal stores nothing. Accepted values can be read.
func TestOddValuesAreRefusedOrTaken(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	s := start(t)
	s.europe(2)
	_, me := s.Customer("anna@example.com")
	mugs := s.category("Mugs", nil)
	s.category("Below", fields{"parentId": mugs})
	s.product("MUG", fields{"categoryIds": []int64{mugs}})
	de := salestest.With(s.Service, "X-Store-Code", "de")
	for _, o := range []struct {
		method, path, template string
		good                   fields // %d in a text is replaced by a new number each time
		headers                []string
		more                   []string // members that the document does not advertise
	}{
		{"POST", "/products", "/products", fields{"sku": "ODD-%d", "name": "A"}, s.Service, nil},
		{"PUT", "/products/1", "/products/{id}", fields{}, s.Service, nil},
		{"PUT", "/products/1", "/products/{id}", fields{}, de, nil},
		{"POST", "/categories", "/categories", fields{"name": "A"}, s.Service, []string{"productPositions"}},
		{"PUT", fmt.Sprintf("/categories/%d", mugs), "/categories/{id}", fields{}, de, []string{"productPositions"}},
		{"PUT", "/inventory", "/inventory", fields{"sku": "MUG", "qty": 1}, s.Service,
			[]string{"minQty", "maxSaleQty", "backorders", "isQtyDecimal", "useConfigManageStock"}},
		{"PUT", "/inventory/bulk", "/inventory/bulk", fields{}, s.Service, nil},
		{"POST", "/customers", "/customers", fields{"email": "odd%d@example.com", "password": "secret phrase"}, s.Service, nil},
		{"PUT", "/customers/1", "/customers/{id}", fields{"isActive": true}, s.Service, nil},
		{"PUT", "/customers/me", "/customers/me", fields{}, me, nil},
		{"POST", "/customers/me/password", "/customers/me/password", fields{"currentPassword": "x"}, me, nil},
		{"POST", "/auth/token", "/auth/token", fields{"email": "bob@example.com", "password": "x"}, nil,
			[]string{"username", "api_key", "client_id"}},
	} {
		names := append(s.members(o.method, o.template), o.more...)
		for n := range 25 {
			members := map[string]string{}
			for name, value := range o.good {
				encoded, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				members[name] = strings.ReplaceAll(string(encoded), "%d", fmt.Sprint(n))
			}
			for range 1 + random.IntN(2) {
				members[names[random.IntN(len(names))]] = odd[random.IntN(len(odd))]
			}
			body := "{"
			for name, value := range members {
				body += fmt.Sprintf("%q:%s,", name, value)
			}
			body = strings.TrimSuffix(body, ",") + "}"
			before := s.LogSize()
			a := s.Do(o.method, o.path, body, o.headers...)
			contract.Check(t, s.Document, o.method, o.path, a.Status, a.Header.Get("Content-Type"), a.Body)
			switch {
			case a.Status >= 500:
				t.Errorf("%s %s with %.300s (seed %d): %d %s", o.method, o.path, body, seed, a.Status, a.Body)
			case a.Status >= 400 && (s.LogSize() != before || a.Message() == ""):
				t.Errorf("%s %s with %.300s (seed %d) was refused (%s), and stored", o.method, o.path, body, seed, a.Body)
			}
		}
	}
	for _, path := range []string{
		"/products?itemsPerPage=100", "/products?search=odd", "/products/1", "/products/1?store=de", "/categories?itemsPerPage=100",
		"/customers?itemsPerPage=100",
	} {
		a := s.Must(200, "GET", path, nil, s.Service...)
		contract.Check(t, s.Document, "GET", path, 200, a.Header.Get("Content-Type"), a.Body)
	}
	s.Verify("products", "categories", "stock", "customers")
}

// TestOddParametersFindSomethingOrNothing sends such values as parameters of lists.
func TestOddParametersFindSomethingOrNothing(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := start(t)
	s.product("MUG", nil)
	texts := []string{
		"", " ", "0", "-1", "1", "1.5", "1e9", "99999999999999999999", "true", "x", "%", "_", `\`, "'", `"`, "\x00", "\xff", "ä", "[]", "{}",
		`{"name":"x"}`, `{"name":{}}`, `{"name":"\u0000","gtin":["\ud800"]}`, "2026-01-01", "2026-13-45",
		"0000-00-00", "9999-12-31 23:59:59", "name", "DESC", "null", "NaN", "Infinity", "1,2", strings.Repeat("x ", 3000),
	}
	for path, names := range map[string]string{
		"/products": "search q sku barcode urlKey categoryId priceMin priceMax sortBy sortDir attributeFilters createdFrom createdTo " +
			"updatedSince fullDetail page itemsPerPage pageSize attr_name attr_price attr_tax_class_id attr_category_ids attr_status",
		"/categories": "search q urlKey parentId includeInMenu page itemsPerPage",
		"/customers":  "search email telephone page itemsPerPage",
		"/countries":  "page", "/stores": "page itemsPerPage",
	} {
		before := s.LogSize()
		for _, name := range strings.Fields(names) {
			for _, text := range texts {
				asked := path + "?" + name + "=" + escaped(text)
				a := s.Do("GET", asked, nil, s.Service...)
				contract.Check(t, s.Document, "GET", asked, a.Status, a.Header.Get("Content-Type"), a.Body)
				if a.Status >= 500 || a.Status >= 400 && a.Message() == "" {
					t.Errorf("%.200s: %d %s", asked, a.Status, a.Body)
				}
			}
		}
		if s.LogSize() != before {
			t.Errorf("reading %s stored something", path)
		}
	}
	for _, id := range []string{"0", "-1", "x", "1.5", "%20", "%00", "99999999999999999999", "1e1", "'", strings.Repeat("9", 500)} {
		for _, path := range []string{"/products/", "/categories/", "/customers/", "/stores/", "/countries/"} {
			for _, method := range []string{"GET", "PUT", "DELETE"} {
				if a := s.Do(method, path+id, fields{}, s.Service...); a.Status < 400 || a.Status >= 500 {
					t.Errorf("%s %s%.50s: %d %s", method, path, id, a.Status, a.Body)
				}
			}
		}
	}
}
