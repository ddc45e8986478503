package folds_test

import (
	"fmt"
	"slices"
	"testing"

	"tradelog/domain"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/totals"
	"tradelog/readmodels/folds"
	"tradelog/test/ordertest"
)

// TestABundleShowsWhatItsPartsCost: some bundles have parts that carry the amounts. The line of such a bundle has the sum of its parts in
// the invoice and the credit memo, and the lines of the parts have their shares of it.
func TestABundleShowsWhatItsPartsCost(t *testing.T) {
	t.Parallel()
	p := placed()
	whole := p.Lines[0]
	whole.ID, whole.Type, whole.Dynamic, whole.Qty = 9, "bundle", true, n("1")
	whole.Chosen = &order.Chosen{Bundle: []order.ChosenBundle{{ID: 5, Label: "Things"}}}
	for i := range p.Lines {
		p.Lines[i].PartOf, p.Lines[i].Each = 1, p.Lines[i].Qty
	}
	p.Lines = append([]order.Line{whole}, p.Lines...)
	money := func(row, tax string) order.LineMoney {
		sums := order.LineSums{Row: n(row), RowInclTax: n(row).Add(n(tax)), Tax: n(tax), Discount: n("0.5")}
		return order.LineMoney{Display: sums, Base: sums}
	}
	o := told([]domain.Event{p,
		order.Invoiced{InvoiceID: 11, State: order.Paid, Lines: []order.InvoicedLine{
			{ID: 1, LineID: 1, Qty: n("2"), Money: money("39.98", "4")}, {ID: 2, LineID: 2, Qty: n("1"), Money: money("7.45", "0.75")},
			{ID: 3, LineID: 9, Qty: n("1")}}},
		order.Refunded{CreditMemo: order.CreditMemo{MemoID: 12, Lines: []order.RefundedLine{
			{ID: 4, LineID: 9, Qty: n("1")}, {ID: 5, LineID: 1, Qty: n("2"), Money: money("19.99", "2")},
			{ID: 6, LineID: 2, Qty: n("1"), Money: money("7.45", "0.75")}}}},
	})
	invoice, memo := o.Accounting.Invoices[0].Items[2], o.Accounting.Memos[0].Items[0]
	part := o.Accounting.Memos[0].Items[1]
	if part.ParentItemID == nil || *part.ParentItemID != 9 || memo.ParentItemID != nil {
		t.Errorf("the parents are %v and %v", part.ParentItemID, memo.ParentItemID)
	}
	for _, c := range []struct {
		what, got, want string
	}{
		{"invoiced row", invoice.RowTotal.String(), "47.43"}, {"invoiced tax", invoice.BaseTaxAmount.String(), "4.75"},
		{"invoiced discount", invoice.DiscountAmount.String(), "1"}, {"a unit", invoice.BasePriceInclTax.String(), "52.18"},
		{"refunded row", memo.RowTotal.String(), "27.44"}, {"refunded tax", memo.BaseTaxAmount.String(), "2.75"},
		{"refunded discount", memo.DiscountAmount.String(), "1"}, {"refunded part", part.RowTotal.String(), "0"},
		{"its share", part.ParentShare.RowTotal.String(), "19.99"}, {"its price", part.Price.String(), "0"},
	} {
		if !n(c.got).Equal(n(c.want)) {
			t.Errorf("%s: %s, want %s", c.what, c.got, c.want)
		}
	}
}

// TestABundleIsShippedWithItsParts: parts that are shipped apart are the rest to ship, even if one of them is virtual.
func TestABundleIsShippedWithItsParts(t *testing.T) {
	t.Parallel()
	p := placed()
	whole := p.Lines[0]
	whole.ID, whole.Type, whole.Dynamic, whole.Apart, whole.Qty = 9, "bundle", true, true, n("1")
	whole.Chosen = &order.Chosen{Bundle: []order.ChosenBundle{{ID: 5, Label: "Things"}}}
	for i := range p.Lines {
		p.Lines[i].PartOf, p.Lines[i].Each = 1, n("1")
	}
	p.Lines[1].Virtual = true
	p.Lines = append([]order.Line{whole}, p.Lines...)
	events := []domain.Event{p}
	for _, step := range []struct {
		event             domain.Event
		payment, shipping order.Progress
	}{
		{order.Held{}, order.Due, order.Due},
		{order.Invoiced{InvoiceID: 11, State: order.Open, Lines: []order.InvoicedLine{{ID: 1, LineID: 1, Qty: p.Lines[1].Qty},
			{ID: 2, LineID: 2, Qty: p.Lines[2].Qty}}}, order.Due, order.Due},
		{order.InvoicePaid{InvoiceID: 11}, order.Done, order.Due},
		{order.Shipped{ShipmentID: 12, Lines: []order.ShippedLine{{ID: 3, LineID: 1, Qty: p.Lines[1].Qty}}}, order.Done, order.Done},
		{order.CanceledEvent{State: order.Canceled, Status: "canceled"}, order.NothingDue, order.NothingDue},
	} {
		events = append(events, step.event)
		if payment, shipping := folds.Progress(told(events)); payment != step.payment || shipping != step.shipping {
			t.Errorf("after %s: payment %q, shipping %q; want %q, %q", step.event.EventName(), payment, shipping, step.payment, step.shipping)
		}
	}
}

// TestTheRestOfABundleStandsForItself: two bundles of a kettle at 13.20 and a bag of beans at 39. A kettle is invoiced alone. The rest is a
// whole bundle and a bag, on the invoice as on the credit memo.
func TestTheRestOfABundleStandsForItself(t *testing.T) {
	t.Parallel()
	s := ordertest.Begin(brews(), start)
	s.Invoice(order.Wanted{LineID: 2, Qty: n("1")})
	s.Invoice()
	s.Refund(order.NewCreditMemo{Items: []order.RefundItem{{LineID: 2, Qty: n("1")}}})
	s.Refund(order.NewCreditMemo{})
	type row struct{ line, qty, price, row string }
	alone := []row{{"2", "1", "13.2", "13.2"}}
	rest := []row{{"2", "1", "0", "0"}, {"3", "1", "0", "0"}, {"3", "1", "39", "39"}, {"1", "1", "52.2", "52.2"}}
	ids := map[int64]bool{}
	same := func(what string, got, want []row) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", what, got, want)
		}
	}
	of := func(id, line int64, qty, price, total money.Decimal) row {
		if ids[id] {
			t.Errorf("two rows have the ID %d", id)
		}
		ids[id] = true
		return row{fmt.Sprint(line), qty.String(), price.String(), total.String()}
	}
	for i, want := range [][]row{alone, rest} {
		var invoice, memo []row
		for _, l := range s.Document.Accounting.Invoices[i].Items {
			invoice = append(invoice, of(l.ID, l.OrderItemID, l.Qty, l.Price, l.RowTotal))
		}
		for _, l := range s.Document.Accounting.Memos[i].Items {
			memo = append(memo, of(l.ID, l.OrderItemID, l.Qty, l.Price, l.RowTotal))
		}
		same(fmt.Sprint("invoice ", i), invoice, want)
		same(fmt.Sprint("credit memo ", i), memo, want)
	}
}

// TestABundleOfTwoInvoicesIsTakenBack: an invoice that is cancelled takes back the units that it has moved, also those that it does not
// show.
func TestABundleOfTwoInvoicesIsTakenBack(t *testing.T) {
	t.Parallel()
	p := brews()
	events := []domain.Event{p,
		order.Invoiced{InvoiceID: 11, State: order.Open, Lines: []order.InvoicedLine{{ID: 1, LineID: 2, Qty: n("1")}}},
		order.Invoiced{InvoiceID: 12, State: order.Open, Lines: []order.InvoicedLine{
			{ID: 2, LineID: 2, Qty: n("1")}, {ID: 3, LineID: 3, Qty: n("2")}, {ID: 4, LineID: 1, Qty: n("2")},
		}},
	}
	if o := told(events); !o.Items[0].QtyInvoiced.Equal(n("2")) {
		t.Errorf("%s bundles are invoiced", o.Items[0].QtyInvoiced)
	}
	if o := told(append(events, order.InvoiceCanceled{InvoiceID: 12})); !o.Items[0].QtyInvoiced.IsZero() {
		t.Errorf("%s bundles are invoiced", o.Items[0].QtyInvoiced)
	}
}

// brews is an order of two bundles, each of a kettle at 13.20 and a bag of beans at 39.
func brews() order.Placed {
	line := func(price string, units int64) totals.LineTotals {
		row := n(price).Mul(money.FromInt(units))
		of := totals.LineAmounts{Price: n(price), PriceInclTax: n(price), RowTotal: row, RowTotalInclTax: row}
		return totals.LineTotals{Display: of, Base: of}
	}
	p := placed()
	p.Totals.Display = totals.Amounts{Subtotal: n("104.40"), SubtotalInclTax: n("104.40"), Grand: n("104.40")}
	p.Totals.Base = p.Totals.Display
	p.Lines = []order.Line{
		{ID: 1, SKU: "BREW", Type: "bundle", Dynamic: true, Qty: n("2"), Totals: line("52.20", 2),
			Chosen: &order.Chosen{Bundle: []order.ChosenBundle{{ID: 5, Label: "Things"}}}},
		{ID: 2, SKU: "POUR", Type: "simple", Qty: n("2"), PartOf: 1, Each: n("1"), Totals: line("13.20", 2)},
		{ID: 3, SKU: "BEAN", Type: "simple", Qty: n("2"), PartOf: 1, Each: n("1"), Totals: line("39", 2)},
	}
	return p
}
