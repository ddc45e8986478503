package catalog_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"tradelog/domain/catalog"
	"tradelog/operations/catalog/product"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestDecisionsReadStreams creates things that the read models do not receive, and uses them at once.
func TestDecisionsReadStreams(t *testing.T) {
	t.Parallel()
	b := startBook(t)
	s := b.store
	config := s.product("SET", fields{"type": "configurable"})
	mug := s.product("MUG", nil)
	s.Settle()
	s.Break("records", "categories")

	// A new attribute stays in the set that is changed right afterwards.
	id, err := b.writes.SetAttribute(apptest.Operator(), 0, func(a *catalog.ProductAttribute) {
		a.Code, a.Label, a.Input, a.Type, a.Scope, a.Configurable = "size", "Size", "select", "int", catalog.GlobalScope, true
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.writes.SetSet(apptest.Operator(), catalog.DefaultSet, func(set *catalog.AttributeSet) {
		*set = set.With("", "size").Without("gtin")
	}); err != nil {
		t.Fatal(err)
	}
	set, err := product.Sets.Commands(s.Deciders).Get(t.Context(), catalog.DefaultSet)
	if err != nil || !slices.Contains(set.Codes(), "size") || slices.Contains(set.Codes(), "gtin") {
		t.Errorf("the set has %v, %v; want size and no gtin", set.Codes(), err)
	}
	before := s.LogSize()
	if _, err := b.writes.SetSet(apptest.Operator(), catalog.DefaultSet, func(set *catalog.AttributeSet) {
		*set = set.With("", "flavour")
	}); err == nil || err.Error() != "There is no attribute flavour; tradelog attributes list attribute shows them" || s.LogSize() != before {
		t.Errorf("a set takes an attribute that does not exist: %v, %d events", err, s.LogSize()-before)
	}
	option, err := b.writes.SetOption(apptest.Operator(), 0, func(o *catalog.AttributeOption) { o.AttributeID, o.Label = id, "XL" })
	if err != nil {
		t.Fatal(err)
	}
	s.Run(t, []exchange{
		{Name: "variants differ in an attribute that was just made", Method: "PUT", Path: fmt.Sprintf("/products/%d/configurable", config),
			Headers: s.Service, Body: fields{"superAttributes": []string{"size"}}, Status: 200},
		{Name: "its values are not left out", Method: "PUT", Path: fmt.Sprintf("/products/%d", mug), Headers: s.Service,
			Body: fields{"customAttributesWrite": fields{"size": option}}, Status: 503,
			Message: "Attributes have just changed. Please try again in a moment."},
		{Name: "others are, as ever", Method: "PUT", Path: fmt.Sprintf("/products/%d", mug), Headers: s.Service,
			Body: fields{"customAttributesWrite": fields{"flavour": 1}}, Status: 200},
	})
	group := s.Create("/customer-groups", fields{"code": "Friends", "taxClassId": 3})
	s.Must(200, "PUT", fmt.Sprintf("/products/%d/group-prices", mug), []fields{{"customerGroupId": group, "price": 7}}, s.Service...)
	s.Must(201, "POST", "/coupons", fields{
		"code": "FRIENDS", "discountType": "percent", "discountAmount": 5, "customerGroupIds": []int64{group},
	}, s.Service...)

	// A product is added to a category that was just created.
	cups := salestest.Number(s.Must(201, "POST", "/categories", fields{"name": "Cups"}, s.Service...).Object(t)["id"])
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", mug), fields{"categoryIds": []int64{cups, 9999}}, s.Service...)
	state, err := s.Commands.Catalog.Product(t.Context(), mug)
	if err != nil || string(state.Values[0]["categoryIds"]) != fmt.Sprintf("[%d]", cups) {
		t.Errorf("the product is in %s, %v; want [%d]", state.Values[0]["categoryIds"], err, cups)
	}
}

// TestADeletedTreeLeavesNothingBelow creates a category below another during its deletion: after the deletion has listed the tree, and
// after it has checked again.
func TestADeletedTreeLeavesNothingBelow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		step    string
		removed bool // removed at the step of the creation; otherwise created at the step of the deletion
	}{{"category: subtree deleted", false}, {"category: created", true}} {
		t.Run(c.step, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			top := s.category("Top", nil)
			s.category("Inner", fields{"parentId": top})
			s.Settle()
			var once sync.Once
			add := func() { s.Do("POST", "/categories", fields{"name": "Late", "parentId": top}, s.Service...) }
			remove := func() { s.Must(204, "DELETE", fmt.Sprintf("/categories/%d", top), nil, s.Service...) }
			meanwhile, first := add, remove
			if c.removed {
				meanwhile, first = remove, add
			}
			s.Deciders.Steps(func(name string) {
				if name == c.step {
					once.Do(meanwhile)
				}
			})
			first()
			s.Settle()
			var left []string
			for id := top; ; id++ {
				state, err := s.Commands.Catalog.Category(t.Context(), id)
				if err == nil {
					left = append(left, string(state.Values[0]["name"]))
				}
				if exists, err := s.Deciders.Exists(t.Context(), catalog.Categories.Stream(id)); err != nil || !exists {
					break
				}
			}
			if len(left) > 0 {
				t.Errorf("%v are left below a category that is gone", left)
			}
			s.Verify("categories")
		})
	}
}

// TestADeletedAttributeLeavesItsSets: a later attribute with the same code is not in the sets by itself.
func TestADeletedAttributeLeavesItsSets(t *testing.T) {
	t.Parallel()
	s := start(t)
	w, ctx := product.WriteAttributes(s.Deciders, s.Readers.Catalog), apptest.Operator()
	add := func() int64 {
		id, err := w.SetAttribute(ctx, 0, func(a *catalog.ProductAttribute) { a.Code, a.Label = "smell", "Smell" })
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	smell := add()
	set, err := w.SetSet(ctx, 0, func(set *catalog.AttributeSet) { set.Name = "Flowers" })
	if err == nil {
		err = w.Delete(ctx, catalog.AttributeRecords, smell) // the read models may not have it yet
	}
	if err != nil {
		t.Fatal(err)
	}
	add()
	for id, wanted := range map[int64]bool{set: false, catalog.DefaultSet: true} {
		of, err := product.Sets.Commands(s.Deciders).Get(t.Context(), id)
		if err != nil || slices.Contains(of.Codes(), "smell") != wanted {
			t.Errorf("set %d has %v, %v", id, of.Codes(), err)
		}
	}
}
