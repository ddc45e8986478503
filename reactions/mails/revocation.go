package mails

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"tradelog/domain"
	"tradelog/domain/revocation"
	"tradelog/domain/settings"
	"tradelog/internal/mail"
	"tradelog/reactions"
)

// RevocationReceipt confirms to a customer that their revocation was received.
var RevocationReceipt = Kind{
	Name: "revocation-receipt", Events: []string{revocation.Submitted{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(revocation.Submitted).Suppressed == "" },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		r := e.Payload.(revocation.Submitted)
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		at := placeOf(shop, r.StoreID)
		l := &Letter{
			StoreID: r.StoreID, Sender: at.config.Text("revocation/email/identity"),
			To:      mail.Address{Name: r.Declarer.Name, Email: r.Declarer.Email},
			Subject: "We received your revocation of Order # " + r.OrderReference,
		}
		l.Body = append([]Block{
			{Text: hello(r.Declarer.Name)},
			{Text: "we have received your declaration that you revoke the contract about the order below. We will come back to you."},
		}, at.revocation(r, false)...)
		return l, nil
	},
}

// RevocationNotice notifies the merchant of a revocation. Replies go to the customer.
var RevocationNotice = Kind{
	Name: "revocation-notice", Events: []string{revocation.Submitted{}.EventName()},
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
		at := placeOf(shop, r.StoreID)
		merchant := identity(at.config, "general")
		merchant.Email = cmp.Or(at.config.Text("revocation/general/notify_email"), merchant.Email)
		l := &Letter{
			StoreID: r.StoreID, Sender: at.config.Text("revocation/email/identity"), To: merchant,
			ReplyTo: mail.Address{Name: r.Declarer.Name, Email: r.Declarer.Email},
			Subject: "Revocation request # " + strconv.FormatInt(r.RequestID, 10) + " for Order # " + r.OrderReference,
		}
		l.Body = append([]Block{{Text: "A customer has revoked a contract:"}}, at.revocation(r, true)...)
		return l, nil
	},
}

// revocation returns the facts that both e-mails share. Only the merchant's has the customer's name and address.
func (p place) revocation(r revocation.Submitted, toMerchant bool) []Block {
	facts := [][2]string{
		{"Request", "# " + strconv.FormatInt(r.RequestID, 10)}, {"Order", "# " + r.OrderReference},
		{"Received", r.ReceivedAt.In(p.zone).Format("2006-01-02 15:04:05 MST")},
	}
	if toMerchant {
		facts = append(facts, [2]string{"Customer", r.Declarer.Name}, [2]string{"E-mail", r.Declarer.Email})
	}
	blocks := []Block{{Facts: facts}}
	if r.Reason != "" {
		blocks = append(blocks, Block{Text: "Reason:"}, Block{Quote: r.Reason})
	}
	return blocks
}
