package app

import (
	"context"

	"tradelog/domain/record"
	"tradelog/domain/settings"
	domain "tradelog/domain/tax"
	"tradelog/operations"
	"tradelog/operations/tax"
	"tradelog/projections"
	rows "tradelog/projections/taxes"
)

// taxesModule is classes, rates and rules. Customer groups have a class, and their rows are kept beside them.
var taxesModule = Module{
	Name:   "taxes",
	Events: domain.EventSpecs(),
	Sequences: []projections.Marks{projections.RecordMarks(map[*record.Kind]string{
		domain.Classes: "taxclass", domain.RateRecords: "taxrate", domain.Rules: "taxrule",
	})},
	Projectors: []projections.Definition{rows.Taxes},
	Settings:   settings.Taxes,
	Operations: func(s Services) []*operations.Operation { return tax.New(s.Commands.Taxes, s.Reader) },
	Install: func(ctx context.Context, s Services) error {
		if err := s.Commands.Customers.InstallGroups(ctx); err != nil {
			return err
		}
		return s.Commands.Taxes.Install(ctx)
	},
	Steps: taxesSteps,
}
