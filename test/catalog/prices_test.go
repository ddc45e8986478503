package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/domain/settings"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestPricesOfBuyers checks the prices that buyers see and pay, in items, lists and carts. They are group prices, tier prices, special
// prices and prices of websites (shapes-catalog §1.2, §1.9, §3, §4, shapes-sales §2). The parts share a shop.
func TestPricesOfBuyers(t *testing.T) {
	t.Parallel()
	clock := &steps{}
	s := start(t, apptest.WithConfig(clock.use))
	s.at(clock, "2026-03-10 12:00:00")
	europe, _, _ := s.europe(2)
	s.ConfigureIn(settings.Scope{Level: "website", ID: europe}, "currency/options/default", "USD")
	id, _ := s.Customer("anna@example.com")
	for _, part := range []struct {
		name string
		run  func(*buyers)
	}{
		{"groups and quantities", (*buyers).groups}, {"composites", (*buyers).composites}, {"bundles", (*buyers).bundles},
		{"websites", (*buyers).websites}, {"sold out", (*buyers).soldOut}, {"days", (*buyers).days},
	} {
		t.Run(part.name, func(t *testing.T) {
			part.run(&buyers{s.within(t), t, clock, id, europe})
		})
	}
	s.Verify("products")
}

type buyers struct {
	*store
	t      *testing.T
	clock  *steps
	anna   int64 // a customer of group 1
	europe int64
}

// customer returns the headers of the customer; tokens expire with the clock.
func (b *buyers) customer() []string { return apptest.Bearer(b.CustomerToken(b.anna)) }

func (b *buyers) tiers(id int64, prices ...fields) {
	b.t.Helper()
	b.Must(201, "POST", fmt.Sprintf("/products/%d/tier-prices", id), append([]fields{}, prices...), b.Service...)
}

func (b *buyers) groupPrices(id int64, prices ...fields) {
	b.t.Helper()
	b.Must(200, "PUT", fmt.Sprintf("/products/%d/group-prices", id), append([]fields{}, prices...), b.Service...)
}

// row finds a product in a list; nil if it is missing.
func (b *buyers) row(query, sku string, headers ...string) fields {
	b.t.Helper()
	for _, row := range b.Must(200, "GET", "/products?itemsPerPage=100&"+query, nil, headers...).List(b.t) {
		if row["sku"] == sku {
			return row
		}
	}
	return nil
}

// listed checks the price with which lists filter: the product is in a list up to the price, and in none below it.
func (b *buyers) listed(sku string, price float64, headers ...string) {
	b.t.Helper()
	if row := b.row(fmt.Sprintf("priceMin=%g&priceMax=%g", price, price), sku, headers...); row == nil {
		b.t.Errorf("%s is not listed at %g", sku, price)
	} else if row["minimalPrice"] != price {
		b.t.Errorf("%s costs %v at least, want %g", sku, row["minimalPrice"], price)
	}
	if b.row(fmt.Sprintf("priceMax=%g", price-0.01), sku, headers...) != nil {
		b.t.Errorf("%s is listed below %g", sku, price)
	}
}

// cart puts a quantity into a new cart and returns the cart's address.
func (b *buyers) cart(sku string, qty int, headers ...string) string {
	b.t.Helper()
	mask, _ := b.Must(201, "POST", "/guest-carts", nil, headers...).Object(b.t)["maskedId"].(string)
	b.Must(200, "POST", "/guest-carts/"+mask+"/items", fields{"sku": sku, "qty": qty}, headers...)
	return "/guest-carts/" + mask
}

// line checks the only line of a cart.
func (b *buyers) line(path string, price, total float64, headers ...string) {
	b.t.Helper()
	cart := b.Must(200, "GET", path, nil, headers...).Object(b.t)
	salestest.Check(b.t, rows(b.t, cart, "items")[0], fields{"price": price, "rowTotal": total})
	salestest.Check(b.t, cart, fields{"prices.subtotal": total})
}

func (b *buyers) groups() {
	id := b.product("TEA", fields{"price": 20, "stockQty": 100})
	b.tiers(id, fields{"qty": 5, "price": 15}, fields{"qty": 1, "price": 18, "customerGroupId": 1},
		fields{"qty": 10, "price": 12, "customerGroupId": 1}, fields{"qty": 2, "price": 0})
	b.groupPrices(id, fields{"customerGroupId": 1, "price": 17})
	anna := b.customer()
	salestest.Check(b.t, b.item(id), fields{"price": 20, "finalPrice": 20, "minimalPrice": nil})
	own := b.item(id, anna...)
	salestest.Check(b.t, own, fields{"price": 20, "finalPrice": 17})
	for i, want := range []fields{{"qty": 1, "price": 18, "savePercent": 10}, {"qty": 5, "price": 15, "savePercent": 25},
		{"qty": 10, "price": 12, "savePercent": 40}} {
		salestest.Check(b.t, rows(b.t, own, "tierPrices")[i], want)
	}
	if shown := rows(b.t, b.item(id), "tierPrices"); len(shown) != 1 {
		b.t.Errorf("a guest sees %v", shown)
	}
	b.listed("TEA", 20)
	b.listed("TEA", 17, anna...)
	euro := salestest.With(anna, "X-Currency-Code", "EUR") // 1 dollar is 0.7067 euros
	salestest.Check(b.t, b.item(id, euro...), fields{"currency": "EUR", "price": 14.13, "finalPrice": 12.01})
	salestest.Check(b.t, rows(b.t, b.item(id, euro...), "tierPrices")[1], fields{"qty": 5, "price": 10.6, "savePercent": 25})
	b.listed("TEA", 12.01, euro...)
	salestest.Check(b.t, b.row("", "TEA", anna...), fields{"finalPrice": 17, "minimalPrice": 17, "tierPrices": []int{}})
	other := b.product("MILK", fields{"price": 18})
	for _, c := range []struct {
		headers []string
		want    string
	}{{nil, "MILK TEA"}, {anna, "TEA MILK"}} {
		if got := skus(b.t, b.Must(200, "GET", "/products?sortBy=price&search=The", nil, c.headers...)); got != c.want {
			b.t.Errorf("by price: %s, want %s", got, c.want)
		}
	}
	b.Must(204, "DELETE", fmt.Sprintf("/products/%d", other), nil, b.Service...)

	few, many := b.cart("TEA", 4), b.cart("TEA", 5)
	b.line(few, 20, 80)
	b.line(many, 15, 75)
	mine := salestest.Number(b.Must(201, "POST", "/carts", nil, anna...).Object(b.t)["id"])
	path := fmt.Sprintf("/carts/%d", mine)
	b.Must(200, "POST", path+"/items", fields{"sku": "TEA", "qty": 2}, anna...)
	b.line(path, 17, 34, anna...)
	b.Must(200, "POST", path+"/items", fields{"sku": "TEA", "qty": 8}, anna...)
	b.line(path, 12, 120, anna...)

	// A change shows at once, in carts and in lists.
	b.tiers(id, fields{"qty": 3, "price": 16})
	b.groupPrices(id)
	b.line(few, 16, 64)
	b.line(path, 16, 160, anna...)
	b.listed("TEA", 20, anna...)
	b.Must(200, "PUT", fmt.Sprintf("/products/%d", id), fields{"specialPrice": 11}, b.Service...)
	b.line(few, 11, 44)
	b.listed("TEA", 11)
}

func (b *buyers) composites() {
	first := b.product("RED", fields{"price": 8})
	second := b.product("BLUE", fields{"price": 6})
	b.colours(first, second)
	set := b.product("SET", fields{"type": "grouped", "price": nil, "stockQty": nil})
	shirt := b.product("SHIRT", fields{"type": "configurable", "price": 7, "stockQty": nil})
	for _, child := range []int64{first, second} {
		b.Must(201, "POST", fmt.Sprintf("/products/%d/grouped", set), fields{"childProductId": child}, b.Service...)
	}
	b.Must(200, "PUT", fmt.Sprintf("/products/%d/configurable", shirt), fields{
		"superAttributes": []string{"color"}, "childProductIds": []int64{first, second},
	}, b.Service...)
	anna := b.customer()
	salestest.Check(b.t, b.item(set), fields{"price": 6, "finalPrice": 6, "minimalPrice": 6})
	salestest.Check(b.t, b.item(shirt), fields{"price": 7, "finalPrice": 7, "minimalPrice": 6})
	b.groupPrices(first, fields{"customerGroupId": 1, "price": 5})
	for _, sku := range []string{"SET", "SHIRT"} {
		b.listed(sku, 6)
		b.listed(sku, 5, anna...)
	}
	salestest.Check(b.t, rows(b.t, b.item(set, anna...), "groupedProducts")[0], fields{"sku": "RED", "price": 8, "finalPrice": 5})
	salestest.Check(b.t, rows(b.t, b.item(shirt, anna...), "variants")[0], fields{"sku": "RED", "price": 8, "finalPrice": 5})
	b.Must(200, "PUT", fmt.Sprintf("/products/%d", second), fields{"isActive": false}, b.Service...)
	b.listed("SET", 8)
}

func (b *buyers) bundles() {
	first, second := b.product("CUP", fields{"price": 8}), b.product("LID", fields{"price": 6})
	id := b.product("BOX", fields{"type": "bundle", "price": 50, "priceType": 1, "stockQty": nil})
	path := fmt.Sprintf("/products/%d", id)
	for _, option := range []fields{
		{"title": "A", "selections": []fields{
			{"productId": first, "price": 5, "qty": 2}, {"productId": second, "price": 10, "priceType": "percent"},
		}},
		{"title": "B", "selections": []fields{{"productId": second, "price": 3}}},
		{"title": "C", "required": false, "selections": []fields{{"productId": first, "price": 1}}},
	} {
		b.Must(201, "POST", path+"/bundle-options", option, b.Service...)
	}
	salestest.Check(b.t, b.item(id), fields{"price": 50, "finalPrice": 50, "minimalPrice": 58}) // 50 + 10 % + 3
	b.listed("BOX", 58)
	b.tiers(id, fields{"qty": 1, "price": 10})
	salestest.Check(b.t, b.item(id), fields{"finalPrice": 45, "minimalPrice": 52.2})
	salestest.Check(b.t, rows(b.t, b.item(id), "tierPrices")[0], fields{"qty": 1, "price": 10, "savePercent": 10})
	b.Must(200, "PUT", path, fields{"specialPrice": 80}, b.Service...)
	salestest.Check(b.t, b.item(id), fields{"specialPrice": 80, "finalPrice": 40, "minimalPrice": 46.4})
	b.listed("BOX", 46.4)

	dynamic := b.product("HAMPER", fields{"type": "bundle", "price": nil, "priceType": 0, "stockQty": nil})
	b.Must(201, "POST", fmt.Sprintf("/products/%d/bundle-options", dynamic), fields{"title": "A", "selections": []fields{
		{"productId": first, "qty": 2}, {"productId": second},
	}}, b.Service...)
	salestest.Check(b.t, b.item(dynamic), fields{"price": 6, "finalPrice": 6, "minimalPrice": 6})
	b.tiers(first, fields{"qty": 2, "price": 2.5})
	b.listed("HAMPER", 5) // two cups
	salestest.Check(b.t, rows(b.t, rows(b.t, b.item(dynamic), "bundleOptions")[0], "selections")[0],
		fields{"price": 2.5, "priceType": "fixed"})
}

// soldOut checks that prices of composites are those of the parts that can be bought.
func (b *buyers) soldOut() {
	cheap, dear := b.product("CHEAP", fields{"price": 3, "stockQty": 1}), b.product("DEAR", fields{"price": 30})
	b.colours(cheap, dear)
	shirt := b.product("JERSEY", fields{"type": "configurable", "price": nil, "stockQty": nil})
	b.Must(200, "PUT", fmt.Sprintf("/products/%d/configurable", shirt), fields{
		"superAttributes": []string{"color"}, "childProductIds": []int64{cheap, dear},
	}, b.Service...)
	set := b.product("PAIR", fields{"type": "grouped", "price": nil, "stockQty": nil})
	for _, child := range []int64{cheap, dear} {
		b.Must(201, "POST", fmt.Sprintf("/products/%d/grouped", set), fields{"childProductId": child}, b.Service...)
	}
	kit := b.product("KIT", fields{"type": "bundle", "price": nil, "priceType": 0, "stockQty": nil})
	b.Must(201, "POST", fmt.Sprintf("/products/%d/bundle-options", kit), fields{"title": "A", "selections": []fields{
		{"productId": cheap}, {"productId": dear},
	}}, b.Service...)
	composites := []int64{shirt, set, kit}
	cost := func(what string, price float64) {
		b.t.Helper()
		for i, id := range composites {
			salestest.Check(b.t, b.item(id), fields{"price": price, "finalPrice": price, "minimalPrice": price})
			b.listed([]string{"JERSEY", "PAIR", "KIT"}[i], price)
		}
		order := map[float64]string{3: "JERSEY PAIR KIT PLUG", 30: "PLUG JERSEY PAIR KIT"}[price]
		list := b.Must(200, "GET", "/products?sortBy=price&priceMin=2&priceMax=50&search=jersey", nil)
		if found := skus(b.t, list); found != "JERSEY" {
			b.t.Errorf("%s: a search finds %s", what, found)
		}
		var sorted []string
		for _, row := range b.Must(200, "GET", "/products?itemsPerPage=100&sortBy=price", nil).List(b.t) {
			if sku := fmt.Sprint(row["sku"]); strings.Contains("JERSEY PAIR KIT PLUG", sku) {
				sorted = append(sorted, sku)
			}
		}
		if got := strings.Join(sorted, " "); got != order {
			b.t.Errorf("%s: by price %s, want %s", what, got, order)
		}
	}
	b.product("PLUG", fields{"price": 29})
	stock := func(sku string, qty, backorders int, inStock bool) {
		b.t.Helper()
		b.Must(200, "PUT", "/inventory", fields{
			"sku": sku, "qty": qty, "isInStock": inStock, "backorders": backorders, "useConfigManageStock": true,
		}, b.Service...)
	}
	cost("in stock", 3)
	b.Order("CHEAP") // the last one
	b.Settle()       // buyers do not wait for what an order changes in the catalog
	cost("sold by an order", 30)
	stock("DEAR", 0, 0, false)
	b.Configure("cataloginventory/options/show_out_of_stock", "1")
	cost("all sold out", 3)
	stock("DEAR", 5, 0, true)
	cost("back in stock", 30)
	stock("CHEAP", 0, 1, true)
	cost("backorders", 3)
	stock("CHEAP", 0, 0, false)
	cost("sold out", 30)
	b.Configure("cataloginventory/item_options/manage_stock", "0")
	cost("stock is not managed", 3)
	b.Configure("cataloginventory/item_options/manage_stock", "1", "cataloginventory/options/show_out_of_stock", "0")
	cost("stock is managed", 30)
	for _, id := range composites {
		b.Must(204, "DELETE", fmt.Sprintf("/products/%d", id), nil, b.Service...)
	}
}

func (b *buyers) websites() {
	id := b.product("HAT", fields{"price": 20, "stockQty": 50, "websiteIds": []int64{1, b.europe}})
	path := fmt.Sprintf("/products/%d", id)
	de, fr := []string{"X-Store-Code", "de"}, []string{"X-Store-Code", "fr"}
	adminDE := salestest.With(b.Service, de...)
	b.tiers(id, fields{"qty": 1, "price": 14, "websiteId": b.europe}, fields{"qty": 3, "price": 19})
	salestest.Check(b.t, b.item(id, de...), fields{"finalPrice": 20})
	if shown := rows(b.t, b.item(id, de...), "tierPrices"); len(shown) != 1 {
		b.t.Errorf("prices of websites count: %v", shown)
	}
	german, ours := b.cart("HAT", 1, de...), b.cart("HAT", 1)
	b.line(german, 20, 20, de...)

	b.Configure("catalog/price/scope", "1")
	salestest.Check(b.t, b.item(id, de...), fields{"price": 20, "finalPrice": 14})
	salestest.Check(b.t, b.item(id), fields{"finalPrice": 20})
	b.line(german, 14, 14, de...)
	b.line(ours, 20, 20)
	b.listed("HAT", 14, fr...)
	b.listed("HAT", 20)
	salestest.Check(b.t, b.Must(200, "PUT", path, fields{"price": 12, "name": "Hut"}, adminDE...).Object(b.t),
		fields{"price": 12, "name": "Hut"})
	salestest.Check(b.t, b.item(id, fr...), fields{"price": 12, "finalPrice": 12, "name": "The HAT"})
	salestest.Check(b.t, b.item(id), fields{"price": 20, "finalPrice": 20})
	b.line(german, 12, 12, de...)

	b.Configure("catalog/price/scope", "0")
	salestest.Check(b.t, b.item(id, de...), fields{"price": 20, "finalPrice": 20})
	b.line(german, 20, 20, de...)
	b.listed("HAT", 20, de...)
	b.Run(b.t, []exchange{{
		Name: "a shared price", Method: "PUT", Path: path, Headers: adminDE, Body: fields{"useDefault": []string{"price"}}, Status: 400,
		Message: "Attribute 'price' is global scope and has no store override to revert.",
	}})
	b.Configure("catalog/price/scope", "1")
	again := b.Must(200, "PUT", path, fields{"useDefault": []string{"price"}}, adminDE...).Object(b.t)
	salestest.Check(b.t, again, fields{"price": 20, "finalPrice": 14})
	salestest.Check(b.t, b.item(id, fr...), fields{"price": 20})
	b.Configure("catalog/price/scope", "0")
}

func (b *buyers) days() {
	part := b.product("PART", fields{
		"price": 10, "specialPrice": 7, "specialFromDate": "2026-03-11", "specialToDate": "2026-03-12", "websiteIds": []int64{1, b.europe},
	})
	whole := b.product("WHOLE", fields{"type": "grouped", "price": nil, "stockQty": nil})
	b.Must(201, "POST", fmt.Sprintf("/products/%d/grouped", whole), fields{"childProductId": part}, b.Service...)
	b.groupPrices(part, fields{"customerGroupId": 1, "price": 9})
	b.ConfigureIn(settings.Scope{Level: "website", ID: b.europe}, "general/locale/timezone", "Europe/Berlin")
	mask, german := b.cart("PART", 2), b.cart("PART", 2, "X-Store-Code", "de")
	before := b.Must(200, "GET", mask, nil).Header.Get("ETag")
	for _, c := range []struct {
		now                string // in UTC; the day begins at 7 or 8 in Los Angeles, at 23 in Berlin
		price, own, german float64
	}{
		{"2026-03-10 22:59:59", 10, 9, 10}, {"2026-03-10 23:00:00", 10, 9, 7}, {"2026-03-11 06:59:59", 10, 9, 7},
		{"2026-03-11 07:00:00", 7, 7, 7}, {"2026-03-12 23:00:00", 7, 7, 10}, {"2026-03-13 06:59:59", 7, 7, 10},
		{"2026-03-13 07:00:00", 10, 9, 10},
	} {
		b.at(b.clock, c.now)
		anna := b.customer()
		for range 2 { // the second answer may come from the cache
			salestest.Check(b.t, b.item(part), fields{"finalPrice": c.price})
			salestest.Check(b.t, b.item(whole), fields{"finalPrice": c.price, "minimalPrice": c.price})
			b.listed("WHOLE", c.price)
			b.listed("PART", c.own, anna...)
			b.line(mask, c.price, 2*c.price)
			b.line(german, c.german, 2*c.german) // priced in its own store, in any store that reads it
		}
		answer := b.Do("GET", mask, nil, "If-None-Match", before)
		if changed := c.price != 10; changed == (answer.Status == 304) {
			b.t.Errorf("at %s the old cart is answered with %d", c.now, answer.Status)
		}
	}
}
