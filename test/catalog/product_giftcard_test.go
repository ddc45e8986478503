package catalog_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestGiftCardProducts writes gift card products by attribute codes and reads their own fields.
func TestGiftCardProducts(t *testing.T) {
	t.Parallel()
	s := start(t)
	post := func(name string, attributes fields, message string, want fields) exchange {
		x := exchange{Name: name, Method: "POST", Path: "/products", Headers: s.Service, Status: 201, Message: message, Want: want,
			Body: fields{"sku": name, "name": name, "type": "giftcard", "customAttributesWrite": attributes}}
		if message != "" {
			x.Status = 400
		}
		return x
	}
	const amount = "' must be greater than zero and not greater than 10000, with at most two decimals"
	s.Run(t, []exchange{
		post("everything", fields{
			"giftcard_type": "Combined", "giftcard_amounts": "100,25, 50.00,25", "giftcard_min_amount": "10", "giftcard_max_amount": 200,
			"giftcard_allow_message": "1", "giftcard_lifetime": "90",
		},
			"", fields{"type": "giftcard", "giftcardType": "combined", "giftcardAmounts": []int{25, 50, 100}, "giftcardMinAmount": 10,
				"giftcardMaxAmount": 200, "giftcardAmountCurrency": "USD", "giftcardIsMessageAllowed": true, "price": nil,
				"stockStatus": "out_of_stock"}),
		post("the least", nil, "", fields{
			"giftcardType": nil, "giftcardAmounts": []int{}, "giftcardMinAmount": nil, "giftcardAmountCurrency": "USD",
			"giftcardIsMessageAllowed": false,
		}),
		post("an unknown type", fields{"giftcard_type": "open"}, "Attribute 'giftcard_type' must be one of: fixed, range, combined", nil),
		post("no number", fields{"giftcard_amounts": "25;50"}, "Attribute 'giftcard_amounts' must be a list of numbers with commas between them",
			nil),
		post("nothing", fields{"giftcard_amounts": "25,0"}, "Attribute 'giftcard_amounts"+amount, nil),
		post("too much", fields{"giftcard_max_amount": 10001}, "Attribute 'giftcard_max_amount"+amount, nil),
		post("the wrong way round", fields{"giftcard_min_amount": 20, "giftcard_max_amount": 10},
			"giftcard_min_amount must not be greater than giftcard_max_amount.", nil),
		post("a lifetime before now", fields{"giftcard_lifetime": -1}, "Attribute 'giftcard_lifetime' must be a number of days from 0 to 36525",
			nil),
	})
	s.Verify("products")
	s.Run(t, []exchange{
		{Name: "the back office sees the same", Method: "GET", Path: "/products/1", Headers: s.Service, Status: 200,
			Want: fields{"giftcardAmounts": []int{25, 50, 100}, "giftcardIsMessageAllowed": true}},
		{Name: "a half", Method: "PUT", Path: "/products/1", Headers: s.Service, Status: 200,
			Body: fields{"stockQty": 5, "customAttributesWrite": fields{"giftcard_type": "fixed", "giftcard_min_amount": nil}},
			Want: fields{"giftcardType": "fixed", "giftcardAmounts": []int{25, 50, 100}, "giftcardMinAmount": nil, "giftcardMaxAmount": 200}},
		{Name: "everybody", Method: "GET", Path: "/products/1", Status: 200,
			Want: fields{"giftcardType": "fixed", "giftcardAmounts": []int{25, 50, 100}, "giftcardAmountCurrency": "USD"}},
		{Name: "no gift card", Method: "POST", Path: "/products", Headers: s.Service, Status: 201,
			Body: fields{"sku": "MUG", "name": "Mug", "customAttributesWrite": fields{"giftcard_type": "open"}},
			Want: fields{"giftcardType": nil, "giftcardAmountCurrency": nil, "giftcardAmounts": []int{}, "giftcardIsMessageAllowed": false}},
	})
	row := s.Must(200, "GET", "/products", nil).List(t)[0]
	salestest.Check(t, row, fields{
		"sku": "everything", "giftcardAmounts": []int{}, "giftcardIsMessageAllowed": false, "giftcardType": nil, "giftcardMaxAmount": nil,
		"giftcardAmountCurrency": nil, "tierPrices": []int{},
	})
	full := s.Must(200, "GET", "/products?fullDetail=1", nil).List(t)[0]
	salestest.Check(t, full, fields{
		"giftcardAmounts": []int{25, 50, 100}, "giftcardIsMessageAllowed": true, "giftcardType": "fixed", "giftcardAmountCurrency": "USD",
	})
	for query, want := range map[string]string{
		"attr_giftcard_type=fixed": "[everything]", "attr_giftcard_type=range": "[]", "attr_giftcard_max_amount=200": "[everything]",
	} {
		var found []string
		for _, p := range s.Must(200, "GET", "/products?"+query, nil).List(t) {
			found = append(found, p["sku"].(string))
		}
		if got := fmt.Sprint(found); got != want {
			t.Errorf("%s finds %s", query, got)
		}
	}
	s.Configure("giftcard/general/allow_message", "0")
	salestest.Check(t, s.Must(200, "GET", "/products/1", nil).Object(t), fields{"giftcardIsMessageAllowed": false})
}
