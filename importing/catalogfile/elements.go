package catalogfile

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	readcatalog "tradelog/readmodels/catalog"
)

// resolve replaces names of other records in rows by this shop's numbers. One query finds the products of all rows.
func (i *importer) resolve(ctx context.Context, rows []*work) error {
	n, shown := *i.numbers, i.shown
	n.products, shown.products = map[string]readcatalog.SKU{}, map[int64]string{}
	var skus []string
	for _, w := range rows {
		w.shown = &shown
		for _, p := range w.refers {
			skus = append(skus, p.skus...)
		}
	}
	if len(skus) > 0 {
		found, err := i.shop.Rows.ProductIDs(ctx, skus)
		if err != nil {
			return err
		}
		n.products = found
		i.tried(n.products, skus)
		for sku, p := range n.products {
			shown.products[p.ID] = sku
		}
	}
	for _, w := range rows {
		for _, p := range w.refers {
			if w.outcome == failed {
				break
			}
			value, err := p.resolved(&n)
			if err != nil {
				if err := w.fail(p.column.name, err); err != nil {
					return err
				}
				break
			}
			if w.values[0] == nil {
				w.values[0] = record.Values{}
			}
			w.values[0][p.column.field.Name] = value
		}
	}
	return nil
}

// tried adds the products that a dry run would have made. Their numbers are negative.
func (i *importer) tried(products map[string]readcatalog.SKU, skus []string) {
	if !i.options.DryRun {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, sku := range skus {
		lower := strings.ToLower(sku)
		if productType, made := i.trialTypes[i.hash(product, sku)]; made && products[lower].ID == 0 {
			i.trial--
			products[lower] = readcatalog.SKU{ID: i.trial, Type: productType}
		}
	}
}

// resolved returns the value of the record; null if there are no elements.
func (p *parsed) resolved(n *numbers) (json.RawMessage, error) {
	list, err := p.build(n)
	if err != nil {
		return nil, err
	}
	value := encoded(list)
	if string(value) == "[]" || isNull(value) {
		return json.RawMessage("null"), nil
	}
	parts, err := record.Read[catalog.Parts](record.Values{p.column.field.Name: value})
	if err != nil {
		return nil, fault.Invalidf("%s cannot be read", p.column.name).WithCause(err)
	}
	return value, parts.Check()
}

// checkReferences refuses elements that products of a type do not have.
func checkReferences(values record.Values, productType string) error {
	for field, r := range references {
		if value := values[field]; value != nil && !isNull(value) && r.types != nil && !slices.Contains(r.types, productType) {
			return fault.Invalidf("%s is for %s products; this one is %s", r.name, strings.Join(r.types, " and "), productType).
				About(fault.Unfitting, r.name)
		}
	}
	return nil
}

// numbered lists the fields whose elements have numbers.
var numbered = []string{"bundleOptions", "customOptions", "downloadableLinks"}

// adopt gives elements of a row the numbers of the product's elements with the same titles, so that carts and orders still find them. The
// other elements get numbers later.
func adopt(values, has record.Values) error {
	wanted, err := numberedOf(values)
	if err != nil || wanted == nil {
		return err
	}
	had, err := numberedOf(has)
	if err != nil {
		return err
	}
	if had == nil {
		had = &catalog.Parts{}
	}
	adoptEach(wanted.BundleOptions, had.BundleOptions, func(o *catalog.BundleOption) (*int64, string) { return &o.ID, o.Title },
		func(o, had *catalog.BundleOption) {
			adoptEach(o.Selections, had.Selections, func(s *catalog.Selection) (*int64, int64) { return &s.ID, s.ProductID }, nil)
		})
	adoptEach(wanted.CustomOptions, had.CustomOptions, func(o *catalog.CustomOption) (*int64, string) { return &o.ID, o.Title },
		func(o, had *catalog.CustomOption) {
			adoptEach(o.Values, had.Values, func(v *catalog.OptionValue) (*int64, string) { return &v.ID, v.Title }, nil)
		})
	adoptEach(wanted.Downloads, had.Downloads, func(d *catalog.Download) (*int64, string) { return &d.ID, d.Title }, nil)
	return store(wanted, values)
}

// adoptEach gives each element without a number the number of the first unclaimed element of the same name, and then does the same with the
// elements within it.
func adoptEach[E any, K comparable](wanted, had []E, of func(*E) (id *int64, name K), within func(e, had *E)) {
	taken := map[int64]bool{}
	for i := range wanted {
		id, name := of(&wanted[i])
		for j := range had {
			old, known := of(&had[j])
			if *id != 0 || known != name || taken[*old] {
				continue
			}
			*id = *old
			taken[*old] = true
			if within != nil {
				within(&wanted[i], &had[j])
			}
		}
	}
}

// numberedOf reads the elements with numbers; nil if there are none.
func numberedOf(values record.Values) (*catalog.Parts, error) {
	some := record.Values{}
	for _, field := range numbered {
		if value := values[field]; value != nil && !isNull(value) {
			some[field] = value
		}
	}
	if len(some) == 0 {
		return nil, nil
	}
	parts, err := record.Read[catalog.Parts](some)
	return &parts, err
}

// store writes elements back to the values that they were read from.
func store(parts *catalog.Parts, values record.Values) error {
	written, err := record.Of(parts)
	for _, field := range numbered {
		if value := written[field]; value != nil && values[field] != nil {
			values[field] = value
		}
	}
	return err
}

// number takes new numbers from the sequences for all elements of the rows that have none.
func (i *importer) number(ctx context.Context, rows []*work) error {
	missing, parts := map[string][]*int64{}, map[*work]*catalog.Parts{}
	for _, w := range rows {
		if w.outcome != created && w.outcome != changed {
			continue
		}
		p, err := numberedOf(w.values[0])
		if err != nil {
			return err
		}
		if p != nil {
			parts[w] = p
			eachNumber(p, func(sequence string, id *int64) {
				if *id == 0 {
					missing[sequence] = append(missing[sequence], id)
				}
			})
		}
	}
	for sequence, wanted := range missing {
		ids, err := i.shop.Commands.Next(ctx, sequence, len(wanted))
		if err != nil {
			return err
		}
		for n, id := range ids {
			*wanted[n] = id
		}
	}
	for w, p := range parts {
		if err := store(p, w.values[0]); err != nil {
			return err
		}
	}
	return nil
}

// eachNumber calls mark with the sequence and the number of each element.
func eachNumber(p *catalog.Parts, mark func(sequence string, id *int64)) {
	for n := range p.BundleOptions {
		o := &p.BundleOptions[n]
		mark(catalog.BundleOptionIDs, &o.ID)
		for m := range o.Selections {
			mark(catalog.SelectionIDs, &o.Selections[m].ID)
		}
	}
	for n := range p.CustomOptions {
		o := &p.CustomOptions[n]
		mark(catalog.CustomOptionIDs, &o.ID)
		for m := range o.Values {
			mark(catalog.OptionValueIDs, &o.Values[m].ID)
		}
	}
	for n := range p.Downloads {
		mark(catalog.DownloadIDs, &p.Downloads[n].ID)
	}
}
