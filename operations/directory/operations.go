// Package directory declares store views, their configuration, currencies and countries. It also declares the classes, rates and rules of
// taxes (shapes-customer §8), which are plain records.
//
// All else derives from the shop's structure and configuration, which are in memory. So nothing here needs a query, and an answer is valid
// until the configuration changes.
package directory

import (
	"tradelog/operations"
)

var (
	storeConfigResource = &operations.Resource{Name: "StoreConfig", Section: "core", Doc: "Configuration of a store view for storefronts."}
	storeResource       = &operations.Resource{Name: "Store", Section: "system", Permission: "stores", Label: "store",
		Grants: []string{"stores/write"},
		Doc:    "A store view: a language version of the shop, in which orders are placed."}
	currencyResource = &operations.Resource{Name: "Currency", Section: "directory", Doc: "A currency in which prices can be shown."}
	countryResource  = &operations.Resource{Name: "Country", Section: "system", Permission: "countries", Label: "country",
		Doc: "A country with its regions."}
)

type handlers struct{ countries *countries }

func New() []*operations.Operation {
	h := &handlers{countries: newCountries()}
	public := operations.Declaration{Method: "GET", Access: operations.Public.Access()}
	declare := func(
		o operations.Declaration, resource *operations.Resource, verb operations.Verb, path, summary, doc string,
	) operations.Declaration {
		o.Resource, o.Verb, o.Path, o.Summary, o.Doc = resource, verb, path, summary, doc
		return o
	}
	change := public
	change.Method, change.Idempotency.Unkeyed = "POST", "it changes nothing"
	countryList := declare(public, countryResource, operations.List, "/countries", "List countries",
		"Lists the countries the store sells to, by name, each with its regions. The list has one page.")
	country := declare(public, countryResource, operations.Get, "/countries/{id}", "Get a country",
		"Returns a country by two- or three-letter ISO code, even if the store does not sell there.")
	return []*operations.Operation{
		operations.Define(declare(public, storeConfigResource, operations.Get, "/store-config", "Get the store's configuration",
			"Returns currencies, locale, countries and feature switches of the request's store view."), h.config),
		operations.Define(declare(public, storeConfigResource, operations.Get, "/{storeCode}/config", "Get a store's configuration by its code",
			"Returns the configuration of the store view named in the path."), h.configOf),
		operations.Define(declare(public, storeResource, operations.List, "/stores", "List store views",
			"Lists the active store views with their website and group. The list has one page."), h.stores),
		operations.Define(
			declare(public, storeResource, operations.Get, "/stores/{id}", "Get a store view", "Returns an active store view by ID."),
			h.store,
		),
		operations.Define(declare(public, currencyResource, operations.List, "/stores/currencies", "List currencies",
			"Lists the display currencies of the store with their exchange rates; X-Currency-Code takes their codes."), h.currencies),
		operations.Define(declare(change, storeResource, operations.Action, "/stores/switch/{storeCode}", "Switch the store view",
			"Checks that a store view can be used and returns it. It stores nothing: send X-Store-Code with later requests."), h.change),
		operations.Define(countryList, h.listCountries),
		operations.Define(country, h.country),
	}
}
