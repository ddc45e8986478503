package transports_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/test/apptest"
)

// TestAttemptsOfAgentsAreKept: dry runs and refused calls of an agent are recorded without their arguments. Completed calls and reads are
// not.
func TestAttemptsOfAgentsAreKept(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	a := introduce(t, s, apptest.Bearer(s.Service([]string{"orders/read"}))...)
	a.call("sales_orders_list", object{})
	a.refused("-32603 Access Denied.", "sales_orders_hold_create", object{"id": 12, "reason": "a secret reason"})
	found, err := s.Logins.Attempts.Recent(t.Context(), 0, 0, 10)
	if err != nil || len(found) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	got := found[0]
	if got.Operation != "POST /orders/{id}/hold" || got.Target != 12 || got.DryRun || got.Message == "" || got.Code == "" ||
		got.Account == 0 || strings.Contains(fmt.Sprintf("%+v", got), "secret") {
		t.Errorf("%+v", got)
	}
}
