package transports_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

const cartFields = `_id maskedId itemsCount items prices billingAddress { city } selectedShippingMethod appliedCoupon appliedGiftcards`

// TestAGuestsCheckout plays the mutations of a guest from an empty cart to an order.
func TestAGuestsCheckout(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Product("MUG", "10", 20, nil)
	s.Must(201, "POST", "/coupons", object{"code": "TEN", "discountType": "percent", "discountAmount": 10, "websiteIds": []int{1},
		"customerGroupIds": []int{0, 1}}, s.Service...)
	s.Settle()
	made := s.must(`mutation { createCart(input: {clientMutationId: "a"}) { cart { `+cartFields+` } clientMutationId } }`, nil)
	if at(made, "createCart.clientMutationId") != "a" {
		t.Errorf("%v", made)
	}
	mask := at(made, "createCart.cart.maskedId").(string)
	do := func(field, input string) object {
		t.Helper()
		data := s.must(fmt.Sprintf(`mutation ($mask: String) { %s(input: {maskedId: $mask, %s}) { cart { %s } } }`, field, input, cartFields),
			object{"mask": mask})
		return at(data, field+".cart").(object)
	}
	const address = `firstName: "Anna", lastName: "Ash", street: ["1 Main St"], city: "Springfield", region: "Illinois", regionId: 23, ` +
		`postcode: "62701", countryId: "US", telephone: "555"`
	cart := do("addToCart", `sku: "MUG", qty: 2`)
	item := at(cart, "items.0.id")
	if cart["itemsCount"] != 1.0 || at(cart, "items.0.qty") != 2.0 {
		t.Errorf("%v", cart)
	}
	cart = do("updateItemQtyInCart", fmt.Sprintf(`itemId: %v, qty: 3`, item))
	if at(cart, "items.0.qty") != 3.0 {
		t.Errorf("%v", cart)
	}
	do("setShippingAddressOnCart", address)
	cart = do("setBillingAddressOnCart", address+`, sameAsShipping: true`)
	if at(cart, "billingAddress.city") != "Springfield" {
		t.Errorf("%v", cart)
	}
	cart = do("setShippingMethodOnCart", `carrierCode: "flatrate", methodCode: "flatrate"`)
	if at(cart, "selectedShippingMethod.carrierCode") != "flatrate" {
		t.Errorf("%v", cart)
	}
	do("setPaymentMethodOnCart", `methodCode: "checkmo"`)
	cart = do("applyCouponToCart", `couponCode: "TEN"`)
	if at(cart, "appliedCoupon.code") != "TEN" {
		t.Errorf("%v", cart)
	}
	if cart = do("removeCouponFromCart", ``); cart["appliedCoupon"] != nil {
		t.Errorf("%v", cart)
	}
	placed := s.must(`mutation ($mask: String) { placeOrder(input: {maskedId: $mask, guestEmail: "anna@example.com"}) {
		order { incrementId accessToken status totalQtyOrdered billingAddress { city street } typed { items { sku qty product { name } } } } } }`,
		object{"mask": mask})
	order := at(placed, "placeOrder.order").(object)
	if order["status"] != "pending" || order["totalQtyOrdered"] != 3.0 || at(order, "typed.items.0.product.name") == nil {
		t.Errorf("%v", order)
	}
	shown := s.must(`query ($id: String!, $token: String!) { guestOrder(incrementId: $id, accessToken: $token) { incrementId accessToken } }`,
		object{"id": order["incrementId"], "token": order["accessToken"]})
	if at(shown, "guestOrder.incrementId") != order["incrementId"] || at(shown, "guestOrder.accessToken") != nil {
		t.Errorf("%v", shown)
	}
	s.refused("Order not found", 404, `{ guestOrder(incrementId: "100000001", accessToken: "wrong") { _id } }`, nil)
	s.refused("Name the cart: cartId or maskedId.", 400, `mutation { addToCart(input: {sku: "MUG", qty: 1}) { cart { _id } } }`, nil)
}

// TestMutationsOfTheBackOffice goes through an order's life, stock, coupons and gift cards.
func TestMutationsOfTheBackOffice(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Product("MUG", "10", 20, nil)
	order := s.Order("MUG*2")
	id, number := salestest.ID(order), order["incrementId"]
	s.Settle()
	do := func(mutation string) object {
		t.Helper()
		return s.must("mutation { "+mutation+" }", nil, s.Service...)
	}
	if d := do(fmt.Sprintf(`holdOrder(input: {incrementId: %q, reason: "x"}) { order { state } }`, number)); at(d, "holdOrder.order.state") !=
		"holded" {
		t.Errorf("%v", d)
	}
	do(fmt.Sprintf(`unholdOrder(input: {orderId: %d}) { order { state } }`, id))
	do(fmt.Sprintf(`addCommentOrder(input: {orderId: "%d", comment: "hello"}) { order { statusHistory } }`, id))
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/invoices", id), object{}, s.Service...)
	shipped := do(fmt.Sprintf(`createShipment(input: {orderId: %d, tracks: [{trackNumber: "1Z"}]}) { shipment { _id tracks } }`, id))
	shipment := at(shipped, "createShipment.shipment._id")
	tracked := do(fmt.Sprintf(`addTrackShipment(input: {shipmentId: %v, trackNumber: "2Z"}) { shipment { tracks } }`, shipment))
	track := at(tracked, "addTrackShipment.shipment.tracks.1.id")
	left := do(fmt.Sprintf(`removeTrackShipment(input: {shipmentId: %v, trackId: %v}) { shipment { tracks } }`, shipment, track))
	if n := len(at(left, "removeTrackShipment.shipment.tracks").([]any)); n != 1 {
		t.Errorf("%v", left)
	}
	memo := do(fmt.Sprintf(`createCreditMemo(input: {orderId: %d, comment: "back"}) { creditMemo { grandTotal order { incrementId } } }`, id))
	if at(memo, "createCreditMemo.creditMemo.order.incrementId") != number {
		t.Errorf("%v", memo)
	}
	if d := do(`updateStock(input: {sku: "MUG", qty: 7}) { stock { sku qty previousQty success } }`); at(d, "updateStock.stock.qty") != 7.0 {
		t.Errorf("%v", d)
	}
	bulk := do(`bulkUpdateStock(input: {items: [{sku: "MUG", qty: 8}]}) { stock { success results { edges { node { sku qty } } } } }`)
	if at(bulk, "bulkUpdateStock.stock.results.edges.0.node.qty") != 8.0 {
		t.Errorf("%v", bulk)
	}
	made := do(`createCoupon(input: {code: "TEN", discountType: "percent", discountAmount: 10, websiteIds: [1], customerGroupIds: [0]}) {
		coupon { id _id code } }`)
	coupon := at(made, "createCoupon.coupon._id")
	changed := do(fmt.Sprintf(`updateCoupon(input: {id: %v, discountAmount: 12.5}) { coupon { discountAmount } }`, coupon))
	if at(changed, "updateCoupon.coupon.discountAmount") != 12.5 {
		t.Errorf("%v", changed)
	}
	check := s.must(`mutation { validateCoupon(input: {code: "TEN"}) { coupon { code isValid discountAmount usageLimit } } }`, nil)
	if at(check, "validateCoupon.coupon.isValid") != true || at(check, "validateCoupon.coupon.discountAmount") != nil {
		t.Errorf("a guest learns more than yes or no: %v", check)
	}
	iri := at(made, "createCoupon.coupon.id")
	gone := do(fmt.Sprintf(`deleteCoupon(input: {id: %q}) { coupon { id _id code } }`, iri))
	if at(gone, "deleteCoupon.coupon.id") != iri || at(gone, "deleteCoupon.coupon.code") != nil {
		t.Errorf("%v", gone)
	}
	s.refused(
		fmt.Sprintf(`Item %q not found.`, iri),
		404,
		fmt.Sprintf(`mutation { deleteCoupon(input: {id: %q}) { coupon { id } } }`, iri),
		nil,
		s.Service...)
	// A list without elements is refused as in REST, however it is sent.
	const no = "A gift card must be associated with at least one website"
	rest := s.Do("POST", "/giftcards", object{"initialBalance": 10, "websiteIds": []int{}}, s.Service...)
	if !strings.Contains(string(rest.Body), no) {
		t.Errorf("no websites in REST: %d %s", rest.Status, rest.Body)
	}
	s.refused(no, rest.Status, `mutation { createGiftCard(input: {initialBalance: 10, websiteIds: []}) { giftCard { _id } } }`, nil,
		s.Service...)
	s.refused(no, rest.Status, `mutation ($i: createGiftCardInput!) { createGiftCard(input: $i) { giftCard { _id } } }`,
		object{"i": object{"initialBalance": 10, "websiteIds": []int{}}}, s.Service...)
	card := do(`createGiftCard(input: {initialBalance: 50, code: "ABCD-EFGH-IJKL"}) { giftCard { _id code balance } }`)
	if at(card, "createGiftCard.giftCard.balance") != 50.0 {
		t.Errorf("%v", card)
	}
	adjusted := do(
		`adjustBalanceGiftCard(input: {code: "abcd-efgh-ijkl", newBalance: 20.5, comment: "sorry"}) { giftCard { balance history } }`,
	)
	if at(adjusted, "adjustBalanceGiftCard.giftCard.balance") != 20.5 {
		t.Errorf("%v", adjusted)
	}
	quick := do(`quickCreateCustomer(input: {email: "counter@example.com", firstname: "C", lastname: "D"}) { customer { email fullName } }`)
	if at(quick, "quickCreateCustomer.customer.email") != "counter@example.com" {
		t.Errorf("%v", quick)
	}
	s.refused("Access Denied.", 403, `mutation { quickCreateCustomer(input: {email: "x@example.com", firstname: "C", lastname: "D"}) {
		customer { email } } }`, nil)
}

// TestTheBalanceOfAGiftCard is told to whoever knows the code, without the people that the card names.
func TestTheBalanceOfAGiftCard(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Must(201, "POST", "/giftcards", object{"initialBalance": 50, "code": "ABCD-EFGH-IJKL", "recipientName": "Anna", "senderName": "Ben"},
		s.Service...)
	s.Must(201, "POST", "/giftcards", object{"initialBalance": 5, "code": "SHORT"}, s.Service...)
	s.Settle()
	data := s.must(`{ checkBalanceGiftCard(code: " abcd-efgh-ijkl ") { id _id code balance status currencyCode initialBalance recipientName
		senderName websiteIds history } }`, nil)
	got := fmt.Sprint(data["checkBalanceGiftCard"])
	want := fmt.Sprint(object{"id": "/api/rest/v2/giftcards/0", "_id": 0.0, "code": "ABCD****IJKL", "balance": 50.0, "status": "active",
		"currencyCode": "USD", "initialBalance": nil, "recipientName": nil, "senderName": nil, "websiteIds": nil, "history": []any{}})
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if data := s.must(`{ checkBalanceGiftCard(code: "short") { code } }`, nil); at(data, "checkBalanceGiftCard.code") != "SHORT" {
		t.Errorf("%v", data)
	}
	s.refused("Gift card not found", 0, `{ checkBalanceGiftCard(code: "nothing") { code } }`, nil)
}

// TestBalancesCannotBeTried counts checks of balances by address (graphql §2).
func TestBalancesCannotBeTried(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t, apptest.WithConfig(func(c *app.Config) { c.Requests.RateLimitsOff = false }))
	s.Configure("system/rate_limit/giftcard_balance", "2")
	for _, code := range []string{"a", "b"} {
		s.refused("Gift card not found", 0, `{ checkBalanceGiftCard(code: "`+code+`") { code } }`, nil)
	}
	s.refused("Too many requests. Please try again later.", 429, `{ checkBalanceGiftCard(code: "c") { code } }`, nil)
}

// TestMutationsOfACustomer goes through an account.
func TestMutationsOfACustomer(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Product("MUG", "10", 20, nil)
	id, me := s.Customer("anna@example.com")
	guest := s.GuestCart("MUG*2")
	s.Settle()
	do := func(mutation string) object {
		t.Helper()
		return s.must("mutation { "+mutation+" }", nil, me...)
	}
	const address = `firstName: "Anna", lastName: "Ash", street: ["1 Main St"], city: "Springfield", regionId: 23, ` +
		`postcode: "62701", countryId: "US", telephone: "555"`
	made := do(`createAddress(input: {` + address + `, isDefaultBilling: true}) { address { id _id city street isDefaultBilling } }`)
	iri := at(made, "createAddress.address.id").(string)
	changed := do(fmt.Sprintf(`updateAddress(input: {id: %q, city: "Peoria"}) { address { city firstname } }`, iri))
	if at(changed, "updateAddress.address.city") != "Peoria" || at(changed, "updateAddress.address.firstname") != "Anna" {
		t.Errorf("%v", changed)
	}
	s.Settle()
	mine := s.must(`{ currentCustomer { _id email addresses { totalCount edges { node { city } } } } myAddresses { totalCount } }`, nil, me...)
	if at(mine, "currentCustomer.addresses.edges.0.node.city") != "Peoria" || at(mine, "myAddresses.totalCount") != 1.0 {
		t.Errorf("%v", mine)
	}
	do(fmt.Sprintf(`deleteAddress(input: {id: "%v"}) { address { id } }`, at(made, "createAddress.address._id")))
	if d := do(`updateCustomer(input: {firstName: "Ann"}) { customer { firstname } }`); at(d, "updateCustomer.customer.firstname") != "Ann" {
		t.Errorf("%v", d)
	}
	assigned := do(fmt.Sprintf(`assignCustomerToCart(input: {maskedId: %q, customerId: %d}) { cart { _id customerId itemsQty } }`, guest, id))
	if at(assigned, "assignCustomerToCart.cart.itemsQty") != 2.0 {
		t.Errorf("%v", assigned)
	}
	s.Settle()
	own := s.must(`{ customerCart { _id itemsQty } carts { totalCount edges { node { _id } } } }`, nil, me...)
	if at(own, "customerCart._id") != at(assigned, "assignCustomerToCart.cart._id") || at(own, "carts.totalCount") != 1.0 {
		t.Errorf("%v, want %v", own, assigned)
	}
	s.refused("Access Denied.", 403, fmt.Sprintf(`mutation { assignCustomerToCart(input: {maskedId: %q, customerId: 4711}) { cart { _id } } }`,
		s.GuestCart("MUG")), nil, me...)
	wish := do(`addWishlistItem(input: {productId: 1, qty: 2}) { wishlistItem { id _id qty } }`)
	s.Settle()
	found := s.must(
		fmt.Sprintf(`{ wishlistItem(id: %q) { qty } myWishlistItems { totalCount } }`, at(wish, "addWishlistItem.wishlistItem.id")),
		nil,
		me...)
	if at(found, "wishlistItem.qty") != 2.0 || at(found, "myWishlistItems.totalCount") != 1.0 {
		t.Errorf("%v", found)
	}
	removed := do(fmt.Sprintf(`removeWishlistItem(input: {itemId: %v}) { wishlistItem { id } }`, at(wish, "addWishlistItem.wishlistItem._id")))
	if at(removed, "removeWishlistItem.wishlistItem") != nil {
		t.Errorf("%v", removed)
	}
	if d := do(`subscribeNewsletter(input: {}) { newsletter { isSubscribed } }`); at(
		d,
		"subscribeNewsletter.newsletter.isSubscribed",
	) != true {
		t.Errorf("%v", d)
	}
	do(`submitReview(input: {productId: 1, title: "Good", detail: "Very good", nickname: "Ann", rating: 5}) { review { rating } }`)
	s.Configure("customer/create_account/confirm", "0")
	ben := s.Must(201, "POST", "/customers", object{"email": "ben@example.com", "password": "correct horse", "firstname": "Ben",
		"lastname": "Oak"}).Object(t)["id"]
	login := s.must(`mutation { loginCustomer(input: {email: "ben@example.com", password: "correct horse"}) { customer { _id } } }`, nil)
	if at(login, "loginCustomer.customer._id") != ben {
		t.Errorf("%v", login)
	}
	do(`logoutCustomer(input: {email: "anna@example.com"}) { customer { _id } }`)
	if r := s.Do("POST", path, object{"query": "{ currentCustomer { _id } }"}, me...); r.Status != 401 || !strings.Contains(string(r.Body),
		"authentication_error") {
		t.Errorf("after logout: %d %s", r.Status, r.Body)
	}
}
