package totals

import (
	"testing"

	"tradelog/domain/pricerule"
	"tradelog/domain/tax"
)

// The worked examples of shapes-sales §2.7, by their numbers.

func TestE1TaxOnTop(t *testing.T) {
	t.Parallel()
	got := Collect(cart("25", line("3", "19.99", "8.25"), line("1", "7.45", "8.25"), line("1", "100")))
	header(t, got, "subtotal 167.42", "subtotalInclTax 172.98", "shipping 25", "tax 5.56", "grand 197.98")
	rows(t, got, "rowTotal", "59.97", "7.45", "100")
	rows(t, got, "tax", "4.95", "0.61", "0")
	rows(t, got, "rowTotalInclTax", "64.92", "8.06", "100")
}

func TestE2TheCarryBetweenRows(t *testing.T) {
	t.Parallel()
	in := cart("0", line("1", "9.99", "8.25"), line("1", "9.99", "8.25"), line("1", "9.99", "8.25"))
	got := Collect(in)
	header(t, got, "tax 2.47", "grand 32.44")
	rows(t, got, "tax", "0.82", "0.83", "0.82")
	in.Tax.Algorithm = tax.RowBase
	got = Collect(in)
	header(t, got, "tax 2.46")
	rows(t, got, "tax", "0.82", "0.82", "0.82")
	in = cart("0", line("3", "0.99", "8.25"))
	in.Tax.Algorithm = tax.UnitBase
	header(t, Collect(in), "tax 0.24")
	in.Tax.Algorithm = tax.RowBase
	header(t, Collect(in), "tax 0.25")
}

func TestE3TaxWithinPrices(t *testing.T) {
	t.Parallel()
	in := cart("5", line("3", "19.99", "20"), line("1", "7.45", "20"))
	in.Tax.PricesIncludeTax = true
	got := Collect(in)
	header(t, got, "subtotal 56.18", "subtotalInclTax 67.42", "tax 11.24", "hiddenTax 0", "shipping 5", "grand 72.42")
	rows(t, got, "rowTotal", "49.97", "6.21")
	rows(t, got, "price", "16.66", "6.21")
	rows(t, got, "priceInclTax", "19.99", "7.45")
	rows(t, got, "tax", "10", "1.24")
}

func TestE4PercentWithItsCarry(t *testing.T) {
	t.Parallel()
	got := Collect(cart(
		"15", line("1", "9.99", "8.25"), line("1", "9.99", "8.25"), line("1", "9.99", "8.25"),
	).with(coupon(pricerule.ByPercent, "15")))
	header(t, got, "subtotal 29.97", "discount 4.5", "tax 2.1", "grand 42.57", "subtotalWithDiscount 25.47")
	rows(t, got, "discount", "1.5", "1.5", "1.5")
	rows(t, got, "tax", "0.7", "0.7", "0.7")
}

func TestE5FixedPerUnit(t *testing.T) {
	t.Parallel()
	got := Collect(cart("10", line("2", "19.99", "10"), line("1", "4", "10")).with(coupon(pricerule.ByFixed, "5")))
	header(t, got, "subtotal 43.98", "discount 14", "tax 3", "grand 42.98")
	rows(t, got, "discount", "10", "4")
	rows(t, got, "tax", "3", "0")
}

func TestE6FixedOffTheCart(t *testing.T) {
	t.Parallel()
	got := Collect(cart("0", line("1", "10", "10"), line("1", "20", "10"), line("1", "33.33", "10")).with(coupon(pricerule.CartFixed, "10")))
	header(t, got, "subtotal 63.33", "discount 10", "tax 5.33", "grand 58.66")
	rows(t, got, "discount", "1.58", "3.16", "5.26")
	rows(t, got, "tax", "0.84", "1.69", "2.8")
}

func TestE7BuySomeGetSome(t *testing.T) {
	t.Parallel()
	rule := coupon(pricerule.BuyXGetY, "1")
	rule.DiscountStep = 2
	got := Collect(cart("0", line("7", "12.50", "10"), line("2", "8", "10")).with(rule))
	header(t, got, "subtotal 103.5", "discount 25", "tax 7.85", "grand 86.35")
	rows(t, got, "discount", "25", "0")
	rows(t, got, "tax", "6.25", "1.6")
	for qty, free := range map[string]string{"8": "25", "9": "37.5"} {
		header(t, Collect(cart("0", line(qty, "12.50")).with(rule)), "discount "+free)
	}
	rule.DiscountStep = 0
	header(t, Collect(cart("0", line("7", "12.50")).with(rule)), "discount 0")
	rule.DiscountStep, rule.Amount = 1, d("2")
	header(t, Collect(cart("0", line("7", "12.50")).with(rule)), "discount 0")
}

func TestE8DiscountOnPricesWithTax(t *testing.T) {
	t.Parallel()
	in := cart("0", line("2", "24", "20")).with(coupon(pricerule.ByPercent, "10"))
	in.Tax.PricesIncludeTax = true
	header(t, Collect(in), "subtotal 40", "discount 4", "tax 7.33", "hiddenTax 0.67", "grand 44")
	in.Tax.DiscountsOnGross = true
	header(t, Collect(in), "subtotal 40", "discount 4.8", "tax 7.2", "hiddenTax 0.8", "grand 43.2")
}

func TestE9PercentOffShipping(t *testing.T) {
	t.Parallel()
	rule := coupon(pricerule.ByPercent, "25")
	rule.ApplyToShipping = true
	in := cart("10", line("1", "40", "10")).with(rule)
	in.ShippingTax = taxed("10")
	got := Collect(in)
	header(t, got, "discount 12.5", "shippingDiscount 2.5", "tax 3.75", "shippingTax 0.75", "grand 41.25")
	rows(t, got, "discount", "10")
	rows(t, got, "tax", "3")
}

func TestE10WhatIsLeftGoesToShipping(t *testing.T) {
	t.Parallel()
	rule := coupon(pricerule.CartFixed, "35")
	rule.ApplyToShipping = true
	got := Collect(cart("10", line("1", "12", "10"), line("1", "18", "10")).with(rule))
	header(t, got, "discount 35", "shippingDiscount 5", "tax 0", "grand 5")
	rows(t, got, "discount", "12", "18")
}

func TestE11GiftCards(t *testing.T) {
	t.Parallel()
	in := cart("10", line("1", "50", "8.25"), line("1", "30"))
	in.Cards = []Card{{ID: 1, Code: "GC-A", Balance: d("25")}, {ID: 2, Code: "GC-B", Balance: d("40")}}
	got := Collect(in)
	header(t, got, "tax 4.13", "giftCard 65", "grand 29.13")
	equal(t, "GC-A", got.Cards[0], "base 25", "amount 25")
	equal(t, "GC-B", got.Cards[1], "base 40", "amount 40")
	in.Cards[1].Balance = d("200")
	got = Collect(in)
	header(t, got, "giftCard 94.13", "grand 0")
	equal(t, "GC-B", got.Cards[1], "base 69.13", "amount 69.13")
}

func TestE12CompoundRates(t *testing.T) {
	t.Parallel()
	rates := []tax.Rate{
		{ID: 1, Code: "five", CountryID: "US", Postcode: "*", Percent: d("5")},
		{ID: 2, Code: "eight", CountryID: "US", Postcode: "*", Percent: d("8")},
	}
	rules := []tax.Rule{
		{ID: 1, Priority: 0, CustomerClassIDs: []int64{3}, ProductClassIDs: []int64{2}, RateIDs: []int64{1}},
		{ID: 2, Priority: 1, CustomerClassIDs: []int64{3}, ProductClassIDs: []int64{2}, RateIDs: []int64{2}},
	}
	at := tax.Location{CountryID: "US", RegionID: 12, Postcode: "90034"}
	for _, c := range []struct {
		plain       bool
		percent     string
		five, eight string
	}{{false, "13.4", "5", "8.4"}, {true, "13", "5", "8"}} {
		rules[1].CalculateSubtotal = c.plain
		in := cart("0", line("1", "100"))
		in.Lines[0].Tax = tax.NewTable(rates, rules).For(1, 3, 3, at, at).Rates(2)
		got := Collect(in)
		header(t, got, "tax "+c.percent, "subtotalInclTax 1"+c.percent)
		equal(t, "line", got.Lines[0], "taxPercent "+c.percent)
		equal(t, "first rate", got.Taxes[0], "percent "+c.five, "amount "+c.five, "base "+c.five)
		equal(t, "second rate", got.Taxes[1], "percent "+c.eight, "amount "+c.eight, "base "+c.eight)
	}
}

func TestE13Currencies(t *testing.T) {
	t.Parallel()
	got := Collect(Input{Rate: d("0.9"), Lines: []Line{{Qty: d("3"), UnitPrice: d("17.991"), BasePrice: d("19.99")}}})
	equal(t, "EUR", got.Display, "subtotal 53.97", "grand 53.97")
	equal(t, "EUR line", got.Lines[0].Display, "price 17.99", "rowTotal 53.97")
	equal(t, "USD", got.Base, "subtotal 59.97")
}

// TestCMAOrder is the order of credit memo example CM-A (shapes-sales §12).
func TestCMAOrder(t *testing.T) {
	t.Parallel()
	got := Collect(cart("20", line("3", "19.99", "8.25"), line("1", "15", "8.25")).with(coupon(pricerule.ByPercent, "10")))
	header(t, got, "subtotal 74.97", "discount 7.5", "tax 5.57", "grand 93.04")
	rows(t, got, "discount", "6", "1.5")
	rows(t, got, "tax", "4.45", "1.12")
}
