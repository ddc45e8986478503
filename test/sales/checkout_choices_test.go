package sales_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/test/salestest"
)

// goods are products of every type that is sold with choices, by name.
type goods map[string]int64

func stocked(s *salestest.Shop) goods {
	g := goods{}
	add := func(sku, price string, qty int64, more fields) {
		units, yes := money.FromInt(qty), true
		g[sku] = s.ProductWith(sku, price, stock.Change{Qty: &units, InStock: &yes}, more)
	}
	hidden := func(country string) fields {
		return fields{"visibility": "not_visible", "countryOfManufacture": country, "weight": 2}
	}
	add("SHIRT-DK", "12", 5, hidden("DK"))
	add("SHIRT-SE", "15", 5, hidden("SE"))
	add("SHIRT", "0", 0, fields{"type": "configurable", "name": "Shirt", "superAttributes": []string{"country_of_manufacture"},
		"childIds": []int64{g["SHIRT-DK"], g["SHIRT-SE"]}})
	add("CUP", "4", 20, nil)
	add("PLATE", "6", 20, nil)
	add("SET", "0", 0, fields{"type": "grouped", "groupedLinks": list{fields{"id": g["CUP"], "qty": 1}, fields{"id": g["PLATE"], "qty": 1}}})
	options := func(price int) list {
		return list{
			fields{"id": 71, "title": "Cups", "type": "select", "required": true, "selections": list{
				fields{"id": 711, "productId": g["CUP"], "price": price, "priceType": "fixed", "qty": 2, "anyQty": true}}},
			fields{"id": 72, "title": "Plates", "type": "checkbox", "selections": list{
				fields{"id": 721, "productId": g["PLATE"], "price": 10, "priceType": "percent", "qty": 1}}},
		}
	}
	add("BOX", "50", 0, fields{"type": "bundle", "priceType": 1, "bundleOptions": options(3)})
	add("MIX", "0", 0, fields{"type": "bundle", "priceType": 0, "bundleOptions": options(0)})
	add("SONGS", "2", 9, fields{"type": "downloadable", "linksPurchasedSeparately": true, "downloadableLinks": list{
		fields{"id": 61, "title": "One", "price": 1.5, "shareable": 2, "type": "url", "url": "https://example.com/1", "limit": 2},
		fields{"id": 62, "title": "Two", "price": 2.5, "shareable": 2, "type": "url", "url": "https://example.com/2"},
	}})
	add("MUG", "20", 30, fields{"customOptions": list{
		fields{"id": 51, "title": "Text", "type": "field", "required": true, "price": 2, "priceType": "fixed", "sku": "txt", "maxCharacters": 5},
		fields{"id": 52, "title": "Colour", "type": "drop_down", "values": list{
			fields{"id": 521, "title": "Red", "price": 10, "priceType": "percent", "sku": "red"},
			fields{"id": 522, "title": "Blue", "price": 0, "priceType": "fixed"}}},
		fields{"id": 53, "title": "Extras", "type": "checkbox", "values": list{
			fields{"id": 531, "title": "Lid", "price": 1, "priceType": "fixed"},
			fields{"id": 532, "title": "Spoon", "price": 0.5, "priceType": "fixed"}}},
		fields{"id": 54, "title": "Until", "type": "date"},
	}})
	return g
}

// TestChoices follows the choices of products from the cart to orders, invoices, shipments and refunds (shapes-sales §1, §7, §8.2).
func TestChoices(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	g := stocked(s)
	refusedChoices(t, s)
	t.Run("custom options", func(t *testing.T) {
		mask := s.GuestCart()
		put := func(options fields) map[string]any {
			return s.Must(200, "POST", guests(mask, "/items"), fields{"sku": "MUG", "options": options}).Object(t)
		}
		red := fields{"51": "Hi", "52": 521, "53": list{"532", 531}, "54": fields{"year": 2026, "month": 5, "day": 7}}
		put(red)
		put(fields{"51": "Hi", "52": "521", "53": list{531, 532}, "54": "2026-05-07"})
		salestest.Check(t, put(fields{"51": "Ho"}), fields{
			"items.#": 2, "items.0.qty": 2, "items.0.price": 25.5, "items.0.sku": "MUG-txt-red", "items.1.price": 22, "items.1.qty": 1,
			"items.0.options": list{
				fields{"label": "Text", "value": "Hi"}, fields{"label": "Colour", "value": "Red"}, fields{"label": "Extras", "value": "Lid, Spoon"},
				fields{"label": "Until", "value": "2026-05-07"},
			},
		})
	})
	t.Run("configurable", func(t *testing.T) {
		mask := s.GuestCart("SHIRT-DK*2")
		in := s.Must(200, "POST", guests(mask, "/items"), fields{"sku": "SHIRT", "superAttribute": fields{"country_of_manufacture": "DK"}}).
			Object(t)
		salestest.Check(t, in, fields{"items.#": 1, "items.0.qty": 3, "items.0.price": 12, "items.0.sku": "SHIRT-DK", "items.0.name": "Shirt",
			"items.0.productType": "configurable", "items.0.productId": g["SHIRT"], "items.0.options.0.value": "DK"})
		o := s.Must(201, "POST", guests(mask, placeOrder), salestest.Placement(nil)).Object(t)
		salestest.Check(t, o, fields{
			"items.#": 2, "totalItemCount": 1, "totalQtyOrdered": 3, "items.1.parentItemId": salestest.At(o, "items.0.id"),
			"items.1.productId": g["SHIRT-DK"], "items.1.price": 0, "items.0.productOptions.simple_sku": "SHIRT-DK",
			"items.0.productOptions.attributes_info.0.value": "DK",
		})
		left(t, s, "SHIRT-DK", "2")
		id := int(salestest.ID(o))
		line := salestest.At(o, "items.0.id")
		invoice := s.Must(201, "POST", "/orders/"+itoa(id)+"/invoices", fields{"items": list{fields{"orderItemId": line, "qty": 2}}},
			s.Service...).Object(t)
		salestest.Check(t, invoice, fields{"items.#": 2, "items.0.rowTotal": 24, "items.1.rowTotal": 0, "items.1.qty": 2, "totalQty": 2})
		s.Must(201, "POST", "/orders/"+itoa(id)+"/credit-memos",
			fields{"items": list{fields{"orderItemId": line, "qty": 1, "backToStock": true}}}, s.Service...)
		left(t, s, "SHIRT-DK", "3")
		s.Must(201, "POST", "/orders/"+itoa(id)+"/shipments", fields{"items": list{fields{"orderItemId": line, "qty": 1}}}, s.Service...)
		s.Must(201, "POST", "/orders/"+itoa(id)+"/cancel", nil, s.Service...)
		left(t, s, "SHIRT-DK", "4")
		after := s.Must(200, "GET", "/orders/"+itoa(id), nil, s.Service...).Object(t)
		salestest.Check(t, after, fields{
			"items.0.qtyInvoiced": 2, "items.1.qtyInvoiced": 2, "items.1.qtyRefunded": 1, "items.1.qtyShipped": 1, "items.1.qtyCanceled": 1,
		})
	})
	t.Run("bundles", func(t *testing.T) {
		mask := s.GuestCart()
		for _, sku := range []string{"BOX", "MIX"} {
			s.Must(200, "POST", guests(mask, "/items"),
				fields{"sku": sku, "bundleOption": fields{"71": 711, "72": list{721}}, "bundleOptionQty": fields{"71": 3, "72": 9}})
		}
		in := s.Must(200, "GET", guests(mask, ""), nil).Object(t)
		salestest.Check(t, in, fields{ // 50 + 3*3 + 10%; 3*4 + 6
			"items.0.price": 64, "items.1.price": 18, "items.1.sku": "MIX-CUP-PLATE", "items.0.options.0.value": "3 x The CUP",
			"prices.subtotal": 82,
		})
		o := s.Must(201, "POST", guests(mask, placeOrder), salestest.Placement(nil)).Object(t)
		salestest.Check(t, o, fields{"items.#": 6, "totalItemCount": 2, "items.4.price": 4, "items.4.rowTotal": 12, "items.1.rowTotal": 0,
			"items.3.rowTotal": 18, "items.0.productOptions.bundle_options.0.value.0.qty": 3})
		left(t, s, "CUP", "14")
		left(t, s, "PLATE", "18")
		id := itoa(int(salestest.ID(o)))
		s.Must(201, "POST", "/orders/"+id+"/invoices", fields{}, s.Service...)
		s.Must(201, "POST", "/orders/"+id+"/shipments", fields{}, s.Service...)
		salestest.Check(t, s.Must(200, "GET", "/orders/"+id, nil, s.Service...).Object(t), fields{
			"state": "complete", "items.3.qtyInvoiced": 1, "items.4.qtyInvoiced": 3, "items.4.qtyShipped": 3, "items.1.qtyInvoiced": 3,
		})
		s.Must(201, "POST", "/orders/"+id+"/credit-memos", fields{"items": list{fields{"orderItemId": salestest.At(o, "items.0.id"), "qty": 1,
			"backToStock": true}}}, s.Service...)
		left(t, s, "CUP", "17")
	})
	t.Run("grouped and downloadable", func(t *testing.T) {
		mask := s.GuestCart()
		s.Must(200, "POST", guests(mask, "/items"),
			fields{"sku": "SET", "superGroup": fields{fmt.Sprint(g["CUP"]): 2, fmt.Sprint(g["PLATE"]): "1"}})
		s.Must(200, "POST", guests(mask, "/items"), fields{"sku": "CUP"})
		in := s.Must(200, "POST", guests(mask, "/items"), fields{"sku": "SONGS", "links": list{62, 61}}).Object(t)
		salestest.Check(t, in, fields{"items.#": 4, "items.0.productType": "grouped", "items.0.qty": 2, "items.2.productType": "simple",
			"items.3.price": 6, "items.3.options": list{fields{"label": "Links", "value": "One, Two"}}})
		o := s.Must(201, "POST", guests(mask, placeOrder), salestest.Placement(nil)).Object(t)
		salestest.Check(t, o, fields{"items.0.productOptions.super_product_config": fields{"product_type": "grouped", "product_id": g["SET"]},
			"items.3.productOptions.links": list{61, 62}})
	})
	t.Run("downloads", func(t *testing.T) { downloads(t, s) })
	s.Verify("carts", "orders", "stock", "products")
}

// left checks the remaining stock of a product.
func left(t *testing.T, s *salestest.Shop, sku, want string) {
	t.Helper()
	s.Settle()
	p, err := s.Readers.Catalog.ProductBySKU(t.Context(), 1, sku)
	if err != nil || p.Level.Qty.String() != want {
		t.Errorf("%s of %s are left (%v), want %s", p.Level.Qty, sku, err, want)
	}
}

func refusedChoices(t *testing.T, s *salestest.Shop) {
	t.Helper()
	path := guests(s.GuestCart(), "/items")
	var table []salestest.Exchange
	for _, c := range []struct {
		body, reason string
	}{
		{`{"sku":"MUG"}`, "Please specify the product required option <em>Text</em>."},
		{`{"sku":"MUG","options":{"51":"Longer"}}`, "The text is too long"},
		{`{"sku":"MUG","options":{"51":"Hi","52":1}}`, "Option Colour has no value 1."},
		{`{"sku":"MUG","options":{"51":"Hi","99":1}}`, "The product has no option 99."},
		{`{"sku":"MUG","options":{"51":"Hi","54":"soon"}}`, "Please specify date required option <em>Until</em>."},
		{`{"sku":"SHIRT"}`, "Please specify the product's option(s)."},
		{`{"sku":"SET"}`, "Please specify the quantity of product(s)."},
		{`{"sku":"BOX"}`, "Please select options for product."},
		{`{"sku":"BOX","bundleOption":{"72":721}}`, "Required options are not selected."},
		{`{"sku":"BOX","bundleOption":{"71":5}}`, "Selected required options are not available."},
		{`{"sku":"SONGS"}`, "Please specify product link(s)."},
	} {
		table = append(table, salestest.Exchange{Method: "POST", Path: path, Body: json.RawMessage(c.body), Status: 400,
			Message: "Failed to add product: " + c.reason})
	}
	table = append(table, salestest.Exchange{Method: "POST", Path: path, Body: fields{"sku": "SHIRT-DK", "qty": 6}, Status: 422,
		Message: `The requested quantity for "The SHIRT-DK" is not available.`})
	s.Run(t, table)
}
