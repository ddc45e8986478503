package catalog

import (
	"slices"
	"strings"

	products "tradelog/commands/catalog"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/content"
	"tradelog/readmodels/catalog"
)

// The resources of this package.
var (
	ProductResource = &operations.Resource{
		Name: "Product", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
		Doc: "An article of the shop. It is identified by `id`, not by SKU; amounts are in the currency that `currency` names.",
	}
	CategoryResource = &operations.Resource{
		Name: "Category", Section: "catalog", Permission: "categories", ACL: "catalog/categories", Label: "category",
		Doc: "A node of the category tree. Each store has a root category; products name their categories in categoryIds.",
	}
	StockResource = &operations.Resource{
		Name: "Stock", Section: "catalog", Permission: "inventory", ACL: "catalog/products", Label: "stock",
		Doc: "The stock of a product. It is addressed by SKU and read with the product.",
	}
)

type handlers struct {
	commands *products.Catalog
	reader   *catalog.Reader
	pictures content.Dependencies
}

// New makes the operations. Pictures of products are media files.
func New(c *products.Catalog, r *catalog.Reader, pictures content.Dependencies) []*operations.Operation {
	h := &handlers{commands: c, reader: r, pictures: pictures}
	return slices.Concat(h.products(), h.productNumbers(), h.tierPrices(), h.groupPrices(), h.customOptions(), h.optionValues(),
		h.bundleOptions(), h.configurable(), h.downloads(), h.media(), h.links(), h.grouped(), h.categories(),
		h.inventory(), h.addresses(), h.layered())
}

// scope returns the store view to write: the named one, or 0 for the values of all stores.
func scope(c *operations.Call) int64 {
	if !c.Explicit || c.AllStores {
		return 0
	}
	return c.Store.ID
}

// viewed returns the store view to read, or 0 for the values of all stores.
func viewed(c *operations.Call) int64 {
	if c.AllStores {
		return 0
	}
	return c.Store.ID
}

var (
	errGlobalWrite = fault.Forbiddenf("Global-scope writes require an unrestricted token; pass ?store= to write values for a specific store.")
	errNoDefault   = fault.Invalidf("useDefault requires a store context (?store=): global values have no default to revert to.")
)

// checkScope refuses writes to the values of all stores from a token that is limited to some stores (shapes-catalog §0.5).
func checkScope(c *operations.Call) error {
	if c.AllowedStores() != nil && scope(c) == 0 {
		return errGlobalWrite
	}
	return nil
}

// failed puts the failed action before the refusal of a business rule (shapes-catalog §0.2).
func failed(action string, err error) error {
	f, ok := fault.As(err)
	if !ok || f.Kind != fault.Precondition || strings.HasPrefix(f.Message, "Failed to ") {
		return err
	}
	return fault.Preconditionf("Failed to %s: %s", action, f.Message).WithCode(f.Code).WithCause(err)
}

// blank reports whether a text is blank. On an update a blank text leaves a required field unchanged.
func blank(s string) bool { return strings.TrimSpace(s) == "" }
