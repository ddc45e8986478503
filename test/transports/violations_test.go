package transports_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/fault"
	"tradelog/soap/wire"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// brokenRules prints violations without their messages.
func brokenRules(violations []fault.Violation) string {
	var out []string
	for _, v := range violations {
		out = append(out, v.Field+" "+string(v.Code))
	}
	return strings.Join(out, ", ")
}

// TestViolationsAreThoseOfREST: GraphQL and MCP report the same violations of an input as REST, beside the same message.
func TestViolationsAreThoseOfREST(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Configure("apiplatform/protocols/mcp", "1", "catalog/review/active", "1")
	product := s.Product("MUG", "10", 5, nil)
	_, anna := s.Customer("anna@example.com")
	review := object{"title": " ", "detail": "", "nickname": strings.Repeat("x", 300), "rating": 9}
	const want = "title required, detail required, nickname length, rating range"

	var rest struct {
		Message    string
		Violations []fault.Violation
	}
	a := s.Must(400, "POST", fmt.Sprintf("/products/%d/reviews", product), review, anna...)
	if err := json.Unmarshal(a.Body, &rest); err != nil || brokenRules(rest.Violations) != want || rest.Message != "Review title is required" {
		t.Errorf("REST answers %s, %v", a.Body, err)
	}

	review["productId"] = product
	var query struct {
		Errors []struct {
			Message    string
			Extensions struct {
				Status     int
				Violations []fault.Violation
			}
		}
	}
	a = s.Do("POST", path, object{
		"query":     "mutation ($input: submitReviewInput!) { submitReview(input: $input) { review { rating } } }",
		"variables": object{"input": review},
	}, anna...)
	if err := json.Unmarshal(a.Body, &query); err != nil || len(query.Errors) != 1 || query.Errors[0].Message != rest.Message ||
		query.Errors[0].Extensions.Status != 400 || !slices.Equal(query.Errors[0].Extensions.Violations, rest.Violations) {
		t.Errorf("GraphQL answers %s, %v", a.Body, err)
	}

	var data struct{ Violations []fault.Violation }
	agent := introduce(t, s.Shop.Shop, anna...)
	r := agent.ask("tools/call", object{"name": "customers_products_reviews_create", "arguments": review})
	if r.Error == nil || r.Error.Message != rest.Message || json.Unmarshal(r.Error.Data, &data) != nil ||
		!slices.Equal(data.Violations, rest.Violations) {
		t.Errorf("MCP answers %+v", r)
	}
}

// TestAChangedTotalIsRefusedWithWhatTheCartCosts: placing at another total than the buyer was shown is refused over every interface that
// has placements, and the answer has what the cart costs now as fields.
func TestAChangedTotalIsRefusedWithWhatTheCartCosts(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Configure("apiplatform/protocols/mcp", "1")
	mug := s.Product("MUG", "10", 50, nil)
	mask := s.GuestCart("MUG*2")
	shown := s.Must(200, "GET", "/guest-carts/"+mask, nil).Object(t)
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", mug), object{"price": 12}, s.Service...)
	s.Settle()
	const message = "The grand total is 34 USD now, and not 30: " +
		"subtotal 24, discount 0, shipping 10, tax 0, gift cards 0. Nothing was ordered."
	for _, address := range []string{"shipping", "billing"} {
		s.Must(200, "PUT", "/guest-carts/"+mask+"/"+address+"-address", salestest.Address())
	}
	place := object{
		"maskedId": mask, "expectedGrandTotal": at(shown, "prices.grandTotal").(float64) + 10, "guestEmail": "gina@example.com",
		"paymentMethod": "checkmo", "shippingMethod": "flatrate_flatrate",
	}
	check := func(transport, why string, violations []fault.Violation) {
		t.Helper()
		if why != message || brokenRules(violations) != "expectedGrandTotal conflict" {
			t.Errorf("%s: %s: %v", transport, why, violations)
			return
		}
		present, ok := violations[0].Present.(object)
		if !ok {
			t.Errorf("%s: no state of now", transport)
			return
		}
		salestest.Check(t, present, object{
			"currency": "USD", "prices.grandTotal": 34, "prices.subtotal": 24, "items.0.price": 12, "items.0.sku": "MUG", "items.0.qty": 2,
			"items.0.rowTotal": 24, "appliedCoupon": nil, "appliedGiftcards.#": 0,
		})
	}
	var rest struct {
		Error, Message string
		Violations     []fault.Violation
	}
	a := s.Must(409, "POST", "/orders", place)
	if err := json.Unmarshal(a.Body, &rest); err != nil || rest.Error != "total_changed" {
		t.Errorf("%s, %v", a.Body, err)
	}
	check("REST", rest.Message, rest.Violations)

	var query struct {
		Errors []struct {
			Message    string
			Extensions struct {
				Status     int
				Code       string
				Violations []fault.Violation
			}
		}
	}
	a = s.Do("POST", path, object{
		"query":     "mutation ($input: placeOrderInput!) { placeOrder(input: $input) { order { id } } }",
		"variables": object{"input": place},
	})
	if err := json.Unmarshal(a.Body, &query); err != nil || len(query.Errors) != 1 || query.Errors[0].Extensions.Code != "total_changed" ||
		query.Errors[0].Extensions.Status != 409 {
		t.Fatalf("%s, %v", a.Body, err)
	}
	check("GraphQL", query.Errors[0].Message, query.Errors[0].Extensions.Violations)

	var data struct{ Violations []fault.Violation }
	r := introduce(t, s.Shop.Shop).ask("tools/call", object{"name": "sales_orders_create", "arguments": place})
	if r.Error == nil || json.Unmarshal(r.Error.Data, &data) != nil {
		t.Fatalf("%+v", r)
	}
	check("MCP", r.Error.Message, data.Violations)
}

// TestViolationsOfLegacyCalls: the detail of a fault names fields as these interfaces do. Faults about other things have none.
func TestViolationsOfLegacyCalls(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	mug := object{"sku": "MUG", "name": "Mug", "type": "simple", "price": 10}
	c.Must(201, "POST", "/products", mug, apptest.Bearer(c.Service([]string{"all"}))...)
	c.Settle()
	const want = "price range price must not be negative; special_price range special_price must not be negative"
	told := func(detail *wire.Node) string {
		if detail == nil {
			return ""
		}
		var out []string
		for _, v := range detail.Child("violations").Children {
			out = append(out, v.Child("field").Text+" "+v.Child("code").Text+" "+v.Child("message").Text)
		}
		return strings.Join(out, "; ")
	}
	send := func(args string) *wire.Node {
		return c.send("/api/soap", "<call><sessionId>"+c.session+"</sessionId><resourcePath>product.update</resourcePath>"+args+"</call>").
			Child("Fault")
	}
	refused := send(list("MUG", "<price>-1</price><special_price>-2</special_price>"))
	if got := told(refused.Child("detail")); got != want || refused.Child("faultstring").Text != "price must not be negative" {
		t.Errorf("%s: %s", refused.Child("faultstring").Text, got)
	}
	if gone := send(list("NONE", "<price>1</price>")); gone.Child("detail") != nil {
		t.Errorf("%s has the detail %s", gone.Child("faultstring").Text, told(gone.Child("detail")))
	}
	call := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"product.update","params":[%q,"MUG",{"price":-1,"special_price":-2}]}`, c.session)
	a := c.Must(200, "POST", "/api/jsonrpc", call, "Content-Type", "application/json")
	var answer struct {
		Error struct {
			Data struct{ Violations []fault.Violation }
		}
	}
	if err := json.Unmarshal(a.Body, &answer); err != nil || brokenRules(answer.Error.Data.Violations) != "price range, special_price range" {
		t.Errorf("JSON-RPC answers %s, %v", a.Body, err)
	}
}
