package demo

import (
	"context"
	"encoding/json"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
)

// structure makes the second website with its two store views, and configures languages and currencies.
func (s *seeder) structure(ctx context.Context) error {
	now, err := s.target.DirectoryReader.Shop(ctx)
	if err != nil {
		return err
	}
	if _, ok := now.FindStore("de"); !ok {
		if err := s.europe(ctx); err != nil {
			return err
		}
		if now, err = s.target.DirectoryReader.Shop(ctx); err != nil {
			return err
		}
	}
	for _, st := range now.Stores {
		s.stores[st.Code] = st.ID
	}
	de, _ := now.FindStore("de")
	for scope, values := range configuration(de.WebsiteID, s.stores["de"], s.stores["fr"]) {
		if err := s.target.Stores.SetConfig(ctx, scope, values); err != nil {
			return err
		}
	}
	return s.categories(ctx)
}

// europe makes the second website.
func (s *seeder) europe(ctx context.Context) error {
	site, err := s.target.Stores.Websites.Create(ctx, shop.Website{Code: "europe", Name: "Europe", SortOrder: 1})
	if err != nil {
		return err
	}
	group, err := s.target.Stores.Groups.Create(ctx, shop.Group{WebsiteID: site, Name: "Europe Store", RootCategoryID: 2})
	if err != nil {
		return err
	}
	var first int64
	for i, view := range []struct{ code, name string }{{"de", "Deutsch"}, {"fr", "Français"}} {
		id, err := s.target.Stores.Views.Create(ctx,
			shop.Store{Code: view.code, Name: view.name, WebsiteID: site, GroupID: group, IsActive: true, SortOrder: i + 1})
		if err != nil {
			return err
		}
		if first == 0 {
			first = id
		}
	}
	if err := s.target.Stores.Groups.Set(ctx, group, record.Values{"defaultStoreId": integer(first)}); err != nil {
		return err
	}
	if err := s.target.Stores.Websites.Set(ctx, site, record.Values{"defaultGroupId": integer(group)}); err != nil {
		return err
	}
	return s.target.CaughtUp(ctx)
}

// configuration returns the settings of the shop, of its European website and of the store views there.
func configuration(website, german, french int64) map[settings.Scope]map[string]string {
	return map[settings.Scope]map[string]string{
		settings.Default: {
			"general/store_information/name": "Harbour & Hill", "design/head/default_title": "Harbour & Hill",
			"general/store_information/address": "12 Quay Street", "general/store_information/city": "Portland",
			"general/store_information/region": "Maine", "general/store_information/postcode": "04101",
			"general/store_information/merchant_country": "US", "general/store_information/phone": "+1 207 555 0142",
			"sales/identity/address":              "Harbour & Hill\n12 Quay Street\nPortland, Maine 04101\nUnited States",
			"sales_pdf/invoice/terms":             "Payable within 14 days of the invoice date.\nReturns within 30 days.",
			"payment/checkmo/payable_to":          "Harbour & Hill",
			"payment/checkmo/mailing_address":     "Harbour & Hill\n12 Quay Street\nPortland, Maine 04101",
			"payment/banktransfer/instructions":   "Please transfer the total within 7 days.",
			"payment/banktransfer/account_holder": "Harbour & Hill",
			"payment/banktransfer/bank_name":      "Example Bank", "payment/banktransfer/iban": "DE02 1203 0000 0000 2020 51",
			"payment/banktransfer/bic":        "BYLADEM1001",
			"customer/create_account/confirm": "0", "apiplatform/protocols/mcp": "1", "apiplatform/protocols/oauth": "1",
			"apiplatform/protocols/console": "1",
			"apiplatform/protocols/graphql": "1", "apiplatform/graphql/introspection": "1", "apiplatform/graphql/graphiql": "1",
			"apiplatform/protocols/soap": "1", "apiplatform/protocols/v2_soap": "1", "apiplatform/protocols/xmlrpc": "1",
			"apiplatform/protocols/jsonrpc": "1", "payment/banktransfer/active": "1",
			"payment/cashondelivery/active": "1", "carriers/freeshipping/active": "1",
			"carriers/freeshipping/free_shipping_subtotal": "150", "general/locale/timezone": "America/New_York",
			catalog.SearchTypePath: "3",
		},
		{Level: "website", ID: website}: {"currency/options/default": "EUR", "general/locale/timezone": "Europe/Berlin",
			"general/locale/weight_unit": "kgs", "general/country/default": "DE",
			// Prices include the tax of the destination. Shipping is taxed as goods are, and a discount is one of the price with tax.
			"tax/calculation/price_includes_tax": "1", "tax/calculation/shipping_includes_tax": "1", "tax/defaults/country": "DE",
			"tax/classes/shipping_tax_class": "4", "tax/calculation/discount_tax": "1",
			"shipping/origin/country_id": "DE",
			// Addresses in Europe are complete without a region.
			"general/region/state_required":     "CA,US",
			"general/store_information/address": "Speicherstraße 7", "general/store_information/city": "Hamburg",
			"general/store_information/region": "", "general/store_information/postcode": "20457",
			"general/store_information/merchant_country": "DE", "general/store_information/phone": "+49 40 5550 142",
			"general/store_information/legal_name":          "Harbour & Hill GmbH",
			"general/store_information/merchant_vat_number": "DE123456789", "general/store_information/contact_name": "Buchhaltung",
			"sales/identity/address": "Harbour & Hill\nSpeicherstraße 7\n20457 Hamburg\nUSt-IdNr. DE123456789",
			"payment/checkmo/active": "0", "payment/banktransfer/bank_name": "Beispielbank"},
		{Level: "store", ID: german}: {"general/locale/code": "de_DE",
			"sales_pdf/invoice/terms":           "Zahlbar innerhalb von 14 Tagen ab Rechnungsdatum.\nRückgabe innerhalb von 30 Tagen.",
			"payment/banktransfer/title":        "Überweisung",
			"payment/banktransfer/instructions": "Bitte überweisen Sie den Gesamtbetrag innerhalb von 7 Tagen.",
			"payment/cashondelivery/title":      "Nachnahme",
			"carriers/flatrate/title":           "Versand", "carriers/flatrate/name": "Pauschale",
			"carriers/freeshipping/title": "Versandkostenfrei", "carriers/freeshipping/name": "Kostenlos"},
		{Level: "store", ID: french}: {"general/locale/code": "fr_FR",
			"payment/banktransfer/title":        "Virement bancaire",
			"payment/banktransfer/instructions": "Merci de virer le montant total sous 7 jours.",
			"payment/cashondelivery/title":      "Contre-remboursement"},
	}
}

// categories makes the tree below the store's root.
func (s *seeder) categories(ctx context.Context) error {
	index, err := s.target.CatalogReader.Categories(ctx)
	if err != nil {
		return err
	}
	for id, c := range index.In(0) {
		s.sections[c.URLKey] = id
	}
	for n, d := range sections {
		if s.sections[d.key] != 0 {
			continue
		}
		parent := int64(2)
		if d.above != "" {
			parent = s.sections[d.above]
		}
		values, err := record.Of(map[string]any{
			"parentId": parent, "position": n + 1, "name": d.name, "urlKey": d.key, "isActive": true, "includeInMenu": true, "isAnchor": true,
			"description": "<p>" + d.text + "</p>", "metaTitle": d.name + shopSuffix, "metaDescription": d.text,
		})
		if err != nil {
			return err
		}
		id, err := s.target.Catalog.CreateCategory(ctx, values)
		if err != nil {
			return err
		}
		s.sections[d.key] = id
		for view, own := range map[string]map[string]any{
			"de": {"name": d.german, "urlKey": catalog.URLKey(d.german), "description": "<p>" + d.germanText + "</p>",
				"metaTitle": d.german + shopSuffix, "metaDescription": d.germanText},
			"fr": {"name": d.french, "urlKey": catalog.URLKey(d.french), "metaTitle": d.french + shopSuffix},
		} {
			values, err := record.Of(own)
			if err != nil {
				return err
			}
			if err := s.target.Catalog.UpdateCategory(ctx, id, s.stores[view], values, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// shopSuffix ends the titles of pages.
const shopSuffix = " | Harbour & Hill"

func integer(n int64) json.RawMessage {
	b, err := json.Marshal(n)
	if err != nil {
		panic(err)
	}
	return b
}

// taken reports whether an error means that an interrupted earlier run has made the thing already.
func taken(err error) bool { return fault.KindOf(err) == fault.Conflict }
