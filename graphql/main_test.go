package graphql_test

import (
	"encoding/json"
	"net/url"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/pgtest"
	"tradelog/test/salestest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type object = map[string]any

const path = "/api/graphql"

// shop is a running shop whose GraphQL is switched on.
type shop struct{ *salestest.Shop }

func start(t testing.TB, options ...apptest.Option) *shop {
	t.Helper()
	s := &shop{salestest.Start(t, options...)}
	s.Configure("apiplatform/protocols/graphql", "1", "apiplatform/graphql/introspection", "1")
	return s
}

// reply is an answer.
type reply struct {
	apptest.Answer
	Data   object
	Errors []struct {
		Message    string
		Path       []any
		Locations  []object
		Extensions struct {
			Status int
			Code   string
		}
	}
}

// ask sends a document.
func (s *shop) ask(query string, variables object, headers ...string) reply {
	s.T.Helper()
	return s.read(s.Do("POST", path, object{"query": query, "variables": variables}, headers...))
}

// get sends a document in the URL.
func (s *shop) get(query string, headers ...string) apptest.Answer {
	s.T.Helper()
	return s.Do("GET", path+"?query="+url.QueryEscape(query), nil, headers...)
}

func (s *shop) read(a apptest.Answer) reply {
	s.T.Helper()
	r := reply{Answer: a}
	if a.Status != 200 {
		s.T.Fatalf("status %d: %s", a.Status, a.Body)
	}
	if err := json.Unmarshal(a.Body, &r); err != nil {
		s.T.Fatalf("%v in %s", err, a.Body)
	}
	return r
}

// must asks and expects no errors.
func (s *shop) must(query string, variables object, headers ...string) object {
	s.T.Helper()
	r := s.ask(query, variables, headers...)
	if len(r.Errors) > 0 {
		s.T.Fatalf("%s\n%s", query, r.Body)
	}
	return r.Data
}

// refused asks and expects one error.
func (s *shop) refused(message string, status int, query string, variables object, headers ...string) {
	s.T.Helper()
	r := s.ask(query, variables, headers...)
	if len(r.Errors) != 1 || r.Errors[0].Message != message || r.Errors[0].Extensions.Status != status {
		s.T.Errorf("%s\n%s\nwant %q, status %d", query, r.Body, message, status)
	}
}

// at returns a part of an answer by its path, such as products.edges.0.node.
func at(v any, path string) any { return salestest.At(v, path) }

// order1 places a guest's order of a new product.
func order1(s *shop) object {
	s.T.Helper()
	s.Product("MUG", "10", 20, nil)
	order := s.Order("MUG*1")
	s.Settle()
	return order
}
