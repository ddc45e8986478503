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

// twoWithACard is an order of two units at 20, with 8.25% tax and shipping for 10. A gift card of 50 pays for it, and 3.30 is due.
func twoWithACard() Placed {
	p := orderOf(totals.Amounts{
		Subtotal: d("40"), SubtotalInclTax: d("43.30"), Tax: d("3.30"), Shipping: d("10"), GiftCard: d("50"), Grand: d("3.30"),
	}, bought(1, "2", "40", "43.30", "3.30", "0"))
	p.Totals.Cards = []totals.Paid{{CardID: 1, Code: "GC-A", Amount: d("50"), Base: d("50")}}
	return p
}

func shipped(t *testing.T, o Order, items ...Wanted) Order {
	t.Helper()
	events, err := o.Ship(NewShipment{ID: 5, Items: items, NextID: ids()})
	return do(t, o, events, err)
}

// TestWhatWasDeliveredIsNotCancelled: it stays to be invoiced.
func TestWhatWasDeliveredIsNotCancelled(t *testing.T) {
	t.Parallel()
	o := shipped(t, fold(twoWithACard()))
	_, err := o.Cancel("")
	if f, is := fault.As(err); !errors.Is(err, errNotCanceable) || !is || !strings.Contains(f.Advice, "Invoice it") {
		t.Errorf("all is delivered: %v", err)
	}
	events, err := o.Invoice(NewInvoice{ID: 1, NextID: ids()})
	if o = do(t, o, events, err); o.State != Complete {
		t.Errorf("state %s, want complete", o.State)
	}
}

// TestACancellationKeepsWhatWasDelivered, with its part of the totals and of the gift card.
func TestACancellationKeepsWhatWasDelivered(t *testing.T) {
	t.Parallel()
	o := shipped(t, fold(twoWithACard()), Wanted{LineID: 1, Qty: n(1)})
	events, err := o.Cancel("")
	if o = do(t, o, events, err); o.State != Processing {
		t.Errorf("state %s, want processing", o.State)
	}
	e := events[0].(CanceledEvent)
	same(t, "cancelled", o.Lines[0].Canceled, "1")
	same(t, "due", *e.Due, "0")
	same(t, "the card gets back", e.Cards[0].Amount, "18.35") // 50 less 20 + 1.65 + 10
	same(t, "the card pays", e.Kept.Display.GiftCard, "31.65")
	if _, err := o.Cancel(""); !errors.Is(err, errNotCanceable) {
		t.Errorf("cancelled twice: %v", err)
	}
	events, err = o.Invoice(NewInvoice{ID: 1, NextID: ids()})
	if o = do(t, o, events, err); o.State != Complete {
		t.Errorf("state %s, want complete", o.State)
	}
	s := events[0].(Invoiced).Money.Display
	same(t, "subtotal", s.Subtotal, "20")
	same(t, "gift cards", s.GiftCard, "31.65")
	same(t, "grand total", s.Grand, "0")
	events, err = o.Refund(NewCreditMemo{ID: 2, NextID: ids()})
	m := memo(t, events, err)
	same(t, "the card gets back", m.Cards[0].Amount, "31.65")
}

// TestCancellationsOfEarlierVersions took everything that was not invoiced, and told neither amounts nor what is kept.
func TestCancellationsOfEarlierVersions(t *testing.T) {
	t.Parallel()
	o := shipped(t, fold(twoWithACard()), Wanted{LineID: 1, Qty: n(1)})
	o = Evolve(o, CanceledEvent{
		State: Canceled, Status: "canceled", Lines: []CanceledLine{{LineID: 1, Qty: n(1), BackToStock: n(1)}},
		Cards: []CardRefund{{CardID: 1, Amount: d("50")}},
	})
	same(t, "returned to the cards", o.Totals.CanceledCards.Base.GiftCard, "50")
	if o.State != Canceled || o.CheckInvoiceable() == nil {
		t.Errorf("state %s", o.State)
	}
}

// TestABegunBundleIsDelivered: a bundle with a price of its own is kept as soon as a part of it was shipped; its other parts can follow.
func TestABegunBundleIsDelivered(t *testing.T) {
	t.Parallel()
	whole := bought(1, "3", "30", "30", "0", "0")
	whole.Type, whole.Apart = "bundle", true
	cups, plates := bought(2, "6", "0", "0", "0", "0"), bought(3, "3", "0", "0", "0", "0")
	cups.PartOf, cups.Each, plates.PartOf, plates.Each = 1, n(2), 1, n(1)
	o := shipped(t, fold(orderOf(totals.Amounts{Subtotal: d("30"), Grand: d("30")}, whole, cups, plates)), Wanted{LineID: 2, Qty: n(3)})
	events, err := o.Cancel("")
	o = do(t, o, events, err)
	for i, want := range []struct{ canceled, toShip string }{{"1", "0"}, {"2", "1"}, {"1", "2"}} {
		same(t, "cancelled of "+o.Lines[i].Name, o.Lines[i].Canceled, want.canceled)
		same(t, "to ship of "+o.Lines[i].Name, o.Lines[i].ToShip(), want.toShip)
	}
	same(t, "bundles to invoice", o.Lines[0].ToInvoice(), "2")
}

// TestInvoicesAndACancellationAgree: what was delivered costs the same, and the cards get back the same, whether it is invoiced before the
// rest is cancelled or afterwards, in one invoice or in more.
func TestInvoicesAndACancellationAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		next := ids()
		start := fold(drawn(t))
		var items []Wanted
		for _, l := range start.Lines {
			if units := rapid.Int64Range(0, l.Qty.Int()).Draw(t, "shipped"); units > 0 {
				items = append(items, Wanted{LineID: l.ID, Qty: n(units)})
			}
		}
		if len(items) == 0 {
			return
		}
		invoice := func(items ...Wanted) func(Order) Order {
			return func(o Order) Order {
				events, err := o.Invoice(NewInvoice{ID: next(), Items: items, NextID: next})
				return applied(t, o, events, err)
			}
		}
		cancel := func(o Order) Order {
			events, err := o.Cancel("")
			if errors.Is(err, errNotCanceable) {
				return o // all was shipped
			}
			return applied(t, o, events, err)
		}
		events, err := start.Ship(NewShipment{ID: 1, Items: items, NextID: next})
		start = applied(t, start, events, err)
		first := cancel(invoice(items...)(start))
		later := cancel(start)
		for later.canInvoice() {
			if rapid.Bool().Draw(t, "all") {
				later = invoice()(later)
				break
			}
			line := rapid.SampledFrom(later.Lines).Draw(t, "line")
			if left := line.ToInvoice(); left.Sign() > 0 {
				later = invoice(Wanted{LineID: line.ID, Qty: n(rapid.Int64Range(1, left.Int()).Draw(t, "units"))})(later)
			}
		}
		for what, of := range map[string]func(Totals) money.Decimal{
			"paid":                  func(t Totals) money.Decimal { return t.Paid },
			"paid in base":          func(t Totals) money.Decimal { return t.BasePaid },
			"used of cards":         func(t Totals) money.Decimal { return t.Invoiced.Display.GiftCard },
			"used of cards in base": func(t Totals) money.Decimal { return t.Invoiced.Base.GiftCard },
			"returned to cards":     func(t Totals) money.Decimal { return t.CanceledCards.Base.GiftCard },
			"subtotal":              func(t Totals) money.Decimal { return t.Invoiced.Display.Subtotal },
			"tax":                   func(t Totals) money.Decimal { return t.Invoiced.Display.Tax },
		} {
			if a, b := of(first.Totals), of(later.Totals); !a.Equal(b) {
				t.Fatalf("%s: %s if it is invoiced first, %s otherwise", what, a, b)
			}
		}
		if first.State != later.State {
			t.Fatalf("state %s if it is invoiced first, %s otherwise", first.State, later.State)
		}
		used := later.Totals.Invoiced.Base.GiftCard.Add(later.Totals.CanceledCards.Base.GiftCard)
		if !later.canInvoice() && !used.Equal(later.Totals.Ordered.Base.GiftCard) && later.canceledAny() {
			t.Fatalf("the cards paid %s; %s of it is used or returned", later.Totals.Ordered.Base.GiftCard, used)
		}
	})
}

func (o Order) canceledAny() bool {
	for _, l := range o.Lines {
		if l.Canceled.Sign() > 0 {
			return true
		}
	}
	return false
}

func applied(t *rapid.T, o Order, events []domain.Event, err error) Order {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		o = Evolve(o, e)
	}
	return o
}
