package operations

import (
	"context"
	"net/url"
	"testing"
	"time"

	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/readmodels"
)

type orderVariable struct {
	ID string `path:"id"`
}

type linesVariables struct {
	ID   string `path:"id"`
	Line string `path:"line"`
}

// asked is a call for an operation, with its variables in turn.
func asked(o *Operation, query string, variables ...string) *Call {
	params := map[string]string{}
	for i := 0; i < len(variables); i += 2 {
		params[variables[i]] = variables[i+1]
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		panic(err)
	}
	return &Call{
		Operation: o, Request: &Request{Method: o.Method, Path: "/the/same", Params: params, Query: values},
		Principal: &Principal{Kind: Anonymous},
		Shop:      &readmodels.Shop{Settings: settings.NewValues(nil, nil, nil)}, Store: shop.Store{ID: 1}, Currency: "USD",
		pipeline: &Pipeline{Clock: func() time.Time { return time.Unix(0, 0) }},
	}
}

func orderOperations() (order, invoices, line *Operation) {
	return reads[orderVariable]("/orders/{id}"), reads[orderVariable]("/orders/{id}/invoices"), reads[linesVariables]("/orders/{id}/{line}")
}

// reads is an operation that answers nothing.
func reads[In any](path string) *Operation {
	o := Operation{Resource: &Resource{Name: "Order", Section: "sales"}, Verb: Get, Method: "GET", Path: path}
	return Define(o, func(context.Context, *Call, In) (Nothing, error) { return Nothing{}, nil })
}

// TestNoTwoRequestsShareAnAnswer, whatever a transport calls their paths and whatever is in their values.
func TestNoTwoRequestsShareAnAnswer(t *testing.T) {
	t.Parallel()
	order, invoices, line := orderOperations()
	inCurrency := asked(order, "", "id", "1")
	inCurrency.Request.HasCurrency = true
	known := map[string]string{}
	for name, c := range map[string]*Call{
		"an order":                      asked(order, "", "id", "1"),
		"its invoices":                  asked(invoices, "", "id", "1"),
		"a path as identifier":          asked(order, "", "id", "1/invoices"),
		"an escaped slash":              asked(order, "", "id", "1%2Finvoices"),
		"nothing":                       asked(order, "", "id", ""),
		"a query in the identifier":     asked(order, "", "id", "1 ?a=b&"),
		"a query":                       asked(order, "a=b", "id", "1"),
		"a query with a value like two": asked(order, "a=b%26c=d", "id", "1"),
		"two parameters":                asked(order, "a=b&c=d", "id", "1"),
		"a line":                        asked(line, "", "id", "1", "line", "2"),
		"a space between":               asked(line, "", "id", "1 2", "line", ""),
		"a space before":                asked(line, "", "id", "", "line", "1 2"),
		"a currency that was asked for": inCurrency,
	} {
		key := c.representation(JSON)
		if other, taken := known[key]; taken {
			t.Errorf("%s and %s share an answer", name, other)
		}
		known[key] = name
	}
	one, same := asked(order, "b=2&a=1", "id", "1"), asked(order, "a=1&b=2", "id", "1")
	if one.representation(JSON) != same.representation(JSON) {
		t.Error("the order of parameters matters")
	}
}

// TestPathsAreMadeOfSegments: what cannot be one segment makes no path.
func TestPathsAreMadeOfSegments(t *testing.T) {
	t.Parallel()
	_, invoices, line := orderOperations()
	for _, value := range []string{"", ".", "..", "1/2", "../1", "1\\2", "a\nb", "a\x00b", "\x7f", "a\u0085b", "\xff", string(make([]byte, 300))} {
		if path, ok := invoices.PathFor(map[string]string{"id": value}); ok {
			t.Errorf("%q made the path %q", value, path)
		}
	}
	for value, want := range map[string]string{
		"305": "/orders/305/invoices", "a?b": "/orders/a%3Fb/invoices", "50%": "/orders/50%25/invoices",
		"%2e%2e": "/orders/%252e%252e/invoices", "GIFT 1#": "/orders/GIFT%201%23/invoices",
	} {
		path, ok := invoices.PathFor(map[string]string{"id": value})
		if got := (&Request{Path: path}).URL(); !ok || got != want {
			t.Errorf("%q: %q %v, want %q", value, got, ok, want)
		}
	}
	if path, ok := line.PathFor(map[string]string{"id": "{line}", "line": "2"}); !ok || path != "/orders/{line}/2" {
		t.Errorf("a value that looks like a variable: %q %v", path, ok)
	}
	if _, ok := line.PathFor(map[string]string{"id": "1"}); ok {
		t.Error("a path without one of its variables")
	}
	for text, want := range map[string]int64{
		"305": 305, "0": 0, "": 0, " 305": 0, "+305": 0, "-305": 0, "305/invoices": 0, "3.5": 0, "9223372036854775807": 1<<63 - 1, "9223372036854775808": 0,
	} {
		if got := identifier(text); got != want {
			t.Errorf("identifier %q: %d, want %d", text, got, want)
		}
	}
}

// BenchmarkRepresentation is part of every read:
//
//	go test ./operations -run none -bench Representation
func BenchmarkRepresentation(b *testing.B) {
	_, invoices, _ := orderOperations()
	for name, query := range map[string]string{"Item": "", "List": "itemsPerPage=20&page=2"} {
		c := asked(invoices, query, "id", "100305")
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.representation(JSON)
			}
		})
	}
}
