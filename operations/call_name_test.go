package operations

import (
	"context"
	"strings"
	"testing"
)

// TestCallName derives names for client libraries from methods, paths and verbs.
func TestCallName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method, path string
		verb         Verb
		want         string
	}{
		{"GET", "/orders", List, "orders.list"},
		{"GET", "/orders/{id}", Get, "orders.get"},
		{"POST", "/orders", Create, "orders.create"},
		{"PATCH", "/addresses/{id}", Update, "addresses.patch"},
		{"DELETE", "/tax-classes/{id}", Delete, "taxClasses.delete"},
		{"POST", "/orders/{id}/hold", Action, "orders.hold"},
		{"POST", "/carts/{id}/place-order", Action, "carts.placeOrder"},
		{"GET", "/orders/{orderId}/credit-memos", List, "orders.creditMemos"},
		{"POST", "/orders/{orderId}/invoices", Create, "orders.createInvoice"},
		{"GET", "/orders/{orderId}/invoices/{id}/pdf", Get, "orders.invoicePdf"},
		{"PUT", "/products/{productId}/tier-prices", Update, "products.updateTierPrices"},
		{"DELETE", "/products/{productId}/configurable/children/{childId}", Delete, "products.deleteConfigurableChild"},
		{"DELETE", "/products/{productId}/links/cross-sell/{linkedProductId}", Delete, "products.deleteLinksCrossSell"},
		{"GET", "/customers/me", Get, "me.get"},
		{"GET", "/customers/me/addresses/{id}", Get, "me.address"},
		{"GET", "/{storeCode}/config", Get, "config.get"},
		{"PUT", "/shops/{id}/boxes/{n}", Update, "shops.updateBox"},
		{"PUT", "/shops/{id}/status", Update, "shops.updateStatus"},
	} {
		o := &Operation{Declaration: Declaration{Method: c.method, Path: c.path, Verb: c.verb}}
		if got := o.CallName(); got != c.want {
			t.Errorf("%s %s is %s, want %s", c.method, c.path, got, c.want)
		}
	}
	named := &Operation{Declaration: Declaration{Method: "POST", Path: "/orders/{orderId}/credit-memos", Verb: Create, Call: "orders.refund"}}
	if got := named.CallName(); got != "orders.refund" {
		t.Errorf("the declared name is %s", got)
	}
}

// TestCallNamesDiffer: two operations of one name could not both be methods of a library.
func TestCallNamesDiffer(t *testing.T) {
	t.Parallel()
	make := func(method, path, call string) *Operation {
		return Define(Declaration{
			Resource: &Resource{Name: path}, Verb: Action, Method: method, Path: path, Access: Public.Access(), Call: call,
			Idempotency: Idempotency{Unkeyed: "a test"},
		}, func(context.Context, *Call, None) (Nothing, error) { return Nothing{}, nil })
	}
	one, other := make("POST", "/people/forget", ""), make("POST", "/people/{id}/forget", "")
	if _, err := NewRegistry([]*Operation{one, other}); err == nil || !strings.Contains(err.Error(), "people.forget") {
		t.Errorf("two calls have one name: %v", err)
	}
	if _, err := NewRegistry([]*Operation{one, make("POST", "/people/{id}/forget", "people.forgetOne")}); err != nil {
		t.Error(err)
	}
}
