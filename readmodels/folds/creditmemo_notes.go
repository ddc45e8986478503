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

// refundNotes says in sentences what a credit memo, which the order does not have yet, refunds besides the lines that were asked for. They
// are for the back office. Amounts are in the order's currency.
func refundNotes(o *documents.Order, m *documents.CreditMemo, e order.CreditMemo) []string {
	amount := func(d money.Decimal) string { return locale.Of("en_US", time.UTC).Money(d, o.Currency) }
	notes := shippingNotes(o, m, amount)
	if m.GiftcardAmount.Sign() > 0 {
		to := "the gift card that paid"
		if len(e.Cards) > 1 {
			to = fmt.Sprintf("the %d gift cards that paid", len(e.Cards))
		}
		notes = append(notes, fmt.Sprintf("%s is refunded to %s, and %s as money.", amount(m.GiftcardAmount), to, amount(m.GrandTotal)))
	}
	if m.AdjustmentPositive.Sign() > 0 {
		notes = append(notes, amount(m.AdjustmentPositive)+" is added to the refund as an adjustment.")
	}
	if m.AdjustmentNegative.Sign() > 0 {
		notes = append(notes, amount(m.AdjustmentNegative)+" is kept as an adjustment.")
	}
	if note := stockNote(m, e); note != "" {
		notes = append(notes, note)
	}
	return notes
}

// shippingNotes tells how much of shipping is refunded, and what is left of what was paid for it.
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
		now += " plus " + amount(m.ShippingTaxAmount) + " tax"
	}
	left := paid.Sub(before).Sub(m.ShippingAmount)
	switch {
	case m.ShippingAmount.Sign() > 0 && left.Sign() > 0:
		return []string{fmt.Sprintf("Shipping of %s is refunded with this credit memo; %s of shipping can be refunded later.", now, amount(left))}
	case m.ShippingAmount.Sign() > 0 && before.Sign() > 0:
		return []string{"The rest of the shipping amount, " + now + ", is refunded with this credit memo."}
	case m.ShippingAmount.Sign() > 0 && len(o.Accounting.Memos) == 0:
		return []string{"The whole shipping amount of " + now + " is refunded with this first credit memo."}
	case m.ShippingAmount.Sign() > 0:
		return []string{"The whole shipping amount of " + now + " is refunded with this credit memo."}
	case left.Sign() > 0:
		return []string{"No shipping is refunded with this credit memo; " + amount(left) + " of shipping can be refunded later."}
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
			if item.ID == l.ID {
				returned, sum = append(returned, fmt.Sprintf("%s × %s", l.Qty, item.SKU)), sum.Add(l.Qty)
			}
		}
	}
	switch {
	case len(e.Lines) == 0:
		return ""
	case len(returned) == 0:
		return "No units are returned to stock."
	case sum.Equal(money.One):
		return "1 unit is returned to stock: " + strings.Join(returned, ", ") + "."
	}
	return fmt.Sprintf("%s units are returned to stock: %s.", sum, strings.Join(returned, ", "))
}
