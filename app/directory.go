package app

import (
	"context"
	"slices"

	directorycommands "tradelog/commands/directory"
	places "tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/operations"
	"tradelog/operations/directory"
	"tradelog/projections"
	rows "tradelog/projections/directory"
)

// directoryModule is the module of the shop's structure: websites, groups and store views, currencies with their rates, countries, and the
// configuration.
var directoryModule = Module{
	Name:    "directory",
	Streams: directorycommands.Streams(),
	Events:  slices.Concat(shop.EventSpecs(), settings.EventSpecs()),
	Sequences: []projections.Marks{projections.RecordMarks(map[*record.Kind]string{
		shop.Websites: "website", shop.Groups: "store_group", shop.Stores: "store",
	})},
	Projectors: []projections.Definition{rows.Shop},
	Settings:   settings.Directory,
	Operations: func(Services) []*operations.Operation { return directory.New() },
	Install: func(ctx context.Context, s Services) error {
		var rates []shop.Rate
		for _, r := range places.SeedRates() {
			if r.From != r.To {
				rates = append(rates, shop.Rate{From: r.From, To: r.To, Value: money.MustParse(r.Value)})
			}
		}
		return s.Commands.Directory.Install(ctx, rates)
	},
	Steps: directorySteps,
}
