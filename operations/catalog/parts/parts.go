// Package parts declares the operations on the sub-resources of products, such as their pictures, links and options. The file part.go has
// the common declarations, and each other file has the rules of one.
package parts

import (
	"slices"

	catalogcommands "tradelog/commands/catalog"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/operations/content"
	"tradelog/readmodels/catalog"
)

// The values of nested entries are parsed loosely.
type (
	whole  = input.Whole
	amount = input.Amount
	flag   = input.Flag
	word   = input.Word
)

type handlers struct {
	commands *catalogcommands.Catalog
	reader   *catalog.Reader
	pictures content.Dependencies
}

// New makes the operations. Pictures of products are media files.
func New(c *catalogcommands.Catalog, r *catalog.Reader, pictures content.Dependencies) []*operations.Operation {
	h := &handlers{commands: c, reader: r, pictures: pictures}
	return slices.Concat(h.tierPrices(), h.groupPrices(), h.customOptions(), h.optionValues(), h.bundleOptions(), h.configurable(),
		h.downloads(), h.media(), h.links(), h.grouped())
}
