package directory

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/tax"
	"tradelog/operations/records"
	"tradelog/readmodels/directory"
)

// TaxRules are the tax rules.
var TaxRules = records.Define(records.Spec[tax.Rule, tax.Rule]{
	Kind: tax.Rules, Seeds: tax.SeedRules,
	Resource: records.Resource{
		Path: "/tax-rules", Section: "tax", ACL: "sales/tax/rules",
		Doc:  "A rule that applies tax rates to combinations of customer and product tax classes.",
		List: "Lists the rules, by priority and position.",
		Create: "Applies rates to customer and product classes. Rules of equal priority add up; a higher priority is charged on top of the " +
			"tax, unless calculateSubtotal is true.",
		Update: "Changes only what is sent. An empty list changes nothing.",
		Delete: "Removes a rule. Its classes and rates stay.",
	},
	Unique: func(v tax.Rule) string { return v.Code }, Taken: tax.ErrCodeExists,
	Sort: func(a, b tax.Rule) int {
		return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(a.Position, b.Position))
	},
	Search: func(v tax.Rule) string { return v.Code },
	Render: func(ctx context.Context, r records.Request, v tax.Rule, written bool) (tax.Rule, error) {
		if written {
			return v, nil
		}
		t, err := directory.TaxReaderOf(r.Reader).Taxes(ctx)
		if err != nil {
			return v, err
		}
		return t.Present(v), nil
	},
	Before: checkExist,
})

// checkExist refuses classes and rates that do not exist. It reads their streams, so that a new one is known at once.
func checkExist(ctx context.Context, c records.Change[tax.Rule]) error {
	if c.ID == 0 {
		if err := c.Value.Normalise().Check(); err != nil {
			return err
		}
	}
	class := func(classType string) func(int64) error {
		return func(id int64) error {
			found, err := TaxClasses.Commands(c.Deciders).Get(ctx, id)
			if err == nil && found.Type != classType {
				err = record.ErrNotFound
			}
			return err
		}
	}
	for _, ids := range []struct {
		field string
		list  []int64
		what  string
		find  func(int64) error
	}{
		{"customerTaxClassIds", c.Value.CustomerClassIDs, "customer tax class", class(tax.CustomerClass)},
		{"productTaxClassIds", c.Value.ProductClassIDs, "product tax class", class(tax.ProductClass)},
		{"taxRateIds", c.Value.RateIDs, "tax rate", func(id int64) error {
			_, err := TaxRates.Commands(c.Deciders).Get(ctx, id)
			return err
		}},
	} {
		for i, id := range ids.list {
			err := ids.find(id)
			if errors.Is(err, record.ErrNotFound) {
				return fault.Invalidf("Unknown %s ID: %d", ids.what, id).About(fault.Unknown, fault.Element(ids.field, i))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// removeFromRules removes a deleted class from the rules that have it.
func removeFromRules(_ context.Context, r records.Request, id int64) (func(context.Context) error, error) {
	return func(ctx context.Context) error {
		r.Deciders.Step("tax class: deleted")
		// New rules can no longer have the class, and the read model lists all others once it has caught up. If it cannot catch up, the known
		// rules are changed. A deleted class is never shown.
		t, err := latest(ctx, r)
		if err != nil {
			if t, err = directory.TaxReaderOf(r.Reader).Taxes(ctx); err != nil {
				return err
			}
		}
		had := t.RulesWith(func(r tax.Rule) bool {
			return slices.Contains(r.CustomerClassIDs, id) || slices.Contains(r.ProductClassIDs, id)
		})
		rules := commands.OpenCollection(r.Deciders, commands.Collection[tax.Rule]{Kind: tax.Rules})
		for _, rule := range had {
			if err := rules.Revise(ctx, rule, func(r tax.Rule) tax.Rule {
				r, _ = r.WithoutClass(id)
				return r
			}); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// latest returns the tax classes, rates and rules at the end of the log.
func latest(ctx context.Context, r records.Request) (*directory.Taxes, error) {
	head, err := r.Deciders.Head(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.Reader.CatchUp(ctx, head, "records"); err != nil {
		return nil, err
	}
	return directory.TaxReaderOf(r.Reader).Taxes(ctx)
}
