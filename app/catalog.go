package app

import (
	"context"
	"slices"

	catalogcommands "tradelog/commands/catalog"
	"tradelog/domain"
	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/change"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/stock"
	"tradelog/eventstore/trail"
	"tradelog/importing/catalogfile"
	"tradelog/operations"
	"tradelog/operations/catalog"
	"tradelog/operations/catalog/product"
	"tradelog/operations/records"
	"tradelog/projections"
	catalogrows "tradelog/projections/catalog"
	"tradelog/reactions"
	readcatalog "tradelog/readmodels/catalog"
	readdirectory "tradelog/readmodels/directory"
)

// catalogSettings reads the settings of stock and the attributes of products.
type catalogSettings struct {
	shops *readdirectory.Reader
	rows  *readcatalog.Reader
}

// StockConfig reads cataloginventory/*.
func (g catalogSettings) StockConfig(ctx context.Context) (stock.Config, error) {
	s, err := g.shops.Shop(ctx)
	if err != nil {
		return stock.Config{}, err
	}
	return s.StockConfig(), nil
}

// UniqueAttributes lists the codes of user-defined attributes whose values must be unique among products.
func (g catalogSettings) UniqueAttributes(ctx context.Context) (codes []string, err error) {
	book, err := g.rows.Attributes(ctx)
	if err != nil {
		return nil, err
	}
	for _, a := range book.All() {
		if a.Unique && a.Custom() {
			codes = append(codes, a.Code)
		}
	}
	return codes, nil
}

// catalogModule has products, categories and stock.
var catalogModule = Module{
	Name:    "catalog",
	Records: []records.Record{product.Attributes, product.Options, product.Sets},
	Streams: catalogcommands.CatalogStreams(),
	Events:  slices.Concat(domaincatalog.EventSpecs(), stock.EventSpecs(), domain.Specs(domaincatalog.DayBegan{})),
	Trails: func(s Services) []trail.Kind {
		return []trail.Kind{
			trail.Of(domaincatalog.Products, "/products/{id}", "product", "products"),
			trail.Of(domaincatalog.Categories, "/categories/{id}", "category", "categories"),
			// The events of stock also belong to orders, whose personal fields are hidden from those who may read stock. So it has no permission.
			{Path: "/inventory/{sku}", Noun: "stock level", Category: stock.Category, Find: stockOf(s)},
		}
	},
	Changes: change.Merge(domaincatalog.Changes(), stock.Changes()),
	Sequences: []projections.Marks{projections.RecordMarks(map[*record.Kind]string{
		domaincatalog.Products: "product", domaincatalog.Categories: "category",
	}), catalogrows.PartMarks},
	Projectors: []projections.Definition{
		catalogrows.Categories,
		catalogrows.Products,
		catalogrows.Stock,
		catalogrows.Inventory,
		catalogrows.Addresses,
	},
	Settings: settings.Catalog,
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{reactions.DaySweep(s.Commands.Catalog, s.Readers.Catalog, s.Readers.Directory, s.Clock)}
	},
	Operations: func(s Services) []*operations.Operation {
		return append(catalog.New(s.Commands.Catalog, s.Readers.Catalog, mediaOf(s)),
			product.AttributeOperations(product.WriteAttributes(s.Deciders, s.Readers.Catalog))...)
	},
}

// CatalogFiles returns the parts of the shop that imports and exports of catalogs use.
func (a *App) CatalogFiles() catalogfile.Shop {
	return catalogfile.Shop{
		Log: a.Store, Commands: a.Commands.Catalog, Rows: a.Readers.Catalog, Structure: a.Readers.Directory, Taxes: a.Readers.Taxes,
		Pictures: a.Pictures(), Follow: a.Follow,
	}
}
