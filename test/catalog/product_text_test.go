package catalog_test

import (
	"fmt"
	"testing"

	"tradelog/domain/settings"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestDirectivesFollowTheStore checks that descriptions are stored unchanged and that their directives are expanded for each store
// (shapes-catalog §0.7).
func TestDirectivesFollowTheStore(t *testing.T) {
	t.Parallel()
	s := start(t)
	europe, de, _ := s.europe(2)
	s.Configure("general/store_information/name", "Mugs & More", "apiplatform/general/cors_origins", "https://secret.example")
	s.ConfigureIn(settings.Scope{Level: "store", ID: de}, "general/store_information/name", "Becher", "web/secure/base_url",
		"https://de.example")
	id := s.product("MUG", fields{
		"websiteIds":  []int64{1, europe},
		"description": `{{config path="general/store_information/name"}}: {{store url="contact"}}`,
		"shortDescription": `<{{config path="apiplatform/general/cors_origins"}}{{config path="apiplatform/oauth2/secret"}}{{config ` +
			`path="no/such/path"}}{{block type="cms/block" block_id="x"}}{{var x}}>`,
	})
	path := fmt.Sprintf("/products/%d", id)
	get := func(name, path string, headers []string, want fields) exchange {
		return exchange{Name: name, Method: "GET", Path: path, Headers: headers, Status: 200, Want: want}
	}
	s.Run(t, []exchange{
		get("the default store", path, nil, fields{"description": "Mugs & More: http://127.0.0.1:8080/contact", "shortDescription": "<>"}),
		get("another one", path, []string{"X-Store-Code", "de"},
			fields{"description": "Becher: https://de.example/contact", "shortDescription": "<>"}),
		get("the back office", path, s.Service, fields{"description": "Mugs & More: http://127.0.0.1:8080/contact", "shortDescription": "<>"}),
	})
	s.Configure("general/store_information/name", "Only Mugs")
	s.Run(t, []exchange{get("once it was changed", path, nil, fields{"description": "Only Mugs: http://127.0.0.1:8080/contact"})})
	if row := s.Must(200, "GET", "/products", nil, "X-Store-Code", "de").
		List(t)[0]; row["description"] != "Becher: https://de.example/contact" {
		t.Errorf("in a list: %v", row["description"])
	}
}

// TestASearchSpeaksTheStoresLanguage checks that a search uses the names of the store view.
func TestASearchSpeaksTheStoresLanguage(t *testing.T) {
	t.Parallel()
	s := start(t)
	europe, _, _ := s.europe(2)
	id := s.product("MUG", fields{"name": "Mug", "description": "of clay", "websiteIds": []int64{1, europe}})
	s.product("ZOO", fields{"name": "apple", "websiteIds": []int64{1, europe}})
	s.Must(200, "PUT", fmt.Sprintf("/products/%d?store=de", id), fields{"name": "Äpfelbecher", "description": "aus Ton"}, s.Service...)
	for _, c := range []struct{ store, search, want string }{
		{"default", "clay", "MUG"}, {"default", "ton", ""}, {"de", "ton", "MUG"}, {"de", "CLAY", ""}, {"de", "ÄPFEL", "MUG"},
		{"fr", "clay mug", "MUG"}, {"fr", "äpfel", ""},
	} {
		if got := skus(t, s.Must(200, "GET", "/products?search="+escaped(c.search), nil, "X-Store-Code", c.store)); got != c.want {
			t.Errorf("%q in %s finds %q, want %q", c.search, c.store, got, c.want)
		}
	}
	list := func(headers ...string) apptest.Answer { return s.Must(200, "GET", "/products", nil, headers...) }
	if got := skus(t, list()); got != "ZOO MUG" { // sorting ignores case
		t.Errorf("by name: %q", got)
	}
}

// TestPricesOfWebsitesWithTheirOwnCurrency checks the currency of prices if each website has its own base currency.
func TestPricesOfWebsitesWithTheirOwnCurrency(t *testing.T) {
	t.Parallel()
	s := start(t)
	europe, _, _ := s.europe(2)
	id := s.product("MUG", fields{"websiteIds": []int64{1, europe}})
	path := fmt.Sprintf("/products/%d", id)
	s.Configure("catalog/price/scope", "1")
	s.ConfigureIn(settings.Scope{Level: "website", ID: europe}, "currency/options/base", "EUR")
	reader := s.As([]string{"products/read"})
	get := func(name string, headers []string, want fields) exchange {
		return exchange{Name: name, Method: "GET", Path: path, Headers: headers, Status: 200, Want: want}
	}
	s.Run(t, []exchange{
		get("at home", nil, fields{"price": 10, "currency": "USD"}),
		get("abroad", []string{"X-Store-Code", "de"}, fields{"price": 10, "currency": "EUR"}),
		get("abroad in another currency", []string{"X-Store-Code", "de", "X-Currency-Code", "USD"}, fields{"price": 14.15, "currency": "USD"}),
		get("the back office at home", reader, fields{"price": 10, "currency": "USD"}),
		get("the back office abroad", salestest.With(reader, "X-Store-Code", "de"), fields{"price": 10, "currency": "EUR"}),
	})
}
