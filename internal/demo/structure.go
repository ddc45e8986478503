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
	now, err := s.app.Readers.Directory.Shop(ctx)
	if err != nil {
		return err
	}
	if _, ok := now.FindStore("de"); !ok {
		site, err := s.app.Commands.Directory.Websites.Create(ctx, shop.Website{Code: "europe", Name: "Europe", SortOrder: 1})
		if err != nil {
			return err
		}
		group, err := s.app.Commands.Directory.Groups.Create(ctx, shop.Group{WebsiteID: site, Name: "Europe Store", RootCategoryID: 2})
		if err != nil {
			return err
		}
		var first int64
		for i, view := range []struct{ code, name string }{{"de", "Deutsch"}, {"fr", "Français"}} {
			id, err := s.app.Commands.Directory.Views.Create(ctx,
				shop.Store{Code: view.code, Name: view.name, WebsiteID: site, GroupID: group, IsActive: true, SortOrder: i + 1})
			if err != nil {
				return err
			}
			if first == 0 {
				first = id
			}
		}
		if err := s.app.Commands.Directory.Groups.Set(ctx, group, record.Values{"defaultStoreId": integer(first)}); err != nil {
			return err
		}
		if err := s.app.Commands.Directory.Websites.Set(ctx, site, record.Values{"defaultGroupId": integer(group)}); err != nil {
			return err
		}
		if err := s.app.CaughtUp(ctx); err != nil {
			return err
		}
		if now, err = s.app.Readers.Directory.Shop(ctx); err != nil {
			return err
		}
	}
	for _, st := range now.Stores {
		s.stores[st.Code] = st.ID
	}
	de, _ := now.FindStore("de")
	for scope, values := range map[settings.Scope]map[string]string{
		settings.Default: {
			"general/store_information/name": "Harbour & Hill", "design/head/default_title": "Harbour & Hill",
			"customer/create_account/confirm": "0", "apiplatform/protocols/mcp": "1", "payment/banktransfer/active": "1",
			"payment/cashondelivery/active": "1", "carriers/freeshipping/active": "1",
			"carriers/freeshipping/free_shipping_subtotal": "150", "general/locale/timezone": "America/New_York",
			catalog.SearchTypePath: "3",
		},
		{Level: "website", ID: de.WebsiteID}: {"currency/options/default": "EUR", "general/locale/timezone": "Europe/Berlin",
			"general/locale/weight_unit": "kgs", "general/country/default": "DE"},
		{Level: "store", ID: s.stores["de"]}: {"general/locale/code": "de_DE"},
		{Level: "store", ID: s.stores["fr"]}: {"general/locale/code": "fr_FR"},
	} {
		if err := s.app.Commands.Directory.SetConfig(ctx, scope, values); err != nil {
			return err
		}
	}
	return s.categories(ctx)
}

// leaf is a category that has products.
type leaf struct {
	id      int64
	kind    *assortment
	parents []int64
}

// categories makes the tree below the store's root.
func (s *seeder) categories(ctx context.Context) error {
	index, err := s.app.Readers.Catalog.Categories(ctx)
	if err != nil {
		return err
	}
	existing := map[string]int64{}
	for id, c := range index.In(0) {
		existing[c.URLKey] = id
	}
	position := int64(0)
	for i := range departments {
		d := &departments[i]
		position++
		top, err := s.category(ctx, existing, 2, position, d.name, d.translated)
		if err != nil {
			return err
		}
		for j := range d.assortments {
			a := &d.assortments[j]
			id, err := s.category(ctx, existing, top, int64(j+1), a.name, a.translated)
			if err != nil {
				return err
			}
			s.leaves = append(s.leaves, leaf{id: id, kind: a, parents: []int64{top}})
		}
	}
	return nil
}

func (s *seeder) category(ctx context.Context, existing map[string]int64, parent, position int64, name string,
	translated [2]string) (int64, error) {
	key := catalog.URLKey(name)
	if id, ok := existing[key]; ok {
		return id, nil
	}
	values, err := record.Of(map[string]any{
		"parentId": parent, "position": position, "name": name, "urlKey": key, "isActive": true, "includeInMenu": true, "isAnchor": true,
	})
	if err != nil {
		return 0, err
	}
	id, err := s.app.Commands.Catalog.CreateCategory(ctx, values)
	if err != nil {
		return 0, err
	}
	existing[key] = id
	for i, code := range []string{"de", "fr"} {
		if translated[i] == "" {
			continue
		}
		own, err := record.Of(map[string]any{"name": translated[i], "urlKey": catalog.URLKey(translated[i])})
		if err != nil {
			return 0, err
		}
		if err := s.app.Commands.Catalog.UpdateCategory(ctx, id, s.stores[code], own, nil); err != nil {
			return 0, err
		}
	}
	return id, nil
}

func integer(n int64) json.RawMessage {
	b, err := json.Marshal(n)
	if err != nil {
		panic(err)
	}
	return b
}

// taken reports whether an error means that an earlier, interrupted run has made something already.
func taken(err error) bool { return fault.KindOf(err) == fault.Conflict }
