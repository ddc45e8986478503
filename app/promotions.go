package app

import (
	"tradelog/domain/pricerule"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/coupons"
	"tradelog/projections"
)

// promotionsModule is price rules and their coupons.
var promotionsModule = Module{
	Name:   "promotions",
	Events: pricerule.EventSpecs(),
	Sequences: []projections.Sequence{
		projections.Numbers(func(e pricerule.Created, mark func(string, int64)) { mark("pricerule", e.Rule.ID) }),
	},
	Projectors: []projections.Definition{projections.PriceRules},
	Settings:   settings.Promotions,
	Operations: func(s Services) []*operations.Operation {
		return coupons.New(coupons.Dependencies{Commands: s.Commands, Reader: s.Reader, Preview: s.checkout.Preview})
	},
}
