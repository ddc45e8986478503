package transports_test

import (
	"encoding/json"
	"net/url"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

const path = "/api/graphql"

// graphShop is a running shop whose GraphQL is switched on.
type graphShop struct{ *salestest.Shop }

func startGraphQL(t testing.TB, options ...apptest.Option) *graphShop {
	t.Helper()
	s := &graphShop{salestest.Start(t, options...)}
	s.Configure("apiplatform/protocols/graphql", "1", "apiplatform/graphql/introspection", "1")
	return s
}

// graphReply is an answer.
type graphReply struct {
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
func (s *graphShop) ask(query string, variables object, headers ...string) graphReply {
	s.T.Helper()
	return s.read(s.Do("POST", path, object{"query": query, "variables": variables}, headers...))
}

// get sends a document in the URL.
func (s *graphShop) get(query string, headers ...string) apptest.Answer {
	s.T.Helper()
	return s.Do("GET", path+"?query="+url.QueryEscape(query), nil, headers...)
}

func (s *graphShop) read(a apptest.Answer) graphReply {
	s.T.Helper()
	r := graphReply{Answer: a}
	if a.Status != 200 {
		s.T.Fatalf("status %d: %s", a.Status, a.Body)
	}
	if err := json.Unmarshal(a.Body, &r); err != nil {
		s.T.Fatalf("%v in %s", err, a.Body)
	}
	return r
}

// must sends a document and expects no errors.
func (s *graphShop) must(query string, variables object, headers ...string) object {
	s.T.Helper()
	r := s.ask(query, variables, headers...)
	if len(r.Errors) > 0 {
		s.T.Fatalf("%s\n%s", query, r.Body)
	}
	return r.Data
}

// refused sends a document and expects one error.
func (s *graphShop) refused(message string, status int, query string, variables object, headers ...string) {
	s.T.Helper()
	r := s.ask(query, variables, headers...)
	if len(r.Errors) != 1 || r.Errors[0].Message != message || r.Errors[0].Extensions.Status != status {
		s.T.Errorf("%s\n%s\nwant %q, status %d", query, r.Body, message, status)
	}
}

// at returns a part of an answer by its path, such as products.edges.0.node.
func at(v any, path string) any { return salestest.At(v, path) }

// order1 places a guest's order of a new product.
func order1(s *graphShop) object {
	s.T.Helper()
	s.Product("MUG", "10", 20, nil)
	order := s.Order("MUG*1")
	s.Settle()
	return order
}
