package transports_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tradelog/graphql"
	"tradelog/test/salestest"
)

// TestMutationsAnswerWithWhatRESTShows runs mutations one after another and selects all members of their answers. It compares them with
// REST's document of the same resource afterwards.
func TestMutationsAnswerWithWhatRESTShows(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Configure("sales/gift_options/allow_order", "1")
	s.Product("MUG", "10", 50, nil)
	s.Product("CAP", "5", 50, nil)
	s.Must(201, "POST", "/giftcards", object{"initialBalance": 5, "code": "GIFT-GIFT-GIFT"}, s.Service...)
	_, customer := s.Customer("anna@example.com")
	order, later := s.Order("MUG*2", "CAP"), s.Order("CAP")
	cart := s.Cart(customer, "CAP")
	s.Settle()
	h := graphql.New(graphql.Options{Pipeline: s.Pipeline})
	if err := h.Prepare(); err != nil {
		t.Fatal(err)
	}
	fields := map[string]graphql.Field{}
	for _, f := range h.Fields() {
		if f.Of == "Mutation" {
			fields[f.Name] = f
		}
	}
	compared := 0
	// do runs a mutation and returns the document in its answer. headers are the caller's.
	do := func(name, input string, headers []string) object {
		t.Helper()
		f, payload := fields[name], ""
		for _, def := range h.Schema().Types[name+"Payload"].Fields {
			if def.Name != "clientMutationId" {
				payload = def.Name
			}
		}
		var members []string
		for member := range f.Copied {
			members = append(members, member)
		}
		slices.Sort(members)
		query := fmt.Sprintf("mutation { %s(input: {%s}) { %s { id %s } } }", name, input, payload, strings.Join(members, " "))
		made := s.must(query, nil, headers...)
		got := at(made, name+"."+payload).(object)
		iri, _ := got["id"].(string)
		s.Settle()
		var want object
		if strings.Contains(iri, "wishlist") { // there is only a list
			want = s.Must(200, "GET", "/customers/me/wishlist", nil, headers...).List(t)[0]
		} else {
			want = s.Must(200, "GET", strings.TrimPrefix(iri, "/api/rest/v2"), nil, headers...).Object(t)
		}
		for member, of := range f.Copied {
			expected, has := want[of]
			if !has {
				if err := json.Unmarshal([]byte(f.None[member]), &expected); err != nil {
					t.Fatal(err)
				}
			}
			if compared++; !reflect.DeepEqual(got[member], expected) {
				t.Errorf("%s: %s is %v, REST shows %v", name, member, got[member], expected)
			}
		}
		return got
	}
	number := func(v any) int64 { return salestest.Number(v) }

	const address = `firstName: "Anna", lastName: "Ash", street: ["1 Main St"], city: "Springfield", regionId: 23, ` +
		`postcode: "62701", countryId: "US", telephone: "555"`
	entry := do("createAddress", address, customer)
	do("updateAddress", fmt.Sprintf(`id: %q, city: "Peoria", isDefaultShipping: true`, entry["id"]), customer)
	in := fmt.Sprintf("cartId: %d, ", cart)
	coupon := do("createCoupon", `code: "TEN", discountType: "percent", discountAmount: 10, websiteIds: [1], customerGroupIds: [0, 1]`,
		s.Service)
	do("updateCoupon", fmt.Sprintf(`id: %v, usageLimit: 5`, coupon["_id"]), s.Service)
	line := do("addToCart", in+`sku: "MUG", qty: 2`, customer)
	item := number(at(line, "items.1.id"))
	do("updateItemQtyInCart", in+fmt.Sprintf(`itemId: %d, qty: 3`, item), customer)
	do("applyCouponToCart", in+`couponCode: "TEN"`, customer)
	do("applyGiftcardToCart", in+`giftcardCode: "GIFT-GIFT-GIFT"`, customer)
	do("setShippingAddressOnCart", in+address, customer)
	do("setBillingAddressOnCart", in+address, customer)
	do("setShippingMethodOnCart", in+`carrierCode: "flatrate", methodCode: "flatrate"`, customer)
	do("setPaymentMethodOnCart", in+`methodCode: "checkmo"`, customer)
	do("setGiftMessageOnCart", in+`sender: "A", recipient: "B", message: "Hello"`, customer)
	do("removeGiftMessageFromCart", strings.TrimSuffix(in, ", "), customer)
	do("removeCouponFromCart", strings.TrimSuffix(in, ", "), customer)
	do("removeGiftcardFromCart", in+`giftcardCode: "GIFT-GIFT-GIFT"`, customer)
	do("removeItemFromCart", in+fmt.Sprintf(`itemId: %d`, item), customer)
	do("placeOrder", strings.TrimSuffix(in, ", "), customer)
	do("updateCustomer", `firstName: "Ann"`, customer)

	on := fmt.Sprintf("orderId: %d", salestest.ID(order))
	do("holdOrder", on+`, reason: "x"`, s.Service)
	do("unholdOrder", on, s.Service)
	do("addCommentOrder", on+`, comment: "hello"`, s.Service)
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/invoices", salestest.ID(order)), object{}, s.Service...)
	shipment := do("createShipment", on+`, tracks: [{trackNumber: "1Z"}]`, s.Service)
	of := fmt.Sprintf("shipmentId: %v", shipment["_id"])
	tracked := do("addTrackShipment", of+`, trackNumber: "2Z"`, s.Service)
	do("removeTrackShipment", of+fmt.Sprintf(", trackId: %v", at(tracked, "tracks.1.id")), s.Service)
	do("createCreditMemo", on+`, comment: "back"`, s.Service)
	do("cancelOrder", fmt.Sprintf("orderId: %d", salestest.ID(later)), s.Service)
	card := do("createGiftCard", `initialBalance: 50, recipientName: "Ben"`, s.Service)
	do("adjustBalanceGiftCard", fmt.Sprintf(`code: %q, newBalance: 20.5, comment: "sorry"`, card["code"]), s.Service)
	do("quickCreateCustomer", `email: "counter@example.com", firstname: "C", lastname: "D"`, s.Service)
	do("addWishlistItem", `productId: 1, qty: 2`, customer)
	t.Logf("%d members are the same", compared)
	if compared < 500 {
		t.Error("too few to tell")
	}
}
