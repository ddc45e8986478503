package transports_test

import (
	"fmt"
	"testing"

	"tradelog/test/apptest"
)

// TestToolsShowThePast reads a coupon as of before a change by tools, and calls a tool that has no past.
func TestToolsShowThePast(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	a := introduce(t, s, apptest.Bearer(s.Service([]string{"all"}))...)
	made := a.call("sales_coupons_create", object{"code": "SPRING", "discountType": "percent", "discountAmount": 10}).object(t)
	at := int64(s.LogSize())
	a.call("sales_coupons_update", object{"id": made["id"], "discountAmount": 20})
	then := a.call("sales_coupons_get", object{"id": made["id"], "asOf": at})
	if got := then.object(t); got["discountAmount"] != 10.0 || len(then.Meta.Ignored) > 0 {
		t.Errorf("%v, ignored %v", got, then.Meta.Ignored)
	}
	listed := a.call("sales_coupons_list", object{"ids": fmt.Sprint(made["id"]), "asOf": fmt.Sprint(at)})
	if len(listed.Meta.Ignored) > 0 {
		t.Errorf("ignored %v", listed.Meta.Ignored)
	}
	r := a.ask("tools/call", object{"name": "sales_orders_list", "arguments": object{"asOf": at}})
	if r.Error == nil {
		t.Errorf("a list of the present was answered: %s", r.Result)
	}
}
