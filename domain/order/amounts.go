package order

import (
	"tradelog/domain/money"
	"tradelog/domain/totals"
)

// LineSums holds the amounts of some units of a line in one currency. Discount is a positive amount.
type LineSums struct {
	Row        money.Decimal `json:"row,omitzero"`
	RowInclTax money.Decimal `json:"rowInclTax,omitzero"`
	Tax        money.Decimal `json:"tax,omitzero"`
	HiddenTax  money.Decimal `json:"hiddenTax,omitzero"`
	Discount   money.Decimal `json:"discount,omitzero"`
}

// operation is money.Decimal.Add or money.Decimal.Sub.
type operation func(a, b money.Decimal) money.Decimal

func (a LineSums) with(b LineSums, do operation) LineSums {
	return LineSums{
		Row: do(a.Row, b.Row), RowInclTax: do(a.RowInclTax, b.RowInclTax), Tax: do(a.Tax, b.Tax),
		HiddenTax: do(a.HiddenTax, b.HiddenTax), Discount: do(a.Discount, b.Discount),
	}
}

// LineMoney holds the amounts of some units of a line in both currencies.
type LineMoney struct {
	Display LineSums `json:"display"`
	Base    LineSums `json:"base"`
}

func (a LineMoney) with(b LineMoney, do operation) LineMoney {
	return LineMoney{a.Display.with(b.Display, do), a.Base.with(b.Base, do)}
}

// Divided returns the amounts of part of the units, rounded to cents, and those of the rest.
func (a LineMoney) Divided(part, whole money.Decimal) (of, rest LineMoney) {
	of = a.with(LineMoney{}, func(amount, _ money.Decimal) money.Decimal { return share(amount, part, whole).Cents() })
	return of, a.with(of, money.Decimal.Sub)
}

// Plus adds the amounts of other units.
func (a LineMoney) Plus(b LineMoney) LineMoney { return a.with(b, money.Decimal.Add) }

// Sums holds the amounts of an invoice or a credit memo in one currency. Discount, GiftCard and AdjustmentNegative are positive and reduce
// Grand. Discount includes ShippingDiscount, Tax includes ShippingTax. HiddenTax is part of Grand only.
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

func (a Sums) with(b Sums, do operation) Sums {
	return Sums{
		Subtotal: do(a.Subtotal, b.Subtotal), SubtotalInclTax: do(a.SubtotalInclTax, b.SubtotalInclTax), Discount: do(a.Discount, b.Discount),
		Shipping: do(a.Shipping, b.Shipping), ShippingInclTax: do(a.ShippingInclTax, b.ShippingInclTax),
		ShippingTax: do(a.ShippingTax, b.ShippingTax), ShippingDiscount: do(a.ShippingDiscount, b.ShippingDiscount),
		ShippingHiddenTax: do(a.ShippingHiddenTax, b.ShippingHiddenTax), Tax: do(a.Tax, b.Tax), HiddenTax: do(a.HiddenTax, b.HiddenTax),
		GiftCard: do(a.GiftCard, b.GiftCard), AdjustmentPositive: do(a.AdjustmentPositive, b.AdjustmentPositive),
		AdjustmentNegative: do(a.AdjustmentNegative, b.AdjustmentNegative), Grand: do(a.Grand, b.Grand),
	}
}

func (a Sums) minus(b Sums) Sums { return a.with(b, money.Decimal.Sub) }

// Money holds the amounts of an invoice or a credit memo in both currencies.
type Money struct {
	Display Sums `json:"display"`
	Base    Sums `json:"base"`
}

func (a Money) with(b Money, do operation) Money {
	return Money{a.Display.with(b.Display, do), a.Base.with(b.Base, do)}
}

func (a Money) minus(b Money) Money { return a.with(b, money.Decimal.Sub) }

// Totals holds the amounts of the order, and the sums that were invoiced, credited, paid and refunded.
type Totals struct {
	GrandTotal, BaseGrandTotal money.Decimal
	Ordered                    Money
	Invoiced                   Money // invoices that were not cancelled
	Credited                   Money // credit memos
	CanceledCards              Money // returned to gift cards without a credit memo
	Paid, BasePaid             money.Decimal
	Refunded, BaseRefunded     money.Decimal
	Pending, BasePending       money.Decimal // refunds that the gateway has not confirmed
}

// ordered converts the totals of a cart to those of the order.
func ordered(t totals.Amounts) Sums {
	return Sums{
		Subtotal: t.Subtotal, SubtotalInclTax: t.SubtotalInclTax, Discount: t.Discount, Shipping: t.Shipping, ShippingInclTax: t.ShippingInclTax,
		ShippingTax: t.ShippingTax, ShippingDiscount: t.ShippingDiscount, ShippingHiddenTax: t.ShippingHiddenTax, Tax: t.Tax,
		HiddenTax: t.HiddenTax,
		GiftCard:  t.GiftCard, Grand: t.Grand,
	}
}

func orderedLine(l Line) LineMoney {
	sums := func(a totals.LineAmounts) LineSums {
		return LineSums{Row: a.RowTotal, RowInclTax: a.RowTotalInclTax, Tax: a.Tax, HiddenTax: a.HiddenTax, Discount: a.Discount}
	}
	return LineMoney{Display: sums(l.Totals.Display), Base: sums(l.Totals.Base)}
}

// share returns amount × part / whole, not rounded. It multiplies first, so that even divisions stay exact.
func share(amount, part, whole money.Decimal) money.Decimal {
	if whole.IsZero() {
		return money.Zero
	}
	return amount.Mul(part).Div(whole)
}
