package documents_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/tax"
	"tradelog/domain/totals"
	"tradelog/readmodels/documents"
	"tradelog/test/ordertest"
)

// checkShares checks that shares add up, are in order and in cents.
func checkShares(t *rapid.T, what string, shares []documents.TaxShare, tax, payable money.Decimal) {
	taxes, all := money.Zero, money.Zero
	for n, s := range shares {
		taxes, all = taxes.Add(s.Tax), all.Add(s.Net).Add(s.Tax)
		if n > 0 && !s.Percent.Less(shares[n-1].Percent) {
			t.Fatalf("%s: the rate of %s follows that of %s", what, s.Percent, shares[n-1].Percent)
		}
		if !s.Net.Equal(s.Net.Cents()) || !s.Tax.Equal(s.Tax.Cents()) || s.Net.IsZero() && s.Tax.IsZero() {
			t.Fatalf("%s: %+v", what, s)
		}
	}
	if !taxes.Equal(tax) || !all.Equal(payable) {
		t.Fatalf("%s: %+v come to a tax of %s and %s, want %s and %s", what, shares, taxes, all, tax, payable)
	}
}

func TestTheSharesOfTaxRatesAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := ordertest.Draw(t, ordertest.Options{}).Document
		checkShares(t, "order", o.Taxes(), o.Prices.TaxAmount, o.Prices.GrandTotal.Add(domain.Value(o.Prices.GiftcardAmount)))
		for _, i := range o.Accounting.Invoices {
			checkShares(t, "invoice", i.Taxes(o), i.TaxAmount, i.GrandTotal.Add(i.GiftcardAmount))
			if rest := i.TaxSplit(o).Adjustment; !rest.IsZero() {
				t.Fatalf("%s of the invoice belongs to no line", rest)
			}
		}
		for _, m := range o.Accounting.Memos {
			checkShares(t, "credit memo", m.Taxes(o), m.TaxAmount.Add(m.AdjustmentTax), m.GrandTotal.Add(m.GiftcardAmount))
		}
	})
}

// TestATaxIsThePercentageOfItsShare: in shops that tax the paid price, the tax of a rate differs from its percentage by rounding only.
func TestATaxIsThePercentageOfItsShare(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := ordertest.Draw(t, ordertest.Options{Lawful: true}).Document
		check := func(what string, shares []documents.TaxShare) {
			for _, s := range shares {
				if off := s.Net.Mul(s.Percent).Div(money.FromInt(100)).Sub(s.Tax).Abs(); money.MustParse("0.5").Less(off) {
					t.Fatalf("%s: %+v: the tax is off by %s", what, s, off)
				}
			}
		}
		check("order", o.Taxes())
		for _, i := range o.Accounting.Invoices {
			check("invoice", i.Taxes(o))
		}
		for _, m := range o.Accounting.Memos {
			check("credit memo", m.Taxes(o))
		}
	})
}

func n(s string) money.Decimal { return money.MustParse(s) }

func at(percent string) tax.Rates {
	return tax.NewRates(n(percent), tax.Applied{RateID: n(percent).Int(), Percent: n(percent)})
}

// shop is a cart of three lines at three rates and shipping at 19 %, with a discount of 10 %.
func shop(gross bool) totals.Input {
	return totals.Input{
		Tax: tax.Settings{PricesIncludeTax: gross, ShippingIncludesTax: gross, DiscountsOnGross: gross}, Rate: money.One,
		Lines: []totals.Line{
			{Qty: n("2"), UnitPrice: n("119"), BasePrice: n("119"), Tax: at("19")},
			{Qty: n("1"), UnitPrice: n("10.70"), BasePrice: n("10.70"), Tax: at("7")}, {Qty: n("1"), UnitPrice: n("5"), BasePrice: n("5")},
		},
		Shipping: n("5.95"), BaseShipping: n("5.95"), ShippingTax: at("19"),
		Rules: []pricerule.Rule{{ID: 1, Code: "TEN", Action: pricerule.ByPercent, Amount: n("10")}},
	}
}

func TestTaxesByRate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		in    totals.Input
		wants [][3]string
	}{
		// 2 × 119 with a tenth off is 214.20, with shipping 220.15; 10.70 is 9.63.
		{"prices with tax", shop(true), [][3]string{{"19", "185", "35.15"}, {"7", "9", "0.63"}, {"0", "4.5", "0"}}},
		// 214.20 and 5.95 are net.
		{"prices without tax", shop(false), [][3]string{{"19", "220.15", "41.83"}, {"7", "9.63", "0.67"}, {"0", "4.5", "0"}}},
	} {
		s := ordertest.Begin(ordertest.Placed(c.in), time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))
		s.Invoice()
		s.Refund(order.NewCreditMemo{})
		o := s.Document
		for what, got := range map[string][]documents.TaxShare{
			"order": o.Taxes(), "invoice": o.Accounting.Invoices[0].Taxes(o), "memo": o.Accounting.Memos[0].Taxes(o),
		} {
			if len(got) != len(c.wants) {
				t.Fatalf("%s: %s: %+v", c.name, what, got)
			}
			for i, want := range c.wants {
				if !got[i].Percent.Equal(n(want[0])) || !got[i].Net.Equal(n(want[1])) || !got[i].Tax.Equal(n(want[2])) {
					t.Errorf("%s: %s: %+v, want %v", c.name, what, got[i], want)
				}
			}
		}
	}
}

// TestShippingAtARateOfItsOwn: no line has the rate of shipping, so the tax on it determines the rate.
func TestShippingAtARateOfItsOwn(t *testing.T) {
	t.Parallel()
	in := shop(false)
	in.Shipping, in.BaseShipping, in.ShippingTax, in.Rules = n("40"), n("40"), at("5.5"), nil
	o := ordertest.Begin(ordertest.Placed(in), time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)).Document
	shares := o.Taxes()
	if len(shares) != 4 || !shares[2].Percent.Equal(n("5.5")) || !shares[2].Net.Equal(n("40")) || !shares[2].Tax.Equal(n("2.2")) {
		t.Errorf("%+v", shares)
	}
}
