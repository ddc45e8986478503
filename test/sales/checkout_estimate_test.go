package sales_test

import (
	"testing"

	"tradelog/test/salestest"
)

// TestTaxesAreEstimatedAtTheDefaultAddress of the customer, until the cart has an address of its own (shapes-sales §1). A guest has none.
func TestTaxesAreEstimatedAtTheDefaultAddress(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 9, fields{"taxClassId": 2})
	_, anna := s.Customer("anna@example.com")
	cart := s.Cart(anna, "MUG*2")
	tax := func(want float64, when string) {
		t.Helper()
		s.Settle()
		got := salestest.At(s.Must(200, "GET", owned(cart, ""), nil, anna...).Object(t), "prices.taxAmount")
		if got != want {
			t.Errorf("%s the tax is %v, want %v", when, got, want)
		}
	}
	tax(0, "without an address")
	home := fields{"firstname": "Anna", "lastname": "Smith", "street": "1 Main St", "city": "Los Angeles", "postcode": "90001",
		"countryId": "US", "regionId": 12, "telephone": "555-0100", "isDefaultBilling": true, "isDefaultShipping": true}
	s.Must(201, "POST", "/customers/me/addresses", home, anna...)
	tax(1.65, "at the default address")
	guest := s.Must(200, "GET", "/guest-carts/"+s.GuestCart("MUG*2"), nil).Object(t)
	salestest.Check(t, guest, fields{"prices.taxAmount": 0})
	elsewhere := salestest.Address()
	elsewhere["countryId"], elsewhere["region"], elsewhere["postcode"] = "DE", "", "10115"
	s.Must(200, "PUT", owned(cart, "/shipping-address"), elsewhere, anna...)
	tax(0, "with an address of the cart")
}
