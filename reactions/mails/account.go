package mails

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/internal/mail"
	"tradelog/reactions"
)

// accountSender is the setting with the sender of e-mails about accounts.
const accountSender = "customer/create_account/email_identity"

// PasswordReset sends the link for a new password.
var PasswordReset = Kind{
	Name: "password-reset", Events: []string{customer.ResetRequested{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		asked := e.Payload.(customer.ResetRequested)
		if asked.Token == "" {
			return nil, nil // erased meanwhile
		}
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		at := placeOf(shop, asked.StoreID)
		name := asked.Profile.FullName()
		link := strings.TrimSuffix(shop.BaseURL(asked.StoreID), "/") + d.Reset + "?" + url.Values{
			"id": {strconv.FormatInt(asked.CustomerID, 10)}, "token": {asked.Token},
		}.Encode()
		return &Letter{
			StoreID: asked.StoreID, Sender: at.config.Text(accountSender), To: mail.Address{Name: name, Email: asked.Profile.Email},
			Subject: "New password", Body: []Block{
				{Text: hello(name)}, {Text: "somebody asked for a new password of your account at " + at.name() + "."},
				{Link: &Link{Label: "Choose a new password", URL: link}},
				{Text: fmt.Sprintf("The link works once, within %d hours.", at.config.Int("customer/password/reset_link_expiration_period"))},
				{Text: "If it was not you, you need not do anything: your password stays as it is."},
			},
		}, nil
	},
}

// EmailChanged tells the former address of an account that the e-mail address was changed.
var EmailChanged = Kind{
	Name: "email-changed", Events: []string{customer.ProfileChanged{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(customer.ProfileChanged).FormerEmail != "" },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		changed := e.Payload.(customer.ProfileChanged)
		if changed.FormerEmail == "" {
			return nil, nil // erased meanwhile
		}
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		at := placeOf(shop, changed.StoreID)
		name := changed.Profile.FullName()
		return &Letter{
			StoreID: changed.StoreID, Sender: at.config.Text(accountSender), To: mail.Address{Name: name, Email: changed.FormerEmail},
			Subject: "Your e-mail address was changed", Body: []Block{
				{Text: hello(name)}, {Text: "the e-mail address of your account at " + at.name() + " was changed. This one is not used any more."},
				{Text: "If it was not you, please tell us at once."},
			},
		}, nil
	},
}

// AccountWelcome greets customers whose account needs no confirmation.
var AccountWelcome = Kind{
	Name: "account-welcome", Events: []string{customer.Registered{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(customer.Registered).Welcome },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		account := e.Payload.(customer.Registered)
		if account.Profile.Email == "" {
			return nil, nil // erased meanwhile
		}
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		at := placeOf(shop, account.StoreID)
		name := account.Profile.FullName()
		return &Letter{
			StoreID: account.StoreID, Sender: at.config.Text(accountSender), To: mail.Address{Name: name, Email: account.Profile.Email},
			Subject: "Welcome", Body: []Block{
				{Text: hello(name)}, {Text: "welcome to " + at.name() + ". Your account is open; log in with this e-mail address."},
			},
		}, nil
	},
}
