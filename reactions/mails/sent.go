package mails

import (
	"context"

	"tradelog/domain/letter"
	"tradelog/domain/order"
	"tradelog/eventstore"
)

// sentAs maps the subjects of e-mails in the log to the kinds of e-mails.
var sentAs = map[string]*letter.Form{
	order.AboutOrder: letter.OrderForm, order.AboutShipment: ShipmentNotice.Form, order.AboutInvoice: InvoiceNotice.Form,
	order.AboutMemo: CreditMemoNotice.Form,
}

// Sent lists the e-mails that the buyer of an order was sent, the oldest first, as the log has them. order.ErrNotFound: there is no such
// order.
func (d *Composer) Sent(ctx context.Context, orderID int64) (all []letter.Sent, err error) {
	recorded, err := eventstore.ReadWhole(ctx, d.Store, order.Stream(orderID))
	if err != nil {
		return nil, err
	}
	if len(recorded) == 0 {
		return nil, order.ErrNotFound
	}
	for _, r := range recorded {
		if r.Type != (order.Emailed{}).EventName() {
			continue
		}
		payload, err := d.Codec.Decode(ctx, r)
		if err != nil {
			return nil, err
		}
		meta, err := r.Meta()
		if err != nil {
			return nil, err
		}
		told := payload.(order.Emailed)
		if form := sentAs[told.About]; form != nil {
			all = append(all, letter.Sent{Kind: form.Name, At: r.RecordedAt, About: told.AboutID, Cause: meta.CausationID})
		}
	}
	return all, nil
}
