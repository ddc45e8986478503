package folds

import (
	"fmt"
	"strings"
	"time"

	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// refundNotes returns sentences on the amounts that a credit memo refunds besides the requested lines. The order does not have the credit
// memo yet. They are for the back office. Amounts are in the order's currency. The console has the sentences in German (console/notes). An
// argument of %s is translated as well, and one of %v stays as it is.
func refundNotes(o *documents.Order, m *documents.CreditMemo, e order.CreditMemo) []string {
	amount := func(d money.Decimal) string { return locale.Of("en_US", time.UTC).Money(d, o.Currency) }
	notes := shippingNotes(o, m, amount)
	if m.GiftcardAmount.Sign() > 0 {
		to := "the gift card that paid"
		if len(e.Cards) > 1 {
			to = fmt.Sprintf("the %v gift cards that paid", len(e.Cards))
		}
		notes = append(notes, fmt.Sprintf("%v is refunded to %s, and %v as money.", amount(m.GiftcardAmount), to, amount(m.GrandTotal)))
	}
	if m.AdjustmentPositive.Sign() > 0 {
		notes = append(notes, fmt.Sprintf("%v is added to the refund as an adjustment.", amount(m.AdjustmentPositive)))
	}
	if m.AdjustmentNegative.Sign() > 0 {
		notes = append(notes, fmt.Sprintf("%v is kept as an adjustment.", amount(m.AdjustmentNegative)))
	}
	if note := stockNote(m, e); note != "" {
		notes = append(notes, note)
	}
	return notes
}

// shippingNotes returns how much of shipping is refunded, and the rest of the paid amount.
func shippingNotes(o *documents.Order, m *documents.CreditMemo, amount func(money.Decimal) string) []string {
	var paid, before money.Decimal
	for _, i := range o.Accounting.Invoices {
		if i.State == int(order.Paid) {
			paid = paid.Add(i.ShippingAmount)
		}
	}
	for _, earlier := range o.Accounting.Memos {
		before = before.Add(earlier.ShippingAmount)
	}
	now := amount(m.ShippingAmount)
	if m.ShippingTaxAmount.Sign() > 0 {
		now = fmt.Sprintf("%v plus %v tax", now, amount(m.ShippingTaxAmount))
	}
	left := paid.Sub(before).Sub(m.ShippingAmount)
	switch {
	case m.ShippingAmount.Sign() > 0 && left.Sign() > 0:
		return []string{fmt.Sprintf("Shipping of %s is refunded with this credit memo; %v of shipping can be refunded later.", now, amount(left))}
	case m.ShippingAmount.Sign() > 0 && before.Sign() > 0:
		return []string{fmt.Sprintf("The rest of the shipping amount, %s, is refunded with this credit memo.", now)}
	case m.ShippingAmount.Sign() > 0 && len(o.Accounting.Memos) == 0:
		return []string{fmt.Sprintf("The whole shipping amount of %s is refunded with this first credit memo.", now)}
	case m.ShippingAmount.Sign() > 0:
		return []string{fmt.Sprintf("The whole shipping amount of %s is refunded with this credit memo.", now)}
	case left.Sign() > 0:
		return []string{fmt.Sprintf("No shipping is refunded with this credit memo; %v of shipping can be refunded later.", amount(left))}
	}
	return []string{}
}

// stockNote tells which units are returned to stock; empty if the credit memo has no lines.
func stockNote(m *documents.CreditMemo, e order.CreditMemo) string {
	var returned []string
	sum := money.Zero
	for _, l := range e.Lines {
		if !l.BackToStock || l.Whole || l.Qty.Sign() <= 0 {
			continue
		}
		for _, item := range m.Items {
			if item.OrderItemID == l.LineID { // there may be two
				returned, sum = append(returned, fmt.Sprintf("%s × %s", l.Qty, item.SKU)), sum.Add(l.Qty)
				break
			}
		}
	}
	switch {
	case len(e.Lines) == 0:
		return ""
	case len(returned) == 0:
		return "No units are returned to stock."
	case sum.Equal(money.One):
		return fmt.Sprintf("1 unit is returned to stock: %v.", strings.Join(returned, ", "))
	}
	return fmt.Sprintf("%v units are returned to stock: %v.", sum, strings.Join(returned, ", "))
}
