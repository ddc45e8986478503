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
	"tradelog/readmodels/folds"
)

// customersModule has the accounts of buyers, with their groups.
var customersModule = Module{
	Name:    "customers",
	Streams: slices.Concat(customerscommands.CustomerStreams(), forgetting.Streams()),
	Events:  slices.Concat(customer.EventSpecs(), person.GuestSpecs()),
	Changes: change.Merge(customer.Changes(), change.Area{
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
			Commands: s.Commands.Customers, Reader: s.Readers.Customers, Passwords: s.Logins.Passwords, Orders: s.Commands.Sales,
			Sign: accountOffers(s), Newsletter: s.Readers.Newsletter,
			Forgetting: s.Commands.Forgetting,
		})
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{
			reactions.MoveCustomersOfDeletedGroups(s.Commands.Customers, s.Readers.Directory), reactions.AttachOrders(s.Commands.Sales),
			reactions.FinishForgetting(s.Commands.Forgetting),
		}
	},
	Mails: []mails.Kind{mails.AccountConfirmation, mails.AccountWelcome, mails.PasswordReset, mails.EmailProof, mails.EmailChanged},
	Pages: func(s Services) []tradehttp.Page {
		open := func(ctx context.Context, caller operations.Caller, query url.Values) (tradehttp.Notice, error) {
			thanks := tradehttp.Notice{Title: thankYou, Text: locale.Text("Your e-mail address is confirmed. You can log in now.")}
			return thanks, customers.Confirm(ctx, s.Commands.Customers, caller, query.Get("id"), query.Get("key"))
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
			shop, err := s.Readers.Directory.Shop(ctx)
			if err != nil {
				return tradehttp.Notice{}, err
			}
			done := tradehttp.Notice{Title: thankYou, Text: locale.Text("Your password is changed. You can log in now.")}
			err = customers.ResetByLink(ctx, customers.Dependencies{Commands: s.Commands.Customers, Passwords: s.Logins.Passwords}, shop, caller,
				customers.Link{ID: query.Get("id"), Token: query.Get("token"), Password: secret})
			if errors.Is(err, customer.ErrTooShort) {
				done.Secret = newPassword // another password can be entered
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
			shop, err := s.Readers.Directory.Shop(ctx)
			if err != nil {
				return tradehttp.Notice{}, err
			}
			done := tradehttp.Notice{Title: thankYou, Text: locale.Text("Your new e-mail address is confirmed. Log in with it from now on.")}
			return done, customers.ProveEmail(ctx, customers.Dependencies{Commands: s.Commands.Customers, Reader: s.Readers.Customers}, shop,
				caller, query.Get("id"), query.Get("token"))
		},
	}
}
