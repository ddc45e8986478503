package histories

import (
	"fmt"

	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
)

// directorySteps are commands, since operations only read the shop's structure.
var directorySteps = []Step{
	{Name: "open a website", Makes: "website", Do: func(w *Walk) (int64, error) {
		return w.Commands.Directory.Websites.Create(w.Context, shop.Website{Code: fmt.Sprint("site", w.Moves), Name: w.Name("Site")})
	}},
	{Name: "rename a website", Of: "website", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Directory.Websites.Set(w.Context, DocumentID(w.Document), record.Values{"name": encoded(w.Name("Site"))})
	}},
	{Name: "open a store group", Makes: "store group", Do: func(w *Walk) (int64, error) {
		return w.Commands.Directory.SetGroup(w.Context, 0, func(g *shop.Group) {
			g.Name, g.WebsiteID, g.RootCategoryID = w.Name("Group"), w.ID("website", 1), 2
		})
	}},
	{Name: "rename a store group", Of: "store group", Do: func(w *Walk) (int64, error) {
		return w.Commands.Directory.SetGroup(w.Context, DocumentID(w.Document), func(g *shop.Group) { g.Name = w.Name("Group") })
	}},
	{Name: "open a store view", Makes: "store", Do: func(w *Walk) (int64, error) {
		view := shop.Store{Code: fmt.Sprint("view", w.Moves), Name: w.Name("View"), WebsiteID: w.ID("website", 1), GroupID: 1, IsActive: true}
		return w.Commands.Directory.Views.Create(w.Context, view)
	}},
	{Name: "change a store view", Of: "store", Do: func(w *Walk) (int64, error) {
		set := record.Values{"name": encoded(w.Name("View")), "websiteId": encoded(w.ID("website", 1))}
		return 0, w.Commands.Directory.Views.Set(w.Context, DocumentID(w.Document), set)
	}},
	{Name: "configure", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Directory.SetConfig(w.Context, pick(w, scopes...), map[string]string{
			"general/store_information/name": w.Name("Shop"), "sales/gift_options/allow_order": "1", "payment/sandbox/active": "1",
		})
	}},
	{Name: "take a setting back", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Directory.UnsetConfig(w.Context, pick(w, scopes...), "general/store_information/name")
	}},
	{Name: "set a rate", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Directory.SetRates(w.Context, shop.Rate{From: "USD", To: pick(w, "EUR", "UAH"), Value: w.whole(50).Add(w.whole(50))})
	}},
	{Name: "delete a rate", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Directory.DeleteRate(w.Context, "USD", pick(w, "EUR", "UAH"))
	}},
}

var scopes = []settings.Scope{settings.Default, {Level: "store", ID: 1}}
