package app

import (
	salescommands "tradelog/commands/sales"
	"tradelog/domain/pricerule"
	"tradelog/domain/settings"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/checkout"
	"tradelog/projections"
	"tradelog/projections/sales"
	"tradelog/readmodels/folds"
)

// promotionsModule has price rules and their coupons.
var promotionsModule = Module{
	Name:       "promotions",
	Streams:    salescommands.PriceRuleStreams(),
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
		return checkout.NewCoupons(checkout.CouponDependencies{
			Commands: s.Commands.Promotions, Carts: s.Commands.Checkout, Reader: s.Readers.Promotions, Quotes: s.Quotes,
		})
	},
}
