package transports_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tradelog/test/salestest"
)

// filesForm makes a form with files for a query with variables, and returns its media type.
func filesForm(query, variables, places string, files map[string]string) (kind, body string) {
	var b strings.Builder
	field := func(name, more, value string) {
		fmt.Fprintf(&b, "--x\r\nContent-Disposition: form-data; name=%q%s\r\n\r\n%s\r\n", name, more, value)
	}
	field("operations", "", fmt.Sprintf(`{"query": %q, "variables": %s}`, query, variables))
	field("map", "", places)
	for name, content := range files {
		field(name, `; filename="a.bin"`, content)
	}
	return "multipart/form-data; boundary=x", b.String() + "--x--\r\n"
}

// TestAFileHasOnePlace: the map of a form puts each file in one variable. So a form makes no more of its files than they are.
func TestAFileHasOnePlace(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	const query = `query ($a: String, $c: String) {
		a: products(search: $a) { totalCount } c: products(search: $c) { totalCount } b: country(id: "/api/rest/v2/countries/DE") { name }
	}`
	places := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`"variables.b.%d"`, i))
		}
		return `{"0": [` + strings.Join(all, ",") + `]}`
	}
	list := `{"a": null, "b": [` + strings.TrimSuffix(strings.Repeat("null,", 5000), ",") + `]}`
	one, two := map[string]string{"0": "x"}, map[string]string{"0": "x", "1": "y"}
	for name, c := range map[string]struct {
		variables, places string
		files             map[string]string
		message           string
	}{
		"one place":  {`{"a": null}`, `{"0": ["variables.a"]}`, one, ""},
		"each one":   {`{"a": null, "c": null}`, `{"0": ["variables.a"], "1": ["variables.c"]}`, two, ""},
		"no place":   {`{"a": null}`, `{"0": []}`, one, ""},
		"two places": {`{"a": null, "c": null}`, `{"0": ["variables.a", "variables.c"]}`, one, `names 2 places for the file "0"`},
		"thousands":  {list, places(5000), map[string]string{"0": strings.Repeat("x", 300<<10)}, `names 5000 places for the file "0"`},
		"two files":  {`{"a": null}`, `{"0": ["variables.a"], "1": ["a"]}`, two, `names the place "a" for two files`},
		"no file":    {`{"a": null}`, `{"1": ["variables.a"]}`, one, "The form cannot be read"},
	} {
		kind, body := filesForm(query, c.variables, c.places, c.files)
		r := s.read(s.Do("POST", path, body, "Content-Type", kind))
		switch {
		case c.message == "" && (len(r.Errors) != 0 || at(r.Data, "b.name") != "Germany"):
			t.Errorf("%s: %s", name, r.Body)
		case c.message != "" && (len(r.Errors) != 1 || !strings.Contains(r.Errors[0].Message, c.message) || r.Errors[0].Extensions.Status != 400):
			t.Errorf("%s: %s, want %s", name, r.Body, c.message)
		}
	}
}

// TestArgumentsAreBounded: variables have the bounds of bodies over REST, and fields that share them have a bound together.
func TestArgumentsAreBounded(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	r := s.ask(`query ($b: Boolean!) { __typename @include(if: $b) }`, object{"b": true, "v": make([]any, 20_000)})
	if len(r.Errors) != 1 || r.Errors[0].Message != "The request body has more than 20000 members and elements." ||
		r.Errors[0].Extensions.Status != 400 {
		t.Errorf("%.300s", r.Body)
	}
	query, long := "query ($v: String!) { ", strings.Repeat("x", 900<<10)
	for i := range 100 {
		query += fmt.Sprintf("f%d: products(search: $v) { totalCount } ", i)
	}
	r = s.ask(query+"}", object{"v": long})
	refused := 0
	for _, e := range r.Errors {
		if e.Message == "The arguments of all fields together exceed 4194304 bytes. Send the fields in several requests." {
			refused++
		}
	}
	if refused != 96 {
		t.Errorf("%d fields are refused: %.500s", refused, r.Body)
	}
}

// TestDearFieldsCountAsSeveral: a search of the log counts as 40 fields, so a document has few of them.
func TestDearFieldsCountAsSeveral(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	document := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "a%d: auditAuditGet { next } ", i)
		}
		return "{ " + b.String() + "}"
	}
	s.must(document(12), nil, s.Service...)
	s.refused("Max query complexity should be 500 but got 533.", 0, document(13), nil, s.Service...)
}

// TestLinksAndPlainFormsChangeNothing: a mutation needs a body that no link and no plain form of another page can send.
func TestLinksAndPlainFormsChangeNothing(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	const mutation = `mutation { createGiftCard(input: {initialBalance: 10}) { giftCard { code } } }`
	form := url.Values{"query": {mutation}}.Encode()
	before := s.LogSize()
	for name, c := range map[string]struct{ method, path, kind, body string }{
		"GET":          {"GET", path + "?" + form, "", ""},
		"HEAD":         {"HEAD", path + "?" + form, "", ""},
		"a form":       {"POST", path, "application/x-www-form-urlencoded", form},
		"a URL":        {"POST", path + "?" + form, "text/plain", "x"},
		"without type": {"POST", path + "?" + form, "", ""},
		"a plain form with parts": {"POST", path, "multipart/form-data; boundary=x",
			"--x\r\nContent-Disposition: form-data; name=\"query\"\r\n\r\n" + mutation + "\r\n--x--\r\n"},
	} {
		a := s.Do(c.method, c.path, c.body, salestest.With(s.Service, "Content-Type", c.kind)...)
		if a.Status != 405 || a.Header.Get("Allow") != "POST" ||
			c.method != "HEAD" && a.Message() != "A mutation needs POST with a JSON body, or with a form that has files." {
			t.Errorf("%s: %d %s %s", name, a.Status, a.Header, a.Body)
		}
	}
	if s.LogSize() != before {
		t.Error("one of them was carried out")
	}
	s.must(mutation, nil, s.Service...)
	kind, body := filesForm(mutation, "{}", "{}", nil)
	if r := s.read(s.Do("POST", path, body, salestest.With(s.Service, "Content-Type", kind)...)); len(r.Errors) != 0 {
		t.Errorf("a form with files: %s", r.Body)
	}
}
