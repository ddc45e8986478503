package totals

import "tradelog/domain/money"

// Amounts holds the totals in one currency. Discount and GiftCard are positive amounts that reduce Grand. Discount includes
// ShippingDiscount, Tax includes ShippingTax, and HiddenTax includes ShippingHiddenTax.
type Amounts struct {
	Subtotal             money.Decimal `json:"subtotal,omitzero"`
	SubtotalInclTax      money.Decimal `json:"subtotalInclTax,omitzero"`
	SubtotalWithDiscount money.Decimal `json:"subtotalWithDiscount,omitzero"`
	Discount             money.Decimal `json:"discount,omitzero"`
	Shipping             money.Decimal `json:"shipping,omitzero"`
	ShippingInclTax      money.Decimal `json:"shippingInclTax,omitzero"` // before discount
	ShippingTax          money.Decimal `json:"shippingTax,omitzero"`     // after discount
	ShippingDiscount     money.Decimal `json:"shippingDiscount,omitzero"`
	ShippingHiddenTax    money.Decimal `json:"shippingHiddenTax,omitzero"`
	Tax                  money.Decimal `json:"tax,omitzero"`
	HiddenTax            money.Decimal `json:"hiddenTax,omitzero"`
	GiftCard             money.Decimal `json:"giftCard,omitzero"`
	Grand                money.Decimal `json:"grand,omitzero"`
}

// LineAmounts holds the totals of a line in one currency. Price and RowTotal are without tax and before discount, Tax is after discount.
// HiddenTax is the tax within the price that the discount removed; the buyer pays it, but not as a tax.
type LineAmounts struct {
	Price           money.Decimal `json:"price,omitzero"`
	PriceInclTax    money.Decimal `json:"priceInclTax,omitzero"`
	RowTotal        money.Decimal `json:"rowTotal,omitzero"`
	RowTotalInclTax money.Decimal `json:"rowTotalInclTax,omitzero"`
	Discount        money.Decimal `json:"discount,omitzero"`
	Tax             money.Decimal `json:"tax,omitzero"`
	HiddenTax       money.Decimal `json:"hiddenTax,omitzero"`
}

// LineTotals holds the totals of a line in both currencies.
type LineTotals struct {
	Display         LineAmounts   `json:"display"`
	Base            LineAmounts   `json:"base"`
	TaxPercent      money.Decimal `json:"taxPercent,omitzero"`
	DiscountPercent money.Decimal `json:"discountPercent,omitzero"`
	FreeShipping    bool          `json:"freeShipping,omitempty"`
	NoDiscount      bool          `json:"noDiscount,omitempty"`
}

// Tax is the tax of one rate.
type Tax struct {
	RateID  int64         `json:"rateId"`
	Code    string        `json:"code"`
	Title   string        `json:"title"`
	Percent money.Decimal `json:"percent"`
	Amount  money.Decimal `json:"amount"` // display currency
	Base    money.Decimal `json:"base"`
}

// Coupon is the coupon that gave a discount.
type Coupon struct {
	RuleID   int64  `json:"ruleId"`
	Code     string `json:"code"`
	RuleName string `json:"ruleName,omitempty"`
}

// Paid is the payment by a gift card. Base is exact, as the card's balance is; Amount is in cents. Stored orders have the codes elsewhere.
type Paid struct {
	CardID int64         `json:"cardId"`
	Code   string        `json:"code,omitempty" credential:"true"`
	Amount money.Decimal `json:"amount"` // display currency
	Base   money.Decimal `json:"base"`
}

// Totals holds the totals of a cart.
type Totals struct {
	Display Amounts      `json:"display"`
	Base    Amounts      `json:"base"`
	Lines   []LineTotals `json:"-"`

	Taxes       []Tax   `json:"taxes,omitempty"` // by rate; they add up to the tax
	RuleIDs     []int64 `json:"ruleIds,omitempty"`
	Coupon      Coupon  `json:"coupon,omitzero"`      // without a code: no coupon applies to the cart
	Description string  `json:"description,omitzero"` // of the discount
	Cards       []Paid  `json:"cards,omitempty"`      // all cards on the cart, also those that pay nothing
}

// Collect computes the totals.
func Collect(in Input) Totals {
	base, display := newSide(&in, true), newSide(&in, false)
	base.split()
	display.split()
	free := base.free()
	rules := applicable(in.Rules, base.Subtotal)
	base.discount(rules)
	display.discount(rules)
	base.tax()
	display.tax()
	t := Totals{Lines: make([]LineTotals, len(in.Lines))}
	for i := range in.Lines {
		t.Lines[i] = LineTotals{
			Base: base.rows[i].LineAmounts, Display: display.rows[i].LineAmounts, TaxPercent: in.Lines[i].Tax.Percent,
			DiscountPercent: base.rows[i].percent, FreeShipping: free.Whole(i, in.Lines[i].Qty), NoDiscount: in.Lines[i].NoDiscount,
		}
	}
	sumBundles(&in, t.Lines)
	t.Cards = pay(&in, base, display)
	t.Base, t.Display = base.finish(), display.finish()
	t.Taxes = taxes(base.shares, display.shares)
	t.RuleIDs, t.Coupon, t.Description = applied(rules, base)
	return t
}

// sumBundles sets the amounts of each bundle to the sum of its parts.
func sumBundles(in *Input, lines []LineTotals) {
	for i, bundle := range in.bundles() {
		if !bundle {
			continue
		}
		sum := &lines[i]
		sum.Base, sum.Display, sum.TaxPercent, sum.DiscountPercent = LineAmounts{}, LineAmounts{}, money.Zero, money.Zero
		for part, l := range in.Lines {
			if l.PartOf == i+1 {
				sum.Base.add(lines[part].Base)
				sum.Display.add(lines[part].Display)
			}
		}
		sum.Base.perUnit(in.Lines[i].Qty)
		sum.Display.perUnit(in.Lines[i].Qty)
	}
}

func (a *LineAmounts) add(b LineAmounts) {
	a.RowTotal, a.RowTotalInclTax = a.RowTotal.Add(b.RowTotal), a.RowTotalInclTax.Add(b.RowTotalInclTax)
	a.Discount, a.Tax, a.HiddenTax = a.Discount.Add(b.Discount), a.Tax.Add(b.Tax), a.HiddenTax.Add(b.HiddenTax)
}

func (a *LineAmounts) perUnit(qty money.Decimal) {
	if qty.Sign() > 0 {
		a.Price, a.PriceInclTax = a.RowTotal.Div(qty).Cents(), a.RowTotalInclTax.Div(qty).Cents()
	}
}

// taxes joins the taxes of both currencies, which list the same rates.
func taxes(base, display []share) []Tax {
	var out []Tax
	for i, b := range base {
		if d := display[i]; !b.amount.IsZero() || !d.amount.IsZero() {
			out = append(out, Tax{RateID: b.RateID, Code: b.Code, Title: b.Title, Percent: b.Percent, Amount: d.amount, Base: b.amount})
		}
	}
	return out
}
