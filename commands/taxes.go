package commands

import (
	"context"
	"strings"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/customer"
	"tradelog/domain/record"
	"tradelog/domain/tax"
)

func (c *Commands) taxClasses(infra Infrastructure) *Collection[tax.Class] {
	return &Collection[tax.Class]{
		c: c, kind: tax.Classes, records: records(infra, tax.Classes), sequence: "taxclass", taken: tax.ErrClassExists,
		claim: func(v tax.Class) string { return claim.Code("taxclass", v.Type+"-"+v.Name) },
		ready: func(v tax.Class, id int64) (tax.Class, error) {
			v.ID, v.Name = id, strings.TrimSpace(v.Name)
			return v, v.Check()
		},
	}
}

func (c *Commands) taxRates(infra Infrastructure) *Collection[tax.Rate] {
	return &Collection[tax.Rate]{
		c: c, kind: tax.RateRecords, records: records(infra, tax.RateRecords), sequence: "taxrate", taken: tax.ErrCodeExists,
		claim: func(v tax.Rate) string { return claim.Code("taxrate", v.Code) },
		ready: func(v tax.Rate, id int64) (tax.Rate, error) {
			v = v.Normalise()
			v.ID = id
			return v, v.Check()
		},
	}
}

func (c *Commands) taxRules(infra Infrastructure) *Collection[tax.Rule] {
	return &Collection[tax.Rule]{
		c: c, kind: tax.Rules, records: records(infra, tax.Rules), sequence: "taxrule", taken: tax.ErrCodeExists,
		claim: func(v tax.Rule) string { return claim.Code("taxrule", v.Code) },
		ready: func(v tax.Rule, id int64) (tax.Rule, error) {
			v = v.Normalise()
			v.ID = id
			return v, v.Check()
		},
	}
}

func (c *Commands) customerGroups(infra Infrastructure) *Collection[customer.Group] {
	return &Collection[customer.Group]{
		c: c, kind: customer.Groups, records: records(infra, customer.Groups), sequence: "customergroup", taken: customer.ErrGroupExists,
		claim: func(v customer.Group) string { return claim.Code("customergroup", v.Code) },
		ready: func(v customer.Group, id int64) (customer.Group, error) {
			v = v.Normalise()
			v.ID = id
			return v, v.Check()
		},
	}
}

// DeleteTaxClass ends a class and takes it out of the rules that have it, which are named.
func (c *Commands) DeleteTaxClass(ctx context.Context, id int64, rules []int64) error {
	if err := c.TaxClasses.Delete(ctx, id); err != nil {
		return err
	}
	c.step("tax class: deleted")
	for _, rule := range rules {
		if _, err := c.TaxRules.records.Decide(ctx, tax.Rules.Stream(rule), func(s record.State) ([]domain.Event, error) {
			if !s.Live() {
				return nil, nil
			}
			r, err := record.Read[tax.Rule](s.Values[0])
			if err != nil {
				return nil, err
			}
			r, _ = r.WithoutClass(id)
			return c.TaxRules.replace(s, r)
		}, Named("ChangeTaxRule")); err != nil {
			return err
		}
	}
	return nil
}

// MoveCustomers puts customers of a group into another one. Those who have left it meanwhile stay where they are.
func (c *Commands) MoveCustomers(ctx context.Context, ids []int64, from, to int64) error {
	for _, id := range ids {
		if _, err := c.customers.Decide(ctx, customer.Stream(id), func(s customer.State) ([]domain.Event, error) {
			d := s.Details()
			if !s.Exists || d.GroupID != from {
				return nil, nil
			}
			d.GroupID = to
			return s.Change(d)
		}, Named("MoveToGroup")); err != nil {
			return err
		}
	}
	return nil
}
