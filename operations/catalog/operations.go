package catalog

import (
	"slices"

	catalogcommands "tradelog/commands/catalog"
	"tradelog/operations"
	"tradelog/operations/catalog/parts"
	"tradelog/operations/catalog/product"
	"tradelog/operations/content"
	"tradelog/readmodels/catalog"
)

// New makes the operations. Pictures of products are media files.
func New(c *catalogcommands.Catalog, r *catalog.Reader, pictures content.Dependencies) []*operations.Operation {
	return slices.Concat(product.New(c, r), parts.New(c, r, pictures), categoryOperations(c, r), stockOperations(c, r), addresses(r),
		product.Filters(r))
}
