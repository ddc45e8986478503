package mails

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/internal/mail"
	"tradelog/reactions"
)

// AccountConfirmation asks new customers to confirm their e-mail address.
var AccountConfirmation = Kind{
	Name: "account-confirmation", Events: []string{customer.Registered{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(customer.Registered).Confirmation != "" },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		account := e.Payload.(customer.Registered)
		if account.Confirmation == "" {
			return nil, nil // erased meanwhile
		}
		return d.toAccount(ctx, account.StoreID, account.Profile.Email, account.Profile, "Account confirmation", func(at place) []Block {
			link := at.page(d.Confirm, url.Values{"id": {strconv.FormatInt(account.CustomerID, 10)}, "key": {account.Confirmation}})
			return []Block{
				{Text: "welcome to " + at.name() + ". Please confirm your e-mail address; you can log in after that."},
				{Link: &Link{Label: "Confirm the e-mail address", URL: link}},
				{Text: "If you did not open an account, you need not do anything."},
			}
		})
	},
}

// AccountWelcome greets customers whose account needs no confirmation.
var AccountWelcome = Kind{
	Name: "account-welcome", Events: []string{customer.Registered{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(customer.Registered).Welcome },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		account := e.Payload.(customer.Registered)
		return d.toAccount(ctx, account.StoreID, account.Profile.Email, account.Profile, "Welcome", func(at place) []Block {
			return []Block{{Text: "welcome to " + at.name() + ". Your account is open; log in with this e-mail address."}}
		})
	},
}

// PasswordReset sends the link for a new password.
var PasswordReset = Kind{
	Name: "password-reset", Events: []string{customer.ResetRequested{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		asked := e.Payload.(customer.ResetRequested)
		if asked.Token == "" {
			return nil, nil // erased meanwhile
		}
		return d.toAccount(ctx, asked.StoreID, asked.Profile.Email, asked.Profile, "New password", func(at place) []Block {
			link := at.page(d.Reset, url.Values{"id": {strconv.FormatInt(asked.CustomerID, 10)}, "token": {asked.Token}})
			return []Block{
				{Text: "somebody asked for a new password of your account at " + at.name() + "."},
				{Link: &Link{Label: "Choose a new password", URL: link}},
				{Text: fmt.Sprintf("The link works once, within %d hours.", at.config.Int("customer/password/reset_link_expiration_period"))},
				{Text: "If it was not you, you need not do anything: your password stays as it is."},
			}
		})
	},
}

// EmailChanged tells the former address of an account that the e-mail address was changed.
var EmailChanged = Kind{
	Name: "email-changed", Events: []string{customer.ProfileChanged{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(customer.ProfileChanged).FormerEmail != "" },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		changed := e.Payload.(customer.ProfileChanged)
		subject := "Your e-mail address was changed"
		return d.toAccount(ctx, changed.StoreID, changed.FormerEmail, changed.Profile, subject, func(at place) []Block {
			return []Block{
				{Text: "the e-mail address of your account at " + at.name() + " was changed. This one is not used any more."},
				{Text: "If it was not you, please tell us at once."},
			}
		})
	},
}

// toAccount makes a letter to the owner of an account, or none if the address was erased meanwhile. It begins with the greeting.
func (d *Composer) toAccount(
	ctx context.Context, storeID int64, email string, owner customer.Profile, subject string, body func(place) []Block,
) (*Letter, error) {
	if email == "" {
		return nil, nil
	}
	shop, err := d.Shop(ctx)
	if err != nil {
		return nil, err
	}
	at, name := placeOf(shop, storeID), owner.FullName()
	return &Letter{
		StoreID: storeID, Sender: at.config.Text("customer/create_account/email_identity"), To: mail.Address{Name: name, Email: email},
		Subject: subject, Body: append([]Block{{Text: hello(name)}}, body(at)...),
	}, nil
}
