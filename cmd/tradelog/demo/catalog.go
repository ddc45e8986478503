package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"tradelog/commands"
	catalogcommands "tradelog/commands/catalog"
	"tradelog/domain/catalog"
	"tradelog/domain/customer"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
)

// opened returns the time at which the shop opened, 30 days before the first order.
func (s *seeder) opened() time.Time { return s.target.Clock().Add(-spread - 30*24*time.Hour) }

// catalog makes the products: first simple ones, then composite ones, then the links between them.
func (s *seeder) catalog(ctx context.Context) error {
	s.progress("  products ...")
	ctx = commands.WithCause(ctx, commands.Cause{Actor: maker, At: s.opened()})
	book, err := s.target.CatalogReader.Attributes(ctx)
	if err != nil {
		return err
	}
	goods := allGoods()
	composite := func(g good) bool { return !catalog.HasStock(g.kind) }
	for _, wanted := range []bool{false, true} {
		var batch []good
		var making []*catalogcommands.NewProduct
		for n, g := range goods {
			if composite(g) != wanted {
				continue
			}
			values, err := s.values(ctx, book, g, n)
			if err != nil {
				return fmt.Errorf("%s: %w", g.sku, err)
			}
			batch, making = append(batch, g), append(making, &catalogcommands.NewProduct{Values: values})
		}
		if err := s.target.Catalog.CreateProducts(ctx, making); err != nil {
			return err
		}
		for i, g := range batch {
			id, err := making[i].ID, making[i].Err
			if errors.Is(err, catalog.ErrSKUTaken) { // by an earlier run
				var known record.State
				known, err = s.target.Catalog.ProductOfSKU(ctx, g.sku)
				id = known.ID
			}
			if err != nil {
				return fmt.Errorf("%s: %w", g.sku, err)
			}
			s.goods[g.sku] = id
		}
	}
	if err := s.connect(ctx, goods); err != nil {
		return err
	}
	var levels []stock.Change
	for n, g := range goods {
		if composite(g) {
			continue
		}
		qty, sold := money.FromInt(int64(leastStock+s.random.IntN(400))), !soldOut(n)
		if !sold {
			qty = money.Zero
		}
		levels = append(levels, stock.Change{ProductID: s.goods[g.sku], Qty: &qty, InStock: &sold})
	}
	return setStock(ctx, s.target, levels, 100)
}

// leastStock is the least stock of a product that is not sold out. All orders together need less. Carts are filled from read models, so a
// product that sells out meanwhile would refuse an order.
const leastStock = 160

// soldOut reports whether the n-th product is one of the few that are sold out.
func soldOut(n int) bool { return n%31 == 29 }

// setStock sets stock, many products at once.
func setStock(ctx context.Context, target Shop, levels []stock.Change, batch int) error {
	for chunk := range slices.Chunk(levels, batch) {
		if _, err := target.Catalog.SetStock(ctx, chunk); err != nil {
			return err
		}
	}
	return nil
}

// share returns a percentage of a price.
func share(price money.Decimal, percent int64) money.Decimal {
	return price.Mul(money.FromInt(percent)).Div(money.FromInt(100)).Cents()
}

// values returns the fields of a product, for all stores and for the German store view.
func (s *seeder) values(ctx context.Context, book *catalog.Book, g good, n int) (catalogcommands.Scoped, error) {
	category, above := s.sections[g.section], s.sections[s.named(g.section).above]
	visibility := "catalog_search"
	if g.parent != "" {
		visibility = "not_visible"
	}
	fields := map[string]any{
		"sku": g.sku, "name": g.name, "type": g.kind, "isActive": true, "visibility": visibility, "attributeSetId": catalog.DefaultSet,
		"taxClassId": 2, "websiteIds": []int64{1, 2}, "categoryIds": []int64{category, above}, "urlKey": catalog.URLKey(g.name),
		"weight": json.RawMessage(g.weight), "shortDescription": g.text,
		"description": fmt.Sprintf("<p>%s</p><p>Part of our %s range, and repaired in our workshop for as long as there are parts.</p>", g.text,
			s.named(g.section).name),
		"metaTitle": g.name + shopSuffix, "metaDescription": g.text,
	}
	if g.price.Sign() > 0 {
		fields["price"], fields["cost"] = g.price, share(g.price, 45)
	}
	if !catalog.HasCost(g.kind) {
		delete(fields, "cost")
	}
	if g.kind == "configurable" {
		delete(fields, "weight")
	}
	if s.priced(g, n, fields); g.parent != "" {
		for code, label := range map[string]string{"color": g.colour, "size": g.size} {
			if err := choose(book, fields, code, label); err != nil {
				return nil, err
			}
		}
	}
	if err := s.composed(ctx, g, fields); err != nil {
		return nil, err
	}
	base, err := record.Of(fields)
	if err != nil {
		return nil, err
	}
	german, err := record.Of(map[string]any{
		"name": g.german, "urlKey": catalog.URLKey(g.german), "shortDescription": g.germanText,
		"description": fmt.Sprintf("<p>%s</p><p>Aus unserem Sortiment %s. Wir reparieren es, solange es Teile gibt.</p>", g.germanText,
			s.named(g.section).german),
		"metaTitle": g.german + shopSuffix, "metaDescription": g.germanText,
	})
	return catalogcommands.Scoped{0: base, s.stores["de"]: german}, err
}

func (s *seeder) named(key string) section {
	return sections[slices.IndexFunc(sections, func(d section) bool { return d.key == key })]
}

// choose gives a variant its option of an attribute.
func choose(book *catalog.Book, fields map[string]any, code, label string) error {
	a := book.Find(code)
	if a == nil || label == "" {
		return nil
	}
	options := book.Options(a.ID)
	at := slices.IndexFunc(options, func(o catalog.AttributeOption) bool { return o.Label == label })
	if at < 0 {
		return fmt.Errorf("%s has no option %s", code, label)
	}
	fields[catalog.CustomField(code)] = options[at].ID
	return nil
}

// priced gives some products special, tier and group prices.
func (s *seeder) priced(g good, n int, fields map[string]any) {
	if g.price.IsZero() || g.kind != "simple" && g.kind != "virtual" {
		return
	}
	if g.parent == "" && n%9 == 4 {
		fields["specialPrice"] = share(g.price, 80)
		if n%2 == 0 {
			day := func(n int) string { return s.target.Clock().AddDate(0, 0, n).Format(time.DateOnly) }
			fields["specialFromDate"], fields["specialToDate"] = day(-20), day(40)
		}
	}
	if n%5 == 1 {
		tier := func(qty, percent int64) catalog.TierPrice {
			return catalog.TierPrice{GroupPrice: catalog.GroupPrice{Price: share(g.price, percent)}, Qty: money.FromInt(qty)}
		}
		fields["tierPrices"] = []catalog.TierPrice{tier(6, 95), tier(12, 90), tier(48, 82)}
	}
	if n%4 == 2 {
		wholesale := int64(customer.GeneralGroup + 1)
		fields["groupPrices"] = []catalog.GroupPrice{{GroupID: &wholesale, Price: share(g.price, 75)}}
	}
}

// composed adds the parts of composite products of a type.
func (s *seeder) composed(ctx context.Context, g good, fields map[string]any) error {
	switch g.kind {
	case "configurable":
		var children []int64
		for _, v := range g.variants() {
			children = append(children, s.goods[v.sku])
		}
		codes := []string{}
		colours, sizes := g.choices()
		if len(colours) > 0 {
			codes = append(codes, "color")
		}
		if len(sizes) > 0 {
			codes = append(codes, "size")
		}
		fields["superAttributes"], fields["childIds"] = codes, children
	case "grouped":
		var links []catalog.GroupedLink
		for index, p := range g.parts() {
			links = append(links, catalog.GroupedLink{ProductID: s.goods[p.sku], Qty: money.FromInt(p.qty), Position: int64(index + 1)})
		}
		fields["groupedLinks"] = links
	case "bundle":
		fields["priceType"], fields["skuType"], fields["weightType"], fields["priceView"] = 0, 0, 0, 1
		options, err := s.bundle(ctx, g)
		fields["bundleOptions"] = options
		return err
	case "downloadable":
		files := strings.Split(g.more, ",")
		ids, err := s.target.Catalog.Next(ctx, catalog.DownloadIDs, len(files))
		if err != nil {
			return err
		}
		var links []catalog.Download
		for i, file := range files {
			links = append(links, catalog.Download{
				ID: ids[i], Title: file, SortOrder: int64(i + 1), Limit: 5, Shareable: 2, Type: "url", URL: "https://files.example.com/" + file,
			})
		}
		fields["downloadableLinks"] = links
	case "giftcard":
		return giftCard(g, fields)
	}
	return nil
}

// bundle makes the choices of a bundle.
func (s *seeder) bundle(ctx context.Context, g good) ([]catalog.BundleOption, error) {
	titles, lists := pairs(g.more)
	ids, err := s.target.Catalog.Next(ctx, catalog.BundleOptionIDs, len(titles))
	if err != nil {
		return nil, err
	}
	var out []catalog.BundleOption
	for i, title := range titles {
		option := catalog.BundleOption{ID: ids[i], Title: title, Type: "radio", Required: i < 2, Position: int64(i + 1)}
		selections, err := s.target.Catalog.Next(ctx, catalog.SelectionIDs, len(lists[i]))
		if err != nil {
			return nil, err
		}
		for n, sku := range lists[i] {
			option.Selections = append(option.Selections, catalog.Selection{
				ID: selections[n], ProductID: s.goods[sku], PriceType: "fixed", Qty: money.One, AnyQty: true, Default: n == 0, Position: int64(n + 1),
			})
		}
		out = append(out, option)
	}
	return out, nil
}

// giftCard gives a card its amounts: "fixed=25,50", "range=10-500" or "combined=50,100;10-300".
func giftCard(g good, fields map[string]any) error {
	kind, amounts, _ := strings.Cut(g.more, "=")
	list, bounds, both := strings.Cut(amounts, ";")
	if kind == "range" {
		list, bounds = "", amounts
	}
	fields["giftcardType"], fields["giftcardIsMessageAllowed"] = kind, true
	if list != "" {
		var all []money.Decimal
		for _, text := range strings.Split(list, ",") {
			all = append(all, money.MustParse(text))
		}
		fields["giftcardAmounts"] = all
	}
	if both || kind == "range" {
		least, most, _ := strings.Cut(bounds, "-")
		fields["giftcardMinAmount"], fields["giftcardMaxAmount"] = money.MustParse(least), money.MustParse(most)
	}
	return nil
}

// connect links products with others: of the same category, dearer ones, and those of the next category.
func (s *seeder) connect(ctx context.Context, goods []good) error {
	goods = slices.DeleteFunc(slices.Clone(goods), func(g good) bool { return g.parent != "" })
	var working sync.WaitGroup
	errs := make([]error, len(goods))
	for n, g := range goods {
		related, crossSell, upSell := s.linksBesides(goods, n)
		working.Go(func() {
			_, errs[n] = s.target.Catalog.ChangeParts(ctx, s.goods[g.sku], "ChangeProduct", func(p *catalog.Product) error {
				p.Related, p.CrossSell, p.UpSell = related, crossSell, upSell
				return nil
			})
		})
	}
	working.Wait()
	return errors.Join(errs...)
}

func (s *seeder) linksBesides(goods []good, n int) (related, crossSell, upSell []catalog.Link) {
	add := func(to *[]catalog.Link, g good, most int) {
		if len(*to) < most {
			*to = append(*to, catalog.Link{ProductID: s.goods[g.sku], Position: int64(len(*to) + 1)})
		}
	}
	for i := range goods[1:] {
		other := goods[(n+1+i)%len(goods)]
		switch {
		case other.section != goods[n].section:
			add(&crossSell, other, 2)
		case goods[n].price.Sign() > 0 && goods[n].price.Less(other.price):
			add(&upSell, other, 2)
		default:
			add(&related, other, 3)
		}
	}
	return related, crossSell, upSell
}
