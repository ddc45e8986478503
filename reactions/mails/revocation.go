package mails

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/lines"
	"tradelog/domain/revocation"
	"tradelog/domain/settings"
	"tradelog/reactions"
)

// RevocationReceipt confirms to a customer that their revocation was received.
var RevocationReceipt = Kind{
	Form: letter.RevocationReceiptForm, Events: []string{revocation.Submitted{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(revocation.Submitted).Suppressed == "" },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		r := e.Payload.(revocation.Submitted)
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		at := letterStoreOf(shop, r.StoreID)
		return &Letter{
			StoreID: r.StoreID, Sender: at.config.Text("revocation/email/identity"),
			To: mail.Address{Name: r.Declarer.Name, Email: r.Declarer.Email}, Values: at.revocation(r, r.Declarer.Name),
		}, nil
	},
}

// RevocationNotice notifies the merchant of a revocation. Replies go to the customer.
var RevocationNotice = Kind{
	Form: letter.RevocationNoticeForm, Events: []string{revocation.Submitted{}.EventName()},
	Limit: func(config settings.View) (int, time.Duration) {
		return config.Int("revocation/abuse/merchant_notification_rate_limit_per_hour"), time.Hour
	},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		r := e.Payload.(revocation.Submitted)
		if r.Declarer.Email == "" {
			return nil, nil // erased meanwhile
		}
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		at := letterStoreOf(shop, r.StoreID)
		merchant := identity(at.config, "general")
		merchant.Email = cmp.Or(at.config.Text("revocation/general/notify_email"), merchant.Email)
		return &Letter{
			StoreID: r.StoreID, Sender: at.config.Text("revocation/email/identity"), To: merchant,
			ReplyTo: mail.Address{Name: r.Declarer.Name, Email: r.Declarer.Email},
			Values:  letter.RevocationNotice{Revocation: at.revocation(r, merchant.Name), Name: r.Declarer.Name, Email: r.Declarer.Email},
		}, nil
	},
}

// revocation returns the values of both e-mails.
func (p letterStore) revocation(r revocation.Submitted, recipient string) letter.Revocation {
	return letter.Revocation{
		Common: p.common(recipient), Number: strconv.FormatInt(r.RequestID, 10), Order: r.OrderReference, Received: p.locale.Time(r.ReceivedAt),
		Reason: lines.Split(r.Reason),
	}
}
