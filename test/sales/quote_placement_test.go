package sales_test

import (
	"testing"

	"tradelog/domain/cart"
	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/quote"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestPlacementWithoutARequest: code with commands and a quote can place an order, at the price that was quoted before.
func TestPlacementWithoutARequest(t *testing.T) {
	t.Parallel()
	s, ctx := salestest.Start(t), apptest.Operator()
	s.Product("MUG", "10", 100, nil)
	quotes := s.Quotes
	shop, err := s.Readers.Directory.Shop(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Commands.Checkout.CreateCart(ctx, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := quotes.Wanted(ctx, shop, c.StoreID, quote.Choice{SKU: "mug", Qty: money.FromInt(2)})
	if err != nil {
		t.Fatal(err)
	}
	if c, err = s.Commands.Checkout.AddToCart(ctx, c.ID, wanted.Items[0], wanted.Sellable); err != nil {
		t.Fatal(err)
	}
	address := directory.Address{
		Firstname: "Anna", Lastname: "Smith", Street: []string{"Main Street 1"}, City: "Odense", Postcode: "5000",
		CountryID: "DK", Telephone: "1",
	}
	details := cart.Details{Shipping: &address, Billing: &address, Email: "anna@example.com", Method: "flatrate_flatrate", Payment: "checkmo"}
	if c, err = s.Commands.Checkout.SetCartDetails(ctx, c.ID, details); err != nil {
		t.Fatal(err)
	}
	at := quote.At{Shop: shop, Now: apptest.NewClock().Now()}
	q, err := quotes.Price(ctx, at, c)
	if err != nil {
		t.Fatal(err)
	}
	placed, err := s.Commands.Checkout.PlaceOrder(ctx, c.ID, cart.Details{}, quote.Placement{Service: quotes, At: at})
	if err != nil {
		t.Fatal(err)
	}
	if want := money.FromInt(30); !placed.Totals.Display.Grand.Equal(want) || !q.Totals.Display.Grand.Equal(want) {
		t.Errorf("quoted %s, placed %s, want %s", q.Totals.Display.Grand, placed.Totals.Display.Grand, want)
	}
	s.Verify("orders", "carts", "stock")
}
