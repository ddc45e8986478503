package mails

import (
	"context"
	"slices"

	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/domain/order"
	"tradelog/domain/record"
	"tradelog/eventstore"
	"tradelog/reactions"
)

type previewKey struct{}

// previewing tells whether a letter is composed to be looked at. Switches and wishes of the shop do not count then.
func previewing(ctx context.Context) bool { return ctx.Value(previewKey{}) != nil }

// sends tells whether the store sends its buyers the e-mails of a kind, or whether one is to be looked at.
func (p letterStore) sends(ctx context.Context, kind string) bool {
	return previewing(ctx) || p.config.Flag("sales_email/"+kind+"/enabled")
}

// Template returns a merchant's template as it is now. record.ErrNotFound: there is none.
func (d *Composer) Template(ctx context.Context, id int64) (letter.Template, error) {
	t, found, err := d.templateAt(ctx, id, 0)
	if err == nil && !found {
		err = record.ErrNotFound
	}
	return t, err
}

// Preview renders an e-mail to look at, and sends nothing. The e-mail about an order is the newest of its kind that the order's events can
// cause, whether or not it was sent. It fails if the kind, the template or the order does not exist, or if the template does not render. It
// also fails if no event of the order can cause such an e-mail.
func (d *Composer) Preview(ctx context.Context, p letter.Preview) (letter.Content, error) {
	k, ok := d.kinds[p.Kind]
	if !ok {
		return letter.Content{}, fault.NotFoundf("There is no e-mail %q", p.Kind)
	}
	shop, err := d.Shop(ctx)
	if err != nil {
		return letter.Content{}, err
	}
	at := letterStoreOf(shop, p.StoreID)
	values := any(nil)
	if p.OrderID != 0 {
		l, err := d.composeFor(ctx, k, p.OrderID, p.Cause)
		if err != nil {
			return letter.Content{}, err
		}
		at, values = letterStoreOf(shop, l.StoreID), l.Values
	}
	content, err := d.previewed(ctx, k, at, values, p.Template)
	return d.shown(ctx, at, content), err
}

// previewed renders values, or made-up ones if they are nil, with a template of a merchant, or with the one that holds.
func (d *Composer) previewed(ctx context.Context, k Kind, at letterStore, values any, template int64) (letter.Content, error) {
	if template == 0 {
		if values == nil {
			values = k.Form.SampleOf(at.locale, at.letterhead())
		}
		var templates []letter.Template
		if d.Templates != nil {
			var err error
			if templates, err = d.Templates(ctx); err != nil {
				return letter.Content{}, err
			}
		}
		return d.render(ctx, k.Form, at, templates, values)
	}
	chosen, err := d.Template(ctx, template)
	if err != nil {
		return letter.Content{}, err
	}
	if chosen.Language != "" && values == nil {
		at = at.in(chosen.Language)
	}
	if values == nil {
		values = k.Form.SampleOf(at.locale, at.letterhead())
	}
	content, err := k.Form.Render(at.locale.Language(), chosen.Content(), d.withLogo(ctx, k.Form, at, values))
	if err != nil {
		return letter.Content{}, fault.Preconditionf("The template does not render: %v", err)
	}
	return content, nil
}

// composeFor makes the newest letter of a kind that the events of an order can cause, or the one that a certain event caused.
func (d *Composer) composeFor(ctx context.Context, k Kind, orderID int64, cause string) (*Letter, error) {
	recorded, err := eventstore.ReadWhole(ctx, d.Store, order.Stream(orderID))
	if err != nil {
		return nil, err
	}
	if len(recorded) == 0 {
		return nil, order.ErrNotFound
	}
	ctx = context.WithValue(ctx, previewKey{}, true)
	for _, r := range slices.Backward(recorded) {
		if !slices.Contains(k.Events, r.Type) || cause != "" && r.ID.String() != cause {
			continue
		}
		payload, err := d.Codec.Decode(ctx, r)
		if err != nil {
			return nil, err
		}
		if l, err := k.Compose(ctx, d, reactions.Event{Recorded: r, Payload: payload}); err != nil || l != nil {
			return l, err
		}
	}
	return nil, fault.Preconditionf("The order has nothing that the e-mail %s tells. Choose another order.", k.Form.Name)
}
