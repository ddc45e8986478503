package product

import (
	"time"

	"tradelog/operations"
)

// unknownWords limits searches for words that no product has, because they are compared with all names. Cached answers are not counted.
var unknownWords = operations.Limit{
	Config: "search", Window: time.Minute, Exempt: []string{"products/read", "products/write"}, ByHand: true,
}

func (h *handlers) products() []*operations.Operation {
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.List, Method: "GET", Path: "/products", Access: operations.Public.Access(), Paged: true,
			Summary: "List or search products", Limits: []operations.Limit{unknownWords},
			Doc: "Lists the enabled products that are visible in the catalog (or in search, with `search`), sold in the store's website and in " +
				"stock, by name. Filters are combined. Amounts are in the currency that `currency` names: the base currency for the back office, " +
				"the store's display currency for everybody else (X-Currency-Code selects another). `finalPrice` is today's price of one unit, " +
				"without tax. Rows have no websites, stock policy, options and links; get a product for those. To synchronise, poll with " +
				"updatedSince. Stock changes affect the list without changing updatedAt.",
		}, h.listProducts).WithRows(operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.Get, Method: "GET", Path: "/products/{id}", Access: operations.Public.Access(),
		}, h.pastRow)),
		operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.Get, Method: "GET", Path: "/products/{id}", Access: operations.Public.Access(), AsOf: true,
			Ahead: h.ahead, Summary: "Get a product",
			Doc: "Returns a product in the current store view, with its stock. The storefront reads every enabled product of its website, even " +
				"if sold out or not listed; the back office reads all products, including cost, design and the whole stock policy. Anything else " +
				"is not found. The identifier is the ID, not the SKU: find a SKU with GET /products?sku=.",
		}, h.getProduct),
		operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.Create, Method: "POST", Path: "/products", Access: operations.Backend.Access("products/write"),
			Summary: "Create a product",
			Doc: "Adds a product; sku and name are required. Its values apply to all store views, whatever store is named; override them later " +
				"with PUT and X-Store-Code. Amounts are in the base currency. Without stockQty or stockData the product has no stock and is not " +
				"listed: send one, or PUT /inventory next. A SKU in use (case-insensitive) is refused. Everything is checked before anything is " +
				"saved. The answer is the whole product.",
		}, h.createProduct),
		operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.Update, Method: "PUT", Path: "/products/{id}", Access: operations.Backend.Access("products/write"),
			Guard: h.writable, Summary: "Change a product",
			Doc: "Changes only what is sent. Without a store the default values change; with X-Store-Code (or ?store=) only those of that store " +
				"view, until useDefault removes them. SKU, prices, weight, websites, categories and stock are the same in all store views. Empty " +
				"text clears dates and layout; the type cannot change. The answer is the whole product in the written scope.",
		}, h.updateProduct),
		operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.Delete, Method: "DELETE", Path: "/products/{id}",
			Access: operations.Backend.Access("products/delete"), Guard: h.writable, Summary: "Delete a product",
			Effect: operations.Effect{Irreversible: operations.Deleted},
			Doc: "Removes a product with its stock, in all stores. Orders keep their copy of it, and its SKU can be reused. To hide it for a " +
				"while, set isActive to false instead.",
		}, h.deleteProduct),
		h.undo(),
	}
}
