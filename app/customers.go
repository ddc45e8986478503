package app

import (
	"context"
	"errors"
	"net/url"
	"slices"

	customerscommands "tradelog/commands/customers"
	"tradelog/commands/forgetting"
	"tradelog/domain/change"
	"tradelog/domain/customer"
	"tradelog/domain/locale"
	"tradelog/domain/person"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/operations/customers"
	"tradelog/operations/records"
	"tradelog/projections"
	customersrows "tradelog/projections/customers"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	readcustomers "tradelog/readmodels/customers"
	"tradelog/readmodels/folds"
)

// The accounts of buyers: commands and reader, and the command that forgets people.
var (
	Customers = Share(func(s Services) *customerscommands.Customers { return customerscommands.New(s.Engine) })

	CustomersReader = Share(func(s Services) *readcustomers.Reader { return readcustomers.New(s.Reader) })

	Forgetting = Share(func(s Services) *forgetting.Forgetting {
		return forgetting.New(s.Engine, forgetting.Areas{
			Accounts: Accounts.Of(s), Customers: Customers.Of(s), Carts: Checkout.Of(s), Orders: Orders.Of(s), Newsletter: Newsletter.Of(s),
			Reviews: Reviews.Of(s), Revocations: Revocations.Of(s), Alerts: StockAlerts.Of(s),
		})
	})
)

// customersModule is the accounts of buyers, with their groups.
var customersModule = Module{
	Name:    "customers",
	Streams: slices.Concat(customerscommands.Streams(), forgetting.Streams()),
	Events:  slices.Concat(customer.EventSpecs(), person.GuestSpecs()),
	Changes: change.Together(customer.Changes(), change.Area{
		Events: change.HideAll("customers who are guests are no resource", person.GuestSpecs()...),
	}),
	Records:    []records.Record{customers.Groups},
	Sequences:  []projections.Marks{customersrows.CustomerMarks},
	Projectors: []projections.Definition{customersrows.Customers},
	Settings:   settings.Customers,
	Trails: trails(trail.Kind{
		Path: "/customers/{id}", Noun: "customer", Permission: "customers", Category: customer.Category, Find: trail.Numbered(customer.Stream),
		Fold: trail.Documents(folds.ApplyCustomer),
	}),
	Operations: func(s Services) []*operations.Operation {
		return customers.New(customers.Dependencies{
			Commands: Customers.Of(s), Reader: CustomersReader.Of(s), Passwords: s.Passwords, Orders: Orders.Of(s),
			Sign: accountOffers(s), Newsletter: NewsletterReader.Of(s),
			Forgetting: Forgetting.Of(s),
		})
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{
			reactions.MoveCustomersOfDeletedGroups(Customers.Of(s), DirectoryReader.Of(s)), reactions.AttachOrders(Orders.Of(s)),
			reactions.FinishForgetting(Forgetting.Of(s)),
		}
	},
	Mails: []mails.Kind{mails.AccountConfirmation, mails.AccountWelcome, mails.PasswordReset, mails.EmailProof, mails.EmailChanged},
	Pages: func(s Services) []tradehttp.Page {
		open := func(ctx context.Context, caller operations.Caller, query url.Values) (tradehttp.Notice, error) {
			thanks := tradehttp.Notice{Title: thankYou, Text: locale.Text("Your e-mail address is confirmed. You can log in now.")}
			return thanks, customers.Confirm(ctx, Customers.Of(s), caller, query.Get("id"), query.Get("key"))
		}
		return []tradehttp.Page{{Path: customers.ConfirmPath, Open: open}, resetPage(s), emailPage(s)}
	},
}

var (
	thankYou    = locale.Text("Thank you")
	newPassword = locale.Text("New password")
)

// resetPage returns the page that the link of a password reset opens. It asks for the new password.
func resetPage(s Services) tradehttp.Page {
	return tradehttp.Page{
		Path: customers.ResetPath,
		Open: func(context.Context, operations.Caller, url.Values) (tradehttp.Notice, error) {
			return tradehttp.Notice{Title: newPassword, Text: locale.Text("Choose a new password."), Secret: newPassword}, nil
		},
		Submit: func(ctx context.Context, caller operations.Caller, query url.Values, secret string) (tradehttp.Notice, error) {
			shop, err := DirectoryReader.Of(s).Shop(ctx)
			if err != nil {
				return tradehttp.Notice{}, err
			}
			done := tradehttp.Notice{Title: thankYou, Text: locale.Text("Your password is changed. You can log in now.")}
			err = customers.ResetByLink(ctx, customers.Dependencies{Commands: Customers.Of(s), Passwords: s.Passwords}, shop, caller,
				customers.Link{ID: query.Get("id"), Token: query.Get("token"), Password: secret})
			if errors.Is(err, customer.ErrTooShort) {
				done.Secret = newPassword // it can be entered again
			}
			return done, err
		},
	}
}

// emailPage returns the page that the link to a new e-mail address opens.
func emailPage(s Services) tradehttp.Page {
	return tradehttp.Page{
		Path: customers.EmailPath,
		Open: func(ctx context.Context, caller operations.Caller, query url.Values) (tradehttp.Notice, error) {
			shop, err := DirectoryReader.Of(s).Shop(ctx)
			if err != nil {
				return tradehttp.Notice{}, err
			}
			done := tradehttp.Notice{Title: thankYou, Text: locale.Text("Your new e-mail address is confirmed. Log in with it from now on.")}
			return done, customers.ProveEmail(ctx, customers.Dependencies{Commands: Customers.Of(s), Reader: CustomersReader.Of(s)}, shop,
				caller, query.Get("id"), query.Get("token"))
		},
	}
}
