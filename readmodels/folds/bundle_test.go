package folds_test

import (
	"testing"

	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/readmodels/folds"
)

// TestABundleShowsWhatItsPartsCost: some bundles have parts that carry the amounts. The line of such a bundle has the sum of its parts in
// the invoice and the credit memo, and the lines of the parts have their shares of it.
func TestABundleShowsWhatItsPartsCost(t *testing.T) {
	t.Parallel()
	p := placed()
	whole := p.Lines[0]
	whole.ID, whole.Type, whole.Dynamic = 9, "bundle", true
	whole.Chosen = &order.Chosen{Bundle: []order.ChosenBundle{{ID: 5, Label: "Things"}}}
	for i := range p.Lines {
		p.Lines[i].PartOf, p.Lines[i].Each = 1, n("1")
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
			{ID: 4, LineID: 9, Qty: n("1")}, {ID: 5, LineID: 1, Qty: n("1"), Money: money("19.99", "2")},
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
