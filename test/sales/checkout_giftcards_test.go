package sales_test

import (
	"testing"

	"tradelog/domain/stock"
	"tradelog/test/salestest"
)

// giftCards creates a gift card product of 25 or 50.
func giftCards(s *salestest.Shop, more fields) int64 {
	s.T.Helper()
	yes := true
	all := fields{"type": "giftcard", "price": nil, "weight": nil, "giftcardType": "fixed", "giftcardAmounts": []int{25, 50}}
	for name, value := range more {
		all[name] = value
	}
	return s.ProductWith("GIFT", "0", stock.Change{Manage: new(bool), InStock: &yes}, all)
}

// TestGiftCardsInCarts checks the options of gift card lines, their storage and their effect on totals.
func TestGiftCardsInCarts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	id := giftCards(s, nil)
	mask := s.GuestCart("MUG")
	post := func(name string, body, want fields) salestest.Exchange {
		body["sku"] = "gift"
		return salestest.Exchange{Name: name, Method: "POST", Path: guests(mask, "/items"), Body: body, Status: 200, Want: want}
	}
	shown := func(pairs ...string) list {
		out := list{}
		for i := 0; i+1 < len(pairs); i += 2 {
			out = append(out, fields{"label": pairs[i], "value": pairs[i+1]})
		}
		return out
	}
	s.Run(t, []salestest.Exchange{
		post("a message that the product does not allow is left out",
			fields{"giftcardAmount": "25", "giftcardMessage": "Hi", "giftcardDeliveryDate": "2099-12-24 10:00:00", "qty": 1.9},
			fields{
				"items.1.qty": 1, "items.1.options": shown("Gift Card Amount", "$25.00", "Delivery Date", "2099-12-24"), "prices.grandTotal": 35,
			}),
		post("for two people", fields{"giftcardAmount": 25, "giftcardRecipientName": "Ann"},
			fields{"items.#": 3, "items.2.options": shown("Gift Card Amount", "$25.00", "Recipient Name", "Ann")}),
		post("there are two lines", fields{"giftcardAmount": 25, "giftcardRecipientName": "Bea"},
			fields{"items.#": 4, "itemsQty": 4, "prices.grandTotal": 85}),
		{Name: "only the mug is shipped", Method: "POST", Path: guests(mask, "/shipping-methods"), Body: fields{"address": salestest.Address()},
			Status: 200},
		{Method: "PUT", Path: guests(mask, "/shipping-method"), Body: fields{"carrierCode": "flatrate", "methodCode": "flatrate"}, Status: 200,
			Want: fields{"prices.shippingAmount": 5, "prices.grandTotal": 90}},
		{Name: "more of one", Method: "PUT", Path: guests(mask, "/items/3"), Body: fields{"qty": 2}, Status: 200,
			Want: fields{"items.2.qty": 2, "items.2.rowTotal": 50, "prices.grandTotal": 115}},
	})
	s.Change(id, fields{"giftcardAmounts": []int{50}})
	place := salestest.Exchange{
		Method: "POST", Path: guests(mask, placeOrder), Body: salestest.Placement(nil), Status: 422,
		Message: "The GIFT: Please select a valid gift card amount",
	}
	s.Run(t, []salestest.Exchange{place})
	s.Change(id, fields{"giftcardAmounts": []int{25, 50}})
	place.Status, place.Message, place.Want = 201, "", fields{
		"isVirtual": false, "prices.grandTotal": 115, "items.0.isVirtual": false, "items.1.isVirtual": true, "totalItemCount": 4,
	}
	s.Run(t, []salestest.Exchange{place})
	s.Verify("carts", "orders")
}

// TestGiftCardsOfAGuestWhoLogsIn checks that the merged line keeps its recipient and that gift cards no longer pay for the customer's cart.
func TestGiftCardsOfAGuestWhoLogsIn(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	giftCards(s, nil)
	card(s, "GC-A", 30, nil)
	customerID, anna := s.Customer("anna@example.com")
	own := s.Cart(anna, "MUG")
	s.Must(200, "POST", owned(own, "/giftcards"), fields{"giftcardCode": "GC-A"}, anna...)
	mask := s.GuestCart()
	guest := s.Must(200, "POST", guests(mask, "/items"), fields{"sku": "GIFT", "giftcardAmount": 50, "giftcardRecipientName": "Bea"}).Object(t)
	if _, err := s.Commands.Checkout.MergeCart(t.Context(), salestest.ID(guest), own, 1, customerID); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	salestest.Check(t, s.Must(200, "GET", owned(own, ""), nil, anna...).Object(t), fields{
		"items.#": 2, "items.1.price": 50, "items.1.options": list{
			fields{"label": "Gift Card Amount", "value": "$50.00"}, fields{"label": "Recipient Name", "value": "Bea"},
		},
		"appliedGiftcards": list{}, "prices.giftcardAmount": nil, "prices.grandTotal": 60,
	})
	s.Verify("carts")
}

// TestGiftMessagesByProduct checks that a product can forbid messages.
func TestGiftMessagesByProduct(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("ASK", "10", 100, fields{"giftMessageAvailable": 2})
	s.Product("YES", "10", 100, fields{"giftMessageAvailable": 1})
	no := s.Product("NO", "10", 100, fields{"giftMessageAvailable": 0})
	mask := s.GuestCart("ASK", "YES", "NO")
	try := func(item string, allowed bool) salestest.Exchange {
		x := salestest.Exchange{
			Name: item, Method: "PUT", Path: guests(mask, "/items/"+item+"/gift-message"), Body: fields{"message": "Hi"}, Status: 200,
		}
		if !allowed {
			x.Status, x.Message = 400, "Gift messages are not available for this item"
		}
		return x
	}
	s.Run(t, []salestest.Exchange{try("1", false), try("2", false), try("3", false)})
	s.Configure("sales/gift_options/allow_items", "1")
	s.Run(t, []salestest.Exchange{try("1", true), try("2", true), try("3", false)})
	s.Change(no, fields{"giftMessageAvailable": 2})
	s.Run(t, []salestest.Exchange{try("3", true)})
}
