package totals_test

import (
	"fmt"
	"time"

	"tradelog/domain/directory"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/pricerule"
	"tradelog/domain/settings"
	"tradelog/domain/tax"
	"tradelog/domain/totals"
)

// A cart from its parts: the configuration, the destination, the rules it may get and the gift cards on it.
func Example() {
	d := money.MustParse
	const website, group, retail, taxableGoods = 1, 0, 3, 2
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

	// The taxes, from the configuration of the cart's store and the shop's rates.
	table, err := settings.NewTable(settings.Taxes, settings.Checkout)
	if err != nil {
		panic(err)
	}
	config := tax.NewSettings(settings.NewValues(table, nil, nil).In(0))
	home := &directory.Address{CountryID: "US", RegionID: 12, Postcode: "94105"}
	at := config.Destination(tax.Addresses{Billing: tax.LocationOf(home), Shipping: tax.LocationOf(home)})
	rates := tax.NewTable(tax.SeedRates(), tax.SeedRules()).For(1, retail, retail, at, config.Origin)

	// The rules that apply to this cart.
	offers := []pricerule.Offer{{Rule: pricerule.Rule{
		ID: 1, Name: "Summer sale", Code: "SUMMER", Active: true, WebsiteIDs: []int64{website}, GroupIDs: []int64{group},
		Action: pricerule.ByPercent, Amount: d("10"),
	}}}
	rules := pricerule.Select(offers, pricerule.Cart{
		WebsiteID: website, GroupID: group, Coupon: "summer", Moment: pricerule.Moment{Today: "2026-05-01", Now: now},
	})

	// The gift cards that can pay.
	var cards []totals.Card
	for _, c := range []giftcard.Card{{ID: 1, Code: "GC-A", Status: giftcard.Active, Balance: d("25"), WebsiteIDs: []int64{website}}} {
		if c.Usable(website, now) {
			cards = append(cards, totals.Card{ID: c.ID, Code: c.Code, Balance: c.Balance})
		}
	}

	in := totals.Input{
		Lines:       []totals.Line{{Qty: d("3"), UnitPrice: d("19.99"), BasePrice: d("19.99"), Tax: rates.Rates(taxableGoods)}},
		ShippingTax: rates.Rates(config.ShippingClass), Tax: config, Rules: rules, Cards: cards,
	}
	if free := totals.FreeShipping(in); !free.Shipment {
		in.Shipping, in.BaseShipping = d("15"), d("15")
	}
	got := totals.Collect(in)
	a := got.Display
	fmt.Printf("%s - %s + %s shipping + %s tax - %s = %s\n", a.Subtotal, a.Discount, a.Shipping, a.Tax, a.GiftCard, a.Grand)
	fmt.Printf("%s: %s %%, %s\n", got.Taxes[0].Title, got.Taxes[0].Percent, got.Taxes[0].Amount)
	fmt.Printf("%s takes %s %% off, %s pays %s\n", got.Coupon.Code, got.Lines[0].DiscountPercent, got.Cards[0].Code, got.Cards[0].Base)
	// Output:
	// 59.97 - 6 + 15 shipping + 4.45 tax - 25 = 48.42
	// US-CA-*-Rate 1: 8.25 %, 4.45
	// SUMMER takes 10 % off, GC-A pays 25
}
