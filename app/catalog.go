package app

import (
	"slices"

	catalogcommands "tradelog/commands/catalog"
	domain "tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/stock"
	"tradelog/operations"
	"tradelog/operations/catalog"
	"tradelog/projections"
	rows "tradelog/projections/catalog"
	"tradelog/records"
)

// catalogModule is the module of products, categories and stock.
var catalogModule = Module{
	Name:    "catalog",
	Records: []records.Record{catalog.Attributes, catalog.Options, catalog.Sets},
	Streams: catalogcommands.Streams(),
	Events:  slices.Concat(domain.EventSpecs(), stock.EventSpecs()),
	Sequences: []projections.Marks{projections.RecordMarks(map[*record.Kind]string{
		domain.Products: "product", domain.Categories: "category",
	}), rows.PartMarks},
	Projectors: []projections.Definition{rows.Categories, rows.Products, rows.Stock, rows.Addresses},
	Settings:   settings.Catalog,
	Operations: func(s Services) []*operations.Operation {
		return catalog.New(s.Commands.Catalog, s.Readers.Catalog, mediaOf(s))
	},
	Steps: catalogSteps,
}
