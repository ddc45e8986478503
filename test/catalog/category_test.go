package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/domain/shop"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// outline prints a tree of categories as names with their children in brackets.
func outline(rows []any) string {
	out := ""
	for i, r := range rows {
		row := r.(map[string]any)
		if i > 0 {
			out += " "
		}
		out += row["name"].(string)
		if children := row["children"].([]any); len(children) > 0 {
			out += "[" + outline(children) + "]"
		}
	}
	return out
}

func TestTheCategoryTree(t *testing.T) {
	t.Parallel()
	s := start(t)
	men := s.category("Men", fields{"isAnchor": true, "description": "d"})
	women := s.category("Women", nil)
	shirts := s.category("Shirts", fields{"parentId": men, "urlKey": "Shirts & Tops"})
	s.category("Polo shirts", fields{"parentId": shirts, "includeInMenu": false})
	hidden := s.category("Hidden", fields{"parentId": men, "isActive": false})
	s.category("Below hidden shirts", fields{"parentId": hidden})
	s.category("Trousers", fields{"parentId": men})
	s.product("A", fields{"categoryIds": []int64{men, shirts}})
	s.product("B", fields{"categoryIds": []int64{shirts}, "isActive": false})
	for _, c := range []struct{ query, want string }{
		{"", "Men[Shirts[Polo shirts] Trousers] Women"},
		{fmt.Sprintf("?parentId=%d", men), "Shirts[Polo shirts] Trousers"},
		{fmt.Sprintf("?parentId=%d", women), ""},
		{"?parentId=2", "Men[Shirts[Polo shirts] Trousers] Women"},
		{"?parentId=1", ""},
		{"?parentId=999", ""},
		{"?parentId=", "Men[Shirts[Polo shirts] Trousers] Women"},
		{"?includeInMenu=1", "Men[Shirts Trousers] Women"},
		{"?includeInMenu=true", "Men[Shirts Trousers] Women"},
		{"?includeInMenu=0", ""},
		{fmt.Sprintf("?includeInMenu=false&parentId=%d", shirts), "Polo shirts"},
		{"?includeInMenu=perhaps", "Men[Shirts[Polo shirts] Trousers] Women"},
		{"?search=SHIRT", "Shirts[Polo shirts] Polo shirts Below hidden shirts"},
		{"?q=polo", "Polo shirts"},
		{"?search=%25", ""},
		{"?search=_", ""},
		{"?urlKey=shirts-and-tops", "Shirts[Polo shirts]"},
		{"?urlKey=nothing", ""},
		{"?page=2", ""},
		{"?itemsPerPage=1", "Men[Shirts[Polo shirts] Trousers]"},
		{"?itemsPerPage=1&page=2", "Women"},
	} {
		if got := outline(s.Must(200, "GET", "/categories"+c.query, nil).JSON(t).([]any)); got != c.want {
			t.Errorf("%q is %q, want %q", c.query, got, c.want)
		}
	}
	page := s.Must(200, "GET", "/categories?itemsPerPage=1", nil)
	if got := page.Header.Get("Link"); got !=
		`</api/rest/v2/categories?itemsPerPage=1&page=1>; rel="first"; total="2", </api/rest/v2/categories?itemsPerPage=1&page=2>; rel="next"; `+
			`total="2", </api/rest/v2/categories?itemsPerPage=1&page=2>; rel="last"; total="2"` {
		t.Errorf("Link %q", got)
	}
	linked := s.Must(200, "GET", "/categories", nil, "Accept", "application/ld+json").Object(t)
	salestest.Check(t, linked, fields{"@context": "/api/contexts/Category", "@type": "Collection", "totalItems": 2, "view": nil})
	first := linked["member"].([]any)[0].(map[string]any)
	salestest.Check(t, first, fields{"@type": "Category", "@context": nil, "id": men, "parentId": 2, "level": 2, "position": 1,
		"path": fmt.Sprintf("1/2/%d", men), "childrenCount": 5, "productCount": 1, "description": "d", "isAnchor": true, "urlKey": "men",
		"urlPath": "men", "availableSortBy": []int{}, "cmsBlock": nil, "customUseParentSettings": nil})
	salestest.Check(t, first["children"].([]any)[0].(map[string]any),
		fields{"@type": "Category", "urlKey": "shirts-and-tops", "urlPath": "men/shirts-and-tops", "productCount": 2})
	s.Run(t, []exchange{
		{Name: "an item", Method: "GET", Path: fmt.Sprintf("/categories/%d", men), Status: 200, Want: fields{"name": "Men", "childrenCount": 5}},
		{Name: "the root itself", Method: "GET", Path: "/categories/2", Status: 200,
			Want: fields{"level": 1, "name": "Default Category", "urlPath": nil}},
		{Name: "above the root", Method: "GET", Path: "/categories/1", Status: 404, Message: "Not Found"},
		{Name: "inactive", Method: "GET", Path: fmt.Sprintf("/categories/%d", hidden), Status: 404, Message: "Not Found"},
		{Name: "inactive for an admin", Method: "GET", Path: fmt.Sprintf("/categories/%d", hidden), Headers: s.Service, Status: 404,
			Message: "Not Found"},
		{Name: "inactive in the scope of all", Method: "GET", Path: fmt.Sprintf("/categories/%d?scope=all", hidden), Headers: s.Service,
			Status: 200, Want: fields{"isActive": false}},
		{Name: "the scope of all is not for guests", Method: "GET", Path: fmt.Sprintf("/categories/%d?scope=all", hidden), Status: 404,
			Message: "Not Found"},
		{Name: "unknown", Method: "GET", Path: "/categories/999", Status: 404, Message: "Not Found"},
		{Name: "no number", Method: "GET", Path: "/categories/men", Status: 404, Message: "Not Found"},
		{Name: "the root of all in the scope of all", Method: "GET", Path: "/categories/1?store=admin", Headers: s.Service, Status: 200,
			Want: fields{"level": 0}},
	})
	item := s.Must(200, "GET", fmt.Sprintf("/categories/%d", men), nil).JSON(t)
	if got := outline([]any{item}); got != "Men[Shirts Trousers]" {
		t.Errorf("an item comes with one level of children: %q", got)
	}
	got := outline(s.Must(200, "GET", "/categories?store=admin", nil, s.Service...).JSON(t).([]any))
	if got != "Default Category[Men[Shirts[Polo shirts] Trousers] Women]" {
		t.Errorf("the tree of all stores: %q", got)
	}
}

func TestCreateCategory(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.category("First", nil)
	post := func(name string, body any, status int, message string, want fields) exchange {
		return exchange{
			Name: name, Method: "POST", Path: "/categories", Body: body, Headers: s.Service, Status: status, Message: message, Want: want,
		}
	}
	refused := func(name string, body fields, message string) exchange {
		body["name"] = "N"
		return post(name, body, 400, message, nil)
	}
	s.Run(t, []exchange{
		post("the least", fields{"name": "Tea & Coffee", "position": 77}, 201, "", fields{"parentId": 2, "level": 2, "position": 2,
			"isActive": true, "includeInMenu": true, "isAnchor": false, "urlKey": "tea-and-coffee", "urlPath": "tea-and-coffee", "children": []int{},
			"childrenIds": []int{}, "displayMode": nil, "image": nil, "landingPageId": nil, "extensions": []int{}}),
		post("everything", fields{"name": "Full", "parentId": 3, "description": "d", "urlKey": "Fülle", "image": "a.PNG", "isActive": false,
			"includeInMenu": false, "isAnchor": true, "availableSortBy": []string{"price", "position"}, "defaultSortBy": "name", "landingPageId": 0,
			"displayMode": "PAGE", "metaTitle": "t", "metaKeywords": "k", "metaDescription": "md",
			"metaRobots": "x", "pageLayout": "one_column", "customDesign": "a/b", "customDesignFrom": "2020-01-01 12:00:00", "customDesignTo": "",
			"customLayoutUpdate": "<a/>", "customUseParentSettings": true, "customApplyToProducts": false, "filterPriceRange": 10}, 201, "", fields{
			"parentId": 3, "level": 3, "description": "d", "urlKey": "fulle", "urlPath": "first/fulle",
			"image": "http://127.0.0.1:8080/media/catalog/category/a.PNG", "isActive": false,
			"includeInMenu": false, "isAnchor": true, "availableSortBy": []string{"price", "position"}, "defaultSortBy": "name",
			"displayMode": "PAGE", "metaTitle": "t", "metaKeywords": "k", "metaDescription": "md", "metaRobots": "x", "pageLayout": "one_column",
			"customDesign": "a/b", "customDesignFrom": "2020-01-01", "customDesignTo": nil, "customLayoutUpdate": "<a/>",
			"customUseParentSettings": true, "customApplyToProducts": false, "filterPriceRange": 10}),
		post("no price range", fields{"name": "R", "filterPriceRange": -1}, 201, "", fields{"filterPriceRange": nil}),
		post("values by code", fields{
			"name": "C", "customAttributesWrite": fields{
				"meta_title": "t", "is_anchor": "1", "available_sort_by": "name,price", "filter_price_range": "5", "no_such": "x",
			},
		}, 201, "",
			fields{"metaTitle": "t", "isAnchor": true, "availableSortBy": []string{"name", "price"}, "filterPriceRange": 5}),

		post("no name", fields{}, 400, "Name is required", nil),
		post("a blank name", fields{"name": " "}, 400, "Name is required", nil),
		post("null for the name", fields{"name": nil}, 400, `The type of the "name" attribute must be "string", "null" given.`, nil),
		post("a long name", fields{"name": strings.Repeat("n", 256)}, 400, "Name must not be longer than 255 characters", nil),
		refused("an unknown parent", fields{"parentId": 999}, "Parent category not found"),
		refused("no parent at all", fields{"parentId": 0}, "Parent category not found"),
		refused("an image with a path", fields{"image": "a/b.png"}, "image must be a bare filename (stored under media/catalog/category)"),
		refused("an image above", fields{"image": "..\\b.png"}, "image must be a bare filename (stored under media/catalog/category)"),
		refused("no image", fields{"image": "a.svg"}, "image must have a valid image file extension"),
		refused("a way to sort", fields{"availableSortBy": []string{"name", "colour"}},
			`Invalid sort-by code "colour". Valid: position, name, price`),
		refused("the way to sort", fields{"defaultSortBy": "sku"}, `Invalid sort-by code "sku". Valid: position, name, price`),
		refused("a block", fields{"landingPageId": 12}, "CMS block 12 not found"),
		refused("from", fields{"customDesignFrom": "soon"}, "custom_design_from must be a valid date (Y-m-d)"),
		refused("to", fields{"customDesignTo": "20200101"}, "custom_design_to must be a valid date (Y-m-d)"),
		refused("a layout", fields{"customLayoutUpdate": "<a>"}, "customLayoutUpdate is not a valid layout update. XML data is invalid."),
		refused("a product's place", fields{"productPositions": fields{"1": 2}},
			"productPositions applies to products already assigned to the category: create it first, assign products, then set their positions."),
		refused("a list by code", fields{"customAttributesWrite": fields{"meta_title": fields{}}},
			"Attribute 'meta_title' must be a scalar value"),
		refused("an image by code", fields{"customAttributesWrite": fields{"image": "a/b.png"}},
			"image must be a bare filename (stored under media/catalog/category)"),
		refused("a block by code", fields{"customAttributesWrite": fields{"landing_page": "7"}}, "CMS block 7 not found"),
		refused("a date by code", fields{"customAttributesWrite": fields{"custom_design_to": "x"}},
			"custom_design_to must be a valid date (Y-m-d)"),
		refused("a flag as text", fields{"isActive": "1"}, `The type of the "isActive" attribute must be "bool", "string" given.`),
	})
	for _, code := range []string{
		"entity_id", "entity_type_id", "attribute_set_id", "parent_id", "path", "level", "position", "children_count", "children", "all_children",
		"url_path", "created_at", "updated_at",
	} {
		s.Run(t, []exchange{
			refused(code, fields{"customAttributesWrite": fields{code: 1}},
				"Attribute '"+code+"' cannot be set via customAttributes; use the dedicated field."),
		})
	}
	a := s.Must(201, "POST", "/categories", fields{"name": "L"}, salestest.With(s.Service, "Accept", "application/ld+json")...)
	if want := fmt.Sprintf("/api/rest/v2/categories/%d", salestest.Number(a.Object(t)["id"])); a.Header.Get("Location") != want ||
		a.Object(t)["@type"] != "Category" {
		t.Errorf("Location %q, body %s", a.Header.Get("Location"), a.Body)
	}
	public := s.Must(200, "GET", "/categories?search=full", nil)
	if len(public.List(t)) != 0 {
		t.Errorf("inactive, and found: %s", public.Body)
	}
}

func TestUpdateCategory(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.europe(2)
	one, two := s.category("One", fields{"image": "a.png", "defaultSortBy": "name", "metaRobots": "x", "customDesign": "d"}),
		s.category("Two", nil)
	below := s.category("Below", fields{"parentId": one})
	s.category("Deep", fields{"parentId": below})
	put := func(name string, id int64, body any, status int, message string, want fields) exchange {
		return exchange{
			Name: name, Method: "PUT", Path: fmt.Sprintf("/categories/%d", id), Body: body, Headers: s.Service, Status: status,
			Message: message, Want: want,
		}
	}
	de := salestest.With(s.Service, "X-Store-Code", "de")
	s.Run(t, []exchange{
		put("nothing", one, fields{"name": ""}, 200, "", fields{
			"name": "One", "childrenIds": []int64{below}, "children": []int{}, "childrenCount": 2,
		}),
		put("clear", one,
			fields{"image": "", "defaultSortBy": "", "metaRobots": "", "customDesign": "", "landingPageId": 0, "filterPriceRange": 0}, 200, "",
			fields{"image": nil, "defaultSortBy": nil, "metaRobots": nil, "customDesign": nil}),
		put("rename", one, fields{"name": "Uno"}, 200, "", fields{"name": "Uno", "urlKey": "one"}),
		put("a place among siblings", one, fields{"position": 9}, 200, "", fields{"position": 9}),
		put("the parent it has", two, fields{"parentId": 2, "position": 3}, 200, "", fields{"position": 3, "level": 2}),
		put("move", below, fields{"parentId": two}, 200, "",
			fields{"parentId": two, "level": 3, "path": fmt.Sprintf("1/2/%d/%d", two, below), "urlPath": "two/below", "position": 1}),
		{Name: "an override", Method: "PUT", Path: fmt.Sprintf("/categories/%d", one), Headers: de,
			Body: fields{"name": "Eins", "isActive": false}, Status: 200, Want: fields{"name": "Eins", "isActive": false}},
		{Name: "which is only there", Method: "GET", Path: fmt.Sprintf("/categories/%d", one), Status: 200, Want: fields{"name": "Uno"}},
		{Name: "and hides it there", Method: "GET", Path: fmt.Sprintf("/categories/%d?store=de", one), Status: 404, Message: "Not Found"},
		{Name: "until it is taken back", Method: "PUT", Path: fmt.Sprintf("/categories/%d", one), Headers: de,
			Body: fields{"useDefault": []string{"name", "is_active"}}, Status: 200, Want: fields{"name": "Uno", "isActive": true}},
		{Name: "a move from a view is one for all", Method: "PUT", Path: fmt.Sprintf("/categories/%d", two), Headers: de,
			Body: fields{"parentId": one, "name": "Zwei"}, Status: 200, Want: fields{"parentId": one, "name": "Zwei"}},
		{Name: "as all can see", Method: "GET", Path: fmt.Sprintf("/categories/%d", two), Status: 200,
			Want: fields{"parentId": one, "name": "Two"}},

		put("null for the name", one, fields{"name": nil}, 400, `The type of the "name" attribute must be "string", "null" given.`, nil),
		put("an unknown parent", one, fields{"parentId": 999}, 400, "New parent category not found", nil),
		put("below itself", one, fields{"parentId": one}, 422, "Failed to move category: a category cannot be moved below itself.", nil),
		put("below what is below it", one, fields{"parentId": below}, 422, "Failed to move category: a category cannot be moved below itself.",
			nil),
		put("the root of all", 1, fields{"parentId": one}, 422, "Failed to move category: a category cannot be moved below itself.", nil),
		put("an unknown category", 999, "{", 404, "Not Found", nil),
		put("useDefault without a store", one, fields{"useDefault": []string{"name"}}, 400,
			"useDefault requires a store context (?store=): global values have no default to revert to.", nil),
		put("an image", one, fields{"image": "/etc/passwd"}, 400, "image must be a bare filename (stored under media/catalog/category)", nil),
		put("a block", one, fields{"landingPageId": -3}, 400, "CMS block -3 not found", nil),
		put("a position by code", one, fields{"customAttributesWrite": fields{"position": 1}}, 400,
			"Attribute 'position' cannot be set via customAttributes; use the dedicated field.", nil),
		{Name: "an unknown attribute", Method: "PUT", Path: fmt.Sprintf("/categories/%d", one), Headers: de,
			Body: fields{"useDefault": []string{"parent_id"}}, Status: 400, Message: "Unknown attribute in useDefault: parent_id"},
	})
	first, second := s.category("A", nil), s.category("B", nil)
	s.Must(200, "PUT", fmt.Sprintf("/categories/%d", second), fields{"parentId": one}, s.Service...)
	s.Must(200, "PUT", fmt.Sprintf("/categories/%d", first), fields{"parentId": one}, s.Service...)
	if got := outline(s.Must(200, "GET", fmt.Sprintf("/categories?parentId=%d", one), nil).JSON(t).([]any)); got != "A B Two[Below[Deep]]" {
		t.Errorf("moved categories come first: %q", got)
	}
	for _, headers := range [][]string{nil, s.As([]string{"products/write"})} {
		if o := s.Must(200, "GET", fmt.Sprintf("/categories/%d", two), nil, headers...).Object(t); o["customDesign"] != nil {
			t.Errorf("the storefront sees the design: %v", o)
		}
	}
}

func TestDeleteCategory(t *testing.T) {
	t.Parallel()
	s := start(t)
	top := s.category("Top", nil)
	mid := s.category("Mid", fields{"parentId": top})
	leaf := s.category("Leaf", fields{"parentId": mid, "isActive": false})
	stays := s.category("Stays", nil)
	id := s.product("MUG", fields{"categoryIds": []int64{leaf, stays, top}})
	remove := func(name string, id int64, status int, message string) exchange {
		return exchange{
			Name:    name,
			Method:  "DELETE",
			Path:    fmt.Sprintf("/categories/%d", id),
			Headers: s.Service,
			Status:  status,
			Message: message,
		}
	}
	s.Run(t, []exchange{
		remove("the root of all", 1, 400, "Cannot delete root categories"),
		remove("a store's root", 2, 400, "Cannot delete root categories"),
		remove("an unknown category", 999, 404, "Not Found"),
		remove("a category with what is below it", top, 204, ""),
		remove("twice", top, 404, "Not Found"),
		remove("what was below it", leaf, 404, "Not Found"),
		{Name: "the product stays, without them", Method: "GET", Path: fmt.Sprintf("/products/%d", id), Status: 200,
			Want: fields{"categoryIds": []int64{stays}}},
		{
			Name:    "a category below what is gone",
			Method:  "POST",
			Path:    "/categories",
			Body:    fields{"name": "N", "parentId": mid},
			Headers: s.Service,
			Status:  400,
			Message: "Parent category not found",
		},
		{Name: "the product can be put into others", Method: "PUT", Path: fmt.Sprintf("/products/%d", id),
			Body: fields{"categoryIds": []int64{top, stays}}, Headers: s.Service, Status: 200, Want: fields{"categoryIds": []int64{stays}}},
	})
	if got := outline(s.Must(200, "GET", "/categories", nil).JSON(t).([]any)); got != "Stays" {
		t.Errorf("left: %q", got)
	}
	s.Verify("products", "categories", "stock")
}

func TestCategoriesOfRestrictedTokens(t *testing.T) {
	t.Parallel()
	s := start(t)
	theirs := s.category("Theirs", fields{"parentId": 2})
	root := s.category("Europe", fields{"parentId": 1})
	_, de, _ := s.europe(root)
	ours := s.category("Ours", fields{"parentId": root})
	token := s.As([]string{"categories/all"}, de)
	const outside = "Access denied for this category's store"
	s.Run(t, []exchange{
		{Name: "an override", Method: "PUT", Path: fmt.Sprintf("/categories/%d?store=de", ours), Body: fields{"name": "Unsere"}, Headers: token,
			Status: 200, Want: fields{"name": "Unsere"}},
		{
			Name:    "in the default store",
			Method:  "PUT",
			Path:    fmt.Sprintf("/categories/%d?store=default", ours),
			Body:    fields{},
			Headers: token,
			Status:  403,
			Message: "Token is not authorized for the requested store.",
		},
		{Name: "a foreign category", Method: "PUT", Path: fmt.Sprintf("/categories/%d?store=de", theirs), Body: fields{}, Headers: token,
			Status: 403, Message: outside},
		{Name: "a move away", Method: "PUT", Path: fmt.Sprintf("/categories/%d?store=de", ours), Body: fields{"parentId": theirs}, Headers: token,
			Status: 403, Message: outside},
		{Name: "a child of a foreign category", Method: "POST", Path: "/categories?store=de", Body: fields{"name": "N", "parentId": theirs},
			Headers: token, Status: 403, Message: outside},
		{Name: "a child of theirs", Method: "POST", Path: "/categories?store=de", Body: fields{"name": "N"}, Headers: token, Status: 201,
			Want: fields{"parentId": root}},
		{Name: "deleting a foreign one", Method: "DELETE", Path: fmt.Sprintf("/categories/%d?store=de", theirs), Headers: token, Status: 403,
			Message: outside},
		{Name: "deleting theirs", Method: "DELETE", Path: fmt.Sprintf("/categories/%d?store=de", ours), Headers: token, Status: 204},
		{Name: "another store's tree", Method: "GET", Path: fmt.Sprintf("/categories/%d?store=de", theirs), Status: 404, Message: "Not Found"},
		{Name: "their own", Method: "GET", Path: fmt.Sprintf("/categories/%d?store=de", root), Status: 200, Want: fields{"name": "Europe"}},
	})
	limited := s.As([]string{"categories/all"}, 1)
	s.Run(t, []exchange{{Name: "a value of all", Method: "PUT", Path: fmt.Sprintf("/categories/%d", theirs), Body: fields{"name": "X"},
		Headers: limited, Status: 403,
		Message: "Global-scope writes require an unrestricted token; pass ?store= to write values for a specific store."}})
}

// TestASharedTreeOfCategories: a token for one of two websites that share a tree writes what its store views show, and not the tree.
func TestASharedTreeOfCategories(t *testing.T) {
	t.Parallel()
	s := start(t)
	website, de, fr := s.europe(2)
	root := s.category("Root", fields{"parentId": 1})
	group, err := s.Commands.Directory.Groups.Create(apptest.Operator(), shop.Group{WebsiteID: website, Name: "Own", RootCategoryID: root})
	if err != nil {
		t.Fatal(err)
	}
	own, err := s.Commands.Directory.Views.Create(apptest.Operator(), shop.Store{
		Code: "own", Name: "Own", WebsiteID: website, GroupID: group, IsActive: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	theirs := s.category("Theirs", fields{"parentId": root})
	shared, other := s.category("Shared", fields{"parentId": 2}), s.category("Other", fields{"parentId": 2})
	token := s.As([]string{"categories/all"}, de, fr, own)
	const refused = "Other websites have the tree of this category too, and this token is for some stores; it takes an unrestricted token."
	at := fmt.Sprintf("/categories/%d?store=de", shared)
	s.Run(t, []exchange{
		{Name: "a name in their view", Method: "PUT", Path: at, Body: fields{"name": "Gemeinsam"}, Headers: token, Status: 200,
			Want: fields{"name": "Gemeinsam"}},
		{Name: "a child", Method: "POST", Path: "/categories?store=de", Body: fields{"name": "N"}, Headers: token, Status: 403, Message: refused},
		{Name: "another parent", Method: "PUT", Path: at, Body: fields{"parentId": other}, Headers: token, Status: 403, Message: refused},
		{Name: "a parent of all for one of theirs", Method: "PUT", Path: fmt.Sprintf("/categories/%d?store=own", theirs),
			Body: fields{"parentId": shared}, Headers: token, Status: 403, Message: refused},
		{Name: "a deletion", Method: "DELETE", Path: at, Headers: token, Status: 403, Message: refused},
	})
}

func TestPlacesInACategory(t *testing.T) {
	t.Parallel()
	s := start(t)
	mugs := s.category("Mugs", nil)
	var ids []int64
	for _, sku := range []string{"A", "B", "C", "D"} {
		ids = append(ids, s.product(sku, fields{"categoryIds": []int64{mugs}}))
	}
	stranger := s.product("X", nil)
	list := fmt.Sprintf("/products?categoryId=%d&sortBy=position", mugs)
	if got := skus(t, s.Must(200, "GET", list, nil)); got != "A B C D" {
		t.Errorf("without places: %q", got)
	}
	path := fmt.Sprintf("/categories/%d", mugs)
	setPositions := func(positions fields) { s.Must(200, "PUT", path, fields{"productPositions": positions}, s.Service...) }
	setPositions(fields{fmt.Sprint(ids[2]): 1, fmt.Sprint(ids[0]): 2, fmt.Sprint(stranger): 0, "x": 1, "-5": 1})
	if got := skus(t, s.Must(200, "GET", list, nil)); got != "C A B D" {
		t.Errorf("placed: %q", got)
	}
	setPositions(fields{fmt.Sprint(ids[3]): 0})
	if got := skus(t, s.Must(200, "GET", list, nil)); got != "D C A B" {
		t.Errorf("places are added to those there are: %q", got)
	}
	if got := skus(t, s.Must(200, "GET", list+"&sortDir=desc&itemsPerPage=3&page=1", nil)); got != "A C D" {
		t.Errorf("the other way round: %q", got)
	}
	before := s.LogSize()
	setPositions(fields{fmt.Sprint(stranger): 7})
	if s.LogSize() != before {
		t.Error("the place of a product that is not there was kept")
	}
	if a := s.Do("PUT", path, fields{"productPositions": fields{"1": "first"}}, s.Service...); a.Status != 400 {
		t.Errorf("text for a place: %d %s", a.Status, a.Body)
	}
}
