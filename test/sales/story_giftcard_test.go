package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestAGiftCardPaysHalf lets a gift card pay half of three orders, one after another. It gets its money back each time: by proportional
// refunds, by a cancellation, and by a refund before the cancellation of the rest.
func TestAGiftCardPaysHalf(t *testing.T) {
	t.Parallel()
	apptest.OnEachStore(t, tellAGiftCardPaysHalf)
}

func tellAGiftCardPaysHalf(t *testing.T, store apptest.Option) {
	s := salestest.Start(t, store)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	card := salestest.ID(s.Must(201, "POST", "/giftcards", fields{"code": "GC-HALF", "initialBalance": 30}, s.Service...).Object(t))

	// Four mugs for 40 and 20 of shipping; the card pays 30.
	order := func() fields {
		t.Helper()
		cart := s.Cart(anna, "MUG*4")
		s.Must(200, "POST", fmt.Sprintf("/carts/%d/giftcards", cart), fields{"giftcardCode": "GC-HALF"}, anna...)
		o := s.Must(201, "POST", fmt.Sprintf("/carts/%d/place-order", cart), salestest.Placement(fields{"guestEmail": nil}), anna...).Object(t)
		salestest.Check(t, o, fields{
			"prices.giftcardAmount": 30, "prices.grandTotal": 30, "prices.totalDue": 30, "giftcardCodes": fields{"GC-HALF": 30},
		})
		return o
	}
	post := func(name string, o fields, below string, body any, want fields) salestest.Exchange {
		return salestest.Exchange{Name: name, Method: "POST", Path: path(o, below), Body: body, Headers: s.Service, Status: 201, Want: want}
	}
	look := func(name string, o, want fields) salestest.Exchange {
		return salestest.Exchange{Name: name, Method: "GET", Path: path(o, ""), Headers: s.Service, Status: 200, Want: want}
	}
	has := func(name string, want fields) salestest.Exchange {
		return salestest.Exchange{
			Name: name, Method: "GET", Path: fmt.Sprintf("/giftcards/%d", card), Headers: s.Service, Status: 200, Want: want,
		}
	}
	one := func(o fields) fields {
		return fields{"items": list{fields{"orderItemId": line(o, 0), "qty": 1, "backToStock": true}}}
	}

	run := func(table []salestest.Exchange) {
		t.Helper()
		for _, x := range table {
			s.Settle() // answers about orders do not wait for gift cards
			s.Run(t, []salestest.Exchange{x})
		}
	}

	refunded := order()
	all := fields{"items": list{fields{"orderItemId": line(refunded, 0), "qty": 3, "backToStock": true}}}
	run([]salestest.Exchange{
		has("the card is empty", fields{"balance": 0, "status": "used"}),
		post("what is left is invoiced", refunded, "/invoices", nil, fields{"subtotal": 40, "shippingAmount": 20, "grandTotal": 30}),
		post("a mug and the shipping are half of it", refunded, "/credit-memos", one(refunded),
			fields{"subtotal": 10, "shippingAmount": 20, "grandTotal": 15}),
		has("half of that goes back to the card", fields{
			"balance": 15, "status": "active", "history.0.action": "refunded", "history.0.amount": 15, "history.0.balanceBefore": 0,
			"history.0.balanceAfter": 15,
		}),
		post("three mugs are the other half", refunded, "/credit-memos", all, fields{"subtotal": 30, "shippingAmount": 0, "grandTotal": 15}),
		look("nothing is left", refunded, fields{"state": "closed", "prices.totalPaid": 30, "prices.totalRefunded": 30}),
		has("the card is full", fields{"balance": 30, "status": "active", "history.#": 3}),
	})
	canceled := order()
	run([]salestest.Exchange{
		post("the second order is cancelled", canceled, "/cancel", nil, fields{"state": "canceled", "prices.totalCanceled": 30}),
		has("the card is full again", fields{
			"balance": 30, "status": "active", "history.#": 5, "history.0.comment": "Refund for canceled order #" + canceled["incrementId"].(string),
		}),
	})
	both := order()
	run([]salestest.Exchange{
		post("of the third the card pays the first invoice", both, "/invoices", one(both),
			fields{"subtotal": 10, "shippingAmount": 20, "grandTotal": 0}),
		post("the rest is cancelled", both, "/cancel", nil, fields{"state": "processing", "items.0.qtyCanceled": 3}),
		has("and costs the card nothing", fields{"balance": 0, "status": "used"}),
		post("the mug is refunded to who has paid it", both, "/credit-memos", one(both),
			fields{"subtotal": 10, "shippingAmount": 20, "grandTotal": 0}),
		has("the card", fields{"balance": 30, "status": "active", "history.#": 7, "history.0.amount": 30}),
	})

	if got := s.Stock("MUG"); got != "100" {
		t.Errorf("%s mugs", got)
	}
	checkBooks(s, salestest.ID(refunded), books{Invoiced: 3000, Refunded: 3000, FromCards: 3000, BackCards: 3000}, card)
	checkBooks(s, salestest.ID(canceled), books{FromCards: 3000, BackCards: 3000}, card)
	checkBooks(s, salestest.ID(both), books{FromCards: 3000, BackCards: 3000}, card)
	checkLogHistory(s, fmt.Sprintf("giftcard-%d", card),
		"GiftCardCreated GiftCardCharged GiftCardCredited GiftCardCredited GiftCardCharged GiftCardCredited GiftCardCharged GiftCardCredited")
	checkLogHistory(s, fmt.Sprintf("order-%d", salestest.ID(both)),
		"OrderPlaced OrderInvoiced OrderStateChanged OrderInvoiceNumbered OrderCanceled OrderRefunded OrderStateChanged "+
			"OrderCreditMemoNumbered")
	salestest.Check(t, s.Must(200, "GET", path(both, ""), nil, s.Service...).Object(t), fields{"state": "closed", "prices.totalDue": 0})
	s.Verify(s.Projections.Names()...)
}

// TestNobodyKeepsGoodsAndMoney checks an order that a gift card paid and that was shipped but not invoiced. Its buyer can no longer cancel
// it, not even if only a part was shipped. The back office can cancel the rest alone. What was shipped stays to be invoiced, and paid by
// the card.
func TestNobodyKeepsGoodsAndMoney(t *testing.T) {
	t.Parallel()
	apptest.OnEachStore(t, tellNobodyKeepsGoodsAndMoney)
}

func tellNobodyKeepsGoodsAndMoney(t *testing.T, store apptest.Option) {
	s := salestest.Start(t, store)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	s.Must(201, "POST", "/giftcards", fields{"code": "GC-ALL", "initialBalance": 100}, s.Service...)
	s.Configure("payment/free/active", "1")
	place := func() fields {
		t.Helper()
		cart := s.Cart(anna, "MUG*2")
		s.Must(200, "POST", fmt.Sprintf("/carts/%d/giftcards", cart), fields{"giftcardCode": "GC-ALL"}, anna...)
		o := s.Must(201, "POST", fmt.Sprintf("/carts/%d/place-order", cart),
			salestest.Placement(fields{"guestEmail": nil, "paymentMethod": "free"}), anna...).Object(t)
		salestest.Check(t, o, fields{"prices.grandTotal": 0, "prices.giftcardAmount": 30})
		return o
	}
	send := func(o fields, at string, headers []string, status int, message string, want fields) {
		t.Helper()
		s.Send(t, salestest.Exchange{
			Method: "POST", Path: path(o, at), Body: fields{}, Headers: headers, Status: status, Message: message, Want: want,
		})
	}
	ship := func(o fields) {
		t.Helper()
		s.Must(201, "POST", path(o, "/shipments"), fields{"items": list{fields{"orderItemId": line(o, 0), "qty": 1}}}, s.Service...)
	}
	has := func(balance int) {
		t.Helper()
		s.Settle()
		salestest.Check(t, s.Must(200, "GET", "/giftcards/1", nil, s.Service...).Object(t), fields{"balance": balance})
	}
	part := place()
	ship(part)
	send(part, "/cancel", anna, 422, cannotCancel, nil)
	has(70)
	send(part, "/cancel", s.Service, 201, "", fields{
		"state": "processing", "items.0.qtyCanceled": 1, "prices.totalCanceled": 0, "prices.subtotalCanceled": 10, "prices.totalDue": 0,
	})
	has(80) // a mug and the shipping stay paid
	send(part, "/cancel", s.Service, 422, cannotCancel, nil)
	send(part, "/invoices", s.Service, 201, "", fields{"subtotal": 10, "shippingAmount": 10, "grandTotal": 0})
	has(80)
	whole := place()
	ship(whole)
	ship(whole)
	send(whole, "/cancel", anna, 422, cannotCancel, nil)
	send(whole, "/cancel", s.Service, 422, cannotCancel, nil)
	has(50)
	send(whole, "/invoices", s.Service, 201, "", fields{"subtotal": 20, "grandTotal": 0})
	s.Verify(s.Projections.Names()...)
}
