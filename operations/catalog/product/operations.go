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
		operations.Define(operations.Operation{
			Resource: Resource, Verb: operations.List, Method: "GET", Path: "/products", Auth: operations.Public, Paged: true,
			Summary: "List or search products", Limits: []operations.Limit{unknownWords},
			Doc: "Lists the products that are enabled, shown where they are asked for (browsing, or searching with `search`), sold in the store's " +
				"website and in stock, by name. Filters are combined. Amounts are in the currency the member `currency` names: callers of the back " +
				"office see the base currency, everybody else the store's display currency (X-Currency-Code picks another). `finalPrice` is what one " +
				"unit costs today, without tax. Rows leave out what only items have: websites, stock policy, options, links; get a product for " +
				"those. To stay in step, poll with updatedSince. Stock changes make the list another one without touching " +
				"updatedAt.",
		}, h.listProducts),
		operations.Define(operations.Operation{
			Resource: Resource, Verb: operations.Get, Method: "GET", Path: "/products/{id}", Auth: operations.Public,
			Summary: "Get a product",
			Doc: "Returns a product as it is in the current store view, with its stock. The storefront reads every enabled product of its " +
				"website, also ones that are sold out or not listed; the back office reads all products, and besides cost, design and the whole " +
				"stock policy. Anything else is not found. The identifier is the number, not the SKU: find that with GET /products?sku=.",
		}, h.getProduct),
		operations.Define(operations.Operation{
			Resource: Resource, Verb: operations.Create, Method: "POST", Path: "/products", Auth: operations.Backend,
			Permission: "products/write", Summary: "Create a product",
			Doc: "Adds a product; sku and name are needed. Its values hold in all store views, whatever store is named; override them afterwards " +
				"with PUT and X-Store-Code. Amounts are in the base currency. Without stockQty or stockData the product has no stock and is not " +
				"listed: send it along, or PUT /inventory next. A SKU that is in use, in any case, is refused. Everything is checked before " +
				"anything is saved. The answer is the whole product.",
		}, h.createProduct),
		operations.Define(operations.Operation{
			Resource: Resource, Verb: operations.Update, Method: "PUT", Path: "/products/{id}", Auth: operations.Backend,
			Permission: "products/write", Guard: h.writable, Summary: "Change a product",
			Doc: "Changes what is sent and leaves the rest. Without a store the values of all store views change; with X-Store-Code (or ?store=) " +
				"only those of that view, which then differ from the others until useDefault names their codes. SKU, prices, weight, websites, " +
				"categories and stock have one value for all views wherever they are written. Dates and layout are cleared by empty text; the type " +
				"cannot change. The answer is the whole product as it is in the scope that was written.",
		}, h.updateProduct),
		operations.Define(operations.Operation{
			Resource: Resource, Verb: operations.Delete, Method: "DELETE", Path: "/products/{id}", Auth: operations.Backend,
			Permission: "products/delete", Guard: h.writable, Summary: "Delete a product",
			Doc: "Removes a product with its stock, for all stores. Orders keep what they have of it, and its SKU can be used again. To take it " +
				"off the storefront for a while set isActive to false instead.",
		}, h.deleteProduct),
	}
}
