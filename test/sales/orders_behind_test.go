package sales_test

import (
	"fmt"
	"reflect"
	"testing"

	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// TestWritesAreAnsweredWhileTheProjectorStandsStill checks that answers are folded from the streams and equal those of the read model.
func TestWritesAreAnsweredWhileTheProjectorStandsStill(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	// story makes changes to an order and returns the answers.
	story := func() []fields {
		o := s.OrderOf(anna, "MUG*2")
		answers := []fields{o}
		act := func(what string, body any) {
			t.Helper()
			answers = append(answers, s.Must(201, "POST", path(o, what), body, s.Service...).Object(t))
		}
		act("/hold", fields{"reason": "check"})
		act("/unhold", nil)
		act("/comments", fields{"comment": "Packing", "visibleOnFront": true})
		act("/shipments", fields{
			"items": list{fields{"orderItemId": salestest.At(o, "items.0.id"), "qty": 1}}, "tracks": list{fields{"trackNumber": "1Z"}},
			"comment": "off",
		})
		act("/cancel", fields{"reason": "enough"})
		return answers
	}
	want := story()
	s.Settle()
	s.Break("orders", "shipments")
	got := story()
	for i := range want {
		same(t, fmt.Sprintf("answer %d", i), blank(want[i]), blank(got[i]))
	}
	guest := s.Order("MUG")
	if token, _ := guest["accessToken"].(string); len(token) != 64 || guest["remoteIp"] != nil {
		t.Errorf("a guest's order: %v", guest)
	}
	// Refusals are right too, because they come from the stream.
	s.Run(t, []salestest.Exchange{
		{Name: "cancelled twice", Method: "POST", Path: path(got[0], "/cancel"), Headers: anna, Status: 422, Message: cannotCancel},
		{Name: "somebody else's", Method: "POST", Path: path(guest, "/cancel"), Headers: anna, Status: 404, Message: "Order not found"},
		{Name: "shipped when cancelled", Method: "POST", Path: path(got[0], "/shipments"), Body: fields{}, Headers: s.Service, Status: 400,
			Message: cannotShip},
	})
}

// blank removes numbers and times, which differ between orders.
func blank(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, member := range v {
			switch name {
			case "id", "incrementId", "orderIncrementId", "orderId", "quoteId", "orderItemId", "createdAt", "updatedAt":
				continue
			}
			out[name] = blank(member)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = blank(v[i])
		}
		return out
	}
	return v
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		t.Errorf("%s is folded to\n%v\nthe read model had\n%v", what, got, want)
	}
}
