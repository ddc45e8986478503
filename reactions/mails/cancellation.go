package mails

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/reactions"
	"tradelog/readmodels/documents"
)

// OrderCancellation tells a buyer that the order, or what was left of it, was cancelled, and why.
var OrderCancellation = Kind{
	Form: letter.OrderCancellationForm, Events: []string{order.CanceledEvent{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(order.CanceledEvent).Notify },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		o, at, err := d.order(ctx, e, nil)
		if err != nil || o == nil || !at.sends(ctx, order.MailCancellation) {
			return nil, err
		}
		canceled := e.Payload.(order.CanceledEvent)
		values := letter.Cancellation{OrderComment: at.comment(o, canceled.Reason), Whole: canceled.State == order.Canceled}
		if values.Whole {
			values.Items = at.itemsOf(o)
		} else {
			values.Items = at.canceledItems(o, canceled)
		}
		var back money.Decimal
		for _, c := range canceled.Cards {
			back = back.Add(c.Amount)
		}
		if !back.IsZero() {
			values.GiftCards = at.locale.Money(back, o.BaseCurrencyCode)
		}
		return at.toBuyer(o, "sales_email/order_cancellation", values), nil
	},
}

// canceledItems lists what a cancellation takes from an order.
func (p letterStore) canceledItems(o *documents.Order, e order.CanceledEvent) letter.Items {
	items := o.ItemsByID()
	var lines []letter.Line
	for _, l := range e.Lines {
		if item := items[l.LineID]; item != nil && item.ParentItemID == nil {
			lines = append(lines, p.line(item, item.Name, item.SKU, l.Qty, ""))
		}
	}
	return letter.ItemsOf(p.locale, lines, nil)
}
