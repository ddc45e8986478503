package mails

import (
	"context"
	"net/url"
	"strconv"

	"tradelog/domain"
	"tradelog/domain/newsletter"
	"tradelog/internal/mail"
	"tradelog/reactions"
)

// NewsletterConfirmation asks subscribers to confirm their e-mail address.
var NewsletterConfirmation = Kind{
	Name: "newsletter-confirmation", Events: []string{newsletter.Subscribed{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(newsletter.Subscribed).Status == newsletter.Inactive },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		return d.toSubscriber(ctx, e, newsletter.Inactive, "Newsletter subscription confirmation", func(p place, s newsletter.State) []Block {
			return []Block{
				{Text: "Hello,"},
				{Text: "please confirm that the newsletter of " + p.name() + " is to be sent to this e-mail address."},
				{Link: &Link{Label: "Confirm the subscription", URL: p.link(newsletter.ConfirmPath, s)}},
				{Text: "If you did not subscribe, you need not do anything: you will not get the newsletter."},
			}
		})
	},
}

// NewsletterSuccess tells subscribers that their subscription has begun.
var NewsletterSuccess = Kind{
	Name: "newsletter-success", Events: []string{newsletter.Subscribed{}.EventName(), newsletter.Confirmed{}.EventName()},
	Wanted: func(e domain.Event) bool {
		s, first := e.(newsletter.Subscribed)
		return !first || s.Status == newsletter.Active
	},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		return d.toSubscriber(ctx, e, newsletter.Active, "Newsletter subscription success", func(p place, s newsletter.State) []Block {
			return []Block{
				{Text: "Hello,"}, {Text: "you have subscribed to the newsletter of " + p.name() + "."},
				{Text: "You can end the subscription at any time:"},
				{Link: &Link{Label: "Unsubscribe", URL: p.link(newsletter.UnsubscribePath, s)}},
			}
		})
	},
}

// NewsletterEnd tells subscribers that their subscription has ended.
var NewsletterEnd = Kind{
	Name: "newsletter-end", Events: []string{newsletter.Unsubscribed{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		return d.toSubscriber(ctx, e, newsletter.Ended, "Newsletter unsubscription success", func(p place, _ newsletter.State) []Block {
			return []Block{
				{Text: "Hello,"}, {Text: "you have unsubscribed from the newsletter of " + p.name() + " and will not get it any more."},
			}
		})
	},
}

// toSubscriber makes a letter to a subscriber who still has the status that the letter is about.
func (d *Composer) toSubscriber(
	ctx context.Context, e reactions.Event, status newsletter.Status, subject string, body func(place, newsletter.State) []Block,
) (*Letter, error) {
	s := newsletter.New(e.Stream)
	if err := d.Commands.EachEvent(ctx, e.Stream, func(e domain.Event, _ domain.Times) { s = newsletter.Evolve(s, e) }); err != nil {
		return nil, err
	}
	if s.Email == "" || s.Status != status {
		return nil, nil // erased, or changed, meanwhile
	}
	shop, err := d.Shop(ctx)
	if err != nil {
		return nil, err
	}
	at := placeOf(shop, s.StoreID)
	return &Letter{
		StoreID: s.StoreID, Sender: at.config.Text("newsletter/subscription/email_identity"), To: mail.Address{Email: s.Email},
		Subject: subject, Body: body(at, s),
	}, nil
}

// link returns the address of a page that carries out what an e-mail to a subscriber offers.
func (p place) link(page string, s newsletter.State) string {
	return p.page(page, url.Values{"id": {strconv.FormatInt(s.ID, 10)}, "code": {s.Code}})
}
