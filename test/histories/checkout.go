package histories

import (
	"tradelog/domain/cart"
	"tradelog/domain/money"
	"tradelog/domain/shipping"
)

var checkoutSteps = []Step{
	{Name: "customers_carts_create", Makes: "cart"},
	filled, filled, filled, filled, filled, chosen, chosen, chosen, chosen,
	{Name: "customers_carts_items_create", Of: "cart", Makes: "cart", With: Arguments{"sku": memberOf("product", "sku"), "qty": upTo(4)}},
	{Name: "customers_carts_items_update", Of: "cart", Makes: "cart", With: Arguments{"itemId": partOf("items"), "qty": upTo(4)}},
	{Name: "customers_carts_items_delete", Of: "cart", Makes: "cart", With: Arguments{"itemId": partOf("items")}},
	{Name: "customers_carts_coupon_create", Of: "full cart", Makes: "full cart", With: Arguments{"code": memberOf("coupon", "code")}},
	{Name: "customers_carts_coupon_delete", Of: "full cart", Makes: "full cart"},
	{Name: "customers_carts_giftcards_create", Of: "full cart", Makes: "full cart",
		With: Arguments{"giftcardCode": memberOf("gift card", "code")}},
	{Name: "customers_carts_gift_message_update", Of: "full cart", With: Arguments{
		"sender": "Ann", "recipient": "Bob", "message": Named("Hello"),
	}},
	{Name: "customers_carts_gift_message_delete", Of: "full cart"},
	{Name: "customers_carts_shipping_address_update", Of: "full cart", With: address},
	{Name: "customers_carts_billing_address_update", Of: "full cart", With: address},
	placed("checkmo", "order"), placed("checkmo", "order"), placed("checkmo", "order"),
	placed("sandbox", "online order"), placed("sandbox", "online order"), placed("sandbox", "online order"),
	{Name: "import shipping rates", Do: func(w *Walk) (int64, error) {
		var rates []shipping.TableRate
		for n := range w.IntN(4) {
			from := money.FromInt(int64(10*n + w.IntN(9)))
			zip := pick(w, "", "90*", "<1>", w.Hostile())
			rates = append(rates, shipping.TableRate{Country: pick(w, "", "US"), Zip: zip, From: from, Price: w.whole(9)})
		}
		return 0, w.Commands.Checkout.ImportShippingTable(w.Context, w.ID("website", 1), pick(w, shipping.Conditions...), rates)
	}},
}

var (
	// filled makes a cart of a guest or a customer. Carts that are to be ordered stay full.
	filled = Step{Name: "fill a cart", Of: "product", Makes: "full cart", Do: func(w *Walk) (int64, error) {
		made, err := w.Commands.Checkout.CreateCart(w.Context, 1, w.ID("customer", 0, 0, 0))
		for range 1 + w.IntN(3) {
			if err == nil {
				item := cart.Item{ProductID: w.ID("product"), Type: "simple", Qty: money.FromInt(int64(1 + w.IntN(4)))}
				_, err = w.Commands.Checkout.AddToCart(w.Context, made.ID, item, func(cart.Total) error { return nil })
			}
		}
		return made.ID, err
	}}
	address = Arguments{
		"firstName": "Ann", "lastName": "Bee", "street": "1 Way", "city": "X", "region": "CA", "postcode": "90001",
		"countryId": "US", "telephone": "1",
	}
)

// placed orders a cart. Orders are of two kinds, since only orders that are paid online have invoices with open captures.
func placed(method, kind string) Step {
	return Step{Name: "sales_carts_place_order_create", Of: "full cart", Makes: kind, Ends: true, With: Arguments{
		"shippingAddress": address, "billingAddress": address, "guestEmail": "g@example.com", "shippingMethod": "flatrate_flatrate",
		"paymentMethod": method,
	}}
}
