package sales_test

import (
	"context"
	"testing"

	"tradelog/domain/shipping"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestACartIsAsNewAsItsShippingRates: X-Min-Position waits for the rates too. An answer without rates does not wait.
func TestACartIsAsNewAsItsShippingRates(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	s.Configure("carriers/flatrate/active", "0", "carriers/tablerate/active", "1")
	_, anna := s.Customer("anna@example.com")
	s.Settle()
	cart := owned(s.Cart(anna, "MUG"), "")
	read := func(status int, path string, headers ...string) apptest.Answer {
		t.Helper()
		return s.Must(status, "GET", path, nil, append(headers, anna...)...)
	}
	ways := func(a apptest.Answer) int { return len(a.Object(t)["availableShippingMethods"].([]any)) }
	s.Must(200, "PUT", cart+"/shipping-address", salestest.Address(), anna...)
	before := read(200, cart)
	if ways(before) != 0 {
		t.Errorf("without a table: %s", before.Body)
	}

	// The projector of the rates cannot write while the table is locked.
	lock, err := s.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback(context.Background())
	if _, err := lock.Exec(t.Context(), "LOCK TABLE read.shipping_tables IN SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	condition, rates, err := shipping.ParseTable([]byte(byWeight+"US,*,*,0,5\n"), "", "package_weight")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Checkout.ImportShippingTable(apptest.Operator(), 1, condition, rates); err != nil {
		t.Fatal(err)
	}
	at := s.Pipeline.Token(s.LogSize())
	read(503, cart, "X-Min-Position", at)
	read(200, "/customers/me/orders", "X-Min-Position", at)
	if err := lock.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if after := read(200, cart, "X-Min-Position", at); ways(after) != 1 {
		t.Errorf("with the table: %s", after.Body)
	}
}
