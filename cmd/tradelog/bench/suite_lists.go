package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"tradelog/cmd/tradelog/demo"
	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/operations/catalog/product"
)

// The distribution of the products of a large catalog.
const (
	listedCategories = 50
	listedColours    = 20
)

// lists measures lists of products in a large catalog. No two requests are the same, so that no answer comes from memory.
func (s *Suite) lists(ctx context.Context) {
	s.say("%d products", s.Products)
	database := s.database(ctx, "lists")
	category, colour := s.catalog(ctx, database)
	target := s.target(ctx, database)
	c := must(newClient(target.URL))
	plain := s.baseline(ctx, database)
	base := must(newClient(plain.url))
	query := must(drive(ctx, s.load(8), func(int) (loadStep, error) {
		return base.Step(request{Method: "GET", Path: "/item", Want: 200})
	}))
	s.detail("baseline: /item", query)
	var asked atomic.Int64
	for _, list := range []struct {
		what string
		path func() string
	}{
		{"list page 1", func() string { return "/products?itemsPerPage=20" }},
		{"list of a category", func() string {
			return fmt.Sprintf("/products?itemsPerPage=20&categoryId=%d", category+rand.Int64N(listedCategories))
		}},
		{"list of a colour", func() string {
			return fmt.Sprintf("/products?itemsPerPage=20&attr_color=%d", colour+rand.Int64N(listedColours))
		}},
		{"list filtered by what all products have", func() string {
			return fmt.Sprintf("/products?itemsPerPage=20&attributeFilters=%%7B%%22color%%22:%s%%7D", everyColour(colour))
		}},
		{"full-text search, few found", func() string {
			return fmt.Sprintf("/products?itemsPerPage=20&search=No+%d", rand.IntN(s.Products))
		}},
		{"layered filters", func() string {
			return fmt.Sprintf("/layered-filters?categoryId=%d", category+rand.Int64N(listedCategories))
		}},
		{"layered filters of all products", func() string { return "/layered-filters?categoryId=2" }},
	} {
		f := must(drive(ctx, s.load(8), func(int) (loadStep, error) {
			return func(context.Context) error {
				path := fmt.Sprintf("%s%s&unlike=%d", api, list.path(), asked.Add(1))
				_, _, err := c.Once(request{Method: "GET", Path: path, Want: 200}, "")
				return err
			}, nil
		}))
		s.detail(list.what, f)
		s.add(Row{
			Name:   fmt.Sprintf("%s, %d products, concurrency 8", list.what, s.Products),
			Figure: "p95 " + short(f.P95), Baseline: "/item p95 " + short(query.P95), Ratio: f.P95.Seconds() / query.P95.Seconds(),
			Target: "25 ms", Met: f.P95 < 25*time.Millisecond,
		})
	}
}

// importCatalog measures the import of a catalog into an empty shop that is open, until its products can be read.
func (s *Suite) importCatalog(ctx context.Context) {
	count := s.Products / 5
	s.say("import of %d products", count)
	file := filepath.Join(s.dir, "products.jsonl")
	s.command(ctx, s.seeded(ctx, "exported", demo.Size{Products: count}), "catalog", "export", file)
	check(s.stop(ctx))
	database := s.database(ctx, "imported")
	s.serve(ctx, database)
	began := time.Now()
	s.command(ctx, database, "catalog", "import", file, "--create-categories")
	taken := time.Since(began)
	bytes := must(os.ReadFile(file))
	copied, perSecond := copyOf(ctx, database, bytes), float64(count)/taken.Seconds()
	imported := float64(len(bytes)) / taken.Seconds()
	s.add(Row{
		Name:     fmt.Sprintf("import of %d products of a file, until they are read", count),
		Figure:   fmt.Sprintf("%.0f products/s, %.2f MB/s", perSecond, imported/1e6),
		Baseline: fmt.Sprintf("COPY %.1f MB/s", copied/1e6), Ratio: imported / copied,
		Target: "2,000 products/s", Met: perSecond >= 2000,
	})
}

// everyColour returns the value of a filter for all colours.
func everyColour(first int64) string {
	list := "["
	for i := range int64(listedColours) {
		list += fmt.Sprintf("%d,", first+i)
	}
	return list[:len(list)-1] + "]"
}

// catalog makes a shop with many products in categories and colours. These are numbered without gaps; it returns the first of each.
func (s *Suite) catalog(ctx context.Context, database string) (category, colour int64) {
	a := s.open(ctx, database)
	defer a.Close()
	check(a.Start(ctx))
	check(a.CaughtUp(ctx))
	check(a.Stores.SetConfig(ctx, settings.Default, map[string]string{catalog.SearchTypePath: "3"}))
	book := must(a.CatalogReader.Attributes(ctx))
	writes := product.WriteAttributes(a.Deciders, a.CatalogReader)
	for i := range int64(listedColours) {
		id := must(writes.SetOption(ctx, 0, func(o *catalog.AttributeOption) {
			o.AttributeID, o.Label = book.Find("color").ID, fmt.Sprintf("Colour %d", i)
		}))
		colour = id - i
	}
	for i := range int64(listedCategories) {
		values := must(record.Of(map[string]any{
			"name": fmt.Sprintf("Category %d", i), "parentId": 2, "isActive": true, "includeInMenu": true, "urlKey": fmt.Sprintf("category-%d", i),
		}))
		category = must(a.Catalog.CreateCategory(ctx, values)) - i
	}
	check(a.CaughtUp(ctx))
	check(demo.Load(ctx, a.Shop, demo.Size{Products: s.Products}, func(int, int) {}))
	began := time.Now()
	check(a.CaughtUp(ctx))
	s.say("  read models there %s later", time.Since(began).Round(time.Millisecond))
	must(a.Pool.Exec(ctx, "VACUUM ANALYZE"))
	return category, colour
}
