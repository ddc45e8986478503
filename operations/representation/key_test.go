package representation

import (
	"context"
	"net/url"
	"testing"
	"time"

	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/operations"
	"tradelog/readmodels/directory"
)

type orderVariable struct {
	ID string `path:"id"`
}

type linesVariables struct {
	ID   string `path:"id"`
	Line string `path:"line"`
}

// asked makes a call of an operation, with names and values of variables in turn.
func asked(o *operations.Operation, query string, variables ...string) *operations.Call {
	params := map[string]string{}
	for i := 0; i < len(variables); i += 2 {
		params[variables[i]] = variables[i+1]
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		panic(err)
	}
	pipeline := &operations.Pipeline{Clock: func() time.Time { return time.Unix(0, 0) }}
	c := pipeline.NewCall(operations.Caller{}, o, &Input{Variables: params, Query: values})
	c.Shop, c.Store, c.Currency = &directory.Shop{Settings: settings.NewValues(nil, nil, nil)}, shop.Store{ID: 1}, "USD"
	return c
}

func orderOperations() (order, invoices, line *operations.Operation) {
	return reads[orderVariable]("/orders/{id}"), reads[orderVariable]("/orders/{id}/invoices"), reads[linesVariables]("/orders/{id}/{line}")
}

// reads is an operation without an answer.
func reads[In any](path string) *operations.Operation {
	o := operations.Operation{Resource: &operations.Resource{Name: "Order", Section: "sales"}, Verb: operations.Get, Method: "GET", Path: path}
	return operations.Define(o, func(context.Context, *operations.Call, In) (operations.Nothing, error) {
		return operations.Nothing{}, nil
	})
}

// TestNoTwoRequestsShareAnAnswer checks that keys differ whatever the paths and values are.
func TestNoTwoRequestsShareAnAnswer(t *testing.T) {
	t.Parallel()
	order, invoices, line := orderOperations()
	inCurrency := asked(order, "", "id", "1")
	inCurrency.Caller.Currency.Sent = true
	known := map[string]string{}
	for name, c := range map[string]*operations.Call{
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
		key := Key(c, JSON)
		if other, taken := known[key]; taken {
			t.Errorf("%s and %s share an answer", name, other)
		}
		known[key] = name
	}
	one, same := asked(order, "b=2&a=1", "id", "1"), asked(order, "a=1&b=2", "id", "1")
	if Key(one, JSON) != Key(same, JSON) {
		t.Error("the order of parameters matters")
	}
}

// BenchmarkKey is part of every read:
//
//	go test ./representation -run none -bench Key
func BenchmarkKey(b *testing.B) {
	_, invoices, _ := orderOperations()
	for name, query := range map[string]string{"Item": "", "List": "itemsPerPage=20&page=2"} {
		c := asked(invoices, query, "id", "100305")
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Key(c, JSON)
			}
		})
	}
}
