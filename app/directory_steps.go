package app

import (
	"context"
	"encoding/json"
	"fmt"

	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
)

// directorySteps are commands, since operations only read the shop's structure.
var directorySteps = []Step{
	CommandStep("open a website", "website", func(ctx context.Context, w *Walk) (int64, error) {
		return w.Commands.Directory.Websites.Create(ctx, shop.Website{Code: fmt.Sprint("site", w.Moves), Name: "Site"})
	}),
	CommandStep("open a store group", "store group", func(ctx context.Context, w *Walk) (int64, error) {
		return w.Commands.Directory.SetGroup(ctx, 0, func(g *shop.Group) {
			g.Name, g.WebsiteID, g.RootCategoryID = w.Name("Group"), w.ID("website", 1), 2
		})
	}),
	CommandStep("open a store view", "store", func(ctx context.Context, w *Walk) (int64, error) {
		view := shop.Store{Code: fmt.Sprint("view", w.Moves), Name: "View", WebsiteID: w.ID("website", 1), GroupID: 1, IsActive: true}
		return w.Commands.Directory.Views.Create(ctx, view)
	}),
	CommandStep("change a store view", "", func(ctx context.Context, w *Walk) (int64, error) {
		if id := w.ID("store"); id != 0 && w.Odds(2) {
			return 0, w.Commands.Directory.Views.Set(ctx, id, record.Values{"websiteId": encoded(w.ID("website", 1))})
		}
		return 0, w.Commands.Directory.Views.Set(ctx, w.ID("store", 1), record.Values{"name": encoded(w.Name("View"))})
	}),
	CommandStep("configure", "", func(ctx context.Context, w *Walk) (int64, error) {
		return 0, w.Commands.Directory.SetConfig(ctx, scope(w), map[string]string{
			"general/store_information/name": w.Name("Shop"), "sales/gift_options/allow_order": "1", "sales/gift_options/allow_items": "1",
		})
	}),
	CommandStep("take a setting back", "", func(ctx context.Context, w *Walk) (int64, error) {
		return 0, w.Commands.Directory.UnsetConfig(ctx, scope(w), "general/store_information/name")
	}),
	CommandStep("set a rate", "", func(ctx context.Context, w *Walk) (int64, error) {
		return 0, w.Commands.Directory.SetRates(ctx, shop.Rate{
			From: "USD", To: pick(w, "EUR", "UAH"), Value: money.FromInt(int64(1 + w.IntN(50))),
		})
	}),
	CommandStep("delete a rate", "", func(ctx context.Context, w *Walk) (int64, error) {
		return 0, w.Commands.Directory.DeleteRate(ctx, "USD", pick(w, "EUR", "UAH"))
	}),
}

func scope(w *Walk) settings.Scope {
	return pick(w, settings.Default, settings.Scope{Level: "store", ID: 1})
}

// encoded is a value of a record.
func encoded(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
