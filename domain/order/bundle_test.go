package order

import (
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/totals"
)

// twoMixes is an order of two bundles whose parts have the amounts: three cups at 4 and a plate at 6.25 in each. It has 10% tax, a discount
// of 1 on the plates and shipping for 5.
func twoMixes() Placed {
	whole := Line{ID: 1, ProductID: 101, Name: "Mix", Type: "bundle", Qty: d("2"), Dynamic: true}
	cups := bought(2, "6", "24", "26.40", "2.40", "0")
	plates := bought(3, "2", "12.50", "13.75", "1.25", "1")
	cups.PartOf, cups.Each, plates.PartOf, plates.Each = 1, d("3"), 1, d("1")
	return orderOf(totals.Amounts{
		Subtotal: d("36.50"), SubtotalInclTax: d("40.15"), Discount: d("1"), Tax: d("3.65"), Shipping: d("5"), Grand: d("44.15"),
	}, whole, cups, plates)
}

// TestSumsOfDynamicBundles invoices and refunds two dynamic bundles part by part. The parts carry the amounts; the whole has a quantity
// as soon as its parts make a unit of it, and no amounts (shapes-sales §8.2).
func TestSumsOfDynamicBundles(t *testing.T) {
	t.Parallel()
	type item struct {
		line int64
		qty  string
	}
	o, id := fold(twoMixes()), int64(0)
	for _, c := range []struct {
		name                                   string
		refund                                 bool
		items                                  []item
		subtotal, tax, discount, grand         string
		whole                                  string // units of the bundle that move along
		cupsRow, platesRow, cupsTax, platesTax string
	}{
		{"invoice four cups: one bundle lacks its plate", false, []item{{2, "4"}}, "16", "1.60", "0", "22.60", "0", "16", "0", "1.60", "0"},
		{"invoice a plate: the first bundle is whole", false, []item{{3, "1"}}, "6.25", "0.63", "0.50", "6.38", "1", "0", "6.25", "0", "0.63"},
		{"refund one bundle, with the shipping", true, []item{{2, "3"}, {3, "1"}},
			"18.25", "1.83", "0.50", "24.58", "1", "12", "6.25", "1.20", "0.63"},
		{"invoice the rest", false, nil, "14.25", "1.42", "0.50", "15.17", "1", "8", "6.25", "0.80", "0.62"},
		{"refund the rest", true, nil, "18.25", "1.82", "0.50", "19.57", "1", "12", "6.25", "1.20", "0.62"},
	} {
		id++
		var sums Sums
		moved, rows := map[int64]money.Decimal{}, map[int64]LineSums{}
		if c.refund {
			var items []RefundItem
			for _, i := range c.items {
				items = append(items, RefundItem{LineID: i.line, Qty: d(i.qty)})
			}
			made, err := o.Refund(NewCreditMemo{ID: id, Items: items, NextID: ids()})
			m := memo(t, made, err)
			sums = m.Money.Display
			for _, l := range m.Lines {
				moved[l.LineID], rows[l.LineID] = l.Qty, l.Money.Display
			}
			o = do(t, o, made, nil)
		} else {
			var items []Wanted
			for _, i := range c.items {
				items = append(items, Wanted{LineID: i.line, Qty: d(i.qty)})
			}
			made, err := o.Invoice(NewInvoice{ID: id, Items: items, NextID: ids()})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			e := made[0].(Invoiced)
			sums = e.Money.Display
			for _, l := range e.Lines {
				moved[l.LineID], rows[l.LineID] = l.Qty, l.Money.Display
			}
			o = do(t, o, made, nil)
		}
		same(t, c.name+": subtotal", sums.Subtotal, c.subtotal)
		same(t, c.name+": tax", sums.Tax, c.tax)
		same(t, c.name+": discount", sums.Discount, c.discount)
		same(t, c.name+": grand total", sums.Grand, c.grand)
		same(t, c.name+": bundles", moved[1], c.whole)
		same(t, c.name+": row of the bundle", rows[1].Row, "0")
		same(t, c.name+": row of the cups", rows[2].Row, c.cupsRow)
		same(t, c.name+": row of the plates", rows[3].Row, c.platesRow)
		same(t, c.name+": tax of the cups", rows[2].Tax, c.cupsTax)
		same(t, c.name+": tax of the plates", rows[3].Tax, c.platesTax)
	}
	same(t, "paid", o.Totals.Paid, "44.15")
	same(t, "refunded", o.Totals.Refunded, "44.15")
	same(t, "bundles invoiced", o.Lines[0].Invoiced, "2")
	same(t, "bundles refunded", o.Lines[0].Refunded, "2")
	if o.State != Closed {
		t.Errorf("state %s, want closed", o.State)
	}
}

// TestABundleThatIsPartlyRefundedAndPartlyCancelledIsGone: no unit of it is left to ship.
func TestABundleThatIsPartlyRefundedAndPartlyCancelledIsGone(t *testing.T) {
	t.Parallel()
	o := fold(twoMixes())
	events, err := o.Invoice(NewInvoice{ID: 1, Items: []Wanted{{LineID: 2, Qty: d("6")}}, NextID: ids()})
	o = do(t, o, events, err)
	events, err = o.Refund(NewCreditMemo{ID: 2, NextID: ids()})
	o = do(t, o, events, err)
	events, err = o.Cancel("")
	o = do(t, o, events, err)
	same(t, "to ship", o.Lines[0].Unshipped(), "0")
	if o.State != Closed {
		t.Errorf("state %s, want closed", o.State)
	}
}

// TestRefusedQuantitiesOfBundles: the refusal names the lines by which a bundle is refunded.
func TestRefusedQuantitiesOfBundles(t *testing.T) {
	t.Parallel()
	o := invoiced(t, twoMixes())
	for line, want := range map[int64]string{
		1: `Invalid qty to refund item "Mix": refund it by at most 6 of order item 2, "Line 2"; at most 2 of order item 3, "Line 3"`,
		3: `Invalid qty to refund item "Line 3": at most 2 can be refunded, in whole units`,
	} {
		if _, err := o.Refund(NewCreditMemo{ID: 1, Items: []RefundItem{{LineID: line, Qty: n(3)}}, NextID: ids()}); err == nil ||
			err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
