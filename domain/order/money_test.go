package order

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/totals"
)

func d(s string) money.Decimal { return money.MustParse(s) }

// bought is a line with its amounts: quantity, row, row with tax, tax, discount.
func bought(id int64, qty, row, incl, tax, discount string) Line {
	a := totals.LineAmounts{RowTotal: d(row), RowTotalInclTax: d(incl), Tax: d(tax), Discount: d(discount)}
	return Line{ID: id, ProductID: 100 + id, Name: fmt.Sprintf("Line %d", id), Qty: d(qty), Totals: totals.LineTotals{Display: a, Base: a}}
}

func orderOf(amounts totals.Amounts, lines ...Line) Placed {
	return Placed{
		OrderID: 42, IncrementID: "100000042", StoreID: 1, Status: "pending", Lines: lines, Rate: money.One,
		Totals: totals.Totals{Display: amounts, Base: amounts},
	}
}

// cmA is the order of example CM-A, cmB that of CM-B, cmC that of CM-C and cmD that of CM-D (shapes-sales §12 (5)).
func cmA() Placed {
	return orderOf(totals.Amounts{Subtotal: d("74.97"), Discount: d("7.50"), Tax: d("5.57"), Shipping: d("20"), Grand: d("93.04")},
		bought(1, "3", "59.97", "64.92", "4.45", "6.00"), bought(2, "1", "15.00", "16.24", "1.12", "1.50"))
}

func cmB() Placed {
	p := orderOf(totals.Amounts{Subtotal: d("80"), Tax: d("4.13"), Shipping: d("10"), GiftCard: d("65"), Grand: d("29.13")},
		bought(1, "1", "50", "54.13", "4.13", "0"), bought(2, "1", "30", "30", "0", "0"))
	p.Totals.Cards = []totals.Paid{
		{CardID: 1, Code: "GC-A", Amount: d("25"), Base: d("25")}, {CardID: 2, Code: "GC-B", Amount: d("40"), Base: d("40")},
	}
	return p
}

func cmC() Placed {
	return orderOf(totals.Amounts{Subtotal: d("56.18"), Tax: d("11.24"), Shipping: d("5"), Grand: d("72.42")},
		bought(1, "3", "49.97", "59.97", "10.00", "0"), bought(2, "1", "6.21", "7.45", "1.24", "0"))
}

func do(t *testing.T, o Order, events []domain.Event, err error) Order {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		o = Evolve(o, e)
	}
	return o
}

func invoiced(t *testing.T, p Placed) Order {
	t.Helper()
	o := fold(p)
	events, err := o.Invoice(NewInvoice{ID: 1, NextID: ids()})
	return do(t, o, events, err)
}

func memo(t *testing.T, events []domain.Event, err error) CreditMemo {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return events[0].(Refunded).CreditMemo
}

func same(t *testing.T, what string, got money.Decimal, want string) {
	t.Helper()
	if !got.Equal(d(want)) {
		t.Errorf("%s is %s, want %s", what, got, want)
	}
}

func TestExampleCMA(t *testing.T) {
	t.Parallel()
	o := invoiced(t, cmA())
	same(t, "paid", o.Totals.Paid, "93.04")
	first, err := o.Refund(NewCreditMemo{
		ID: 1, Items: []RefundItem{{LineID: 1, Qty: n(1)}}, AdjustmentPositive: d("2"), AdjustmentNegative: d("1"), NextID: ids(),
	})
	m := memo(t, first, err)
	s, line := m.Money.Display, m.Lines[0].Money.Display
	same(t, "subtotal", s.Subtotal, "19.99")
	same(t, "discount", s.Discount, "2.00")
	same(t, "shipping", s.Shipping, "20")
	same(t, "tax", s.Tax, "1.48")
	same(t, "grand total", s.Grand, "40.47")
	same(t, "row with tax", line.RowInclTax, "21.64")
	same(t, "line tax", line.Tax, "1.48")
	o = do(t, o, first, nil)
	if _, err := o.Refund(NewCreditMemo{ID: 2, NextID: ids()}); !errors.Is(err, errRefundTooMuch) {
		t.Errorf("memo 2a: %v", err)
	}
	second, err := o.Refund(NewCreditMemo{ID: 2, AdjustmentNegative: d("1"), NextID: ids()})
	s = memo(t, second, err).Money.Display
	same(t, "subtotal", s.Subtotal, "54.98")
	same(t, "discount", s.Discount, "5.50")
	same(t, "shipping", s.Shipping, "0")
	same(t, "tax", s.Tax, "4.09")
	same(t, "grand total", s.Grand, "52.57")
	if o = do(t, o, second, nil); o.State != Closed {
		t.Errorf("state %s", o.State)
	}
}

func TestExampleCMB(t *testing.T) {
	t.Parallel()
	o := invoiced(t, cmB())
	same(t, "paid", o.Totals.Paid, "29.13")
	for _, c := range []struct {
		line         int64
		grand, cards string
		credits      []string
	}{{1, "19.85", "44.28", []string{"17.0308", "27.2492"}}, {2, "9.28", "20.72", []string{"7.9692", "12.7508"}}} {
		events, err := o.Refund(NewCreditMemo{ID: c.line, Items: []RefundItem{{LineID: c.line, Qty: n(1)}}, NextID: ids()})
		m := memo(t, events, err)
		same(t, "grand total", m.Money.Display.Grand, c.grand)
		same(t, "gift cards", m.Money.Display.GiftCard, c.cards)
		for i, credit := range c.credits {
			same(t, fmt.Sprint("credit of card ", m.Cards[i].CardID), m.Cards[i].Amount, credit)
		}
		o = do(t, o, events, nil)
	}
	if o.State != Closed {
		t.Errorf("state %s", o.State)
	}
}

func TestExampleCMC(t *testing.T) {
	t.Parallel()
	o := invoiced(t, cmC())
	events, err := o.Refund(NewCreditMemo{ID: 1, Items: []RefundItem{{LineID: 1, Qty: n(1)}}, NextID: ids()})
	m := memo(t, events, err)
	same(t, "row", m.Lines[0].Money.Display.Row, "16.66")
	same(t, "row with tax", m.Lines[0].Money.Display.RowInclTax, "19.99")
	same(t, "tax", m.Money.Display.Tax, "3.33")
	same(t, "grand total", m.Money.Display.Grand, "24.99")
	o = do(t, o, events, nil)
	events, err = o.Refund(NewCreditMemo{ID: 2, NextID: ids()})
	m = memo(t, events, err)
	same(t, "subtotal", m.Money.Display.Subtotal, "39.52")
	same(t, "tax", m.Money.Display.Tax, "7.91")
	same(t, "grand total", m.Money.Display.Grand, "47.43")
	if o = do(t, o, events, nil); o.State != Closed {
		t.Errorf("state %s", o.State)
	}
}

// TestExampleCMD takes the sheet's advice: an unknown line is refused.
func TestExampleCMD(t *testing.T) {
	t.Parallel()
	o := invoiced(t, orderOf(totals.Amounts{Subtotal: d("40"), Shipping: d("5"), Grand: d("45")}, bought(1, "1", "40", "40", "0", "0")))
	_, err := o.Refund(NewCreditMemo{ID: 1, Items: []RefundItem{{LineID: 999999, Qty: n(1)}}, NextID: ids()})
	if f, ok := fault.As(err); !ok || f.Message != "Order item 999999 does not belong to this order" {
		t.Errorf("%v", err)
	}
}

func TestPartialInvoicesAddUp(t *testing.T) {
	t.Parallel()
	o := fold(cmB())
	first, err := o.Invoice(NewInvoice{ID: 1, Items: []Wanted{{LineID: 1, Qty: n(1)}}, NextID: ids()})
	o = do(t, o, first, err)
	same(t, "first invoice", o.Totals.Paid, "0") // 64.13, of which the cards pay 64.13
	same(t, "the cards' part", o.Totals.Invoiced.Display.GiftCard, "64.13")
	second, err := o.Invoice(NewInvoice{ID: 2, NextID: ids()})
	o = do(t, o, second, err)
	same(t, "the cards' part", o.Totals.Invoiced.Display.GiftCard, "65")
	same(t, "paid", o.Totals.Paid, "29.13")
	if _, err := o.Invoice(NewInvoice{ID: 3, NextID: ids()}); !errors.Is(err, errNotInvoiceable) {
		t.Errorf("a third invoice: %v", err)
	}
}

// TestRefusalsSayWhatToDo checks the advice of refusals, whose messages are fixed by the contract.
func TestRefusalsSayWhatToDo(t *testing.T) {
	t.Parallel()
	fresh := fold(placed(2))
	events, err := fresh.Hold("")
	held := do(t, fresh, events, err)
	for _, c := range []struct {
		of   Order
		when func(Order) ([]domain.Event, error)
		want string
	}{
		{fresh, func(o Order) ([]domain.Event, error) { return o.Refund(NewCreditMemo{NextID: ids()}) }, "Invoice the order first"},
		{fresh, func(o Order) ([]domain.Event, error) { return o.Unhold("") }, "in the state new"},
		{held, func(o Order) ([]domain.Event, error) { return o.Ship(NewShipment{NextID: ids()}) }, "Release the order from hold first."},
		{held, func(o Order) ([]domain.Event, error) { return o.Hold("") }, "on hold already"},
		{invoiced(t, cmA()), func(o Order) ([]domain.Event, error) { return o.Cancel("") }, "Refund it with a credit memo"},
		{invoiced(t, cmA()), func(o Order) ([]domain.Event, error) { return o.Invoice(NewInvoice{NextID: ids()}) }, "invoiced already"},
	} {
		_, err := c.when(c.of)
		f, is := fault.As(err)
		if !is || !strings.Contains(f.Advice, c.want) {
			t.Errorf("%v advises %q, want %q", err, f, c.want)
		}
	}
}

func TestARefundWaitsForTheGateway(t *testing.T) {
	t.Parallel()
	o := invoiced(t, cmA())
	start, err := o.Refund(NewCreditMemo{ID: 1, Online: true, NextID: ids()})
	o = do(t, o, start, err)
	if _, ok := start[0].(RefundStarted); !ok || len(o.PendingRefunds) != 1 {
		t.Fatalf("%v", start)
	}
	if _, err := o.Refund(NewCreditMemo{ID: 2, NextID: ids()}); !errors.Is(err, ErrNotRefundable) {
		t.Errorf("a second refund meanwhile: %v", err)
	}
	declined, err := o.AbandonRefund(1, "declined")
	again := do(t, o, declined, err)
	same(t, "refunded", again.Totals.Refunded, "0")
	if got := again.Lines[0].ToRefund(); !got.Equal(n(3)) {
		t.Errorf("%s units can be refunded again", got)
	}
	done, err := o.FinishRefund(1, "T-1")
	o = do(t, o, done, err)
	same(t, "refunded", o.Totals.Refunded, "93.04")
	if o.State != Closed || len(o.PendingRefunds) != 0 {
		t.Errorf("state %s, pending %v", o.State, o.PendingRefunds)
	}
	if events, err := o.FinishRefund(1, "T-1"); err != nil || len(events) != 0 {
		t.Errorf("heard twice: %v, %v", events, err)
	}
}

// TestCardsGetBackWhatTheyPaid: two amounts are refunded to the last cent, a share that rounding makes too small, and an invoice that cards
// have paid alone.
func TestCardsGetBackWhatTheyPaid(t *testing.T) {
	t.Parallel()
	p := orderOf(totals.Amounts{Subtotal: d("30"), GiftCard: d("10"), Grand: d("20")}, bought(1, "3", "30", "30", "0", "0"))
	p.Totals.Cards = []totals.Paid{{CardID: 1, Code: "GC-A", Amount: d("10"), Base: d("10")}}
	one := func(id int64) NewCreditMemo {
		return NewCreditMemo{ID: id, Items: []RefundItem{{LineID: 1, Qty: n(1)}}, NextID: ids()}
	}
	thirds := invoiced(t, p)
	for i, cards := range []string{"3.33", "3.33", "3.34"} {
		events, err := thirds.Refund(one(int64(i) + 1))
		same(t, fmt.Sprintf("the cards' part of refund %d", i), memo(t, events, err).Money.Display.GiftCard, cards)
		thirds = do(t, thirds, events, nil)
	}
	if same(t, "refunded", thirds.Totals.Refunded, "20"); thirds.State != Closed {
		t.Errorf("state %s", thirds.State)
	}
	first, err := fold(p).Invoice(NewInvoice{ID: 1, Items: []Wanted{{LineID: 1, Qty: n(1)}}, NextID: ids()})
	o := do(t, fold(p), first, err)
	same(t, "paid", o.Totals.Paid, "0")
	refund := one(1)
	refund.AdjustmentPositive = d("1")
	if _, err := o.Refund(refund); !errors.Is(err, errRefundTooMuch) {
		t.Errorf("more than the invoice: %v", err)
	}
	events, err := o.Refund(one(1))
	same(t, "the card's part", memo(t, events, err).Money.Display.GiftCard, "10")
}

// TestAnOpenInvoiceIsNotRefunded: its money has not come, and it may be taken back.
func TestAnOpenInvoiceIsNotRefunded(t *testing.T) {
	t.Parallel()
	o := fold(orderOf(totals.Amounts{Subtotal: d("40"), Shipping: d("5"), Grand: d("45")}, bought(1, "2", "40", "40", "0", "0")))
	item := []Wanted{{LineID: 1, Qty: n(1)}}
	open, err := o.Invoice(NewInvoice{ID: 1, Items: item, Gateway: true, Capture: CaptureLater, NextID: ids()})
	o = do(t, o, open, err)
	paid, err := o.Invoice(NewInvoice{ID: 2, Items: item, NextID: ids()})
	o = do(t, o, paid, err)
	if _, err := o.Refund(NewCreditMemo{
		ID: 1, Items: []RefundItem{{LineID: 1, Qty: n(2)}}, AdjustmentNegative: n(25), NextID: ids(),
	}); fault.KindOf(err) != fault.Precondition {
		t.Errorf("two are refunded, one is paid: %v", err)
	}
	events, err := o.Refund(NewCreditMemo{ID: 1, NextID: ids()})
	m := memo(t, events, err)
	same(t, "refunded", m.Lines[0].Qty, "1")
	same(t, "shipping, which is on the open invoice", m.Money.Display.Shipping, "0")
}

// TestAnInvoiceThatIsCapturedStays until the gateway has answered: the money may be on its way.
func TestAnInvoiceThatIsCapturedStays(t *testing.T) {
	t.Parallel()
	made, err := fold(cmA()).Invoice(NewInvoice{ID: 1, Gateway: true, Capture: CaptureLater, NextID: ids()})
	o := do(t, fold(cmA()), made, err)
	start, err := o.StartCapture(1)
	o = do(t, o, start, err)
	if events, err := o.StartCapture(1); err != nil || len(events) != 0 {
		t.Errorf("asking again: %v, %v", events, err)
	}
	if _, err := o.CancelInvoice(1, ""); !errors.Is(err, errInvoiceNotCanceled) {
		t.Errorf("cancelled meanwhile: %v", err)
	}
	if _, err := o.StartVoid(1); !errors.Is(err, ErrInvoiceNotVoided) {
		t.Errorf("voided meanwhile: %v", err)
	}
	declined, err := o.DeclineCapture(1, 0, "declined")
	o = do(t, o, declined, err)
	again, err := o.StartCapture(1)
	o = do(t, o, again, err)
	if events, err := o.DeclineCapture(1, 0, "declined"); err != nil || len(events) != 0 {
		t.Errorf("the first refusal does not end the second try: %v, %v", events, err)
	}
	paid, err := o.PayInvoice(1, "T-1")
	if o = do(t, o, paid, err); o.Invoices[0].Asked || o.Invoices[0].State != Paid {
		t.Errorf("%+v", o.Invoices[0])
	}
	if _, err := o.StartCapture(1); !errors.Is(err, ErrInvoiceNotCaptured) {
		t.Errorf("paid already: %v", err)
	}
}

// TestAnOrderGoesOnWithoutItsInvoice: when the last open invoice is taken back, its units can be invoiced again, and the amount that gift
// cards paid for them can be refunded.
func TestAnOrderGoesOnWithoutItsInvoice(t *testing.T) {
	t.Parallel()
	made, err := fold(cmB()).Invoice(NewInvoice{
		ID: 1, Items: []Wanted{{LineID: 1, Qty: n(1)}}, Gateway: true, Capture: CaptureLater, NextID: ids(),
	})
	o := do(t, fold(cmB()), made, err)
	shipped, err := shipAll(o)
	o = do(t, o, shipped, err)
	rest, err := o.Invoice(NewInvoice{ID: 2, NextID: ids()})
	if o = do(t, o, rest, err); o.State != Complete {
		t.Fatalf("state %s", o.State)
	}
	canceled, err := o.CancelInvoice(1, "")
	if o = do(t, o, canceled, err); o.State != Processing {
		t.Errorf("state %s", o.State)
	}
	if _, err := o.Cancel(""); !errors.Is(err, errNotCanceable) {
		t.Errorf("what was delivered is cancelled: %v", err)
	}
	again, err := o.Invoice(NewInvoice{ID: 3, NextID: ids()})
	o = do(t, o, again, err)
	back, err := o.Refund(NewCreditMemo{ID: 4, NextID: ids()})
	sum := money.Zero
	for _, c := range memo(t, back, err).Cards {
		sum = sum.Add(c.Amount)
	}
	same(t, "the cards get back", sum, "65")
}

// TestNobodyGetsMoreThanWasPaid does anything in any order.
func TestNobodyGetsMoreThanWasPaid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := fold([]func() Placed{cmA, cmB, cmC}[rapid.IntRange(0, 2).Draw(t, "order")]())
		next := ids()
		for step := range rapid.IntRange(1, 12).Draw(t, "steps") {
			line, qty := rapid.Int64Range(1, 2).Draw(t, "line"), n(rapid.Int64Range(1, 3).Draw(t, "qty"))
			id := int64(step + 1)
			var events []domain.Event
			var err error
			switch rapid.IntRange(0, 10).Draw(t, "what") {
			case 0:
				events, err = o.Invoice(NewInvoice{ID: id, NextID: next, Items: []Wanted{{LineID: line, Qty: qty}}})
			case 1:
				events, err = o.Invoice(NewInvoice{ID: id, NextID: next, Gateway: true, Capture: CaptureLater})
			case 2:
				events, err = o.Refund(NewCreditMemo{ID: id, NextID: next, Items: []RefundItem{{LineID: line, Qty: qty}}})
			case 3:
				events, err = o.Refund(NewCreditMemo{
					ID: id, NextID: next, Online: rapid.Bool().Draw(t, "online"), AdjustmentNegative: n(rapid.Int64Range(0, 30).Draw(t, "minus")),
					AdjustmentPositive: n(rapid.Int64Range(0, 30).Draw(t, "plus"))})
			case 4:
				events, err = o.Cancel("")
			case 5:
				events, err = shipAll(o)
			case 6:
				events, err = o.PayInvoice(rapid.Int64Range(1, 12).Draw(t, "invoice"), "T")
			case 7:
				events, err = o.CancelInvoice(rapid.Int64Range(1, 12).Draw(t, "invoice"), "")
			case 8:
				events, err = o.FinishRefund(rapid.Int64Range(1, 12).Draw(t, "memo"), "T")
			case 9:
				events, err = o.StartCapture(rapid.Int64Range(1, 12).Draw(t, "invoice"))
			case 10:
				events, err = o.DeclineCapture(rapid.Int64Range(1, 12).Draw(t, "invoice"), 0, "declined")
			}
			if err != nil {
				if _, known := fault.As(err); !known {
					t.Fatalf("not a refusal: %v", err)
				}
				continue
			}
			for _, e := range events {
				o = Evolve(o, e)
			}
			check(t, o)
		}
	})
}

func check(t *rapid.T, o Order) {
	if o.Totals.Paid.Add(refundTolerance).Less(o.Totals.Refunded.Add(o.Totals.Pending)) {
		t.Fatalf("paid %s, refunded %s, pending %s", o.Totals.Paid, o.Totals.Refunded, o.Totals.Pending)
	}
	if o.Totals.GrandTotal.Less(o.Totals.Paid) {
		t.Fatalf("paid %s of %s", o.Totals.Paid, o.Totals.GrandTotal)
	}
	if o.Totals.Ordered.Base.GiftCard.Less(o.Totals.Credited.Base.GiftCard) {
		t.Fatalf("the cards got %s back and had paid %s", o.Totals.Credited.Base.GiftCard, o.Totals.Ordered.Base.GiftCard)
	}
	for _, i := range o.Invoices {
		if (i.Asked || i.Voiding()) != i.Waiting() {
			t.Fatalf("invoice %d is %s and waits for the gateway", i.ID, i.State)
		}
	}
	for _, l := range o.Lines {
		if l.Qty.Less(l.Invoiced.Add(l.Canceled)) || l.Invoiced.Less(l.Refunded) || l.Refunded.Sign() < 0 {
			t.Fatalf("line %d: %s ordered, %s invoiced, %s cancelled, %s refunded", l.ID, l.Qty, l.Invoiced, l.Canceled, l.Refunded)
		}
		for _, a := range []money.Decimal{
			l.InvoicedMoney.Display.Row.Sub(l.RefundedMoney.Display.Row), l.InvoicedMoney.Display.Tax.Sub(l.RefundedMoney.Display.Tax),
		} {
			if a.Less(d("-0.02")) {
				t.Fatalf("line %d: more refunded than invoiced: %+v, %+v", l.ID, l.InvoicedMoney, l.RefundedMoney)
			}
		}
	}
}

// TestAReturnedUnitLeavesTheOthersCancellable: one of two is shipped, invoiced and refunded; the other one was never touched.
func TestAReturnedUnitLeavesTheOthersCancellable(t *testing.T) {
	t.Parallel()
	p := orderOf(totals.Amounts{Subtotal: d("50"), Grand: d("50")}, bought(1, "2", "40", "40", "0", "0"), bought(2, "1", "10", "10", "0", "0"))
	item := []Wanted{{LineID: 1, Qty: n(1)}}
	shipped, err := fold(p).Ship(NewShipment{ID: 1, Items: item, NextID: ids()})
	o := do(t, fold(p), shipped, err)
	paid, err := o.Invoice(NewInvoice{ID: 1, Items: item, NextID: ids()})
	o = do(t, o, paid, err)
	refunded, err := o.Refund(NewCreditMemo{ID: 1, Items: []RefundItem{{LineID: 1, Qty: n(1)}}, NextID: ids()})
	o = do(t, o, refunded, err)
	canceled, err := o.Cancel("")
	o = do(t, o, canceled, err)
	for _, l := range canceled[0].(CanceledEvent).Lines {
		same(t, "cancelled", l.Qty, "1")
		same(t, "back to stock", l.BackToStock, "1")
	}
	same(t, "left of the first line", o.Lines[0].ToInvoice(), "0")
	if _, err := o.Cancel(""); !errors.Is(err, errNotCanceable) {
		t.Errorf("cancelled twice: %v", err)
	}
}
