package transports_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"tradelog/operations/bodies"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestBodies checks valid and invalid bodies (conventions §5.1).
func TestBodies(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	writer := apptest.Bearer(s.Service([]string{"probes/write"}))
	mistyped := func(name, wanted, given string) refusal {
		return refusal{400, "bad_request", fmt.Sprintf("The type of the %q attribute must be %q, %q given.", name, wanted, given), false}
	}
	told := func(err error) refusal { return refusal{400, "bad_request", err.Error(), false} }
	noObject := told(bodies.ErrNotObject)
	for _, c := range []struct {
		body any
		want refusal
	}{
		{"", badJSON}, {" ", badJSON}, {"{", badJSON}, {"{}x", badJSON}, {"{}{}", badJSON}, {`{"name":}`, badJSON}, {`{'name':'x'}`, badJSON},
		{`{"name":"x",}`, badJSON}, {"nonsense", badJSON}, {strings.Repeat("[", 20_000), badJSON},
		{`{"tags":` + strings.Repeat("[", 20_000), badJSON}, {"[{}]", noObject}, {"[1]", noObject}, {"null", noObject},
		{`"x"`, noObject}, {"5", noObject}, {`{"name":5}`, mistyped("name", "string", "int")},
		{`{"name":["x"]}`, mistyped("name", "string", "array")}, {`{"name":{}}`, mistyped("name", "string", "array")},
		{`{"name":true}`, mistyped("name", "string", "bool")}, {`{"name":1.5}`, mistyped("name", "string", "float")},
		{`{"name":null}`, mistyped("name", "string", "null")}, {`{"count":"5"}`, mistyped("count", "int", "string")},
		{`{"count":5.0}`, mistyped("count", "int", "float")}, {`{"count":1e3}`, mistyped("count", "int", "float")},
		{`{"count":9223372036854775808}`, refusal{400, "bad_request", `The value of the "count" attribute is out of range.`, false}},
		{`{"price":"5"}`, mistyped("price", "float", "string")}, {`{"price":true}`, mistyped("price", "float", "bool")},
		{`{"price":100000000}`, refusal{400, "bad_request", `The value of the "price" attribute is out of range.`, false}},
		{`{"price":1e99}`, refusal{400, "bad_request", `The value of the "price" attribute is out of range.`, false}},
		{`{"on":1}`, mistyped("on", "bool", "int")}, {`{"on":"true"}`, mistyped("on", "bool", "string")},
		{`{"tags":"x"}`, mistyped("tags", "array", "string")}, {`{"tags":{}}`, mistyped("tags", "array", "array")},
		{`{"tags":["x",5]}`, mistyped("tags[1]", "string", "int")},
		{`{"name":"\u0000"}`, refusal{400, "bad_request", `The "name" attribute has characters that cannot be stored.`, false}},
		{`{"name":"a\nb"}`, refusal{400, "bad_request", `The "name" attribute must be one line without control characters.`, false}},
		{`{"price":0.00001}`, refusal{400, "bad_request", `The value of the "price" attribute must have at most 4 decimal places.`, false}},
		{"{\"name\":\"\xff\"}", told(bodies.ErrEncoding)}, {`{"name":"\ud800"}`, told(bodies.ErrSurrogate)},
		{`{"unknown":"\udc00x"}`, told(bodies.ErrSurrogate)},
		{`{"tags":[` + strings.Repeat(`"",`, bodies.MaxValues-1) + `""]}`, told(bodies.ErrTooMany)},
		{"[" + strings.Repeat("1,", bodies.MaxValues) + "1]", told(bodies.ErrTooMany)},
		{`{"unknown":` + strings.Repeat("[", bodies.MaxLevels) + strings.Repeat("]", bodies.MaxLevels) + "}", told(bodies.ErrTooDeep)},
		{`{"name":"x","name":"y"}`, refusal{400, "bad_request", "The request body names a member twice", false}},
	} {
		refused(t, s, c.want, "POST", "/probes", c.body, writer...)
	}
	for _, sent := range []string{
		`{}`, `[]`, " [ ]\n", `{"tags":[` + strings.Repeat(`"",`, bodies.MaxValues-2) + `""]}`,
		`{"unknown":` + strings.Repeat("[", bodies.MaxLevels-1) + strings.Repeat("]", bodies.MaxLevels-1) + "}", ` {"name" : "x"} `,
		`{"unknown":{"a":[1]},"name":"x"}`, `{"price":5}`, `{"price":5.25,"count":-3,"on":false,"tags":[]}`,
		`{"count":null,"price":null,"on":null,"tags":null}`,
	} {
		if a := s.Do("POST", "/probes", sent, writer...); a.Status != 201 {
			t.Errorf("%s: %d %s", sent, a.Status, a.Body)
		}
	}
	missing := refusal{415, "error", `The "Content-Type" header must exist.`, false}
	nothing := refusal{400, "bad_request", "Invalid JSON in request body", false}
	for _, headers := range [][]string{
		writer, salestest.With(writer, "Content-Type", ""), salestest.With(writer, "Content-Type", "application/json"),
	} {
		refused(t, s, nothing, "POST", "/probes", nil, headers...)
		refused(t, s, nothing, "PUT", "/probes/1", nil, headers...)
		refused(t, s, nothing, "POST", "/probes", "", headers...)
	}
	refused(t, s, missing, "POST", "/probes", "{}", salestest.With(writer, "Content-Type", "")...)
	for _, name := range []string{
		"text/plain", "application/xml", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "application/problem+json",
		"json", "application/json/x",
	} {
		want := refusal{
			415, "error",
			fmt.Sprintf(`The content-type %q is not supported. Supported MIME types are "application/ld+json", "application/json".`, name), false,
		}
		refused(t, s, want, "POST", "/probes", "{}", salestest.With(writer, "Content-Type", name)...)
	}
	for _, name := range []string{
		"application/json", "application/ld+json", "application/json; charset=utf-8", "Application/JSON;charset=latin1",
		`application/ld+json; profile="x"`,
	} {
		if a := s.Do("POST", "/probes", `{"name":"x"}`, salestest.With(writer, "Content-Type", name)...); a.Status != 201 {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	s.Must(200, "GET", "/probes", nil, "Content-Type", "text/plain") // the body is not read
	s.Must(204, "DELETE", "/probes/1", "not JSON", salestest.With(writer, "Content-Type", "text/plain")...)
}

// TestBodiesAreBounded checks that a body that is too large is refused, with or without Content-Length. A declared length is refused before
// the body is read.
func TestBodiesAreBounded(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	token := s.Service([]string{"probes/write"})
	before := s.LogSize()
	for name, send := range map[string]func(w io.Writer){
		"announced": func(w io.Writer) { fmt.Fprintf(w, "Content-Length: %d\r\n\r\n", 2<<20+1) },
		"chunked": func(w io.Writer) {
			fmt.Fprintf(w, "Transfer-Encoding: chunked\r\n\r\n%x\r\n%s", 2<<20+1, strings.Repeat(" ", 2<<20+1))
		},
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST /api/rest/v2/probes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n", token)
		send(conn)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != 413 ||
			string(text) != `{"error":"error","message":"The request body is larger than 2097152 bytes.","code":413}` {
			t.Errorf("%s: %d %s, %v", name, response.StatusCode, text, err)
		}
	}
	if s.LogSize() != before {
		t.Error("a refusal was stored")
	}
	fits := `{"name":"x"}` + strings.Repeat(" ", 2<<20-12)
	s.Must(201, "POST", "/probes", fits, apptest.Bearer(token)...)
}

// TestMethodsAndPaths checks requests without a route, HEAD, and OPTIONS requests that are not preflights.
func TestMethodsAndPaths(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	for _, c := range []struct{ method, path, allow, told string }{
		{"POST", "/probes/1", "GET, HEAD, PUT, DELETE", "GET, PUT, DELETE"}, {"PATCH", "/probes/1", "GET, HEAD, PUT, DELETE", "GET, PUT, DELETE"},
		{"DELETE", "/probes", "GET, HEAD, POST", "GET, POST"}, {"OPTIONS", "/probes", "GET, HEAD, POST", "GET, POST"},
		{"GET", "/auth/token", "POST", "POST"}, {"HEAD", "/auth/token", "POST", "POST"}, {"PATCH", "/customers/me", "GET, HEAD, PUT", "GET, PUT"},
	} {
		want := refusal{
			405, "method_not_allowed",
			fmt.Sprintf("No route found for %q: Method Not Allowed (Allow: %s)", c.method+" "+s.URL+"/api/rest/v2"+c.path, c.told), false,
		}
		if a := refused(t, s, want, c.method, c.path, nil, "X-Http-Method-Override", "GET"); a.Header.Get("Allow") != c.allow {
			t.Errorf("%s %s: Allow is %q", c.method, c.path, a.Header.Get("Allow"))
		}
	}
	for _, path := range []string{"/", "/probes/", "/probes/1/2", "/Probes", "//probes", "/probes/../probes"} {
		a := s.Do("GET", path, nil)
		if a.Status != 404 || !strings.HasPrefix(a.Message(), `No route found for "GET http://`) {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
	for _, path := range []string{"/api/nothing", "/api/rest/v3/probes"} {
		refused(t, s, refusal{404, "not_found", fmt.Sprintf("No route found for %q", "GET "+s.URL+path), false}, "GET", path, nil)
	}
	get, head := s.Must(200, "GET", "/probes/1", nil), s.Must(200, "HEAD", "/probes/1", nil)
	for _, name := range []string{"Content-Type", "Content-Length", "ETag", "Cache-Control", "Vary"} {
		if get.Header.Get(name) == "" || get.Header.Get(name) != head.Header.Get(name) {
			t.Errorf("%s: %q with GET, %q with HEAD", name, get.Header.Get(name), head.Header.Get(name))
		}
	}
	if len(head.Body) != 0 {
		t.Errorf("HEAD with a body: %s", head.Body)
	}
	refused(t, s, notFound, "HEAD", "/probes/99", nil)
}
