package soap

import (
	"strconv"

	"tradelog/soap/wire"
)

// The methods of this file, sales.go and people.go are beyond the contract. Each maps to an operation.

// codedText returns a text field for whose values clients use codes.
func codedText(name, of string, codes map[string]string) wire.Field {
	return wire.Field{Name: name, Type: wire.String, Of: of, Codes: codes}
}

// commas returns a field with a list that is shown as text with commas.
func commas(name, of string) wire.Field {
	return wire.Field{Name: name, Type: wire.String, Of: of, Join: ","}
}

var (
	visibilities = map[string]string{"1": "not_visible", "2": "catalog", "3": "search", "4": "catalog_search"}
	statuses     = map[string]string{"1": "enabled", "2": "disabled"}
	activity     = map[string]string{"1": "1", "2": "0"}
)

// The types of products, categories and stock.
var (
	productRow = &wire.Type{Name: "catalogProductEntity", Fields: []wire.Field{option("product_id", "id"), option("sku", "sku"),
		option("name", "name"), option("set", "attributeSetId"), option("type", "type"),
		{Name: "category_ids", Type: arrayOfString, Required: true, Of: "categoryIds"},
		{Name: "website_ids", Type: arrayOfString, Required: true, Of: "websiteIds"}}}
	// productTexts lists the fields that have the same form in answers and requests.
	productTexts = []wire.Field{text("name", "name"), text("description", "description"), text("short_description", "shortDescription"),
		text("weight", "weight"), text("url_key", "urlKey"), codedText("visibility", "visibility", visibilities),
		optional("category_ids", arrayOfString, "categoryIds"), optional("website_ids", arrayOfString, "websiteIds"),
		text("gift_message_available", "giftMessageAvailable"), text("price", "price"), text("special_price", "specialPrice"),
		text("special_from_date", "specialFromDate"), text("special_to_date", "specialToDate"), text("tax_class_id", "taxClassId"),
		text("meta_title", "metaTitle"), text("meta_keyword", "metaKeywords"), text("meta_description", "metaDescription"),
		text("custom_design", "customDesign"), text("custom_layout_update", "customLayoutUpdate"),
		text("options_container", "optionsContainer")}
	productItem = &wire.Type{Name: "catalogProductReturnEntity", Fields: append([]wire.Field{option("product_id", "id"),
		option("sku", "sku"), option("set", "attributeSetId"), option("type", "type"), optional("categories", arrayOfString, "categoryIds"),
		optional("websites", arrayOfString, "websiteIds"), text("created_at", "createdAt"), text("updated_at", "updatedAt"),
		text("type_id", "type"), codedText("status", "status", statuses), text("url_path", "urlPath"),
		text("has_options", "hasRequiredOptions"), optional("tier_price", tierPrices, "tierPrices")}, productTexts...)}
	productAttributes = &wire.Type{Name: "catalogProductRequestAttributes", Fields: []wire.Field{optional("attributes", arrayOfString, ""),
		optional("additional_attributes", arrayOfString, "")}, Read: requestedAttributes}
	stockUpdate = &wire.Type{Name: "catalogInventoryStockItemUpdateEntity", Fields: sameNamedTexts("qty", "is_in_stock", "manage_stock",
		"use_config_manage_stock", "min_qty", "use_config_min_qty", "min_sale_qty", "use_config_min_sale_qty", "max_sale_qty",
		"use_config_max_sale_qty", "is_qty_decimal", "backorders", "use_config_backorders", "notify_stock_qty",
		"use_config_notify_stock_qty")}
	productInput = &wire.Type{Name: "catalogProductCreateEntity", Fields: append([]wire.Field{
		optional("categories", arrayOfString, "categoryIds"), optional("websites", arrayOfString, "websiteIds"),
		codedText("status", "isActive", activity), optional("tier_price", tierPrices, ""), optional("stock_data", stockUpdate, "stockData"),
		optional("additional_attributes", &wire.Type{Name: "catalogProductAdditionalAttributesEntity", Fields: []wire.Field{
			optional("single_data", associativeArray, "customAttributesWrite")}}, "")}, productTexts...)}

	categoryBranch = &wire.Type{Name: "catalogCategoryEntity"}
	categoryTree   = &wire.Type{Name: "catalogCategoryTree"}
	categoryItem   = &wire.Type{Name: "catalogCategoryInfo", Fields: []wire.Field{option("category_id", "id"),
		wholeNumber("is_active", "isActive"), option("position", "position"), option("level", "level"), option("parent_id", "parentId"),
		commas("children", "childrenIds"), text("created_at", "createdAt"), text("updated_at", "updatedAt"), text("name", "name"),
		text("url_key", "urlKey"), text("description", "description"), text("meta_title", "metaTitle"),
		text("meta_keywords", "metaKeywords"), text("meta_description", "metaDescription"), text("path", "path"),
		text("url_path", "urlPath"), wholeNumber("children_count", "childrenCount"), text("display_mode", "displayMode"),
		wholeNumber("is_anchor", "isAnchor"), optional("available_sort_by", arrayOfString, "availableSortBy"),
		text("default_sort_by", "defaultSortBy"), text("custom_design", "customDesign"), text("custom_design_from", "customDesignFrom"),
		text("custom_design_to", "customDesignTo"), text("page_layout", "pageLayout"),
		text("custom_layout_update", "customLayoutUpdate"), wholeNumber("landing_page", "landingPageId"),
		wholeNumber("include_in_menu", "includeInMenu")}}

	stockItem = &wire.Type{Name: "catalogInventoryStockItemEntity", Fields: []wire.Field{option("product_id", "id"), option("sku", "sku"),
		option("qty", "stockItem.qty"), option("is_in_stock", "stockItem.is_in_stock")}}
)

// wholeNumber returns a field with a whole number; flags are 1 and 0.
func wholeNumber(name, of string) wire.Field { return optional(name, wire.Int, of) }

// sameNamedTexts returns text fields whose members have the same names.
func sameNamedTexts(names ...string) (out []wire.Field) {
	for _, name := range names {
		out = append(out, text(name, name))
	}
	return out
}

func init() {
	// The type of a branch refers to itself.
	branches := wire.Field{Name: "children", Type: &wire.Type{Name: "ArrayOfCatalogCategoryEntities", Item: categoryBranch}, Required: true,
		Of: "children"}
	fields := []wire.Field{{Name: "category_id", Type: wire.Int, Required: true, Of: "id"},
		{Name: "parent_id", Type: wire.Int, Required: true, Of: "parentId"}, option("name", "name"),
		{Name: "position", Type: wire.Int, Required: true, Of: "position"}, {Name: "level", Type: wire.Int, Required: true, Of: "level"}}
	categoryTree.Fields = append(fields[:len(fields):len(fields)], branches)
	categoryBranch.Fields = append(append(fields[:3:3], wire.Field{Name: "is_active", Type: wire.Int, Required: true, Of: "isActive"}),
		append(fields[3:5:5], branches)...)
}

// requestedAttributes converts the wanted fields of a product to the entity with two lists. Clients may send a single list.
func requestedAttributes(v wire.Value) wire.Value {
	if list, ok := v.(wire.List); ok {
		return wire.Map{{Name: "attributes", Value: list}}
	}
	return v
}

// storeArg is the argument for a store view.
var storeArg = arg{Name: "store", V2: "storeView", Type: wire.String, Optional: true}

// products returns the resource of the products of the catalog.
func products() *resource {
	product := arg{Name: "productId", V2: "product", Type: wire.String}
	kind := arg{Name: "identifierType", Type: wire.String, Optional: true}
	data := arg{Name: "productData", Type: productInput}
	const acl = "catalog/product"
	named, found := map[string]string{"productId": "id"}, map[string]finder{"productId": byProduct}
	return &resource{
		Name: "catalog_product", V2: "catalogProduct", Aliases: []string{"product"}, Title: "Products", ACL: acl,
		Faults: []soapFault{{Code: 100, Message: "There is no such store view."}, {Code: 101, Message: "There is no such product."},
			{Code: 102, Message: "The data of the product are not valid.", Detailed: true}},
		Refused: map[string]int{"not found": 101, "invalid": 102, "precondition": 102, "conflict": 102},
		Methods: []*method{
			{Name: "list", Title: "List products", ACL: acl + "/info", Args: []arg{filterArg, storeArg}, Part: "storeView",
				Returns: &wire.Type{Name: "catalogProductEntityArray", Item: productRow}, Via: &via{
					Operation: "GET /products", Query: map[string]string{"scope": "all", "fullDetail": "1", "sortBy": "entity_id"}, Store: "store",
					NoStore: 100, Filters: &filters{Invalid: 102, Params: moments(map[string]string{"sku eq": "sku"}), Fields: []wire.Field{
						text("entity_id", "id"), text("attribute_set_id", "attributeSetId"), text("type_id", "type"),
						codedText("status", "status", statuses), codedText("visibility", "visibility", visibilities), text("price", "price"),
						text("special_price", "specialPrice"), text("tax_class_id", "taxClassId"), text("created_at", "createdAt"),
						text("updated_at", "updatedAt"), text("url_key", "urlKey")}},
				}},
			{Name: "info", Title: "Get a product", ACL: acl + "/info", Args: []arg{{Name: "productId", Type: wire.String}, storeArg,
				{Name: "attributes", Type: productAttributes, Optional: true}, kind}, Returns: productItem, Part: "info", Via: &via{
				Operation: "GET /products/{id}", Variables: named, Find: found, Store: "store", NoStore: 100, Result: productInfo,
				Also: []string{tiersOf},
			}},
			{Name: "create", Title: "Create a product", ACL: acl + "/create", Args: []arg{{Name: "type", Type: wire.String},
				{Name: "set", Type: wire.String}, {Name: "sku", Type: wire.String}, data, storeArg}, Returns: wire.Int, Via: &newProduct,
				Do: createProduct},
			{Name: "update", Title: "Change a product", ACL: acl + "/update", Args: []arg{product, data, storeArg, kind},
				Returns: wire.Boolean, Literal: wire.Int, Via: &changedProduct, Uses: []string{replaceTiers}, Do: updateProduct},
		},
	}
}

// byBranch returns the given category, or else the root category of the store view, or else the root of all trees.
var byBranch = finder{"", func(c *call, given string) (string, error) {
	if given != "" {
		return given, nil
	}
	id, err := c.findStore(c.arg("store"), 100)
	if s, ok := c.call.Shop.Store(id); ok && id != 0 {
		return strconv.FormatInt(c.call.Shop.RootCategory(s), 10), err
	}
	return "1", err
}}

// categories returns the resource of the categories of the catalog.
func categories() *resource {
	const acl = "catalog/category"
	whole := map[string]string{"scope": "all"}
	return &resource{
		Name: "catalog_category", V2: "catalogCategory", Aliases: []string{"category"}, Title: "Categories", ACL: acl,
		Faults:  []soapFault{{Code: 100, Message: "There is no such store view."}, {Code: 102, Message: "There is no such category."}},
		Refused: map[string]int{"not found": 102},
		Methods: []*method{
			{Name: "tree", Title: "Get the tree of categories", ACL: acl + "/tree", Args: []arg{
				{Name: "parentId", Type: wire.String, Optional: true}, storeArg}, Returns: categoryTree, Part: "tree", Via: &via{
				Operation: "GET /categories/{id}", Variables: map[string]string{"parentId": "id"}, Find: map[string]finder{"parentId": byBranch},
				Query: whole, Store: "store", NoStore: 100,
			}},
			{Name: "info", Title: "Get a category", ACL: acl + "/info", Args: []arg{{Name: "categoryId", Type: wire.Int}, storeArg,
				{Name: "attributes", Type: arrayOfString, Optional: true}}, Returns: categoryItem, Part: "info", Via: &via{
				Operation: "GET /categories/{id}", Variables: map[string]string{"categoryId": "id"}, Query: whole, Store: "store", NoStore: 100,
				FieldsArgument: "attributes",
			}},
		},
	}
}

// stockItems returns the resource of the stock levels of products.
func stockItems() *resource {
	return &resource{
		Name: "cataloginventory_stock_item", V2: "catalogInventoryStockItem", Aliases: []string{"product_stock"}, Title: "Stock",
		ACL: "cataloginventory", Faults: []soapFault{{Code: 101, Message: "There is no such product."},
			{Code: 102, Message: "The stock was not changed.", Detailed: true}},
		Refused: map[string]int{"not found": 101, "invalid": 102, "precondition": 102, "conflict": 102},
		Methods: []*method{
			{Name: "list", Title: "List the stock of products", ACL: "cataloginventory/info", Args: []arg{
				{Name: "productIds", V2: "products", Type: arrayOfString}},
				Returns: &wire.Type{Name: "catalogInventoryStockItemEntityArray", Item: stockItem}, Via: &via{
					Operation: "GET /products/{id}", Variables: map[string]string{"productIds": "id"}, Find: map[string]finder{"productIds": byProduct},
					Each: "productIds",
				}},
			{Name: "update", Title: "Change the stock of a product", ACL: "cataloginventory/update", Args: []arg{
				{Name: "productId", V2: "product", Type: wire.String}, {Name: "data", Type: stockUpdate}}, Returns: wire.Boolean,
				Literal: wire.Int, Via: &via{
					Operation: "PUT /products/{id}", Variables: map[string]string{"productId": "id"}, Find: map[string]finder{"productId": byProduct},
					Body: "data", Into: "stockData",
				}},
		},
	}
}
