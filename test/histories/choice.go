package histories

import (
	"fmt"
	"strings"

	"tradelog/domain/cart"
	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/quote"
	"tradelog/readmodels/catalog"
)

// chosen fills a cart with a product and choices: options, a variant, selections of a bundle, members of a group, links.
var chosen = Step{Name: "fill a cart with choices", Makes: "full cart", Do: func(w *Walk) (int64, error) {
	kind := pick(w, "product", "grouped product", "configurable product", "bundle product", "downloadable product")
	shop, err := w.Readers.Directory.Shop(w.Context)
	if err != nil {
		return 0, err
	}
	id := w.ID(kind)
	found, err := w.Readers.Catalog.CartProducts(w.Context, 1, []int64{id})
	if err != nil {
		return 0, err
	}
	product := found[id]
	if product == nil {
		return 0, record.ErrNotFound
	}
	sent, err := w.choice(product)
	if err != nil {
		return 0, err
	}
	in := quote.Choice{SKU: product.SKU, Qty: money.FromInt(int64(1 + w.IntN(3))), Sent: sent}
	wanted, err := w.Quotes.Wanted(w.Context, shop, 1, in)
	if err != nil {
		return 0, err
	}
	made, err := w.Commands.Checkout.CreateCart(w.Context, 1, w.ID("customer", 0, 0))
	if err != nil {
		return 0, err
	}
	_, err = w.Commands.Checkout.AddAllToCart(w.Context, made.ID, wanted.Items, func(cart.Total) error { return nil })
	return made.ID, err
}}

// choice draws the buyer's choices for a product.
func (w *Walk) choice(p *catalog.Product) (sent quote.Sent, err error) {
	set := func(members *quote.Members, name, value any) {
		if *members == nil {
			*members = quote.Members{}
		}
		(*members)[fmt.Sprint(name)] = encoded(value)
	}
	for _, o := range p.Parts.CustomOptions {
		switch {
		case o.Selected():
			set(&sent.Options, o.ID, pick(w, o.Values...).ID)
		case o.Required || w.IntN(2) == 0:
			set(&sent.Options, o.ID, w.Name("Text"))
		}
	}
	for _, o := range p.Parts.BundleOptions {
		if len(o.Selections) > 0 {
			set(&sent.Bundle, o.ID, pick(w, o.Selections...).ID)
			set(&sent.BundleQty, o.ID, 1+w.IntN(3))
		}
	}
	for _, l := range p.Parts.Grouped {
		set(&sent.Group, l.ProductID, 1+w.IntN(2))
	}
	for _, d := range p.Parts.Downloads {
		sent.Links = append(sent.Links, d.ID)
	}
	if len(p.Parts.ChildIDs) == 0 {
		return sent, nil
	}
	child := pick(w, p.Parts.ChildIDs...)
	for _, code := range p.Parts.SuperAttributes {
		value, err := w.variantValue(child, code)
		if err != nil {
			return sent, err
		}
		set(&sent.Super, code, value)
	}
	return sent, nil
}

// variantValue returns the value of a variant for an attribute in which variants differ. It sets a value if there is none yet.
func (w *Walk) variantValue(child int64, code string) (string, error) {
	book, err := w.Readers.Catalog.Attributes(w.Context)
	if err != nil {
		return "", err
	}
	variants, err := w.Readers.Catalog.Variants(w.Context, 1, []int64{child})
	if err != nil || variants[child] == nil {
		return "", err
	}
	if values, ok := variants[child].Values(book, []string{code}); ok {
		return strings.Trim(string(values[code]), `"`), nil
	}
	const country = "DK"
	attribute, _ := domaincatalog.ProductAttributes.Find(code)
	return country, w.Commands.Catalog.UpdateProduct(w.Context, child, 0, record.Values{attribute.Field: encoded(country)}, nil, nil)
}
