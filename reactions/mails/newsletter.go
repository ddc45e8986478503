package mails

import (
	"context"
	"net/url"
	"strconv"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/newsletter"
	"tradelog/reactions"
)

// NewsletterConfirmation asks subscribers to confirm their e-mail address.
var NewsletterConfirmation = Kind{
	Form: letter.NewsletterConfirmationForm, Events: []string{newsletter.Subscribed{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(newsletter.Subscribed).Status == newsletter.Inactive },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		return d.toSubscriber(ctx, e, newsletter.Inactive, withLink(newsletter.ConfirmPath))
	},
}

// NewsletterSuccess tells subscribers that their subscription has begun.
var NewsletterSuccess = Kind{
	Form: letter.NewsletterSuccessForm, Events: []string{newsletter.Subscribed{}.EventName(), newsletter.Confirmed{}.EventName()},
	Wanted: func(e domain.Event) bool {
		s, first := e.(newsletter.Subscribed)
		return !first || s.Status == newsletter.Active
	},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		return d.toSubscriber(ctx, e, newsletter.Active, withLink(newsletter.UnsubscribePath))
	},
}

// NewsletterEnd tells subscribers that their subscription has ended.
var NewsletterEnd = Kind{
	Form: letter.NewsletterEndForm, Events: []string{newsletter.Unsubscribed{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		return d.toSubscriber(ctx, e, newsletter.Ended, func(at letterStore, _ newsletter.State) any {
			return letter.Account{Common: at.common("")}
		})
	},
}

// withLink returns a function that makes values with the link to a page, where a subscriber confirms or ends the subscription.
func withLink(page string) func(letterStore, newsletter.State) any {
	return func(at letterStore, s newsletter.State) any {
		return letter.Confirmation{Common: at.common(""), Link: at.subscriberPage(page, s)}
	}
}

// subscriberPage returns the URL of a page that acts for a subscriber.
func (p letterStore) subscriberPage(page string, s newsletter.State) string {
	return p.page(page, url.Values{"id": {strconv.FormatInt(s.ID, 10)}, "code": {s.Code}})
}

// toSubscriber makes a letter to a subscriber who still has the status that the letter is about. Mail programs show a button that ends a
// subscription, also one that waits to be confirmed.
func (d *Composer) toSubscriber(
	ctx context.Context, e reactions.Event, status newsletter.Status, values func(letterStore, newsletter.State) any,
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
	at := letterStoreOf(shop, s.StoreID)
	made := &Letter{
		StoreID: s.StoreID, Sender: at.config.Text("newsletter/subscription/email_identity"), To: mail.Address{Email: s.Email},
		Values: values(at, s),
	}
	if s.Status != newsletter.Ended {
		made.Unsubscribe = at.subscriberPage(newsletter.UnsubscribePath, s)
	}
	return made, nil
}
