package mails

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/letter"
	"tradelog/reactions"
)

// AccountConfirmation asks new customers to confirm their e-mail address.
var AccountConfirmation = Kind{
	Form: letter.AccountConfirmationForm, Events: []string{customer.Registered{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(customer.Registered).Confirmation != "" },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		account := e.Payload.(customer.Registered)
		if account.Confirmation == "" {
			return nil, nil // erased meanwhile
		}
		now, err := d.profileOf(ctx, account.CustomerID)
		if err != nil {
			return nil, err
		}
		return d.toAccount(ctx, account.StoreID, now.Email, now, func(at letterStore, all letter.Common) any {
			link := at.page(d.Confirm, url.Values{"id": {strconv.FormatInt(account.CustomerID, 10)}, "key": {account.Confirmation}})
			return letter.Confirmation{Common: all, Link: link}
		})
	},
}

// AccountWelcome greets customers whose account needs no confirmation.
var AccountWelcome = Kind{
	Form: letter.AccountWelcomeForm, Events: []string{customer.Registered{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(customer.Registered).Welcome },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		account := e.Payload.(customer.Registered)
		now, err := d.profileOf(ctx, account.CustomerID)
		if err != nil {
			return nil, err
		}
		return d.toAccount(ctx, account.StoreID, now.Email, now, aboutAccount)
	},
}

// PasswordReset sends the link for a new password. A changed e-mail address has ended the link, so it is not sent.
var PasswordReset = Kind{
	Form: letter.PasswordResetForm, Events: []string{customer.ResetRequested{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		asked := e.Payload.(customer.ResetRequested)
		if asked.Token == "" {
			return nil, nil // erased meanwhile
		}
		if now, err := d.profileOf(ctx, asked.CustomerID); err != nil || !strings.EqualFold(now.Email, asked.Profile.Email) {
			return nil, err
		}
		return d.toAccount(ctx, asked.StoreID, asked.Profile.Email, asked.Profile, func(at letterStore, all letter.Common) any {
			return at.timed(d.Reset, asked.CustomerID, asked.Token, all)
		})
	},
}

// EmailProof sends the link that proves a new e-mail address to that address.
var EmailProof = Kind{
	Form: letter.EmailProofForm, Events: []string{customer.EmailChangeRequested{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		asked := e.Payload.(customer.EmailChangeRequested)
		if asked.Token == "" {
			return nil, nil // erased meanwhile
		}
		return d.toAccount(ctx, asked.StoreID, asked.Profile.Email, asked.Profile, func(at letterStore, all letter.Common) any {
			return at.timed(d.Email, asked.CustomerID, asked.Token, all)
		})
	},
}

// EmailChanged tells the former address of an account that the e-mail address was changed.
var EmailChanged = Kind{
	Form: letter.EmailChangedForm, Events: []string{customer.ProfileChanged{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(customer.ProfileChanged).FormerEmail != "" },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		changed := e.Payload.(customer.ProfileChanged)
		return d.toAccount(ctx, changed.StoreID, changed.FormerEmail, changed.Profile, aboutAccount)
	},
}

// timed returns a link to a page for an account, which works for some hours.
func (p letterStore) timed(page string, id int64, token string, all letter.Common) letter.TimedLink {
	link := p.page(page, url.Values{"id": {strconv.FormatInt(id, 10)}, "token": {token}})
	hours := p.config.Int("customer/password/reset_link_expiration_period")
	return letter.TimedLinkOf(p.locale, letter.Confirmation{Common: all, Link: link}, hours)
}

// profileOf returns the profile of an account as it is now. It has no address if the customer is forgotten.
func (d *Composer) profileOf(ctx context.Context, customerID int64) (customer.Profile, error) {
	account := customer.New("")
	if err := d.Commands.EachEvent(ctx, customer.Stream(customerID), func(e domain.Event, _ domain.Times) {
		account = customer.Evolve(account, e)
	}); err != nil || account.Forgotten {
		return customer.Profile{}, err
	}
	return account.Profile, nil
}

func aboutAccount(_ letterStore, all letter.Common) any { return letter.Account{Common: all} }

// toAccount makes a letter to the owner of an account, or none if the address was erased meanwhile.
func (d *Composer) toAccount(
	ctx context.Context, storeID int64, email string, owner customer.Profile, values func(letterStore, letter.Common) any,
) (*Letter, error) {
	if email == "" {
		return nil, nil
	}
	shop, err := d.Shop(ctx)
	if err != nil {
		return nil, err
	}
	at, name := letterStoreOf(shop, storeID), owner.FullName()
	return &Letter{
		StoreID: storeID, Sender: at.config.Text("customer/create_account/email_identity"), To: mail.Address{Name: name, Email: email},
		Values: values(at, at.common(name)),
	}, nil
}
