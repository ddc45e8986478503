package catalog_test

import (
	"fmt"
	"testing"

	"tradelog/domain/catalog"
)

// TestRequiredAttributes: products need a value of each required attribute of their set, from the moment on that it is required.
func TestRequiredAttributes(t *testing.T) {
	t.Parallel()
	b := startBook(t)
	b.europe(2)
	old := b.product("OLD", nil)
	b.attribute(catalog.ProductAttribute{Code: "origin", Label: "Origin", Input: "text", Scope: catalog.StoreScope, Required: true})
	b.attribute(catalog.ProductAttribute{
		Code: "tariff", Label: "Tariff", Input: "text", Scope: catalog.GlobalScope, Required: true, ApplyTo: []string{"bundle"},
	})
	german := with(b.admin, "X-Store-Code", "de")
	from := func(origin any) fields { return fields{"customAttributesWrite": fields{"origin": origin}} }
	created := fields{"sku": "NEW", "name": "New", "price": 1, "customAttributesWrite": fields{"origin": "Here"}}
	b.run([]exchange{
		{name: "a new one without it", method: "POST", path: "/products", headers: b.admin, body: fields{"sku": "NEW", "name": "New", "price": 1},
			status: 422, message: "Failed to create product: Attribute 'origin' is required."},
		{name: "a new one with it", method: "POST", path: "/products", headers: b.admin, body: created, status: 201},
		{name: "an old one is changed otherwise", method: "PUT", path: fmt.Sprintf("/products/%d", old), headers: b.admin,
			body: fields{"price": 5}, status: 200},
		{name: "a value cannot be cleared", method: "PUT", path: fmt.Sprintf("/products/%d", old), headers: b.admin, body: from(""), status: 422,
			message: "Failed to update product: Attribute 'origin' is required."},
		{name: "a value", method: "PUT", path: fmt.Sprintf("/products/%d", old), headers: b.admin, body: from("There"), status: 200},
		{name: "that of a store view can", method: "PUT", path: fmt.Sprintf("/products/%d", old), headers: german, body: from(""), status: 200},
	})
}
