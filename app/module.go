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
	Commands *commands.Commands
	Reader   *readmodels.Reader
	// Infrastructure is for repositories of the module's own streams.
	Infrastructure commands.Infrastructure
	Store          eventstore.Store
	Codec          *eventstore.Codec
}

// EventSpecs declares every event type of the shop itself.
func EventSpecs() []domain.EventSpec {
	return slices.Concat(claim.EventSpecs(), number.EventSpecs(), catalog.EventSpecs(), shop.EventSpecs(), settings.EventSpecs(), stock.EventSpecs(),
		cart.EventSpecs(), order.EventSpecs(), customer.EventSpecs(), customer.GroupEventSpecs(), access.EventSpecs(), tax.EventSpecs(), pricerule.EventSpecs(), giftcard.EventSpecs(),
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
	shopKinds := map[*record.Kind]string{shop.Websites: "websites", shop.Groups: "store_groups", shop.Stores: "stores", shop.Rates: "rates", settings.Kind: "config"}
	var shopEvents []string
	for kind := range shopKinds {
		shopEvents = append(shopEvents, kind.EventNames()...)
	}
	slices.Sort(shopEvents)
	taxKinds := map[*record.Kind]string{tax.Classes: "tax_classes", tax.RateRecords: "tax_rates", tax.Rules: "tax_rules", customer.Groups: "customer_groups"}
	var taxEvents []string
	for kind := range taxKinds {
		taxEvents = append(taxEvents, kind.EventNames()...)
	}
	slices.Sort(taxEvents)
	return append([]projections.Definition{
		{Name: "shop", Version: 2, Tables: []string{"websites", "store_groups", "stores", "rates", "config"}, Events: shopEvents,
			New: projections.NewRecords("shop", shopKinds)},
		{Name: "categories", Version: 2, Tables: []string{"categories"}, Events: catalog.Categories.EventNames(),
			New: projections.NewRecords("categories", map[*record.Kind]string{catalog.Categories: "categories"})},
		{Name: "taxes", Version: 2, Tables: []string{"tax_classes", "tax_rates", "tax_rules", "customer_groups"}, Events: taxEvents,
			New: projections.NewRecords("taxes", taxKinds)},
		projections.Access, projections.Customers, projections.Carts, projections.Products, projections.Stock, projections.Orders,
		projections.PriceRules, projections.GiftCards, projections.Revocations, projections.ShippingTables,
		projections.Sequences(all), projections.Executed,
	}, added...)
}
