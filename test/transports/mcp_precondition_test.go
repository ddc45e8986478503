package transports_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/eventstore"
	"tradelog/test/apptest"
)

// TestALostUpdateIsRefused: two agents have read the same order. The second one writes nothing, and is told to read again.
func TestALostUpdateIsRefused(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	mug := product(t, s, "MUG", "19.99", 100)
	id := order(t, s, "MUG", 2)
	service := apptest.Bearer(s.Service([]string{"all"}))
	a, b := introduce(t, s, service...), introduce(t, s, service...)
	const refused = "-32603 The resource is not the one that If-Match names. Read it again, and send the ETag of that answer."
	for _, c := range []struct {
		read, write, again string
		of                 object
		body, another      object
	}{
		{
			"sales_orders_get", "sales_orders_hold_create", "sales_orders_comments_create", object{"id": id},
			object{"reason": "call first"}, object{"comment": "call first"},
		},
		{
			"catalog_products_get", "catalog_products_update", "catalog_products_update", object{"id": mug},
			object{"name": "Mug of the first"}, object{"name": "Mug of the second"},
		},
	} {
		with := func(tag any, body object) object {
			arguments := object{"ifMatch": tag}
			for _, more := range []object{c.of, body} {
				for name, value := range more {
					arguments[name] = value
				}
			}
			return arguments
		}
		first, second := a.call(c.read, c.of), b.call(c.read, c.of)
		tag := first.Meta.ETag
		if tag == "" || second.Meta.ETag != tag || strings.Contains(tag, `"`) {
			t.Fatalf("%s is tagged %q and %q", c.read, tag, second.Meta.ETag)
		}
		written := a.call(c.write, with(tag, c.body))
		if written.Meta.ETag == "" || written.Meta.ETag == tag || len(written.Meta.Ignored) > 0 {
			t.Errorf("%s answers with the tag %q, ignored %v", c.write, written.Meta.ETag, written.Meta.Ignored)
		}
		size := s.LogSize()
		b.refused(refused, c.again, with(tag, c.another))
		b.refused(refused, c.again, with(`"`+tag+`"`, c.another))
		page, err := s.Store.ReadAll(t.Context(), size, eventstore.Forwards, 100, eventstore.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Events {
			if meta, err := e.Meta(); err != nil || e.Position > size && meta.Actor.Kind != "system" { // reactions may still append events
				t.Errorf("%s: a refused write stored %s on %s (%v)", c.again, e.Type, e.Stream, err)
			}
		}
		if now := b.call(c.read, c.of); now.Meta.ETag != written.Meta.ETag {
			t.Errorf("%s: the tag of the write is %q, that of the read %q", c.write, written.Meta.ETag, now.Meta.ETag)
		}
		b.refused("-32603 The ifMatch argument must be the _meta.etag of an answer.", c.again, with(7, c.another))
		b.refused("-32603 The ifMatch argument must be the _meta.etag of an answer.", c.again, with(" ", c.another))
		b.call(c.again, with(written.Meta.ETag, c.another))
		b.call(c.again, with(nil, c.another))
	}
	a.refused("-32603 If-Match cannot be checked here: this path shows no resource with an ETag. Send the request without it.",
		"catalog_inventory_update", object{"sku": "MUG", "qty": 1, "ifMatch": "6f1c"})
	if listed := a.call("sales_orders_list", object{}); listed.Meta.ETag != "" {
		t.Errorf("a page of a list is tagged %q", listed.Meta.ETag)
	}
}

// TestTagsAreThoseOfREST: an agent and a program that uses REST get the same tag for a resource.
func TestTagsAreThoseOfREST(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	mug := product(t, s, "MUG", "19.99", 100)
	service := apptest.Bearer(s.Service([]string{"all"}))
	a := introduce(t, s, service...)
	tag := a.call("catalog_products_get", object{"id": mug}).Meta.ETag
	s.Must(412, "PUT", fmt.Sprint("/products/", mug), object{"name": "A mug"}, append(service, "If-Match", `"0"`)...)
	s.Must(200, "PUT", fmt.Sprint("/products/", mug), object{"name": "A mug"}, append(service, "If-Match", `"`+tag+`"`)...)
}
