package operations

import (
	"slices"
	"strings"
	"testing"
)

// TestGrantsAreThoseOfTheDeclarations checks that roles can have exactly the permissions that operations and resources of a registry
// declare.
func TestGrantsAreThoseOfTheDeclarations(t *testing.T) {
	t.Parallel()
	type member struct {
		Group string `json:"group" grant:"people/create"`
	}
	shelves := &Resource{Name: "Shelf", Permission: "shelves", ACL: "catalog/shelves", Grants: []string{"shelves/delete"}}
	register := Define(Declaration{Resource: people, Verb: Create, Method: "POST", Path: "/people", Access: Public.Access()}, nothing[member])
	limited := Define(Declaration{
		Resource: pages, Verb: Update, Method: "PUT", Path: "/pages", Access: Backend.Access("pages/write", "pages/delete"),
		Limits: []Limit{{Config: "contact", Exempt: []string{"people/write"}}},
	}, nothing[None])
	plain := reading(&Resource{Name: "Currency"}, "/currencies")
	hidden := unrouted("secrets.set", Update, OperatorOnly)
	for _, c := range []struct {
		list       []*Operation
		grants     string
		backOffice string
	}{
		{nil, "", ""},
		{[]*Operation{plain, hidden}, "", ""},
		{[]*Operation{reading(places, "/places")}, "places/all places/read", ""},
		{[]*Operation{reading(shelves, "/shelves")}, "shelves/all shelves/delete shelves/read", "catalog/shelves"},
		{[]*Operation{register}, "people/all people/create people/read", "customer/manage"},
		{[]*Operation{reading(people, "/others"), limited},
			"pages/all pages/delete pages/read pages/write people/all people/read people/write", "cms/page customer/manage"},
	} {
		r, err := NewRegistry(c.list)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Grants(); !slices.Equal(got, strings.Fields(c.grants)) {
			t.Errorf("API roles can have %v, want %s", got, c.grants)
		}
		if got := r.ACLPaths(); !slices.Equal(got, strings.Fields(c.backOffice)) {
			t.Errorf("back-office roles can have %v, want %s", got, c.backOffice)
		}
	}
}
