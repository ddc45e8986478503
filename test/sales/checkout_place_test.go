package sales_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

const placeOrder = "/place-order"

// TestRefusedPlacements fails every check of shapes-sales §6 in its order. A refusal leaves nothing, and the cart can be placed
// afterwards.
func TestRefusedPlacements(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "10", 5, nil)
	s.Configure("carriers/flatrate/sallowspecific", "1", "carriers/flatrate/specificcountry", "US,DE,HK", "payment/banktransfer/active", "1",
		"payment/banktransfer/allowspecific", "1", "payment/banktransfer/specificcountry", "DE", "payment/cashondelivery/active", "1")
	_, anna := s.Customer("anna@example.com")
	address := func(more fields) fields {
		out := salestest.Address()
		for name, v := range more {
			out[name] = v
		}
		return out
	}
	const (
		noMethod = "Payment method is not available for this cart"
		noRate   = "Shipping method is not available for this address"
		shipTo   = "Please check shipping address information. "
		billTo   = "Please check billing address information. "
		noEmail  = "A valid e-mail address is required for guest orders."
		allOfIt  = "Please enter the first name. Please enter the last name. Please enter the street. Please enter the city. Please enter the " +
			"telephone number. Please enter the zip/postal code. Please enter the country."
		noBilling = "Billing address is not set"
		noStock   = "Not all products are available in the requested quantity. The MUG: "
		tooFew    = noStock + `The requested quantity for "The MUG" is not available.`
		soldOut   = noStock + "This product is currently out of stock."
	)
	for who, cart := range map[string]struct {
		base    func(string) string
		headers []string
		guest   bool
	}{
		"a guest": {func() func(string) string {
			m := s.GuestCart("MUG*3")
			return func(p string) string { return guests(m, p) }
		}(), nil, true},
		"a customer": {func() func(string) string {
			id := s.Cart(anna, "MUG*2")
			return func(p string) string { return owned(id, p) }
		}(), anna, false},
	} {
		refused := func(name string, body any, status int, message string) salestest.Exchange {
			return salestest.Exchange{
				Name: name, Method: "POST", Path: cart.base(placeOrder), Body: body, Headers: cart.headers, Status: status, Message: message,
			}
		}
		with := salestest.Placement
		table := []salestest.Exchange{
			refused("a payment method that is off", with(fields{"paymentMethod": "purchaseorder"}), 400, noMethod),
			refused("a payment method of nobody, before all else", fields{"paymentMethod": "nonsense", "shippingMethod": "nonsense"}, 400, noMethod),
			refused("nothing to pay", with(fields{"paymentMethod": "free"}), 400, noMethod),
			refused("a way to ship of nobody", with(fields{"shippingMethod": "nonsense_x", "billingAddress": nil}), 400, noRate),
			refused("a way that does not go there", with(fields{"shippingAddress": address(fields{"countryId": "FR", "region": nil})}), 400, noRate),
			refused("a way without a country", with(fields{"shippingAddress": nil}), 400, noRate),
			refused("half of a way", with(fields{"shippingMethod": "flatrate"}), 400, noRate),
			refused("no way", with(fields{"shippingMethod": nil, "billingAddress": nil}), 422, "Shipping method is not set"),
			refused("no billing address", with(fields{"billingAddress": nil, "paymentMethod": nil}), 422, noBilling),
			refused("a billing address of nobody", with(fields{"billingAddress": address(fields{"firstName": nil})}), 422, noBilling),
			refused("an empty billing address", with(fields{"billingAddress": fields{}}), 422, noBilling),
			refused("no payment", with(fields{"paymentMethod": nil}), 422, "Payment method is not set"),
			refused("an incomplete address to ship to", with(fields{"shippingAddress": fields{"countryId": "US", "city": "X"}}), 422,
				shipTo+
					"Please enter the first name. Please enter the last name. Please enter the street. Please enter the telephone number. Please enter "+
					"the zip/postal code. Please enter the state/province."),
			refused("no street", with(fields{"shippingAddress": address(fields{"street": list{" ", ""}})}), 422, shipTo+"Please enter the street."),
			refused("no state", with(fields{"shippingAddress": address(fields{"region": nil})}), 422, shipTo+"Please enter the state/province."),
			refused("a state of nobody", with(fields{"shippingAddress": address(fields{"region": "Atlantis"})}), 422,
				shipTo+"Please enter the state/province."),
			refused("another country's state", with(fields{"shippingAddress": address(fields{"regionId": 81})}), 422,
				shipTo+"Please enter the state/province."),
			refused("only tags", with(fields{"shippingAddress": address(fields{"city": "<b></b>"})}), 422, shipTo+"Please enter the city."),
			refused("an incomplete billing address", with(fields{"billingAddress": fields{"firstName": "G"}}), 422,
				billTo+strings.TrimPrefix(allOfIt, "Please enter the first name. ")),
			refused("both incomplete", with(fields{"billingAddress": fields{"firstName": "G"}, "shippingAddress": fields{"countryId": "HK"}}), 422,
				shipTo+
					"Please enter the first name. Please enter the last name. Please enter the street. Please enter the city. Please enter the "+
					"telephone number."),
			refused("another country to bill", with(fields{"paymentMethod": "banktransfer"}), 422,
				"Selected payment type is not allowed for billing country."),
			refused("not JSON", "{", 400, "Invalid JSON in request body"),
			refused("a list", "[1]", 400, "The request body must be a JSON object"),
			refused("an address of another type", with(fields{"shippingAddress": "here"}), 400,
				`The type of the "shippingAddress" attribute must be "array", "string" given.`),
			refused("a method of another type", with(fields{"paymentMethod": 5}), 400,
				`The type of the "paymentMethod" attribute must be "string", "int" given.`),
			refused("data of another type", with(fields{"paymentData": "x"}), 400,
				`The type of the "paymentData" attribute must be "array", "string" given.`),
			refused("a cart of another type", with(fields{"cartId": "1"}), 400, `The type of the "cartId" attribute must be "int", "string" given.`),
		}
		if cart.guest {
			table = append(table,
				refused("no e-mail", with(fields{"guestEmail": nil}), 422, noEmail),
				refused("no e-mail that is one", with(fields{"guestEmail": "gina at home"}), 422, noEmail),
				refused("the cart by its number", with(fields{"cartId": 1}), 404, cartNotFound),
				refused("another cart", with(fields{"maskedId": strings.Repeat("0", 32)}), 404, cartNotFound),
				refused("another cart's number", with(fields{"maskedId": "1"}), 404, cartNotFound))
		}
		t.Run(who, func(t *testing.T) {
			s.Run(t, table)
			s.Restock(mug, 1)
			s.Run(t, []salestest.Exchange{
				refused("too little", with(nil), 422, tooFew), refused("too little, before the country to bill",
					with(fields{"paymentMethod": "banktransfer"}), 422, tooFew),
			})
			s.Restock(mug, 0)
			s.Run(t, []salestest.Exchange{refused("sold out", with(nil), 422, soldOut)})
			s.Restock(mug, 5)
			got := s.Must(200, "GET", cart.base(""), nil, cart.headers...).Object(t)
			salestest.Check(t, got, fields{
				"isActive": true, "reservedOrderId": nil, "customerEmail": nil, "shippingAddress.firstname": "", "selectedPaymentMethod": nil,
				"selectedShippingMethod": nil,
			})
			placed := s.Must(201, "POST", cart.base(placeOrder), with(nil), cart.headers...).Object(t)
			number := fmt.Sprint(placed["incrementId"])
			closed := salestest.Exchange{
				Name: "again", Method: "POST", Path: cart.base(placeOrder), Body: with(nil), Headers: cart.headers, Status: 404, Message: cartNotFound,
			}
			if !cart.guest {
				closed.Status, closed.Message = 422, "Cart is not active or does not exist"
			}
			s.Run(t, []salestest.Exchange{closed})
			s.Must(201, "POST", "/orders/"+fmt.Sprint(salestest.ID(placed))+"/cancel", nil, s.Service...)
			if number != "100000001" && number != "100000002" {
				t.Errorf("refusals have used up numbers: %s", number)
			}
		})
	}
	s.Run(t, []salestest.Exchange{
		{Name: "an empty cart", Method: "POST", Path: guests(s.GuestCart(), placeOrder), Body: salestest.Placement(nil), Status: 422,
			Message: "Cart is empty"},
		{Name: "an empty cart, a payment method of nobody", Method: "POST", Path: guests(s.GuestCart(), placeOrder),
			Body: fields{"paymentMethod": "x"}, Status: 400, Message: noMethod},
		{Name: "an upper-case mask", Method: "POST", Path: guests(strings.ToUpper(s.GuestCart("MUG")), placeOrder),
			Body: salestest.Placement(nil), Status: 404, Message: cartNotFound},
		{Name: "too little cash", Method: "POST", Path: guests(s.GuestCart("MUG"), placeOrder), Headers: s.Service,
			Body: salestest.Placement(fields{"paymentMethod": "cashondelivery", "cashTendered": 14.99}), Status: 422,
			Message: "Insufficient cash tendered"},
		{Name: "no cash was counted", Method: "POST", Path: guests(s.GuestCart("MUG"), placeOrder),
			Body: salestest.Placement(fields{"paymentMethod": "cashondelivery", "cashTendered": 1}), Status: 201, Want: fields{"changeAmount": nil}},
		{Name: "change", Method: "POST", Path: guests(s.GuestCart("MUG"), placeOrder), Headers: s.Service,
			Body: salestest.Placement(fields{"paymentMethod": "cashondelivery", "cashTendered": 20}), Status: 201, Want: fields{"changeAmount": 5}},
		{Name: "cash for a check", Method: "POST", Path: guests(s.GuestCart("MUG"), placeOrder), Headers: s.Service,
			Body: salestest.Placement(fields{"cashTendered": 20}), Status: 201, Want: fields{"changeAmount": nil}},
	})
	s.Verify("carts", "orders", "stock")
}

// TestWaysToNameACart checks that each entry point finds only carts that its caller may place.
func TestWaysToNameACart(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	_, ben := s.Customer("ben@example.com")
	creator, reader := s.As([]string{"orders/create"}), s.As([]string{"orders/all", "carts/all"})
	stranger := s.As([]string{"products/read"})
	manager, clerk := apptest.Bearer(s.Admin("sales/order")), apptest.Bearer(s.Admin("sales/order/actions/create"))
	number := func(mask string) int64 { return salestest.ID(s.Must(200, "GET", guests(mask, ""), nil).Object(t)) }
	hers := func() int64 { return s.Cart(anna, "MUG") }
	mask := func() string { return s.GuestCart("MUG") }
	nobody := strings.Repeat("0", 32)
	post := func(name, path string, more fields, headers []string, status int, message string, want fields) salestest.Exchange {
		return salestest.Exchange{
			Name: name, Method: "POST", Path: path, Body: salestest.Placement(more), Headers: headers, Status: status, Message: message, Want: want,
		}
	}
	guest, customer := fields{"customerId": nil, "customerIsGuest": true},
		fields{"customerId": 1, "customerIsGuest": false, "accessToken": nil}
	upper := mask()
	s.Run(t, []salestest.Exchange{
		post("/orders by mask", "/orders", fields{"maskedId": mask()}, nil, 201, "", guest),
		post("/orders by mask in upper case", "/orders", fields{"maskedId": strings.ToUpper(upper)}, nil, 201, "", guest),
		post("/orders by mask as a customer", "/orders", fields{"maskedId": mask()}, anna, 201, "", guest),
		post("/orders by number", "/orders", fields{"cartId": hers()}, anna, 201, "", customer),
		post("/orders by number as the shop", "/orders", fields{"cartId": hers()}, creator, 201, "", customer),
		post("/orders by number as a manager", "/orders", fields{"cartId": hers()}, manager, 201, "", customer),
		post("/orders, a guest's cart by number as the shop", "/orders", fields{"cartId": number(mask())}, creator, 201, "", guest),
		post("/orders, a mask wins over a number", "/orders", fields{"cartId": 999999, "maskedId": mask()}, nil, 201, "", guest),
		post("/orders without a cart", "/orders", nil, nil, 404, cartNotFound, nil),
		post("/orders by an empty mask", "/orders", fields{"maskedId": ""}, nil, 404, cartNotFound, nil),
		post("/orders by number as a guest", "/orders", fields{"cartId": number(mask())}, nil, 404, cartNotFound, nil),
		post("/orders, somebody else's", "/orders", fields{"cartId": hers()}, ben, 404, cartNotFound, nil),
		post("/orders, a guest's cart by number as a customer", "/orders", fields{"cartId": number(mask())}, anna, 404, cartNotFound, nil),
		post("/orders by a mask of nobody", "/orders", fields{"maskedId": nobody}, nil, 404, cartNotFound, nil),
		post("/orders of a cart of nobody", "/orders", fields{"cartId": 999999}, creator, 404, cartNotFound, nil),
		post("/orders as a stranger", "/orders", fields{"cartId": hers()}, stranger, 403, "Access denied", nil),
		post("/orders as a clerk", "/orders", fields{"cartId": hers()}, clerk, 403, `Your admin role does not grant access to "sales/order".`,
			nil),
		post("/carts as its owner", owned(hers(), placeOrder), nil, anna, 201, "", customer),
		post("/carts as the shop", owned(hers(), placeOrder), nil, creator, 201, "", customer),
		post("/carts with all of orders", owned(hers(), placeOrder), nil, reader, 201, "", customer),
		post("/carts as a guest", owned(hers(), placeOrder), nil, nil, 401, "Authentication required", nil),
		post("/carts, somebody else's", owned(hers(), placeOrder), nil, ben, 404, cartNotFound, nil),
		post("/carts of nobody", owned(999999, placeOrder), nil, anna, 404, cartNotFound, nil),
		post("/carts as a stranger", owned(hers(), placeOrder), nil, stranger, 403, "Access denied", nil),
		post("/carts, the body wins", owned(999999, placeOrder), fields{"cartId": hers()}, anna, 201, "", customer),
		post("/carts, a mask in the body wins", owned(999999, placeOrder), fields{"maskedId": mask()}, anna, 201, "", guest),
		post("/guest-carts", guests(mask(), placeOrder), nil, nil, 201, "", guest),
		post("/guest-carts as a customer", guests(mask(), placeOrder), nil, anna, 201, "", guest),
		post("/guest-carts, the body wins", guests(nobody, placeOrder), fields{"maskedId": mask()}, nil, 201, "", guest),
		post("/guest-carts, a number in the body", guests(mask(), placeOrder), fields{"cartId": hers()}, anna, 201, "", customer),
		post("/guest-carts, a number in the body of a guest", guests(mask(), placeOrder), fields{"cartId": hers()}, nil, 404, cartNotFound, nil),
		post("/guest-carts, a number in the body of a stranger", guests(mask(), placeOrder), fields{"cartId": hers()}, stranger, 403,
			"Access denied", nil),
		post("/guest-carts of nobody", guests(nobody, placeOrder), nil, nil, 404, cartNotFound, nil),
		post("/guest-carts by number", guests("1", placeOrder), nil, nil, 404, cartNotFound, nil),
	})
}

// TestAPlacementsKey checks that a repeated placement with its key is done once, by every entry point. Guests' keys belong to their cart.
func TestAPlacementsKey(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	key := []string{"X-Idempotency-Key", "first-order"}
	mask, other, hers, byShop := s.GuestCart("MUG"), s.GuestCart("MUG"), s.Cart(anna, "MUG"), s.Cart(anna, "MUG")
	ids := map[int64]bool{}
	for _, c := range []struct {
		path    string
		more    fields
		headers []string
	}{
		{guests(mask, placeOrder), nil, nil}, {guests(other, placeOrder), nil, nil}, {"/orders", fields{"maskedId": s.GuestCart("MUG")}, nil},
		{"/orders", fields{"maskedId": s.GuestCart("MUG")}, nil},
		{"/guest-carts/anything" + placeOrder, fields{"maskedId": s.GuestCart("MUG")}, nil},
		{"/guest-carts/anything" + placeOrder, fields{"maskedId": s.GuestCart("MUG")}, nil}, {owned(hers, placeOrder), nil, anna},
		{owned(byShop, placeOrder), nil, s.Service}, {"/orders", fields{"cartId": s.Cart(anna, "MUG")}, anna},
	} {
		headers := salestest.With(c.headers, key...)
		first := s.Must(201, "POST", c.path, salestest.Placement(c.more), headers...)
		if id := salestest.ID(first.Object(t)); ids[id] || first.Header.Get("X-Idempotency-Replayed") != "" {
			t.Errorf("%s %v: got the order of somebody else", c.path, c.more)
		} else {
			ids[id] = true
		}
		before := s.LogSize()
		for range 2 {
			again := s.Must(201, "POST", c.path, salestest.Placement(c.more), headers...)
			if string(again.Body) != string(first.Body) || again.Header.Get("X-Idempotency-Replayed") != "true" {
				t.Errorf("%s: replayed as %v %s", c.path, again.Header, again.Body)
			}
		}
		if left := s.Since(before); len(left) != 0 {
			t.Errorf("%s: a replay left %v", c.path, left)
		}
	}
	// A refusal releases the key.
	refused := s.GuestCart("MUG")
	s.Must(422, "POST", guests(refused, placeOrder), salestest.Placement(fields{"billingAddress": nil}), key...)
	s.Must(201, "POST", guests(refused, placeOrder), salestest.Placement(nil), key...)
	if mugs := s.Stock("MUG"); mugs != fmt.Sprint(100-len(ids)-1) {
		t.Errorf("%s mugs after %d orders", mugs, len(ids)+1)
	}
}

// TestTheLastUnit checks that the last unit is sold once and a cart is placed once, despite concurrent requests.
func TestTheLastUnit(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 3, nil)
	const buyers = 8
	race := func(place func(i int) apptest.Answer) map[int]int {
		answers := make(chan apptest.Answer, buyers)
		var group sync.WaitGroup
		for i := range buyers {
			group.Go(func() { answers <- place(i) })
		}
		group.Wait()
		close(answers)
		got := map[int]int{}
		for a := range answers {
			got[a.Status]++
			if a.Status >= 500 {
				t.Errorf("%s", a.Body)
			}
		}
		return got
	}
	var masks []string
	for range buyers {
		masks = append(masks, s.GuestCart("MUG"))
	}
	got := race(func(i int) apptest.Answer {
		return s.Do("POST", guests(masks[i], placeOrder), salestest.Placement(nil))
	})
	if got[201] != 3 || got[422] != buyers-3 {
		t.Errorf("three mugs for %d buyers: %v", buyers, got)
	}
	if mugs := s.Stock("MUG"); mugs != "0 out of stock" {
		t.Errorf("%s mugs are left", mugs)
	}
	s.Product("CAP", "5", 100, nil)
	one := s.GuestCart("CAP")
	if got := race(func(int) apptest.Answer { return s.Do("POST", guests(one, placeOrder), salestest.Placement(nil)) }); got[201] != 1 {
		t.Errorf("one cart, placed by %d at once: %v", buyers, got)
	}
	if caps := s.Stock("CAP"); caps != "99" {
		t.Errorf("%s caps are left", caps)
	}
	// The carts of the refused buyers are open.
	for _, mask := range masks {
		if a := s.Do("GET", guests(mask, ""), nil); a.Status == 200 && a.Object(t)["isActive"] != true {
			t.Errorf("a cart is stuck: %s", a.Body)
		}
	}
	s.Verify("carts", "orders", "stock")
}
