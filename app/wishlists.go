package app

import (
	customerscommands "tradelog/commands/customers"
	"tradelog/domain/change"
	"tradelog/domain/wishlist"
	"tradelog/operations"
	"tradelog/operations/checkout"
	operationscustomers "tradelog/operations/customers"
	"tradelog/projections"
	"tradelog/projections/customers"
)

// wishlistsModule has wishlists.
var wishlistsModule = Module{
	Name:       "wishlists",
	Streams:    customerscommands.WishlistStreams(),
	Events:     wishlist.EventSpecs(),
	Changes:    change.Area{Events: change.HideAll("only its owner reads a wishlist", wishlist.EventSpecs()...)},
	Sequences:  []projections.Marks{customers.WishlistMarks},
	Projectors: []projections.Definition{customers.Wishlists},
	Operations: func(s Services) []*operations.Operation {
		return operationscustomers.NewWishlists(operationscustomers.WishlistDependencies{
			Commands: s.Commands.Wishlists, Reader: s.Readers.Wishlists, Catalog: s.Readers.Catalog,
			Carts: checkout.NewCarts(s.Commands.Checkout, s.Quotes, mediaOf(s), orderTokens(s)),
		})
	},
}
