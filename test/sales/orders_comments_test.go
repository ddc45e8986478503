package sales_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/test/salestest"
)

// TestBuyersSeeNoHiddenComment: a comment that is neither visible nor sent is in the answers of the back office alone: of orders, shipments
// and invoices, read by a customer, and by a guest with the token of the order.
func TestBuyersSeeNoHiddenComment(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	cart, mask := s.Cart(anna, "MUG*2"), s.GuestCart("MUG*2")
	mine := s.Must(201, "POST", owned(cart, placeOrder), salestest.Placement(fields{"orderNote": "mine, please"}), anna...).Object(t)
	guest := s.Must(201, "POST", guests(mask, placeOrder), salestest.Placement(nil)).Object(t)
	for _, o := range []map[string]any{mine, guest} {
		path := fmt.Sprintf("/orders/%v", o["id"])
		s.Must(201, "POST", path+"/comments", fields{"comment": "internal remark"}, s.Service...)
		s.Must(201, "POST", path+"/comments", fields{"comment": "seen remark", "visibleOnFront": true}, s.Service...)
		shipment := s.Must(201, "POST", path+"/shipments", fields{"comment": "internal parcel"}, s.Service...).Object(t)
		comments := fmt.Sprintf("/shipments/%v/comments", shipment["id"])
		s.Must(201, "POST", comments, fields{"comment": "seen parcel", "visibleOnFront": true}, s.Service...)
		s.Must(201, "POST", comments, fields{"comment": "internal, again"}, s.Service...)
		s.Must(201, "POST", path+"/invoices", fields{"comment": "internal bill"}, s.Service...)
	}
	s.Settle()
	sees := func(name, method, path string, all bool, headers ...string) {
		t.Helper()
		body := string(s.Must(200, method, path, nil, headers...).Body)
		if strings.Contains(body, "internal") != all {
			t.Errorf("%s: %s", name, body)
		}
		if strings.Contains(path, "invoices") {
			return
		}
		for _, text := range []string{"seen remark", "seen parcel"} {
			if !strings.Contains(body, text) {
				t.Errorf("%s lacks %q: %s", name, text, body)
			}
		}
	}
	path := fmt.Sprintf("/orders/%v", mine["id"])
	sees("the back office", "GET", path, true, s.Service...)
	sees("the back office, invoices", "GET", path+"/invoices", true, s.Service...)
	sees("the customer", "GET", path, false, anna...)
	sees("the customer, invoices", "GET", path+"/invoices", false, anna...)
	sees("the customer, own invoices", "GET", "/customers/me"+path+"/invoices", false, anna...)
	sees("the guest", "GET", fmt.Sprintf("/orders/%v/details", guest["incrementId"]), false, "X-Order-Token", guest["accessToken"].(string))
	if body := string(s.Must(200, "GET", path, nil, anna...).Body); !strings.Contains(body, `"note":"mine, please"`) {
		t.Errorf("the customer's own note is gone: %s", body)
	}
}
