package mails

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tradelog/domain/letter"
	"tradelog/domain/order"
	"tradelog/eventstore"
)

// sentAs maps the subjects of e-mails in the log to the kinds of e-mails.
var sentAs = map[string]*letter.Form{
	order.AboutOrder: letter.OrderForm, order.AboutShipment: ShipmentNotice.Form, order.AboutInvoice: InvoiceNotice.Form,
	order.AboutMemo: CreditMemoNotice.Form,
}

// Sent lists the e-mails to the buyer of an order, the oldest first: those of the outbox, and earlier ones that the log has.
// order.ErrNotFound: there is no such order.
func (d *Composer) Sent(ctx context.Context, orderID int64) ([]letter.Sent, error) {
	recorded, err := eventstore.ReadWhole(ctx, d.Store, order.Stream(orderID))
	if err != nil {
		return nil, err
	}
	if len(recorded) == 0 {
		return nil, order.ErrNotFound
	}
	var all []letter.Sent
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
			all = append(all, letter.Sent{Kind: form.Name, At: r.RecordedAt, About: told.AboutID, Cause: meta.CausationID, State: "sent"})
		}
	}
	return d.withOutbox(ctx, order.Stream(orderID), all)
}

// withOutbox adds the lines of the outbox about a stream to the e-mails that the log has.
func (d *Composer) withOutbox(ctx context.Context, stream string, all []letter.Sent) ([]letter.Sent, error) {
	known := map[string]int{}
	for i, s := range all {
		known[s.Kind+s.Cause] = i
	}
	rows, err := d.Pool.Query(ctx, `SELECT kind, event_id, `+stateSQL+`, outcome, coalesce(sent_at, earlier_at, queued_at)
		FROM public.reaction_mails WHERE stream = $1`, stream)
	if err != nil {
		return nil, err
	}
	var line letter.Sent
	var event uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&line.Kind, &event, &line.State, &line.Reason, &line.At}, func() error {
		line.Cause, line.ID = event.String(), emailID(line.Kind, event)
		if line.State == "sent" || line.State == "filed" {
			line.Reason = ""
		}
		if i, ok := known[line.Kind+line.Cause]; ok {
			all[i].ID, all[i].State, all[i].Reason = line.ID, line.State, line.Reason
		} else {
			all = append(all, line)
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b letter.Sent) int { return a.At.Compare(b.At) })
	return all, err
}
