package app

import (
	wishlistscommands "tradelog/commands/wishlists"
	"tradelog/domain/change"
	"tradelog/domain/wishlist"
	"tradelog/operations"
	"tradelog/operations/checkout"
	"tradelog/operations/wishlists"
	"tradelog/projections"
	"tradelog/projections/customers"
	readwishlists "tradelog/readmodels/wishlists"
)

// Wishlists: commands and reader.
var (
	Wishlists = Share(func(s Services) *wishlistscommands.Wishlists { return wishlistscommands.New(s.Engine) })

	WishlistsReader = Share(func(s Services) *readwishlists.Reader { return readwishlists.New(s.Reader) })
)

// wishlistsModule is the module of wishlists.
var wishlistsModule = Module{
	Name:       "wishlists",
	Streams:    wishlistscommands.Streams(),
	Events:     wishlist.EventSpecs(),
	Changes:    change.Area{Events: change.HideAll("only its owner reads a wishlist", wishlist.EventSpecs()...)},
	Sequences:  []projections.Marks{customers.WishlistMarks},
	Projectors: []projections.Definition{customers.Wishlists},
	Operations: func(s Services) []*operations.Operation {
		return wishlists.New(wishlists.Dependencies{
			Commands: Wishlists.Of(s), Reader: WishlistsReader.Of(s), Catalog: CatalogReader.Of(s),
			Carts: checkout.NewCarts(Checkout.Of(s), Quotes.Of(s), mediaOf(s), orderTokens(s)),
		})
	},
}
