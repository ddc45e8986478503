package app

import (
	"context"

	"tradelog/domain/customer"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	domain "tradelog/domain/tax"
	"tradelog/operations"
	"tradelog/operations/tax"
	"tradelog/projections"
)

// taxesModule is classes, rates and rules. Customer groups have a class, and their rows are kept beside them.
var taxesModule = Module{
	Name:   "taxes",
	Events: domain.EventSpecs(),
	Sequences: []projections.Sequence{
		projections.NumbersRecords(domain.Classes, "taxclass"), projections.NumbersRecords(domain.RateRecords, "taxrate"),
		projections.NumbersRecords(domain.Rules, "taxrule"),
	},
	Projectors: []projections.Definition{projections.Records("taxes", 2, map[*record.Kind]string{
		domain.Classes: "tax_classes", domain.RateRecords: "tax_rates", domain.Rules: "tax_rules", customer.Groups: "customer_groups",
	})},
	Settings:   settings.Taxes,
	Operations: func(s Services) []*operations.Operation { return tax.New(s.Commands, s.Reader) },
	Install:    func(ctx context.Context, s Services) error { return s.Commands.InstallTaxes(ctx) },
}
