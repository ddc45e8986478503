package app

import (
	promotionscommands "tradelog/commands/promotions"
	"tradelog/domain/pricerule"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/promotions"
	"tradelog/projections"
	"tradelog/projections/sales"
	"tradelog/readmodels/folds"
	readpromotions "tradelog/readmodels/promotions"
)

// Price rules: commands and reader.
var (
	Rules = Share(func(s Services) *promotionscommands.Rules { return promotionscommands.New(s.Engine) })

	PromotionsReader = Share(func(s Services) *readpromotions.Reader { return readpromotions.New(s.Reader) })
)

// promotionsModule is the module of price rules and their coupons.
var promotionsModule = Module{
	Name:       "promotions",
	Streams:    promotionscommands.Streams(),
	Events:     pricerule.EventSpecs(),
	Changes:    pricerule.Changes(),
	Sequences:  []projections.Marks{sales.PriceRuleMarks},
	Projectors: []projections.Definition{sales.PriceRules},
	Settings:   settings.Promotions,
	Trails: trails(trail.Kind{
		Path: "/coupons/{id}", Noun: "coupon", Permission: "coupons", Category: pricerule.Category, Find: trail.Numbered(pricerule.Stream),
		Fold: trail.Documents(folds.ApplyCoupon),
	}),
	Operations: func(s Services) []*operations.Operation {
		return promotions.New(promotions.Dependencies{
			Commands: Rules.Of(s), Carts: Checkout.Of(s), Reader: PromotionsReader.Of(s), Quotes: Quotes.Of(s),
		})
	},
}
