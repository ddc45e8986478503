package app

import (
	wishlistscommands "tradelog/commands/wishlists"
	"tradelog/domain/wishlist"
	"tradelog/operations"
	"tradelog/operations/checkout"
	"tradelog/operations/wishlists"
	"tradelog/projections"
	rows "tradelog/projections/wishlists"
)

// wishlistsModule is the module of wishlists.
var wishlistsModule = Module{
	Name:       "wishlists",
	Streams:    wishlistscommands.Streams(),
	Events:     wishlist.EventSpecs(),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.Wishlists},
	Operations: func(s Services) []*operations.Operation {
		return wishlists.New(wishlists.Dependencies{
			Commands: s.Commands.Wishlists, Reader: s.Readers.Wishlists, Catalog: s.Readers.Catalog,
			Carts: checkout.NewCarts(s.Commands.Checkout, s.Commands.Quotes, mediaOf(s), orderTokens(s)),
		})
	},
	Steps: wishlistsSteps,
}
