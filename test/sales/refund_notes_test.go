package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestRefundsSayWhatTheyTakeAlong: the answer and later reads have notes about refunds besides the credit memo's lines.
func TestRefundsSayWhatTheyTakeAlong(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "20", 10, fields{})
	refund := func(o fields, name string, body any, status int, want fields) salestest.Exchange {
		return salestest.Exchange{
			Name: name, Method: "POST", Path: path(o, "/credit-memos"), Body: body, Headers: s.Service, Status: status, Want: want,
		}
	}
	invoice := func(o fields) salestest.Exchange {
		return salestest.Exchange{Name: "invoiced", Method: "POST", Path: path(o, "/invoices"), Headers: s.Service, Status: 201}
	}
	o := s.Order("MUG*4") // 80, and 20 of shipping
	mug := fields{"orderItemId": line(o, 0), "qty": 1}
	tooMuch := refund(o, "more shipping than there is", fields{"items": list{mug}, "shippingAmount": 20.01}, 400, nil)
	tooMuch.Message = "At most 20 of shipping can be refunded with this credit memo, in the base currency"
	code := refund(o, "the code of a currency", fields{"items": list{mug}, "currency": "USD"}, 400, nil)
	code.Message = "currency must be base or order: whether the amounts are in the base currency or in that of the order"
	s.Run(t, []salestest.Exchange{
		invoice(o), tooMuch, code,
		refund(o, "no shipping", fields{"items": list{mug}, "shippingAmount": 0}, 201, fields{
			"shippingAmount": 0, "grandTotal": 20, "notes.#": 2,
			"notes.0": "No shipping is refunded with this credit memo; $20.00 of shipping can be refunded later.",
			"notes.1": "No units are returned to stock.",
		}),
		refund(o, "a part of shipping", fields{"items": list{fields{"orderItemId": line(o, 0), "qty": 1, "backToStock": true}},
			"shippingAmount": 5, "adjustmentNegative": 2, "currency": "order"}, 201, fields{
			"shippingAmount": 5, "grandTotal": 23, "notes.#": 3,
			"notes.0": "Shipping of $5.00 is refunded with this credit memo; $15.00 of shipping can be refunded later.",
			"notes.1": "$2.00 is kept as an adjustment.",
			"notes.2": "1 unit is returned to stock: 1 × MUG.",
		}),
		refund(o, "the rest", fields{"adjustmentPositive": 1}, 201, fields{
			"shippingAmount": 15, "grandTotal": 56, "notes.#": 3,
			"notes.0": "The rest of the shipping amount, $15.00, is refunded with this credit memo.",
			"notes.1": "$1.00 is added to the refund as an adjustment.",
		}),
	})
	whole := s.Order("MUG*1")
	s.Run(t, []salestest.Exchange{
		invoice(whole),
		refund(whole, "everything", fields{}, 201, fields{
			"notes.0": "The whole shipping amount of $5.00 is refunded with this first credit memo.",
		}),
	})
	memos := s.Must(200, "GET", "/credit-memos?itemsPerPage=1", nil, s.Service...)
	newest := memos.List(t)[0]
	if total := memos.Header.Get("X-Total-Count"); total != "4" || memos.Header.Get("Link") == "" {
		t.Errorf("%s credit memos of all orders", total)
	}
	const whole5 = "The whole shipping amount of $5.00 is refunded with this first credit memo."
	for _, at := range []string{path(whole, "/credit-memos"), fmt.Sprintf("/credit-memos?incrementId=%v", newest["incrementId"])} {
		if list := s.Must(200, "GET", at, nil, s.Service...).List(t); len(list) != 1 || salestest.At(list[0], "notes.0") != whole5 {
			t.Errorf("%s: %v", at, list)
		}
	}
	s.Verify(s.Projections.Names()...)
}
