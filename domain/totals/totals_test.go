package totals

import (
	"reflect"
	"strings"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/pricerule"
	"tradelog/domain/tax"
)

func d(s string) money.Decimal { return money.MustParse(s) }

// taxed are rates of these percentages, at the shop's origin as at the destination.
func taxed(percents ...string) tax.Rates {
	origin, applied := money.Zero, []tax.Applied(nil)
	for i, p := range percents {
		origin = origin.Add(d(p))
		applied = append(applied, tax.Applied{RateID: int64(i + 1), Code: "rate " + p, Title: "Rate " + p, Percent: d(p)})
	}
	return tax.NewRates(origin, applied...)
}

// line is a line whose base and display currency are the same.
func line(qty, price string, percents ...string) Line {
	return Line{Qty: d(qty), UnitPrice: d(price), BasePrice: d(price), Tax: taxed(percents...)}
}

// cart is a cart whose base and display currency are the same.
func cart(shipping string, lines ...Line) Input {
	return Input{Lines: lines, Shipping: d(shipping), BaseShipping: d(shipping)}
}

func (in Input) with(rules ...pricerule.Rule) Input {
	in.Rules = rules
	return in
}

func coupon(action pricerule.Action, amount string) pricerule.Rule {
	return pricerule.Rule{ID: 7, Name: "Summer sale", Code: "SUMMER", Active: true, Action: action, Amount: d(amount)}
}

// equal compares amounts named in words, such as "grand 42.98", with those of a struct of amounts.
func equal(t *testing.T, what string, amounts any, want ...string) {
	t.Helper()
	v := reflect.ValueOf(amounts)
	for _, w := range want {
		name, amount, _ := strings.Cut(w, " ")
		field := v.FieldByNameFunc(func(f string) bool { return strings.EqualFold(f, name) })
		if !field.IsValid() {
			t.Fatalf("there is no %s", name)
		}
		if got := field.Interface().(money.Decimal); !got.Equal(d(amount)) {
			t.Errorf("%s: %s is %s, want %s", what, name, got, amount)
		}
	}
}

// header compares the header in both currencies, which are the same.
func header(t *testing.T, got Totals, want ...string) {
	t.Helper()
	equal(t, "display", got.Display, want...)
	equal(t, "base", got.Base, want...)
}

// rows compares an amount of each line in both currencies, which are the same.
func rows(t *testing.T, got Totals, name string, want ...string) {
	t.Helper()
	if len(got.Lines) != len(want) {
		t.Fatalf("%d lines, want %d", len(got.Lines), len(want))
	}
	for i, w := range want {
		equal(t, "line "+string(rune('A'+i)), got.Lines[i].Display, name+" "+w)
		equal(t, "base line "+string(rune('A'+i)), got.Lines[i].Base, name+" "+w)
	}
}

func TestZeroValuesAreAnUntaxedCart(t *testing.T) {
	t.Parallel()
	got := Collect(cart("25", line("3", "19.99"), line("1", "7.45"), line("1", "100")))
	header(t, got, "subtotal 167.42", "subtotalInclTax 167.42", "tax 0", "shipping 25", "grand 192.42")
	header(t, Collect(Input{}), "grand 0")
}

func TestRulesHoldFromTheirSubtotal(t *testing.T) {
	t.Parallel()
	rule := coupon(pricerule.ByPercent, "10")
	rule.MinimumSubtotal = d("100")
	in := cart("10", line("1", "100", "20")).with(rule)
	header(t, Collect(in), "discount 10")
	in.Lines[0] = line("1", "99.99", "20")
	got := Collect(in)
	header(t, got, "discount 0")
	if got.Coupon.Code != "" || got.RuleIDs != nil {
		t.Errorf("a coupon below its subtotal was applied: %v", got)
	}
	// With tax in the prices it is the subtotal without tax that counts (shapes-sales §17.3 row 18).
	in.Tax.PricesIncludeTax = true
	in.Lines[0] = line("1", "119.99", "20")
	header(t, Collect(in), "discount 0")
	in.Lines[0] = line("1", "120", "20")
	header(t, Collect(in), "discount 10")
}

func TestACouponAppliesWithoutTakingAnythingOff(t *testing.T) {
	t.Parallel()
	rule := coupon(pricerule.BuyXGetY, "1")
	rule.DiscountStep = 5
	got := Collect(cart("0", line("1", "10")).with(rule))
	if got.Coupon.Code != "SUMMER" || !got.Display.Discount.IsZero() {
		t.Errorf("coupon %q took %s off", got.Coupon.Code, got.Display.Discount)
	}
	if got := Collect(cart("0").with(rule)); got.Coupon.Code != "" {
		t.Error("a coupon was applied to an empty cart")
	}
	alone := line("1", "10")
	alone.NoDiscount = true
	if got := Collect(cart("0", alone).with(rule)); got.Coupon.Code != "" {
		t.Error("a coupon was applied to a line that takes none")
	}
}

func TestRulesOneAfterTheOther(t *testing.T) {
	t.Parallel()
	first, second := coupon(pricerule.ByPercent, "50"), coupon(pricerule.ByPercent, "10")
	first.ID, first.Code, first.Label, second.ID = 3, "", "Half price", 4
	got := Collect(cart("0", line("2", "50")).with(first, second))
	header(t, got, "discount 55", "grand 45")
	if !reflect.DeepEqual(got.RuleIDs, []int64{3, 4}) || got.Description != "Half price, SUMMER" || got.Coupon != (Coupon{
		RuleID: 4, Code: "SUMMER", RuleName: "Summer sale",
	}) {
		t.Errorf("rules %v, coupon %v, %q", got.RuleIDs, got.Coupon, got.Description)
	}
	if p := got.Lines[0].DiscountPercent; !p.Equal(d("60")) {
		t.Errorf("discount percent %s", p)
	}
	first.Stop = true
	got = Collect(cart("0", line("2", "50")).with(first, second))
	header(t, got, "discount 50")
	if !reflect.DeepEqual(got.RuleIDs, []int64{3}) || got.Coupon.Code != "" {
		t.Errorf("a rule after the last was applied: %v", got)
	}
}

func TestRulesLookAtSomeUnits(t *testing.T) {
	t.Parallel()
	limited := coupon(pricerule.ByPercent, "50")
	limited.DiscountQty = d("2")
	header(t, Collect(cart("0", line("5", "10")).with(limited)), "discount 10")
	steps := coupon(pricerule.ByFixed, "1")
	steps.DiscountStep = 3
	header(t, Collect(cart("0", line("8", "10")).with(steps)), "discount 6")
	capped := coupon(pricerule.CartFixed, "100")
	capped.DiscountQty = d("1")
	header(t, Collect(cart("0", line("3", "10"), line("2", "20")).with(capped)), "discount 30")
	// A rule that looks at one unit takes nothing of the amount that an earlier one took off all.
	half := coupon(pricerule.ByPercent, "50")
	one := coupon(pricerule.ByPercent, "10")
	one.DiscountQty = d("1")
	header(t, Collect(cart("0", line("4", "10")).with(half, one)), "discount 20")
}

func TestSmallAmountsOffTheCartAreNotExceeded(t *testing.T) {
	t.Parallel()
	got := Collect(cart("0", line("1", "1"), line("1", "1"), line("1", "1"), line("1", "1")).with(coupon(pricerule.CartFixed, "0.02")))
	header(t, got, "discount 0.02")
	rows(t, got, "discount", "0.01", "0.01", "0", "0")
}

func TestTaxOnTheCatalogPrice(t *testing.T) {
	t.Parallel()
	l := line("2", "10", "20")
	l.Custom, l.CatalogPrice, l.BaseCatalogPrice = true, d("15"), d("15")
	in := cart("0", l)
	header(t, Collect(in), "tax 4", "grand 24")
	in.Tax.OnCatalogPrice = true
	header(t, Collect(in), "tax 6", "grand 26")
	in.Tax.PricesIncludeTax = true
	header(t, Collect(in), "subtotal 15", "tax 5", "grand 20")
	in.Lines[0].CatalogPrice, in.Lines[0].BaseCatalogPrice = d("600"), d("600")
	header(t, Collect(in), "subtotal 0", "tax 20", "grand 20")
}

func TestGrossPricesElsewhere(t *testing.T) {
	t.Parallel()
	abroad := taxed("10")
	abroad.Origin = d("20")
	l := line("3", "24")
	l.Tax = abroad
	in := cart("0", l)
	in.Tax.PricesIncludeTax = true
	header(t, Collect(in), "subtotal 60", "subtotalInclTax 66", "tax 6", "grand 66")
	in.Tax.CrossBorder = true
	header(t, Collect(in), "subtotal 65.45", "subtotalInclTax 72", "tax 6.55", "grand 72")
	in.Tax.CrossBorder = false
	in.Lines[0].Tax = tax.NewRates(d("20")) // a buyer who pays no tax
	header(t, Collect(in), "subtotal 60", "tax 0", "grand 60")
}

func TestShippingTax(t *testing.T) {
	t.Parallel()
	in := cart("10", line("1", "40", "10"))
	in.ShippingTax = taxed("10")
	header(t, Collect(in), "shipping 10", "shippingInclTax 11", "shippingTax 1", "tax 5", "grand 55")
	in.Tax.ShippingIncludesTax = true
	header(t, Collect(in), "shipping 9.09", "shippingInclTax 10", "shippingTax 0.91", "tax 4.91", "hiddenTax 0", "grand 54")
	rule := coupon(pricerule.ByPercent, "50")
	rule.ApplyToShipping = true
	// Item: 20 + 2. Shipping: 4.55 off its net price; 5.45 gross are left, of which 0.50 are tax.
	header(
		t, Collect(in.with(rule)), "shippingDiscount 4.55", "shippingTax 0.5", "shippingHiddenTax 0.41", "hiddenTax 0.41",
		"discount 24.55", "grand 27.45",
	)
	in.Tax.DiscountsOnGross = true
	header(t, Collect(in.with(rule)), "shippingDiscount 5", "shippingTax 0.45", "shippingHiddenTax 0.46")
	in.Tax.BeforeDiscount = true
	header(t, Collect(in.with(rule)), "shippingTax 0.91", "shippingHiddenTax 0")
}

// TestShippingWithoutADiscountHidesNoTax: whatever the lines' rounding hands on.
func TestShippingWithoutADiscountHidesNoTax(t *testing.T) {
	t.Parallel()
	in := cart("0.03", line("1", "0.03", "20"))
	in.ShippingTax, in.Tax = taxed("20"), tax.Settings{PricesIncludeTax: true, ShippingIncludesTax: true}
	header(t, Collect(in), "shippingTax 0.01", "tax 0.02", "hiddenTax 0", "grand 0.06")
}

func TestTaxBeforeDiscount(t *testing.T) {
	t.Parallel()
	in := cart("0", line("1", "100", "10")).with(coupon(pricerule.ByPercent, "100"))
	in.Tax.BeforeDiscount = true
	header(t, Collect(in), "discount 100", "tax 10", "grand 10")
	in.Tax = tax.Settings{DiscountsOnGross: true}
	header(t, Collect(in), "discount 100", "tax 0", "grand 0")
}

func TestBundlesAreTheSumOfTheirParts(t *testing.T) {
	t.Parallel()
	first, second := line("2", "9.99", "8.25"), line("4", "1.25")
	first.PartOf, second.PartOf = 1, 1
	got := Collect(cart(
		"0", Line{Qty: d("2"), UnitPrice: d("999"), BasePrice: d("999")}, first, second, line("1", "5"),
	).with(coupon(pricerule.ByPercent, "10")))
	header(t, got, "subtotal 29.98", "discount 3", "tax 1.48", "grand 28.46")
	rows(t, got, "rowTotal", "24.98", "19.98", "5", "5")
	rows(t, got, "rowTotalInclTax", "26.63", "21.63", "5", "5")
	rows(t, got, "price", "12.49", "9.99", "1.25", "5")
	rows(t, got, "discount", "2.5", "2", "0.5", "0.5")
	rows(t, got, "tax", "1.48", "1.48", "0", "0")
}

func TestTaxesByRate(t *testing.T) {
	t.Parallel()
	two := line("1", "100", "5", "8.4")
	in := cart("10", two, line("1", "50", "5"))
	in.ShippingTax = taxed("5")
	want := []Tax{
		{RateID: 1, Code: "rate 5", Title: "Rate 5", Percent: d("5"), Amount: d("8"), Base: d("8")},
		{RateID: 2, Code: "rate 8.4", Title: "Rate 8.4", Percent: d("8.4"), Amount: d("8.4"), Base: d("8.4")},
	}
	if got := Collect(in).Taxes; !sameTaxes(got, want) {
		t.Errorf("taxes %v", got)
	}
	in.Tax.PricesIncludeTax, in.Lines = true, []Line{line("1", "113.4", "5", "8.4")}
	want[0].Amount, want[0].Base = d("5.5"), d("5.5")
	if got := Collect(in).Taxes; !sameTaxes(got, want) {
		t.Errorf("taxes within prices %v", got)
	}
	// A rate that is compounded for one product only counts by each of its percentages.
	compound := line("1", "100", "5")
	compound.Tax.Applied[0].Code, compound.Tax.Applied[0].Title = "rate 8.4", "Rate 8.4"
	compound.Tax.Applied[0].Percent = d("8.4")
	if got := Collect(cart("0", line("1", "100", "5"), compound)).Taxes; len(got) != 2 {
		t.Errorf("taxes %v", got)
	}
}

func sameTaxes(a, b []Tax) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].RateID != b[i].RateID || a[i].Title != b[i].Title || !a[i].Percent.Equal(b[i].Percent) ||
			!a[i].Amount.Equal(b[i].Amount) || !a[i].Base.Equal(b[i].Base) {
			return false
		}
	}
	return true
}

func TestFreeShipping(t *testing.T) {
	t.Parallel()
	in := cart("0", line("3", "10"), line("1", "20"))
	rule := coupon(pricerule.ByPercent, "10")
	if f := FreeShipping(in.with(rule)); f.Shipment || f.Units != nil || !f.Of(0, d("3")).IsZero() {
		t.Errorf("%v ships free", f)
	}
	equal(t, "goods", FreeShipping(cart("9", line("3", "10", "20"))), "subtotal 30", "subtotalInclTax 36")
	rule.FreeShipping, rule.DiscountQty = pricerule.ItemsShipFree, d("2")
	f := FreeShipping(in.with(rule))
	if f.Shipment || !f.Of(0, d("3")).Equal(d("2")) || !f.Of(1, d("1")).Equal(d("1")) || f.Whole(0, d("3")) || !f.Whole(1, d("1")) {
		t.Errorf("%v ships free", f)
	}
	if got := Collect(in.with(rule)); got.Lines[0].FreeShipping || !got.Lines[1].FreeShipping {
		t.Errorf("lines %v", got.Lines)
	}
	rule.DiscountQty = money.Zero
	if f := FreeShipping(in.with(rule)); !f.Shipment {
		t.Error("a cart of which everything ships free does not")
	}
	rule.FreeShipping = pricerule.ShipmentShipsFree
	if f := FreeShipping(in.with(rule)); !f.Shipment || !f.Of(0, d("3")).Equal(d("3")) {
		t.Errorf("%v ships free", f)
	}
	last := coupon(pricerule.ByPercent, "10")
	last.Stop = true
	if f := FreeShipping(in.with(last, rule)); f.Shipment {
		t.Error("a rule after the last was looked at")
	}
	rule.MinimumSubtotal = d("50.01")
	if f := FreeShipping(in.with(rule)); f.Shipment {
		t.Error("a rule below its subtotal holds")
	}
}

func TestGiftCardsDoNotPayForGiftCards(t *testing.T) {
	t.Parallel()
	gift := line("1", "50", "10")
	gift.GiftCard = true
	in := cart("5", gift, line("1", "20", "10"))
	in.Cards = []Card{{ID: 1, Code: "GC-A", Balance: d("100")}}
	header(t, Collect(in), "giftCard 27", "grand 55")
}

func TestGiftCardsPayTheHiddenTax(t *testing.T) {
	t.Parallel()
	in := cart("0", line("2", "24", "20")).with(coupon(pricerule.ByPercent, "10"))
	in.Tax.PricesIncludeTax = true
	in.Cards = []Card{{ID: 1, Code: "GC-A", Balance: d("100")}}
	header(t, Collect(in), "giftCard 44", "grand 0")
}

// TestCardsAreUsedToTheirLastPlace: credits leave fractions of a cent on cards.
func TestCardsAreUsedToTheirLastPlace(t *testing.T) {
	t.Parallel()
	in := cart("0", line("1", "94.13"))
	in.Cards = []Card{{ID: 1, Code: "GC-A", Balance: d("17.0308")}, {ID: 2, Code: "GC-B", Balance: d("27.2492")}, {ID: 3, Code: "GC-C"}}
	got := Collect(in)
	header(t, got, "giftCard 44.28", "grand 49.85")
	for i, want := range []string{"17.0308", "27.2492", "0"} {
		equal(t, got.Cards[i].Code, got.Cards[i], "base "+want)
	}
	if sum := got.Cards[0].Amount.Add(got.Cards[1].Amount).Add(got.Cards[2].Amount); !sum.Equal(d("44.28")) {
		t.Errorf("cards show %s", sum)
	}
}

func TestAmountsInAnotherCurrency(t *testing.T) {
	t.Parallel()
	in := Input{
		Rate: d("0.9"), Lines: []Line{
			{Qty: d("3"), UnitPrice: d("17.991"), BasePrice: d("19.99"), Tax: taxed("10")},
		}, Shipping: d("9"), BaseShipping: d("10"),
		Cards: []Card{{ID: 1, Code: "GC-A", Balance: d("20")}},
	}
	got := Collect(in.with(coupon(pricerule.ByFixed, "5")))
	equal(t, "base", got.Base, "subtotal 59.97", "discount 15", "tax 4.5", "giftCard 20", "grand 39.47")
	equal(t, "display", got.Display, "subtotal 53.97", "discount 13.5", "tax 4.05", "giftCard 18", "grand 35.52")
	got = Collect(in.with(coupon(pricerule.CartFixed, "10")))
	equal(t, "base", got.Base, "discount 10")
	equal(t, "display", got.Display, "discount 9")
	in.Cards[0].Balance = d("1000")
	got = Collect(in.with(coupon(pricerule.BuyXGetY, "1")))
	equal(t, "base", got.Base, "grand 0")
	equal(t, "display", got.Display, "grand 0")
}
