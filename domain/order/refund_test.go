package order

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/totals"
)

func ptr[T any](v T) *T { return &v }

// TestShippingInParts: a refund of shipping takes its share of tax and discount, and the last part gets the rest.
func TestShippingInParts(t *testing.T) {
	t.Parallel()
	p := orderOf(totals.Amounts{
		Subtotal: d("30"), Shipping: d("10"), ShippingInclTax: d("11.90"), ShippingTax: d("1.71"), ShippingDiscount: d("1"), Discount: d("1"),
		Tax: d("1.71"), Grand: d("40.71"),
	}, bought(1, "3", "30", "30", "0", "0"))
	o := invoiced(t, p)
	refund := func(id int64, shipping *money.Decimal) ([]domain.Event, error) {
		return o.Refund(NewCreditMemo{ID: id, Items: []RefundItem{{LineID: 1, Qty: n(1)}}, Shipping: shipping, NextID: ids()})
	}
	if _, err := refund(1, ptr(d("10.01"))); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "At most 10 of shipping") {
		t.Errorf("more than all: %v", err)
	}
	if _, err := refund(1, ptr(d("-1"))); !errors.Is(err, errBadShipping) {
		t.Errorf("less than nothing: %v", err)
	}
	for i, c := range []struct {
		asked                                *money.Decimal
		shipping, tax, discount, grand, left string
	}{
		{ptr(d("0")), "0", "0", "0", "10", "30.71"},
		{ptr(d("3.33")), "3.33", "0.57", "0.33", "13.57", "17.14"},
		{nil, "6.67", "1.14", "0.67", "17.14", "0"},
	} {
		events, err := refund(int64(i)+1, c.asked)
		s := memo(t, events, err).Money.Display
		same(t, "shipping", s.Shipping, c.shipping)
		same(t, "its tax", s.ShippingTax, c.tax)
		same(t, "its discount", s.ShippingDiscount, c.discount)
		same(t, "grand total", s.Grand, c.grand)
		o = do(t, o, events, nil)
		same(t, "left", o.Totals.Paid.Sub(o.Totals.Refunded), c.left)
	}
	if o.State != Closed {
		t.Errorf("state %s", o.State)
	}
}

// inTwoCurrencies is an order of 30.00 with 5.00 of shipping in the base currency, at 1.1.
func inTwoCurrencies() Placed {
	p := orderOf(totals.Amounts{Subtotal: d("30"), Shipping: d("5"), Grand: d("35")}, bought(1, "3", "30", "30", "0", "0"))
	p.Rate = d("1.1")
	p.Totals.Display = totals.Amounts{Subtotal: d("33"), Shipping: d("5.50"), Grand: d("38.50")}
	p.Lines[0].Totals.Display = totals.LineAmounts{RowTotal: d("33"), RowTotalInclTax: d("33")}
	return p
}

func TestAmountsInTheOrdersCurrency(t *testing.T) {
	t.Parallel()
	o := invoiced(t, inTwoCurrencies())
	of := NewCreditMemo{
		ID: 1, Items: []RefundItem{{LineID: 1, Qty: n(1)}}, Shipping: ptr(d("2")), AdjustmentPositive: d("1"), AdjustmentNegative: d("3"),
		NextID: ids(),
	}
	inBase, err := o.Refund(of)
	m := memo(t, inBase, err).Money
	same(t, "shipping", m.Base.Shipping, "2")
	same(t, "shipping in the order's currency", m.Display.Shipping, "2.20")
	same(t, "adjustment", m.Display.AdjustmentPositive, "1.10")
	same(t, "fee", m.Display.AdjustmentNegative, "3.30")
	same(t, "grand total", m.Base.Grand, "10")
	same(t, "grand total in the order's currency", m.Display.Grand, "11")
	of.InOrderCurrency = true
	inOrders, err := o.Refund(of)
	m = memo(t, inOrders, err).Money
	same(t, "shipping", m.Display.Shipping, "2")
	same(t, "shipping in the base currency", m.Base.Shipping, "1.82")
	same(t, "adjustment", m.Base.AdjustmentPositive, "0.91")
	same(t, "fee", m.Base.AdjustmentNegative, "2.73")
	same(t, "grand total", m.Display.Grand, "11")
	same(t, "grand total in the base currency", m.Base.Grand, "10")
}

// TestRoundingRefusesNothing: 0.05 and 0.05 are kept in the base currency, at 1.1 as 0.06 each; then 0.10 is given back, which is 0.11.
func TestRoundingRefusesNothing(t *testing.T) {
	t.Parallel()
	o := invoiced(t, inTwoCurrencies())
	for id, by := range []NewCreditMemo{
		{Items: []RefundItem{{LineID: 1, Qty: n(1)}}, AdjustmentNegative: d("0.05")},
		{Items: []RefundItem{{LineID: 1, Qty: n(2)}}, AdjustmentNegative: d("0.05")},
		{AdjustmentPositive: d("0.10")},
	} {
		by.ID, by.NextID = int64(id)+1, ids()
		events, err := o.Refund(by)
		o = do(t, o, events, err)
	}
	same(t, "refunded", o.Totals.BaseRefunded, "35")
	same(t, "refunded in the order's currency", o.Totals.Refunded, "38.50")
	if o.State != Closed && o.canRefund() {
		t.Errorf("state %s, and there is something to refund", o.State)
	}
	// The other way: 0.04 is 0.04 at 1.1, and two of them are 0.09.
	o = invoiced(t, inTwoCurrencies())
	for id, by := range []NewCreditMemo{
		{Items: []RefundItem{{LineID: 1, Qty: n(1)}}, AdjustmentNegative: d("0.04")},
		{Items: []RefundItem{{LineID: 1, Qty: n(2)}}, AdjustmentNegative: d("0.04")},
		{AdjustmentPositive: d("0.08")},
	} {
		by.ID, by.NextID = int64(id)+1, ids()
		events, err := o.Refund(by)
		o = do(t, o, events, err)
	}
	same(t, "refunded", o.Totals.BaseRefunded, "35")
	same(t, "refunded in the order's currency", o.Totals.Refunded, "38.50")
	events, err := invoiced(t, inTwoCurrencies()).Refund(NewCreditMemo{ID: 1, AdjustmentPositive: d("0.01"), NextID: ids()})
	if !errors.Is(err, errRefundTooMuch) {
		t.Errorf("a cent too much: %v, %v", events, err)
	}
}

// TestACardGetsNoMoreThanTheMemoIsWorth: the first line cost nothing. Had the card got half of its 50 for it, the second could not be
// refunded.
func TestACardGetsNoMoreThanTheMemoIsWorth(t *testing.T) {
	t.Parallel()
	p := orderOf(totals.Amounts{Subtotal: d("200"), Discount: d("100"), GiftCard: d("50"), Grand: d("50")},
		bought(1, "1", "100", "100", "0", "100"), bought(2, "1", "100", "100", "0", "0"))
	p.Totals.Cards = []totals.Paid{{CardID: 1, Code: "GC-A", Amount: d("50"), Base: d("50")}}
	o := invoiced(t, p)
	for line, want := range []struct{ card, money string }{{"0", "0"}, {"50", "50"}} {
		events, err := o.Refund(NewCreditMemo{ID: int64(line) + 1, Items: []RefundItem{{LineID: int64(line) + 1, Qty: n(1)}}, NextID: ids()})
		m := memo(t, events, err)
		same(t, "the card's part", m.Money.Base.GiftCard, want.card)
		same(t, "grand total", m.Money.Base.Grand, want.money)
		o = do(t, o, events, nil)
	}
	if o.State != Closed {
		t.Errorf("state %s", o.State)
	}
}

// drawn is any order in two currencies. Each amount is converted and rounded by itself.
func drawn(t *rapid.T) Placed {
	rate := d(rapid.SampledFrom([]string{"1", "1.1", "0.8537", "7.4513", "151.37", "0.0066"}).Draw(t, "rate"))
	cents := func(label string, most int64) money.Decimal {
		return n(rapid.Int64Range(0, most).Draw(t, label)).Div(n(100))
	}
	to := func(a money.Decimal) money.Decimal { return a.Mul(rate).Cents() }
	p := Placed{OrderID: 42, StoreID: 1, Status: "pending", Rate: rate}
	b, s := &p.Totals.Base, &p.Totals.Display
	for i := range rapid.IntRange(1, 3).Draw(t, "lines") {
		qty := rapid.Int64Range(1, 7).Draw(t, "qty")
		row := cents("row", 20_000).Add(n(1))
		tax := row.Mul(d(rapid.SampledFrom([]string{"0", "0.07", "0.19"}).Draw(t, "tax"))).Cents()
		discount := row.Mul(n(rapid.Int64Range(0, 10).Draw(t, "discount"))).Div(n(10)).Cents()
		l := bought(int64(i)+1, n(qty).String(), row.String(), row.Add(tax).String(), tax.String(), discount.String())
		l.Totals.Display = totals.LineAmounts{RowTotal: to(row), RowTotalInclTax: to(row.Add(tax)), Tax: to(tax), Discount: to(discount)}
		p.Lines = append(p.Lines, l)
		for _, side := range []struct {
			sum *totals.Amounts
			of  totals.LineAmounts
		}{{b, l.Totals.Base}, {s, l.Totals.Display}} {
			side.sum.Subtotal, side.sum.Tax = side.sum.Subtotal.Add(side.of.RowTotal), side.sum.Tax.Add(side.of.Tax)
			side.sum.Discount = side.sum.Discount.Add(side.of.Discount)
		}
	}
	shipping, tax := cents("shipping", 2_000), money.Zero
	if rapid.Bool().Draw(t, "shipping is taxed") {
		tax = shipping.Mul(d("0.19")).Cents()
	}
	discount := shipping.Mul(n(rapid.Int64Range(0, 2).Draw(t, "shipping discount"))).Div(n(2)).Cents()
	b.Shipping, b.ShippingTax, b.ShippingDiscount = shipping, tax, discount
	s.Shipping, s.ShippingTax, s.ShippingDiscount = to(shipping), to(tax), to(discount)
	for _, a := range []*totals.Amounts{b, s} {
		a.Tax, a.Discount = a.Tax.Add(a.ShippingTax), a.Discount.Add(a.ShippingDiscount)
		a.Grand = a.Subtotal.Sub(a.Discount).Add(a.Shipping).Add(a.Tax)
	}
	share := n(rapid.Int64Range(0, 10).Draw(t, "cards"))
	if card := b.Grand.Mul(share).Div(n(10)).Cents(); card.Sign() > 0 {
		b.GiftCard, s.GiftCard = card, money.Min(to(card), s.Grand)
		if card.Equal(b.Grand) {
			s.GiftCard = s.Grand
		}
		b.Grand, s.Grand = b.Grand.Sub(b.GiftCard), s.Grand.Sub(s.GiftCard)
		first := card.Div(n(3)).Cents()
		rest := card.Sub(first)
		p.Totals.Cards = []totals.Paid{{CardID: 1, Base: first, Amount: to(first)}, {CardID: 2, Base: rest, Amount: to(rest)}}
	}
	return p
}

// drawnMemo is any refund.
func drawnMemo(t *rapid.T, o Order, id int64, next func() int64) NewCreditMemo {
	m := NewCreditMemo{ID: id, NextID: next, InOrderCurrency: rapid.Bool().Draw(t, "in the order's currency")}
	for _, l := range o.Lines {
		if left := l.ToRefund(); left.Sign() > 0 && rapid.Bool().Draw(t, "line") {
			m.Items = append(m.Items, RefundItem{LineID: l.ID, Qty: n(rapid.Int64Range(1, left.Int()).Draw(t, "qty"))})
		}
	}
	given, _ := m.given()
	left := o.shippingLeft()
	switch rapid.IntRange(0, 2).Draw(t, "shipping") {
	case 0:
		m.Shipping = ptr(money.Zero)
	case 1:
		m.Shipping = ptr(given.sums(&left).Shipping.Mul(n(rapid.Int64Range(0, 3).Draw(t, "thirds"))).Div(n(3)).Cents())
	}
	return m
}

// TestAnyRefundsAddUp refunds an order in any parts, in either currency.
func TestAnyRefundsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := fold(drawn(t))
		next := ids()
		apply := func(what string, events []domain.Event, err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			for _, e := range events {
				o = Evolve(o, e)
			}
			addsUp(t, o, events)
		}
		events, err := o.Invoice(NewInvoice{ID: 1, NextID: next})
		apply("invoice", events, err)
		events, err = shipAll(o)
		apply("ship", events, err)
		adjusted := false
		for i := range rapid.IntRange(0, 5).Draw(t, "memos") {
			if !o.canRefund() {
				break
			}
			m := drawnMemo(t, o, int64(i)+1, next)
			if len(m.Items) == 0 && m.Shipping == nil {
				continue // that would be everything
			}
			if rapid.Bool().Draw(t, "adjusted") {
				m.AdjustmentNegative = n(rapid.Int64Range(0, 500).Draw(t, "minus")).Div(n(100))
				m.AdjustmentPositive = n(rapid.Int64Range(0, 200).Draw(t, "plus")).Div(n(100))
			}
			changed := m.AdjustmentNegative.Sign() > 0 || m.AdjustmentPositive.Sign() > 0
			events, err := o.Refund(m)
			switch {
			case (changed || adjusted) && (errors.Is(err, errRefundNegative) || errors.Is(err, errRefundTooMuch)):
				continue
			case len(m.Items) == 0 && errors.Is(err, errEmptyMemo): // all lines are refunded
				continue
			case err == nil:
				adjusted = adjusted || changed
			}
			apply("refund", events, err)
		}
		if !o.canRefund() {
			return
		}
		if !adjusted {
			events, err = o.Refund(NewCreditMemo{ID: 90, NextID: next, InOrderCurrency: rapid.Bool().Draw(t, "the last in the order's currency")})
			apply("the last refund", events, err)
			nothingLeft(t, o)
			same := o.Totals.Credited
			if !same.Base.GiftCard.Equal(o.Totals.Ordered.Base.GiftCard) || !same.Display.GiftCard.Equal(o.Totals.Ordered.Display.GiftCard) {
				t.Fatalf("the cards paid %s and got %s", o.Totals.Ordered.Base.GiftCard, same.Base.GiftCard)
			}
			if o.State != Closed && !o.Totals.BaseGrandTotal.IsZero() && !o.Totals.GrandTotal.IsZero() { // cards alone leave an order complete
				t.Fatalf("state %s", o.State)
			}
			return
		}
		m := NewCreditMemo{ID: 91, NextID: next, Shipping: ptr(money.Zero)}
		m.InOrderCurrency = rapid.Bool().Draw(t, "the rest in the order's currency")
		given, _ := m.given()
		if m.AdjustmentPositive = given.paid(o.Totals); m.AdjustmentPositive.Sign() <= 0 {
			return
		}
		for _, l := range o.Lines { // all lines are refunded, and their price is kept
			m.AdjustmentNegative = m.AdjustmentNegative.Add(worthOf(given, l))
		}
		if m.AdjustmentNegative.Sign() < 0 { // what is left of lines may be a cent less than nothing
			m.AdjustmentPositive, m.AdjustmentNegative = m.AdjustmentPositive.Sub(m.AdjustmentNegative), money.Zero
		}
		events, err = o.Refund(m)
		if o.Totals.Ordered.Base.GiftCard.Sign() > 0 && (errors.Is(err, errRefundTooMuch) || errors.Is(err, errRefundNegative)) {
			return // the cards get a part of what the lines are worth
		}
		apply("what is left", events, err)
		if o.Totals.Ordered.Base.GiftCard.IsZero() {
			nothingLeft(t, o)
		}
	})
}

// worthOf returns what is left to refund of a line.
func worthOf(in currency, l LineState) money.Decimal {
	left := l.InvoicedMoney.with(l.RefundedMoney, money.Decimal.Sub)
	s := in.line(&left)
	return s.Row.Sub(s.Discount).Add(s.Tax).Add(s.HiddenTax)
}

func nothingLeft(t *rapid.T, o Order) {
	t.Helper()
	for _, in := range []currency{baseSide, displaySide} {
		if left := in.paid(o.Totals); !left.IsZero() {
			t.Fatalf("%s is left in the %s: %+v", left, in.name, o.Totals)
		}
	}
}

// addsUp checks the books of an order, and the credit memos among the events.
func addsUp(t *rapid.T, o Order, events []domain.Event) {
	t.Helper()
	for _, in := range []currency{baseSide, displaySide} {
		if left := in.paid(o.Totals); left.Sign() < 0 {
			t.Fatalf("%s more than was paid is refunded in the %s", left.Neg(), in.name)
		}
		if paid, back := in.sums(&o.Totals.Ordered).GiftCard, in.sums(&o.Totals.Credited).GiftCard; paid.Less(back) {
			t.Fatalf("the cards paid %s and got %s in the %s", paid, back, in.name)
		}
	}
	if o.Totals.Credited.Base.Grand != o.Totals.BaseRefunded || o.Totals.Credited.Display.Grand != o.Totals.Refunded {
		t.Fatalf("the credit memos are not what the order refunded: %+v", o.Totals)
	}
	for _, e := range events {
		m, ok := e.(Refunded)
		if !ok {
			continue
		}
		for _, in := range []currency{baseSide, displaySide} {
			s := in.sums(&m.Money)
			sum := s.Subtotal.Sub(s.Discount).Add(s.Shipping).Add(s.Tax).Add(s.HiddenTax).Add(s.AdjustmentPositive).Sub(s.AdjustmentNegative)
			if !sum.Equal(s.Grand.Add(s.GiftCard)) || s.Grand.Sign() < 0 || s.GiftCard.Sign() < 0 {
				t.Fatalf("the credit memo does not add up in the %s: %+v", in.name, *s)
			}
		}
		cards := money.Zero
		for _, c := range m.Cards {
			cards = cards.Add(c.Amount)
		}
		if !cards.Equal(m.Money.Base.GiftCard) {
			t.Fatalf("the cards get %s of %s", cards, m.Money.Base.GiftCard)
		}
	}
}

// TestACentRefusesNothing: the part of the first line, which cost nothing, is rounded to a cent, which the last line then lacks.
func TestACentRefusesNothing(t *testing.T) {
	t.Parallel()
	o := invoiced(t, orderOf(totals.Amounts{Subtotal: d("4.01"), Discount: d("1"), Grand: d("3.01")},
		bought(1, "6", "1", "1", "0", "1"), bought(2, "1", "1", "1", "0", "0"), bought(3, "2", "2.01", "2.01", "0", "0")))
	for id, lines := range [][]int64{{1, 2, 3}, {3}} {
		m := NewCreditMemo{ID: int64(id) + 1, NextID: ids()}
		for _, line := range lines {
			m.Items = append(m.Items, RefundItem{LineID: line, Qty: n(1)})
		}
		events, err := o.Refund(m)
		o = do(t, o, events, err)
	}
	same(t, "refunded", o.Totals.Refunded, "3.01")
}

// TestACreditMemoOfNothing is refused: after a fee was kept, money is left, and no line and no shipping.
func TestACreditMemoOfNothing(t *testing.T) {
	t.Parallel()
	o := invoiced(t, cmA())
	events, err := o.Refund(NewCreditMemo{ID: 1, AdjustmentNegative: d("0.50"), NextID: ids()})
	o = do(t, o, events, err)
	for range 2 {
		if _, err := o.Refund(NewCreditMemo{ID: 2, NextID: ids()}); !errors.Is(err, errEmptyMemo) {
			t.Errorf("%v", err)
		}
	}
	events, err = o.Refund(NewCreditMemo{ID: 2, AdjustmentPositive: d("0.50"), NextID: ids()})
	if o = do(t, o, events, err); o.State != Closed {
		t.Errorf("state %s, want closed", o.State)
	}
}
