package customers_test

import (
	"fmt"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestAGuestsCartIsMerged checks the merge at login (shapes-sales §1 rule 12).
func TestAGuestsCartIsMerged(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	s.Product("CAP", "5", 100, nil)
	anna := account(t, s.Shop, named("anna@example.com"), "secret phrase")
	account(t, s.Shop, named("bob@example.com"), "secret phrase")
	login := func(who string, more salestest.Fields) (map[string]any, []string) {
		t.Helper()
		in := fields{"email": who, "password": "secret phrase"}
		for name, v := range more {
			in[name] = v
		}
		out := s.Must(200, "POST", "/auth/token", in).Object(t)
		return out, apptest.Bearer(out["token"].(string))
	}
	cart := func(token map[string]any, headers []string) map[string]any {
		t.Helper()
		return s.Must(200, "GET", fmt.Sprintf("/carts/%v", token["cartId"]), nil, headers...).Object(t)
	}
	s.Must(201, "POST", "/coupons", salestest.Fields{"code": "TEN", "discountType": "percent", "discountAmount": 10}, s.Service...)

	// A customer without a cart gets one.
	first := s.GuestCart("MUG*2")
	s.Must(201, "POST", "/guest-carts/"+first+"/coupon", salestest.Fields{"code": "TEN"})
	token, headers := login("anna@example.com", salestest.Fields{"maskedId": first})
	got := cart(token, headers)
	salestest.Check(t, got, salestest.Fields{"customerId": anna, "maskedId": nil, "itemsQty": 2, "items.#": 1, "appliedCoupon.code": "TEN"})
	if token["cartItemsQty"] != 2.0 {
		t.Errorf("the login tells of %v items", token["cartItemsQty"])
	}
	s.Must(404, "GET", "/guest-carts/"+first, nil)

	// Later guests' carts are merged into the cart that was used last.
	second := s.GuestCart("MUG", "CAP")
	again, headers := login("anna@example.com", salestest.Fields{"guestCartId": second})
	if again["cartId"] != token["cartId"] || again["cartItemsQty"] != 4.0 {
		t.Errorf("merged into %v with %v items, want %v", again["cartId"], again["cartItemsQty"], token["cartId"])
	}
	salestest.Check(t, cart(again, headers), salestest.Fields{"items.0.sku": "MUG", "items.0.qty": 3, "items.1.sku": "CAP", "items.1.qty": 1})

	// The default addresses fill in the missing ones of the customer's cart; a region is resolved as in any cart.
	_, headers = login("bob@example.com", nil)
	entry := salestest.Fields{
		"firstname": "Bob", "lastname": "Smith", "street": "Main Street 1", "city": "Los Angeles", "region": "CA", "postcode": "90001",
		"countryId": "US", "telephone": "1", "isDefaultShipping": true, "vatId": "US1",
	}
	added := s.Must(201, "POST", "/customers/me/addresses", entry, headers...).Object(t)
	salestest.Check(t, added, salestest.Fields{"vatId": "US1", "customerAddressId": nil})
	third := s.GuestCart("CAP")
	token, headers = login("bob@example.com", salestest.Fields{"maskedId": third})
	got = cart(token, headers)
	salestest.Check(t, got, salestest.Fields{
		"items.#": 1, "shippingAddress.regionId": 12, "shippingAddress.region": "California", "shippingAddress.firstname": "Bob",
		"shippingAddress.vatId": "US1", "shippingAddress.customerAddressId": salestest.ID(added),
	})
	if filled, _ := got["billingAddress"].(map[string]any); filled["firstname"] != nil && filled["firstname"] != "" {
		t.Errorf("without a default billing address the cart has %v", filled)
	}

	// A cart without lines, which has no event yet, is merged as any other: it ends, and a customer without a cart gets one.
	account(t, s.Shop, named("carl@example.com"), "secret phrase")
	unborn := func() string {
		return s.Must(201, "POST", "/guest-carts", nil).Object(t)["maskedId"].(string)
	}
	empty := unborn()
	opened, carls := login("carl@example.com", salestest.Fields{"maskedId": empty})
	if opened["cartId"] == nil || opened["cartItemsQty"] != 0.0 {
		t.Fatalf("an empty cart is merged into %v with %v items", opened["cartId"], opened["cartItemsQty"])
	}
	salestest.Check(t, cart(opened, carls), salestest.Fields{"maskedId": nil, "items.#": 0})
	s.Settle()
	if again, _ := login("carl@example.com", salestest.Fields{"cartId": unborn()}); again["cartId"] != opened["cartId"] {
		t.Errorf("another empty cart is merged into %v, want %v", again["cartId"], opened["cartId"])
	}
	s.Must(404, "GET", "/guest-carts/"+empty, nil)
	recreated := s.Must(200, "POST", "/guest-carts/"+empty+"/items", salestest.Fields{"sku": "CAP", "qty": 1}).Object(t)
	salestest.Check(t, recreated, salestest.Fields{"cartRecreated": true})

	// An invalid guest's cart is ignored.
	for _, mask := range []any{"no mask", second, 7, nil, fmt.Sprint(token["cartId"])} {
		out, _ := login("bob@example.com", salestest.Fields{"maskedId": mask})
		if out["cartId"] != token["cartId"] || out["cartItemsQty"] != 1.0 {
			t.Errorf("with %v bob has the cart %v", mask, out["cartId"])
		}
	}
	s.Verify("carts")
}
