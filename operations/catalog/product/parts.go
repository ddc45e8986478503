package product

import (
	"context"
	"encoding/json"
	"slices"

	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/money"
	"tradelog/operations"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// mostBeside is the greatest number of products in each list of related products (shapes-catalog §1.2).
const mostBeside = 20

// items returns the view for the item form of products in a store view. It reads all products that the items show with one query.
func (h *handlers) items(ctx context.Context, c *operations.Call, storeID int64, products ...*readcatalog.Product) (View, error) {
	v := ViewOf(ctx, c, h.reader)
	var ids []int64
	for _, p := range products {
		ids = append(ids, showing(p.Parts)...)
	}
	var err error
	if v.book, err = h.reader.Attributes(ctx); err != nil {
		return v, err
	}
	v.Others, err = h.reader.ProductsByID(ctx, storeID, ids)
	return v, err
}

// showing lists the products that the item form of a product shows.
func showing(p catalog.Parts) []int64 {
	ids := slices.Clone(p.ChildIDs)
	for _, links := range [][]catalog.Link{p.Related, p.CrossSell, p.UpSell} {
		for _, l := range links {
			ids = append(ids, l.ProductID)
		}
	}
	for _, l := range p.Grouped {
		ids = append(ids, l.ProductID)
	}
	for _, o := range p.BundleOptions {
		for _, s := range o.Selections {
			ids = append(ids, s.ProductID)
		}
	}
	return ids
}

// available tells whether a product can be bought.
func (v View) available(p *readcatalog.Product) bool {
	switch {
	case catalog.HasStock(p.Type):
		return p.Level.Available(v.stock)
	case v.stock.Manage:
		return p.Managed
	}
	return p.Unmanaged
}

// purchase returns the caller's purchase of one unit now.
func (v View) purchase() catalog.Purchase { return catalog.One(v.Group, v.date) }

// final returns the final price of one unit of a product now; nil if it is not above zero.
func (v View) final(p *readcatalog.Product) *money.Decimal {
	final := p.Pricing().Final(v.purchase())
	if final.Sign() <= 0 {
		return nil
	}
	return v.Amount(&final)
}

// parts returns the members that show the sub-resources of a product.
func (v View) parts(p *readcatalog.Product) documents.ProductParts {
	out := documents.NoParts()
	out.TierPrices = v.tiers(p)
	for _, i := range catalog.InOrder(p.Parts.Images, func(i catalog.Image) int64 { return i.Position }) {
		if !i.Disabled {
			out.Gallery = append(out.Gallery, documents.ProductPicture{
				URL: documents.MediaURL(v.Text.MediaURL, content.Products+i.File), Label: imageLabel(i, p.StoreID), Position: i.Position,
			})
		}
	}
	for _, o := range catalog.InOrder(p.Parts.CustomOptions, func(o catalog.CustomOption) int64 { return o.SortOrder }) {
		shown := documents.ProductOption{
			ID: o.ID, Title: o.Title, Type: o.Type, Required: o.Required, SortOrder: o.SortOrder, Values: []documents.ProductOptionValue{},
		}
		for _, value := range catalog.InOrder(o.Values, func(v catalog.OptionValue) int64 { return v.SortOrder }) {
			shown.Values = append(shown.Values, documents.ProductOptionValue{
				ID: value.ID, Title: value.Title, Price: v.OptionPrice(value.Price, value.PriceType), PriceType: value.PriceType,
				SortOrder: value.SortOrder,
			})
		}
		out.CustomOptions = append(out.CustomOptions, shown)
	}
	switch p.Type {
	case "grouped":
		out.Grouped = v.groupMembers(p)
	case "configurable":
		out.Configurable, out.Variants = v.variants(p)
	case "bundle":
		out.Bundle = v.bundle(p)
	case "downloadable":
		for _, d := range catalog.InOrder(p.Parts.Downloads, func(d catalog.Download) int64 { return d.SortOrder }) {
			shown := documents.ProductDownload{
				ID: d.ID, Title: d.Title, Price: *v.Amount(&d.Price), SortOrder: d.SortOrder, Limit: d.Limit,
			}
			if d.SampleURL != "" {
				shown.SampleURL = &d.SampleURL
			}
			out.Downloads = append(out.Downloads, shown)
		}
	}
	return out
}

// imageLabel returns the label of a picture in a store view; nil if it has none.
func imageLabel(i catalog.Image, storeID int64) *string {
	if label := i.Label(storeID); label != "" {
		return &label
	}
	return nil
}

// OptionPrice converts the price of an option for the storefront, unless it is a percentage.
func (v View) OptionPrice(price money.Decimal, priceType string) money.Decimal {
	if priceType == "percent" {
		return price
	}
	return *v.Amount(&price)
}

// tiers returns the tier prices for the caller.
func (v View) tiers(p *readcatalog.Product) []documents.ProductTier {
	out := []documents.ProductTier{}
	price := money.Zero
	if p.Price != nil {
		price = *p.Price
	}
	for _, tier := range p.Pricing().TiersOf(v.Group) {
		shown := documents.ProductTier{Qty: tier.Qty, Price: tier.Price, Saving: tier.Saving(p.Type, price)}
		if p.Type != "bundle" {
			shown.Price = *v.Amount(&tier.Price)
		}
		out = append(out, shown)
	}
	return out
}

// sold finds an enabled product that is sold in the store view.
func (v View) sold(id int64) (*readcatalog.Product, bool) {
	p := v.Others[id]
	return p, p != nil && p.Enabled
}

func (v View) groupMembers(p *readcatalog.Product) []documents.ProductMember {
	out := []documents.ProductMember{}
	for _, l := range catalog.InOrder(p.Parts.Grouped, func(l catalog.GroupedLink) int64 { return l.Position }) {
		if child, ok := v.sold(l.ProductID); ok {
			out = append(out, documents.ProductMember{
				ID: child.ID, SKU: child.SKU, Name: child.Name, Price: v.Amount(child.Price), FinalPrice: v.final(child),
				InStock: v.available(child), StockQty: child.Level.Qty, DefaultQty: l.Qty, Position: l.Position,
				ImageURL: v.pictures(child).ImageURL,
			})
		}
	}
	return out
}

func (v View) bundle(p *readcatalog.Product) []documents.ProductBundle {
	out := []documents.ProductBundle{}
	for _, o := range catalog.InOrder(p.Parts.BundleOptions, func(o catalog.BundleOption) int64 { return o.Position }) {
		shown := documents.ProductBundle{
			ID: o.ID, Title: o.Title, Type: o.Type, Required: o.Required, Position: o.Position, Selections: []documents.ProductSelection{},
		}
		for _, s := range catalog.InOrder(o.Selections, func(s catalog.Selection) int64 { return s.Position }) {
			product, ok := v.sold(s.ProductID)
			if !ok {
				continue
			}
			selection := documents.ProductSelection{
				ID: s.ID, ProductID: s.ProductID, SKU: product.SKU, Name: product.Name, Price: v.OptionPrice(s.Price, s.PriceType),
				PriceType: s.PriceType, InStock: v.available(product), IsDefault: s.Default, CanChange: s.AnyQty, DefaultQty: s.Qty,
				Position: s.Position,
			}
			if p.Terms.Dynamic() {
				final := product.Pricing().For(catalog.Purchase{GroupID: v.Group, Qty: s.Qty, Date: v.date})
				selection.Price, selection.PriceType = *v.Amount(&final), "fixed"
			}
			shown.Selections = append(shown.Selections, selection)
		}
		out = append(out, shown)
	}
	return out
}

// variants returns the variants of a configurable product, and the attributes in which they differ.
func (v View) variants(p *readcatalog.Product) ([]documents.ProductChoice, []documents.ProductVariant) {
	choices := make([]documents.ProductChoice, 0, len(p.Parts.SuperAttributes))
	for _, code := range p.Parts.SuperAttributes {
		choice := documents.ProductChoice{Code: code, Label: code, Values: []documents.ProductChoiceValue{}}
		if a := v.book.Find(code); a != nil {
			choice.ID, choice.Label = a.ID, v.book.Label(a, p.StoreID)
		}
		choices = append(choices, choice)
	}
	out := []documents.ProductVariant{}
	for _, id := range p.Parts.ChildIDs {
		child, ok := v.sold(id)
		if !ok {
			continue
		}
		values, ok := child.Values(v.book, p.Parts.SuperAttributes)
		if !ok {
			continue
		}
		variant := documents.ProductVariant{
			ID: child.ID, SKU: child.SKU, Price: v.Amount(child.Price), FinalPrice: v.final(child), StockQty: child.Level.Qty,
			InStock: v.available(child), Attributes: values, ImageURL: v.pictures(child).ImageURL,
		}
		var doc struct {
			Barcode *string `json:"barcode"`
		}
		if json.Unmarshal(child.Doc, &doc) == nil {
			variant.Barcode = doc.Barcode
		}
		out = append(out, variant)
		for i := range choices {
			value := values[choices[i].Code]
			same := func(known documents.ProductChoiceValue) bool { return string(known.ID) == string(value) }
			if !slices.ContainsFunc(choices[i].Values, same) {
				label := readcatalog.ValueLabel(v.book, v.book.Attribute(choices[i].ID), p.StoreID, value)
				choices[i].Values = append(choices[i].Values, documents.ProductChoiceValue{ID: value, Label: label})
			}
		}
	}
	return choices, out
}

// beside returns the related products, up-sells and cross-sells of a product that are on sale and visible in lists.
func (v View) beside(p *readcatalog.Product) documents.ProductBeside {
	list := func(links []catalog.Link) []documents.ProductSummary {
		out := []documents.ProductSummary{}
		for _, l := range catalog.InOrder(links, func(l catalog.Link) int64 { return l.Position }) {
			other, ok := v.sold(l.ProductID)
			if !ok || !other.InCatalog || !v.soldOutToo && !v.available(other) || len(out) == mostBeside {
				continue
			}
			out = append(out, v.summary(other))
		}
		return out
	}
	return documents.ProductBeside{Related: list(p.Parts.Related), CrossSell: list(p.Parts.CrossSell), UpSell: list(p.Parts.UpSell)}
}
