package catalog_test

import (
	"crypto/md5"
	"fmt"
	"strings"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/test/apptest"
	"tradelog/test/contract"
)

// TestFormsOfTheDirectory checks both representations against the OpenAPI document, and that the answers are the same for every caller.
func TestFormsOfTheDirectory(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	germanWebsite(t, s)
	doc := contract.Fetch(t, s.URL)
	_, token := s.Customer("anna@example.com")
	callers := [][]string{
		apptest.Bearer(token), apptest.Bearer(s.Service([]string{"orders/read"})), apptest.Bearer(s.Service([]string{"all"})),
		apptest.Bearer(s.Admin("sales/order")),
	}
	for path, kind := range map[string]string{
		"/store-config": "StoreConfig", "/de/config": "StoreConfig", "/stores": "Store", "/stores/1": "Store",
		"/stores/currencies": "Currency", "/countries": "Country", "/countries/DEU": "Country",
	} {
		plain := s.Must(200, "GET", path, nil)
		contract.Check(t, doc, "GET", path, 200, plain.Header.Get("Content-Type"), plain.Body)
		if plain.Header.Get("Content-Type") != "application/json; charset=utf-8" || strings.Contains(string(plain.Body), `"@`) {
			t.Errorf("%s: %s %.200s", path, plain.Header.Get("Content-Type"), plain.Body)
		}
		linked := s.Must(200, "GET", path, nil, "Accept", "application/ld+json")
		contract.Check(t, doc, "GET", path, 200, linked.Header.Get("Content-Type"), linked.Body)
		o := linked.Object(t)
		if o["@context"] != "/api/contexts/"+kind {
			t.Errorf("%s: @context %v", path, o["@context"])
		}
		members, collection := o["member"].([]any)
		switch {
		case !collection && (o["@type"] != kind || o["@id"] != nil):
			t.Errorf("%s: %.200s", path, linked.Body)
		case collection:
			if o["@type"] != "Collection" || o["@id"] != "/api/rest/v2"+path || o["totalItems"] != float64(len(members)) || o["view"] != nil {
				t.Errorf("%s: %.200s", path, linked.Body)
			}
			for _, m := range members {
				if m := m.(map[string]any); m["@type"] != kind || m["@context"] != nil || m["@id"] != nil {
					t.Errorf("%s: member %v", path, m)
				}
			}
		}
		for _, headers := range callers {
			if a := s.Must(200, "GET", path, nil, headers...); string(a.Body) != string(plain.Body) {
				t.Errorf("%s is something else for %.20s", path, headers[1])
			}
		}
		if a := s.Must(200, "HEAD", path, nil); len(a.Body) != 0 || a.Header.Get("ETag") != plain.Header.Get("ETag") {
			t.Errorf("HEAD %s: %q %v", path, a.Body, a.Header)
		}
	}
	// Lists have one page, whatever page is requested.
	for _, path := range []string{"/stores", "/stores/currencies", "/countries"} {
		whole := s.Must(200, "GET", path, nil)
		if a := s.Must(
			200, "GET", path+"?page=2&itemsPerPage=1", nil,
		); string(a.Body) != string(whole.Body) || a.Header.Get("Link") != whole.Header.Get("Link") {
			t.Errorf("%s has pages: %q", path, a.Header.Get("Link"))
		}
	}
	switched := s.Must(201, "POST", "/stores/switch/de", nil, "Accept", "application/ld+json")
	contract.Check(t, doc, "POST", "/stores/switch/de", 201, switched.Header.Get("Content-Type"), switched.Body)
	if o := switched.Object(t); o["@type"] != "Store" || o["@context"] != "/api/contexts/Store" || o["success"] != true {
		t.Errorf("switched: %s", switched.Body)
	}
}

// TestHowLongTheDirectoryMayBeKept checks Cache-Control (rest-v2 §Conventions, conventions §9).
func TestHowLongTheDirectoryMayBeKept(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	germanWebsite(t, s)
	reader := apptest.Bearer(s.Service([]string{"all"}))
	for _, c := range []struct {
		path    string
		headers []string
		want    string
	}{
		{"/store-config", nil, "public, max-age=3600"}, {"/countries", nil, "public, max-age=3600"}, {
			"/countries/DE", []string{"X-Store-Code", "de"}, "public, max-age=3600",
		},
		{"/stores?store=de", nil, "private, max-age=3600"}, {"/stores", reader, "private, must-revalidate, max-age=60"}, {
			"/stores/1", reader, "private, must-revalidate, max-age=300",
		},
		{"/stores/currencies?store=de", reader, "private, must-revalidate, max-age=60"},
	} {
		a := s.Must(200, "GET", c.path, nil, c.headers...)
		etag := a.Header.Get("ETag")
		if got := a.Header.Get("Cache-Control"); got != c.want || etag != fmt.Sprintf(`"%x"`, md5.Sum(a.Body)) {
			t.Errorf("%s: Cache-Control %q, want %q; ETag %s", c.path, got, c.want, etag)
		}
		for _, header := range []string{etag, `W/` + etag, `"x", ` + etag, "*"} {
			kept := s.Must(304, "GET", c.path, nil, append([]string{"If-None-Match", header}, c.headers...)...)
			if len(kept.Body) != 0 || kept.Header.Get("ETag") != etag || kept.Header.Get("Cache-Control") != c.want {
				t.Errorf("%s: 304 with %q %v", c.path, kept.Body, kept.Header)
			}
		}
		s.Must(200, "GET", c.path, nil, append([]string{"If-None-Match", `"x"`}, c.headers...)...)
	}
	etag := s.Must(200, "GET", "/stores/currencies", nil).Header.Get("ETag")
	if err := s.Commands.Directory.SetRates(apptest.Operator(), shop.Rate{From: "USD", To: "EUR", Value: money.MustParse("0.9")}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if o := s.Must(200, "GET", "/stores/currencies", nil, "If-None-Match", etag).List(t); o[1]["exchangeRate"] != 0.9 {
		t.Errorf("a new rate is not seen: %v", o)
	}
}

// TestWhatTheDirectoryRefuses checks that no answer depends on a store that the caller may not see (conventions §4.8) and that refusals
// store nothing.
func TestWhatTheDirectoryRefuses(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	de := germanWebsite(t, s)
	restricted := apptest.Bearer(s.Service([]string{"all"}, de))
	_, token := s.Customer("anna@example.com")
	before := s.LogSize()
	for _, c := range []struct {
		method, path string
		headers      []string
		status       int
		message      string
	}{
		{"GET", "/store-config?store=mars", nil, 400, "Unknown store: mars"},
		{"GET", "/store-config?store=", nil, 400, "The store parameter cannot be empty."},
		{"GET", "/store-config", []string{"X-Store-Code", ""}, 400, "The store parameter cannot be empty."},
		{"GET", "/stores", []string{"X-Currency-Code", "GBP"}, 400, "Currency not available for this store: GBP"},
		{"GET", "/stores", []string{"X-Currency-Code", ""}, 400, "The X-Currency-Code header cannot be empty."},
		{"GET", "/stores?store=admin", nil, 401, "Authentication required"},
		{"GET", "/stores?store=admin", apptest.Bearer(token), 403, "The admin scope is restricted to backend tokens."},
		{"GET", "/countries?store=default", restricted, 403, "Token is not authorized for the requested store."},
		{"GET", "/countries?store=admin", restricted, 403, "Token is not authorized for the requested store."},
		{"POST", "/stores/switch/default?store=de", restricted, 403, "Token is not authorized for the requested store."},
		{"POST", "/stores/switch/nowhere?store=de", restricted, 404, "Store with code 'nowhere' not found"},
		{
			"GET", "/stores", []string{"Accept", "text/html"}, 406,
			`Requested format "text/html" is not supported. Supported MIME types are "application/ld+json", "application/json".`,
		},
		{"GET", "/countries/" + strings.Repeat("x", 100), nil, 422, "Invalid country code: " + strings.Repeat("x", 64)},
		{"POST", "/countries", nil, 405, `No route found for "POST ` + s.URL + `/api/rest/v2/countries": Method Not Allowed (Allow: GET)`},
		{
			"GET", "/stores/switch/de", nil, 405,
			`No route found for "GET ` + s.URL + `/api/rest/v2/stores/switch/de": Method Not Allowed (Allow: POST)`,
		},
	} {
		if a := s.Do(c.method, c.path, nil, c.headers...); a.Status != c.status || a.Message() != c.message {
			t.Errorf("%s %s: %d %s\nwant %d %q", c.method, c.path, a.Status, a.Body, c.status, c.message)
		}
	}
	for _, path := range []string{"/countries", "/countries?store=de", "/stores/1?store=de", "/default/config?store=de"} {
		s.Must(200, "GET", path, nil, restricted...)
	}
	if s.LogSize() != before {
		t.Error("a refusal was stored")
	}
	// An inactive store view can be named (conventions §11) and keeps its configuration.
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Scope{Level: "store", ID: 3},
		map[string]string{"general/locale/code": "fr_FR"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if o := s.Must(200, "GET", "/store-config?store=fr", nil).Object(t); o["storeCode"] != "fr" || o["locale"] != "fr_FR" {
		t.Errorf("a store view that is switched off: %v", o)
	}
}
