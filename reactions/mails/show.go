package mails

import (
	"context"

	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/eventstore"
	"tradelog/reactions"
)

// Show writes the e-mail of a kind that the event at a revision of a stream calls for, with the present templates and settings. It sends
// nothing. NotFound: there is no such event, or it calls for no such e-mail.
func (d *Composer) Show(ctx context.Context, kind, stream string, revision eventstore.Revision) (letter.Content, error) {
	none := fault.NotFoundf("There is no e-mail %s of %s", kind, stream)
	k, ok := d.kinds[kind]
	if !ok {
		return letter.Content{}, none
	}
	found, err := d.Store.ReadStream(ctx, stream, revision, eventstore.Forwards, 1)
	if err != nil || len(found) == 0 {
		return letter.Content{}, orElse(err, none)
	}
	e := reactions.Event{Recorded: found[0]}
	if e.Payload, err = d.Codec.Decode(ctx, found[0]); err != nil || !k.calls(e) {
		return letter.Content{}, orElse(err, none)
	}
	l, err := k.Compose(ctx, d, e)
	if err != nil || l == nil {
		return letter.Content{}, orElse(err, none)
	}
	var templates []letter.Template
	if d.Templates != nil {
		if templates, err = d.Templates(ctx); err != nil {
			return letter.Content{}, err
		}
	}
	shop, err := d.Shop(ctx)
	if err != nil {
		return letter.Content{}, err
	}
	return d.render(k.Form, placeOf(shop, l.StoreID), templates, l.Values)
}

// orElse returns an error, or another one if there is none.
func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}
