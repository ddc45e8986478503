package catalog_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	domaincatalog "tradelog/domain/catalog"
	"tradelog/operations/catalog/product"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestSubResources checks the sub-resources of products (shapes-catalog §3, §4, §5, §6, §7, §8, §9). The parts share a shop.
func TestSubResources(t *testing.T) {
	t.Parallel()
	s := start(t)
	plain := s.product("PLAIN", nil)
	other := s.product("OTHER", fields{"price": 8, "countryOfManufacture": "DE"})
	third := s.product("THIRD", fields{"price": 6, "specialPrice": 4, "countryOfManufacture": "FR"})
	parts := func(name string, f func(t *testing.T, s *store)) {
		t.Run(name, func(t *testing.T) { f(t, s.within(t)) })
	}
	parts("tier prices", func(t *testing.T, s *store) { s.tierPrices(t, plain) })
	parts("links", func(t *testing.T, s *store) { s.links(t, plain, other, third) })
	parts("a group", func(t *testing.T, s *store) { s.groups(t, other, third) })
	parts("variants", func(t *testing.T, s *store) { s.variants(t, other, third) })
	parts("a bundle", func(t *testing.T, s *store) { s.bundles(t, other, third) })
	parts("downloads", func(t *testing.T, s *store) { s.downloads(t) })
	parts("custom options", func(t *testing.T, s *store) { s.options(t, plain) })
	parts("of other types alone", func(t *testing.T, s *store) { s.parts(t, plain) })
	parts("nothing written twice", func(t *testing.T, s *store) {
		path := fmt.Sprintf("/products/%d/tier-prices", plain)
		prices := []fields{{"qty": "10", "price": "7.5"}}
		s.Must(201, "POST", path, prices, s.Service...)
		before := s.LogSize()
		s.Must(201, "POST", path, prices, s.Service...)
		if after := s.LogSize(); after != before {
			t.Errorf("writing what is there appended %d events", after-before)
		}
	})
	s.Verify("products", "stock", "sequences")
}

// parts checks that a simple product refuses the sub-resources that the registry declares for other types.
func (s *store) parts(t *testing.T, simple int64) {
	found := 0
	for _, o := range s.Pipeline.Registry.All() {
		if o.Resource.For == nil {
			continue
		}
		found++
		path := strings.Replace(o.Path, "{"+o.Placeholders()[0]+"}", strconv.FormatInt(simple, 10), 1)
		path = regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(path, "1")
		want := "Product is not a " + o.Resource.For.Value + " product"
		got := s.Must(400, o.Method, path, fields{}, s.Service...).Object(t)
		if o.Resource.For.Member != "type" || got["message"] != want {
			t.Errorf("%s %s: %v, want %q", o.Method, path, got, want)
		}
	}
	if found < 10 {
		t.Errorf("%d operations are for products of a type", found)
	}
}

// refused is an exchange that must be refused.
func (s *store) refused(name, method, path string, body any, status int, message string) exchange {
	return exchange{Name: name, Method: method, Path: path, Body: body, Headers: s.Service, Status: status, Message: message}
}

// item reads a product.
func (s *store) item(id int64, headers ...string) fields {
	s.T.Helper()
	return s.Must(200, "GET", fmt.Sprintf("/products/%d", id), nil, headers...).Object(s.T)
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

func (s *store) tierPrices(t *testing.T, id int64) {
	path, groups := fmt.Sprintf("/products/%d/tier-prices", id), fmt.Sprintf("/products/%d/group-prices", id)
	s.Run(t, []exchange{
		s.refused("no list", "POST", path, fields{"qty": 1}, 400, "Request body must be an array of tier prices"),
		s.refused("no object", "POST", path, []any{1}, 400, "Each tier price must be an object"),
		s.refused("no quantity", "POST", path, []fields{{"qty": 0, "price": 1}}, 400, "Quantity must be greater than 0"),
		s.refused("a negative price", "POST", path, []fields{{"price": -1}}, 400, "Price must not be negative"),
		s.refused("one twice", "POST", path, []fields{{"price": 1}, {"price": 2, "customer_group_id": 32000}}, 422, "Failed to save tier prices"),
		s.refused("no product", "POST", "/products/99999/tier-prices", []fields{}, 404, "Product not found"),
		{Name: "nobody reads them", Method: "GET", Path: path, Status: 401, Message: "Authentication required"},
		s.refused("no list of group prices", "PUT", groups, fields{}, 400, "Request body must be an array of group prices"),
		s.refused("no group price", "PUT", groups, []any{"x"}, 400, "Each group price must be an object"),
	})
	list := s.Must(201, "POST", path, []fields{{"qty": "5", "price": "9"}, {"price": 8, "qty": 10, "customerGroupId": 1}},
		s.Service...).List(t)
	salestest.Check(t, list[0], fields{"id": fmt.Sprintf("%d_0", id), "customerGroupId": "all", "websiteId": 0, "qty": 5, "price": 9})
	salestest.Check(t, list[1], fields{"id": fmt.Sprintf("%d_1", id), "customerGroupId": 1, "qty": 10, "price": 8})
	shown := rows(t, s.item(id), "tierPrices")
	if len(shown) != 1 {
		t.Fatalf("a guest sees %v", shown)
	}
	salestest.Check(t, shown[0], fields{"qty": 5, "price": 9, "savePercent": 10})
	_, customer := s.Customer("tiers@example.com")
	if own := rows(t, s.item(id, customer...), "tierPrices"); len(own) != 2 {
		t.Errorf("a customer sees %v", own)
	}
	if all := s.Must(200, "PUT", path, []fields{{"price": 1}}, s.Service...).List(t); len(all) != 1 {
		t.Errorf("replaced by %v", all)
	}
	s.Must(204, "DELETE", path, nil, s.Service...)
	if left := s.Must(200, "GET", path, nil, s.Service...).List(t); len(left) != 0 {
		t.Errorf("%v is left", left)
	}
	s.Must(200, "PUT", groups, []fields{{"customerGroupId": 1, "price": 3}, {"customerGroupId": 0, "price": 4}}, s.Service...)
	if public := s.Must(200, "GET", groups, nil).List(t); len(public) != 1 {
		t.Errorf("a guest sees %v", public)
	}
	s.Must(204, "DELETE", groups, nil, s.Service...)
}

func (s *store) links(t *testing.T, id, other, third int64) {
	path := fmt.Sprintf("/products/%d/links/cross-sell", id)
	s.Run(t, []exchange{
		s.refused("no identifier", "POST", path, fields{}, 400, "linkedProductId is required and must be positive"),
		s.refused("no list", "PUT", path, fields{}, 400, "Each link must be an object with linkedProductId"),
		s.refused("an unknown product", "POST", path, fields{"linkedProductId": 99999}, 422,
			"Failed to save links"),
		s.refused("an unknown product in a list", "PUT", path, []fields{{"linkedProductId": 99999}}, 422, "Failed to save links"),
	})
	added := s.Must(201, "POST", path, fields{"linkedProductId": other, "position": 2}, s.Service...).Object(t)
	salestest.Check(t, added, fields{
		"id": fmt.Sprintf("%d_cross_sell_%d", id, other), "linkedProductId": other, "linkedProductSku": "OTHER", "position": 2,
	})
	list := s.Must(200, "PUT", path, []fields{{"linked_product_id": fmt.Sprint(other), "position": 2}, {"linkedProductId": third}},
		s.Service...).List(t)
	salestest.Check(t, list[0], fields{"linkedProductSku": "THIRD"})
	beside := rows(t, s.item(id), "crosssellProducts")
	salestest.Check(t, beside[0],
		fields{"id": third, "sku": "THIRD", "price": 6, "specialPrice": 4, "finalPrice": 4, "stockStatus": "in_stock"})
	s.Must(204, "DELETE", fmt.Sprintf("%s/%d", path, third), nil, s.Service...)
	s.Must(204, "DELETE", fmt.Sprintf("%s/%d", path, third), nil, s.Service...)
	if left := s.Must(200, "GET", path, nil).List(t); len(left) != 1 {
		t.Errorf("%v is left", left)
	}
}

func (s *store) groups(t *testing.T, other, third int64) {
	id := s.product("GROUP", fields{"type": "grouped", "price": nil, "stockQty": nil})
	path := fmt.Sprintf("/products/%d/grouped", id)
	salestest.Check(t, s.item(id), fields{"stockStatus": "out_of_stock"})
	s.Run(t, []exchange{
		s.refused("no group", "GET", fmt.Sprintf("/products/%d/grouped", other), nil, 400, "Product is not a grouped product"),
		s.refused("no identifier", "POST", path, fields{"qty": 1}, 400, "childProductId is required and must be positive"),
		s.refused("no object", "PUT", path, []any{1}, 400, "Each link must be an object"),
		s.refused("an unknown product", "POST", path, fields{"childProductId": 99999}, 422, "Failed to add grouped link"),
	})
	s.Must(201, "POST", path, fields{"childProductId": other, "qty": 2, "position": 2}, s.Service...)
	list := s.Must(201, "POST", path, fields{"childProductId": third}, s.Service...).List(t)
	salestest.Check(t, list[0], fields{"id": fmt.Sprintf("%d_grouped_%d", id, third), "childProductSku": "THIRD", "qty": 1})
	shown := s.item(id)
	salestest.Check(t, shown, fields{"price": 4, "minimalPrice": 4, "stockStatus": "in_stock"})
	salestest.Check(t, rows(t, shown, "groupedProducts")[1],
		fields{"sku": "OTHER", "price": 8, "inStock": true, "stockQty": 5, "defaultQty": 2})
	before := s.Must(200, "GET", fmt.Sprintf("/products/%d", id), nil).Header.Get("ETag")
	s.Must(200, "PUT", "/inventory/bulk", fields{"items": []fields{{"sku": "OTHER", "qty": 0}, {"sku": "THIRD", "qty": 0}}}, s.Service...)
	sold := s.Must(200, "GET", fmt.Sprintf("/products/%d", id), nil)
	salestest.Check(t, sold.Object(t), fields{"stockStatus": "out_of_stock"})
	if sold.Header.Get("ETag") == before {
		t.Error("the ETag stayed when the children sold out")
	}
	s.Must(200, "PUT", "/inventory/bulk", fields{"items": []fields{{"sku": "OTHER", "qty": 5}, {"sku": "THIRD", "qty": 5}}}, s.Service...)
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", third), fields{"price": 5, "specialPrice": 3}, s.Service...)
	salestest.Check(t, s.item(id), fields{"price": 3, "stockStatus": "in_stock"})
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", third), fields{"price": 6, "specialPrice": 4}, s.Service...)
	for _, row := range s.Must(200, "GET", "/products?priceMax=4.5&sortBy=price", nil).List(t) {
		if row["sku"] == "GROUP" {
			salestest.Check(t, row, fields{"price": 4, "minimalPrice": 4, "groupedProducts": []int{}})
			return
		}
	}
	t.Error("the group is not listed by the price of its cheapest product")
}

// colours adds options to the attribute color, and gives each product one.
func (s *store) colours(products ...int64) (options []int64) {
	s.T.Helper()
	book, err := s.Readers.Catalog.Attributes(s.T.Context())
	if err != nil {
		s.T.Fatal(err)
	}
	for _, id := range products {
		option, err := product.WriteAttributes(s.Deciders, s.Readers.Catalog).SetOption(apptest.Operator(), 0,
			func(o *domaincatalog.AttributeOption) {
				o.AttributeID, o.Label = book.Find("color").ID, fmt.Sprint("Colour of ", id)
			})
		if err != nil {
			s.T.Fatal(err)
		}
		s.Settle()
		s.Must(200, "PUT", fmt.Sprintf("/products/%d", id), fields{"customAttributesWrite": fields{"color": option}}, s.Service...)
		options = append(options, option)
	}
	return options
}

func (s *store) variants(t *testing.T, other, third int64) {
	colours := s.colours(other, third)
	id := s.product("CONF", fields{"type": "configurable", "price": nil, "stockQty": nil})
	path := fmt.Sprintf("/products/%d/configurable", id)
	s.Run(t, []exchange{
		s.refused("not configurable", "GET", fmt.Sprintf("/products/%d/configurable", other), nil, 400, "Product is not a configurable product"),
		s.refused("an unknown attribute", "PUT", path, fields{"superAttributes": []string{"flavour"}}, 400, "Attribute not found: flavour"),
		s.refused("no configurable one", "PUT", path, fields{"superAttributes": []string{"color", "country_of_manufacture"}}, 422,
			"Failed to set super attributes: Attribute country_of_manufacture is not configurable: it has to be a user-defined select "+
				"attribute of the scope global, with isConfigurable."),
		s.refused("no child", "POST", path+"/children", fields{}, 400, "childProductId is required and must be positive"),
	})
	set := s.Must(200, "PUT", path, fields{"superAttributes": []string{"color"}, "childProductIds": []int64{other}},
		s.Service...)
	salestest.Check(t, set.Object(t), fields{"id": id, "superAttributes": []string{"color"}, "childProductIds": []int64{other}})
	added := s.Must(201, "POST", path+"/children", fields{"childId": third}, s.Service...).Object(t)
	salestest.Check(t, added, fields{"childProductIds": []int64{other, third}})
	shown := s.item(id)
	salestest.Check(t, shown, fields{"price": 4, "stockStatus": "in_stock"})
	salestest.Check(t, rows(t, shown, "variants")[0], fields{"sku": "OTHER", "price": 8, "inStock": true, "attributes.color": colours[0]})
	if values := rows(t, rows(t, shown, "configurableOptions")[0], "values"); len(values) != 2 {
		t.Errorf("the values are %v", values)
	}
	s.Must(204, "DELETE", fmt.Sprintf("%s/children/%d", path, other), nil, s.Service...)
	salestest.Check(t, s.Must(200, "GET", path, nil).List(t)[0], fields{"childProductIds": []int64{third}})
}

func (s *store) bundles(t *testing.T, other, third int64) {
	id := s.product("BUNDLE", fields{"type": "bundle", "stockQty": nil})
	path := fmt.Sprintf("/products/%d/bundle-options", id)
	s.Run(t, []exchange{
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
	}}, s.Service...).Object(t)
	salestest.Check(t, option, fields{"title": "Cup", "type": "select", "required": true})
	salestest.Check(t, rows(t, option, "selections")[0], fields{"productId": other, "sku": "OTHER", "price": 2.5, "isDefault": true,
		"canChangeQty": true})
	if n := len(rows(t, option, "selections")); n != 2 {
		t.Errorf("%d selections", n)
	}
	salestest.Check(t, s.item(id), fields{"stockStatus": "in_stock"})
	list := s.Must(200, "PUT", path, fields{"option_id": option["id"], "title": "Mug", "required": false}, s.Service...).List(t)
	salestest.Check(t, list[0], fields{"title": "Mug", "required": false})
	s.Must(204, "DELETE", fmt.Sprintf("%s?optionId=%d", path, salestest.Number(option["id"])), nil, s.Service...)
	salestest.Check(t, s.item(id), fields{"stockStatus": "out_of_stock", "bundleOptions": []int{}})
}

func (s *store) downloads(t *testing.T) {
	id := s.product("SONG", fields{"type": "downloadable"})
	path := fmt.Sprintf("/products/%d/downloadable-links", id)
	s.Run(t, []exchange{
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
	}, s.Service...).Object(t)
	salestest.Check(t, link, fields{"title": "MP3", "isShareable": 2, "linkType": "url", "linkUrl": "https://example.com/a.mp3", "price": 1})
	salestest.Check(t, s.Must(200, "GET", path, nil).List(t)[0], fields{"linkUrl": nil, "sampleUrl": "https://example.com/s.mp3"})
	salestest.Check(t, s.item(id), fields{"linksTitle": "Links"})
	salestest.Check(t, rows(t, s.item(id), "downloadableLinks")[0], fields{"title": "MP3", "numberOfDownloads": 0})
	list := s.Must(200, "PUT", path, fields{"id": link["id"], "sampleUrl": "", "numberOfDownloads": 3}, s.Service...).List(t)
	salestest.Check(t, list[0], fields{"numberOfDownloads": 3, "sampleUrl": nil, "title": "MP3"})
	s.Must(204, "DELETE", path, fields{"link_id": link["id"]}, s.Service...)
}

func (s *store) options(t *testing.T, id int64) {
	path := fmt.Sprintf("/products/%d/custom-options", id)
	s.Run(t, []exchange{
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
	}}, s.Service...).Object(t)
	salestest.Check(t, option, fields{"title": "Colour", "required": true, "price": nil})
	salestest.Check(t, rows(t, option, "values")[1], fields{"title": "7", "priceType": "percent", "price": 10, "sku": "", "sortOrder": 1})
	salestest.Check(t, s.item(id), fields{"hasRequiredOptions": true})
	one := fmt.Sprintf("%s/%d", path, salestest.Number(option["id"]))
	salestest.Check(t, s.Must(200, "PUT", one, fields{"type": "field", "price": 2}, s.Service...).Object(t),
		fields{"values": []int{}, "price": 2})
	s.Must(204, "DELETE", one, nil, s.Service...)
	salestest.Check(t, s.item(id), fields{"hasRequiredOptions": false, "customOptions": []int{}})
}
