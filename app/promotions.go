package app

import (
	promotionscommands "tradelog/commands/promotions"
	"tradelog/domain/pricerule"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/promotions"
	"tradelog/projections"
	rows "tradelog/projections/promotions"
)

// promotionsModule is the module of price rules and their coupons.
var promotionsModule = Module{
	Name:       "promotions",
	Streams:    promotionscommands.Streams(),
	Events:     pricerule.EventSpecs(),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.PriceRules},
	Settings:   settings.Promotions,
	Operations: func(s Services) []*operations.Operation {
		return promotions.New(promotions.Dependencies{
			Commands: s.Commands.Promotions, Carts: s.Commands.Checkout, Reader: s.Readers.Promotions, Quotes: s.Commands.Quotes,
		})
	},
	Steps: promotionsSteps,
}
