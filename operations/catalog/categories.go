package catalog

import (
	catalogcommands "tradelog/commands/catalog"
	"tradelog/operations"
	"tradelog/readmodels/catalog"
)

// categoryResource is the resource of categories.
var categoryResource = &operations.Resource{
	Name: "Category", Section: "catalog", Permission: "categories", ACL: "catalog/categories", Label: "category",
	Doc: "A node of the category tree. Each store has a root category; products name their categories in categoryIds.",
}

type categoryHandlers struct {
	commands *catalogcommands.Catalog
	reader   *catalog.Reader
}

// categoryOperations makes the operations.
func categoryOperations(c *catalogcommands.Catalog, r *catalog.Reader) []*operations.Operation {
	h := &categoryHandlers{commands: c, reader: r}
	return h.categories()
}
