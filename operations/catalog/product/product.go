// Package product declares the operations on products, and the attributes of products with their options and sets.
//
// The representation of a product depends on the caller. Prices are converted and rounded for the storefront and unchanged for the back
// office. Stock and layout have members for the back office alone. None of that is stored; show.go inserts it into the stored document at
// each read.
package product

import (
	"slices"

	catalogcommands "tradelog/commands/catalog"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/readmodels/catalog"
)

// resource is the resource of products.
var resource = &operations.Resource{
	Name: "Product", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
	Brief: []string{"id", "sku", "name", "type", "status", "price", "finalPrice", "currency", "stockStatus", "stockQty"},
	Keys:  []string{"sku"},
	Doc:   "An article of the shop. It is identified by `id`, not by SKU; amounts are in the currency that `currency` names.",
}

// The values of nested entries are parsed loosely.
type (
	amount = input.Amount
	flag   = input.Flag
)

type handlers struct {
	commands *catalogcommands.Catalog
	reader   *catalog.Reader
}

// New makes the operations.
func New(c *catalogcommands.Catalog, r *catalog.Reader) []*operations.Operation {
	h := &handlers{commands: c, reader: r}
	return slices.Concat(h.products(), h.productNumbers())
}
