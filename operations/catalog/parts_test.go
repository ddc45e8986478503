package catalog_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	domain "tradelog/domain/catalog"
	operations "tradelog/operations/catalog/attribute"
	"tradelog/test/apptest"
)

// TestSubResources checks the sub-resources of products (shapes-catalog §3, §4, §5, §6, §7, §8, §9). The parts share a shop.
func TestSubResources(t *testing.T) {
	t.Parallel()
	s := start(t)
	plain := s.product("PLAIN", nil)
	other := s.product("OTHER", fields{"price": 8, "countryOfManufacture": "DE"})
	third := s.product("THIRD", fields{"price": 6, "specialPrice": 4, "countryOfManufacture": "FR"})
	parts := func(name string, f func(s *store)) {
		t.Run(name, func(t *testing.T) {
			inner := *s
			inner.t = t
			f(&inner)
		})
	}
	parts("tier prices", func(s *store) { s.tierPrices(plain) })
	parts("links", func(s *store) { s.links(plain, other, third) })
	parts("a group", func(s *store) { s.groups(other, third) })
	parts("variants", func(s *store) { s.variants(other, third) })
	parts("a bundle", func(s *store) { s.bundles(other, third) })
	parts("downloads", func(s *store) { s.downloads() })
	parts("custom options", func(s *store) { s.options(plain) })
	parts("of other types alone", func(s *store) { s.parts(plain) })
	parts("nothing written twice", func(s *store) {
		path := fmt.Sprintf("/products/%d/tier-prices", plain)
		prices := []fields{{"qty": "10", "price": "7.5"}}
		s.Must(201, "POST", path, prices, s.admin...)
		before := s.LogSize()
		s.Must(201, "POST", path, prices, s.admin...)
		if after := s.LogSize(); after != before {
			s.t.Errorf("writing what is there appended %d events", after-before)
		}
	})
	verify(t, s, "products", "stock", "sequences")
}

// parts: what the registry says to be for other types of products is refused for a simple one.
func (s *store) parts(simple int64) {
	found := 0
	for _, o := range s.Pipeline.Registry.All() {
		if o.For == nil {
			continue
		}
		found++
		path := strings.Replace(o.Path, "{"+o.Placeholders()[0]+"}", strconv.FormatInt(simple, 10), 1)
		path = regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(path, "1")
		want := "Product is not a " + o.For.Value + " product"
		got := s.Must(400, o.Method, path, fields{}, s.admin...).Object(s.t)
		if o.For.Member != "type" || got["message"] != want {
			s.t.Errorf("%s %s: %v, want %q", o.Method, path, got, want)
		}
	}
	if found < 10 {
		s.t.Errorf("%d operations are for products of a type", found)
	}
}

// refused is an exchange that must be refused.
func (s *store) refused(name, method, path string, body any, status int, message string) exchange {
	return exchange{name: name, method: method, path: path, body: body, headers: s.admin, status: status, message: message}
}

// item reads a product.
func (s *store) item(id int64, headers ...string) fields {
	s.t.Helper()
	return s.Must(200, "GET", fmt.Sprintf("/products/%d", id), nil, headers...).Object(s.t)
}

// rows are the elements of a member that is a list.
func rows(t testing.TB, object fields, name string) []fields {
	t.Helper()
	list, _ := object[name].([]any)
	out := make([]fields, len(list))
	for i, v := range list {
		out[i], _ = v.(fields)
	}
	return out
}

func (s *store) tierPrices(id int64) {
	path, groups := fmt.Sprintf("/products/%d/tier-prices", id), fmt.Sprintf("/products/%d/group-prices", id)
	s.run([]exchange{
		s.refused("no list", "POST", path, fields{"qty": 1}, 400, "Request body must be an array of tier prices"),
		s.refused("no object", "POST", path, []any{1}, 400, "Each tier price must be an object"),
		s.refused("no quantity", "POST", path, []fields{{"qty": 0, "price": 1}}, 400, "Quantity must be greater than 0"),
		s.refused("a negative price", "POST", path, []fields{{"price": -1}}, 400, "Price must not be negative"),
		s.refused("one twice", "POST", path, []fields{{"price": 1}, {"price": 2, "customer_group_id": 32000}}, 422, "Failed to save tier prices"),
		s.refused("no product", "POST", "/products/99999/tier-prices", []fields{}, 404, "Product not found"),
		{name: "nobody reads them", method: "GET", path: path, status: 401, message: "Authentication required"},
		s.refused("no list of group prices", "PUT", groups, fields{}, 400, "Request body must be an array of group prices"),
		s.refused("no group price", "PUT", groups, []any{"x"}, 400, "Each group price must be an object"),
	})
	list := s.Must(201, "POST", path, []fields{{"qty": "5", "price": "9"}, {"price": 8, "qty": 10, "customerGroupId": 1}},
		s.admin...).List(s.t)
	check(s.t, list[0], fields{"id": fmt.Sprintf("%d_0", id), "customerGroupId": "all", "websiteId": 0, "qty": 5, "price": 9})
	check(s.t, list[1], fields{"id": fmt.Sprintf("%d_1", id), "customerGroupId": 1, "qty": 10, "price": 8})
	shown := rows(s.t, s.item(id), "tierPrices")
	if len(shown) != 1 {
		s.t.Fatalf("a guest sees %v", shown)
	}
	check(s.t, shown[0], fields{"qty": 5, "price": 9, "savePercent": 10})
	_, token := s.Customer("tiers@example.com")
	if own := rows(s.t, s.item(id, apptest.Bearer(token)...), "tierPrices"); len(own) != 2 {
		s.t.Errorf("a customer sees %v", own)
	}
	if all := s.Must(200, "PUT", path, []fields{{"price": 1}}, s.admin...).List(s.t); len(all) != 1 {
		s.t.Errorf("replaced by %v", all)
	}
	s.Must(204, "DELETE", path, nil, s.admin...)
	if left := s.Must(200, "GET", path, nil, s.admin...).List(s.t); len(left) != 0 {
		s.t.Errorf("%v is left", left)
	}
	s.Must(200, "PUT", groups, []fields{{"customerGroupId": 1, "price": 3}, {"customerGroupId": 0, "price": 4}}, s.admin...)
	if public := s.Must(200, "GET", groups, nil).List(s.t); len(public) != 1 {
		s.t.Errorf("a guest sees %v", public)
	}
	s.Must(204, "DELETE", groups, nil, s.admin...)
}

func (s *store) links(id, other, third int64) {
	path := fmt.Sprintf("/products/%d/links/cross-sell", id)
	s.run([]exchange{
		s.refused("no identifier", "POST", path, fields{}, 400, "linkedProductId is required and must be positive"),
		s.refused("no list", "PUT", path, fields{}, 400, "Each link must be an object with linkedProductId"),
		s.refused("an unknown product", "POST", path, fields{"linkedProductId": 99999}, 422,
			"Failed to save links"),
		s.refused("an unknown product in a list", "PUT", path, []fields{{"linkedProductId": 99999}}, 422, "Failed to save links"),
	})
	added := s.Must(201, "POST", path, fields{"linkedProductId": other, "position": 2}, s.admin...).Object(s.t)
	check(s.t, added, fields{
		"id": fmt.Sprintf("%d_cross_sell_%d", id, other), "linkedProductId": other, "linkedProductSku": "OTHER", "position": 2,
	})
	list := s.Must(200, "PUT", path, []fields{{"linked_product_id": fmt.Sprint(other), "position": 2}, {"linkedProductId": third}},
		s.admin...).List(s.t)
	check(s.t, list[0], fields{"linkedProductSku": "THIRD"})
	beside := rows(s.t, s.item(id), "crosssellProducts")
	check(s.t, beside[0], fields{"id": third, "sku": "THIRD", "price": 6, "specialPrice": 4, "finalPrice": 4, "stockStatus": "in_stock"})
	s.Must(204, "DELETE", fmt.Sprintf("%s/%d", path, third), nil, s.admin...)
	s.Must(204, "DELETE", fmt.Sprintf("%s/%d", path, third), nil, s.admin...)
	if left := s.Must(200, "GET", path, nil).List(s.t); len(left) != 1 {
		s.t.Errorf("%v is left", left)
	}
}

func (s *store) groups(other, third int64) {
	id := s.product("GROUP", fields{"type": "grouped", "price": nil, "stockQty": nil})
	path := fmt.Sprintf("/products/%d/grouped", id)
	check(s.t, s.item(id), fields{"stockStatus": "out_of_stock"})
	s.run([]exchange{
		s.refused("no group", "GET", fmt.Sprintf("/products/%d/grouped", other), nil, 400, "Product is not a grouped product"),
		s.refused("no identifier", "POST", path, fields{"qty": 1}, 400, "childProductId is required and must be positive"),
		s.refused("no object", "PUT", path, []any{1}, 400, "Each link must be an object"),
		s.refused("an unknown product", "POST", path, fields{"childProductId": 99999}, 422, "Failed to add grouped link"),
	})
	s.Must(201, "POST", path, fields{"childProductId": other, "qty": 2, "position": 2}, s.admin...)
	list := s.Must(201, "POST", path, fields{"childProductId": third}, s.admin...).List(s.t)
	check(s.t, list[0], fields{"id": fmt.Sprintf("%d_grouped_%d", id, third), "childProductSku": "THIRD", "qty": 1})
	shown := s.item(id)
	check(s.t, shown, fields{"price": 4, "minimalPrice": 4, "stockStatus": "in_stock"})
	check(s.t, rows(s.t, shown, "groupedProducts")[1], fields{"sku": "OTHER", "price": 8, "inStock": true, "stockQty": 5, "defaultQty": 2})
	before := s.Must(200, "GET", fmt.Sprintf("/products/%d", id), nil).Header.Get("ETag")
	s.Must(200, "PUT", "/inventory/bulk", fields{"items": []fields{{"sku": "OTHER", "qty": 0}, {"sku": "THIRD", "qty": 0}}}, s.admin...)
	sold := s.Must(200, "GET", fmt.Sprintf("/products/%d", id), nil)
	check(s.t, sold.Object(s.t), fields{"stockStatus": "out_of_stock"})
	if sold.Header.Get("ETag") == before {
		s.t.Error("the ETag stayed when the children sold out")
	}
	s.Must(200, "PUT", "/inventory/bulk", fields{"items": []fields{{"sku": "OTHER", "qty": 5}, {"sku": "THIRD", "qty": 5}}}, s.admin...)
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", third), fields{"price": 5, "specialPrice": 3}, s.admin...)
	check(s.t, s.item(id), fields{"price": 3, "stockStatus": "in_stock"})
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", third), fields{"price": 6, "specialPrice": 4}, s.admin...)
	for _, row := range s.Must(200, "GET", "/products?priceMax=4.5&sortBy=price", nil).List(s.t) {
		if row["sku"] == "GROUP" {
			check(s.t, row, fields{"price": 4, "minimalPrice": 4, "groupedProducts": []int{}})
			return
		}
	}
	s.t.Error("the group is not listed by the price of its cheapest product")
}

// colours gives the attribute color options, and products one each.
func (s *store) colours(products ...int64) (options []int64) {
	s.t.Helper()
	book, err := s.Readers.Catalog.Attributes(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, id := range products {
		option, err := operations.WriteAttributes(s.Commands.Engine, s.Readers.Catalog).SetOption(apptest.Operator(), 0,
			func(o *domain.AttributeOption) {
				o.AttributeID, o.Label = book.Find("color").ID, fmt.Sprint("Colour of ", id)
			})
		if err != nil {
			s.t.Fatal(err)
		}
		s.Settle()
		s.Must(200, "PUT", fmt.Sprintf("/products/%d", id), fields{"customAttributesWrite": fields{"color": option}}, s.admin...)
		options = append(options, option)
	}
	return options
}

func (s *store) variants(other, third int64) {
	colours := s.colours(other, third)
	id := s.product("CONF", fields{"type": "configurable", "price": nil, "stockQty": nil})
	path := fmt.Sprintf("/products/%d/configurable", id)
	s.run([]exchange{
		s.refused("not configurable", "GET", fmt.Sprintf("/products/%d/configurable", other), nil, 400, "Product is not a configurable product"),
		s.refused("an unknown attribute", "PUT", path, fields{"superAttributes": []string{"flavour"}}, 400, "Attribute not found: flavour"),
		s.refused("no configurable one", "PUT", path, fields{"superAttributes": []string{"color", "country_of_manufacture"}}, 422,
			"Failed to set super attributes: Attribute country_of_manufacture is not configurable: it has to be a user-defined select "+
				"attribute of the scope global, with isConfigurable."),
		s.refused("no child", "POST", path+"/children", fields{}, 400, "childProductId is required and must be positive"),
	})
	set := s.Must(200, "PUT", path, fields{"superAttributes": []string{"color"}, "childProductIds": []int64{other}},
		s.admin...)
	check(s.t, set.Object(s.t), fields{"id": id, "superAttributes": []string{"color"}, "childProductIds": []int64{other}})
	added := s.Must(201, "POST", path+"/children", fields{"childId": third}, s.admin...).Object(s.t)
	check(s.t, added, fields{"childProductIds": []int64{other, third}})
	shown := s.item(id)
	check(s.t, shown, fields{"price": 4, "stockStatus": "in_stock"})
	check(s.t, rows(s.t, shown, "variants")[0], fields{"sku": "OTHER", "price": 8, "inStock": true, "attributes.color": colours[0]})
	if values := rows(s.t, rows(s.t, shown, "configurableOptions")[0], "values"); len(values) != 2 {
		s.t.Errorf("the values are %v", values)
	}
	s.Must(204, "DELETE", fmt.Sprintf("%s/children/%d", path, other), nil, s.admin...)
	check(s.t, s.Must(200, "GET", path, nil).List(s.t)[0], fields{"childProductIds": []int64{third}})
}

func (s *store) bundles(other, third int64) {
	id := s.product("BUNDLE", fields{"type": "bundle", "stockQty": nil})
	path := fmt.Sprintf("/products/%d/bundle-options", id)
	s.run([]exchange{
		s.refused("no bundle", "GET", fmt.Sprintf("/products/%d/bundle-options", other), nil, 400, "Product is not a bundle product"),
		s.refused("no title", "POST", path, fields{}, 400, "title is required"),
		s.refused("an unknown form", "POST", path, fields{"title": "T", "type": "x"}, 400,
			"Invalid type: x. Valid: select, radio, checkbox, multi"),
		s.refused("no quantity", "POST", path, fields{"title": "T", "selections": []fields{{"productId": other, "qty": 0}}}, 400,
			"Quantity must be greater than 0"),
		s.refused("no option", "PUT", path+"/99", fields{"title": "T"}, 404, "Bundle option not found"),
		s.refused("no number", "PUT", path, fields{"title": "T"}, 400, "optionId is required"),
	})
	option := s.Must(201, "POST", path, fields{"title": "Cup", "selections": []fields{
		{"product_id": fmt.Sprint(other), "price": "2.5", "is_default": 1}, {"productId": third, "can_change_qty": 0}, {"price": 1},
	}}, s.admin...).Object(s.t)
	check(s.t, option, fields{"title": "Cup", "type": "select", "required": true})
	check(s.t, rows(s.t, option, "selections")[0], fields{"productId": other, "sku": "OTHER", "price": 2.5, "isDefault": true,
		"canChangeQty": true})
	if n := len(rows(s.t, option, "selections")); n != 2 {
		s.t.Errorf("%d selections", n)
	}
	check(s.t, s.item(id), fields{"stockStatus": "in_stock"})
	list := s.Must(200, "PUT", path, fields{"option_id": option["id"], "title": "Mug", "required": false}, s.admin...).List(s.t)
	check(s.t, list[0], fields{"title": "Mug", "required": false})
	s.Must(204, "DELETE", fmt.Sprintf("%s?optionId=%d", path, number(option["id"])), nil, s.admin...)
	check(s.t, s.item(id), fields{"stockStatus": "out_of_stock", "bundleOptions": []int{}})
}

func (s *store) downloads() {
	id := s.product("SONG", fields{"type": "downloadable"})
	path := fmt.Sprintf("/products/%d/downloadable-links", id)
	s.run([]exchange{
		s.refused("no title", "POST", path, fields{}, 400, "title is required"),
		s.refused("a negative price", "POST", path, fields{"title": "T", "price": -1}, 400, "Price must not be negative"),
		s.refused("no sharing", "POST", path, fields{"title": "T", "isShareable": 3}, 400,
			"isShareable must be 0 (no), 1 (yes), or 2 (use config)"),
		s.refused("an unknown type", "POST", path, fields{"title": "T", "linkType": "ftp"}, 400, "Invalid linkType: ftp. Valid: url, file"),
		s.refused("no address", "POST", path, fields{"title": "T"}, 400, "linkUrl is required for url type links"),
		s.refused("no number", "PUT", path, fields{"title": "T"}, 400, "linkId is required"),
		s.refused("no link", "PUT", path, fields{"linkId": 99}, 404, "Downloadable link not found"),
	})
	link := s.Must(201, "POST", path, fields{
		"title": "MP3", "linkUrl": "https://example.com/a.mp3", "sampleType": "url", "sampleUrl": "https://example.com/s.mp3", "price": 1,
	}, s.admin...).Object(s.t)
	check(s.t, link, fields{"title": "MP3", "isShareable": 2, "linkType": "url", "linkUrl": "https://example.com/a.mp3", "price": 1})
	check(s.t, s.Must(200, "GET", path, nil).List(s.t)[0], fields{"linkUrl": nil, "sampleUrl": "https://example.com/s.mp3"})
	check(s.t, s.item(id), fields{"linksTitle": "Links"})
	check(s.t, rows(s.t, s.item(id), "downloadableLinks")[0], fields{"title": "MP3", "numberOfDownloads": 0})
	list := s.Must(200, "PUT", path, fields{"id": link["id"], "sampleUrl": "", "numberOfDownloads": 3}, s.admin...).List(s.t)
	check(s.t, list[0], fields{"numberOfDownloads": 3, "sampleUrl": nil, "title": "MP3"})
	s.Must(204, "DELETE", path, fields{"link_id": link["id"]}, s.admin...)
}

func (s *store) options(id int64) {
	path := fmt.Sprintf("/products/%d/custom-options", id)
	s.run([]exchange{
		s.refused("no title", "POST", path, fields{"type": "field"}, 400, "Title is required"),
		s.refused("no type", "POST", path, fields{"title": "T"}, 400, "Type is required"),
		s.refused("an unknown type", "POST", path, fields{"title": "T", "type": "x"}, 400, "Invalid option type: x"),
		s.refused("no values", "POST", path, fields{"title": "T", "type": "radio"}, 400, "Select-type options require at least one value"),
		s.refused("no title of a value", "POST", path, fields{"title": "T", "type": "radio", "values": []fields{{"price": 1}}}, 400,
			"Value at index 0 must have a title"),
		s.refused("a negative price", "POST", path, fields{"title": "T", "type": "field", "price": -1}, 400, "Price must not be negative"),
		s.refused("programs", "POST", path, fields{"title": "T", "type": "file", "fileExtensions": "png, php"}, 422,
			"Failed to create option: The following file extensions are not allowed for security reasons: php"),
		s.refused("no option", "PUT", path+"/99", fields{"title": "T"}, 404, "Option not found"),
		s.refused("no option to delete", "DELETE", path+"/99", nil, 404, "Option not found"),
	})
	option := s.Must(201, "POST", path, fields{"title": "Colour", "type": "drop_down", "required": true, "values": []fields{
		{"title": "Red", "price": "1.5"}, {"title": 7, "price_type": "percent", "price": 10},
	}}, s.admin...).Object(s.t)
	check(s.t, option, fields{"title": "Colour", "required": true, "price": nil})
	check(s.t, rows(s.t, option, "values")[1], fields{"title": "7", "priceType": "percent", "price": 10, "sku": "", "sortOrder": 1})
	check(s.t, s.item(id), fields{"hasRequiredOptions": true})
	one := fmt.Sprintf("%s/%d", path, number(option["id"]))
	check(s.t, s.Must(200, "PUT", one, fields{"type": "field", "price": 2}, s.admin...).Object(s.t), fields{"values": []int{}, "price": 2})
	s.Must(204, "DELETE", one, nil, s.admin...)
	check(s.t, s.item(id), fields{"hasRequiredOptions": false, "customOptions": []int{}})
}
