package operations

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/eventstore"
	"tradelog/readmodels/directory"
)

// entry is an answer of a number of bytes, its key included.
func entry(key string, bytes int) *remembered {
	return &remembered{key: answerKey{call: key}, bytes: len(key) + bytes}
}

// TestAnswersAreBounded checks the bound in bytes, which includes the keys because callers choose them.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	const most = 24 << 20
	m := newAnswers(most)
	for i := range 3000 {
		m.put(entry(fmt.Sprint(i%2500, strings.Repeat("n", 30_000)), 1))
	}
	m.put(entry("too large", most/8))
	held := 0
	for _, key := range m.entries.Keys() {
		held += len(key.call) + 1
	}
	if held != m.bytes || held > most || m.entries.Len() < 700 || m.entries.Contains(answerKey{call: "too large"}) {
		t.Errorf("%d entries with %d bytes, counted %d, bound %d", m.entries.Len(), held, m.bytes, most)
	}
}

// TestAnswersGrow checks that a further form of an answer counts in the bound. A form of an answer that was replaced meanwhile does not.
func TestAnswersGrow(t *testing.T) {
	t.Parallel()
	m := newAnswers(100)
	old, b, renewed := entry("a", 9), entry("b", 9), entry("a", 9)
	m.put(old)
	m.put(b)
	m.grow(renewed, 30)
	m.grow(entry("c", 9), 30)
	if m.bytes != 20 {
		t.Errorf("counted %d bytes", m.bytes)
	}
	m.grow(old, 30)
	if m.put(renewed); m.bytes != 20 {
		t.Errorf("counted %d bytes after it was replaced", m.bytes)
	}
	if m.grow(old, 30); m.bytes != 20 {
		t.Errorf("counted %d bytes of an answer that was replaced", m.bytes)
	}
	m.grow(b, 85)
	if m.bytes > 100 || m.entries.Len() != 1 {
		t.Errorf("%d entries of %d bytes", m.entries.Len(), m.bytes)
	}
}

type orderVariable struct {
	ID string `path:"id"`
}

type linesVariables struct {
	ID   string `path:"id"`
	Line string `path:"line"`
}

// sent is an input of variables and parameters.
type sent struct {
	NoInput
	variables  map[string]string
	parameters map[string][]string
}

func (s sent) Variable(name string) string     { return s.variables[name] }
func (s sent) Parameters() map[string][]string { return s.parameters }

// asked makes a call of an operation with parameters, and with names and values of variables in turn.
func asked(o *Operation, parameters map[string][]string, variables ...string) *Call {
	in := sent{variables: map[string]string{}, parameters: parameters}
	for i := 0; i < len(variables); i += 2 {
		in.variables[variables[i]] = variables[i+1]
	}
	c := (&Pipeline{Clock: func() time.Time { return time.Unix(0, 0) }}).NewCall(Caller{}, o, in)
	c.Shop, c.Store, c.Currency = &directory.Shop{Settings: settings.NewValues(nil, nil, nil)}, shop.Store{ID: 1}, "USD"
	return c
}

func orderOperations() (order, invoices, line *Operation) {
	return reads[orderVariable]("/orders/{id}"), reads[orderVariable]("/orders/{id}/invoices"), reads[linesVariables]("/orders/{id}/{line}")
}

// reads is an operation without an answer.
func reads[In any](path string) *Operation {
	o := Declaration{Resource: &Resource{Name: "Order", Section: "sales"}, Verb: Get, Method: "GET", Path: path}
	return Define(o, func(context.Context, *Call, In) (Nothing, error) { return Nothing{}, nil })
}

type parameters = map[string][]string

// TestNoTwoRequestsShareAnAnswer checks that keys differ for all paths and values.
func TestNoTwoRequestsShareAnAnswer(t *testing.T) {
	t.Parallel()
	order, invoices, line := orderOperations()
	known := map[string]string{}
	for name, c := range map[string]*Call{
		"an order":                      asked(order, nil, "id", "1"),
		"its invoices":                  asked(invoices, nil, "id", "1"),
		"a path as identifier":          asked(order, nil, "id", "1/invoices"),
		"an escaped slash":              asked(order, nil, "id", "1%2Finvoices"),
		"nothing":                       asked(order, nil, "id", ""),
		"a query in the identifier":     asked(order, nil, "id", "1 ?a=b&"),
		"a key in the identifier":       asked(order, nil, "id", "1? 1:a 1:b"),
		"a query":                       asked(order, parameters{"a": {"b"}}, "id", "1"),
		"a query with a value like two": asked(order, parameters{"a": {"b&c=d"}}, "id", "1"),
		"a value like a key":            asked(order, parameters{"a": {"b 1:c 1:d"}}, "id", "1"),
		"two parameters":                asked(order, parameters{"a": {"b"}, "c": {"d"}}, "id", "1"),
		"two values":                    asked(order, parameters{"a": {"b", "d"}}, "id", "1"),
		"the values the other way":      asked(order, parameters{"a": {"d", "b"}}, "id", "1"),
		"an empty value":                asked(order, parameters{"a": {""}}, "id", "1"),
		"a line":                        asked(line, nil, "id", "1", "line", "2"),
		"a space between":               asked(line, nil, "id", "1 2", "line", ""),
		"a space before":                asked(line, nil, "id", "", "line", "1 2"),
	} {
		key := c.key()
		if other, taken := known[key]; taken {
			t.Errorf("%s and %s share an answer", name, other)
		}
		known[key] = name
	}
	many := parameters{}
	for i := range 20 {
		many[fmt.Sprint(i)] = []string{"x"}
	}
	first := asked(order, many, "id", "1").key()
	for range 20 {
		if asked(order, many, "id", "1").key() != first {
			t.Fatal("the order of parameters matters")
		}
	}
}

// others returns copies of a struct that differ in one field, by the name of the field. Fields in same are left out: they do not change an
// answer, or are checked before the cache is searched.
func others[T any](t *testing.T, of T, same string) map[string]T {
	t.Helper()
	out, left := map[string]T{}, strings.Fields(same)
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if i := slices.Index(left, f.Name); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		changed := of
		at := reflect.ValueOf(&changed).Elem().FieldByIndex(f.Index)
		switch v := at.Addr().Interface().(type) {
		case *Choice:
			*v = Chosen("other")
		case *bool:
			*v = !*v
		case *int64:
			*v += 7
		case *eventstore.Position:
			*v += 7
		case *Kind:
			*v = AsAdmin
		case *[]int64:
			*v = []int64{}
		default:
			t.Fatalf("%s: say whether %s is a part of the key of answers", reflect.TypeFor[T](), f.Name)
		}
		out[f.Name] = changed
	}
	if len(left) > 0 {
		t.Errorf("%s has no %v", reflect.TypeFor[T](), left)
	}
	return out
}

// TestNoTwoCallersShareAnAnswer changes each field of a caller and of a principal. A new field must be added to the test.
func TestNoTwoCallersShareAnAnswer(t *testing.T) {
	t.Parallel()
	order, _, _ := orderOperations()
	known := map[string]string{}
	distinct := func(name string, c *Call) {
		t.Helper()
		key := c.key()
		if other, taken := known[key]; taken {
			t.Errorf("%s and %s share an answer", name, other)
		}
		known[key] = name
	}
	distinct("a guest", asked(order, nil, "id", "1"))
	// The principal represents the token, and the call has the store. Each interface (Via) has answers of its own. A minimum position is
	// compared with the versions of an answer. Answers to the holder of an order's token are not cached. HEAD is a dry run of GET and has its
	// answer. The remaining fields are about writes and logs.
	for name, caller := range others(t, Caller{}, "Token Principal Store Via MinPosition OrderToken Key KeyBucket Fast Precondition DryRun "+
		"RemoteIP Forwarded UserAgent RequestID Client At Trail") {
		c := asked(order, nil, "id", "1")
		c.Caller = caller
		distinct(name, c)
	}
	// Grants, tools and the rest of an account change with its version, or are checked before the cache is searched.
	account := Principal{Kind: AsAPI, ID: 1, Version: 1}
	const checked = "Username Grants GroupID Email Tools AccountTools permitted Agent JTI Expires Session LoggedIn Credentials ByPassword"
	for name, who := range others(t, account, checked) {
		c := asked(order, nil, "id", "1")
		c.Principal = &who
		distinct(name+" of an account", c)
	}
	for name, who := range map[string]*Principal{
		"an account": &account, "an account of a store": {Kind: AsAPI, ID: 1, Version: 1, StoreIDs: []int64{1}},
		"an account of two stores": {Kind: AsAPI, ID: 1, Version: 1, StoreIDs: []int64{1, 2}},
		"an account of another":    {Kind: AsAPI, ID: 1, Version: 1, StoreIDs: []int64{12}},
		"a customer":               {Kind: AsCustomer, ID: 1, Version: 1}, "an operator": {Kind: AsOperator},
	} {
		c := asked(order, nil, "id", "1")
		c.Principal = who
		distinct(name, c)
	}
	for name, change := range map[string]func(c *Call){
		"another store": func(c *Call) { c.Store.ID = 2 }, "all stores": func(c *Call) { c.AllStores = true },
		"a named store": func(c *Call) { c.Explicit = true }, "another currency": func(c *Call) { c.Currency = "EUR" },
		"another day": func(c *Call) { c.pipeline.Clock = func() time.Time { return time.Unix(1e6, 0) } },
	} {
		c := asked(order, nil, "id", "1")
		change(c)
		distinct(name, c)
	}
	public := *order
	public.Access.Auth = Public
	group := func(id, of int64) string {
		c := asked(&public, nil, "id", "1")
		c.Principal = &Principal{Kind: AsCustomer, ID: id, GroupID: of}
		return c.key()
	}
	if group(1, 3) != group(2, 3) || group(1, 3) == group(1, 4) {
		t.Error("customers of a group share what is public, and those of another group see something else")
	}
}

// BenchmarkKey is part of every read:
//
//	go test ./operations -run none -bench Key
func BenchmarkKey(b *testing.B) {
	_, invoices, _ := orderOperations()
	for name, query := range map[string]parameters{"Item": nil, "List": {"itemsPerPage": {"20"}, "page": {"2"}}} {
		c := asked(invoices, query, "id", "100305")
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.key()
			}
		})
	}
}
