package mails

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/locale"
	"tradelog/domain/order"
	"tradelog/reactions"
	"tradelog/readmodels/documents"
)

// CreditMemoNotice tells a buyer of a refund, once its credit memo has its number. It has the shop's comment only if that is shared.
var CreditMemoNotice = Kind{
	Form: letter.CreditMemoForm, Events: []string{order.MemoNumbered{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		id, notify, comment := e.Payload.(order.MemoNumbered).MemoID, false, ""
		o, at, err := d.order(ctx, e, func(event domain.Event) {
			if r, ok := event.(order.Refunded); ok && r.MemoID == id {
				if notify = r.Notify; r.Shared {
					comment = r.Comment
				}
			}
		})
		if err != nil || o == nil || !notify && !previewing(ctx) || !at.sends(ctx, order.MailMemo) {
			return nil, err
		}
		m := memoOf(o, id)
		if m == nil {
			return nil, nil
		}
		paper, err := d.paper(ctx, at, order.Paper{Kind: order.PaperMemo, OrderID: o.ID, ID: m.ID},
			at.locale.Translate(locale.MemoNumber, m.IncrementID))
		if err != nil {
			return nil, err
		}
		values := letter.CreditMemo{
			Downloads:    []letter.Download{paper},
			OrderComment: at.comment(o, comment), Number: m.IncrementID, Date: at.day(m.CreatedAt), Items: at.memoItems(o, m),
			Refunded: at.locale.Money(m.GrandTotal, m.Currency),
		}
		if !m.GiftcardAmount.IsZero() {
			values.GiftCards = at.locale.Money(m.GiftcardAmount, m.Currency)
		}
		return at.toBuyer(o, "sales_email/creditmemo", values), nil
	},
	Sent: func(ctx context.Context, d *Composer, e reactions.Event) error {
		return d.Commands.EmailedOrder(ctx, domain.StreamID(e.Stream), order.AboutMemo, e.Payload.(order.MemoNumbered).MemoID, e.ID.String())
	},
}

func memoOf(o *documents.Order, id int64) *documents.CreditMemo {
	for _, m := range o.Accounting.Memos {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// memoItems lists the lines and sums of a credit memo.
func (p letterStore) memoItems(o *documents.Order, m *documents.CreditMemo) letter.Items {
	items, gross := o.ItemsByID(), p.gross(o)
	var lines []letter.Line
	for _, l := range m.Items {
		if item := items[l.OrderItemID]; item != nil && l.ParentItemID == nil { // other parts are included in their whole
			lines = append(lines, p.line(item, l.Name, l.SKU, l.Qty, p.locale.Money(inclTax(gross, l.RowTotalInclTax, l.RowTotal), m.Currency)))
		}
	}
	return letter.ItemsOf(p.locale, lines, p.sums(gross, sums{
		currency: m.Currency, subtotal: m.Subtotal, subtotalInclTax: m.SubtotalInclTax, discount: m.DiscountAmount,
		shipping: m.ShippingAmount, shippingInclTax: m.ShippingInclTax, tax: m.TaxAmount,
		adjustments: []letter.Part{
			{Name: locale.Adjustment, Amount: m.AdjustmentPositive}, {Name: locale.Fee, Amount: m.AdjustmentNegative.Neg()},
		},
		total: locale.Refunded, settled: p.settled(o, m.GrandTotal, m.GiftcardAmount, false),
	}))
}
