package catalog_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/test/apptest"
)

// TestUniqueAttributes checks that no two products share a value of a unique attribute, in any store view.
func TestUniqueAttributes(t *testing.T) {
	t.Parallel()
	b := startBook(t)
	b.attribute(catalog.ProductAttribute{Code: "serial", Label: "Serial", Input: "text", Scope: "store", Unique: true})
	serial := func(value any) fields { return fields{"customAttributesWrite": fields{"serial": value}} }
	write := func(what string, id int64, query string, in fields, status int) {
		t.Helper()
		a := b.Do("PUT", fmt.Sprintf("/products/%d%s", id, query), in, b.Service...)
		told := strings.Contains(string(a.Body), "Attribute 'serial' must be unique, and another product has this value.")
		if a.Status != status || told != (status == 422) {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	first, second := b.product("A", serial("S1")), b.product("B", nil)
	taken := fields{"sku": "C", "name": "C", "price": 1, "customAttributesWrite": fields{"serial": "s1"}}
	if a := b.Do("POST", "/products", taken, b.Service...); a.Status != 422 {
		t.Errorf("a new product with a taken value: %d %s", a.Status, a.Body)
	}
	third := b.product("C", nil) // a refused product does not keep its SKU
	write("a taken value", second, "", serial("S1"), 422)
	write("a taken value in a store view", second, "?store=default", serial("S1"), 422)
	write("the own value again", first, "", serial("S1"), 200)
	write("a value of its own", second, "", serial("S2"), 200)
	write("a value of a store view", first, "?store=default", serial("S3"), 200)
	write("that value elsewhere", third, "", serial("S3"), 422)
	write("another value", first, "", serial("S4"), 200)
	write("the value that became free", third, "", serial("S1"), 200)
	write("the store view gives its value back", first, "?store=default", fields{"useDefault": []string{"serial"}}, 200)
	write("that value is free", second, "", serial("S3"), 200)
	write("a cleared value", second, "", serial(nil), 200)
	write("is free too", first, "", serial("S3"), 200)
	write("another SKU keeps the value", first, "", fields{"sku": "A2"}, 200)
	write("so it is taken", second, "", serial("S3"), 422)
	write("and the former SKU is free", second, "", fields{"sku": "A"}, 200)
	b.Must(204, "DELETE", fmt.Sprintf("/products/%d", first), nil, b.Service...)
	write("values of a deleted product are free", second, "", serial("S3"), 200)

	answers := make(chan int, 8)
	for i := range cap(answers) {
		go func() {
			sku := fmt.Sprint("R", i)
			answers <- b.Do("POST", "/products", fields{"sku": sku, "name": sku, "price": 1, "customAttributesWrite": fields{"serial": "race"}},
				b.Service...).Status
		}()
	}
	created := 0
	for range cap(answers) {
		switch status := <-answers; status {
		case http.StatusCreated:
			created++
		case http.StatusUnprocessableEntity:
		default:
			t.Errorf("one of many products with a value: %d", status)
		}
	}
	if created != 1 {
		t.Errorf("%d products have one value", created)
	}
	_, err := b.writes.SetAttribute(apptest.Operator(), b.id("secret"), func(a *catalog.ProductAttribute) { a.Unique = true })
	if fault.KindOf(err) != fault.Invalid {
		t.Errorf("an attribute whose values may repeat became unique: %v", err)
	}
}
