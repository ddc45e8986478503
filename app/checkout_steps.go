package app

import (
	"context"

	"tradelog/domain/money"
	"tradelog/domain/shipping"
)

var checkoutSteps = []Step{
	CallStep("customers_carts_create", "cart", empty),
	CommandStep("open a customer's cart", "cart", func(ctx context.Context, w *Walk) (int64, error) {
		s, err := w.Commands.Checkout.CreateCart(ctx, 1, w.ID("customer"))
		return s.ID, err
	}),
	onCart("customers_carts_items_create", func(w *Walk, _ Arguments) Arguments { return goods(w) }),
	onCart("customers_carts_items_create", func(w *Walk, _ Arguments) Arguments { return goods(w) }),
	onCart("customers_carts_items_update", func(w *Walk, cart Arguments) Arguments {
		return Arguments{"itemId": member(w, cart, "items")["id"], "qty": 1 + w.IntN(4)}
	}),
	onCart("customers_carts_items_delete", func(w *Walk, cart Arguments) Arguments {
		return Arguments{"itemId": member(w, cart, "items")["id"]}
	}),
	onCart("customers_carts_coupon_create", func(w *Walk, _ Arguments) Arguments { return Arguments{"code": w.Any("coupon")["code"]} }),
	onCart("customers_carts_coupon_delete", nothing),
	onCart("customers_carts_giftcards_create", func(w *Walk, _ Arguments) Arguments {
		return Arguments{"giftcardCode": w.Any("gift card")["code"]}
	}),
	onCart("customers_carts_gift_message_update", func(w *Walk, _ Arguments) Arguments {
		return Arguments{"sender": "Ann", "recipient": "Bob", "message": w.Name("Hello")}
	}),
	onCart("customers_carts_gift_message_delete", nothing),
	onCart("customers_carts_shipping_address_update", func(*Walk, Arguments) Arguments { return address() }),
	onCart("customers_carts_billing_address_update", func(*Walk, Arguments) Arguments { return address() }),
	placed, placed, placed, placed,
	CommandStep("import shipping rates", "", func(ctx context.Context, w *Walk) (int64, error) {
		var rates []shipping.TableRate
		for n := range w.IntN(4) {
			from, price := money.FromInt(int64(10*n+w.IntN(9))), money.FromInt(int64(w.IntN(9)))
			rates = append(rates, shipping.TableRate{Country: pick(w, "", "US"), Zip: pick(w, "", "90*", "<1>"), From: from, Price: price})
		}
		return 0, w.Commands.Checkout.ImportShippingTable(ctx, w.ID("website", 1), pick(w, shipping.Conditions...), rates)
	}),
}

// placed fills a cart of a guest or a customer and orders it. A coupon or gift card that is refused is left out.
var placed = Step{"place an order", func(w *Walk) error {
	cart, err := w.Commands.Checkout.CreateCart(w.Context, 1, w.ID("customer", 0, 0, 0))
	if err != nil {
		return err
	}
	on := func(tool string, a Arguments) (Arguments, error) {
		a["id"] = cart.ID
		return w.Call(tool, a)
	}
	for range 1 + w.IntN(3) {
		_, _ = on("customers_carts_items_create", goods(w))
	}
	if w.Odds(2) {
		_, _ = on("customers_carts_coupon_create", Arguments{"code": w.Any("coupon")["code"]})
	}
	if w.Odds(2) {
		_, _ = on("customers_carts_giftcards_create", Arguments{"giftcardCode": w.Any("gift card")["code"]})
	}
	order, err := on("sales_carts_place_order_create", Arguments{
		"shippingAddress": address(), "billingAddress": address(), "guestEmail": "g@example.com", "paymentMethod": "checkmo",
		"shippingMethod": "flatrate_flatrate",
	})
	if err == nil {
		w.Remember("order", order)
	}
	return err
}}

func onCart(tool string, draw func(w *Walk, cart Arguments) Arguments) Step {
	return CallStep(tool, "cart", func(w *Walk) Arguments {
		cart := w.Any("cart")
		a := draw(w, cart)
		a["id"] = identifier(cart)
		return a
	})
}

func goods(w *Walk) Arguments { return Arguments{"sku": w.Any("product")["sku"], "qty": 1 + w.IntN(4)} }

func address() Arguments {
	return Arguments{
		"firstName": "Ann", "lastName": "Bee", "street": "1 Way", "city": "X", "region": "CA", "postcode": "90001",
		"countryId": "US", "telephone": "1",
	}
}
