package order

import (
	"tradelog/domain/money"
	"tradelog/domain/totals"
)

// LineSums are the amounts of some units of a line in one currency. Discount is a positive amount.
type LineSums struct {
	Row        money.Decimal `json:"row,omitzero"`
	RowInclTax money.Decimal `json:"rowInclTax,omitzero"`
	Tax        money.Decimal `json:"tax,omitzero"`
	HiddenTax  money.Decimal `json:"hiddenTax,omitzero"`
	Discount   money.Decimal `json:"discount,omitzero"`
}

func (a LineSums) plus(b LineSums) LineSums {
	return LineSums{a.Row.Add(b.Row), a.RowInclTax.Add(b.RowInclTax), a.Tax.Add(b.Tax), a.HiddenTax.Add(b.HiddenTax), a.Discount.Add(b.Discount)}
}

func (a LineSums) minus(b LineSums) LineSums {
	return LineSums{a.Row.Sub(b.Row), a.RowInclTax.Sub(b.RowInclTax), a.Tax.Sub(b.Tax), a.HiddenTax.Sub(b.HiddenTax), a.Discount.Sub(b.Discount)}
}

// LineMoney are the amounts of some units of a line in both currencies.
type LineMoney struct {
	Display LineSums `json:"display"`
	Base    LineSums `json:"base"`
}

func (a LineMoney) plus(b LineMoney) LineMoney {
	return LineMoney{a.Display.plus(b.Display), a.Base.plus(b.Base)}
}

func (a LineMoney) minus(b LineMoney) LineMoney {
	return LineMoney{a.Display.minus(b.Display), a.Base.minus(b.Base)}
}

// Sums are the amounts of an invoice or a credit memo in one currency. Discount, GiftCard and AdjustmentNegative are positive
// amounts that reduce Grand. Discount includes ShippingDiscount, Tax includes ShippingTax, and HiddenTax is part of Grand but
// of nothing else.
type Sums struct {
	Subtotal           money.Decimal `json:"subtotal,omitzero"`
	SubtotalInclTax    money.Decimal `json:"subtotalInclTax,omitzero"`
	Discount           money.Decimal `json:"discount,omitzero"`
	Shipping           money.Decimal `json:"shipping,omitzero"`
	ShippingInclTax    money.Decimal `json:"shippingInclTax,omitzero"`
	ShippingTax        money.Decimal `json:"shippingTax,omitzero"`
	ShippingDiscount   money.Decimal `json:"shippingDiscount,omitzero"`
	ShippingHiddenTax  money.Decimal `json:"shippingHiddenTax,omitzero"`
	Tax                money.Decimal `json:"tax,omitzero"`
	HiddenTax          money.Decimal `json:"hiddenTax,omitzero"`
	GiftCard           money.Decimal `json:"giftCard,omitzero"`
	AdjustmentPositive money.Decimal `json:"adjustmentPositive,omitzero"`
	AdjustmentNegative money.Decimal `json:"adjustmentNegative,omitzero"`
	Grand              money.Decimal `json:"grand,omitzero"`
}

func (a Sums) plus(b Sums) Sums {
	return Sums{
		Subtotal: a.Subtotal.Add(b.Subtotal), SubtotalInclTax: a.SubtotalInclTax.Add(b.SubtotalInclTax), Discount: a.Discount.Add(b.Discount),
		Shipping: a.Shipping.Add(b.Shipping), ShippingInclTax: a.ShippingInclTax.Add(b.ShippingInclTax), ShippingTax: a.ShippingTax.Add(b.ShippingTax),
		ShippingDiscount: a.ShippingDiscount.Add(b.ShippingDiscount), ShippingHiddenTax: a.ShippingHiddenTax.Add(b.ShippingHiddenTax),
		Tax: a.Tax.Add(b.Tax), HiddenTax: a.HiddenTax.Add(b.HiddenTax), GiftCard: a.GiftCard.Add(b.GiftCard),
		AdjustmentPositive: a.AdjustmentPositive.Add(b.AdjustmentPositive), AdjustmentNegative: a.AdjustmentNegative.Add(b.AdjustmentNegative),
		Grand: a.Grand.Add(b.Grand),
	}
}

func (a Sums) negated() Sums { return Sums{}.minus(a) }

func (a Sums) minus(b Sums) Sums {
	return Sums{
		Subtotal: a.Subtotal.Sub(b.Subtotal), SubtotalInclTax: a.SubtotalInclTax.Sub(b.SubtotalInclTax), Discount: a.Discount.Sub(b.Discount),
		Shipping: a.Shipping.Sub(b.Shipping), ShippingInclTax: a.ShippingInclTax.Sub(b.ShippingInclTax), ShippingTax: a.ShippingTax.Sub(b.ShippingTax),
		ShippingDiscount: a.ShippingDiscount.Sub(b.ShippingDiscount), ShippingHiddenTax: a.ShippingHiddenTax.Sub(b.ShippingHiddenTax),
		Tax: a.Tax.Sub(b.Tax), HiddenTax: a.HiddenTax.Sub(b.HiddenTax), GiftCard: a.GiftCard.Sub(b.GiftCard),
		AdjustmentPositive: a.AdjustmentPositive.Sub(b.AdjustmentPositive), AdjustmentNegative: a.AdjustmentNegative.Sub(b.AdjustmentNegative),
		Grand: a.Grand.Sub(b.Grand),
	}
}

// Money are the amounts of an invoice or a credit memo in both currencies.
type Money struct {
	Display Sums `json:"display"`
	Base    Sums `json:"base"`
}

func (a Money) plus(b Money) Money  { return Money{a.Display.plus(b.Display), a.Base.plus(b.Base)} }
func (a Money) minus(b Money) Money { return Money{a.Display.minus(b.Display), a.Base.minus(b.Base)} }

// Totals are what the order amounts to and what became of it.
type Totals struct {
	GrandTotal, BaseGrandTotal money.Decimal
	Ordered                    Money
	Invoiced                   Money // invoices that were not cancelled
	Credited                   Money // credit memos
	CanceledCards              Money // what went back to gift cards without a credit memo
	Paid, BasePaid             money.Decimal
	Refunded, BaseRefunded     money.Decimal
	Pending, BasePending       money.Decimal // refunds that the gateway has not answered yet
}

// ordered turns the totals of a cart into those of the order.
func ordered(t totals.Amounts) Sums {
	return Sums{
		Subtotal: t.Subtotal, SubtotalInclTax: t.SubtotalInclTax, Discount: t.Discount, Shipping: t.Shipping, ShippingInclTax: t.ShippingInclTax,
		ShippingTax: t.ShippingTax, ShippingDiscount: t.ShippingDiscount, ShippingHiddenTax: t.ShippingHiddenTax, Tax: t.Tax, HiddenTax: t.HiddenTax,
		GiftCard: t.GiftCard, Grand: t.Grand,
	}
}

func orderedLine(l Line) LineMoney {
	sums := func(a totals.LineAmounts) LineSums {
		return LineSums{Row: a.RowTotal, RowInclTax: a.RowTotalInclTax, Tax: a.Tax, HiddenTax: a.HiddenTax, Discount: a.Discount}
	}
	return LineMoney{Display: sums(l.Totals.Display), Base: sums(l.Totals.Base)}
}

// share is a part of an amount, before rounding. Multiplying first keeps what divides evenly exact.
func share(amount, part, whole money.Decimal) money.Decimal {
	if whole.IsZero() {
		return money.Zero
	}
	return amount.Mul(part).Div(whole)
}
