package app

import (
	"context"
	"fmt"

	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
)

var catalogSteps = []Step{newProduct, newProduct, changedProduct, changedProduct,
	CommandStep("change a product in a store view", "", func(ctx context.Context, w *Walk) (int64, error) {
		id, view := w.ID("product"), w.ID("store", 1)
		if w.Odds(3) {
			return 0, w.Commands.Catalog.UpdateProduct(ctx, id, view, nil, []string{"name", "isActive"}, nil)
		}
		set := record.Values{
			"name": encoded(w.Name("Own")), "isActive": encoded(!w.Odds(4)), "urlKey": encoded(w.Code("own")), "price": encoded(w.Moves),
		}
		return 0, w.Commands.Catalog.UpdateProduct(ctx, id, view, set, nil, nil)
	}),
	EndStep("catalog_products_delete", "product"),
	CallStep("catalog_inventory_update", "", level),
	CallStep("catalog_inventory_bulk_update", "", func(w *Walk) Arguments {
		return Arguments{"items": []Arguments{level(w), level(w), level(w)}[w.IntN(3):]}
	}),
	CommandStep("set stock of deleted products as well", "", func(ctx context.Context, w *Walk) (int64, error) {
		qty, least, way, no := money.FromInt(int64(w.IntN(20))), money.FromInt(int64(w.IntN(3))), w.IntN(4), w.Odds(2)
		_, err := w.Commands.Catalog.SetStock(ctx, []stock.Change{
			{ProductID: w.ID("product"), Qty: &qty, MinQty: &least, AutoAvailability: true},
			{ProductID: w.ID("product"), Backorders: &way, Manage: &no},
		})
		return 0, err
	}),
	newCategory, newCategory,
	ChangeStep("catalog_categories_update", "category", func(w *Walk) Arguments {
		return pick(w,
			Arguments{"parentId": w.ID("category", 1, 2), "position": w.Moves}, Arguments{"description": w.Name("About"), "isAnchor": w.Odds(2)},
			Arguments{"productPositions": map[string]int{fmt.Sprint(w.ID("product")): w.Moves}})
	}),
	CommandStep("change a category in a store view", "", func(ctx context.Context, w *Walk) (int64, error) {
		set, unset := record.Values{"name": encoded(w.Name("Own")), "isActive": encoded(false)}, []string(nil)
		if w.Odds(3) {
			set, unset = nil, []string{"name", "isActive"}
		}
		return 0, w.Commands.Catalog.UpdateCategory(ctx, w.ID("category"), w.ID("store", 1), set, unset)
	}),
	EndStep("catalog_categories_delete", "category"),
}

var newProduct = CallStep("catalog_products_create", "product", func(w *Walk) Arguments {
	a := Arguments{"sku": w.Code("SKU"), "name": w.Name("Thing"), "type": pick(w, "simple", "simple", "virtual"), "price": w.Money(90),
		"categoryIds": w.Some("category", 2), "websiteIds": append(w.Some("website"), 1), "taxClassId": w.ID("tax class", 0, 2)}
	if !w.Odds(5) {
		a["stockQty"] = 10 + w.IntN(90)
	}
	if w.Odds(3) {
		a["websiteIds"], a["visibility"], a["specialPrice"], a["specialFromDate"] = w.Some("website", 1), "search", w.Money(5), "2020-01-01"
	}
	return a
})

var changedProduct = ChangeStep("catalog_products_update", "product", func(w *Walk) Arguments {
	return pick(w,
		Arguments{"categoryIds": w.Some("category", 2), "websiteIds": w.Some("website", 1, 1)},
		Arguments{"isActive": !w.Odds(3), "visibility": pick(w, "not_visible", "catalog", "search", "catalog_search")},
		Arguments{"specialFromDate": "", "description": w.Name("<p>")}, Arguments{"sku": w.Code("SKU"), "stockQty": w.IntN(20)},
		Arguments{"sku": w.Code("NEW"), "price": w.Money(50)})
})

var newCategory = CallStep("catalog_categories_create", "category", func(w *Walk) Arguments {
	return Arguments{"name": w.Name("Branch"), "parentId": w.ID("category", 2), "position": w.Moves, "isActive": !w.Odds(5)}
})

func level(w *Walk) Arguments {
	return Arguments{"sku": w.Any("product")["sku"], "qty": w.IntN(40), "backorders": w.IntN(3)}
}
