package app

import (
	"context"
	"slices"

	"tradelog/domain/customer"
	"tradelog/domain/settings"
	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/operations/customers"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/mails"
)

// customersModule is the accounts of buyers, with their groups.
var customersModule = Module{
	Name:   "customers",
	Events: slices.Concat(customer.EventSpecs(), customer.GroupEventSpecs()),
	Sequences: []projections.Sequence{
		projections.Numbers(func(e customer.Registered, mark func(string, int64)) { mark("customer", e.CustomerID) }),
		projections.NumbersRecords(customer.Groups, "customergroup"),
	},
	Projectors: []projections.Definition{projections.Customers},
	Settings:   settings.Customers,
	Operations: func(s Services) []*operations.Operation {
		return customers.New(customers.Dependencies{Commands: s.Commands, Reader: s.Reader, Passwords: s.Passwords})
	},
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{reactions.MoveCustomersOfDeletedGroups(s.Commands, s.Reader)}
	},
	Mails: []mails.Kind{mails.AccountConfirmation},
	Pages: func(s Services) []tradehttp.Page {
		return []tradehttp.Page{{Path: customers.ConfirmPath, Open: func(ctx context.Context, r *operations.Request) (tradehttp.Notice, error) {
			thanks := tradehttp.Notice{Title: "Thank you", Text: "Your e-mail address is confirmed. You can log in now."}
			return thanks, customers.Confirm(ctx, s.Commands, r)
		}}}
	},
}
