package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestCountriesOfAStore: carts and placements take no address in a country that does not exist, or that the store does not sell to
// (general/country/allow). The address book takes every country that exists.
func TestCountriesOfAStore(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	id, anna := s.Customer("anna@example.com")
	in := func(country string) fields {
		address := salestest.Address()
		address["countryId"], address["region"] = country, nil
		return address
	}
	mask := s.GuestCart("MUG")
	before := in("RU")
	s.Must(200, "PUT", guests(mask, "/shipping-address"), before)
	s.Configure("general/country/allow", "US,DE")
	s.Settle()
	const (
		unknown    = "There is no country with the code ZZ (ISO 3166-1)."
		notAllowed = "This store does not sell to Russia."
	)
	entry := func(country string) fields {
		return fields{
			"firstname": "Anna", "lastname": "Smith", "street": "1 Main St", "city": "Town", "postcode": "90001", "countryId": country,
			"telephone": "1",
		}
	}
	refused := func(name, method, path string, body fields, status int, message, field string) salestest.Exchange {
		return salestest.Exchange{Name: name, Method: method, Path: path, Body: body, Status: status, Message: message,
			Want: fields{"violations.0.field": field}}
	}
	with := func(more fields) fields { return salestest.Placement(more) }
	s.Run(t, []salestest.Exchange{
		{Name: "nothing ships to an address from before", Method: "GET", Path: guests(mask, ""), Status: 200,
			Want: fields{"shippingAddress.countryId": "RU", "availableShippingMethods": list{}}},
		refused("shipping to none", "PUT", guests(mask, "/shipping-address"), in("ZZ"), 400, unknown, "countryId"),
		refused("shipping", "PUT", guests(mask, "/shipping-address"), in("RU"), 400, notAllowed, "countryId"),
		refused("an estimate", "POST", guests(mask, "/shipping-methods"), fields{"address": in("RU")}, 400, notAllowed, "address.countryId"),
		refused("billing as shipping", "PUT", guests(mask, "/billing-address"), fields{"sameAsShipping": true}, 400, notAllowed,
			"sameAsShipping.countryId"),
		refused("billing", "PUT", guests(mask, "/billing-address"), in("RU"), 400, notAllowed, "countryId"),
		refused("placement, shipping", "POST", guests(mask, placeOrder), with(fields{"shippingAddress": in("RU")}), 400,
			"Shipping method is not available for this address", "shippingMethod"),
		refused("placement, shipping to none", "POST", guests(mask, placeOrder), with(fields{"shippingAddress": in("ZZ")}), 400, unknown,
			"shippingAddress.countryId"),
		refused("placement, billing", "POST", guests(mask, placeOrder), with(fields{"billingAddress": in("RU")}), 422,
			"Please check billing address information. "+notAllowed, "billingAddress.countryId"),
		{Name: "a country of the store", Method: "PUT", Path: guests(mask, "/shipping-address"), Body: in("DE"), Status: 200},
		{Name: "placed", Method: "POST", Path: guests(mask, placeOrder), Body: with(nil), Status: 201},
		{Name: "an entry in another country", Method: "POST", Path: "/customers/me/addresses", Body: entry("RU"), Headers: anna, Status: 201},
		{Name: "an entry in no country", Method: "POST", Path: "/customers/me/addresses", Body: entry("ZZ"), Headers: anna, Status: 400,
			Message: unknown},
		{Name: "an entry for orders", Method: "POST", Path: fmt.Sprintf("/customers/%d/addresses?check=order", id), Body: entry("RU"),
			Headers: s.Service, Status: 400,
			Message: notAllowed},
	})

	// A merge fills the cart with a default address that the store sells to, and leaves the other out.
	const bea, secret = "bea@example.com", "secret phrase"
	s.Must(201, "POST", "/customers", fields{"email": bea, "password": secret, "firstname": "Bea", "lastname": "Smith"}, s.Service...)
	login := func(maskedID string) fields {
		body := fields{"email": bea, "password": secret}
		if maskedID != "" {
			body["maskedId"] = maskedID
		}
		return s.Must(200, "POST", "/auth/token", body).Object(t)
	}
	headers := apptest.Bearer(login("")["token"].(string))
	for country, isDefault := range map[string]string{"RU": "isDefaultBilling", "DE": "isDefaultShipping"} {
		address := entry(country)
		address[isDefault] = true
		s.Must(201, "POST", "/customers/me/addresses", address, headers...)
	}
	merged := fmt.Sprintf("/carts/%v", login(s.GuestCart("MUG"))["cartId"])
	salestest.Check(t, s.Must(200, "GET", merged, nil, headers...).Object(t), fields{
		"billingAddress.countryId": "", "shippingAddress.countryId": "DE",
	})
}
