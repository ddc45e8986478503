package totals

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain/money"
	"tradelog/domain/pricerule"
	"tradelog/domain/tax"
)

// decimal draws a number with some decimal places.
func decimal(t *rapid.T, name string, from, to int64, decimals int) money.Decimal {
	scale := money.One
	for range decimals {
		scale = scale.Mul(d("10"))
	}
	return money.FromInt(rapid.Int64Range(from, to).Draw(t, name)).Div(scale)
}

func percents(t *rapid.T, name string) tax.Rates {
	var applied []tax.Applied
	for i := range rapid.IntRange(0, 3).Draw(t, name) {
		percent := d(rapid.SampledFrom([]string{"0", "5", "8.25", "19", "20"}).Draw(t, "percent"))
		if rapid.IntRange(0, 3).Draw(t, "odd percent") == 0 {
			percent = decimal(t, "percent", 0, 300_000, 4)
		}
		applied = append(applied, tax.Applied{RateID: int64(i + 1), Code: fmt.Sprint("rate ", i+1), Percent: percent})
	}
	rates := tax.NewRates(money.Zero, applied...)
	if rates.Origin = rates.Percent; rapid.IntRange(0, 2).Draw(t, name+" elsewhere") == 0 {
		rates.Origin = decimal(t, "origin", 0, 300_000, 4)
	}
	return rates
}

// anyCart draws a cart of any settings, lines, rules and cards.
func anyCart(t *rapid.T) Input {
	flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
	in := Input{Rate: money.One, Tax: tax.Settings{
		Algorithm: rapid.SampledFrom([]tax.Algorithm{
			tax.TotalBase, tax.RowBase, tax.UnitBase,
		}).Draw(t, "algorithm"), PricesIncludeTax: flag("prices include tax"),
		ShippingIncludesTax: flag("shipping includes tax"), BeforeDiscount: flag("tax before discount"),
		DiscountsOnGross: flag("discounts on gross"),
		OnCatalogPrice:   flag("tax on catalog price"), CrossBorder: flag("cross border"),
	}}
	if flag("other currency") {
		in.Rate = decimal(t, "rate", 1, 30_000, 4)
	}
	price := func(name string) (base, display money.Decimal) {
		base = decimal(t, name, 0, rapid.SampledFrom([]int64{100, 10_000, 20_000_000}).Draw(t, name+" up to"), 4)
		return base, base.Mul(in.Rate).Stored()
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "lines") {
		l := Line{
			Tax: percents(t, "rates"), NoDiscount: rapid.IntRange(0, 9).Draw(t, "no discount") == 0,
			GiftCard: rapid.IntRange(0, 9).Draw(t, "gift card") == 0, Custom: flag("custom"),
		}
		l.BasePrice, l.UnitPrice = price("price")
		l.BaseCatalogPrice, l.CatalogPrice = price("catalog price")
		if l.Qty = money.FromInt(rapid.Int64Range(1, 12).Draw(t, "qty")); flag("fractional") {
			l.Qty = decimal(t, "fraction", 1, 50_000, 4)
		}
		if i > 0 && rapid.IntRange(0, 3).Draw(t, "part") == 0 {
			l.PartOf = 1
		}
		in.Lines = append(in.Lines, l)
	}
	in.BaseShipping, in.Shipping = price("shipping")
	in.ShippingTax = percents(t, "shipping rates")
	for i := range rapid.IntRange(0, 3).Draw(t, "rules") {
		in.Rules = append(in.Rules, anyRule(t, int64(i+1)))
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "cards") {
		in.Cards = append(in.Cards, Card{ID: int64(i + 1), Code: fmt.Sprint("GC-", i+1), Balance: decimal(t, "balance", 0, 2_000_000, 4)})
	}
	return in
}

func anyRule(t *rapid.T, id int64) pricerule.Rule {
	r := pricerule.Rule{
		ID: id, Code: fmt.Sprint("RULE-", id), Amount: decimal(t, "amount", 1, 1_200_000, 4),
		DiscountStep: rapid.Int64Range(0, 4).Draw(t, "step"),
		Action: rapid.SampledFrom([]pricerule.Action{
			pricerule.ByPercent, pricerule.ByFixed, pricerule.CartFixed, pricerule.BuyXGetY,
		}).Draw(t, "action"),
		Stop: rapid.IntRange(0, 4).Draw(t, "stop") == 0, ApplyToShipping: rapid.Bool().Draw(t, "apply to shipping"),
		FreeShipping: rapid.IntRange(0, 2).Draw(t, "free shipping"),
	}
	if rapid.Bool().Draw(t, "limited") {
		r.DiscountQty = decimal(t, "discount qty", 1, 40, 1)
	}
	if r.Action == pricerule.BuyXGetY {
		r.Amount = money.FromInt(rapid.Int64Range(1, 3).Draw(t, "free units"))
	}
	if rapid.IntRange(0, 3).Draw(t, "minimum") == 0 {
		r.MinimumSubtotal = decimal(t, "minimum subtotal", 1, 1_000_000, 2)
	}
	return r
}

func TestLinesAddUpToTheHeader(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := anyCart(t)
		got := Collect(in)
		for name, c := range map[string]struct {
			header Amounts
			line   func(LineTotals) LineAmounts
			tax    func(Tax) money.Decimal
		}{
			"base":    {got.Base, func(l LineTotals) LineAmounts { return l.Base }, func(x Tax) money.Decimal { return x.Base }},
			"display": {got.Display, func(l LineTotals) LineAmounts { return l.Display }, func(x Tax) money.Decimal { return x.Amount }},
		} {
			var sum LineAmounts
			for i, bundle := range in.bundles() {
				if !bundle {
					sum.add(c.line(got.Lines[i]))
				}
			}
			h, byRate := c.header, money.Zero
			for _, x := range got.Taxes {
				byRate = byRate.Add(c.tax(x))
			}
			for what, pair := range map[string][2]money.Decimal{
				"subtotal": {sum.RowTotal, h.Subtotal}, "subtotal with tax": {sum.RowTotalInclTax, h.SubtotalInclTax},
				"discount": {sum.Discount.Add(h.ShippingDiscount), h.Discount}, "tax": {sum.Tax.Add(h.ShippingTax), h.Tax},
				"hidden tax": {sum.HiddenTax.Add(h.ShippingHiddenTax), h.HiddenTax}, "tax by rate": {byRate, h.Tax},
				"grand total": {h.Subtotal.Sub(h.Discount).Add(h.Shipping).Add(h.Tax).Add(h.HiddenTax).Sub(h.GiftCard), h.Grand},
			} {
				if !pair[0].Equal(pair[1]) {
					t.Fatalf("%s: the lines' %s is %s, the header's %s", name, what, pair[0], pair[1])
				}
			}
			if in.Tax.PricesIncludeTax && in.Tax.ShippingIncludesTax {
				if want := h.SubtotalInclTax.Sub(h.Discount).Add(h.ShippingInclTax).Sub(h.GiftCard); !want.Equal(h.Grand) {
					t.Fatalf("%s: gross prices come to %s, the grand total to %s", name, want, h.Grand)
				}
			}
		}
		exact, shown := money.Zero, money.Zero
		for i, paid := range got.Cards {
			if in.Cards[i].Balance.Less(paid.Base) {
				t.Fatalf("a card with %s pays %s", in.Cards[i].Balance, paid.Base)
			}
			exact, shown = exact.Add(paid.Base), shown.Add(paid.Amount)
		}
		if !exact.Cents().Equal(got.Base.GiftCard) || !shown.Equal(got.Display.GiftCard) {
			t.Fatalf("cards pay %s and show %s, the header has %s and %s", exact, shown, got.Base.GiftCard, got.Display.GiftCard)
		}
		if !exact.IsZero() && got.Base.Grand.IsZero() && !slices.ContainsFunc(
			in.Lines, func(l Line) bool { return l.GiftCard },
		) && !got.Display.Grand.IsZero() {
			t.Fatalf("cards that pay for everything leave %s in the other currency", got.Display.Grand)
		}
		if in.Rate.Equal(money.One) && !sameJSON(got.Base, got.Display) {
			t.Fatalf("in one currency there are two totals: %+v and %+v", got.Base, got.Display)
		}
	})
}

func TestNothingIsNegativeNorAFractionOfACent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		got := Collect(anyCart(t))
		check := func(name string, v any) {
			for i := range reflect.ValueOf(v).NumField() {
				amount := reflect.ValueOf(v).Field(i).Interface().(money.Decimal)
				if amount.Sign() < 0 || !amount.Equal(amount.Cents()) {
					t.Fatalf("%s: %s is %s", name, reflect.TypeOf(v).Field(i).Name, amount)
				}
			}
		}
		check("base", got.Base)
		check("display", got.Display)
		for _, l := range got.Lines {
			check("line in base", l.Base)
			check("line in display", l.Display)
		}
		for _, x := range got.Taxes {
			check("rate", struct{ Amount, Base money.Decimal }{x.Amount, x.Base})
		}
		for _, paid := range got.Cards {
			check("card", struct{ Amount, Base money.Decimal }{paid.Amount, paid.Base.Cents()})
		}
	})
}

func TestADiscountNeverExceedsWhatItDiscounts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := anyCart(t)
		got := Collect(in)
		for i, l := range got.Lines {
			for _, a := range []LineAmounts{l.Base, l.Display} {
				most := a.RowTotal
				if in.Tax.PricesIncludeTax && in.Tax.DiscountsOnGross {
					most = a.RowTotalInclTax
				}
				if most.Less(a.Discount) {
					t.Fatalf("line %d: %s off %s", i, a.Discount, most)
				}
				if in.Lines[i].NoDiscount && in.Lines[i].PartOf == 0 && !in.bundles()[i] && !a.Discount.IsZero() {
					t.Fatalf("line %d takes no discount and has %s", i, a.Discount)
				}
			}
		}
		for _, a := range []Amounts{got.Base, got.Display} {
			if a.ShippingInclTax.Less(a.ShippingDiscount) {
				t.Fatalf("%s off shipping of %s", a.ShippingDiscount, a.ShippingInclTax)
			}
		}
		if len(in.Rules) == 1 && in.Rules[0].Action == pricerule.CartFixed && in.Rules[0].Amount.Cents().Less(got.Base.Discount) {
			t.Fatalf("%s off a cart that is to get %s", got.Base.Discount, in.Rules[0].Amount)
		}
	})
}

// TestACouponLeavesNoTrace: taking a coupon off restores the totals, computing twice gives the same, and the input stays as it is.
func TestACouponLeavesNoTrace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := anyCart(t)
		rules := in.Rules
		in.Rules = nil
		before, given := Collect(in), asJSON(in)
		in.Rules = rules
		first, second := Collect(in), Collect(in)
		if !reflect.DeepEqual(first, second) {
			t.Fatalf("two computations give\n%+v\n%+v", first, second)
		}
		in.Rules = nil
		if after := Collect(in); !reflect.DeepEqual(before, after) {
			t.Fatalf("without the coupon again\n%+v\n%+v", before, after)
		}
		if asJSON(in) != given {
			t.Fatal("the input was changed")
		}
		for _, a := range []Amounts{before.Base, before.Display} {
			if !a.Discount.IsZero() || !a.HiddenTax.IsZero() {
				t.Fatalf("without rules there are a discount of %s and a hidden tax of %s", a.Discount, a.HiddenTax)
			}
			if !a.Shipping.Add(a.ShippingTax).Equal(a.ShippingInclTax) {
				t.Fatalf("without rules shipping of %s with a tax of %s is %s", a.Shipping, a.ShippingTax, a.ShippingInclTax)
			}
		}
	})
}

// TestLargeCartsDoNotOverflow: the largest prices and quantities the shop takes, with every kind of rule.
func TestLargeCartsDoNotOverflow(t *testing.T) {
	t.Parallel()
	for _, action := range []pricerule.Action{pricerule.ByPercent, pricerule.ByFixed, pricerule.CartFixed, pricerule.BuyXGetY} {
		rule := coupon(action, "99999999")
		if action == pricerule.BuyXGetY {
			rule.Amount, rule.DiscountStep = d("1"), 1
		}
		rule.DiscountQty = d("9999")
		in := cart("99999999.99", line("10000", "99999999.99", "20", "8"), line("10000", "99999999.99")).with(rule)
		for _, within := range []bool{false, true} {
			in.Tax.PricesIncludeTax = within
			if got := Collect(in); got.Display.Grand.Sign() < 0 {
				t.Errorf("%s: %s", action, got.Display.Grand)
			}
		}
	}
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func sameJSON(a, b any) bool { return asJSON(a) == asJSON(b) }
