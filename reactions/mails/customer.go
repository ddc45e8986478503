package mails

import (
	"context"
	"net/url"
	"strconv"
	"strings"

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
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		at := placeOf(shop, account.StoreID)
		name := account.Profile.FullName()
		link := strings.TrimSuffix(shop.BaseURL(account.StoreID), "/") + d.Confirm + "?" + url.Values{
			"id": {strconv.FormatInt(account.CustomerID, 10)}, "key": {account.Confirmation},
		}.Encode()
		return &Letter{
			StoreID: account.StoreID, Sender: at.config.Text("customer/create_account/email_identity"),
			To: mail.Address{Name: name, Email: account.Profile.Email}, Subject: "Account confirmation", Body: []Block{
				{Text: hello(name)}, {Text: "welcome to " + at.name() + ". Please confirm your e-mail address; you can log in after that."},
				{Link: &Link{Label: "Confirm the e-mail address", URL: link}},
				{Text: "If you did not open an account, you need not do anything."},
			},
		}, nil
	},
}
