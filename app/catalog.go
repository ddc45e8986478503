package app

import (
	"slices"

	domain "tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/stock"
	"tradelog/operations"
	"tradelog/operations/catalog"
	"tradelog/projections"
)

// catalogModule is what the shop sells: products, categories and stock.
var catalogModule = Module{
	Name:   "catalog",
	Events: slices.Concat(domain.EventSpecs(), stock.EventSpecs()),
	Sequences: []projections.Sequence{
		projections.NumbersRecords(domain.Products, "product"), projections.NumbersRecords(domain.Categories, "category"),
	},
	Projectors: []projections.Definition{
		projections.Records("categories", 2, map[*record.Kind]string{domain.Categories: "categories"}), projections.Products, projections.Stock,
	},
	Settings:   settings.Catalog,
	Operations: func(s Services) []*operations.Operation { return catalog.New(s.Commands, s.Reader) },
}
