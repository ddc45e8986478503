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
