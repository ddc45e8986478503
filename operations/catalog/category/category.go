// Package category declares the operations on categories.
package category

import (
	catalogcommands "tradelog/commands/catalog"
	"tradelog/operations"
	"tradelog/readmodels/catalog"
)

// resource is the resource of categories.
var resource = &operations.Resource{
	Name: "Category", Section: "catalog", Permission: "categories", ACL: "catalog/categories", Label: "category",
	Doc: "A node of the category tree. Each store has a root category; products name their categories in categoryIds.",
}

type handlers struct {
	commands *catalogcommands.Catalog
	reader   *catalog.Reader
}

// New makes the operations.
func New(c *catalogcommands.Catalog, r *catalog.Reader) []*operations.Operation {
	h := &handlers{commands: c, reader: r}
	return h.categories()
}
