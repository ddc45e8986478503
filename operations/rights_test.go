package operations

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tradelog/domain/fault"
)

var (
	people = &Resource{Name: "Person", Permission: "people", ACL: "customer/manage"}
	pages  = &Resource{Name: "Page", Permission: "pages", ACL: "cms/page"}
	places = &Resource{Name: "Place", Permission: "places"}
)

func nothing[In any](context.Context, *Call, In) (Nothing, error) { return Nothing{}, nil }

func reading(r *Resource, path string) *Operation {
	return Define(Declaration{Resource: r, Verb: List, Method: "GET", Path: path, Access: Public.Access()}, nothing[None])
}

// TestTheACLNodeDecides checks that a back-office user has exactly the permissions whose nodes the role has, on operations of any resource.
func TestTheACLNodeDecides(t *testing.T) {
	t.Parallel()
	type member struct {
		Group string `json:"group" grant:"people/create people/write"`
	}
	register := Define(Declaration{Resource: people, Verb: Create, Method: "POST", Path: "/people", Access: Public.Access()}, nothing[member])
	list := []*Operation{register, reading(pages, "/pages"), reading(places, "/places")}
	if _, err := NewRegistry(list); err != nil {
		t.Fatal(err)
	}
	someone := func(kind Kind, grants ...string) *Principal { return &Principal{Kind: kind, ID: 1, Grants: grants} }
	for _, c := range []struct {
		who                       *Principal
		people, pages, places, in bool
	}{
		{who: someone(Anonymous)}, {who: someone(AsCustomer)}, {who: someone(AsAdmin)}, {who: someone(AsAPI)},
		{who: someone(AsAdmin, "cms/page"), pages: true}, {who: someone(AsAdmin, "customer/manage"), people: true, in: true},
		{who: someone(AsAdmin, "people/write", "pages/all", "places/all")}, // permissions are not nodes
		{who: someone(AsAdmin, "all"), people: true, pages: true, in: true},
		{who: someone(AsAPI, "people/create"), in: true}, {who: someone(AsAPI, "people/read"), people: true},
		{who: someone(AsAPI, "pages/all"), pages: true}, {who: someone(AsAPI, "customer/manage", "cms/page")},
		{who: someone(AsAPI, "all"), people: true, pages: true, places: true, in: true},
		{who: someone(AsOperator), people: true, pages: true, places: true, in: true},
	} {
		for _, o := range list {
			call := &Call{Operation: o, Principal: c.who}
			got := []bool{
				call.BackendReader("people"), call.BackendReader("pages"), call.BackendReader("places"), call.Has("people/create", "people/write"),
			}
			if want := []bool{c.people, c.pages, c.places, c.in}; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s with %v on %s: %v, want %v", c.who.Kind, c.who.Grants, o.Path, got, want)
			}
			if err := call.Need(people, "people/create", "people/write"); (err == nil) != c.in ||
				err != nil && fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s with %v needs: %v", c.who.Kind, c.who.Grants, err)
			}
		}
	}
	if reading(people, "/others").BackOffice(someone(AsAdmin, "all"), "people") {
		t.Error("an operation of no registry gives back-office users a right")
	}
}

// TestRightsThatNobodyHasAreRefused checks that a registry refuses unknown permissions and permissions with two nodes.
func TestRightsThatNobodyHasAreRefused(t *testing.T) {
	t.Parallel()
	type misspelt struct {
		Group string `json:"group" grant:"persons/write"`
	}
	type inside struct {
		People []misspelt `json:"people"`
	}
	register := Declaration{Resource: people, Verb: Create, Method: "POST", Path: "/people", Access: Public.Access()}
	exempt := Define(Declaration{
		Resource: pages, Verb: Create, Method: "POST", Path: "/pages", Access: Public.Access(),
		Limits: []Limit{{Config: "contact", Exempt: []string{"persons/write"}}},
	}, nothing[None])
	shelves := &Resource{Name: "Shelf", Permission: "shelves", Grants: []string{"shelfs/write"}}
	foreign := Define(Declaration{Resource: pages, Verb: Create, Method: "POST", Path: "/pages", Access: Backend.Access("people/write")},
		nothing[None])
	for _, c := range []struct {
		list []*Operation
		want string
	}{
		{[]*Operation{Define(register, nothing[misspelt])}, `no resource has the permission "persons/write"`},
		{[]*Operation{Define(register, nothing[inside])}, "Group is inside people and cannot have a grant"},
		{[]*Operation{reading(shelves, "/shelves")}, `no resource has the permission "shelfs/write"`},
		{[]*Operation{exempt}, `no resource has the permission "persons/write"`},
		{[]*Operation{reading(people, "/people"), foreign}, "permissions of people have two ACL nodes"},
	} {
		if _, err := NewRegistry(c.list); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
