package app

import (
	"maps"
	"slices"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/cart"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/customer"
	"tradelog/domain/giftcard"
	"tradelog/domain/number"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/record"
	"tradelog/domain/revocation"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/domain/tax"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/projections"
	accessrows "tradelog/projections/access"
	catalogrows "tradelog/projections/catalog"
	checkoutrows "tradelog/projections/checkout"
	customerrows "tradelog/projections/customers"
	directoryrows "tradelog/projections/directory"
	giftcardrows "tradelog/projections/giftcards"
	promotionrows "tradelog/projections/promotions"
	revocationrows "tradelog/projections/revocations"
	salesrows "tradelog/projections/sales"
	taxrows "tradelog/projections/taxes"
	"tradelog/readmodels"
)

// Module adds resources to the shop: what may happen, the projectors that keep it readable, and the operations that serve
// it. Registering one is all it takes to appear in every interface.
type Module struct {
	Name       string
	Events     []domain.EventSpec
	Projectors []projections.Definition
	// Sequences names the identifier sequence of each kind of plain record the module has.
	Sequences map[*record.Kind]string
	// Operations makes the module's operations of what the shop offers.
	Operations func(Services) []*operations.Operation
}

// Services are what a module's handlers work with.
type Services struct {
	Commands UseCases
	Reader   *readmodels.Reader
	// Infrastructure is for repositories of the module's own streams.
	Infrastructure commands.Infrastructure
	Store          eventstore.Store
	Codec          *eventstore.Codec
}

// EventSpecs declares every event type of the shop itself.
func EventSpecs() []domain.EventSpec {
	return slices.Concat(claim.EventSpecs(), number.EventSpecs(), catalog.EventSpecs(), shop.EventSpecs(), settings.EventSpecs(),
		stock.EventSpecs(),
		cart.EventSpecs(), order.EventSpecs(), customer.EventSpecs(), customer.GroupEventSpecs(), access.EventSpecs(), tax.EventSpecs(),
		pricerule.EventSpecs(), giftcard.EventSpecs(),
		revocation.EventSpecs(), shipping.EventSpecs())
}

// sequences names the identifier sequences of the shop's own plain records.
var sequences = map[*record.Kind]string{
	catalog.Products: "product", catalog.Categories: "category", shop.Websites: "website", shop.Groups: "store_group", shop.Stores: "store",
	tax.Classes: "taxclass", tax.RateRecords: "taxrate", tax.Rules: "taxrule", customer.Groups: "customergroup",
}

// projectors are those of the shop itself and of the modules.
func projectors(modules []Module) []projections.Definition {
	all := maps.Clone(sequences)
	var added []projections.Definition
	for _, m := range modules {
		maps.Copy(all, m.Sequences)
		added = append(added, m.Projectors...)
	}
	return append([]projections.Definition{
		directoryrows.Shop, catalogrows.Categories, taxrows.Taxes, accessrows.Access, customerrows.Customers, checkoutrows.Carts,
		catalogrows.Products,
		catalogrows.Stock, salesrows.Orders, promotionrows.PriceRules, giftcardrows.GiftCards, revocationrows.Revocations,
		checkoutrows.ShippingTables,
		projections.Sequences(projections.RecordMarks(all), accessrows.Marks, checkoutrows.Marks, customerrows.Marks, salesrows.Marks,
			promotionrows.Marks, giftcardrows.Marks, revocationrows.Marks), projections.Executed,
	}, added...)
}
