package transports_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tradelog/graphql"
	"tradelog/operations"
	"tradelog/test/apptest"
)

// TestEveryQueryAnswersWhatRESTAnswers queries every field of Query that calls one operation, with several callers and all members of
// documents. It compares the results with REST's answers.
func TestEveryQueryAnswersWhatRESTAnswers(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	s.Product("MUG", "19.99", 100, nil)
	s.Product("CAP", "7.45", 100, nil)
	for range 3 {
		s.Order("MUG*2")
	}
	_, customer := s.Customer("anna@example.com")
	s.OrderOf(customer, "CAP")
	s.Must(201, "POST", "/orders/1/invoices", object{}, s.Service...)
	s.Must(201, "POST", "/orders/1/shipments", object{"tracks": []any{object{"trackNumber": "1Z"}}}, s.Service...)
	s.Must(201, "POST", "/orders/1/credit-memos", object{}, s.Service...)
	s.Must(201, "POST", "/giftcards", object{"initialBalance": 50}, s.Service...)
	s.Must(201, "POST", "/newsletter/subscribe", object{"email": "ben@example.com"})
	s.Must(201, "POST", "/products/1/reviews", object{"title": "Good", "detail": "Very good", "nickname": "Anna", "rating": 5}, customer...)
	s.Must(201, "POST", "/customers/me/wishlist", object{"productId": 1}, customer...)
	s.Must(201, "POST", "/coupons", object{"code": "TEN", "discountType": "percent", "discountAmount": 10, "websiteIds": []int{1},
		"customerGroupIds": []int{0}}, s.Service...)
	mask := s.GuestCart("MUG")
	s.Settle()

	h := graphql.New(graphql.Options{Pipeline: s.Pipeline})
	if err := h.Prepare(); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{
		"storeCode": "default", "incrementId": "100000001", "key": "x", "sku": "MUG", "path": "mug", "optionId": "1", "categoryId": "2",
	}
	compared, refused := 0, 0
	for _, f := range h.Fields() {
		if f.Of != "Query" || f.Operation == nil || f.Resolver != "" || f.Operation.Unrouted.Name != "" || f.Shape == "value" ||
			f.Operation.Access.Auth == operations.OrderToken {
			continue
		}
		if f.Shape == "byIRI" && f.Operation.Verb == operations.List {
			continue // found in a list, see TestMutationsOfACustomer
		}
		for caller, headers := range map[string][]string{
			"nobody": nil, "a customer": customer, "the shop": s.Service, "an admin": apptest.Bearer(s.Admin("sales/order")),
		} {
			restPath, arguments, query := f.Operation.Path, []string{}, url.Values{}
			for _, name := range f.Operation.Placeholders() {
				v := "1"
				if known := values[name]; known != "" {
					v = known
				}
				if strings.HasPrefix(f.Operation.Path, "/guest-carts") {
					v = mask
				}
				restPath = strings.Replace(restPath, "{"+name+"}", v, 1)
				arguments = append(arguments, fmt.Sprintf("%s: %q", argumentOf(f, name), v))
			}
			if f.Shape == "byIRI" {
				arguments = []string{fmt.Sprintf("%s: %q", argumentOf(f, "id"), "/api/rest/v2"+restPath)}
			}
			for _, name := range required[f.Name] {
				if !slices.Contains(f.Operation.Placeholders(), name) {
					query.Set(name, values[name])
				}
				if v := values[name]; name == "path" || name == "incrementId" {
					arguments = append(arguments, fmt.Sprintf("%s: %q", name, v))
				} else if name == "categoryId" {
					arguments = append(arguments, name+": "+v)
				}
			}
			arguments = fixNumbers(f.Name, arguments)
			var names []string
			for name := range f.Copied {
				names = append(names, name)
			}
			slices.Sort(names)
			if f.Shape == "connection" && !pagesByNumber[f.Name] {
				arguments = append(arguments, "first: 100")
				query.Set("itemsPerPage", "100")
			}
			text := f.Name
			if len(arguments) > 0 {
				text += "(" + strings.Join(arguments, ", ") + ")"
			}
			switch f.Shape {
			case "connection":
				text += " { totalCount edges { node { " + strings.Join(names, " ") + " } } }"
			default:
				text += " { " + strings.Join(names, " ") + " }"
			}
			where := f.Name + " as " + caller
			rest := s.Do("GET", restPath+"?"+query.Encode(), nil, headers...)
			got := s.ask("{ "+text+" }", nil, headers...)
			if f.Name == "customer" && caller == "a customer" { // graphql §7: the field is for the back office alone
				if refused++; len(got.Errors) == 0 || got.Errors[0].Extensions.Status != 403 {
					t.Errorf("%s: %.300s", where, got.Body)
				}
				continue
			}
			if rest.Status != 200 {
				refused++
				if rest.Status == 404 && f.Shape == "byIRI" && len(got.Errors) == 0 && got.Data[f.Name] == nil {
					continue // a missing resource is null
				}
				if len(got.Errors) == 0 {
					t.Errorf("%s: %.300s, REST refuses: %d %s", where, got.Body, rest.Status, rest.Body)
				}
				continue
			}
			if len(got.Errors) > 0 {
				t.Errorf("%s: %.500s, REST answers\n%s", where, got.Body, text)
				continue
			}
			var want []object
			if rest.Body[0] == '[' {
				want = rest.List(t)
			} else {
				want = []object{rest.Object(t)}
			}
			var rows []any
			switch f.Shape {
			case "connection":
				for _, e := range at(got.Data, f.Name+".edges").([]any) {
					rows = append(rows, e.(object)["node"])
				}
			case "list":
				rows, _ = got.Data[f.Name].([]any)
			default:
				if row := got.Data[f.Name]; row != nil {
					rows = []any{row}
				}
				want = want[:min(1, len(want))]
			}
			if f.Shape == "connection" && !f.Operation.Paged {
				want = want[:min(100, len(want))] // lists without pages have pages here
			}
			if len(rows) != len(want) {
				t.Errorf("%s: %d rows, REST has %d: %.300s", where, len(rows), len(want), got.Body)
				continue
			}
			for i, row := range rows {
				for name, of := range f.Copied {
					expected, has := want[i][of]
					if !has {
						if err := json.Unmarshal([]byte(f.None[name]), &expected); err != nil {
							t.Fatal(err)
						}
					}
					if !reflect.DeepEqual(row.(object)[name], expected) {
						t.Errorf("%s: %s is %v, want %v", where, name, row.(object)[name], expected)
					}
					compared++
				}
			}
		}
	}
	t.Logf("%d members are the same, %d refusals", compared, refused)
	if compared < 2000 || refused < 50 {
		t.Error("too few to tell")
	}
}

// pagesByNumber are the fields whose pages have numbers.
var pagesByNumber = map[string]bool{
	"products": true, "categoryProducts": true, "customers": true, "customerOrders": true, "productReviews": true, "myAddresses": true,
}

// required are arguments that fields require.
var required = map[string][]string{
	"layeredFilters": {"categoryId"}, "categoryProducts": {"categoryId"}, "resolveUrlResolveResult": {"path"}, "urlResolveResults": {"path"},
}

// argumentOf returns the name of the argument for a variable of the path.
func argumentOf(f graphql.Field, variable string) string {
	if f.Name == "guestCart" {
		return "maskedId"
	}
	return variable
}

// fixNumbers prints numbers in the notation of the contract's arguments.
func fixNumbers(field string, arguments []string) []string {
	for i, a := range arguments {
		switch name, v, _ := strings.Cut(a, ": "); {
		case slices.Contains([]string{"orderId", "productId"}, name) && slices.Contains(
			[]string{"orderCreditMemos", "orderShipments", "productReviews"}, field):
			arguments[i] = name + ": " + strings.Trim(v, `"`)
		}
	}
	return arguments
}
