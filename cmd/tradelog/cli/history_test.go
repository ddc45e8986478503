package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// TestHistoryFindsOrdersAndProducts reads an order by its number and a product by its SKU, and gets sentences with values.
func TestHistoryFindsOrdersAndProducts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	id := s.Product("MUG", "10", 10, nil)
	s.Change(id, salestest.Fields{"price": 12})
	refused(t, s.Shop, "The log has no order 999", "events", "history", "order", "999")
	refused(t, s.Shop, "The log has no product with the SKU NONE", "events", "history", "--sku", "NONE")
	refused(t, s.Shop, "Name a stream such as order-42", "events", "history")
	refused(t, s.Shop, "there is no stream order-999", "events", "history", "order-999")
	order := s.Order("MUG") // from here on, reactions append events
	number := order["incrementId"].(string)
	if out := done(t, s.Shop, "events", "history", "--sku", "MUG"); !strings.Contains(out, "Price 10 → 12") {
		t.Errorf("the history of a product:\n%s", out)
	}
	for _, of := range [][]string{{"order", number}, {fmt.Sprintf("order-%d", salestest.ID(order))}} {
		if out := done(t, s.Shop, append([]string{"events", "history"}, of...)...); !strings.Contains(out, "Order "+number+" placed") {
			t.Errorf("the history of %v:\n%s", of, out)
		}
	}
}

// TestATrailHasTheNamesOfItsTime renames an account after its token has acted.
func TestATrailHasTheNamesOfItsTime(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := salestest.Start(t)
	id := s.Product("MUG", "10", 10, nil)
	account := fmt.Sprint(record(t, s.Shop, "user", "create", "--kind", "service", "--username", "anna",
		"--permissions", "products/all,audit/read", "--json")["id"])
	refused(t, s.Shop, "There is no service account berta", "token", "service", "--as", "berta")
	refused(t, s.Shop, "--as names an account", "token", "service", "--as", "anna", "--id", account)
	refused(t, s.Shop, "Say how the account is called", "user", "rename", account)
	anna := apptest.Bearer(strings.TrimSpace(done(t, s.Shop, "token", "service", "--as", "anna")))
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", id), salestest.Fields{"price": 11}, anna...)
	done(t, s.Shop, "user", "create", "--kind", "service", "--username", "taken", "--permissions", "orders/read")
	refused(t, s.Shop, "This user name is already taken", "user", "rename", account, "--username", "taken")
	done(t, s.Shop, "user", "rename", account, "--username", "anna.b", "--name", "Anna Brown")
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", id), salestest.Fields{"price": 12}, anna...)
	var names []string
	page := s.Must(200, "GET", fmt.Sprintf("/products/%d/timeline?actorKind=api&field=price", id), nil, anna...).Object(t)
	for _, e := range page["entries"].([]any) {
		names = append(names, fmt.Sprint(e.(map[string]any)["what"], " by ", salestest.At(e, "actor.name")))
	}
	if want := "[Price 11 → 12 by anna.b Price 10 → 11 by anna]"; fmt.Sprint(names) != want {
		t.Errorf("%v, want %s", names, want)
	}
	for _, c := range [][]string{{"history", "--sku", "MUG"}, {"tail", "--once", "--type", "ProductChanged"}} {
		out := done(t, s.Shop, append([]string{"events"}, c...)...)
		if !strings.Contains(out, account+" (anna)") || !strings.Contains(out, account+" (anna.b)") {
			t.Errorf("events %v has other names:\n%s", c, out)
		}
	}
	done(t, s.Shop, "user", "create", "--kind", "service", "--username", "anna", "--permissions", "orders/read")
}

// TestTheRoleOfAuditorsIsThere: an account with the role auditor can read trails, and nothing else.
func TestTheRoleOfAuditorsIsThere(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	id := s.Product("MUG", "10", 10, nil)
	for _, name := range []string{"eve", "adam"} {
		done(t, s.Shop, "user", "create", "--kind", "service", "--username", name, "--role", "auditor")
	}
	if out := done(t, s.Shop, "events", "tail", "--once", "--type", "RoleSaved"); strings.Count(out, "RoleSaved") != 2 {
		t.Errorf("roles that were made, besides that of the test's own account:\n%s", out)
	}
	eve := apptest.Bearer(strings.TrimSpace(done(t, s.Shop, "token", "service", "--as", "eve")))
	s.Must(200, "GET", fmt.Sprintf("/products/%d/timeline", id), nil, eve...)
	s.Must(200, "GET", "/audit", nil, eve...)
	s.Must(403, "GET", "/orders", nil, eve...)
	s.Must(403, "PUT", fmt.Sprintf("/products/%d", id), salestest.Fields{"price": 1}, eve...)
}
