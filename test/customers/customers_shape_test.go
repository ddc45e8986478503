package customers_test

import (
	"crypto/md5"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/contract"
)

// TestTheFormsOfCustomers checks pages, links and both representations against the OpenAPI document.
func TestTheFormsOfCustomers(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	doc := contract.Fetch(t, s.URL)
	for i := range 23 {
		s.Customer(fmt.Sprintf("c%02d@example.com", i))
	}
	reader := apptest.Bearer(s.Service([]string{"customers/read"}))
	linked := append([]string{"Accept", "application/ld+json"}, reader...)
	for _, c := range []struct {
		query string
		rows  int
		first string
		link  string // what Link contains
		not   string // what Link does not contain
		view  string // the JSON-LD view
	}{
		{"", 20, "c22", `</api/rest/v2/customers?page=2>; rel="next"; total="23"`, `rel="prev"`,
			`{"@id":"/api/rest/v2/customers?page=1","@type":"PartialCollectionView","first":"/api/rest/v2/customers?page=1",` +
				`"last":"/api/rest/v2/customers?page=2","next":"/api/rest/v2/customers?page=2"}`},
		{"?page=2", 3, "c02", `</api/rest/v2/customers?page=1>; rel="prev"; total="23"`, `rel="next"`,
			`{"@id":"/api/rest/v2/customers?page=2","@type":"PartialCollectionView","first":"/api/rest/v2/customers?page=1",` +
				`"last":"/api/rest/v2/customers?page=2","previous":"/api/rest/v2/customers?page=1"}`},
		{"?page=3", 0, "", `rel="last"`, `rel="next"`, ""},
		{"?search=smith&itemsPerPage=5", 5, "c22", `</api/rest/v2/customers?itemsPerPage=5&search=smith&page=2>; rel="next"; total="23"`, "", ""},
		{"?itemsPerPage=999", 23, "c22", `page=1>; rel="last"; total="23"`, `rel="next"`,
			`{"@id":"/api/rest/v2/customers?itemsPerPage=999","@type":"PartialCollectionView"}`},
		{"?itemsPerPage=0", 1, "c22", `page=23>; rel="last"`, "", ""},
	} {
		a := s.Must(200, "GET", "/customers"+c.query, nil, reader...)
		contract.Check(t, doc, "GET", "/customers", 200, a.Header.Get("Content-Type"), a.Body)
		rows, link := a.List(t), a.Header.Get("Link")
		if len(rows) != c.rows || c.rows > 0 && rows[0]["email"] != c.first+"@example.com" {
			t.Errorf("%q: %d rows, %.200s", c.query, len(rows), a.Body)
		}
		if !strings.Contains(link, c.link) || c.not != "" && strings.Contains(link, c.not) || a.Header.Get("X-Total-Count") != "23" {
			t.Errorf("%q: Link %q, total %q", c.query, link, a.Header.Get("X-Total-Count"))
		}
		b := s.Must(200, "GET", "/customers"+c.query, nil, linked...)
		contract.Check(t, doc, "GET", "/customers", 200, b.Header.Get("Content-Type"), b.Body)
		o := b.Object(t)
		members := o["member"].([]any)
		if o["@context"] != "/api/contexts/Customer" || o["@type"] != "Collection" || o["@id"] != "/api/rest/v2/customers" ||
			o["totalItems"] != 23.0 || len(members) != c.rows {
			t.Errorf("%q as JSON-LD: %.300s", c.query, b.Body)
		}
		if view, _ := json.Marshal(o["view"]); c.view != "" && string(view) != c.view {
			t.Errorf("%q: view %s\nwant %s", c.query, view, c.view)
		}
		for _, m := range members {
			if m := m.(map[string]any); m["@type"] != "Customer" || m["@context"] != nil || m["@id"] != nil {
				t.Errorf("a member: %v", m)
			}
		}
	}
	item := s.Must(200, "GET", "/customers/1", nil, linked...)
	contract.Check(t, doc, "GET", "/customers/1", 200, item.Header.Get("Content-Type"), item.Body)
	if o := item.Object(t); o["@context"] != "/api/contexts/Customer" || o["@type"] != "Customer" || o["@id"] != nil {
		t.Errorf("an item: %s", item.Body)
	}
	for _, secret := range []string{"password", "hash", "confirmation"} {
		if strings.Contains(strings.ToLower(string(item.Body)), secret) {
			t.Errorf("an account tells of its %s: %s", secret, item.Body)
		}
	}
}

// TestReadingCustomersAgainCostsNothing checks that an unchanged answer is cached and that a change invalidates it (docs/architecture.md).
func TestReadingCustomersAgainCostsNothing(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	_, token := s.Customer("anna@example.com")
	s.Customer("bob@example.com")
	me, reader, admin := apptest.Bearer(token), apptest.Bearer(s.Service([]string{"customers/read"})), apptest.Bearer(s.Admin("all"))
	type read struct {
		path, cache string
		headers     []string
	}
	reads := []read{
		{"/customers/me", "private, must-revalidate, max-age=300", me}, {"/customers/1", "private, must-revalidate, max-age=300", me},
		{"/customers/1", "private, must-revalidate, max-age=300", reader}, {"/customers/2", "private, must-revalidate, max-age=300", admin},
		{"/customers", "private, must-revalidate, max-age=60", reader},
		{"/customers?search=smith", "private, must-revalidate, max-age=60", admin},
	}
	etags := map[int]string{}
	for i, r := range reads {
		a := s.Must(200, "GET", r.path, nil, r.headers...)
		if etags[i] = a.Header.Get("ETag"); etags[i] != fmt.Sprintf(`"%x"`, md5.Sum(a.Body)) {
			t.Errorf("%s: ETag %s", r.path, etags[i])
		}
		if a.Header.Get("Cache-Control") != r.cache || !strings.Contains(a.Header.Get("Vary"), "Authorization, Accept") {
			t.Errorf("%s: Cache-Control %q, Vary %q", r.path, a.Header.Get("Cache-Control"), a.Header.Get("Vary"))
		}
	}
	unchanged := func(i int) bool {
		a := s.Do("GET", reads[i].path, nil, append([]string{"If-None-Match", etags[i]}, reads[i].headers...)...)
		if a.Status == 304 && (len(a.Body) != 0 || a.Header.Get("ETag") != etags[i]) {
			t.Errorf("%s: 304 with %q %v", reads[i].path, a.Body, a.Header)
		}
		return a.Status == 304
	}
	for i, r := range reads {
		if !s.NeedsNoQuery(func() {
			if !unchanged(i) {
				t.Errorf("%s changed", r.path)
			}
		}) {
			t.Errorf("a repeated read of %s asked the database", r.path)
		}
	}
	s.Must(200, "PUT", "/customers/me", fields{"firstname": "Ann"}, me...)
	for i, want := range []bool{false, false, false, true, false, false} { // the other account does not see the change
		if unchanged(i) != want {
			t.Errorf("after a change %s is unchanged: %v", reads[i].path, !want)
		}
	}
}

// TestWhoMayDoWhatWithCustomers checks every operation with every kind of caller (conventions §4.4). A refusal stores nothing.
func TestWhoMayDoWhatWithCustomers(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	_, token := s.Customer("anna@example.com")
	s.Customer("bob@example.com")
	callers := map[string][]string{
		"nobody": nil, "a customer": apptest.Bearer(token), "a service": apptest.Bearer(s.Service([]string{"orders/all", "addresses/all"})),
		"a reader": apptest.Bearer(s.Service([]string{"customers/read"})), "a creator": apptest.Bearer(s.Service([]string{"customers/create"})),
		"a writer": apptest.Bearer(s.Service([]string{"customers/write"})), "an admin": apptest.Bearer(s.Admin("customer/manage")),
		"another admin": apptest.Bearer(s.Admin("customer/group")),
	}
	const (
		sign, denied, role, own = "401 Authentication required", "403 Access denied",
			`403 Your admin role does not grant access to "customer/manage".`, "403 You can only access your own data"
		nobody, blank = "404 Not Found", "400 Current password is required"
	)
	for _, c := range []struct {
		method, path string
		want         map[string]string // expected answer by caller; "" stands for callers that are not named
	}{
		{"GET", "/customers", map[string]string{
			"": "200 ", "nobody": sign, "a customer": denied, "a service": denied, "a creator": denied, "a writer": denied, "another admin": role,
		}},
		{"GET", "/customers/2", map[string]string{
			"": "200 ", "nobody": sign, "a customer": own, "a service": denied, "a creator": denied, "a writer": denied, "another admin": role,
		}},
		{"GET", "/customers/99", map[string]string{
			"": nobody, "nobody": sign, "a customer": own, "a service": denied, "a creator": denied, "a writer": denied, "another admin": role,
		}},
		{"GET", "/customers/me", map[string]string{
			"": nobody, "nobody": sign, "a customer": "200 ", "a service": denied, "a creator": denied, "a writer": denied, "another admin": role,
		}},
		{"PUT", "/customers/me", map[string]string{
			"": "403 Authentication required", "nobody": sign, "a customer": "200 ", "a service": denied, "a creator": denied, "a reader": denied,
			"another admin": role,
		}},
		{"POST", "/customers/me/password", map[string]string{
			"": "403 Authentication required", "nobody": sign, "a customer": blank, "a service": denied, "a creator": denied, "a reader": denied,
			"another admin": role,
		}},
		{"PUT", "/customers/2", map[string]string{
			"": "200 ", "nobody": sign, "a customer": denied, "a service": denied, "a creator": denied, "a reader": denied, "another admin": role,
		}},
		{"PUT", "/customers/99", map[string]string{
			"": "404 Customer not found", "nobody": sign, "a customer": denied, "a service": denied, "a creator": denied, "a reader": denied,
			"another admin": role,
		}},
		{"POST", "/customers", map[string]string{"": "400 Email is required"}},
	} {
		for who, headers := range callers {
			t.Run(fmt.Sprintf("%s: %s %s", who, c.method, c.path), func(t *testing.T) {
				want, excepted := c.want[who]
				if !excepted {
					want = c.want[""]
				}
				var sent any
				if c.method != "GET" {
					sent = fields{}
				}
				before := s.LogSize()
				a := s.Do(c.method, c.path, sent, headers...)
				if got := fmt.Sprintf("%d %s", a.Status, a.Message()); got != want {
					t.Errorf("got %s\nwant %s", got, want)
				}
				if s.LogSize() != before {
					t.Error("something was stored")
				}
			})
		}
	}
}

// TestMalformedBodiesAboutCustomers checks invalid bodies (conventions §5.1).
func TestMalformedBodiesAboutCustomers(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	_, token := s.Customer("anna@example.com")
	me, writer := apptest.Bearer(token), apptest.Bearer(s.Service([]string{"customers/write"}))
	for _, r := range []struct {
		method, path string
		headers      []string
	}{{"POST", "/customers", nil}, {"PUT", "/customers/me", me}, {"PUT", "/customers/1", writer}, {"POST", "/customers/me/password", me}} {
		for _, c := range []struct {
			sent    string
			headers []string
			status  int
			message string
		}{
			{`{"email":`, nil, 400, "Invalid JSON in request body"}, {"", nil, 400, "Invalid JSON in request body"},
			{`{} {}`, nil, 400, "Invalid JSON in request body"}, {`[{}]`, nil, 400, "The request body must be a JSON object"},
			{`{"email":"a@example.com","email":"b@example.com"}`, nil, 400, "The request body names a member twice"},
			{`{}`, []string{"Content-Type", ""}, 415, `The "Content-Type" header must exist.`},
			{`{}`, []string{"Content-Type", "text/xml"}, 415,
				`The content-type "text/xml" is not supported. Supported MIME types are "application/ld+json", "application/json".`},
			{`{}`, []string{"Accept", "text/xml"}, 406,
				`Requested format "text/xml" is not supported. Supported MIME types are "application/ld+json", "application/json".`},
			{`{}`, []string{"X-Idempotency-Key", "a b"}, 400, "X-Idempotency-Key may only contain alphanumeric characters, dashes, and underscores"},
			{`{}`, []string{"X-Store-Code", "mars"}, 400, "Unknown store: mars"},
		} {
			says(t, s, c.status, c.message, func() apptest.Answer {
				return s.Do(r.method, r.path, c.sent, append(append([]string{}, r.headers...), c.headers...)...)
			})
		}
	}
	says(t, s, 400, `The type of the "currentPassword" attribute must be "string", "int" given.`, func() apptest.Answer {
		return s.Do("POST", "/customers/me/password", fields{"currentPassword": 1}, me...)
	})
	for _, method := range []string{"PATCH", "DELETE"} {
		if a := s.Do(method, "/customers/1", fields{}, writer...); a.Status != 405 {
			t.Errorf("%s: %d %s", method, a.Status, a.Body)
		}
	}
}

// TestAnAccountCanBeChangedBeforeItCanBeRead checks that the back office can change an account that the read model does not have yet.
func TestAnAccountCanBeChangedBeforeItCanBeRead(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	writer := apptest.Bearer(s.Service([]string{"customers/write", "customers/create"}))
	if _, err := s.Pool.Exec(t.Context(), `ALTER TABLE read.customers ADD CONSTRAINT broken CHECK (false) NOT VALID`); err != nil {
		t.Fatal(err)
	}
	id := s.Must(201, "POST", "/customers", fields{"email": "anna@example.com", "password": "secret phrase"}, writer...).Object(t)["id"]
	o := s.Must(200, "PUT", fmt.Sprintf("/customers/%v", id), fields{"groupId": 2, "firstname": "Anna"}, writer...).Object(t)
	if o["groupId"] != 2.0 || o["firstname"] != "Anna" {
		t.Errorf("changed to %v", o)
	}
	says(t, s, 409, "A customer with this email already exists", func() apptest.Answer {
		return s.Do("POST", "/customers", fields{"email": "ANNA@example.com", "password": "secret phrase"}, writer...)
	})
}
