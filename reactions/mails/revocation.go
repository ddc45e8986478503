package mails

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"tradelog/domain"
	"tradelog/domain/settings"
	"tradelog/internal/mail"
	"tradelog/reactions"
)

// Revocation is a customer's revocation of a contract as its e-mails tell it (shapes-sales §14).
type Revocation struct {
	ID             int64
	StoreID        int64 // of the order
	OrderReference string
	CustomerName   string
	Email          string
	Reason         string
	ReceivedAt     time.Time
	// Suppressed: the customer has had their receipt of the day.
	Suppressed bool
}

// RevocationReceipt tells a customer that their revocation was received. read turns the event into what is told.
func RevocationReceipt(event string, read func(domain.Event) Revocation) Kind {
	return Kind{
		Name: "revocation-receipt", Events: []string{event},
		Wanted: func(e domain.Event) bool { return !read(e).Suppressed },
		Compose: func(ctx context.Context, d *Desk, e reactions.Event) (*Letter, error) {
			r := read(e.Payload)
			shop, err := d.Shop(ctx)
			if err != nil {
				return nil, err
			}
			at := placeOf(shop, r.StoreID)
			l := &Letter{
				StoreID: r.StoreID, Sender: at.config.Text("revocation/email/identity"), To: mail.Address{Name: r.CustomerName, Email: r.Email},
				Subject: "We received your revocation of Order # " + r.OrderReference,
			}
			l.Body = append([]Block{
				{Text: hello(r.CustomerName)}, {Text: "we have received your declaration that you revoke the contract about the order below. We will come back to you."},
			}, at.revocation(r, false)...)
			return l, nil
		},
	}
}

// RevocationNotice tells the merchant of a revocation. Answers to it go to the customer.
func RevocationNotice(event string, read func(domain.Event) Revocation) Kind {
	return Kind{
		Name: "revocation-notice", Events: []string{event},
		Limit: func(config settings.View) (int, time.Duration) {
			return config.Int("revocation/abuse/merchant_notification_rate_limit_per_hour"), time.Hour
		},
		Compose: func(ctx context.Context, d *Desk, e reactions.Event) (*Letter, error) {
			r := read(e.Payload)
			shop, err := d.Shop(ctx)
			if err != nil {
				return nil, err
			}
			at := placeOf(shop, r.StoreID)
			merchant := identity(at.config, "general")
			merchant.Email = cmp.Or(at.config.Text("revocation/general/notify_email"), merchant.Email)
			l := &Letter{
				StoreID: r.StoreID, Sender: at.config.Text("revocation/email/identity"), To: merchant,
				ReplyTo: mail.Address{Name: r.CustomerName, Email: r.Email}, Subject: "Revocation request # " + strconv.FormatInt(r.ID, 10) + " for Order # " + r.OrderReference,
			}
			l.Body = append([]Block{{Text: "A customer has revoked a contract:"}}, at.revocation(r, true)...)
			return l, nil
		},
	}
}

// revocation is what both e-mails have in common. The customer knows who they are.
func (p place) revocation(r Revocation, toMerchant bool) []Block {
	facts := [][2]string{{"Request", "# " + strconv.FormatInt(r.ID, 10)}, {"Order", "# " + r.OrderReference}, {"Received", r.ReceivedAt.In(p.zone).Format("2006-01-02 15:04:05 MST")}}
	if toMerchant {
		facts = append(facts, [2]string{"Customer", r.CustomerName}, [2]string{"E-mail", r.Email})
	}
	blocks := []Block{{Facts: facts}}
	if r.Reason != "" {
		blocks = append(blocks, Block{Text: "Reason:"}, Block{Quote: r.Reason})
	}
	return blocks
}
