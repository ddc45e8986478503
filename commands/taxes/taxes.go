// Package taxes has the commands on tax classes, tax rates and tax rules, which are plain records with unique names.
package taxes

import (
	"context"
	"strings"

	"tradelog/commands"
	"tradelog/domain/claim"
	"tradelog/domain/tax"
)

// Taxes are the commands.
type Taxes struct {
	*commands.Engine
	Classes *commands.Collection[tax.Class]
	Rates   *commands.Collection[tax.Rate]
	Rules   *commands.Collection[tax.Rule]
}

// New makes the commands.
func New(e *commands.Engine) *Taxes {
	return &Taxes{
		Engine: e,
		Classes: commands.OpenCollection(e, commands.Collection[tax.Class]{
			Kind: tax.Classes, Sequence: "taxclass", Taken: tax.ErrClassExists,
			Claim: func(v tax.Class) string { return claim.Code("taxclass", v.Type+"-"+v.Name) },
			Ready: func(v tax.Class, id int64) (tax.Class, error) {
				v.ID, v.Name = id, strings.TrimSpace(v.Name)
				return v, v.Check()
			},
		}),
		Rates: commands.OpenCollection(e, commands.Collection[tax.Rate]{
			Kind: tax.RateRecords, Sequence: "taxrate", Taken: tax.ErrCodeExists,
			Claim: func(v tax.Rate) string { return claim.Code("taxrate", v.Code) },
			Ready: func(v tax.Rate, id int64) (tax.Rate, error) {
				v = v.Normalise()
				v.ID = id
				return v, v.Check()
			},
		}),
		Rules: commands.OpenCollection(e, commands.Collection[tax.Rule]{
			Kind: tax.Rules, Sequence: "taxrule", Taken: tax.ErrCodeExists,
			Claim: func(v tax.Rule) string { return claim.Code("taxrule", v.Code) },
			Ready: func(v tax.Rule, id int64) (tax.Rule, error) {
				v = v.Normalise()
				v.ID = id
				return v, v.Check()
			},
		}),
	}
}

// DeleteClass ends a class and removes it from the named rules.
func (c *Taxes) DeleteClass(ctx context.Context, id int64, rules []int64) error {
	if err := c.Classes.Delete(ctx, id); err != nil {
		return err
	}
	c.Step("tax class: deleted")
	for _, rule := range rules {
		if err := c.Rules.Revise(ctx, rule, func(r tax.Rule) tax.Rule {
			r, _ = r.WithoutClass(id)
			return r
		}); err != nil {
			return err
		}
	}
	return nil
}

// Install makes the tax classes, rates and rules a shop starts with. It does nothing if they were made before, even if they
// were deleted since.
func (c *Taxes) Install(ctx context.Context) error {
	rules := tax.SeedRules()
	installed, err := c.Exists(ctx, tax.Rules.Stream(rules[len(rules)-1].ID))
	if err != nil || installed {
		return err
	}
	for _, class := range tax.SeedClasses() {
		if err := c.Classes.Seed(ctx, class.ID, class); err != nil {
			return err
		}
	}
	for _, rate := range tax.SeedRates() {
		if err := c.Rates.Seed(ctx, rate.ID, rate); err != nil {
			return err
		}
	}
	for _, rule := range rules {
		if err := c.Rules.Seed(ctx, rule.ID, rule); err != nil {
			return err
		}
	}
	return nil
}
