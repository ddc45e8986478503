package catalog_test

import (
	"fmt"
	"testing"

	"tradelog/domain/catalog"
	"tradelog/test/salestest"
)

// TestRequiredAttributes: products need a value of each required attribute of their set, once it is required.
func TestRequiredAttributes(t *testing.T) {
	t.Parallel()
	b := startBook(t)
	b.europe(2)
	old := b.product("OLD", nil)
	b.attribute(catalog.ProductAttribute{Code: "origin", Label: "Origin", Input: "text", Scope: catalog.StoreScope, Required: true})
	b.attribute(catalog.ProductAttribute{
		Code: "tariff", Label: "Tariff", Input: "text", Scope: catalog.GlobalScope, Required: true, ApplyTo: []string{"bundle"},
	})
	german := salestest.With(b.Service, "X-Store-Code", "de")
	from := func(origin any) fields { return fields{"customAttributesWrite": fields{"origin": origin}} }
	created := fields{"sku": "NEW", "name": "New", "price": 1, "customAttributesWrite": fields{"origin": "Here"}}
	b.Run(t, []exchange{
		{
			Name:    "a new one without it",
			Method:  "POST",
			Path:    "/products",
			Headers: b.Service,
			Body:    fields{"sku": "NEW", "name": "New", "price": 1},
			Status:  422,
			Message: "Failed to create product: Attribute 'origin' is required.",
		},
		{Name: "a new one with it", Method: "POST", Path: "/products", Headers: b.Service, Body: created, Status: 201},
		{Name: "an old one is changed otherwise", Method: "PUT", Path: fmt.Sprintf("/products/%d", old), Headers: b.Service,
			Body: fields{"price": 5}, Status: 200},
		{
			Name:    "a value cannot be cleared",
			Method:  "PUT",
			Path:    fmt.Sprintf("/products/%d", old),
			Headers: b.Service,
			Body:    from(""),
			Status:  422,
			Message: "Failed to update product: Attribute 'origin' is required.",
		},
		{Name: "a value", Method: "PUT", Path: fmt.Sprintf("/products/%d", old), Headers: b.Service, Body: from("There"), Status: 200},
		{Name: "that of a store view can", Method: "PUT", Path: fmt.Sprintf("/products/%d", old), Headers: german, Body: from(""), Status: 200},
	})
}
