package operations

import (
	"context"
	"strings"
	"testing"

	"tradelog/readmodels/documents"
)

// TestDeclaredRowsAreThoseOfTheList checks that a list takes ids with asOf if it declares its rows, and that rows of another type are
// refused.
func TestDeclaredRowsAreThoseOfTheList(t *testing.T) {
	t.Parallel()
	type short struct{ ID int64 }
	type whole struct{ ID int64 }
	things := &Resource{Name: "Thing", Permission: "things", ACL: "things", Label: "thing"}
	list := func() *Operation {
		return Define(Declaration{Resource: things, Verb: List, Method: "GET", Path: "/things", Access: Backend.Access("things/read")},
			func(context.Context, *Call, None) (*documents.Page[short], error) { return nil, nil })
	}
	row := Declaration{Resource: things, Verb: Get, Method: "GET", Path: "/things/{id}", Access: Backend.Access("things/read")}
	right := Define(row, func(context.Context, *Call, None) (documents.Doc[short], error) { return nil, nil })
	wrong := Define(row, func(context.Context, *Call, None) (documents.Doc[whole], error) { return nil, nil })
	r, err := NewRegistry([]*Operation{list().WithRows(right)})
	if err != nil {
		t.Fatal(err)
	}
	if o := r.Find("GET /things"); !o.ListsAsOf() || !o.AsOf || r.Find("GET /things/{id}") != nil {
		t.Errorf("ids: %t, asOf: %t; the row is no operation", o.ListsAsOf(), o.AsOf)
	}
	if _, err := NewRegistry([]*Operation{list().WithRows(wrong)}); err == nil || !strings.Contains(err.Error(), "other rows") {
		t.Errorf("rows of another type: %v", err)
	}
	if r, err := NewRegistry([]*Operation{list()}); err != nil || r.Find("GET /things").ListsAsOf() {
		t.Errorf("a list without rows: %v", err)
	}
}
