package transports_test

import (
	"strings"
	"testing"

	"tradelog/test/apptest"
)

// TestDiscovery checks that the enabled interfaces can be found from the host alone (conventions §3.9, §18).
func TestDiscovery(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	s.Configure("web/secure/base_url", "https://shop.example.com", "general/store_information/name", "Mugs & <More>")
	const hour, catalog = "public, max-age=3600", "/.well-known/api-catalog"
	anchors := func() (out []string) {
		a := s.Must(200, "GET", catalog, nil)
		self := `<https://shop.example.com/.well-known/api-catalog>; rel="api-catalog"`
		h := a.Header
		if h.Get("Content-Type") != "application/linkset+json" || h.Get("Cache-Control") != hour || !strings.Contains(h.Get("Link"), self) {
			t.Errorf("headers of the catalogue: %v", h)
		}
		for _, l := range a.Object(t)["linkset"].([]any) {
			l := l.(map[string]any)
			out = append(out, l["anchor"].(string))
			described := l["service-desc"].([]any)[0].(map[string]any)
			for _, links := range []any{l["service-desc"], l["service-doc"]} {
				if links == nil {
					continue
				}
				for _, link := range links.([]any) {
					path, here := strings.CutPrefix(link.(map[string]any)["href"].(string), "https://shop.example.com")
					if found := s.Do("GET", path, nil); !here || found.Status != 200 {
						t.Errorf("%v leads to %d", link, found.Status)
					}
				}
			}
			if described["type"] == "" || described["title"] == "" {
				t.Errorf("a description: %v", described)
			}
		}
		return out
	}
	if got := strings.Join(anchors(), " "); got != "https://shop.example.com/api/rest/v2" {
		t.Errorf("without agents: %s", got)
	}
	for _, path := range []string{"/.well-known/mcp.json", "/.well-known/mcp/server-card.json"} {
		if a := s.Must(404, "GET", path, nil); a.Object(t)["error"] != "protocol_disabled" {
			t.Errorf("%s while agents are off: %s", path, a.Body)
		}
	}
	s.Configure("apiplatform/protocols/mcp", "1")
	if got := strings.Join(anchors(), " "); got != "https://shop.example.com/api/rest/v2 https://shop.example.com/api/mcp" {
		t.Errorf("with agents: %s", got)
	}
	for _, path := range []string{"/.well-known/mcp.json", "/.well-known/mcp/server-card.json"} {
		a := s.Must(200, "GET", path, nil)
		card := a.Object(t)
		remotes := card["remotes"].([]any)
		if a.Header.Get("Content-Type") != "application/json" || a.Header.Get("Cache-Control") != hour {
			t.Errorf("%s: %v", path, a.Header)
		}
		if card["name"] != "com.example.shop/tradelog" || card["title"] != "Mugs & <More>" || card["version"] != "test" ||
			card["websiteUrl"] != "https://shop.example.com/" || len(card["description"].(string)) > 100 || len(remotes) != 1 ||
			!strings.HasPrefix(card["$schema"].(string), "https://static.modelcontextprotocol.io/") {
			t.Errorf("%s: %v %s", path, a.Header, a.Body)
		}
		if r := remotes[0].(map[string]any); r["type"] != "streamable-http" || r["url"] != "https://shop.example.com/api/mcp" {
			t.Errorf("%s: %v", path, r)
		}
	}
	entryPoint(t, s)
	vocabulary(t, s)
	s.Configure("apiplatform/protocols/rest_v2", "0")
	s.Must(404, "GET", "/api/docs.jsonld", nil)
	s.Must(200, "GET", "/api", nil)
	if got := strings.Join(anchors(), " "); got != "https://shop.example.com/api/mcp" {
		t.Errorf("without REST: %s", got)
	}
	s.Configure("apiplatform/protocols/mcp", "0")
	s.Must(404, "GET", catalog, nil)
	s.Must(404, "HEAD", catalog, nil)
}

// entryPoint checks that every list of the entry point exists.
func entryPoint(t *testing.T, s *apptest.Shop) {
	t.Helper()
	plain := s.Must(200, "GET", "/api", nil).Object(t)
	all := apptest.Bearer(s.Service([]string{"all"}))
	linked := s.Must(200, "GET", "/api", nil, "Accept", "application/ld+json").Object(t)
	if plain["product"] != "/api/rest/v2/products" || plain["order"] != "/api/rest/v2/orders" || len(plain) < 10 ||
		len(linked) != len(plain)+3 {
		t.Errorf("the entry point: %v", plain)
	}
	if linked["@context"] != "/api/contexts/Entrypoint" || linked["@id"] != "/api" || linked["@type"] != "Entrypoint" {
		t.Errorf("the entry point as JSON-LD: %v", linked)
	}
	terms := s.Must(200, "GET", "/api/contexts/Entrypoint", nil).Object(t)["@context"].(map[string]any)
	for name, path := range plain {
		a := s.Do("GET", path.(string), nil, all...)
		if strings.HasPrefix(a.Message(), "No route found") || linked[name] != path || terms[name] == nil {
			t.Errorf("%s: %v answers %d; as JSON-LD %v, its term %v", name, path, a.Status, linked[name], terms[name])
		}
	}
	s.Must(200, "GET", "/api", nil, "Accept", "text/html,application/xhtml+xml")
	s.Must(406, "GET", "/api", nil, "Accept", "image/png")
	if head := s.Must(200, "HEAD", "/api", nil); len(head.Body) != 0 {
		t.Errorf("HEAD: %s", head.Body)
	}
	s.Must(405, "POST", "/api", "{}")
}

// vocabulary checks that the Hydra document has a class for each resource and for each entry of the entry point.
func vocabulary(t *testing.T, s *apptest.Shop) {
	t.Helper()
	a := s.Must(200, "GET", "/api/docs.jsonld", nil)
	byAccept := s.Must(200, "GET", "/api/docs", nil, "Accept", "application/ld+json")
	if string(byAccept.Body) != string(a.Body) || a.Header.Get("Content-Type") != "application/ld+json; charset=utf-8" {
		t.Errorf("by Accept: %v %.100s", a.Header, byAccept.Body)
	}
	doc := a.Object(t)
	if doc["@type"] != "ApiDocumentation" || doc["entrypoint"] != "/api" || doc["title"] != "tradelog API" {
		t.Errorf("the document: %.300s", a.Body)
	}
	classes := map[string]map[string]any{}
	for _, c := range doc["supportedClass"].([]any) {
		c := c.(map[string]any)
		classes[c["@id"].(string)] = c
	}
	operations := 0
	for _, o := range s.Pipeline.Registry.All() {
		if classes["#"+o.Resource.Name] == nil {
			t.Errorf("%s is no class", o.Resource.Name)
		}
	}
	for _, c := range classes {
		operations += len(c["supportedOperation"].([]any))
		for _, p := range c["supportedProperty"].([]any) {
			if at, ok := p.(map[string]any)["property"].(map[string]any)["supportedOperation"]; ok {
				operations += len(at.([]any))
			}
		}
	}
	if want := len(s.Pipeline.Registry.All()) + 1; operations != want { // one more for the entry point
		t.Errorf("%d operations are described, want %d", operations, want)
	}
	found := false
	for _, p := range classes["#Product"]["supportedProperty"].([]any) {
		p := p.(map[string]any)
		if p["title"] == "sku" {
			found = p["readable"] == true && p["writeable"] == true && p["property"].(map[string]any)["range"] == "xsd:string"
		}
	}
	if !found {
		t.Errorf("the SKU: %v", classes["#Product"]["supportedProperty"])
	}
}
