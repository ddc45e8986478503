package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tradelog/app"
	"tradelog/domain/catalog"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
)

// catalog makes the products, round robin over the assortments, and sets all stock in two updates.
func (s *seeder) catalog(ctx context.Context) error {
	s.say("  products ...")
	var levels []stock.Change
	for n := range productCount {
		l := s.leaves[n%len(s.leaves)]
		round := n / len(s.leaves)
		it := l.kind.items[round%len(l.kind.items)]
		material := materials[(n*7+round*3)%len(materials)]
		price := it.from + s.random.IntN(it.to-it.from)
		price -= price%100 - 95 // prices end in .95
		name := material + " " + it.name
		sku := fmt.Sprintf("%s-%03d", skuPrefix(it.name), n+1)
		s.skus = append(s.skus, sku)
		qty := money.FromInt(int64(20 + s.random.IntN(400)))
		sold := n%29 == 28 // a few are sold out
		id, err := s.product(ctx, sku, name, l, it, price, n)
		if taken(err) {
			continue
		}
		if err != nil {
			return err
		}
		if sold {
			qty = money.Zero
		}
		inStock := !sold
		levels = append(levels, stock.Change{ProductID: id, Qty: &qty, InStock: &inStock})
	}
	return setStock(ctx, s.app, levels, 100)
}

// setStock sets stock, many products at once.
func setStock(ctx context.Context, app *app.App, levels []stock.Change, batch int) error {
	for chunk := range slices.Chunk(levels, batch) {
		if _, err := app.Commands.Catalog.SetStock(ctx, chunk); err != nil {
			return err
		}
	}
	return nil
}

func (s *seeder) product(ctx context.Context, sku, name string, l leaf, it item, cents, n int) (int64, error) {
	kind := "simple"
	if l.kind.virtual {
		kind = "virtual"
	}
	fields := map[string]any{
		"sku": sku, "name": name, "type": kind, "isActive": true, "visibility": "catalog_search", "attributeSetId": 4, "taxClassId": 2,
		"websiteIds": []int64{1, 2}, "categoryIds": append([]int64{l.id}, l.parents...), "urlKey": catalog.URLKey(name + " " + sku),
		"price": amount(cents), "cost": amount(cents * 45 / 100), "weight": json.RawMessage(it.weight),
		"shortDescription": it.about, "description": fmt.Sprintf("%s. %s Made in small batches; every piece is a little different.", name,
			it.about),
		"metaTitle": name + " | Harbour & Hill",
	}
	if n%9 == 4 {
		fields["specialPrice"] = amount(cents * 80 / 100)
	}
	values, err := record.Of(fields)
	if err != nil {
		return 0, err
	}
	return s.app.Commands.Catalog.CreateProduct(ctx, values, nil)
}

func amount(cents int) json.RawMessage {
	return json.RawMessage(money.FromInt(int64(cents)).Div(money.FromInt(100)).String())
}

func skuPrefix(name string) string {
	letters := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, name)
	return strings.ToUpper(letters[:min(4, len(letters))])
}
