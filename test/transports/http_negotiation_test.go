package transports_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestNegotiation checks which representation an Accept header selects (conventions §7.1, §1 row C1).
func TestNegotiation(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	const plain, linked = "application/json; charset=utf-8", "application/ld+json; charset=utf-8"
	for accept, want := range map[string]string{
		"": plain, "*/*": plain, "application/*": plain, "application/json": plain, "application/ld+json": linked, "APPLICATION/LD+JSON": linked,
		"application/ld+json, application/json": linked, "application/json, application/ld+json": plain,
		"application/json;q=0.5, application/ld+json": linked, "application/ld+json;q=0.5, application/json;q=0.4": linked,
		"application/ld+json;q=0.5, */*": plain, "text/html, application/xhtml+xml, */*;q=0.8": plain,
		"text/html, application/ld+json;q=0.1": linked, "application/json;q=0, */*": linked,
		"application/ld+json;q=0, */*": plain, "application/ld+json; profile=\"http://www.w3.org/ns/json-ld#compacted\"": linked,
		"application/json;charset=utf-8": plain, "application/json;q=x": plain, ",, application/ld+json ,": linked,
		"application/ld+json, */*": linked, "application/*;q=0.9, application/ld+json;q=0.8": plain,
	} {
		headers := []string{"Accept", accept}
		if accept == "" {
			headers = nil
		}
		a := s.Must(200, "GET", "/probes/1", nil, headers...)
		if got := a.Header.Get("Content-Type"); got != want {
			t.Errorf("Accept %q is answered with %s", accept, got)
		}
		shape := `{"id":1,"name":"probe \u003c1\u003e"}`
		if want == linked {
			shape = `{"@context":"/api/contexts/Probe","@type":"Probe","id":1,"name":"probe <1>"}`
		}
		if !sameJSON(t, a.Body, shape) {
			t.Errorf("Accept %q: %s", accept, a.Body)
		}
		tagged(t, a, "GET")
	}
	writer := apptest.Bearer(s.Service([]string{"probes/write"}))
	for _, accept := range []string{
		"text/html", "application/xml", "image/*", "application/json;q=0", "*/*;q=0", "text/*, application/ld+json;q=0.0", "json",
	} {
		want := refusal{
			406, "error", fmt.Sprintf(`Requested format %q is not supported. Supported MIME types are "application/ld+json", "application/json".`,
				accept), false,
		}
		refused(t, s, want, "GET", "/probes/1", nil, "Accept", accept)
		refused(t, s, want, "POST", "/probes", body{"name": "x"}, salestest.With(writer, "Accept", accept)...)
	}
	a := s.Must(201, "POST", "/probes", body{"name": "x"}, salestest.With(writer, "Accept", "application/ld+json")...)
	if !sameJSON(t, a.Body, `{"@context":"/api/contexts/Probe","@type":"Probe","id":1,"name":"x"}`) {
		t.Errorf("created: %s", a.Body)
	}
	context := s.Must(200, "GET", "/api/contexts/Probe", nil)
	if context.Object(t)["@context"] == nil {
		t.Errorf("the context: %s", context.Body)
	}
	s.Must(404, "GET", "/api/contexts/Nothing", nil)
}

func sameJSON(t *testing.T, got []byte, want string) bool {
	t.Helper()
	var a, b any
	if json.Unmarshal(got, &a) != nil || json.Unmarshal([]byte(want), &b) != nil {
		return false
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// pages are requests for pages of a list of 45 rows, with the description of each.
var pages = []struct {
	query    string
	first, n int // the first row and the number of rows
	view     string
	links    string // links of the plain form, by page number
}{
	{"", 1, 20, `{"@id":"P?page=1","@type":"PartialCollectionView","first":"P?page=1","last":"P?page=3","next":"P?page=2"}`,
		"first=1 next=2 last=3"},
	{
		"?page=2", 21, 20,
		`{"@id":"P?page=2","@type":"PartialCollectionView","first":"P?page=1","last":"P?page=3","previous":"P?page=1","next":"P?page=3"}`,
		"first=1 prev=1 next=3 last=3",
	},
	{"?page=3", 41, 5, `{"@id":"P?page=3","@type":"PartialCollectionView","first":"P?page=1","last":"P?page=3","previous":"P?page=2"}`,
		"first=1 prev=2 last=3"},
	{"?page=9", 0, 0, `{"@id":"P?page=9","@type":"PartialCollectionView","first":"P?page=1","last":"P?page=3","previous":"P?page=3"}`,
		"first=1 prev=3 last=3"},
	{"?itemsPerPage=100", 1, 45, `{"@id":"P?itemsPerPage=100","@type":"PartialCollectionView"}`, "first=1 last=1"},
	{"?itemsPerPage=101&page=1", 1, 45, `{"@id":"P?itemsPerPage=101","@type":"PartialCollectionView"}`, "first=1 last=1"},
	{
		"?pageSize=44", 1, 44,
		`{"@id":"P?pageSize=44&page=1","@type":"PartialCollectionView","first":"P?pageSize=44&page=1","last":"P?pageSize=44&page=2",` +
			`"next":"P?pageSize=44&page=2"}`, "first=1 next=2 last=2",
	},
	{"?pageSize=5&itemsPerPage=45", 1, 45, `{"@id":"P?itemsPerPage=45&pageSize=5","@type":"PartialCollectionView"}`, "first=1 last=1"},
	{
		"?itemsPerPage=0&page=2", 2, 1,
		`{"@id":"P?itemsPerPage=0&page=2","@type":"PartialCollectionView","first":"P?itemsPerPage=0&page=1","last":"P?itemsPerPage=0&page=45",` +
			`"previous":"P?itemsPerPage=0&page=1","next":"P?itemsPerPage=0&page=3"}`, "first=1 prev=1 next=3 last=45",
	},
	{"?page=0", 1, 20, `{"@id":"P?page=1","@type":"PartialCollectionView","first":"P?page=1","last":"P?page=3","next":"P?page=2"}`,
		"first=1 next=2 last=3"},
	{"?page=-99999999999999999999", 1, 20,
		`{"@id":"P?page=1","@type":"PartialCollectionView","first":"P?page=1","last":"P?page=3","next":"P?page=2"}`, "first=1 next=2 last=3"},
	{"?page=x", 1, 20, `{"@id":"P?page=1","@type":"PartialCollectionView","first":"P?page=1","last":"P?page=3","next":"P?page=2"}`,
		"first=1 next=2 last=3"},
	{
		"?page=2x&a=%26%20b", 21, 20,
		`{"@id":"P?a=%26%20b&page=2","@type":"PartialCollectionView","first":"P?a=%26%20b&page=1","last":"P?a=%26%20b&page=3",` +
			`"previous":"P?a=%26%20b&page=1","next":"P?a=%26%20b&page=3"}`, "first=1 prev=1 next=3 last=3",
	},
	{"?none=1", 0, 0, `{"@id":"P?none=1","@type":"PartialCollectionView"}`, "first=1 last=1"},
	{"?none=1&page=5", 0, 0, `{"@id":"P?none=1","@type":"PartialCollectionView"}`, "first=1 last=1"},
}

// TestCollections checks pages in both representations (conventions §7.2, §8; rest-v2 §Conventions).
func TestCollections(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	const path = "/api/rest/v2/probes"
	link := regexp.MustCompile(`^<` + path + `\?(.*&)?page=(\d+)>; rel="(\w+)"; total="(\d+)"$`)
	for _, c := range pages {
		total := 45
		if strings.Contains(c.query, "none") {
			total = 0
		}
		a := s.Must(200, "GET", "/probes"+c.query, nil, "Accept", "application/ld+json")
		o := a.Object(t)
		members, _ := o["member"].([]any)
		if o["@context"] != "/api/contexts/Probe" || o["@id"] != path || o["@type"] != "Collection" || o["totalItems"] != float64(total) ||
			len(members) != c.n {
			t.Errorf("%s: %d members, %s", c.query, len(members), a.Body)
		}
		if c.n > 0 && fmt.Sprint(members[0]) != fmt.Sprintf("map[@type:Probe id:%d name:probe <%d>]", c.first, c.first) {
			t.Errorf("%s begins with %v", c.query, members[0])
		}
		view, _ := json.Marshal(o["view"])
		if !sameJSON(t, view, strings.ReplaceAll(c.view, `"P?`, `"`+path+`?`)) {
			t.Errorf("%s:\n got %s\nwant %s", c.query, view, c.view)
		}

		a = s.Must(200, "GET", "/probes"+c.query, nil)
		if list := a.List(t); len(list) != c.n || c.n > 0 && (list[0]["id"] != float64(c.first) || list[0]["@type"] != nil) {
			t.Errorf("%s: %d things, %s", c.query, len(list), a.Body)
		}
		var links []string
		for _, part := range strings.Split(a.Header.Get("Link"), ", ") {
			m := link.FindStringSubmatch(part)
			if m == nil || m[4] != fmt.Sprint(total) {
				t.Errorf("%s: link %s", c.query, part)
				continue
			}
			links = append(links, m[3]+"="+m[2])
		}
		if got := strings.Join(links, " "); got != c.links || a.Header.Get("X-Total-Count") != fmt.Sprint(total) {
			t.Errorf("%s: links %s, want %s", c.query, got, c.links)
		}
	}
}

// TestCollectionsOfOnePage checks that a list of one page always has all rows. Its page is described only if the query has parameters.
func TestCollectionsOfOnePage(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	for query, view := range map[string]string{
		"": "null", "?page=1": "null", "?page=7": "null", "?a=b": `{"@id":"/api/rest/v2/stores?a=b","@type":"PartialCollectionView"}`,
		"?a=b&page=7": `{"@id":"/api/rest/v2/stores?a=b","@type":"PartialCollectionView"}`,
	} {
		o := s.Must(200, "GET", "/stores"+query, nil, "Accept", "application/ld+json").Object(t)
		got, _ := json.Marshal(o["view"])
		if !sameJSON(t, got, view) || o["totalItems"] != 1.0 || len(o["member"].([]any)) != 1 {
			t.Errorf("%s: %v", query, o)
		}
		a := s.Must(200, "GET", "/stores"+query, nil)
		if a.Header.Get("Link") != "" || len(a.List(t)) != 1 {
			t.Errorf("%s: %v %s", query, a.Header, a.Body)
		}
	}
}
