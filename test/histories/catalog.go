package histories

import (
	"fmt"
	"strings"

	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/stock"
)

var catalogSteps = []Step{newProduct, newProduct, newProduct, changedProduct, changedProduct,
	{Name: "catalog_products_delete", Of: "product", Ends: true},
	{Name: "change a product in a store view", Of: "product", Do: func(w *Walk) (int64, error) {
		id, view := DocumentID(w.Document), w.ID("store", 1)
		if w.IntN(3) == 0 {
			return 0, w.Commands.Catalog.UpdateProduct(w.Context, id, view, nil, []string{"name", "isActive"}, nil)
		}
		set := record.Values{"name": encoded(w.Name("Own")), "isActive": encoded(w.IntN(4) > 0), "price": encoded(w.Moves)}
		return 0, w.Commands.Catalog.UpdateProduct(w.Context, id, view, set, nil, nil)
	}},
	{Name: "catalog_inventory_update", With: level},
	{Name: "catalog_inventory_bulk_update", With: Arguments{"items": oneOf([]any{level}, []any{level, level, level})}},
	{Name: "set stock by command", Of: "product", Do: func(w *Walk) (int64, error) {
		qty, least, way, no := w.whole(20), w.whole(3), w.IntN(4), w.IntN(2) == 0
		_, err := w.Commands.Catalog.SetStock(w.Context, []stock.Change{
			{ProductID: w.ID("product"), Qty: &qty, MinQty: &least, AutoAvailability: true},
			{ProductID: w.ID("product"), Backorders: &way, Manage: &no},
		})
		return 0, err
	}},
	newCategory, newCategory,
	{Name: "catalog_categories_update", Of: "category", Makes: "category", With: Arguments{
		"parentId": oneOf(nil, idOf("category", 1, 2)), "position": upTo(9), "description": oneOf(nil, Named("About")),
		"isAnchor":         oneOf(nil, true, false),
		"landingPageId":    oneOf(nil, nil, nil, idOf("block", 1)),
		"productPositions": oneOf(nil, func(w *Walk) any { return Arguments{fmt.Sprint(w.ID("product")): w.Moves} }),
	}},
	{Name: "change a category in a store view", Of: "category", Do: func(w *Walk) (int64, error) {
		set, unset := record.Values{"name": encoded(w.Name("Own")), "isActive": encoded(false)}, []string(nil)
		if w.IntN(3) == 0 {
			set, unset = nil, []string{"name", "isActive"}
		}
		return 0, w.Commands.Catalog.UpdateCategory(w.Context, DocumentID(w.Document), w.ID("store", 1), set, unset)
	}},
	{Name: "catalog_categories_delete", Of: "category", Ends: true},
	composite("grouped"), composite("configurable"), composite("bundle"), composite("downloadable"),
	{Name: "catalog_products_tier_prices_create", Of: "product", With: Arguments{
		"tierPrices": oneOf([]any{}, []any{Arguments{"price": amount(9), "qty": upTo(9)}}, []any{
			Arguments{"price": amount(9), "customerGroupId": oneOf(0, 1), "websiteId": idOf("website", 1)}, Arguments{"price": amount(9), "qty": 2},
		}),
	}},
	{Name: "catalog_products_group_prices_update", Of: "product", With: Arguments{
		"groupPrices": oneOf([]any{}, []any{Arguments{"price": amount(9)}}, []any{
			Arguments{"price": amount(9), "customerGroupId": 1, "websiteId": oneOf(0, idOf("website", 1))}, Arguments{"price": amount(9)},
		}),
	}},
	{Name: "let websites have prices of their own, or not", Do: func(w *Walk) (int64, error) {
		if w.IntN(3) == 0 {
			return 0, w.Commands.Directory.UnsetConfig(w.Context, settings.Default, "catalog/price/scope")
		}
		return 0, w.Commands.Directory.SetConfig(w.Context, settings.Default, map[string]string{"catalog/price/scope": fmt.Sprint(w.IntN(2))})
	}},
	{Name: "catalog_products_links_related_create", Of: "product", With: Arguments{"linkedProductId": idOf("product"), "position": upTo(9)}},
	{Name: "catalog_products_links_up_sell_update", Of: "product", With: Arguments{
		"links": oneOf([]any{}, []any{Arguments{"linkedProductId": idOf("product")}}),
	}},
	{Name: "catalog_products_custom_options_create", Of: "product", With: Arguments{
		"title": Named("Option"), "type": oneOf("field", "radio"), "price": amount(9), "values": []any{Arguments{"title": "A"}},
	}},
	{Name: "catalog_products_grouped_create", Of: "grouped product", With: Arguments{"childProductId": idOf("product"), "qty": upTo(4)}},
	{Name: "catalog_products_configurable_update", Of: "configurable product", With: Arguments{
		"superAttributes": []any{"color"}, "childProductIds": []any{idOf("product")},
	}},
	{Name: "catalog_products_bundle_options_create", Of: "bundle product", With: Arguments{
		"title": Named("Option"), "required": oneOf(true, false), "selections": []any{
			Arguments{"productId": idOf("product"), "price": amount(9), "priceType": oneOf("fixed", "percent"), "qty": upTo(3)},
		},
	}},
	{Name: "give a product a picture", Of: "product", Makes: "product with a picture", Do: func(w *Walk) (int64, error) {
		return DocumentID(w.Document), w.picture(DocumentID(w.Document))
	}},
	{Name: "catalog_products_media_update", Of: "product with a picture", With: Arguments{
		"valueId": pictureOfIt, "label": Named("Label"), "disabled": oneOf(true, false),
		"types": oneOf(nil, []any{"image"}, []any{"thumbnail"}),
	}},
	{Name: "take a picture from a product", Of: "product", Do: func(w *Walk) (int64, error) {
		_, err := w.Commands.Catalog.ChangeParts(w.Context, DocumentID(w.Document), "ChangeProduct", func(p *domaincatalog.Product) error {
			if len(p.Images) > 0 {
				p.Images = p.Images[1:]
			}
			return nil
		})
		return 0, err
	}},
	{Name: "catalog_products_downloadable_links_create", Of: "downloadable product", With: Arguments{
		"title": Named("Link"), "linkUrl": "https://example.com/a", "price": amount(5),
	}},
	{Name: "add an attribute", Makes: "attribute", Do: func(w *Walk) (int64, error) {
		input, scope := pick(w, "text", "select", "multiselect", "boolean"), pick(w, "global", "website", "store")
		return w.attributes().SetAttribute(w.Context, 0, func(a *domaincatalog.ProductAttribute) {
			a.Code, a.Label, a.Input, a.Scope, a.VisibleOnFront = fmt.Sprint("own_", w.Moves), w.Name("Own"), input, scope, true
		})
	}},
	{Name: "change an attribute", Of: "attribute", Do: func(w *Walk) (int64, error) {
		return w.attributes().SetAttribute(w.Context, DocumentID(w.Document), func(a *domaincatalog.ProductAttribute) { a.Label = w.Name("Own") })
	}},
	{Name: "add an option", Do: func(w *Walk) (int64, error) {
		book, err := w.Readers.Catalog.Attributes(w.Context)
		if err != nil {
			return 0, err
		}
		id, err := w.attributes().SetOption(w.Context, 0, func(o *domaincatalog.AttributeOption) {
			o.AttributeID, o.Label, o.Position = book.Find("color").ID, w.Name("Tint"), int64(w.IntN(5))
		})
		if err == nil && w.IntN(2) == 0 {
			err = w.attributes().Label(w.Context, domaincatalog.OptionRecords, id, 1, w.Name("Farbton"))
		}
		return id, err
	}},
	{Name: "add an attribute set", Do: func(w *Walk) (int64, error) {
		return w.attributes().SetSet(w.Context, 0, func(s *domaincatalog.AttributeSet) {
			*s = s.With(w.Name("Group"), "gtin")
			s.Name = w.Name("Set")
		})
	}},
	{Name: "change an attribute set", Do: func(w *Walk) (int64, error) {
		return w.attributes().SetSet(w.Context, domaincatalog.DefaultSet, func(s *domaincatalog.AttributeSet) {
			*s = s.Without("gtin")
			if w.IntN(2) == 0 {
				*s = s.With(pick(w, "", w.Name("Group")), "gtin")
			}
		})
	}},
	ownValues, ownValues,
}

// picture gives a product a picture. A random history has none to upload.
func (w *Walk) picture(product int64) error {
	ids, err := w.Commands.Catalog.Next(w.Context, domaincatalog.ImageIDs, 1)
	if err != nil {
		return err
	}
	path := content.ProductPath(fmt.Sprint("sku-", product), ".webp", strings.Repeat(fmt.Sprint(w.IntN(4)), 64))
	file, added, err := w.Commands.Content.AddFile(w.Context, content.File{
		Path: path, Key: fmt.Sprint("picture ", w.Moves), Type: "image/webp", Size: 1, Width: 1, Height: 1, SHA256: strings.Repeat("0", 64),
	})
	if err != nil {
		return err
	}
	_, err = w.Commands.Catalog.ChangeParts(w.Context, product, "ChangeProduct", func(p *domaincatalog.Product) error {
		p.Images = append(p.Images, domaincatalog.Image{
			ID: ids[0], FileID: file, File: strings.TrimPrefix(added.Path, content.Products), Position: domaincatalog.NextPosition(p.Images),
		})
		domaincatalog.GiveRoles(p.Images, ids[0], pick(w, nil, domaincatalog.ImageRoles[:1], domaincatalog.ImageRoles))
		return nil
	})
	return err
}

// composite makes a composite product.
func composite(of string) Step {
	return Step{Name: "catalog_products_create", Makes: of + " product", With: Arguments{
		"sku": code("SKU-" + of), "name": Named("Whole"), "type": of, "websiteIds": someOf("website", 1),
		"price": oneOf(nil, amount(50)), "priceType": oneOf(0, 1),
	}}
}

// ownValues writes values of user-defined attributes, or removes those of a store view. Some are of the attribute color, which has no
// options at first. Others are fields of attributes that may not exist.
var ownValues = Step{Name: "write values of attributes", Of: "product", Do: func(w *Walk) (int64, error) {
	id, view := DocumentID(w.Document), w.ID("store", 1)
	field := domaincatalog.CustomField(fmt.Sprint("own_", w.IntN(4)))
	set := record.Values{field: encoded(pick[any](w, "text", true, 7, []int64{1, 2})), domaincatalog.CustomField("color"): encoded(w.IntN(3))}
	part := record.Part{StoreID: 0, Set: record.Values{domaincatalog.CustomField("eco"): encoded(w.IntN(2) == 0)}}
	if w.IntN(3) == 0 {
		return 0, w.Commands.Catalog.UpdateProduct(w.Context, id, view, nil, []string{field}, nil)
	}
	return 0, w.Commands.Catalog.UpdateProduct(w.Context, id, pick(w, 0, view), set, nil, nil, part)
}}

var (
	level      = Arguments{"sku": memberOf("product", "sku"), "qty": upTo(40), "backorders": oneOf(0, 1, 2)}
	newProduct = Step{Name: "catalog_products_create", Makes: "product", With: Arguments{
		"sku": code("SKU"), "name": Named("Thing"), "type": oneOf("simple", "simple", "virtual"), "price": amount(90), "stockQty": upTo(90),
		"categoryIds": someOf("category", 2), "websiteIds": someOf("website", 1), "taxClassId": idOf("tax class", 0, 2),
	}}
	changedProduct = Step{Name: "catalog_products_update", Of: "product", Makes: "product", With: Arguments{
		"sku": oneOf(nil, code("SKU")), "categoryIds": oneOf(nil, someOf("category", 2)),
		"websiteIds": oneOf(nil, nil, []int64{}, someOf("website", 1), someOf("website", 1)),
		"isActive":   oneOf(nil, nil, true, true, false), "visibility": oneOf(nil, "not_visible", "catalog", "search", "catalog_search"),
		"price": oneOf(nil, amount(50)), "specialPrice": oneOf(nil, amount(5)), "specialFromDate": oneOf(nil, "", "2020-01-01"),
		"specialToDate": oneOf(nil, "", "2020-01-31"),
		"description":   oneOf(nil, Named("<p>"), blockDirective(1), blockDirective(2)), "stockQty": oneOf(nil, upTo(90)),
	}}
	newCategory = Step{Name: "catalog_categories_create", Makes: "category", With: Arguments{
		"name": Named("Branch"), "parentId": idOf("category", 2), "position": upTo(9), "isActive": oneOf(true, true, true, false),
	}}
)

// pictureOfIt draws the last picture of the step's product.
var pictureOfIt = Draw(func(w *Walk) any {
	var last int64
	_, _ = w.Commands.Catalog.ChangeParts(w.Context, DocumentID(w.Document), "ChangeProduct", func(p *domaincatalog.Product) error {
		for _, i := range p.Images {
			last = i.ID
		}
		return nil
	})
	return last // 0 if none is left
})
