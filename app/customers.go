package app

import (
	"context"
	"net/url"
	"slices"

	"tradelog/domain/customer"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/operations/customers"
	"tradelog/projections"
	rows "tradelog/projections/customers"
	"tradelog/reactions"
	"tradelog/reactions/mails"
)

// customersModule is the accounts of buyers, with their groups.
var customersModule = Module{
	Name:   "customers",
	Events: slices.Concat(customer.EventSpecs(), customer.GroupEventSpecs()),
	Sequences: []projections.Marks{
		rows.Marks, projections.RecordMarks(map[*record.Kind]string{customer.Groups: "customergroup"}),
	},
	Projectors: []projections.Definition{rows.Customers},
	Settings:   settings.Customers,
	Operations: func(s Services) []*operations.Operation {
		return customers.New(customers.Dependencies{Commands: s.Commands.Customers, Taxes: s.Commands.Taxes, Reader: s.Reader, Passwords: s.Passwords})
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.MoveCustomersOfDeletedGroups(s.Commands.Customers, s.Reader)}
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
