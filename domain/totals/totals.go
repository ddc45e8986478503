// Package totals adds up a cart: the same function is used when a cart is read and when its order is placed, so totals are
// never stale and an order is what its cart showed.
//
// Steps run in the order of shapes-sales §2.1. Everything is computed twice, in the website's base currency and in the
// display currency, each from its own unit price, so that each adds up by itself.
package totals

import "tradelog/domain/money"

// Line is one line of a cart.
type Line struct {
	Qty       money.Decimal
	UnitPrice money.Decimal // display currency, catalog price of one unit
	BasePrice money.Decimal // base currency
}

// Input is what totals are computed from.
type Input struct {
	Lines        []Line
	Shipping     money.Decimal // display currency, price of the chosen method
	BaseShipping money.Decimal
}

// Amounts are the totals in one currency. Discount and GiftCard are positive amounts that reduce Grand.
type Amounts struct {
	Subtotal             money.Decimal `json:"subtotal,omitzero"`
	SubtotalInclTax      money.Decimal `json:"subtotalInclTax,omitzero"`
	SubtotalWithDiscount money.Decimal `json:"subtotalWithDiscount,omitzero"`
	Discount             money.Decimal `json:"discount,omitzero"`
	Shipping             money.Decimal `json:"shipping,omitzero"`
	ShippingInclTax      money.Decimal `json:"shippingInclTax,omitzero"`
	ShippingTax          money.Decimal `json:"shippingTax,omitzero"`
	ShippingDiscount     money.Decimal `json:"shippingDiscount,omitzero"`
	Tax                  money.Decimal `json:"tax,omitzero"`
	HiddenTax            money.Decimal `json:"hiddenTax,omitzero"`
	GiftCard             money.Decimal `json:"giftCard,omitzero"`
	Grand                money.Decimal `json:"grand,omitzero"`
}

// LineAmounts are the totals of a line in one currency. Price and RowTotal are without tax and before discount.
type LineAmounts struct {
	Price           money.Decimal `json:"price,omitzero"`
	PriceInclTax    money.Decimal `json:"priceInclTax,omitzero"`
	RowTotal        money.Decimal `json:"rowTotal,omitzero"`
	RowTotalInclTax money.Decimal `json:"rowTotalInclTax,omitzero"`
	Discount        money.Decimal `json:"discount,omitzero"`
	Tax             money.Decimal `json:"tax,omitzero"`
}

// LineTotals are the totals of a line in both currencies.
type LineTotals struct {
	Display         LineAmounts   `json:"display"`
	Base            LineAmounts   `json:"base"`
	TaxPercent      money.Decimal `json:"taxPercent,omitzero"`
	DiscountPercent money.Decimal `json:"discountPercent,omitzero"`
}

// Totals are the totals of a cart.
type Totals struct {
	Display Amounts      `json:"display"`
	Base    Amounts      `json:"base"`
	Lines   []LineTotals `json:"-"`
}

// Collect computes the totals.
func Collect(in Input) Totals {
	t := Totals{Lines: make([]LineTotals, len(in.Lines))}
	for i, line := range in.Lines {
		t.Lines[i].Display = row(line.UnitPrice, line.Qty)
		t.Lines[i].Base = row(line.BasePrice, line.Qty)
		addRow(&t.Display, t.Lines[i].Display)
		addRow(&t.Base, t.Lines[i].Base)
	}
	finish(&t.Display, in.Shipping)
	finish(&t.Base, in.BaseShipping)
	return t
}

// row is the subtotal step of one line: round(round(unit) * qty).
func row(unit, qty money.Decimal) LineAmounts {
	price := unit.Cents()
	total := price.Mul(qty).Cents()
	return LineAmounts{Price: price, PriceInclTax: price, RowTotal: total, RowTotalInclTax: total}
}

func addRow(a *Amounts, line LineAmounts) {
	a.Subtotal = a.Subtotal.Add(line.RowTotal)
	a.SubtotalInclTax = a.SubtotalInclTax.Add(line.RowTotalInclTax)
	a.Discount = a.Discount.Add(line.Discount)
	a.Tax = a.Tax.Add(line.Tax)
}

// finish adds shipping and sums up.
func finish(a *Amounts, shipping money.Decimal) {
	a.Shipping = shipping.Cents()
	a.ShippingInclTax = a.Shipping.Add(a.ShippingTax)
	a.SubtotalWithDiscount = a.Subtotal.Sub(a.Discount)
	a.Grand = a.Subtotal.Sub(a.Discount).Add(a.Shipping).Add(a.Tax).Add(a.HiddenTax).Sub(a.GiftCard).Cents()
}
