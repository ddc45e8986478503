package demo

import (
	"slices"
	"testing"

	"tradelog/domain/catalog"
)

// TestGoods: every product has a name of its own in both languages, a category, a picture, and parts that exist.
func TestGoods(t *testing.T) {
	t.Parallel()
	goods, skus, seen := allGoods(), map[string]bool{}, map[string]string{}
	for _, g := range goods {
		skus[g.sku] = true
	}
	kinds := map[string]int{}
	for _, g := range goods {
		if kinds[g.kind]++; !slices.Contains(catalog.Types, g.kind) {
			t.Errorf("%s is a %s", g.sku, g.kind)
		}
		for language, name := range map[string]string{"English": g.name, "German": g.german} {
			key := language + " " + catalog.URLKey(name)
			if other := seen[key]; name == "" || other != "" {
				t.Errorf("%s and %s are both called %q", g.sku, other, name)
			}
			seen[key] = g.sku
		}
		if !slices.ContainsFunc(sections, func(d section) bool { return d.key == g.section && d.above != "" }) {
			t.Errorf("%s is in the category %q", g.sku, g.section)
		}
		if g.text == "" || g.germanText == "" {
			t.Errorf("%s says nothing", g.sku)
		}
		if shapes[g.shape] == nil || !slices.ContainsFunc(colours, func(c choice) bool { return c.label == g.colour }) {
			t.Errorf("%s looks like a %s %s", g.sku, g.colour, g.shape)
		}
		var parts []string
		switch g.kind {
		case "grouped":
			for _, p := range g.parts() {
				parts = append(parts, p.sku)
			}
		case "bundle":
			_, lists := pairs(g.more)
			parts = slices.Concat(lists...)
		case "configurable":
			for _, v := range g.variants() {
				parts = append(parts, v.sku)
			}
		}
		if len(parts) == 0 && !catalog.HasStock(g.kind) {
			t.Errorf("%s is made of nothing", g.sku)
		}
		for _, sku := range parts {
			if !skus[sku] {
				t.Errorf("%s is made of %s, which does not exist", g.sku, sku)
			}
		}
	}
	if len(goods) < 140 || len(kinds) != len(catalog.Types) {
		t.Errorf("%d products: %v", len(goods), kinds)
	}
}

// TestStockSufficesForTheOrders: no order finds a product that earlier orders have used up, even if nothing was returned.
func TestStockSufficesForTheOrders(t *testing.T) {
	t.Parallel()
	gone, sold, skus := map[string]bool{}, map[string]int{}, ordered()
	for n, g := range allGoods() {
		gone[g.sku] = soldOut(n)
	}
	for n := range orderCount {
		for line := range linesOf(n) {
			sku, qty := wanted(skus, n, line)
			if gone[sku] && line == 0 {
				sku, qty = skus[0], 1
			}
			sold[sku] += qty
		}
	}
	for sku, n := range sold {
		if n > leastStock && !gone[sku] {
			t.Errorf("%d of %s are ordered, and there may be only %d", n, sku, leastStock)
		}
	}
	if gone[skus[0]] {
		t.Errorf("%s stands in for products that are sold out, and is sold out", skus[0])
	}
}
