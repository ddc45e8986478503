package app

import (
	"context"
	"net/url"

	"tradelog/domain/customer"
	"tradelog/domain/settings"
	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/operations/customers"
	"tradelog/projections"
	rows "tradelog/projections/customers"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/records"
)

// customersModule is the accounts of buyers, with their groups.
var customersModule = Module{
	Name:       "customers",
	Events:     customer.EventSpecs(),
	Records:    []records.Record{customers.Groups},
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.Customers},
	Settings:   settings.Customers,
	Operations: func(s Services) []*operations.Operation {
		return customers.New(customers.Dependencies{Commands: s.Commands.Customers, Reader: s.Readers.Customers, Passwords: s.Passwords})
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.MoveCustomersOfDeletedGroups(s.Commands.Customers, s.Readers.Directory)}
	},
	Mails: []mails.Kind{mails.AccountConfirmation},
	Pages: func(s Services) []tradehttp.Page {
		open := func(ctx context.Context, caller operations.Caller, query url.Values) (tradehttp.Notice, error) {
			thanks := tradehttp.Notice{Title: "Thank you", Text: "Your e-mail address is confirmed. You can log in now."}
			return thanks, customers.Confirm(ctx, s.Commands.Customers, caller, query.Get("id"), query.Get("key"))
		}
		return []tradehttp.Page{{Path: customers.ConfirmPath, Open: open}}
	},
	Steps: customersSteps,
}
