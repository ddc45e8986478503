package mails

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/record"
	"tradelog/domain/webhook"
	"tradelog/eventstore"
	"tradelog/reactions"
)

// WebhookTrouble tells the owner of a webhook that deliveries were given up, or that it was suspended.
var WebhookTrouble = Kind{
	Form: letter.WebhookTroubleForm, Events: []string{webhook.Subscriptions.Title + "Changed"},
	Wanted: func(e domain.Event) bool {
		changed := e.(record.Changed)
		return given(changed, "suspendedAt") || given(changed, "parkedAt")
	},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		id := domain.StreamID(e.Stream)
		s, err := d.Webhook(ctx, id)
		if errors.Is(err, record.ErrNotFound) {
			return nil, nil // deleted meanwhile
		}
		if err != nil {
			return nil, err
		}
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		store, _ := shop.Default()
		at := letterStoreOf(shop, store.ID)
		to, err := d.owner(ctx, s, e.Stream)
		if err != nil {
			return nil, err
		}
		if to.Email == "" {
			to = identity(at.config, "general")
		}
		name, host := fmt.Sprint(s.ID), ""
		if s.Name != "" {
			name += " (" + s.Name + ")"
		}
		if address, err := url.Parse(s.URL); err == nil {
			host = address.Hostname()
		}
		return &Letter{StoreID: store.ID, Sender: "general", To: to, Values: letter.WebhookTrouble{
			Common: at.common(to.Name), Name: name, Host: host, Reason: domain.Value(s.Trouble),
			Suspended: given(e.Payload.(record.Changed), "suspendedAt"),
		}}, nil
	},
}

// given tells whether a field got a value.
func given(e record.Changed, field string) bool {
	value, has := e.Set[field]
	return has && string(value) != "null"
}

// owner returns the address of the back-office account that a subscription belongs to: the one it names, or the one that made it.
func (d *Composer) owner(ctx context.Context, s webhook.Subscription, stream string) (mail.Address, error) {
	id := domain.Value(s.OwnerID)
	if id == 0 {
		made, err := d.Store.ReadStream(ctx, stream, 0, eventstore.Forwards, 1)
		if err != nil || len(made) == 0 {
			return mail.Address{}, err
		}
		if meta, err := made[0].Meta(); err == nil && meta.Actor.Kind == "admin" {
			id = meta.Actor.ID
		}
	}
	if id == 0 {
		return mail.Address{}, nil
	}
	account, err := d.Account(ctx, id)
	if err != nil || !account.Active {
		return mail.Address{}, err
	}
	return mail.Address{Name: cmp.Or(account.Name, account.Username), Email: account.Email}, nil
}
