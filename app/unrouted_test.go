package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/test/apptest"
)

// invoke calls an operation by its name.
func invoke(s *apptest.Shop, caller operations.Caller, name string, arguments map[string]any) (operations.Result, error) {
	o := s.Pipeline.Registry.Find(name)
	in, err := representation.Arguments(o, arguments)
	if err != nil {
		return operations.Result{}, err
	}
	return s.Pipeline.Invoke(context.Background(), caller, o, in)
}

// TestUnroutedOperationsAreNowhereOnTheWire checks that no document which lists operations has the name, summary or resource of an
// operation without a route.
func TestUnroutedOperationsAreNowhereOnTheWire(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	token := apptest.Bearer(s.Service([]string{"all"}))
	wire := map[string]string{}
	for _, path := range []string{"/api", "/api/docs.json", "/api/docs.jsonld"} {
		wire[path] = string(s.Do("GET", path, nil, token...).Body)
	}
	wire["grants"] = fmt.Sprint(s.Grants(false), s.Grants(true))
	routed := map[string]bool{}
	for _, o := range s.Pipeline.Registry.All() {
		routed[o.Resource.Name] = true
		wire["operations"] += o.Name() + "\n" + o.Summary + "\n"
		wire["tools"] += o.ToolName() + "\n"
	}
	seen := 0
	for _, m := range app.Shop() {
		if m.Operations == nil {
			continue
		}
		for _, o := range m.Operations(s.Services) {
			if o.Unrouted.Name == "" {
				continue
			}
			seen++
			if s.Pipeline.Registry.Find(o.Name()) == nil {
				t.Errorf("%s cannot be called", o.Name())
			}
			for location := range wire {
				hidden := []string{o.Name(), o.Doc}
				if !routed[o.Resource.Name] {
					hidden = append(hidden, `"`+o.Resource.Name+`"`)
				}
				if i := slices.IndexFunc(hidden, func(text string) bool { return strings.Contains(wire[location], text) }); i >= 0 {
					t.Errorf("%s names %s", location, hidden[i])
				}
			}
			if o.Unrouted.GraphQL { // callers reach it over GraphQL
				continue
			}
			if _, err := invoke(s, operations.Caller{}, o.Name(), nil); fault.KindOf(err) != fault.Unauthorized {
				t.Errorf("a guest calls %s: %v", o.Name(), err)
			}
			if o.Access.Auth == operations.OwnAccount { // accounts call it for themselves; customers have none
				customer := operations.Caller{Principal: &operations.Principal{Kind: operations.AsCustomer, ID: 1}}
				if _, err := invoke(s, customer, o.Name(), nil); fault.KindOf(err) != fault.Forbidden {
					t.Errorf("a customer calls %s: %v", o.Name(), err)
				}
				continue
			}
			grants := []string{"all"}
			if o.Unrouted.Console { // the console calls it for accounts with its permission
				grants = slices.DeleteFunc(s.Grants(false), func(g string) bool { return g == o.Access.Permission || strings.HasSuffix(g, "/all") })
			}
			who := operations.Caller{Principal: &operations.Principal{Kind: operations.AsAPI, ID: 1, Grants: grants}}
			if _, err := invoke(s, who, o.Name(), nil); fault.KindOf(err) != fault.Forbidden {
				t.Errorf("an API account calls %s: %v", o.Name(), err)
			}
		}
	}
	if seen == 0 {
		t.Fatal("no operation is unrouted")
	}
	if !strings.Contains(wire["/api/docs.json"], "/orders") {
		t.Fatalf("the documents are not there: %.200s", wire["/api/docs.json"])
	}
}

// operators authenticates every bearer as the operator, which no real authenticator does.
type operators struct{}

func (operators) Authenticate(context.Context, string) (*operations.Principal, error) {
	return &operations.Principal{Kind: operations.AsOperator, Username: "mallory"}, nil
}

// TestTheOperatorIsNamedByTheProgramAlone checks the actor of the operator's events, and that no token authenticates the operator.
func TestTheOperatorIsNamedByTheProgramAlone(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	operator := operations.Operator("anna", "tradelog test")
	rate := map[string]any{"from": "USD", "to": "JPY", "rate": "151.25"}
	if _, err := invoke(s, operator, "rate.set", rate); err != nil {
		t.Fatal(err)
	}
	var last eventstore.Metadata
	events, err := s.Store.ReadStream(t.Context(), shop.RatesStream, 0, eventstore.Forwards, 100)
	if err != nil || len(events) == 0 {
		t.Fatal(len(events), err)
	}
	if err := json.Unmarshal(events[len(events)-1].Metadata, &last); err != nil {
		t.Fatal(err)
	}
	if last.Actor, err = s.Codec.OpenActor(t.Context(), last.Actor); err != nil {
		t.Fatal(err)
	}
	if last.Actor.Kind != "operator" || last.Actor.ID != 0 || last.Actor.Name != "anna" || last.Client != "tradelog test" ||
		last.StoreID != 0 || last.RequestID != "" || last.CorrelationID != "" {
		t.Errorf("the event has %+v", last)
	}
	rate["rate"] = strings.Repeat("9", 2000)
	if _, err := invoke(s, operator, "rate.set", rate); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "at most 1024") {
		t.Errorf("what the operator sends is not checked: %v", err)
	}
	s.Pipeline.Auth = operators{}
	if _, err := invoke(s, operations.Caller{Token: operations.Chosen("x")}, "rate.set", rate); fault.KindOf(err) != fault.Unauthorized {
		t.Errorf("a token is the operator's: %v", err)
	}
}
