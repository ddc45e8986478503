package quote

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain"
	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/readmodels/catalog"
)

// Members maps names in a request to values. The names are IDs, or codes of attributes.
type Members = map[string]json.RawMessage

// Sent holds the options sent with a product, as they were written (shapes-sales §1).
type Sent struct {
	Options   Members             // values of custom options
	Files     map[string]SentFile // files for custom options
	Super     Members             // values of the attributes in which variants differ, by code or number
	Group     Members             // quantities by product
	Bundle    Members             // selections by option
	BundleQty Members             // quantities by option
	Links     []int64
}

// SentFile is a file sent for a custom option. Its type and the dimensions of a picture were detected from its content.
type SentFile struct {
	domaincatalog.OptionFile
	Content []byte
}

// takesFiles returns an error if a file was sent for anything but a file option of the product.
func (in Sent) takesFiles(p *catalog.Product) error {
	for name := range in.Files {
		if o, err := optionOf(p, name); err != nil || o.Type != "file" {
			return fault.Invalidf("Option ID %s is not a valid file-type option for this product", Clip(name)).
				About(fault.Unknown, "options_files."+Clip(name))
		}
	}
	return nil
}

// choice converts the sent options to the form that lines store. forbidden lists extensions that no file may have.
func (in Sent) choice(p *catalog.Product, forbidden []string) (c domaincatalog.Choice, err error) {
	for name, sent := range in.Files {
		o, err := optionOf(p, name)
		if err != nil {
			return c, err
		}
		file, err := o.Accept(sent.OptionFile, forbidden)
		if err != nil {
			return c, err
		}
		kept, err := json.Marshal(file)
		if err != nil {
			return c, err
		}
		c.Options = put(c.Options, o.ID, kept)
	}
	for name, sent := range in.Options {
		o, err := optionOf(p, name)
		if err != nil {
			return c, err
		}
		value, err := o.Normal(sent)
		if err != nil {
			return c, err
		}
		if value != nil {
			c.Options = put(c.Options, o.ID, value)
		}
	}
	switch p.Type {
	case "downloadable":
		if p.Terms.Separately {
			c.Links = linksOf(p, in.Links)
		}
	case "bundle":
		err = in.bundle(&c)
	}
	return c, err
}

func put[V any](m map[int64]V, id int64, v V) map[int64]V {
	if m == nil {
		m = map[int64]V{}
	}
	m[id] = v
	return m
}

func optionOf(p *catalog.Product, name string) (domaincatalog.CustomOption, error) {
	id, err := strconv.ParseInt(name, 10, 64)
	o, ok := domain.Find(p.Parts.CustomOptions, func(o domaincatalog.CustomOption) bool { return o.ID == id })
	if err != nil || !ok {
		return o, fault.Invalidf("The product has no option %s.", Clip(name)).About(fault.Unknown, "options."+Clip(name))
	}
	return o, nil
}

// linksOf returns the sent links that the product has, sorted and without duplicates.
func linksOf(p *catalog.Product, sent []int64) (out []int64) {
	for _, d := range p.Parts.Downloads {
		if slices.Contains(sent, d.ID) {
			out = append(out, d.ID)
		}
	}
	slices.Sort(out)
	return out
}

func (in Sent) bundle(c *domaincatalog.Choice) error {
	for name, sent := range in.Bundle {
		id, err := strconv.ParseInt(name, 10, 64)
		list, ok := domaincatalog.NumbersOf(bytes.TrimSpace(sent))
		if err != nil || !ok {
			return fault.Invalidf("bundleOption needs numbers of selections by number of option, not %s.", Clip(name)).
				About(fault.Type, "bundleOption")
		}
		if len(list) > 0 {
			slices.Sort(list)
			c.Bundle = put(c.Bundle, id, slices.Compact(list))
		}
	}
	for name, sent := range in.BundleQty {
		id, err := strconv.ParseInt(name, 10, 64)
		qty, problem := quantity(sent)
		if err != nil || problem != nil || qty.Sign() <= 0 {
			return fault.Invalidf("Please enter a quantity greater than zero for option %s.", Clip(name)).
				About(fault.Range, "bundleOptionQty."+Clip(name))
		}
		if c.Bundle[id] != nil {
			c.BundleQty = put(c.BundleQty, id, qty)
		}
	}
	return nil
}

func quantity(sent json.RawMessage) (money.Decimal, error) {
	text := strings.TrimSpace(strings.Trim(string(bytes.TrimSpace(sent)), `"`))
	if text == "" || text == "null" {
		return money.Zero, nil
	}
	return money.ParseStored(text)
}

// group returns the members of a grouped product with their quantities, in the product's order. Members without a quantity are left out.
func (in Sent) group(p *catalog.Product) (out []domaincatalog.GroupedLink, err error) {
	wanted := map[int64]money.Decimal{}
	for name, sent := range in.Group {
		id, _ := strconv.ParseInt(name, 10, 64)
		if _, ok := domain.Find(p.Parts.Grouped, func(l domaincatalog.GroupedLink) bool { return l.ProductID == id }); !ok {
			return nil, fault.Invalidf("Product %s is not in the group.", Clip(name)).About(fault.Unknown, "superGroup."+Clip(name))
		}
		if wanted[id], err = quantity(sent); err != nil || wanted[id].Sign() < 0 {
			return nil, fault.Invalidf("The quantity of product %s must be a number.", Clip(name)).About(fault.Type, "superGroup."+Clip(name))
		}
	}
	for _, link := range p.Parts.Grouped {
		if link.Qty = wanted[link.ProductID]; link.Qty.Sign() > 0 {
			out = append(out, link)
		}
	}
	if len(out) == 0 {
		return nil, domaincatalog.ErrNoGroup
	}
	return out, nil
}

// variant returns the variant with the chosen values of all attributes in which variants differ.
func (s *Service) variant(ctx context.Context, storeID int64, p *catalog.Product, chosen Members) (int64, error) {
	if len(chosen) == 0 {
		return 0, domaincatalog.ErrNoVariant
	}
	book, err := s.Catalog.Attributes(ctx)
	if err != nil {
		return 0, err
	}
	wanted := map[string]string{}
	for _, code := range p.Parts.SuperAttributes {
		a := book.Find(code)
		if a == nil {
			continue
		}
		value, sent := chosen[code]
		if !sent {
			value, sent = chosen[strconv.FormatInt(a.ID, 10)]
		}
		if !sent {
			return 0, domaincatalog.ErrNoVariant
		}
		wanted[code] = strings.Trim(string(value), `"`)
	}
	children, err := s.Catalog.Variants(ctx, storeID, p.Parts.ChildIDs)
	if err != nil {
		return 0, err
	}
	for _, id := range p.Parts.ChildIDs {
		child := children[id]
		if child == nil || !child.Enabled {
			continue
		}
		values, ok := child.Values(book, p.Parts.SuperAttributes)
		for code, value := range values {
			ok = ok && strings.Trim(string(value), `"`) == wanted[code]
		}
		if ok {
			return id, nil
		}
	}
	return 0, fault.Invalidf("The product is not sold with these options.").About(fault.Unfitting, "superAttribute")
}
