package directory

import (
	"context"
	"slices"

	"tradelog/domain/customer"
	"tradelog/domain/tax"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// TaxReader reads taxes. TaxReaderOf returns it.
type TaxReader struct {
	*readmodels.Reader
	taxes *readmodels.Snapshot[*Taxes]
}

// TaxReaderOf returns the reader of taxes that goes with an engine, always the same one: hooks of plain records have only the engine.
func TaxReaderOf(engine *readmodels.Reader) *TaxReader {
	return readmodels.Shared(engine, func() *TaxReader {
		return &TaxReader{engine, readmodels.NewSnapshot(engine, loadTaxes, scopes.Taxes...)}
	})
}

// Taxes holds the tax classes, rates and rules of the shop, and its customer groups. It never changes.
type Taxes struct {
	Table *tax.Table
	Rules []tax.Rule

	classes readmodels.RecordList[tax.Class]
	rates   readmodels.RecordList[tax.Rate]
	groups  readmodels.RecordList[customer.Group]
}

// Taxes returns the present taxes and groups, from memory while nothing changed.
func (r *TaxReader) Taxes(ctx context.Context) (*Taxes, error) { return r.taxes.Get(ctx) }

func loadTaxes(ctx context.Context, from readmodels.Source) (*Taxes, error) {
	t := &Taxes{}
	var rules readmodels.RecordList[tax.Rule]
	if err := readmodels.EachRecord(ctx, from, "records", readmodels.RecordRows{
		tax.Classes: t.classes.Add, tax.RateRecords: t.rates.Add, tax.Rules: rules.Add, customer.Groups: t.groups.Add,
	}); err != nil {
		return nil, err
	}
	for _, rule := range rules.All {
		t.Rules = append(t.Rules, t.Present(rule))
	}
	slices.SortStableFunc(t.groups.All, customer.Group.Compare)
	t.Table = tax.NewTable(t.rates.All, t.Rules)
	return t, nil
}

// Present returns a rule without the classes and rates that do not exist any more. A class or rate that is deleted while a rule is written
// must not show in the rule.
func (t *Taxes) Present(r tax.Rule) tax.Rule {
	r.CustomerClassIDs, r.ProductClassIDs = existing(r.CustomerClassIDs, t.classes), existing(r.ProductClassIDs, t.classes)
	r.RateIDs = existing(r.RateIDs, t.rates)
	return r
}

// existing returns the identifiers whose records exist.
func existing[V any](ids []int64, list readmodels.RecordList[V]) []int64 {
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool {
		_, there := list.ByID[id]
		return !there
	})
}

// Groups lists the customer groups, by code. The list must not be changed.
func (t *Taxes) Groups() []customer.Group { return t.groups.All }

// Group finds a customer group.
func (t *Taxes) Group(id int64) (customer.Group, bool) {
	g, ok := t.groups.ByID[id]
	return g, ok
}

// ProductClasses lists the tax classes of products.
func (t *Taxes) ProductClasses() []tax.Class {
	return slices.DeleteFunc(slices.Clone(t.classes.All), func(c tax.Class) bool { return c.Type != tax.ProductClass })
}

// ClassName returns the name of a group's tax class, empty when there is none.
func (t *Taxes) ClassName(g customer.Group) string {
	if g.TaxClassID == nil {
		return ""
	}
	return t.classes.ByID[*g.TaxClassID].Name
}

// ClassOf returns the ID of the tax class of a group's customers, 0 when there is none.
func (t *Taxes) ClassOf(groupID int64) int64 {
	if g, ok := t.groups.ByID[groupID]; ok && g.TaxClassID != nil {
		return *g.TaxClassID
	}
	return 0
}

// RulesWith lists the rules that a condition holds for.
func (t *Taxes) RulesWith(holds func(tax.Rule) bool) []int64 {
	var out []int64
	for _, r := range t.Rules {
		if holds(r) {
			out = append(out, r.ID)
		}
	}
	return out
}
