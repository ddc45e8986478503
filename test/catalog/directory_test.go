package catalog_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/test/apptest"
)

// germanWebsite adds a second website with a German store view and an inactive one.
func germanWebsite(t *testing.T, s *apptest.Shop) (storeID int64) {
	t.Helper()
	ctx := apptest.Operator()
	must := func(id int64, err error) int64 {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	website := must(s.Commands.Directory.Websites.Create(ctx, shop.Website{Code: "eu", Name: "Europe", SortOrder: 1}))
	group := must(s.Commands.Directory.Groups.Create(ctx, shop.Group{WebsiteID: website, Name: "EU Store", RootCategoryID: 2}))
	storeID = must(s.Commands.Directory.Views.Create(ctx,
		shop.Store{Code: "de", Name: "Deutsch", WebsiteID: website, GroupID: group, IsActive: true, SortOrder: 1}))
	must(s.Commands.Directory.Views.Create(ctx, shop.Store{Code: "fr", Name: "Français", WebsiteID: website, GroupID: group, SortOrder: 2}))
	if err := s.Commands.Directory.Websites.Set(ctx, website, record.Values{"defaultGroupId": json.RawMessage("2")}); err != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Directory.SetConfig(ctx, settings.Scope{Level: "store", ID: storeID}, map[string]string{
		"general/locale/code": "de_DE", "general/locale/timezone": "Europe/Berlin", "general/locale/weight_unit": "kgs",
		"general/country/allow": "DE, AT,CH,AN", "currency/options/default": "EUR", "web/unsecure/base_url": "https://shop.example/de",
		"design/head/default_title": "Laden", "checkout/options/guest_checkout": "0", "catalog/review/active": "1",
		"general/store_information/name": "Der Laden",
	}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	return storeID
}

// exactly checks that an object has exactly the expected members.
func exactly(t *testing.T, got map[string]any, want map[string]any) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		a, _ := json.Marshal(got[name])
		b, _ := json.Marshal(want[name])
		if _, has := got[name]; !has || string(a) != string(b) {
			t.Errorf("%s is %s, want %s", name, a, b)
		}
	}
	for name, value := range got {
		if _, has := want[name]; !has {
			t.Errorf("unexpected member %s: %v", name, value)
		}
	}
}

func TestStores(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	de := germanWebsite(t, s)
	restricted := apptest.Bearer(s.Service([]string{"all"}, 1))
	before := s.LogSize()
	list := s.Must(200, "GET", "/stores", nil).List(t)
	if len(list) != 2 {
		t.Fatalf("active store views: %v", list)
	}
	first := map[string]any{
		"id": 1, "code": "default", "name": "Default Store View", "websiteId": 1, "groupId": 1, "groupName": "Main Store",
		"rootCategoryId": 2, "isActive": true,
		"baseUrl": "http://127.0.0.1:8080/", "baseLinkUrl": "http://127.0.0.1:8080/", "baseMediaUrl": "http://127.0.0.1:8080/media/",
		"locale":   "en_US",
		"currency": map[string]any{"base": "USD", "default": "USD"}, "extensions": []any{},
	}
	exactly(t, list[0], first)
	exactly(t, list[1], map[string]any{
		"id": de, "code": "de", "name": "Deutsch", "websiteId": 2, "groupId": 2, "groupName": "EU Store", "rootCategoryId": 2, "isActive": true,
		"baseUrl": "https://shop.example/de/", "baseLinkUrl": "https://shop.example/de/",
		"baseMediaUrl": "https://shop.example/de/media/", "locale": "de_DE",
		"currency": map[string]any{"base": "USD", "default": "EUR"}, "extensions": []any{},
	})
	exactly(t, s.Must(200, "GET", "/stores/1", nil).Object(t), first)
	for _, id := range []string{"0", "3", "99", "abc", "99999999999999999999"} {
		if a := s.Must(404, "GET", "/stores/"+id, nil); a.Message() != "Store not found" {
			t.Errorf("store %s: %s", id, a.Body)
		}
	}

	first["success"] = true
	exactly(t, s.Must(201, "POST", "/stores/switch/default", nil).Object(t), first)
	if o := s.Must(201, "POST", "/stores/switch/2", map[string]any{}).Object(t); o["code"] != "de" {
		t.Errorf("by number: %v", o)
	}
	for _, code := range []string{"fr", "nowhere", "admin", "0"} {
		if a := s.Must(404, "POST", "/stores/switch/"+code, nil); a.Message() != "Store with code '"+code+"' not found" {
			t.Errorf("switch to %s: %s", code, a.Body)
		}
	}
	s.Must(201, "POST", "/stores/switch/default", nil, restricted...)
	if a := s.Must(403, "POST", "/stores/switch/de", nil, restricted...); a.Message() != "Token is not authorized for the requested store." {
		t.Errorf("%s", a.Body)
	}
	if s.LogSize() != before {
		t.Error("reading or switching stored events")
	}
}

func TestStoreConfig(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	germanWebsite(t, s)
	got := s.Must(200, "GET", "/store-config", nil).Object(t)
	if countries, _ := got["allowedCountries"].([]any); len(countries) != 247 {
		t.Errorf("%d allowed countries", len(countries))
	}
	delete(got, "allowedCountries")
	exactly(t, got, map[string]any{
		"id": "default", "storeCode": "default", "storeName": "Main Store", "baseCurrencyCode": "USD",
		"defaultDisplayCurrencyCode": "USD", "locale": "en_US",
		"timezone": "America/Los_Angeles", "weightUnit": "lbs", "baseUrl": "http://127.0.0.1:8080/",
		"baseMediaUrl":           "http://127.0.0.1:8080/media/",
		"isGuestCheckoutAllowed": true, "newsletterEnabled": true, "wishlistEnabled": true, "reviewsEnabled": false,
		"logoUrl": "http://127.0.0.1:8080/skin/frontend/default/default/images/logo.svg", "logoAlt": "Main Store", "cmsHomePage": "home",
		"extensions": []any{},
	})
	want := map[string]any{
		"id": "de", "storeCode": "de", "storeName": "Der Laden", "baseCurrencyCode": "USD", "defaultDisplayCurrencyCode": "EUR",
		"locale":   "de_DE",
		"timezone": "Europe/Berlin", "weightUnit": "kgs", "baseUrl": "https://shop.example/de/", "baseMediaUrl": "https://shop.example/de/media/",
		"allowedCountries": []string{"DE", "AT", "CH", "AN"}, "isGuestCheckoutAllowed": false, "newsletterEnabled": true, "wishlistEnabled": true,
		"reviewsEnabled": true, "logoUrl": "https://shop.example/de/skin/frontend/default/default/images/logo.svg", "logoAlt": "Der Laden",
		"defaultTitle": "Laden", "cmsHomePage": "home", "extensions": []any{},
	}
	exactly(t, s.Must(200, "GET", "/de/config", nil).Object(t), want)
	exactly(t, s.Must(200, "GET", "/store-config", nil, "X-Store-Code", "de").Object(t), want)
	exactly(t, s.Must(200, "GET", "/store-config?store=2", nil, "X-Store-Code", "default").Object(t), want)
	for _, code := range []string{"fr", "admin", "nowhere"} {
		if a := s.Must(404, "GET", "/"+code+"/config", nil); a.Message() != "Store with code '"+code+"' not found" {
			t.Errorf("%s: %s", code, a.Body)
		}
	}
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default,
		map[string]string{"general/locale/code": "", "general/locale/timezone": "",
			"general/locale/weight_unit": "", "general/country/allow": "", "web/default/cms_home_page": ""}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	got = s.Must(200, "GET", "/store-config", nil).Object(t)
	for name, fallback := range map[string]any{"locale": "en_US", "timezone": "UTC", "weightUnit": "lbs", "cmsHomePage": "home"} {
		if got[name] != fallback {
			t.Errorf("%s without a value is %v", name, got[name])
		}
	}
	if list, ok := got["allowedCountries"].([]any); !ok || len(list) != 0 {
		t.Errorf("no country is allowed: %v", got["allowedCountries"])
	}
}

func TestCurrenciesOfAStore(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	germanWebsite(t, s)
	list := s.Must(200, "GET", "/stores/currencies", nil).List(t)
	if len(list) != 2 {
		t.Fatalf("currencies: %v", list)
	}
	exactly(t, list[0], map[string]any{"code": "USD", "symbol": "$", "exchangeRate": 1, "extensions": []any{}})
	exactly(t, list[1], map[string]any{"code": "EUR", "symbol": "€", "exchangeRate": 0.7067, "extensions": []any{}})
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default,
		map[string]string{"currency/options/allow": "GBP,EUR"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if list := s.Must(200, "GET", "/stores/currencies", nil).List(t); len(list) != 1 || list[0]["code"] != "EUR" {
		t.Errorf("a currency without a rate is listed, or the base although it is not allowed: %v", list)
	}
}

func TestCountries(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	germanWebsite(t, s)
	list := s.Must(200, "GET", "/countries", nil).List(t)
	if len(list) != 245 || !slices.IsSortedFunc(
		list, func(a, b map[string]any) int { return strings.Compare(a["name"].(string), b["name"].(string)) },
	) {
		t.Errorf("%d countries, or not in order", len(list))
	}
	us := s.Must(200, "GET", "/countries/us", nil).Object(t)
	regions := us["availableRegions"].([]any)
	if len(regions) != 65 {
		t.Errorf("%d states", len(regions))
	}
	exactly(t, regions[0].(map[string]any), map[string]any{"id": 1, "code": "AL", "name": "Alabama"})
	delete(us, "availableRegions")
	exactly(t, us, map[string]any{"id": "US", "name": "United States", "iso2Code": "US", "iso3Code": "USA", "extensions": []any{}})

	names := []any{}
	for _, c := range s.Must(200, "GET", "/countries", nil, "X-Store-Code", "de").List(t) {
		names = append(names, c["name"])
	}
	if want := []any{"Deutschland", "Schweiz", "Österreich"}; !slices.Equal(names, want) {
		t.Errorf("allowed in the German store: %v", names)
	}
	if o := s.Must(
		200, "GET", "/countries/SXM", nil, "X-Store-Code", "de",
	).Object(t); o["id"] != "SX" || len(o["availableRegions"].([]any)) != 0 {
		t.Errorf("a country that is not allowed: %v", o)
	}
	for _, code := range []string{"XX", "ZZZ", "%C3%BC"} {
		if a := s.Must(404, "GET", "/countries/"+code, nil); a.Message() != "Not Found" {
			t.Errorf("%s: %s", code, a.Body)
		}
	}
	for _, code := range []string{"X", "USAA", "united-states"} {
		if a := s.Must(422, "GET", "/countries/"+code, nil); a.Message() != "Invalid country code: "+code {
			t.Errorf("%s: %s", code, a.Body)
		}
	}
}

// TestRepeatedReadsOfTheDirectoryNeedNoQuery checks that reads need no query while the configuration is unchanged.
func TestRepeatedReadsOfTheDirectoryNeedNoQuery(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	paths := []string{"/store-config", "/default/config", "/stores", "/stores/1", "/stores/currencies", "/countries", "/countries/DE"}
	first := map[string]string{}
	for _, path := range paths {
		first[path] = string(s.Must(200, "GET", path, nil).Body)
	}
	for _, path := range paths {
		etag := ""
		if !s.NeedsNoQuery(func() {
			a := s.Must(200, "GET", path, nil)
			if etag = a.Header.Get("ETag"); string(a.Body) != first[path] {
				t.Errorf("%s changed", path)
			}
		}) {
			t.Errorf("a repeated read of %s asked the database", path)
		}
		if !s.NeedsNoQuery(func() { s.Must(304, "GET", path, nil, "If-None-Match", etag) }) {
			t.Errorf("a conditional read of %s asked the database", path)
		}
	}
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default,
		map[string]string{"general/store_information/name": "Other"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if o := s.Must(200, "GET", "/store-config", nil).Object(t); o["storeName"] != "Other" {
		t.Errorf("a change of the configuration is not seen: %v", o["storeName"])
	}
}
