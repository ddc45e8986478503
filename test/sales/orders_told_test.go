package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestNobodyIsToldWithoutAnEmail: isCustomerNotified is true only if an e-mail is sent, for comments, shipments, invoices, refunds and
// cancellations alike. It is false if their kind, or all e-mails, are switched off.
func TestNobodyIsToldWithoutAnEmail(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	kinds := []string{"order_comment", "shipment", "shipment_comment", "invoice", "creditmemo", "order_cancellation"}
	check := func(name string, told bool) {
		t.Helper()
		o := s.Order("MUG*2")
		notify := func(more fields) fields {
			more["notifyCustomer"] = true
			return more
		}
		do := func(to string, body fields) map[string]any {
			return s.Must(201, "POST", to, body, s.Service...).Object(t)
		}
		comment := do(path(o, "/comments"), notify(fields{"comment": "Wrapping"}))
		shipment := do(path(o, "/shipments"), notify(fields{"comment": "First", "items": []fields{
			{"orderItemId": o["items"].([]any)[0].(map[string]any)["id"], "qty": 1},
		}}))
		remark := do(fmt.Sprintf("/shipments/%v/comments", shipment["id"]), notify(fields{"comment": "Late"}))
		do(path(o, "/invoices"), notify(fields{"comment": "Thanks", "items": []fields{
			{"orderItemId": o["items"].([]any)[0].(map[string]any)["id"], "qty": 1},
		}}))
		memo := do(path(o, "/credit-memos"), notify(fields{"comment": "Sorry"}))
		invoice := s.Must(200, "GET", path(o, "/invoices"), nil, s.Service...).List(t)[0]
		canceled := do(path(o, "/cancel"), fields{"reason": "Sold out"})
		for what, got := range map[string]any{
			"comment": entry(t, comment, "statusHistory", "Wrapping"), "shipment": entry(t, shipment, "comments", "First"),
			"remark": entry(t, remark, "comments", "Late"), "invoice": entry(t, invoice, "comments", "Thanks"),
			"memo": entry(t, memo, "comments", "Sorry"), "cancellation": entry(t, canceled, "statusHistory", "Order cancelled: Sold out"),
		} {
			if got != told {
				t.Errorf("%s, %s: told %v", name, what, got)
			}
		}
	}
	check("all is on", true)
	for _, kind := range kinds {
		s.Configure("sales_email/"+kind+"/enabled", "0")
	}
	check("the kinds are off", false)
	for _, kind := range kinds {
		s.Configure("sales_email/"+kind+"/enabled", "1")
	}
	s.Configure("system/smtp/disable", "1")
	check("all e-mails are off", false)
}

// entry returns isCustomerNotified of the comment or note with a text.
func entry(t *testing.T, of map[string]any, list, text string) any {
	t.Helper()
	for _, e := range of[list].([]any) {
		e := e.(map[string]any)
		if e["note"] == text || e["comment"] == text {
			return e["isCustomerNotified"]
		}
	}
	t.Errorf("%s has no %q: %v", list, text, of[list])
	return nil
}

// TestRefundsShareTheirComment: the e-mail has the comment of a refund only if notifyCustomer is true.
func TestRefundsShareTheirComment(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	for _, body := range []fields{{"comment": "for us"}, {"comment": "for us", "notifyCustomer": false}} {
		o := s.Order("MUG")
		s.Must(201, "POST", path(o, "/invoices"), fields{}, s.Service...)
		memo := s.Must(201, "POST", path(o, "/credit-memos"), body, s.Service...).Object(t)
		if entry(t, memo, "comments", "for us") != false {
			t.Errorf("%v: %v", body, memo["comments"])
		}
	}
}
