package catalogfile

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// references maps fields of the record to their columns of references.
var references = map[string]*reference{
	"tierPrices": list(reference{name: "tierPrices", example: `[{"group":"Wholesale","website":"base","qty":10,"price":4.5}]`},
		none[tierRow], func(n *numbers, f tierRow) (catalog.TierPrice, error) {
			price, err := f.priceRow.to(n)
			return catalog.TierPrice{GroupPrice: price, Qty: f.Qty}, err
		}, func(n *names, t catalog.TierPrice) (tierRow, bool) {
			f, ok := priceFrom(n, t.GroupPrice)
			return tierRow{f, t.Qty}, ok
		}, nil),
	"groupPrices": list(reference{name: "groupPrices", example: `[{"group":"Wholesale","website":"base","price":4.5}]`},
		none[priceRow], func(n *numbers, f priceRow) (catalog.GroupPrice, error) { return f.to(n) }, priceFrom, nil),
	"relatedLinks":   linkColumn("relatedLinks"),
	"crossSellLinks": linkColumn("crossSellLinks"),
	"upSellLinks":    linkColumn("upSellLinks"),
	"groupedLinks": list(
		reference{name: "groupedLinks", example: `[{"sku":"MUG","qty":2,"position":1}]`, types: []string{"grouped"}},
		func(f groupedRow) []string { return []string{f.SKU} },
		func(n *numbers, f groupedRow) (l catalog.GroupedLink, err error) {
			l = catalog.GroupedLink{Qty: one(f.Qty), Position: f.Position}
			l.ProductID, err = n.piece(f.SKU)
			return l, err
		}, func(n *names, l catalog.GroupedLink) (groupedRow, bool) {
			sku, ok := n.products[l.ProductID]
			return groupedRow{sku, &l.Qty, l.Position}, ok
		}, func(l catalog.GroupedLink) []int64 { return []int64{l.ProductID} }),
	"superAttributes": words(reference{name: "superAttributes", example: `["color"]`, types: []string{"configurable"}}, ',', false,
		superAttributes, func(_ *names, value json.RawMessage) (json.RawMessage, bool) {
			return value, len(decoded[string](value)) > 0
		}, nil),
	"childIds": words(reference{name: "children", example: `["MUG-RED","MUG-BLUE"]`, types: []string{"configurable"}}, '|', true, children,
		func(n *names, value json.RawMessage) (json.RawMessage, bool) {
			var skus []string
			for _, id := range decoded[int64](value) {
				if sku, ok := n.products[id]; ok {
					skus = append(skus, bars.Replace(sku))
				}
			}
			return encoded(strings.Join(skus, "|")), len(skus) > 0
		}, decoded[int64]),
	"bundleOptions": list(reference{
		name: "bundleOptions", types: []string{"bundle"},
		example: `[{"title":"Cup","type":"radio","required":true,"selections":[{"sku":"MUG","qty":1,"price":0}]}]`,
	}, func(f bundleRow) (skus []string) {
		for _, s := range f.Selections {
			skus = append(skus, s.SKU)
		}
		return skus
	}, bundleTo, bundleFrom, func(o catalog.BundleOption) (ids []int64) {
		for _, s := range o.Selections {
			ids = append(ids, s.ProductID)
		}
		return ids
	}),
	"customOptions": list(reference{
		name: "customOptions", example: `[{"title":"Colour","type":"drop_down","values":[{"title":"Red","price":1,"priceType":"fixed"}]}]`,
	}, none[optionRow], optionTo, optionFrom, nil),
	"downloadableLinks": list(reference{
		name: "downloadableLinks", types: []string{"downloadable"},
		example: `[{"title":"Book","price":0,"shareable":2,"type":"url","url":"https://example.com/book"}]`,
	}, none[downloadRow], func(_ *numbers, f downloadRow) (catalog.Download, error) {
		return catalog.Download{Title: f.Title, Price: f.Price, SortOrder: f.SortOrder, Limit: f.Limit, Shareable: f.Shareable, Type: f.Type,
			URL: f.URL, SampleType: f.SampleType, SampleURL: f.SampleURL}, nil
	}, func(_ *names, d catalog.Download) (downloadRow, bool) {
		return downloadRow{d.Title, d.Price, d.SortOrder, d.Limit, d.Shareable, d.Type, d.URL, d.SampleType, d.SampleURL}, true
	}, nil),
}

// bars puts a backslash before bars in SKUs that have bars between them.
var bars = strings.NewReplacer(`\`, `\\`, `|`, `\|`)

func none[F any](F) []string { return nil }

// one returns the given quantity, or 1 if there is none.
func one(qty *money.Decimal) money.Decimal {
	if qty == nil {
		return money.One
	}
	return *qty
}

func linkColumn(name string) *reference {
	return list(reference{name: name, example: `[{"sku":"MUG","position":1}]`}, func(f linkRow) []string { return []string{f.SKU} },
		func(n *numbers, f linkRow) (catalog.Link, error) {
			p, err := n.product(f.SKU)
			return catalog.Link{ProductID: p.ID, Position: f.Position}, err
		}, func(n *names, l catalog.Link) (linkRow, bool) {
			sku, ok := n.products[l.ProductID]
			return linkRow{sku, l.Position}, ok
		}, func(l catalog.Link) []int64 { return []int64{l.ProductID} })
}

func (f priceRow) to(n *numbers) (p catalog.GroupPrice, err error) {
	p.Price = f.Price
	if f.Group != nil {
		id, err := known(n.groups, "customer group", *f.Group)
		if err != nil {
			return p, err
		}
		p.GroupID = &id
	}
	if f.Website != "" {
		p.WebsiteID, err = known(n.websites, "website", f.Website)
	}
	return p, err
}

// priceFrom leaves out prices for groups and websites that no longer exist.
func priceFrom(n *names, p catalog.GroupPrice) (f priceRow, ok bool) {
	f.Price = p.Price
	if p.GroupID != nil {
		name, ok := n.groups[*p.GroupID]
		if !ok {
			return f, false
		}
		f.Group = &name
	}
	if p.WebsiteID != 0 {
		f.Website, ok = n.websites[p.WebsiteID]
		return f, ok
	}
	return f, true
}

func superAttributes(n *numbers, codes []string) (any, error) {
	for _, code := range codes {
		a := n.book.Find(code)
		if a == nil {
			return nil, fault.Invalidf("There is no attribute %.60q", code)
		}
		if err := a.Configures(); err != nil {
			return nil, err
		}
	}
	return codes, nil
}

func children(n *numbers, skus []string) (any, error) {
	ids := []int64{}
	for _, sku := range skus {
		id, err := n.piece(sku)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func bundleTo(n *numbers, f bundleRow) (o catalog.BundleOption, err error) {
	o = catalog.BundleOption{Title: f.Title, Type: f.Type, Required: f.Required, Position: f.Position}
	for _, s := range f.Selections {
		made := catalog.Selection{
			Price: s.Price, PriceType: cmp.Or(s.PriceType, catalog.PriceTypes[0]), Qty: one(s.Qty), AnyQty: s.AnyQty, Default: s.Default,
			Position: s.Position,
		}
		if made.ProductID, err = n.piece(s.SKU); err != nil {
			return o, err
		}
		o.Selections = append(o.Selections, made)
	}
	return o, nil
}

// bundleFrom leaves out selections of products that no longer exist.
func bundleFrom(n *names, o catalog.BundleOption) (bundleRow, bool) {
	f := bundleRow{Title: o.Title, Type: o.Type, Required: o.Required, Position: o.Position}
	for _, s := range o.Selections {
		if sku, ok := n.products[s.ProductID]; ok {
			f.Selections = append(f.Selections, selectionRow{
				SKU: sku, Price: s.Price, PriceType: s.PriceType, Qty: &s.Qty, AnyQty: s.AnyQty, Default: s.Default, Position: s.Position,
			})
		}
	}
	return f, true
}

func optionTo(n *numbers, f optionRow) (catalog.CustomOption, error) {
	o := catalog.CustomOption{
		Title: f.Title, Type: f.Type, Required: f.Required, SortOrder: f.SortOrder, Price: f.Price, PriceType: f.PriceType, SKU: f.SKU,
		MaxCharacters: f.MaxCharacters, Extensions: f.Extensions, ImageSizeX: f.ImageSizeX, ImageSizeY: f.ImageSizeY,
	}
	for _, v := range f.Values {
		made := catalog.OptionValue{
			Title: v.Title, Price: v.Price, PriceType: cmp.Or(v.PriceType, catalog.PriceTypes[0]), SKU: v.SKU, SortOrder: v.SortOrder,
		}
		for code, own := range v.Own {
			id, err := known(n.views, "store view", code)
			if err != nil {
				return o, err
			}
			if made.Own == nil {
				made.Own = map[int64]catalog.OwnOptionValue{}
			}
			made.Own[id] = own
		}
		o.Values = append(o.Values, made)
	}
	o = o.Tidy()
	return o, o.CheckExtensions(n.forbidden)
}

func optionFrom(n *names, o catalog.CustomOption) (optionRow, bool) {
	f := optionRow{
		Title: o.Title, Type: o.Type, Required: o.Required, SortOrder: o.SortOrder, Price: o.Price, PriceType: o.PriceType, SKU: o.SKU,
		MaxCharacters: o.MaxCharacters, Extensions: o.Extensions, ImageSizeX: o.ImageSizeX, ImageSizeY: o.ImageSizeY,
	}
	for _, v := range o.Values {
		shown := valueRow{Title: v.Title, Price: v.Price, PriceType: v.PriceType, SKU: v.SKU, SortOrder: v.SortOrder}
		for id, own := range v.Own {
			code, ok := n.views[id]
			if !ok {
				continue
			}
			if shown.Own == nil {
				shown.Own = map[string]catalog.OwnOptionValue{}
			}
			shown.Own[code] = own
		}
		f.Values = append(f.Values, shown)
	}
	return f, true
}
